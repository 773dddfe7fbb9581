"""What the scope ``trust`` needs: certificates with a path to a root, and a token status list, all offline.

`certified` and `listed` make what an issuer has; `checking_token_status` is the verifier's part.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from canonbench.documents.formats import seconds
from canonbench.documents.keys import secret_key
from canonbench.errors import VerificationFailed
from canonbench.exchanges.signature import KEY_ALGORITHMS, signing, verifying
from canonbench.model.exchange import Algorithm, Variant
from canonbench.model.use import Use
from canonbench.specs import certificate, jws, token_status_list
from canonbench.specs.certificate import Subject
from canonbench.specs.multibase import encode
from canonbench.stages import ecdsa, key, status

__all__ = [
    "JOSE_ALGORITHMS",
    "STATUS_LIST_TOKEN",
    "Certified",
    "StatusList",
    "certified",
    "checking_token_status",
    "listed",
    "secret",
]

JOSE_ALGORITHMS: Final[dict[Algorithm, str]] = {"ed25519": "EdDSA", "p256": "ES256", "p384": "ES384"}
STATUS_LIST_TOKEN: Final = "status list token"  # noqa: S105 - the name of a step

_URI: Final = "https://status.example/tokens/1"
_INDEX: Final = 4711
_STATUSES: Final = 131_072
_REVOKED_EVERY: Final = 97


class Certified(NamedTuple):
    """A chain in DER, the signer's first and without the root; and the roots to trust."""

    chain: tuple[bytes, ...]
    roots: tuple[bytes, ...]


class StatusList(NamedTuple):
    """A Status List Token as it came, and the public key of its issuer."""

    token: str
    key: key.Material


def secret(variant: Variant, owner: str) -> key.Material:
    """Return the secret key of ``owner``: the same everywhere, for measuring only."""
    return key.Material("multikey", secret_key(KEY_ALGORITHMS[variant.algorithm], owner), secret=True)


def certified(use: Use, variant: Variant, valid: tuple[str, str], purpose: str = "") -> Certified:
    """Return a chain from the key of ``issuer`` to a root.

    The root of an Ed25519 key is on P-256: the usual library builds no path over a root of Ed25519.

    Args:
        use: loads and signs.
        variant: gives the curve.
        valid: ``notBefore`` and ``notAfter``, each ``YYYY-MM-DDThh:mm:ssZ``.
        purpose: extended key usage of the signer, a dotted number, or ``""``.
    """
    above = variant if variant.algorithm != "ed25519" else Variant("p256")
    names = "Example Root", "Example Issuer"
    root, signer = use(key.load)(secret(above, "root")), use(key.load)(secret(variant, "issuer"))
    subjects = (
        Subject(names[0], names[0], root.algorithm, root.public, *valid, serial=1, root=True),
        Subject(names[1], names[0], signer.algorithm, signer.public, *valid, serial=2, purpose=purpose),
    )
    sign = use(ecdsa.sign)
    signed = [
        certificate.certificate(tbs, root.algorithm, sign(ecdsa.Signing(root, tbs, deterministic=True)))
        for tbs in (certificate.to_be_signed(subject, root.algorithm) for subject in subjects)
    ]
    return Certified((signed[1],), (signed[0],))


def listed(
    use: Use, variant: Variant, now: str, *, revoked: bool = False
) -> tuple[dict[str, Any], StatusList]:
    """Return a status claim, and the list of 131072 statuses that it refers to: 16 KiB, compressed.

    Args:
        use: loads and signs.
        variant: gives the curve.
        now: when the list was signed, ``YYYY-MM-DDThh:mm:ssZ``.
        revoked: whether the status that is referred to is set.
    """
    statuses = [0 if place % _REVOKED_EVERY else 1 for place in range(_STATUSES)]
    statuses[_INDEX] = int(revoked)
    algorithm = JOSE_ALGORITHMS[variant.algorithm]
    content = token_status_list.StatusListToken(_URI, seconds(now), 1, statuses, algorithm)
    text = jws.signing_input(token_status_list.status_list_token(content))
    own = secret(variant, "status issuer")
    token = jws.attach(text, signing(use, variant, of=STATUS_LIST_TOKEN)(own, text, True))
    public = use(key.export)(use(key.load)(own))
    claim = {"status_list": {"idx": _INDEX, "uri": _URI}}
    return claim, StatusList(token, key.Material("multikey", encode(public)))


def checking_token_status(use: Use, variant: Variant) -> Callable[[Any, StatusList | None, str], None]:
    """Bind the check of a status against a list given offline (Token Status List, section 8.3).

    What is bound takes the status claim, the list and the time, and raises MalformedInput or
    VerificationFailed.
    """
    load, check = use(key.load, of=STATUS_LIST_TOKEN), use(status.check, of=STATUS_LIST_TOKEN)
    verify = verifying(use, variant, key.load, of=STATUS_LIST_TOKEN)
    algorithm = JOSE_ALGORITHMS[variant.algorithm]

    def run(claim: Any, given: StatusList | None, now: str) -> None:
        if given is None:
            raise VerificationFailed("there is no Status List Token: give it (Token Status List, 8.3)")
        token = jws.parse(given.token, "Status List Token")
        verify(load(given.key), token.signing_input, token.signature)
        check(status.TokenCheck({"status": claim}, token, algorithm, seconds(now)))

    return run
