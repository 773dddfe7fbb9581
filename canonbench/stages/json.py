"""JSON texts: octets to values and back (RFC 8259, within I-JSON, RFC 7493)."""

import json
from typing import Any

from canonbench.model.stage import Stage
from canonbench.specs.jcs import Json
from canonbench.stages.texts import JSON

__all__ = ["parse", "serialize"]


def _value(text: bytes) -> str:
    return json.dumps(json.loads(text), sort_keys=True, indent=1, ensure_ascii=False)


parse: Stage[bytes, Any] = Stage("json.parse", JSON.at("section-2"))
serialize: Stage[Json, bytes] = Stage("json.serialize", JSON.at("section-2"), normal=_value)
