"""json and base64 of Python itself, as most programs call them.

Both are lenient where the texts are not: ``json`` keeps the last of two members of one name, ``base64``
passes over characters that do not belong there. On what is well-formed they give what the texts say.
"""

import base64
import json
from typing import Any

from canonbench.errors import MalformedInput
from canonbench.model.engine import Engine
from canonbench.stages import base64url, kit
from canonbench.stages import json as json_stages

__all__ = ["ENGINES"]

_PADDING = ("", "", "==", "=")


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise MalformedInput(f"json: {error}") from error


def _serialize(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _sorted(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + _PADDING[len(text) % 4])
    except ValueError as error:
        raise MalformedInput(f"base64: {error}") from error


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(json_stages.parse, "json", run=_parse),
    Engine(json_stages.serialize, "json", run=_serialize),
    Engine(kit.json_dumps, "json", run=_sorted),
    Engine(base64url.encode, "base64", run=_encode),
    Engine(base64url.decode, "base64", run=_decode),
)
