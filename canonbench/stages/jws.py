"""JWS in compact serialization, as SD-JWT and Key Binding JWT use it.

``sign`` and ``verify`` are wholes. An exchange takes them apart, so that signing is the same stage in every
format: ``signing_input``, a signature stage, ``attach``; and ``parse``, ``check_header``, a signature stage.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from canonbench.model.stage import Proof, Stage
from canonbench.specs import base64url
from canonbench.specs.jws import ALGORITHMS, Jws
from canonbench.specs.jws import Signing as Unsigned
from canonbench.stages.key import Algorithm, Key
from canonbench.stages.tampering import flipped
from canonbench.stages.texts import RFC7515

__all__ = [
    "NAMES",
    "Attachment",
    "HeaderCheck",
    "Signing",
    "Unsigned",
    "Verification",
    "attach",
    "certificate_chain",
    "check_header",
    "parse",
    "sign",
    "signing_input",
    "tampered_text",
    "verify",
    "without_signature",
]

NAMES: dict[Algorithm, str] = {"Ed25519": "EdDSA", "P-256": "ES256", "P-384": "ES384"}
"""The ``alg`` that is written for a key (RFC 7518 section 3.1, RFC 8037 section 3.1)."""


class Signing(NamedTuple):
    """Header, with ``alg``, and payload to sign, and the secret key; ``deterministic`` as in ``ecdsa``."""

    key: Key
    header: dict[str, Any]
    payload: dict[str, Any]
    deterministic: bool = False


class Verification(NamedTuple):
    """A JWS as received, the public key, and the algorithms that are allowed."""

    key: Key
    text: str
    algorithms: tuple[str, ...] = ALGORITHMS


class Attachment(NamedTuple):
    """What was signed, and the signature."""

    signing_input: bytes
    signature: bytes


class HeaderCheck(NamedTuple):
    """A protected header, the public JWK that is to verify it (``None``: no JWK), the algorithms allowed."""

    header: dict[str, Any]
    key: dict[str, Any] | None = None
    algorithms: tuple[str, ...] = ALGORITHMS


def tampered_text(text: str) -> Iterator[str]:
    """Give a compact JWS with a bit of each part flipped, with a part less, one more, and no signature."""
    parts = text.split(".")
    for place, part in enumerate(parts):
        for octets in flipped(base64url.decode(part)):
            yield ".".join([*parts[:place], base64url.encode(octets), *parts[place + 1 :]])
    yield ".".join(parts[:2])
    yield ".".join([*parts[:2], ""])
    yield f"{text}."
    yield f"{text}="


def _tampered(good: Verification) -> Iterator[Verification]:
    for text in tampered_text(good.text):
        yield good._replace(text=text)
    yield good._replace(algorithms=())


def _tampered_header(good: HeaderCheck) -> Iterator[HeaderCheck]:
    for algorithm in ("none", "HS256", None, 1):
        yield good._replace(header={**good.header, "alg": algorithm})
    yield good._replace(header={**good.header, "crit": ["b64"]})
    yield good._replace(algorithms=())
    if good.key is not None:
        yield good._replace(key={**good.key, "crv": "secp256k1"})
        yield good._replace(key={**good.key, "use": "enc"})


parse: Stage[str, Jws] = Stage("jws.parse", RFC7515.at("section-5.2"), part_of="jws.verify")
"""Raises MalformedInput."""

signing_input: Stage[Unsigned, bytes] = Stage(
    "jws.signing_input", RFC7515.at("section-5.1"), part_of="jws.sign"
)
"""Raises MalformedInput."""

attach: Stage[Attachment, str] = Stage("jws.attach", RFC7515.at("section-7.1"), part_of="jws.sign")

check_header: Stage[HeaderCheck, str] = Stage(
    "jws.check_header", RFC7515.at("section-4.1"), part_of="jws.verify", tampered=_tampered_header
)
"""Gives the algorithm that was met; raises VerificationFailed."""

certificate_chain: Stage[dict[str, Any], tuple[bytes, ...]] = Stage(
    "jws.certificate_chain", RFC7515.at("section-4.1.6")
)
"""Gives the certificates in ``x5c`` of a protected header, in DER; raises MalformedInput."""

verify: Stage[Verification, dict[str, Any]] = Stage(
    "jws.verify", RFC7515.at("section-5.2"), tampered=_tampered
)
"""Gives the payload; raises MalformedInput or VerificationFailed."""


def _verification(given: Signing, text: str) -> Verification:
    return Verification(given.key._replace(secret=b""), text)


def without_signature(text: str) -> str:
    """Return a compact JWS with the length of its signature in the place of that, which may be random."""
    signed, _, signature = text.rpartition(".")
    return f"{signed}.{len(signature)}"


sign: Stage[Signing, str] = Stage(
    "jws.sign", RFC7515.at("section-5.1"), normal=without_signature, proof=Proof(verify, _verification)
)
"""Raises MalformedInput."""
