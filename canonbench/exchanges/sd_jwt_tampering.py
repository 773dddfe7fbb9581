"""Presentations of an SD-JWT VC that must be refused, each made out of one that is accepted."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from canonbench.exchanges import Tampered
from canonbench.exchanges.sd_jwt_requests import VerifyRequest
from canonbench.model.exchange import Variant
from canonbench.specs import base64url
from canonbench.specs.sd_jwt import serialize
from canonbench.stages.sd_jwt import foreign_disclosure

__all__ = ["tampered_requests"]

_MOST: Final = 8
_BIT_6: Final = 0x40  # makes another letter of a letter, so that JSON stays JSON more often
_DAY: Final = 86_400
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def tampered_requests(
    request: VerifyRequest, variant: Variant, *, most: int | None = _MOST
) -> Iterator[Tampered]:
    """Give tampered requests, made out of ``request``, which is accepted.

    Args:
        request: a good one.
        variant: whose scope says what else is checked.
        most: about how many Disclosures, and bytes in each part, are changed, evenly spread; ``None`` changes
            every one, one by one.
    """
    for name, text in _texts(request.presented.decode("ascii"), variant, most):
        yield Tampered(name, request._replace(presented=text.encode("utf-8")))
    payload = json.loads(base64url.decode(request.presented.decode("ascii").split(".")[1]))
    if "exp" in payload:
        yield Tampered("the time is that of its end", request._replace(now=payload["exp"]))
    if "nbf" in payload:
        yield Tampered("the time is before its start", request._replace(now=payload["nbf"] - 1))
    if variant.scope == "trust":
        yield from _untrusted(request, most)
    else:
        yield from _other_keys(request)
    if variant.scope == "issuer":
        return
    yield Tampered("another nonce", request._replace(nonce=f"{request.nonce}x"))
    yield Tampered("another audience", request._replace(audience=f"{request.audience}x"))
    yield Tampered("the key binding is of yesterday", request._replace(now=request.now + _DAY))
    yield Tampered("the key binding is of tomorrow", request._replace(now=request.now - _DAY))


def _spread(count: int, most: int | None) -> range:
    """Return places among ``count``, about ``most`` of them; ``None`` is all."""
    return range(0, count, 1 if most is None else max(1, count // most))


def _texts(text: str, variant: Variant, most: int | None) -> Iterator[tuple[str, str]]:
    """Give tampered presentations, each with what was done."""
    issuer_signed, *disclosures, bound = text.split("~")
    for name, jwt in _tampered_jwt(issuer_signed, most):
        yield f"Issuer-signed JWT, {name}", serialize(jwt, disclosures, bound)
    for name, changed in _tampered_disclosures(disclosures, most):
        yield name, serialize(issuer_signed, changed, bound)
    yield "no tilde", text.replace("~", "")
    if variant.scope == "issuer":
        yield "key binding where none is expected", serialize(issuer_signed, disclosures, issuer_signed)
        return
    for name, jwt in _tampered_jwt(bound, most):
        yield f"Key Binding JWT, {name}", serialize(issuer_signed, disclosures, jwt)
    yield "no key binding", serialize(issuer_signed, disclosures)
    yield "the issuer's JWT as key binding", serialize(issuer_signed, disclosures, issuer_signed)
    for place in _spread(len(disclosures), most):
        others = [*disclosures[:place], *disclosures[place + 1 :]]
        yield f"Disclosure {place} dropped", serialize(issuer_signed, others, bound)
    for place in _spread(len(disclosures) - 1, most):
        swapped = list(disclosures)
        swapped[place : place + 2] = reversed(swapped[place : place + 2])
        yield f"Disclosures {place} and {place + 1} swapped", serialize(issuer_signed, swapped, bound)


def _tampered_jwt(jwt: str, most: int | None) -> Iterator[tuple[str, str]]:
    names = ("header", "payload", "signature")
    parts = jwt.split(".")
    for place, name in enumerate(names):
        for what, changed in _tampered_text(parts[place], most):
            yield f"{name}: {what}", ".".join([*parts[:place], changed, *parts[place + 1 :]])
    header = json.loads(base64url.decode(parts[0]))
    for algorithm in ("none", "HS256"):
        other = base64url.encode(json.dumps({**header, "alg": algorithm}).encode())
        yield f"alg {algorithm}", ".".join([other, *parts[1:]])
        yield f"alg {algorithm} and no signature", ".".join([other, parts[1], ""])
    yield "no signature", ".".join([*parts[:2], ""])
    yield "a part more", f"{jwt}.{parts[2]}"


def _tampered_disclosures(disclosures: Sequence[str], most: int | None) -> Iterator[tuple[str, list[str]]]:
    yield "a Disclosure of another credential", [*disclosures, foreign_disclosure()]
    yield "a Disclosure of another credential, first", [foreign_disclosure(), *disclosures]
    yield "an empty Disclosure", [*disclosures, ""]
    for place in _spread(len(disclosures), most):
        disclosure = disclosures[place]
        before, after = disclosures[:place], disclosures[place + 1 :]
        yield f"Disclosure {place} twice", [*disclosures, disclosure]
        yield f"Disclosure {place} of another credential", [*before, foreign_disclosure(), *after]
        contents = json.loads(base64url.decode(disclosure))
        spaced = base64url.encode(json.dumps(contents, indent=1).encode())
        yield f"Disclosure {place} written otherwise", [*before, spaced, *after]
        salted = base64url.encode(json.dumps(["another salt", *contents[1:]]).encode())
        yield f"Disclosure {place} with another salt", [*before, salted, *after]
        for what, changed in _tampered_text(disclosure, most):
            yield f"Disclosure {place}: {what}", [*before, changed, *after]


def _tampered_text(text: str, most: int | None) -> Iterator[tuple[str, str]]:
    """Give base64url texts of other octets, and other spellings of the same octets."""
    octets = base64url.decode(text)
    for place in _spread(len(octets), most):
        for bit in (1,) if most is None else (1, _BIT_6):
            changed = octets[:place] + bytes([octets[place] ^ bit]) + octets[place + 1 :]
            yield f"byte {place} flipped by {bit}", base64url.encode(changed)
    yield "padded", text + "=" * (-len(text) % 4 or 4)
    yield "with a space", f"{text[:2]} {text[2:]}"
    yield "cut off", text[:-4]
    yield "with a letter of no alphabet", f"\u00e9{text[1:]}"
    if len(text) % 4:
        last = _ALPHABET[_ALPHABET.index(text[-1]) + 1]
        yield "with pad bits that are not zero", text[:-1] + last


def _other_keys(request: VerifyRequest) -> Iterator[Tampered]:
    x = bytearray(base64url.decode(request.issuer["x"]))
    x[0] ^= 1
    for name, value in (("x", base64url.encode(bytes(x))), ("crv", "secp256k1"), ("use", "enc")):
        key: dict[str, Any] = {**request.issuer, name: value}
        yield Tampered(f"the issuer's key, another {name}", request._replace(issuer=key))


def _untrusted(request: VerifyRequest, most: int | None) -> Iterator[Tampered]:
    yield Tampered("no root", request._replace(roots=()))
    yield Tampered("the certificate is not valid yet", request._replace(now=0))
    yield Tampered("no status list", request._replace(status_list=None))
    given = request.status_list
    assert given is not None, "the scope asks for a status list"
    for name, token in _tampered_jwt(given.token, most):
        changed = request._replace(status_list=given._replace(token=token))
        yield Tampered(f"Status List Token, {name}", changed)
    jwt = request.presented.decode("ascii").partition("~")[0]
    other = request._replace(status_list=given._replace(token=jwt))
    yield Tampered("another JWT as status list", other)
