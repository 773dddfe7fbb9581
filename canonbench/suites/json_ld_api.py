"""The JSON-LD 1.1 API suite: expansion and deserialization to RDF, with the options each test asks for."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from canonbench.specs import nquads
from canonbench.specs.jsonld import Options
from canonbench.specs.rdf import Dataset, Quad
from canonbench.stages import jsonld
from canonbench.stages.normal import dataset_normal, expanded_normal
from canonbench.suites import Vector

__all__ = ["BASE", "vectors"]

BASE: Final = "https://w3c.github.io/json-ld-api/tests/"
"""Where the suite lives, as far as its relative IRI references are concerned."""

_STAGES: Final = {"expand": jsonld.expand.name, "toRdf": jsonld.to_quads.name}
_BLANK_PREDICATE = re.compile(r"^(\S+ )_:(\S+)", re.MULTILINE)
_MARK: Final = "urn:blank-node-predicate:"


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``json-ld-api``, but for those of JSON-LD 1.0 alone."""
    contexts = cache(partial(_contexts, root))
    for section in _STAGES:
        manifest = json.loads((root / f"{section}-manifest.jsonld").read_bytes())
        for entry in manifest["sequence"]:
            if entry.get("option", {}).get("specVersion") != "json-ld-1.0":
                yield _vector(root, section, entry, contexts)


def _contexts(root: Path) -> dict[str, Any]:
    paths = sorted(path for section in _STAGES for path in (root / section).rglob("*context*.jsonld"))
    return {BASE + path.relative_to(root).as_posix(): json.loads(path.read_bytes()) for path in paths}


def _vector(
    root: Path, section: str, entry: dict[str, Any], contexts: Callable[[], Mapping[str, Any]]
) -> Vector:
    judge: Callable[[Any], str | None] = lambda _: None  # noqa: E731 - a syntax test asks for no more
    if "expect" in entry:
        judge_file = _judge_expanded if section == "expand" else _judge_quads
        judge = partial(judge_file, root / entry["expect"])
    return Vector(
        suite="json-ld-api",
        name=f"{section}/{entry['@id'].removeprefix('#t')}",
        stage=_STAGES[section],
        arrange=lambda: _source(root, entry, contexts()),
        judge=judge,
        refuse=entry.get("expectErrorCode"),
    )


def _source(root: Path, entry: dict[str, Any], contexts: Mapping[str, Any]) -> jsonld.Source:
    url = BASE + entry["input"]
    document = json.loads((root / entry["input"]).read_bytes())
    option = entry.get("option", {})
    expand_context = option.get("expandContext")
    return jsonld.Source(
        document,
        {**contexts, url: document},
        Options(
            base=option.get("base", url),
            expand_context=expand_context and json.loads((root / expand_context).read_bytes()),
            processing_mode=option.get("processingMode", "json-ld-1.1"),
            rdf_direction=option.get("rdfDirection"),
            produce_generalized_rdf=option.get("produceGeneralizedRdf", False),
        ),
    )


def _judge_expanded(expected: Path, output: Any) -> str | None:
    return _compare(expanded_normal(json.loads(expected.read_bytes())), expanded_normal(output))


def _judge_quads(expected: Path, output: Dataset) -> str | None:
    text = _BLANK_PREDICATE.sub(rf"\1<{_MARK}\2>", expected.read_text("utf-8"))
    return _compare(_canonical(nquads.parse(text)), _canonical(output))


def _canonical(dataset: Dataset) -> str:
    """Return N-Quads that are equal for datasets which differ in blank node labels only.

    Quads of generalized RDF, with a blank node as predicate, are described by quads of plain RDF.
    """
    plain: list[Quad] = []
    for position, (subject, predicate, term, graph) in enumerate(dataset):
        blank = predicate.replace(_MARK, "_:")
        if blank.startswith("_:"):
            quad = f"_:quad{position}"
            plain += (
                (quad, f"{_MARK}{role}", value, graph)
                for role, value in zip("spo", (subject, blank, term), strict=True)
            )
        else:
            plain.append((subject, predicate, term, graph))
    return dataset_normal(tuple(plain))


def _compare(expected: str, output: str) -> str | None:
    if expected == output:
        return None
    lines = enumerate(zip_longest(output.split("\n"), expected.split("\n")), 1)
    number, (ours, theirs) = next(line for line in lines if line[1][0] != line[1][1])
    return f"line {number} is {ours!r}, not {theirs!r}"
