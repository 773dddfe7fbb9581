"""jcs: JCS in pure Python, after Python's own encoder.

It writes integers beyond 2**53 - 1 as if they were binary64 numbers, where the text has nothing to say (RFC
8785, section 3.1) and others refuse them. Only the common domain is compared: such a value has no row.
"""

from typing import Any

import jcs as library

from canonbench.errors import EngineUnavailable, JcsDomainError
from canonbench.model.engine import Engine
from canonbench.specs.jcs import SAFE_INTEGER
from canonbench.stages import jcs, transform

__all__ = ["ENGINES"]

_NAME = "jcs"


def _canonicalize(value: Any) -> bytes:
    try:
        return library.canonicalize(value)  # type: ignore[no-any-return]  # the library has no types
    except (AttributeError, TypeError, ValueError) as error:
        raise JcsDomainError(f"jcs: {error}") from error


def _enter(value: Any) -> Any:
    if not _common(value):
        raise EngineUnavailable(
            "jcs rounds integers beyond 2^53 - 1, which are outside the domain of RFC 8785"
        )
    return value


def _common(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_common, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_common, value))
    return not isinstance(value, int) or -SAFE_INTEGER <= value <= SAFE_INTEGER


def _document(request: transform.Request) -> Any:
    return _enter(request.source.document)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(jcs.canonicalize, _NAME, run=_canonicalize, enter=_enter),
    Engine(transform.jcs, _NAME, run=_canonicalize, enter=_document),
)
