"""An exchange: issue, present and verify of one format, each composed of stages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from canonbench.model.text import Reference
from canonbench.model.use import Use

__all__ = ["ROLES", "Algorithm", "Binding", "Role", "RoleName", "Scope", "Variant", "role"]

RoleName: TypeAlias = Literal["issue", "present", "verify"]
ROLES: tuple[RoleName, ...] = ("issue", "present", "verify")
"""Every role, in the order in which an exchange has them."""

Scope: TypeAlias = Literal["issuer", "holder", "trust"]
Binding: TypeAlias = Literal["signature", "mac"]
Algorithm: TypeAlias = Literal["ed25519", "p256", "p384"]


@dataclass(frozen=True)
class Variant:
    """What decides which stages an exchange uses, fixed when it is bound: never its data."""

    algorithm: Algorithm
    scope: Scope = "issuer"
    binding: Binding = "signature"
    """How a holder proves possession of its key; ``"mac"`` is mdoc's alone."""

    @property
    def hash(self) -> str:
        """The hash algorithm that goes with the curve: SHA-384 with P-384, else SHA-256."""
        return "sha384" if self.algorithm == "p384" else "sha256"


@dataclass(frozen=True, eq=False)
class Role:
    """One role of an exchange.

    ``bind`` asks a ``use`` for the stages and returns straight-line code from a request to its answer:
    issue takes a neutral credential and key material and gives wire bytes, present takes wire bytes and
    gives wire bytes, verify takes wire bytes and gives verified claims.
    """

    exchange: str
    role: RoleName
    text: Reference
    bind: Callable[[Use, Variant], Callable[[Any], Any]]

    @property
    def name(self) -> str:
        """The target of its cases: ``eddsa-rdfc-2022.issue``."""
        return f"{self.exchange}.{self.role}"


def role(
    exchange: str,
    name: RoleName,
    text: Reference,
) -> Callable[[Callable[[Use, Variant], Callable[[Any], Any]]], Role]:
    """Declare the function below as the role ``name`` of ``exchange``, as ``text`` describes it."""
    return lambda bind: Role(exchange, name, text, bind)
