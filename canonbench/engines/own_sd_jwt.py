"""The engine ``canonbench`` for JWS, SD-JWT and Key Binding JWT; ``own`` carries what stands here.

Signing and verifying are stages of their own; what signs as a whole is in ``canonbench.engines.jose``.
"""

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from canonbench.errors import MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs import base64url
from canonbench.specs import jws as jws_specs
from canonbench.specs import sd_jwt as specs
from canonbench.specs.sd_jwt import kb_jwt as kb_jwt_specs
from canonbench.specs.sd_jwt import vc
from canonbench.stages import jws, kb_jwt, sd_jwt

__all__ = ["ENGINES", "HASHES", "create_disclosures", "digests"]

_NAME = "canonbench"


def _sha256(octets: bytes) -> bytes:
    return hashlib.sha256(octets).digest()


def _sha384(octets: bytes) -> bytes:
    return hashlib.sha384(octets).digest()


def _sha512(octets: bytes) -> bytes:
    return hashlib.sha512(octets).digest()


HASHES: Mapping[str, specs.Hash] = MappingProxyType(
    {"sha-256": _sha256, "sha-384": _sha384, "sha-512": _sha512}
)
"""Hash functions by their IANA names (RFC 9901 section 4.1.1)."""


def _hash(name: str) -> specs.Hash:
    return specs.hash_algorithm({"_sd_alg": name}, HASHES)


def _salts(random: bytes) -> Callable[[], str]:
    """Return the salts that ``random`` holds, one a call."""
    size = sd_jwt.SALT_LENGTH
    following = iter(range(0, len(random) - size + 1, size))

    def salt() -> str:
        place = next(following, None)
        if place is None:
            raise MalformedInput("there are fewer salts than places for them (RFC 9901 section 4.2.1)")
        return base64url.encode(random[place : place + size])

    return salt


def create_disclosures(given: sd_jwt.Creation) -> specs.Created:
    """Run the stage ``sd_jwt.create_disclosures``."""
    claims, frame, random, algorithm = given
    return specs.create_disclosures(
        specs.Claims(claims, frame), salt=_salts(random), hash_function=_hash(algorithm)
    )


def digests(given: sd_jwt.Digesting) -> tuple[str, ...]:
    """Run the stage ``sd_jwt.digests``."""
    texts, algorithm = given
    return specs.digests(texts, _hash(algorithm))


def _attach(given: jws.Attachment) -> str:
    return jws_specs.attach(*given)


def _check_header(given: jws.HeaderCheck) -> str:
    header, key, algorithms = given
    algorithm = jws_specs.checked_algorithm(header, algorithms)
    if key is not None:
        jws_specs.check_key(key, algorithm)
    return algorithm


def _check_binding(given: specs.BindingCheck) -> kb_jwt.Checked:
    return kb_jwt.Checked(*kb_jwt_specs.check(given))


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(sd_jwt.parse, _NAME, run=specs.parse),
    Engine(sd_jwt.create_disclosures, _NAME, run=create_disclosures),
    Engine(sd_jwt.digests, _NAME, run=digests),
    Engine(sd_jwt.embed_digests, _NAME, run=specs.embed_digests),
    Engine(sd_jwt.select, _NAME, run=specs.select),
    Engine(sd_jwt.process, _NAME, run=specs.process),
    Engine(sd_jwt.check_credential, _NAME, run=vc.check),
    Engine(sd_jwt.check_validity, _NAME, run=specs.check_validity),
    Engine(jws.parse, _NAME, run=jws_specs.parse),
    Engine(jws.signing_input, _NAME, run=jws_specs.signing_input),
    Engine(jws.attach, _NAME, run=_attach),
    Engine(jws.certificate_chain, _NAME, run=jws_specs.certificate_chain),
    Engine(jws.check_header, _NAME, run=_check_header),
    Engine(kb_jwt.claims, _NAME, run=kb_jwt_specs.claims),
    Engine(kb_jwt.check, _NAME, run=_check_binding),
)
