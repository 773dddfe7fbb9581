"""The signature of an exchange is that of its variant, under every use."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents.keys import secret_key
from canonbench.errors import VerificationFailed
from canonbench.exchanges.signature import KEY_ALGORITHMS, signing, verifying
from canonbench.model.engine import Engine
from canonbench.model.exchange import Algorithm, Variant
from canonbench.model.use import Neutral, Recorder, Stack
from canonbench.specs.multibase import encode
from canonbench.stages import key

Engines = Mapping[str, Engine[Any, Any]]


@pytest.mark.parametrize("kind", [Neutral, Stack])
@pytest.mark.parametrize("algorithm", KEY_ALGORITHMS)
def test_what_was_signed_verifies_and_nothing_else(engines: Engines, kind: Any, algorithm: Algorithm) -> None:
    use, variant = kind(engines), Variant(algorithm)
    own = key.Material("multikey", secret_key(KEY_ALGORITHMS[algorithm]), secret=True)
    signature = signing(use, variant, of="message")(own, b"message", True)
    neutral = Neutral(engines)
    public = key.Material("multikey", encode(neutral(key.export)(neutral(key.load)(own))))
    load, verify = use(key.load), verifying(use, variant, key.load, of="message")

    assert signature == signing(neutral, variant, of="message")(own, b"message", True)
    assert verify(load(public), b"message", signature) is True
    with pytest.raises(VerificationFailed):
        verify(load(public), b"massage", signature)


def test_its_steps_say_what_is_signed(engines: Engines) -> None:
    recorder = Recorder(Neutral(engines))
    own = key.Material("multikey", secret_key("P-256"), secret=True)
    first, second = (signing(recorder, Variant("p256"), of="token")(own, b"x", False) for _ in range(2))

    assert first != second
    assert [(step.stage, step.of) for step in recorder.steps] == [
        ("key.load", "token"),
        ("ecdsa.sign", "token"),
    ] * 2
