"""Two inputs on which implementations of RDFC-1.0 part, with the answer worked by hand from the text."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from canonbench.specs import nquads
from canonbench.stages import rdfc
from canonbench.suites import Vector
from canonbench.suites.rdf_canon import judge_file, read_text

__all__ = ["vectors"]


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``rdfc10-disputed``: one for each of its folders."""
    for path in sorted(root.glob("*/input.nq")):
        yield Vector(
            suite="rdfc10-disputed",
            name=path.parent.name,
            stage=rdfc.canonicalize.name,
            arrange=partial(_request, path),
            judge=partial(judge_file, path.with_name("expected.nq")),
        )


def _request(path: Path) -> rdfc.Request:
    return rdfc.Request(nquads.parse(read_text(path)))
