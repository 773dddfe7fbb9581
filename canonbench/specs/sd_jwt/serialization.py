"""SD-JWT and SD-JWT+KB as text: compact serialization (RFC 9901 section 4) and JWS JSON (section 8)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs import jws
from canonbench.specs.jws import Jws, json_value

__all__ = ["Disclosure", "SdJwt", "parse", "parse_disclosure", "parse_json", "serialize"]


_OF_MEMBER, _OF_ELEMENT = 3, 2  # salt, name and value; salt and value


class Disclosure(NamedTuple):
    """A decoded Disclosure and the ``text`` it was received as; ``name`` is ``None`` for an array element."""

    text: str
    salt: str
    name: str | None
    value: Any


class SdJwt(NamedTuple):
    """A parsed SD-JWT, or SD-JWT+KB where ``kb_jwt`` is not ``None``; nothing in it is verified.

    ``text`` is the SD-JWT up to its last tilde, as received: what ``sd_hash`` is taken over.
    """

    jwt: Jws
    disclosures: tuple[Disclosure, ...]
    kb_jwt: Jws | None
    text: str


def parse(text: str) -> SdJwt:
    """Split and decode the compact serialization (RFC 9901 section 7.1 step 1, section 7.3 step 3).

    Raises:
        MalformedInput: not of that form: no tilde, an empty or malformed Disclosure, a malformed JWT.
    """
    if "~" not in text:
        raise MalformedInput("there is no tilde, so this is no SD-JWT (RFC 9901 section 4)")
    issuer_signed, *encoded, last = text.split("~")
    return SdJwt(
        jws.parse(issuer_signed, "Issuer-signed JWT"),
        tuple([parse_disclosure(disclosure) for disclosure in encoded]),
        jws.parse(last, "Key Binding JWT") if last else None,
        text[: len(text) - len(last)],
    )


def parse_disclosure(text: str) -> Disclosure:
    """Decode one Disclosure (RFC 9901 sections 4.2.1 and 4.2.2).

    Raises:
        MalformedInput: not the base64url text of a JSON array of salt, name and value, or of salt and value.
    """
    contents = json_value(jws.decode_part(text, "a Disclosure"), "a Disclosure")
    if type(contents) is list and contents and type(contents[0]) is str:
        if len(contents) == _OF_MEMBER and type(contents[1]) is str:
            return Disclosure(text, *contents)
        if len(contents) == _OF_ELEMENT:
            return Disclosure(text, contents[0], None, contents[1])
    raise MalformedInput(
        "a Disclosure is no array of salt, name and value, or of salt and value (RFC 9901 section 4.2)",
    )


def serialize(jwt: str, disclosures: Sequence[str], kb_jwt: str = "") -> str:
    """Return the compact serialization (RFC 9901 section 4); without Key Binding it ends in a tilde.

    Args:
        jwt: the Issuer-signed JWT, in compact serialization.
        disclosures: encoded Disclosures.
        kb_jwt: the Key Binding JWT, in compact serialization.
    """
    return "~".join((jwt, *disclosures, kb_jwt))


def parse_json(octets: bytes) -> tuple[SdJwt, ...]:
    """Read a flattened or general JWS JSON serialization (RFC 9901 section 8): an SD-JWT for each signature.

    Disclosures and Key Binding JWT come from the first unprotected header and serve every signature, and
    ``text`` is everywhere made with the first signature, which is what ``sd_hash`` is taken over. Nothing
    else of the unprotected headers is used: nobody signed it.

    Raises:
        MalformedInput: not of that form (RFC 7515 section 7.2, RFC 9901 section 8).
    """
    form = json_value(octets, "the JSON serialization")
    if not isinstance(form, dict) or not isinstance(form.get("payload"), str):
        raise MalformedInput("the JSON serialization is no object with a payload (RFC 7515 section 7.2.1)")
    signatures = form.get("signatures", [form])
    if not isinstance(signatures, list) or not signatures or ("signatures" in form and "signature" in form):
        raise MalformedInput("signatures is not one or more signatures (RFC 7515 section 7.2)")
    jwts = [_compact(signature, form["payload"]) for signature in signatures]
    headers = [_unprotected(signature) for signature in signatures]
    if any("disclosures" in header or "kb_jwt" in header for header in headers[1:]):
        raise MalformedInput(
            "disclosures or kb_jwt outside the first unprotected header (RFC 9901 section 8.3)"
        )
    encoded, kb_jwt = headers[0].get("disclosures", []), headers[0].get("kb_jwt", "")
    if not isinstance(encoded, list) or not all(isinstance(text, str) for text in encoded):
        raise MalformedInput("disclosures is not an array of texts (RFC 9901 section 8.1)")
    if not isinstance(kb_jwt, str):
        raise MalformedInput("kb_jwt is no text (RFC 9901 section 8.1)")
    first = parse(serialize(jwts[0], encoded, kb_jwt))
    parsed = (first, *(first._replace(jwt=jws.parse(jwt, "Issuer-signed JWT")) for jwt in jwts[1:]))
    for sd_jwt, header in zip(parsed, headers, strict=True):
        if not sd_jwt.jwt.header.keys().isdisjoint(header):
            raise MalformedInput("a header parameter is both protected and not (RFC 7515 section 7.2.1)")
    return parsed


def _compact(signature: Any, payload: str) -> str:
    match signature:
        case {"protected": str(protected), "signature": str(value)}:
            return f"{protected}.{payload}.{value}"
    raise MalformedInput("a signature has no protected header or no signature (RFC 7515 section 7.2.1)")


def _unprotected(signature: dict[str, Any]) -> dict[str, Any]:
    header = signature.get("header", {})
    if not isinstance(header, dict):
        raise MalformedInput("the unprotected header is no object (RFC 7515 section 7.2.1)")
    return header
