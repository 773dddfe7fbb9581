"""Requests of the exchange ``sd-jwt-vc``, and what they are made of: claims, keys, a certificate, a status.

Everything follows from the document, the variant and keys made of names (``canonbench.documents.keys``).
"""

import base64
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from canonbench.documents import mapping
from canonbench.documents.credential import SUBJECT_POINTER, Credential, chosen
from canonbench.documents.formats import REGISTERED, claim_name, sd_jwt_claims
from canonbench.exchanges.trust import JOSE_ALGORITHMS, StatusList, certified, listed, secret
from canonbench.model.exchange import Variant
from canonbench.model.use import Use
from canonbench.specs.sd_jwt import Frame, frame_of
from canonbench.specs.sd_jwt.vc import TYPE
from canonbench.stages import kb_jwt, key

__all__ = [
    "AUDIENCE",
    "NONCE",
    "Holder",
    "IssueRequest",
    "PresentRequest",
    "Scene",
    "VerifyRequest",
    "pointer",
    "scene",
    "utc",
]

AUDIENCE: Final = "https://verifier.example"
NONCE: Final = "canonbench-nonce-1"
_NOW: Final = 1_780_000_000  # 2026-05-28T20:26:40Z, where the document has no times of its own
_OURS: Final = frozenset({"cnf", "status"})
"""Claims that the exchange makes by itself, with keys and lists of its own."""
_HOUR: Final = 3_600
_YEAR: Final = 365 * 86_400


class IssueRequest(NamedTuple):
    """What an issuer has: claims and which of them are disclosable, the header, its key.

    Attributes:
        claims: of the SD-JWT VC, ``cnf`` and ``status`` among them if they are to be there.
        frame: which of them are selectively disclosable.
        header: of the Issuer-signed JWT, ``alg`` and ``typ`` among it.
        secret: the issuer's key.
        seed: what salts are drawn from; ``None`` is the operating system.
        deterministic: ECDSA by RFC 6979, so that two signatures are equal; EdDSA always is.
    """

    claims: dict[str, Any]
    frame: Frame
    header: dict[str, Any]
    secret: key.Material
    seed: bytes | None = None
    deterministic: bool = False


class Holder(NamedTuple):
    """Who presents, to whom, and when: the holder's key, the verifier's name and nonce, a time.

    ``issued_at`` is in seconds since 1970.
    """

    secret: key.Material
    audience: str
    nonce: str
    issued_at: int


class PresentRequest(NamedTuple):
    """An SD-JWT as issued, JSON pointers to the claims that are shown, and who binds it to a verifier.

    There is no holder in the scope ``issuer``.
    """

    issued: bytes
    pointers: tuple[str, ...]
    holder: Holder | None = None
    deterministic: bool = False


class VerifyRequest(NamedTuple):
    """A presentation as received, and what the verifier knows.

    Attributes:
        presented: SD-JWT or SD-JWT+KB, compact.
        now: seconds since 1970.
        issuer: the issuer's public JWK; empty where the scope is ``trust``, in which ``x5c`` has it.
        audience: the verifier's name.
        nonce: that of this presentation.
        roots: trusted certificates in DER, for the scope ``trust``.
        status_list: what the credential's status is looked up in, likewise.
    """

    presented: bytes
    now: int
    issuer: dict[str, Any]
    audience: str = ""
    nonce: str = ""
    roots: tuple[bytes, ...] = ()
    status_list: StatusList | None = None


class Scene(NamedTuple):
    """All that the requests of one exchange are made of.

    Attributes:
        issue: the first request.
        pointers: to the claims that are shown.
        holder: who presents, ``None`` in the scope ``issuer``.
        verify: the last request, without the presentation.
    """

    issue: IssueRequest
    pointers: tuple[str, ...]
    holder: Holder | None
    verify: VerifyRequest


def scene(
    use: Use, document: Any, variant: Variant, disclose: int | tuple[str, ...], seed: int | None
) -> Scene:
    """Make the scene of a VCDM document, or of the claims of an SD-JWT VC; ``use`` is over neutral values.

    Raises:
        BadDocument: it has no claims.
        UnknownName: it has no such attribute to disclose.
    """
    claims, attributes, shown = _written(document, disclose)
    issuer, holder = secret(variant, "issuer"), secret(variant, "holder")
    now = _valid_at(claims)
    header: dict[str, Any] = {"alg": JOSE_ALGORITHMS[variant.algorithm], "typ": TYPE}
    verify = VerifyRequest(b"", now, _public(use, issuer), AUDIENCE, NONCE)
    bound = None
    if variant.scope == "issuer":
        verify = verify._replace(audience="", nonce="")
    else:
        claims["cnf"] = {"jwk": _public(use, holder)}
        bound = Holder(holder, AUDIENCE, NONCE, now)
    if variant.scope == "trust":
        claims["status"], status_list = listed(use, variant, utc(now - _HOUR))
        (leaf,), roots = certified(use, variant, (utc(now - _YEAR), utc(now + _YEAR)))
        header["x5c"] = [base64.b64encode(leaf).decode()]
        verify = verify._replace(issuer={}, roots=roots, status_list=status_list)
    return Scene(
        IssueRequest(
            claims,
            frame_of(attributes),
            header,
            issuer,
            None if seed is None else f"sd-jwt-vc/{seed}".encode(),
            deterministic=seed is not None,
        ),
        shown,
        bound,
        verify,
    )


def pointer(attribute: str) -> str:
    """Return the JSON pointer to the claim that an attribute becomes."""
    return "/" + claim_name(attribute).replace("~", "~0").replace("/", "~1")


def utc(moment: int) -> str:
    """Return seconds since 1970 as ``YYYY-MM-DDThh:mm:ssZ``."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%dT%H:%M:%SZ}"


class _Written(NamedTuple):
    """Claims, and pointers to what of them is disclosable and to what is disclosed."""

    claims: dict[str, Any]
    attributes: tuple[str, ...]
    shown: tuple[str, ...]


def _written(document: Any, disclose: int | tuple[str, ...]) -> _Written:
    """Write a VCDM document in this format; the claims of an SD-JWT VC are written already."""
    if isinstance(document, dict) and "vct" in document and "@context" not in document:
        claims = {name: value for name, value in document.items() if name not in _OURS}
        places = dict(_places(claims))
        names = chosen(Credential("", None, places), _unrooted(disclose))
    else:
        credential = mapping.from_vcdm(document).credential
        claims, names = sd_jwt_claims(credential), chosen(credential, disclose)
        places = {name: pointer(name) for name in credential.attributes}
    return _Written(claims, tuple(places.values()), tuple(places[name] for name in names))


def _places(claims: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Give name and pointer of each disclosable claim: the top-level ones, and those of a subject therein."""
    for name, value in claims.items():
        if name == "credentialSubject" and isinstance(value, dict):
            for member in value:
                token = member.replace("~", "~0").replace("/", "~1")
                yield (f"{name}.{member}" if member in claims else member), f"{SUBJECT_POINTER}{token}"
        elif name not in REGISTERED:
            yield name, pointer(name)


def _unrooted(disclose: int | tuple[str, ...]) -> int | tuple[str, ...]:
    """Return ``disclose`` with pointers to top-level claims (``/degree``) as names."""
    if isinstance(disclose, int):
        return disclose
    return tuple(each if each.startswith(SUBJECT_POINTER) else each.removeprefix("/") for each in disclose)


def _valid_at(claims: dict[str, Any]) -> int:
    """Return a time at which the credential is valid."""
    now: int = max(_NOW, claims.get("nbf", 0), claims.get("iat", 0))
    until: int = claims.get("exp", now + 1)
    return min(now, until - 1)


def _public(use: Use, secret: key.Material) -> dict[str, Any]:
    return kb_jwt.public_jwk(use(key.load)(secret))
