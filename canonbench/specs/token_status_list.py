"""Token Status List in a JWT (draft-ietf-oauth-status-list-21), from a Status List Token given offline.

An SD-JWT VC refers to its status with ``status.status_list``: a URI and an index. The token behind the URI is
a JWT of type ``statuslist+jwt`` whose ``status_list`` holds a compressed array of 1, 2, 4 or 8 bits each,
the first status in the least significant bits of the first byte.
"""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url, jws
from canonbench.specs.jws import ALGORITHMS, Jws, Signing, Verification, Verify
from canonbench.specs.sd_jwt.validity import check_times

__all__ = [
    "INVALID",
    "MOST_OCTETS",
    "SUSPENDED",
    "TYPE",
    "VALID",
    "Reference",
    "StatusCheck",
    "StatusListToken",
    "check_status",
    "decode_list",
    "encode_list",
    "reference",
    "status_at",
    "status_list_token",
    "verify_token",
]

TYPE = "statuslist+jwt"

VALID, INVALID, SUSPENDED = 0, 1, 2
"""Status types (section 7.1); others are left to applications."""

MOST_OCTETS = 1 << 24
"""The longest decompressed list that is read, 134 million bits: a small text can hold a very long list."""


class Reference(NamedTuple):
    """Where a credential's status is: the URI of the Status List Token and the index in it (section 6.1)."""

    uri: str
    idx: int


class StatusListToken(NamedTuple):
    """What an issuer says in a Status List Token (section 5.1); times in seconds since 1970."""

    uri: str
    issued_at: int
    bits: int
    statuses: Sequence[int]
    algorithm: str
    expires: int | None = None
    ttl: int | None = None


class StatusCheck(NamedTuple):
    """Input of ``check_status``: the processed payload of a credential, and the token for its URI.

    ``now`` and ``leeway`` are in seconds. ``accepted`` are the status types that the policy accepts.
    """

    claims: Mapping[str, Any]
    token: Jws
    key: Any
    now: float
    leeway: float = 0
    algorithms: Sequence[str] = ALGORITHMS
    accepted: Sequence[int] = (VALID,)


def check_status(request: StatusCheck, *, verify: Verify) -> int:
    """Verify the Status List Token and return the status of the credential (section 8.3).

    Raises:
        MalformedInput: the reference or the list is malformed.
        VerificationFailed: the token is not valid, is not the one referred to, is too short, or gives a
            status that is not accepted.
    """
    where = reference(request.claims)
    bits, octets = verify_token(request, where.uri, verify=verify)
    status = status_at(octets, bits, where.idx)
    if status not in request.accepted:
        raise VerificationFailed(
            f"the status is {status}, which is not accepted (Token Status List section 8.3 step 7)"
        )
    return status


def reference(claims: Mapping[str, Any]) -> Reference:
    """Return where the status of a credential is (section 6.2).

    Raises:
        MalformedInput: there is no ``status.status_list`` with ``uri`` and ``idx``.
    """
    match claims.get("status"):
        case {"status_list": {"uri": str(uri), "idx": int(index)}} if type(index) is int and index >= 0:
            return Reference(uri, index)
    raise MalformedInput("there is no status.status_list with uri and idx (Token Status List section 6.2)")


def verify_token(request: StatusCheck, uri: str, *, verify: Verify) -> tuple[int, bytes]:
    """Verify a Status List Token; return its bits per status and the decompressed list (section 8.3, 3 to 5).

    Raises:
        MalformedInput: the list is malformed.
        VerificationFailed: signature, type, subject or times are wrong.
    """
    header, payload = request.token.header, request.token.payload
    jws.verify(Verification(request.token, request.key, request.algorithms), verify=verify)
    if header.get("typ") != TYPE:
        raise VerificationFailed(f"the Status List Token's typ is not {TYPE} (Token Status List section 5.1)")
    if payload.get("sub") != uri:
        raise VerificationFailed(
            "the Status List Token is another one (Token Status List section 8.3 step 4)"
        )
    if "iat" not in payload:
        raise VerificationFailed("the Status List Token has no iat (Token Status List section 5.1)")
    check_times(payload, request.now, request.leeway)
    return decode_list(payload.get("status_list"))


def status_list_token(token: StatusListToken) -> Signing:
    """Return header and payload of a Status List Token, for ``jws.sign`` (section 5.1)."""
    payload: dict[str, Any] = {
        "sub": token.uri,
        "iat": token.issued_at,
        "status_list": encode_list(token.statuses, token.bits),
    }
    if token.expires is not None:
        payload["exp"] = token.expires
    if token.ttl is not None:
        payload["ttl"] = token.ttl
    return Signing({"alg": token.algorithm, "typ": TYPE}, payload)


def encode_list(statuses: Sequence[int], bits: int) -> dict[str, Any]:
    """Return the Status List of ``statuses`` in JSON form (sections 4.1 and 4.2).

    Raises:
        MalformedInput: ``bits`` is not 1, 2, 4 or 8, or a status does not fit.
    """
    _check_bits(bits)
    packed = bytearray((len(statuses) * bits + 7) // 8)
    for index, status in enumerate(statuses):
        if not 0 <= status < 1 << bits:
            raise MalformedInput(
                f"the status {status} does not fit {bits} bits (Token Status List section 4.1)"
            )
        place = index * bits
        packed[place // 8] |= status << place % 8
    return {"bits": bits, "lst": base64url.encode(zlib.compress(bytes(packed), 9))}


def decode_list(value: Any) -> tuple[int, bytes]:
    """Return the bits per status, and the decompressed octets, of a Status List in JSON form (section 4.2).

    Raises:
        MalformedInput: not of that form, not ZLIB data, or longer than ``MOST_OCTETS``.
    """
    match value:
        case {"bits": int(bits), "lst": str(text)}:
            _check_bits(bits)
        case _:
            raise MalformedInput("status_list has no bits and lst (Token Status List section 4.2)")
    inflate = zlib.decompressobj()
    try:
        octets = inflate.decompress(base64url.decode(text), MOST_OCTETS)
    except zlib.error as error:
        raise MalformedInput(f"lst is no ZLIB data: {error} (Token Status List section 4.1)") from error
    if not inflate.eof or inflate.unused_data:
        raise MalformedInput(
            "lst is cut off, too long, or has more after its end (Token Status List section 4.1)"
        )
    return bits, octets


def status_at(octets: bytes, bits: int, index: int) -> int:
    """Return the status at ``index`` (section 4.1).

    Raises:
        VerificationFailed: the list ends before it (section 8.3 step 6).
    """
    place = index * bits
    if place // 8 >= len(octets):
        raise VerificationFailed(
            f"the status list has no index {index} (Token Status List section 8.3 step 6)"
        )
    return octets[place // 8] >> place % 8 & (1 << bits) - 1


def _check_bits(bits: int) -> None:
    if type(bits) is not int or bits not in (1, 2, 4, 8):
        raise MalformedInput(f"bits is {bits}, not 1, 2, 4 or 8 (Token Status List section 4.1)")
