"""pyoxigraph: Oxigraph's RDF data model in Rust, with RDFC-1.0, N-Quads and JSON-LD.

What is handled here, each seen in pyoxigraph 0.5:

- ``canonicalize`` renames in place (``consumes``), and gives a dataset: its canonical form is made by
  serializing and sorting, which is part of the call that is timed;
- it has no limit of work and does not listen to signals: whoever calls it, does so in a child to be killed;
- its JSON-LD parser takes no contexts: they are written into the document, and processed again on each call.
"""

import json
from typing import Any, NamedTuple, cast

import pyoxigraph as library

from canonbench.engines.inline import inlined
from canonbench.errors import MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs.rdf import Dataset, Quad, Term
from canonbench.stages import jsonld, nquads, rdfc, transform

__all__ = ["ENGINES"]

_NAME = "pyoxigraph"
_N_QUADS = library.RdfFormat.N_QUADS
_JSON_LD = library.RdfFormat.JSON_LD
_ALGORITHMS = {
    "sha256": library.CanonicalizationAlgorithm.RDFC_1_0_SHA_256,
    "sha384": library.CanonicalizationAlgorithm.RDFC_1_0_SHA_384,
}


class _Document(NamedTuple):
    text: bytes
    base: str | None


class _Request(NamedTuple):
    dataset: library.Dataset
    hash: str


class _Transformation(NamedTuple):
    document: _Document
    hash: str


def _canonicalize(request: _Request) -> str:
    dataset, algorithm = request
    dataset.canonicalize(_ALGORITHMS[algorithm])
    lines = _serialize(dataset).decode().split("\n")
    lines.sort()
    lines.append("")
    return "\n".join(lines[1:])


def _serialize(dataset: library.Dataset) -> bytes:
    return cast("bytes", library.serialize(dataset, format=_N_QUADS))


def _parse(text: str) -> list[library.Quad]:
    try:
        return list(library.parse(text, format=_N_QUADS))
    except SyntaxError as error:
        raise MalformedInput(f"pyoxigraph cannot parse these N-Quads: {error}") from error


def _to_quads(document: _Document) -> list[library.Quad]:
    text, base = document
    try:
        return list(library.parse(text, format=_JSON_LD, base_iri=base))
    except SyntaxError as error:
        raise MalformedInput(f"pyoxigraph cannot parse this JSON-LD: {error}") from error


def _transform(transformation: _Transformation) -> bytes:
    document, algorithm = transformation
    return _canonicalize(_Request(library.Dataset(_to_quads(document)), algorithm)).encode()


def _enter_source(source: jsonld.Source) -> _Document:
    return _Document(json.dumps(inlined(source), ensure_ascii=False).encode(), source.options.base)


def _resource(term: str) -> library.NamedNode | library.BlankNode:
    return library.BlankNode(term[2:]) if term.startswith("_:") else library.NamedNode(term)


def _term(term: Term) -> library.NamedNode | library.BlankNode | library.Literal:
    if isinstance(term, str):
        return _resource(term)
    lexical, datatype, language = term
    if language is not None:
        return library.Literal(lexical, language=language)
    return library.Literal(lexical, datatype=library.NamedNode(datatype))


def _enter_dataset(dataset: Dataset) -> library.Dataset:
    default = library.DefaultGraph()
    return library.Dataset(
        library.Quad(
            _resource(subject),
            library.NamedNode(predicate),
            _term(term),
            default if graph is None else _resource(graph),
        )
        for subject, predicate, term, graph in dataset
    )


def _enter_request(request: rdfc.Request) -> _Request:
    return _Request(_enter_dataset(request.dataset), request.hash)


def _enter_transformation(request: transform.Request) -> _Transformation:
    return _Transformation(_enter_source(request.source), request.hash)


def _leave_term(term: Any) -> Term:
    if isinstance(term, library.Literal):
        return (term.value, term.datatype.value, term.language)
    if isinstance(term, library.BlankNode):
        return "_:" + term.value
    return str(term.value)


def _leave_dataset(quads: list[library.Quad]) -> Dataset:
    distinct: dict[Quad, None] = {}
    for quad in quads:
        subject, predicate = str(_leave_term(quad.subject)), quad.predicate.value
        name = quad.graph_name
        graph = None if isinstance(name, library.DefaultGraph) else str(_leave_term(name))
        distinct[subject, predicate, _leave_term(quad.object), graph] = None
    return tuple(distinct)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(jsonld.to_quads, _NAME, run=_to_quads, enter=_enter_source, leave=_leave_dataset),
    Engine(
        rdfc.canonicalize,
        _NAME,
        run=_canonicalize,
        enter=_enter_request,
        part=_enter_dataset,
        consumes=True,
        joins={"jsonld.to_quads": library.Dataset, "nquads.parse": library.Dataset},
    ),
    Engine(transform.rdfc, _NAME, run=_transform, enter=_enter_transformation),
    Engine(nquads.parse, _NAME, run=_parse, leave=_leave_dataset),
    Engine(nquads.serialize, _NAME, run=_serialize, enter=_enter_dataset, leave=bytes.decode),
)
