"""The report of a stage run, in every format."""

import shlex
from collections.abc import Iterator
from typing import Literal, TextIO, TypeAlias

from canonbench.analysis.across import across
from canonbench.analysis.singles import singles
from canonbench.analysis.table import FLOOR, tables
from canonbench.report import grid, markdown, text
from canonbench.report import tables as data
from canonbench.report.singles import of_singles
from canonbench.runs.rows import Run

__all__ = ["Format", "write"]

Format: TypeAlias = Literal["text", "markdown", "csv", "json"]


def write(run: Run, stream: TextIO, *, form: Format = "text", plain: bool = False) -> None:
    """Write what ``run`` says, a table for each document; text ends with how to go on with the files."""
    found, ways = tables(run), across(run)
    grids = [*map(grid.of_table, found), *([grid.of_across(ways)] if ways else [])]
    grids += of_singles(singles(run))
    if form == "json":
        data.stage_json(run.label, found, stream, ways)
    elif form == "csv":
        data.stage_csv(found, stream)
    elif form == "markdown":
        markdown.write(grids, stream)
    else:
        text.write(grids, stream, plain=plain)
        stream.writelines(f"{line}\n" for line in _further(run))


def _further(run: Run) -> Iterator[str]:
    """Give the commands that compare the first stack with another, by rounds and by pyperf."""
    names = [stack.name for stack in run.stacks if stack.name != FLOOR and not stack.again]
    if run.folder is None or run.only is not None or len(names) < 2:  # noqa: PLR2004 - two make a pair
        return
    folder = run.folder
    sides = [shlex.quote(f"{folder}:{name}") for name in names[:2]]
    files = [shlex.quote(str(folder / f"{name}.json")) for name in names]
    yield ""
    yield f"Compare by rounds: python -m canonbench compare {' '.join(sides)}"
    yield f"Compare by pyperf: python -m pyperf compare_to {' '.join(files)} --table"
    yield "(pyperf pools all values and ignores rounds: on a busy machine it calls equal code different)"
