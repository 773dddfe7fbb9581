"""isomdoc: its verifier as an engine of the whole role ``mdoc.verify``. Needs the extra ``peers``.

What is handled here, each seen in isomdoc 0.0.5:

- it verifies DeviceResponse alone, with ES256 and a device signature: other inputs are unavailable, with the
  reason;
- it wants the session transcript decoded, which is part of the work;
- it refuses by errors of any type: all of them are one refusal here;
- it gives the document type, for the caller to compare: that is done here;
- it looks at no clock, no certificate but for its key, and no duplicates, so that it does not pass the gate.
  It is offered all the same: the gate says why it is not timed.
"""

from typing import Any

import cbor2

from canonbench.engines.mdoc_values import neutral_value
from canonbench.errors import EngineUnavailable, VerificationFailed, one_line
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.stages.texts import ISO_18013_5

try:
    from isomdoc import verify_device_response
except ModuleNotFoundError as error:
    raise EngineUnavailable("engine isomdoc needs isomdoc: pip install 'canonbench[peers]'") from error

__all__ = ["ENGINES"]

_NAME = "isomdoc"
_ES256 = b"\x43\xa1\x01\x26"
"""A protected header with nothing but ES256 (RFC 9053 section 2.1), as a byte string."""


def _enter(request: Any) -> Any:
    signed = b"deviceSigned" in request.presented and request.reader_key is None
    if not signed or _ES256 not in request.presented:
        raise EngineUnavailable(
            f"{_NAME} verifies a DeviceResponse signed with ES256: --algorithm p256 --scope holder"
        )
    return request


def _verify(request: Any) -> Any:
    try:
        response = verify_device_response(request.presented, cbor2.loads(request.transcript))
    except Exception as error:  # whatever the libraries raise is a refusal
        raise VerificationFailed(f"{_NAME}: {one_line(error)}") from error
    if [document.doctype for document in response.documents] != [request.doc_type]:
        raise VerificationFailed(f"{_NAME}: there is not the one document of that type")
    return response.documents[0]


def _leave(document: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    elements = {
        name_space: {item.element_identifier: neutral_value(item.element_value) for item in items}
        for name_space, items in document.issuer_signed.namespaces.items()
    }
    return document.doctype, elements, neutral_value(document.device_signed.namespaces)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(
        Stage[Any, Any]("mdoc.verify", ISO_18013_5.at("9.3.1")),
        _NAME,
        run=_verify,
        enter=_enter,
        leave=_leave,
    ),
)
