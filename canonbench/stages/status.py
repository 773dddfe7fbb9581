"""Status of a credential, from a list that is at hand: what is left when the list's own proof is verified.

``check`` takes both kinds of list, each with what refers to it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.specs.jws import Jws

__all__ = ["BitstringCheck", "Check", "TokenCheck", "check"]

_BITSTRING = Text(
    "Bitstring Status List 1.0",
    "REC 2025-05-15",
    "https://www.w3.org/TR/2025/REC-vc-bitstring-status-list-20250515/",
)


class TokenCheck(NamedTuple):
    """The claims of a credential, and the Status List Token that they refer to; its signature is verified.

    ``algorithm`` is what the token was verified by. ``now`` is in seconds since 1970.
    """

    claims: dict[str, Any]
    token: Jws
    algorithm: str
    now: float


class BitstringCheck(NamedTuple):
    """An entry of ``credentialStatus``, and the verified status list credential that it names."""

    status: dict[str, Any]
    list_credential: dict[str, Any]


Check: TypeAlias = TokenCheck | BitstringCheck


def _tampered(good: Check) -> Iterator[Check]:
    if isinstance(good, BitstringCheck):
        yield good._replace(list_credential={**good.list_credential, "id": "urn:example:another-list"})
        yield good._replace(status={**good.status, "statusListIndex": "999999999"})
        yield good._replace(status={**good.status, "statusPurpose": "another purpose"})
    else:
        token = good.token
        yield good._replace(
            token=token._replace(payload={**token.payload, "sub": "urn:example:another-list"})
        )
        yield good._replace(token=token._replace(header={**token.header, "typ": "JWT"}))
        yield good._replace(claims={name: value for name, value in good.claims.items() if name != "status"})


check: Stage[Check, int] = Stage("status.check", _BITSTRING.at("validate-algorithm"), tampered=_tampered)
"""Gives the status; raises VerificationFailed where it is revoked or suspended, or not to be found."""
