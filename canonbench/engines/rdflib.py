"""rdflib: an RDF toolkit in pure Python, with N-Quads, JSON-LD and a canonical graph of its own.

What is handled here, each seen in rdflib 7.6:

- it rewrites the lexical forms of literals (``"01"`` to ``"1"``) unless ``NORMALIZE_LITERALS`` is off, which
  it is here, since another lexical form is another RDF term;
- its JSON-LD parser would fetch contexts from the network: they are written into the document;
- for many documents its JSON-LD gives another graph than the specification: the gate finds out for each one;
- ``to_canonical_graph`` is no RDFC-1.0 and knows no named graphs: it is a stage of its own.
"""

import json
from typing import Any, NamedTuple

import rdflib as library
from rdflib.compare import to_canonical_graph as _to_canonical_graph

from canonbench.engines.inline import inlined
from canonbench.errors import EngineUnavailable, MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs.rdf import RDF_LANG_STRING, XSD_STRING, Dataset, Quad, Term
from canonbench.stages import jsonld, nquads, rdflib

__all__ = ["ENGINES"]

_NAME = "rdflib"
_DEFAULT_GRAPH = library.URIRef("urn:x-rdflib:default")

library.NORMALIZE_LITERALS = False


class _Document(NamedTuple):
    text: str
    base: str | None


def _parse(text: str) -> Any:
    dataset = library.Dataset()
    try:
        dataset.parse(data=text, format="nquads")
    except library.plugins.parsers.ntriples.ParseError as error:
        raise MalformedInput(f"rdflib cannot parse these N-Quads: {error}") from error
    return dataset


def _to_quads(document: _Document) -> Any:
    text, base = document
    dataset = library.Dataset()
    dataset.parse(data=text, format="json-ld", base=base)
    return dataset


def _serialize(dataset: Any) -> str:
    text: str = dataset.serialize(format="nquads")
    return text


def _enter_source(source: jsonld.Source) -> _Document:
    return _Document(json.dumps(inlined(source), ensure_ascii=False), source.options.base)


def _resource(term: str) -> Any:
    return library.BNode(term[2:]) if term.startswith("_:") else library.URIRef(term)


def _term(term: Term) -> Any:
    if isinstance(term, str):
        return _resource(term)
    lexical, datatype, language = term
    if language is not None:
        return library.Literal(lexical, lang=language)
    return library.Literal(lexical, datatype=None if datatype == XSD_STRING else library.URIRef(datatype))


def _enter_dataset(dataset: Dataset) -> Any:
    entered = library.Dataset()
    for subject, predicate, term, graph in dataset:
        quad = (_resource(subject), library.URIRef(predicate), _term(term))
        entered.add(quad if graph is None else (*quad, _resource(graph)))
    return entered


def _enter_graph(dataset: Dataset) -> Any:
    graph = library.Graph()
    for subject, predicate, term, name in dataset:
        if name is not None:
            raise EngineUnavailable("rdflib's canonical graph takes no named graphs")
        graph.add((_resource(subject), library.URIRef(predicate), _term(term)))
    return graph


def _leave_term(term: Any) -> Term:
    if isinstance(term, library.Literal):
        if term.language is not None:
            return (str(term), RDF_LANG_STRING, term.language)
        return (str(term), str(term.datatype or XSD_STRING), None)
    return f"_:{term}" if isinstance(term, library.BNode) else str(term)


def _leave_dataset(dataset: Any) -> Dataset:
    distinct: dict[Quad, None] = {}
    for subject, predicate, term, graph in dataset.quads():
        name = None if graph in {None, _DEFAULT_GRAPH} else str(_leave_term(graph))
        distinct[str(_leave_term(subject)), str(predicate), _leave_term(term), name] = None
    return tuple(distinct)


def _leave_graph(graph: Any) -> Dataset:
    return tuple((str(_leave_term(s)), str(p), _leave_term(o), None) for s, p, o in graph)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(jsonld.to_quads, _NAME, run=_to_quads, enter=_enter_source, leave=_leave_dataset),
    Engine(nquads.parse, _NAME, run=_parse, leave=_leave_dataset),
    Engine(nquads.serialize, _NAME, run=_serialize, enter=_enter_dataset),
    Engine(rdflib.to_canonical_graph, _NAME, run=_to_canonical_graph, enter=_enter_graph, leave=_leave_graph),
)
