"""SD-JWT and SD-JWT VC: the steps of issuer, holder and verifier around hash and signature.

``issue``, ``present`` and ``verify`` are whole roles, as a library offers them. An exchange takes them apart:
the issuer's is ``create_disclosures``, ``digests``, ``embed_digests``, the holder's ``parse``, ``digests``,
``select``, the verifier's ``parse``, ``digests``, ``process``, ``check_credential``, ``check_validity``, each
with the stages of ``jws`` and ``kb_jwt``. The digests of all Disclosures are one step.
"""

import json
from collections.abc import Iterator
from hashlib import sha256, sha384, sha512
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.model.stage import Proof, Stage, plain
from canonbench.specs import base64url
from canonbench.specs.sd_jwt import (
    Created,
    Embedding,
    Frame,
    Policy,
    Processing,
    SdJwt,
    Selection,
    Validity,
    hash_algorithm,
    serialize,
)
from canonbench.specs.sd_jwt import digests as digests_of
from canonbench.specs.sd_jwt import parse as parse_text
from canonbench.specs.sd_jwt import process as process_disclosures
from canonbench.specs.sd_jwt.vc import TYPE, Credential
from canonbench.stages import kb_jwt
from canonbench.stages.key import Key
from canonbench.stages.tampering import flipped
from canonbench.stages.texts import RFC9901, SD_JWT_VC

__all__ = [
    "SALT_LENGTH",
    "Creation",
    "Digesting",
    "Issuing",
    "Presenting",
    "Verifying",
    "check_credential",
    "check_validity",
    "create_disclosures",
    "digests",
    "embed_digests",
    "foreign_disclosure",
    "issue",
    "parse",
    "present",
    "process",
    "salts_of",
    "select",
    "verify",
]

SALT_LENGTH = 16
"""Bytes of a salt (RFC 9901 section 9.3)."""

_HASHES = {
    "sha-256": lambda octets: sha256(octets).digest(),
    "sha-384": lambda octets: sha384(octets).digest(),
    "sha-512": lambda octets: sha512(octets).digest(),
}


class Creation(NamedTuple):
    """Claims, what of them is disclosable, ``SALT_LENGTH * salts_of(frame)`` random bytes in one piece.

    ``algorithm`` is the ``_sd_alg`` of the digests of Disclosures that lie inside others.
    """

    claims: dict[str, Any]
    frame: Frame
    random: bytes
    algorithm: str = "sha-256"


class Digesting(NamedTuple):
    """Encoded Disclosures, or other texts to hash, and the name of the hash algorithm, as in ``_sd_alg``."""

    texts: tuple[str, ...]
    algorithm: str = "sha-256"


class Issuing(NamedTuple):
    """What an issuer signs; ``header`` has ``alg``. A library that draws its own salts ignores ``random``."""

    key: Key
    header: dict[str, Any]
    claims: dict[str, Any]
    frame: Frame
    random: bytes
    deterministic: bool = False


class Presenting(NamedTuple):
    """An SD-JWT as issued, JSON pointers to what is disclosed, and what the holder's key is bound to.

    ``issued_at`` is in seconds since 1970. A library that reads its own clock ignores it.
    """

    key: Key
    text: str
    pointers: tuple[str, ...]
    audience: str
    nonce: str
    issued_at: int
    algorithm: str
    deterministic: bool = False


class Verifying(NamedTuple):
    """An SD-JWT or SD-JWT+KB as received, the issuer's public key, and what the verifier demands."""

    key: Key
    text: str
    policy: Policy


def salts_of(frame: Frame) -> int:
    """Return how many salts ``create_disclosures`` takes for ``frame``, decoys included."""
    return frame.decoys + sum(inner.disclosable + salts_of(inner) for inner in frame.members.values())


def foreign_disclosure(name: str = "foreign") -> str:
    """Return a well-formed Disclosure that belongs to no SD-JWT here."""
    return base64url.encode(f'["c2FsdC1vZi1hbm90aGVy","{name}",true]'.encode())


def _tampered_processing(good: Processing) -> Iterator[Processing]:
    payload, disclosures, taken = good
    (foreign,) = parse_text(f"e30.e30.AA~{foreign_disclosure()}~").disclosures
    yield Processing(payload, (*disclosures, foreign), (*taken, "A" * 43))
    yield good._replace(payload={**payload, "_sd": [*payload.get("_sd", []), "A" * 43, "A" * 43]})
    yield good._replace(payload={**payload, "...": "A" * 43})
    yield good._replace(payload={**payload, "_sd": "A" * 43})
    for place, digest in enumerate(taken):
        changed = (*taken[:place], digest[::-1], *taken[place + 1 :])
        yield good._replace(digests=changed)
        yield Processing(payload, (*disclosures, disclosures[place]), (*taken, digest))
        named = disclosures[place]._replace(name="_sd")
        yield good._replace(disclosures=(*disclosures[:place], named, *disclosures[place + 1 :]))


def _tampered_credential(good: Credential) -> Iterator[Credential]:
    yield good._replace(header={**good.header, "typ": "JWT"})
    yield good._replace(claims={name: value for name, value in good.claims.items() if name != "vct"})
    yield good._replace(claims={**good.claims, "vct": 1})
    yield good._replace(payload={name: value for name, value in good.payload.items() if name != "vct"})


def _tampered_validity(good: Validity) -> Iterator[Validity]:
    yield good._replace(claims={**good.claims, "exp": good.now - good.leeway - 1})
    yield good._replace(claims={**good.claims, "nbf": good.now + good.leeway + 1})
    yield good._replace(claims={**good.claims, "exp": "tomorrow"})
    yield good._replace(claims={**good.claims, "aud": f"not {good.audience}"})
    yield good._replace(required=(*good.required, "a claim that is not there"))


def _tampered(good: Verifying) -> Iterator[Verifying]:
    jwt, *disclosures, bound = good.text.split("~")
    for changed in _tampered_parts(jwt, disclosures, bound):
        yield good._replace(text=changed)
    if good.policy.key_binding == "required":
        for place in range(len(disclosures)):
            yield good._replace(text="~".join([jwt, *disclosures[:place], *disclosures[place + 1 :], bound]))
        if len(disclosures) > 1:
            yield good._replace(text="~".join([jwt, *reversed(disclosures), bound]))
        yield good._replace(text=serialize(jwt, disclosures))
        yield good._replace(policy=good.policy._replace(nonce="another nonce"))
        yield good._replace(policy=good.policy._replace(audience="another audience"))
        # What sd_hash would catch must be caught without it, too.
        unbound = good.policy._replace(key_binding="refused")
        for changed in _tampered_parts(jwt, disclosures, ""):
            yield good._replace(text=changed, policy=unbound)
    payload = json.loads(base64url.decode(jwt.split(".")[1]))
    if "exp" in payload:
        yield good._replace(policy=good.policy._replace(now=payload["exp"] + good.policy.leeway))


def _tampered_parts(jwt: str, disclosures: list[str], bound: str) -> Iterator[str]:
    """Give texts that no verifier may accept, with key binding or without."""
    header, payload, signature = jwt.split(".")
    for octets in flipped(base64url.decode(signature)):
        yield "~".join([f"{header}.{payload}.{base64url.encode(octets)}", *disclosures, bound])
    for octets in flipped(base64url.decode(payload)):
        yield "~".join([f"{header}.{base64url.encode(octets)}.{signature}", *disclosures, bound])
    yield "~".join([jwt, *disclosures, foreign_disclosure(), bound])
    for place, disclosure in enumerate(disclosures):
        yield "~".join([jwt, *disclosures, disclosure, bound])
        for octets in flipped(base64url.decode(disclosure)):
            others = [*disclosures[:place], base64url.encode(octets), *disclosures[place + 1 :]]
            yield "~".join([jwt, *others, bound])


def _shown(text: str) -> str:
    """Return what an SD-JWT says, salts and signatures aside: header, claims, and what its holder adds."""
    sd_jwt = parse_text(text)
    texts = [disclosure.text for disclosure in sd_jwt.disclosures]
    taken = digests_of(texts, hash_algorithm(sd_jwt.jwt.payload, _HASHES))
    claims = process_disclosures(Processing(sd_jwt.jwt.payload, sd_jwt.disclosures, taken))
    bound = {} if sd_jwt.kb_jwt is None else {**sd_jwt.kb_jwt.payload, "iat": 0, "sd_hash": ""}
    return plain([sd_jwt.jwt.header, claims, len(texts), bound])


parse: Stage[str, SdJwt] = Stage("sd_jwt.parse", RFC9901.at("section-4"))
"""Raises MalformedInput."""

create_disclosures: Stage[Creation, Created] = Stage("sd_jwt.create_disclosures", RFC9901.at("section-4.2"))
"""Raises MalformedInput."""

digests: Stage[Digesting, tuple[str, ...]] = Stage("sd_jwt.digests", RFC9901.at("section-4.2.3"))
"""Raises VerificationFailed for a hash algorithm that is not understood."""

embed_digests: Stage[Embedding, dict[str, Any]] = Stage("sd_jwt.embed_digests", RFC9901.at("section-4.2.4"))
"""Raises MalformedInput."""

select: Stage[Selection, tuple[str, ...]] = Stage("sd_jwt.select", RFC9901.at("section-7.2"))
"""Raises MalformedInput or VerificationFailed."""

process: Stage[Processing, dict[str, Any]] = Stage(
    "sd_jwt.process", RFC9901.at("section-7.1"), tampered=_tampered_processing
)
"""Raises VerificationFailed."""

check_credential: Stage[Credential, None] = Stage(
    "sd_jwt.check_credential", SD_JWT_VC.at("section-3.2"), tampered=_tampered_credential
)
"""Raises VerificationFailed."""

check_validity: Stage[Validity, None] = Stage(
    "sd_jwt.check_validity", RFC9901.at("section-7.1"), tampered=_tampered_validity
)
"""Raises VerificationFailed."""

verify: Stage[Verifying, dict[str, Any]] = Stage(
    "sd_jwt.verify", RFC9901.at("section-7.3"), tampered=_tampered
)
"""Gives the processed claims; raises MalformedInput or VerificationFailed."""


def _issued(given: Issuing, text: str) -> Verifying:
    policy = Policy("refused", given.claims.get("nbf", 0) + 1, types=(given.header.get("typ", TYPE),))
    return Verifying(given.key._replace(secret=b""), text, policy)


issue: Stage[Issuing, str] = Stage(
    "sd_jwt.issue", RFC9901.at("section-7.1"), normal=_shown, proof=Proof(verify, _issued)
)
"""Raises MalformedInput."""


def _presented(given: Presenting, text: str) -> kb_jwt.BindingCheck:
    """Return what its holder's signature must be: at the time it says, as some libraries read a clock."""
    sd_jwt = parse_text(text)
    if sd_jwt.kb_jwt is None:
        raise MalformedInput("there is no Key Binding JWT (RFC 9901 section 4)")
    (sd_hash,) = digests_of([sd_jwt.text], hash_algorithm(sd_jwt.jwt.payload, _HASHES))
    confirmed = {"cnf": {"jwk": kb_jwt.public_jwk(given.key)}}
    issued_at = sd_jwt.kb_jwt.payload["iat"]
    return kb_jwt.BindingCheck(sd_jwt.kb_jwt, confirmed, sd_hash, given.audience, given.nonce, issued_at)


present: Stage[Presenting, str] = Stage(
    "sd_jwt.present", RFC9901.at("section-7.2"), normal=_shown, proof=Proof(kb_jwt.verify, _presented)
)
"""Raises MalformedInput or VerificationFailed."""
