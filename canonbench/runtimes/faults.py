"""What a child of another runtime may do wrong, by name."""

from typing import Literal, TypeAlias

from canonbench.errors import CanonbenchError

__all__ = ["Kind", "RuntimeFault", "nonsense"]

Kind: TypeAlias = Literal["died", "late", "nonsense", "version", "digest"]


class RuntimeFault(CanonbenchError):
    """A child that died, did not answer in time, or did not keep to the protocol; never the engine's answer.

    ``kind`` is ``died``, ``late`` (no answer in time), ``nonsense`` (no answer of the protocol), ``version``
    (another version of it) or ``digest`` (a timed call gave another output than the one that was checked).
    The message holds no value of a document; ``said`` is the last line that the child wrote to standard
    error, which may.
    """

    def __init__(self, kind: Kind, message: str, said: str = "") -> None:
        """Keep ``kind`` and ``said``."""
        super().__init__(message)
        self.kind: Kind = kind
        self.said = said


def nonsense(what: str) -> RuntimeFault:
    """Return the fault of a child that ``what``, as in ``"gives what is no number"``."""
    return RuntimeFault("nonsense", f"the child {what}; see docs/other-runtimes.md for the protocol")
