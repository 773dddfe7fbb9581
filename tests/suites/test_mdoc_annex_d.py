"""canonbench.suites.mdoc_annex_d: the exchange, and its vectors."""

import hashlib
import hmac
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec
from canonbench.suites import Vector
from canonbench.suites.mdoc_annex_d import DOC_TYPE, JUDGED_AT, AnnexD, read, vectors

pytestmark = pytest.mark.suites


@pytest.fixture
def root(suite: Callable[[str], Path]) -> Path:
    return suite("mdoc-annex-d")


@pytest.fixture
def annex(root: Path) -> AnnexD:
    return read(root)


def test_messages_are_those_of_the_annex(annex: AnnexD, codec: Codec) -> None:
    def encoded(message: cose.Sign1) -> bytes:
        return codec.encode(cose.structure(message))

    assert annex.vectors["issuer_auth"] == encoded(annex.issuer_auth)
    assert annex.vectors["reader_auth"] == encoded(annex.reader_auth)
    (document,) = codec.decode(annex.vectors["device_response"])["documents"]
    assert document["docType"] == DOC_TYPE
    assert annex.device_mac == cose.parse_mac0(document["deviceSigned"]["deviceAuth"]["deviceMac"])


def test_keys_are_those_of_the_annex(annex: AnnexD) -> None:
    _, _, x, y = annex.key("static_device_key")

    assert isinstance(y, bytes)
    assert b"\x21\x58\x20" + x + b"\x22\x58\x20" + y in annex.derived["mobile_security_object"]
    assert annex.vectors["ds_cert"].count(annex.certified_key("ds_cert").x) == 1


def test_its_mso_was_valid_when_it_is_judged(annex: AnnexD) -> None:
    mso = annex.derived["mobile_security_object"]
    dates = [mso[mso.index(name) + len(name) + 2 :][:20].decode() for name in (b"validFrom", b"validUntil")]

    assert dates[0] < JUDGED_AT < dates[1]


def run(vector: Vector, codec: Codec) -> Any:
    value = vector.arrange()
    if vector.stage == "hashing.sha256":
        return hashlib.sha256(value).digest()
    message, key, external_aad, payload = value

    def mac(data: bytes) -> bytes:
        return hmac.digest(key, data, "sha256")

    return cose.verify_mac0(message, mac=mac, codec=codec, external_aad=external_aad, payload=payload)


def test_digests_and_macs_are_right_and_their_twins_are_not(root: Path, codec: Codec) -> None:
    found = [vector for vector in vectors(root) if vector.stage != "cose.verify1"]
    wrong = []
    for vector in found:
        try:
            problem = vector.judge(run(vector, codec))
        except (VerificationFailed, MalformedInput) as error:
            problem = None if vector.refuse == "" else str(error)
        else:
            problem = problem if vector.refuse is None else "accepted"
        if problem:
            wrong.append((vector.name, problem))

    assert wrong == []
    assert len(found) == 8


def test_signatures_have_twins_too(root: Path) -> None:
    found = {vector.name: vector for vector in vectors(root) if vector.stage == "cose.verify1"}

    assert {name: vector.refuse for name, vector in list(found.items())[:3]} == {
        "issuerAuth": None,
        "issuerAuth, payload changed": "",
        "readerAuth": None,
    }
    assert found["issuerAuth"].judge(b"x") is not None
    assert found["issuerAuth"].arrange() != found["issuerAuth, payload changed"].arrange()
