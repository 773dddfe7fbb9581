"""COSE messages out of stages are those that the specification makes in one call."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents.keys import secret_key
from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.exchanges.codec import codec
from canonbench.exchanges.cose import making_mac, making_signature, verifying_mac, verifying_signature
from canonbench.exchanges.signature import KEY_ALGORITHMS
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs import cose as specs
from canonbench.stages import cose, hmac, key

Engines = Mapping[str, Engine[Any, Any]]
SECRET = bytes(range(32))


def _own(variant: Variant) -> key.Material:
    return key.Material("multikey", secret_key(KEY_ALGORITHMS[variant.algorithm]), secret=True)


@pytest.mark.parametrize("detached", [False, True])
@pytest.mark.parametrize("algorithm", KEY_ALGORITHMS)
def test_a_message_is_that_of_the_whole(engines: Engines, algorithm: Any, detached: bool) -> None:  # noqa: FBT001 - a parameter
    variant, neutral = Variant(algorithm), Neutral(engines)
    loaded = neutral(key.load)(_own(variant))
    whole = neutral(cose.sign1)(cose.Signing(loaded, b"payload", b"", detached, deterministic=True))
    public = key.Material("cose", cose.cose_key(loaded))
    payload = b"payload" if detached else None
    for use in (neutral, Stack(engines)):
        made = making_signature(use, variant, of="token", detached=detached)
        verify = verifying_signature(use, variant, key.load, of="token")

        assert made(_own(variant), b"payload", (), True) == whole
        verify(use(key.load)(public), whole, payload)
        with pytest.raises(VerificationFailed, match="the signature of token does not verify"):
            verify(use(key.load)(public), whole._replace(signature=bytes(len(whole.signature))), payload)


def test_a_signature_of_the_size_of_another_curve_is_refused(engines: Engines) -> None:
    variant, use = Variant("p256"), Neutral(engines)
    message = making_signature(use, variant, of="token")(_own(variant), b"payload", (), True)
    long = message._replace(signature=bytes(96))

    with pytest.raises(VerificationFailed, match="is not 64 bytes long"):
        verifying_signature(use, variant, key.load, of="token")(use(key.load)(_own(variant)), long, None)


@pytest.mark.parametrize("kind", [Neutral, Stack])
def test_a_mac_is_that_of_the_specification(engines: Engines, kind: Any) -> None:
    use, neutral = kind(engines), Neutral(engines)
    expected = specs.mac0(
        b"payload",
        mac=lambda data: neutral(hmac.sha256)(hmac.Authentication(SECRET, data)),
        codec=codec(neutral),
        detached=True,
    )

    assert making_mac(use, of="token")(SECRET, b"payload") == expected
    verifying_mac(use, of="token")(SECRET, expected, b"payload")
    for secret, payload in ((bytes(32), b"payload"), (SECRET, b"other")):
        with pytest.raises(VerificationFailed, match="the tag of token does not verify"):
            verifying_mac(use, of="token")(secret, expected, payload)


def test_a_protected_header_is_a_map(engines: Engines) -> None:
    use = Stack(engines)
    for protected in (b"\x80", b""):
        with pytest.raises(MalformedInput, match="a protected header is not"):
            verifying_mac(use, of="token")(SECRET, specs.Mac0(protected, (), None, bytes(32)), b"payload")
