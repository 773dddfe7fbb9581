"""X.509 certificates: the key and the validity of one, and the path from one to a root that is trusted."""

from collections.abc import Iterator
from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.stages.key import Key
from canonbench.stages.tampering import flipped
from canonbench.stages.texts import RFC5280

__all__ = ["Path", "Validity", "path", "public_key", "validity"]


class Validity(NamedTuple):
    """``notBefore`` and ``notAfter``, each ``YYYY-MM-DDThh:mm:ssZ``."""

    not_before: str
    not_after: str


class Path(NamedTuple):
    """A chain of certificates in DER, the signer's first, and the roots that are trusted.

    ``now`` is the time of validation, ``YYYY-MM-DDThh:mm:ssZ``; ``purpose`` an extended key usage that the
    signer's certificate must have, as a dotted number, or ``""``.
    """

    chain: tuple[bytes, ...]
    roots: tuple[bytes, ...]
    now: str
    purpose: str = ""


def _tampered(good: Path) -> Iterator[Path]:
    for place, certificate in enumerate(good.chain):
        for changed in flipped(certificate):
            yield good._replace(chain=(*good.chain[:place], changed, *good.chain[place + 1 :]))
    yield good._replace(chain=())
    yield good._replace(roots=())
    yield good._replace(now="1970-01-01T00:00:00Z")
    yield good._replace(now="9999-12-31T23:59:59Z")
    yield good._replace(purpose="2.999")


public_key: Stage[bytes, Key] = Stage("x509.public_key", RFC5280.at("section-4.1.2.7"))
"""In a composition the library's own key, as from ``key.load``. Raises VerificationFailed."""

validity: Stage[bytes, Validity] = Stage("x509.validity", RFC5280.at("section-4.1.2.5"))
"""Raises VerificationFailed."""

path: Stage[Path, bool] = Stage("x509.path", RFC5280.at("section-6.1"), tampered=_tampered)
"""Gives ``True``, or raises VerificationFailed."""
