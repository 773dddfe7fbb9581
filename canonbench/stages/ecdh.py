"""Elliptic curve Diffie-Hellman on P-256 and P-384: a secret and a public key to a shared secret."""

from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.stages.key import Key
from canonbench.stages.texts import RFC9053

__all__ = ["Agreement", "agree"]


class Agreement(NamedTuple):
    """One's own secret key and the other's public key: in a composition the library's own, both of them."""

    secret: Key
    public: Key


agree: Stage[Agreement, bytes] = Stage("ecdh.agree", RFC9053.at("section-6.3.1"))
"""Gives the x-coordinate of the shared point, 32 or 48 bytes."""
