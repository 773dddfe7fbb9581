"""PyNaCl: Ed25519 alone, and refusals that are errors of ours."""

import sys
from typing import Any

import pytest

from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue
from canonbench.engines.pynacl import ENGINES
from canonbench.errors import EngineUnavailable, MalformedInput, VerificationFailed
from canonbench.model.engine import Engine, identity
from canonbench.model.use import Stack
from canonbench.specs import base64url
from canonbench.stages import eddsa, key

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
LOAD = BY_STAGE["key.load"].neutral()
OWN: key.Key = LOAD(key.Material("multikey", secret_key("Ed25519"), secret=True))


def test_a_key_loads_and_is_exported() -> None:
    public = LOAD(key.Material("multikey", b"\xed\x01" + OWN.public))

    assert OWN._replace(secret=b"") == public
    assert BY_STAGE["key.export"].neutral()(OWN) == BY_STAGE["key.export"].neutral()(public)
    assert Stack(BY_STAGE).between(key.load, eddsa.sign) is identity


def test_a_secret_key_must_belong_to_its_public_key() -> None:
    jwk = {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": base64url.encode(OWN.public),
        "d": base64url.encode(OWN.secret),
    }

    assert LOAD(key.Material("jwk", jwk, secret=True)) == OWN
    with pytest.raises(MalformedInput, match="does not belong"):
        LOAD(key.Material("jwk", {**jwk, "d": base64url.encode(bytes(32))}, secret=True))


def test_other_keys_are_unavailable_with_the_reason() -> None:
    with pytest.raises(EngineUnavailable, match="Ed25519 only, not with P-256"):
        LOAD(key.Material("multikey", secret_key("P-256"), secret=True))
    with pytest.raises(EngineUnavailable, match="no keys in the form 'der'"):
        LOAD(key.Material("der", b""))


def test_a_secret_key_verifies_nothing() -> None:
    verify = BY_STAGE["eddsa.verify"].neutral()
    signature = BY_STAGE["eddsa.sign"].neutral()(eddsa.Signing(OWN, b"message"))

    assert verify(eddsa.Verification(OWN._replace(secret=b""), b"message", signature)) is True
    with pytest.raises(VerificationFailed, match="no public key of Ed25519"):
        verify(eddsa.Verification(OWN, b"message", signature))


def test_a_missing_library_is_named_with_the_extra_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nacl.exceptions", None)
    monkeypatch.delitem(sys.modules, "canonbench.engines.pynacl")

    with pytest.raises(EngineUnavailable, match=r"needs PyNaCl: pip install 'canonbench\[peers\]'"):
        Catalogue().load("pynacl")
