"""The vectors that canonbench carries: few, small, worked by hand from the texts, at least one a stage.

They prove an engine where no public suite is at hand. Hashes are those of the texts' own steps, written down
as the strings that are hashed, so that nothing here comes from an implementation.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from canonbench.model.stage import plain
from canonbench.specs.jsonld import Options
from canonbench.specs.jsonld.record import ContextCall, LocalContext
from canonbench.specs.rdf import RDF_LANG_STRING, XSD, XSD_STRING, Dataset
from canonbench.specs.rdfc10.work import FirstDegreeCase, NDegreeCall, NDegreeCase, NDegreeResult
from canonbench.stages import stage
from canonbench.stages.jsonld import ContextCalls, Processed, Source
from canonbench.stages.rdfc import Labeled, Request
from canonbench.stages.transform import Request as Transformation
from canonbench.suites import Vector, own_di, own_mdoc, own_primitives, own_sd_jwt

__all__ = ["vectors"]

_NAME = "https://schema.example/name"
_KNOWS = "https://schema.example/knows"
_URL = "https://contexts.example/v1"
_CONTEXTS = {_URL: {"@context": {"id": "@id", "name": _NAME, "knows": {"@id": _KNOWS, "@container": "@set"}}}}
_SOURCE = Source({"@context": _URL, "id": "urn:x:1", "name": "Ada", "knows": {"name": "Grace"}}, _CONTEXTS)
_EXPANDED: list[Any] = [
    {"@id": "urn:x:1", _NAME: [{"@value": "Ada"}], _KNOWS: [{_NAME: [{"@value": "Grace"}]}]},
]
_QUADS: Dataset = (
    ("urn:x:1", _NAME, ("Ada", XSD_STRING, None), None),
    ("urn:x:1", _KNOWS, "_:b0", None),
    ("_:b0", _NAME, ("Grace", XSD_STRING, None), None),
)

# The document's context, then that of the property, which redefines a term, takes one away and has a prefix;
# then that of the type beside it: it starts from the first, and its result would not reach nested nodes.
_LAST = "https://schema.example/last"
_CALLS = ContextCalls(
    _CONTEXTS,
    Options(),
    (
        LocalContext([_URL, {"@vocab": "urn:v:"}], None),
        LocalContext({"name": None, "s": {"@id": "urn:s:", "@prefix": True}, "last": "s:last"}, None),
        LocalContext({"@vocab": None, "last": _LAST}, None),
    ),
    (
        ContextCall(-1, reverted=False, local=0, override_protected=False, propagate=True),
        ContextCall(0, reverted=False, local=1, override_protected=True, propagate=True),
        ContextCall(0, reverted=False, local=2, override_protected=False, propagate=False),
        ContextCall(1, reverted=False, local=2, override_protected=False, propagate=False),
    ),
)
_TERMS = {"id": "@id", "name": _NAME, "knows": _KNOWS}
_INNER = {**_TERMS, "name": None, "s": "urn:s:", "last": "urn:s:last"}
_PROCESSED = [
    Processed("urn:v:", _TERMS),
    Processed("urn:v:", _INNER),
    Processed(None, {**_TERMS, "last": _LAST}),
    Processed(None, {**_INNER, "last": _LAST}),
]

_JCS = f'{{"@context":"{_URL}","id":"urn:x:1","knows":{{"name":"Grace"}},"name":"Ada"}}'
_N_QUADS = (
    f"<urn:x:1> <{_KNOWS}> _:c14n0 .\n"  # in the order of code points: < before _
    f'<urn:x:1> <{_NAME}> "Ada" .\n'
    f'_:c14n0 <{_NAME}> "Grace" .\n'
)

_TEXT = (
    f'_:e <{_NAME}> "Gr\\u00E2ce\\n\\"x\\\\"@fr . # a comment\n'
    f"<urn:x:1> <{_KNOWS}> _:e <urn:g> .\n"
    f'<urn:x:1> <{_NAME}> "1"^^<{XSD}integer> _:g .\n'
)
_PARSED: Dataset = (
    ("_:e", _NAME, ('Grâce\n"x\\', RDF_LANG_STRING, "fr"), None),
    ("urn:x:1", _KNOWS, "_:e", "urn:g"),
    ("urn:x:1", _NAME, ("1", XSD + "integer", None), "_:g"),
)
_WRITTEN = (
    f'_:e <{_NAME}> "Grâce\\n\\"x\\\\"@fr .\n'
    f"<urn:x:1> <{_KNOWS}> _:e <urn:g> .\n"
    f'<urn:x:1> <{_NAME}> "1"^^<{XSD}integer> _:g .\n'
)


def _sha256(*texts: str) -> str:
    return hashlib.sha256("".join(texts).encode()).hexdigest()


# Two blank nodes with different names: unique first-degree hashes, canonical identifiers in their order. The
# labels of the input already look canonical, and the wrong way round.
_APART: Dataset = (
    ("_:c14n1", _NAME, ("Ada", XSD_STRING, None), None),
    ("_:c14n0", _NAME, ("Grace", XSD_STRING, None), None),
)
_APART_HASHES = tuple(_sha256(f'_:a <{_NAME}> "{name}" .\n') for name in ("Ada", "Grace"))
_APART_FIRST = min(range(2), key=lambda index: _APART_HASHES[index])
_APART_LABELS = ("_:c14n1", "_:c14n0")
_APART_ISSUED = {_APART_LABELS[_APART_FIRST]: "_:c14n0", _APART_LABELS[1 - _APART_FIRST]: "_:c14n1"}
_APART_CANONICAL = "".join(
    sorted(
        f'{_APART_ISSUED[label]} <{_NAME}> "{name}" .\n'
        for label, name in zip(_APART_LABELS, ("Ada", "Grace"), strict=True)
    ),
)

# One quad names a blank node twice: it is in its mention set once, and both places read _:a.
_LOOP: Dataset = (("_:e", _KNOWS, "_:e", None),)
_LOOP_CANONICAL = f"_:c14n0 <{_KNOWS}> _:c14n0 .\n"
_LOOP_HASHES = (_sha256(f"_:a <{_KNOWS}> _:a .\n"),)

# Two blank nodes that know each other: the same first-degree hash, so Hash N-Degree Quads runs for both.
_PAIR: Dataset = (("_:e", _KNOWS, "_:f", None), ("_:f", _KNOWS, "_:e", None))
_PAIR_CANONICAL = f"_:c14n0 <{_KNOWS}> _:c14n1 .\n_:c14n1 <{_KNOWS}> _:c14n0 .\n"
_PAIR_HASH = _sha256(f"_:a <{_KNOWS}> _:z .\n", f"_:z <{_KNOWS}> _:a .\n")
_PAIR_RELATED = sorted(_sha256(f"{position}<{_KNOWS}>", _PAIR_HASH) for position in "so")
_PAIR_BACK = sorted(_sha256(f"{position}<{_KNOWS}>_:b0") for position in "so")
_PAIR_INNER = _sha256("".join(f"{related}_:b0" for related in _PAIR_BACK))
_PAIR_N_DEGREE = _sha256(f"{_PAIR_RELATED[0]}_:b1_:b1<{_PAIR_INNER}>{_PAIR_RELATED[1]}_:b1")
_PAIR_CASE = NDegreeCase(
    _PAIR,
    {_PAIR_HASH: ("_:e", "_:f")},
    {"_:e": "_:c14n0", "_:f": "_:c14n1"},
    (NDegreeCall("_:e", 0), NDegreeCall("_:f", 0)),
    "sha256",
)
_PAIR_RESULTS = (
    NDegreeResult(_PAIR_N_DEGREE, {"_:e": "_:b0", "_:f": "_:b1"}),
    NDegreeResult(_PAIR_N_DEGREE, {"_:f": "_:b0", "_:e": "_:b1"}),
)


def _of(suite_stage: str, name: str, given: Any, expected: Any) -> Vector:
    # A random output is fixed here by its input, so that it can be compared as it is.
    normal = stage(suite_stage).normal if stage(suite_stage).proof is None else plain

    def judge(output: Any) -> str | None:
        found, right = normal(output), normal(expected)
        return None if found == right else f"expected {right!r}, found {found!r}"

    return Vector("own", f"{suite_stage}/{name}", suite_stage, lambda: given, judge)


def vectors(_root: Path | None = None) -> Iterator[Vector]:
    """Give the vectors; they need no folder."""
    yield _of("jsonld.expand", "term", _SOURCE, _EXPANDED)
    yield _of("jsonld.process_context", "scoped", _CALLS, _PROCESSED)
    yield _of("jsonld.to_rdf", "term", _EXPANDED, _QUADS)
    yield _of("jsonld.to_quads", "term", _SOURCE, _QUADS)
    yield _of("nquads.parse", "escapes", _TEXT, _PARSED)
    yield _of("nquads.serialize", "escapes", _PARSED, _WRITTEN)
    yield _of("rdfc.canonicalize", "apart", Request(_APART), _APART_CANONICAL)
    yield _of("rdfc.canonicalize", "self-loop", Request(_LOOP), _LOOP_CANONICAL)
    yield _of("rdfc.canonicalize", "pair", Request(_PAIR), _PAIR_CANONICAL)
    yield _of("rdfc.label", "apart", Request(_APART), _APART_ISSUED)
    yield _of("rdfc.serialize", "apart", Labeled(_APART, _APART_ISSUED), _APART_CANONICAL)
    for name, dataset, hashes, identifiers in (
        ("apart", _APART, _APART_HASHES, _APART_LABELS),
        ("self-loop", _LOOP, _LOOP_HASHES, ("_:e",)),
        ("pair", _PAIR, (_PAIR_HASH, _PAIR_HASH), ("_:e", "_:f")),
    ):
        case = FirstDegreeCase(dataset, identifiers, "sha256")
        yield _of("rdfc.hash_first_degree", name, case, hashes)
    yield _of("rdfc.hash_n_degree", "pair", _PAIR_CASE, _PAIR_RESULTS)
    yield _of("transform.rdfc", "term", Transformation(_SOURCE), _N_QUADS.encode())
    yield _of("transform.jcs", "term", Transformation(_SOURCE), _JCS.encode())
    for row in own_primitives.rows():
        yield _of(*row)
    for row in own_di.rows():
        yield _of(*row)
    for row in own_mdoc.rows():
        yield _of(*row)
    for row in own_sd_jwt.rows():
        yield _of(*row)
