"""base64url without padding."""

from canonbench.model.stage import Stage
from canonbench.stages.texts import RFC4648

__all__ = ["decode", "encode"]

encode: Stage[bytes, str] = Stage("base64url.encode", RFC4648.at("section-5"))
decode: Stage[str, bytes] = Stage("base64url.decode", RFC4648.at("section-5"))
"""Our own raises MalformedInput for what is not the one spelling of some octets; a library may not."""
