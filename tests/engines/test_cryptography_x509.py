"""X.509 by cryptography: every refusal is VerificationFailed, whatever the library raises."""

from random import Random
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import VerificationFailed
from canonbench.exchanges.trust import certified, secret
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral
from canonbench.specs.certificate import DOCUMENT_SIGNER, Subject, certificate, to_be_signed
from canonbench.stages import ecdsa, x509

LIBRARY = Catalogue().load("cryptography")
USE = Neutral(LIBRARY)
VALID = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")
NOW = "2026-06-01T00:00:00Z"


def _path(algorithm: Any, purpose: str = DOCUMENT_SIGNER) -> x509.Path:
    chain, roots = certified(USE, Variant(algorithm), VALID, purpose)
    return x509.Path(chain, roots, NOW, purpose)


@pytest.mark.parametrize("purpose", ["", DOCUMENT_SIGNER])
@pytest.mark.parametrize("algorithm", ["ed25519", "p256", "p384"])
def test_a_path_to_its_root_is_valid_and_tampered_ones_are_not(algorithm: Any, purpose: str) -> None:
    good = _path(algorithm, purpose)

    assert USE(x509.path)(good) is True
    assert x509.path.tampered is not None
    for each in x509.path.tampered(good):
        with pytest.raises(VerificationFailed, match=r"\(RFC 5280"):
            USE(x509.path)(each)


def test_validity_ends_with_its_last_second() -> None:
    good = _path("p256")

    for now in VALID:
        assert USE(x509.path)(good._replace(now=now)) is True
    for now in ("2025-12-31T23:59:59Z", "2027-01-01T00:00:01Z"):
        with pytest.raises(VerificationFailed, match="no path"):
            USE(x509.path)(good._replace(now=now))


def _made(subject: dict[str, Any]) -> x509.Path:
    """Return the path of a signer on P-256 that is as ``subject`` says, under a root that is, too."""
    key = USE(LIBRARY["key.load"].stage)(secret(Variant("p256"), "root"))
    base = Subject("Root", "Root", "P-256", key.public, *VALID, serial=1)
    subjects = (
        base._replace(root=subject.get("authority", True)),
        base._replace(name="Signer", **subject["leaf"]),
    )
    signed = [
        certificate(tbs, "P-256", USE(ecdsa.sign)(ecdsa.Signing(key, tbs)))
        for tbs in (to_be_signed(each, "P-256") for each in subjects)
    ]
    return x509.Path((signed[1],), (signed[0],), NOW, subject.get("purpose", ""))


def test_a_root_must_be_an_authority() -> None:
    assert USE(x509.path)(_made({"leaf": {}})) is True
    with pytest.raises(VerificationFailed, match="no path"):
        USE(x509.path)(_made({"leaf": {}, "authority": False}))


def test_a_signer_must_be_for_signatures_and_for_the_purpose() -> None:
    assert USE(x509.path)(_made({"leaf": {"purpose": DOCUMENT_SIGNER}, "purpose": DOCUMENT_SIGNER})) is True
    with pytest.raises(VerificationFailed):
        USE(x509.path)(_made({"leaf": {"root": True}}))
    for purpose in ("", "1.3.6.1.5.5.7.3.1"):
        with pytest.raises(VerificationFailed):
            USE(x509.path)(_made({"leaf": {"purpose": purpose}, "purpose": DOCUMENT_SIGNER}))


@pytest.mark.parametrize("algorithm", ["ed25519", "p256", "p384"])
def test_key_and_validity_are_those_of_the_certificate(algorithm: Any) -> None:
    (data,) = _path(algorithm).chain
    key = USE(LIBRARY["key.load"].stage)(secret(Variant(algorithm), "issuer"))

    assert USE(x509.public_key)(data) == key._replace(secret=b"")
    assert USE(x509.validity)(data) == x509.Validity(*VALID)


def test_a_key_of_another_curve_is_refused() -> None:
    (data,) = _path("p256").chain
    point = USE(x509.public_key)(data).public
    other = data.replace(bytes.fromhex("2a8648ce3d030107"), bytes.fromhex("2a8648ce3d030101"))

    assert len(point) == 65
    with pytest.raises(VerificationFailed, match="no key that is usable"):
        USE(x509.public_key)(other)


def test_whatever_the_bytes_are_there_is_one_kind_of_refusal() -> None:
    good = _path("p256")
    random = Random(1)  # noqa: S311 - reproducible
    for _ in range(1000):
        data = bytearray(good.chain[0])
        for _ in range(random.randint(1, 3)):
            data[random.randrange(len(data))] = random.randrange(256)
        for run in (
            USE(x509.public_key),
            USE(x509.validity),
            lambda changed: USE(x509.path)(good._replace(chain=(changed,))),
        ):
            try:
                run(bytes(data))
            except VerificationFailed as error:
                assert "\n" not in str(error)  # noqa: PT017 - either outcome is right, no other error is
    assert len(good.chain[0]) > 300
