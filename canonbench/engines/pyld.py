"""PyLD: JSON-LD 1.1, N-Quads, and a canonicalizer of URDNA2015, the algorithm that RDFC-1.0 grew from.

What is handled here, each seen in PyLD 3.3:

- its module-level context cache would let one engine's warm-up leak into another's row: every operation gets
  a context resolver over an explicit cache, made as PyLD makes its own;
- a loader whose answer has no ``tag`` is asked again on every operation: ours says ``static``;
- ``base=None``, as VC Data Integrity demands: without it relative IRIs are resolved against an invented base;
- ``to_rdf`` expands what is expanded already: the stage calls its two inner steps instead;
- the canonicalizer rewrites the dataset that it is given (``consumes``), knows SHA-256 only, and is no
  RDFC-1.0: where the two differ, the gate says so.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyld.canon
import pyld.nquads
from cachetools import LRUCache
from pyld import jsonld as library
from pyld.context_resolver import ContextResolver
from pyld.identifier_issuer import IdentifierIssuer

from canonbench.errors import EngineUnavailable, MalformedInput
from canonbench.model.engine import Engine, identity
from canonbench.specs.rdf import RDF_LANG_STRING, Dataset, Quad, Term
from canonbench.stages import jsonld, nquads, rdfc, transform

__all__ = ["ENGINES"]

_NAME = "pyld"
_DEFAULT_GRAPH = "@default"


@dataclass
class _Cache:
    """PyLD's cache of resolved contexts, and its loader over the contexts of the documents entered."""

    resolved: Any = field(default_factory=lambda: LRUCache(maxsize=library.RESOLVED_CONTEXT_CACHE_MAX_SIZE))
    contexts: Mapping[str, Any] | None = None
    load: Callable[..., dict[str, Any]] | None = None


class _Operation(NamedTuple):
    document: Any
    cache: _Cache
    options: dict[str, Any]


def _loader(contexts: Mapping[str, Any]) -> Callable[..., dict[str, Any]]:
    documents = {
        url: {"contextUrl": None, "documentUrl": url, "document": deepcopy(context), "tag": "static"}
        for url, context in contexts.items()
    }

    def load(url: str, _options: Any) -> dict[str, Any]:
        return documents[url]

    return load


def _enter_source(source: jsonld.Source, cache: _Cache) -> _Operation:
    if cache.contexts is not source.contexts:
        cache.contexts, cache.load = source.contexts, _loader(source.contexts)
    asked = source.options
    options: dict[str, Any] = {
        "base": asked.base,
        "processingMode": asked.processing_mode,
        "documentLoader": cache.load,
    }
    if asked.expand_context is not None:
        options["expandContext"] = asked.expand_context
    if asked.produce_generalized_rdf:
        options["produceGeneralizedRdf"] = True
    if asked.rdf_direction is not None:
        options["rdfDirection"] = asked.rdf_direction
    return _Operation(source.document, cache, options)


def _options(operation: _Operation) -> dict[str, Any]:
    cache = operation.cache
    return {**operation.options, "contextResolver": ContextResolver(cache.resolved, cache.load)}


def _expand(operation: _Operation) -> Any:
    return library.expand(operation.document, _options(operation))


def _to_quads(operation: _Operation) -> Any:
    return library.to_rdf(operation.document, _options(operation))


class _Calls(NamedTuple):
    """Calls of Context Processing: for each the local context, where it starts from, and the flags."""

    calls: tuple[tuple[int, bool, Any, bool, bool], ...]
    operation: _Operation


def _enter_calls(given: jsonld.ContextCalls, cache: _Cache) -> _Calls:
    locals_ = [_local(*each) for each in given.local_contexts]
    calls = tuple(
        (call.active, call.reverted, locals_[call.local], call.override_protected, call.propagate)
        for call in given.calls
    )
    return _Calls(calls, _enter_source(jsonld.Source(None, given.contexts, given.options), cache))


def _local(context: Any, base_url: str | None) -> Any:
    """Return a local context of its own, with relative URLs resolved, as PyLD does when it loads one."""
    given = {"@context": deepcopy(context)}
    if base_url is not None:
        ContextResolver({}, None)._resolve_context_urls(given, base_url)  # noqa: SLF001 - no public way
    return given["@context"]


def _process_contexts(given: _Calls) -> list[Any]:
    """Make the calls as PyLD's own expansion makes them.

    That makes some more, which the text does not ask for: for each member whose term has a context, before it
    comes to the values and makes the text's own call for each of them.
    """
    processor = library.JsonLdProcessor()
    process = processor._process_context  # noqa: SLF001 - the public way has no flags
    options = _options(given.operation)
    initial = processor._get_initial_context(options)  # noqa: SLF001 - no public way
    made: list[Any] = []
    for origin, reverted, local, override_protected, propagate in given.calls:
        active = initial if origin < 0 else made[origin]
        if reverted:
            active = active["previousContext"]
        made.append(
            process(active, local, options, override_protected=override_protected, propagate=propagate)
        )
    return made


def _leave_contexts(made: list[Any]) -> list[jsonld.Processed]:
    found = {id(active): _leave_context(active) for active in made}
    return [found[id(active)] for active in made]


def _leave_context(active: Any) -> jsonld.Processed:
    mappings = active["mappings"].items()
    return jsonld.Processed(active.get("@vocab"), {term: each and each["@id"] for term, each in mappings})


class _Compaction(NamedTuple):
    expanded: Any
    context: Any
    operation: _Operation


def _enter_compaction(given: jsonld.Compaction, cache: _Cache) -> _Compaction:
    source = jsonld.Source(None, given.contexts)
    return _Compaction(given.expanded, given.context, _enter_source(source, cache))


def _compact(given: _Compaction) -> Any:
    options = {**_options(given.operation), "skipExpansion": True}
    return library.compact(given.expanded, given.context, options)


def _to_rdf(expanded: Any) -> Any:
    """Do what ``JsonLdProcessor.to_rdf`` does after it has expanded its input once more."""
    processor = library.JsonLdProcessor()
    issuer = IdentifierIssuer("_:b")
    node_map: dict[str, Any] = {_DEFAULT_GRAPH: {}}
    processor._create_node_map(expanded, node_map, _DEFAULT_GRAPH, issuer)  # noqa: SLF001 - no public way
    options = {"produceGeneralizedRdf": False, "rdfDirection": None, "processingMode": "json-ld-1.1"}
    to_rdf = processor._graph_to_rdf  # noqa: SLF001 - no public way
    return {
        name: to_rdf(graph, issuer, options)
        for name, graph in sorted(node_map.items())
        if name == _DEFAULT_GRAPH or library._is_absolute_iri(name)  # noqa: SLF001 - no public way
    }


def _canonicalize(request: Any) -> str:
    dataset, algorithm = request
    if algorithm != "sha256":
        raise _no_other_hash(algorithm)
    text: str = pyld.canon.URDNA2015().main(dataset, {"format": "application/n-quads"})
    return text


def _no_other_hash(algorithm: str) -> EngineUnavailable:
    return EngineUnavailable(f"PyLD canonicalizes with SHA-256 only, not with {algorithm}")


def _enter_transformation(request: transform.Request, cache: _Cache) -> _Operation:
    if request.hash != "sha256":
        raise _no_other_hash(request.hash)
    return _enter_source(request.source, cache)


def _transform(operation: _Operation) -> bytes:
    return _canonicalize((_to_quads(operation), "sha256")).encode()


def _term(term: Term) -> dict[str, str]:
    if isinstance(term, str):
        return {"type": "blank node" if term.startswith("_:") else "IRI", "value": term}
    lexical, datatype, language = term
    literal = {"type": "literal", "value": lexical, "datatype": datatype}
    if language is not None:
        literal["language"] = language
    return literal


def _enter_dataset(dataset: Dataset) -> dict[str, list[dict[str, Any]]]:
    entered: dict[str, list[dict[str, Any]]] = {_DEFAULT_GRAPH: []}
    for subject, predicate, term, graph in dataset:
        triple = {"subject": _term(subject), "predicate": _term(predicate), "object": _term(term)}
        entered.setdefault(graph or _DEFAULT_GRAPH, []).append(triple)
    return entered


def _enter_request(request: rdfc.Request) -> tuple[dict[str, list[dict[str, Any]]], str]:
    dataset, algorithm = request
    if algorithm != "sha256":
        raise _no_other_hash(algorithm)
    return _enter_dataset(dataset), algorithm


def _leave_term(term: Mapping[str, str]) -> Term:
    if term["type"] != "literal":
        return term["value"]
    language = term.get("language")
    return (term["value"], RDF_LANG_STRING if language else term["datatype"], language)


def _leave_dataset(dataset: Mapping[str, list[Any]]) -> Dataset:
    quads: dict[Quad, None] = {}
    for graph, triples in dataset.items():
        name = None if graph == _DEFAULT_GRAPH else graph
        for triple in triples:
            subject, predicate = triple["subject"]["value"], triple["predicate"]["value"]
            quads[subject, predicate, _leave_term(triple["object"]), name] = None
    return tuple(quads)


def _parse(text: str) -> Any:
    try:
        return pyld.nquads.parse_nquads(text)
    except pyld.nquads.ParserError as error:
        raise MalformedInput(f"PyLD cannot parse these N-Quads: {error}") from error


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(jsonld.expand, _NAME, run=_expand, enter=_enter_source, cache=_Cache),
    Engine(
        jsonld.process_context,
        _NAME,
        run=_process_contexts,
        enter=_enter_calls,
        leave=_leave_contexts,
        cache=_Cache,
    ),
    Engine(
        jsonld.to_rdf,
        _NAME,
        run=_to_rdf,
        enter=deepcopy,
        leave=_leave_dataset,
        joins={"jsonld.expand": identity},
    ),
    Engine(jsonld.to_quads, _NAME, run=_to_quads, enter=_enter_source, leave=_leave_dataset, cache=_Cache),
    Engine(jsonld.compact, _NAME, run=_compact, enter=_enter_compaction, cache=_Cache),
    Engine(
        rdfc.canonicalize,
        _NAME,
        run=_canonicalize,
        enter=_enter_request,
        part=_enter_dataset,
        consumes=True,
        joins={"jsonld.to_rdf": identity, "jsonld.to_quads": identity, "nquads.parse": identity},
        algorithm="URDNA2015",
    ),
    Engine(
        transform.rdfc,
        _NAME,
        run=_transform,
        enter=_enter_transformation,
        cache=_Cache,
        algorithm="URDNA2015",
    ),
    Engine(nquads.parse, _NAME, run=_parse, leave=_leave_dataset),
    Engine(nquads.serialize, _NAME, run=pyld.nquads.serialize_nquads, enter=_enter_dataset),
)
