"""HMAC with SHA-256: a key and a message to a code of 32 bytes."""

from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.stages.texts import RFC2104

__all__ = ["Authentication", "sha256"]


class Authentication(NamedTuple):
    """A message and the secret key that it is authenticated with, both octets."""

    key: bytes
    message: bytes


sha256: Stage[Authentication, bytes] = Stage("hmac.sha256", RFC2104.at("section-2"))
