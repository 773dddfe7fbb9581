"""The engine ``canonbench``: our own implementations, on neutral values, so with nothing to convert.

``jsonld`` stages take a ``Source`` of document and contexts; the context cache that ``enter`` is handed is a
``ContextCache`` over those contexts, filled by the first call that uses it. Data loss is looked for in every
call, as its cost belongs to whoever signs; whether a loss is an error, the ``Source`` says.
"""

from typing import Any, NamedTuple

from canonbench.documents import ijson
from canonbench.engines.own_contexts import (
    Cache,
    Operation,
    enter,
    enter_calls,
    leave_contexts,
    process_contexts,
)
from canonbench.model.engine import Engine
from canonbench.specs import base64url as base64url_specs
from canonbench.specs import jcs as jcs_specs
from canonbench.specs import jsonld as specs
from canonbench.specs import multibase as multibase_specs
from canonbench.specs import nquads as n_quads
from canonbench.specs import rdfc10
from canonbench.specs.rdf import Dataset
from canonbench.stages import base64url, jcs, json, jsonld, multibase, nquads, rdfc, transform

__all__ = ["ENGINES"]

_NAME = "canonbench"


def _expand(operation: Operation) -> list[Any]:
    document, compiled, options, loss = operation
    return specs.expand(document, compiled, options, loss=loss)


def _to_quads(operation: Operation) -> Dataset:
    document, compiled, options, loss = operation
    return specs.to_quads(document, compiled, options, loss=loss)


def _canonicalize(request: rdfc.Request) -> str:
    return rdfc10.canonicalize(*request)


def _label(request: rdfc.Request) -> dict[str, str]:
    return rdfc10.label(*request)


def _serialize(labeled: rdfc.Labeled) -> str:
    return rdfc10.serialize(*labeled)


class _Transformation(NamedTuple):
    operation: Operation
    hash: str


def _enter_transformation(request: transform.Request, cache: Cache) -> _Transformation:
    return _Transformation(enter(request.source, cache), request.hash)


def _transform(transformation: _Transformation) -> bytes:
    operation, algorithm = transformation
    return rdfc10.canonicalize(_to_quads(operation), algorithm).encode()


def _document(request: transform.Request) -> Any:
    return request.source.document


def _parse_json(text: bytes) -> Any:
    return ijson.read(text, "the JSON text")


def _encode_multibase(given: multibase.Encoding) -> str:
    return multibase_specs.encode(*given)


def _decode_multibase(given: multibase.Decoding) -> bytes:
    return multibase_specs.decode(*given)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(json.parse, _NAME, run=_parse_json),
    Engine(transform.rdfc, _NAME, run=_transform, enter=_enter_transformation, cache=Cache),
    Engine(transform.jcs, _NAME, run=jcs_specs.canonicalize, enter=_document),
    Engine(jcs.canonicalize, _NAME, run=jcs_specs.canonicalize),
    Engine(jsonld.expand, _NAME, run=_expand, enter=enter, cache=Cache),
    Engine(
        jsonld.process_context,
        _NAME,
        run=process_contexts,
        enter=enter_calls,
        leave=leave_contexts,
        cache=Cache,
    ),
    Engine(jsonld.to_rdf, _NAME, run=specs.to_rdf),
    Engine(jsonld.to_quads, _NAME, run=_to_quads, enter=enter, cache=Cache),
    Engine(rdfc.canonicalize, _NAME, run=_canonicalize),
    Engine(rdfc.label, _NAME, run=_label),
    Engine(rdfc.hash_first_degree, _NAME, run=rdfc10.hash_first_degree),
    Engine(rdfc.hash_n_degree, _NAME, run=rdfc10.hash_n_degree),
    Engine(rdfc.serialize, _NAME, run=_serialize),
    Engine(nquads.parse, _NAME, run=n_quads.parse),
    Engine(nquads.serialize, _NAME, run=n_quads.serialize),
    Engine(multibase.encode, _NAME, run=_encode_multibase),
    Engine(multibase.decode, _NAME, run=_decode_multibase),
    Engine(base64url.encode, _NAME, run=base64url_specs.encode),
    Engine(base64url.decode, _NAME, run=base64url_specs.decode),
)
