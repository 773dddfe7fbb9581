"""pymdoccbor: its verifier as an engine of the whole role ``mdoc.verify``. Needs the extra ``peers``.

What is handled here, each seen in pymdoccbor 1.4.0:

- it verifies DeviceResponse alone, and in it what the issuer signed: other inputs are unavailable, with the
  reason;
- it answers with a Boolean, or raises errors of any type: both are one refusal here;
- it gives the document type, for the caller to compare: that is done here;
- it uses ``cryptography.x509`` without importing it, so that is imported here;
- it verifies no device authentication and looks at no clock, so that it does not pass the gate. It is offered
  all the same: the gate says why it is not timed.
"""

from typing import Any

import cryptography.x509  # noqa: F401 - the library uses it and does not import it

from canonbench.engines.mdoc_values import neutral_value
from canonbench.errors import EngineUnavailable, VerificationFailed, one_line
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.stages.texts import ISO_18013_5

try:
    from pymdoccbor.mdoc.verifier import MdocCbor
except ModuleNotFoundError as error:
    raise EngineUnavailable("engine pymdoccbor needs pymdoccbor: pip install 'canonbench[peers]'") from error

__all__ = ["ENGINES"]

_NAME = "pymdoccbor"


def _enter(request: Any) -> Any:
    if b"deviceSigned" not in request.presented:
        raise EngineUnavailable(f"{_NAME} verifies a DeviceResponse: --scope holder")
    return request


def _verify(request: Any) -> Any:
    response = MdocCbor()
    try:
        response.loads(request.presented)
        valid = response.verify()
    except Exception as error:  # whatever the libraries raise is a refusal
        raise VerificationFailed(f"{_NAME}: {one_line(error)}") from error
    if not valid:
        raise VerificationFailed(f"{_NAME}: the document is not valid")
    if [document.doctype for document in response.documents] != [request.doc_type]:
        raise VerificationFailed(f"{_NAME}: there is not the one document of that type")
    return response


def _leave(response: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    return response.documents[0].doctype, neutral_value(response.disclosure_map), {}


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(
        Stage[Any, Any]("mdoc.verify", ISO_18013_5.at("9.3.1")),
        _NAME,
        run=_verify,
        enter=_enter,
        leave=_leave,
    ),
)
