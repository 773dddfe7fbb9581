"""The literal transcription of the specifications, without shortcuts: what they say, step by step."""

from typing import Any

from canonbench.model.engine import Engine
from canonbench.specs import jcs_reference, multibase_reference
from canonbench.specs.rdfc10 import reference as rdfc10
from canonbench.stages import jcs, multibase, rdfc, transform

__all__ = ["ENGINES"]

_NAME = "reference"


def _canonicalize(request: rdfc.Request) -> str:
    return rdfc10.canonicalize(*request)


def _label(request: rdfc.Request) -> dict[str, str]:
    return rdfc10.label(*request)


def _serialize(labeled: rdfc.Labeled) -> str:
    return rdfc10.serialize(*labeled)


def _document(request: transform.Request) -> Any:
    return request.source.document


def _encode(given: multibase.Encoding) -> str:
    return multibase_reference.encode(*given)


def _decode(given: multibase.Decoding) -> bytes:
    return multibase_reference.decode(*given)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(transform.jcs, _NAME, run=jcs_reference.canonicalize, enter=_document),
    Engine(jcs.canonicalize, _NAME, run=jcs_reference.canonicalize),
    Engine(multibase.encode, _NAME, run=_encode),
    Engine(multibase.decode, _NAME, run=_decode),
    Engine(rdfc.canonicalize, _NAME, run=_canonicalize),
    Engine(rdfc.label, _NAME, run=_label),
    Engine(rdfc.hash_first_degree, _NAME, run=rdfc10.hash_first_degree),
    Engine(rdfc.hash_n_degree, _NAME, run=rdfc10.hash_n_degree),
    Engine(rdfc.serialize, _NAME, run=_serialize),
)
