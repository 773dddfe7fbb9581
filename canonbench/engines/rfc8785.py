"""rfc8785: JCS in pure Python, strict about the domain of the text."""

from typing import Any

import rfc8785 as library

from canonbench.errors import JcsDomainError
from canonbench.model.engine import Engine
from canonbench.stages import jcs, transform

__all__ = ["ENGINES"]

_NAME = "rfc8785"


def _canonicalize(value: Any) -> bytes:
    try:
        return library.dumps(value)
    except library.CanonicalizationError as error:
        raise JcsDomainError(f"rfc8785: {error}") from error


def _document(request: transform.Request) -> Any:
    return request.source.document


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(jcs.canonicalize, _NAME, run=_canonicalize),
    Engine(transform.jcs, _NAME, run=_canonicalize, enter=_document),
)
