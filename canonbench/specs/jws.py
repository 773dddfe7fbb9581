"""JSON Web Signature in compact form (RFC 7515), as JSON Web Tokens use it (RFC 7519).

The payload is always a JSON object, as in a JWT. Signing and verifying are arguments, so that the same
functions serve every algorithm and library:

- ``sign(signing_input)`` returns the signature (RFC 7518: r and s for ECDSA, 64 or 96 bytes);
- ``verify(algorithm, key, signing_input, signature)`` says whether the signature is right.

``signing_input`` and ``attach`` are the two halves of ``sign`` around the signature, and
``checked_algorithm`` is what ``verify`` does before it, for callers that time the signature alone.
"""

import base64
import json
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, NamedTuple, NoReturn, TypeAlias

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url

__all__ = [
    "ALGORITHMS",
    "Jws",
    "Sign",
    "Signing",
    "Verification",
    "Verify",
    "attach",
    "certificate_chain",
    "check_key",
    "checked_algorithm",
    "decode_part",
    "json_octets",
    "json_text",
    "json_value",
    "parse",
    "sign",
    "signing_input",
    "verify",
]

Sign: TypeAlias = Callable[[bytes], bytes]
Verify: TypeAlias = Callable[[str, Any, bytes, bytes], bool]

ALGORITHMS = ("ES256", "ES384", "EdDSA", "Ed25519")
"""The algorithms accepted unless a policy says otherwise; ``EdDSA`` is written, ``Ed25519``
(RFC 9864) is read as well."""

_KEYS = {
    "ES256": ("EC", "P-256"),
    "ES384": ("EC", "P-384"),
    "EdDSA": ("OKP", "Ed25519"),
    "Ed25519": ("OKP", "Ed25519"),
}


class Jws(NamedTuple):
    """A parsed JWS: the decoded protected header and payload, and what is signed, as received."""

    header: dict[str, Any]
    payload: dict[str, Any]
    signing_input: bytes
    signature: bytes


class Signing(NamedTuple):
    """What to sign: the protected header, with ``alg``, and the payload."""

    header: dict[str, Any]
    payload: dict[str, Any]


class Verification(NamedTuple):
    """What to verify: a JWS, the key as the injected function takes it, and the algorithms allowed."""

    jws: Jws
    key: Any
    algorithms: Sequence[str] = ALGORITHMS


def parse(text: str, what: str = "JWS") -> Jws:
    """Split and decode a JWS in compact serialization, and verify nothing (RFC 7515 section 5.2, 1 to 7).

    Raises:
        MalformedInput: not three base64url parts, or a header or payload that is no JSON object, has a
            member twice, or is not JSON at all. An empty signature (``none``) is malformed as well.
    """
    parts = text.split(".")
    if len(parts) != 3:  # noqa: PLR2004 - header, payload and signature
        raise MalformedInput(f"{what} has {len(parts)} parts, not 3 (RFC 7515 section 7.1)")
    header, payload, signature = parts
    if not signature:
        raise MalformedInput(
            f"{what} is unsecured: its signature is empty (RFC 7515 section 7.1, RFC 9901 section 4)"
        )
    return Jws(
        _object(header, f"the header of the {what}"),
        _object(payload, f"the payload of the {what}"),
        f"{header}.{payload}".encode("ascii"),
        decode_part(signature, f"the signature of the {what}"),
    )


def sign(request: Signing, *, sign: Sign) -> str:
    """Return the compact serialization of the signed ``request`` (RFC 7515 section 5.1)."""
    text = signing_input(request)
    return attach(text, sign(text))


def signing_input(request: Signing) -> bytes:
    """Return the JWS signing input: encoded header, period, encoded payload (RFC 7515 section 5.1, step 5).

    Raises:
        MalformedInput: the header names no algorithm or ``none``, or a value is not JSON.
    """
    if request.header.get("alg", "none") == "none":
        raise MalformedInput(
            "the header names no signature algorithm (RFC 7515 section 4.1.1, RFC 9901 section 4.1)"
        )
    header = base64url.encode(json_octets(request.header, "the header"))
    payload = base64url.encode(json_octets(request.payload, "the payload"))
    return f"{header}.{payload}".encode("ascii")


def attach(signing_input: bytes, signature: bytes) -> str:
    """Return the compact serialization of a signing input and its signature (RFC 7515 section 7.1)."""
    return f"{signing_input.decode('ascii')}.{base64url.encode(signature)}"


def verify(request: Verification, *, verify: Verify) -> str:
    """Check header and signature, and return the algorithm that was met (RFC 7515 section 5.2).

    A key that is a JWK must be meant for that algorithm; any other key is for ``verify`` to judge.

    Raises:
        VerificationFailed: the algorithm is not allowed or not that of the key, a critical extension is not
            understood, or the signature does not verify.
    """
    algorithm = checked_algorithm(request.jws.header, request.algorithms)
    if isinstance(request.key, dict):
        check_key(request.key, algorithm)
    if verify(algorithm, request.key, request.jws.signing_input, request.jws.signature) is not True:
        raise VerificationFailed("the signature does not verify (RFC 7515 section 5.2)")
    return algorithm


def checked_algorithm(header: dict[str, Any], algorithms: Sequence[str] = ALGORITHMS) -> str:
    """Return the ``alg`` of a header, which must be one of ``algorithms`` and is never ``none``.

    Raises:
        VerificationFailed: it is another one (RFC 8725 section 3.1), or the header lists critical extensions,
            none of which is understood here (RFC 7515 section 4.1.11).
    """
    algorithm = header.get("alg")
    if not isinstance(algorithm, str) or algorithm == "none" or algorithm not in algorithms:
        raise VerificationFailed(
            f"alg {algorithm!r} is not allowed, only {', '.join(algorithms)} "
            "(RFC 8725 section 3.1, RFC 9901 section 7.1 step 2.1)",
        )
    if "crit" in header:
        raise VerificationFailed(
            "the header lists critical extensions, none is understood (RFC 7515 section 4.1.11)"
        )
    return algorithm


def check_key(key: Any, algorithm: str) -> None:
    """Check that ``key``, a public JWK, is meant for signatures of ``algorithm`` (RFC 7517 section 4).

    Raises:
        VerificationFailed: another key type, curve, use or algorithm.
    """
    if not isinstance(key, dict):
        raise VerificationFailed("the key is no JWK object (RFC 7517 section 4)")
    met = (key.get("kty"), key.get("crv"))
    if met != _KEYS.get(algorithm):
        raise VerificationFailed(
            f"a key of type {met[0]!r}, curve {met[1]!r}, is not for {algorithm} (RFC 8725 section 3.1)"
        )
    operations = key.get("key_ops", ["verify"])
    if key.get("use", "sig") != "sig" or type(operations) is not list or "verify" not in operations:
        raise VerificationFailed("the key is not meant for verifying (RFC 7517 sections 4.2 and 4.3)")
    meant = key.get("alg", algorithm)
    if not isinstance(meant, str) or _KEYS.get(meant) != met:
        raise VerificationFailed(f"the key is meant for {meant!r}, not {algorithm} (RFC 7517 section 4.4)")


def certificate_chain(header: dict[str, Any]) -> tuple[bytes, ...]:
    """Return the DER certificates in ``x5c`` of a protected header, the signer's first.

    The path is not validated here (RFC 7515 section 4.1.6).

    Raises:
        MalformedInput: there is no ``x5c``, or it is not an array of base64 texts.
    """
    texts = header.get("x5c")
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise MalformedInput("x5c is not an array of one or more texts (RFC 7515 section 4.1.6)")
    return tuple(_certificate(text) for text in texts)


def decode_part(text: str, what: str) -> bytes:
    """Return the octets of base64url ``text``; the error names ``what``.

    Raises:
        MalformedInput: not base64url without padding, in its one spelling.
    """
    try:
        return base64url.decode(text)
    except MalformedInput as error:
        raise MalformedInput(f"{what}: {error} (RFC 7515 section 2)") from error


def json_text(value: Any) -> str:
    """Return ``value`` as JSON, without white space.

    Raises:
        TypeError, ValueError, RecursionError: a value that JSON does not have.
    """
    return _ENCODER.encode(value)


def json_octets(value: Any, what: str) -> bytes:
    """Return ``value`` as JSON in UTF-8, without white space.

    Raises:
        MalformedInput: a value that JSON or UTF-8 does not have.
    """
    try:
        return json_text(value).encode()
    except (RecursionError, TypeError, ValueError) as error:
        raise MalformedInput(f"{what} is not JSON: {error}") from error


def json_value(octets: bytes, what: str) -> Any:
    """Return the value of JSON in UTF-8, within I-JSON.

    Raises:
        MalformedInput: not UTF-8, not JSON (``NaN`` and infinities too), a member twice (RFC 7493 section
            2.3), a lone surrogate (section 2.1) or a number that no binary64 holds.
    """
    try:
        text = octets.decode()
        value = _scanned(text)
        if "\\u" in text:
            json_text(value).encode()
    except (RecursionError, ValueError) as error:
        raise MalformedInput(f"{what} is not I-JSON: {error} (RFC 7493)") from error
    return value


def _scanned(text: str) -> Any:
    try:
        value, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError:
        end = -1
    return value if end == len(text) else _DECODER.decode(text)  # which allows for white space around


def _object(part: str, what: str) -> dict[str, Any]:
    value = json_value(decode_part(part, what), what)
    if type(value) is not dict:
        raise MalformedInput(f"{what} is no JSON object (RFC 7515 section 4, RFC 7519 section 7.2)")
    return value


def _certificate(text: str) -> bytes:
    try:
        der = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise MalformedInput(f"x5c is not base64: {error} (RFC 7515 section 4.1.6)") from error
    return der


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"member {twice!r} is there twice")
    return members


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text} is beyond binary64")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_constant, parse_float=_number)
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
