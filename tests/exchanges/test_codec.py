"""CBOR in a composition is one codec, whatever hands out the stages."""

from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import MalformedInput
from canonbench.exchanges.codec import codec
from canonbench.model.use import Neutral, Recorder, Stack
from canonbench.specs.cbor import Map

CBOR2 = Catalogue().load("cbor2")


@pytest.mark.parametrize("use", [Neutral(CBOR2), Stack(CBOR2)], ids=["neutral", "native"])
def test_a_codec_gives_plain_values_back(use: Any) -> None:
    cbor = codec(use)
    octets = cbor.encode({1: [b"\x00", None], "a": cbor.tag(24, b"x")})

    assert octets.hex() == "a2018241" + "00f6" + "6161" + "d8184178"
    decoded = cbor.decode(octets)
    assert isinstance(decoded, dict)
    assert decoded[1] == [b"\x00", None]
    assert (decoded["a"].tag, decoded["a"].value) == (24, b"x")


@pytest.mark.parametrize("use", [Neutral(CBOR2), Stack(CBOR2)], ids=["neutral", "native"])
def test_what_is_no_cbor_is_an_error_of_ours(use: Any) -> None:
    cbor = codec(use)

    with pytest.raises(cbor.errors):
        cbor.decode(b"\x82\x01")
    assert cbor.errors == (MalformedInput,)


def test_what_passes_is_recorded_in_neutral_form() -> None:
    recorder = Recorder(Neutral(CBOR2))
    cbor = codec(recorder, of="security object")
    cbor.decode(cbor.encode({1: 2}))

    assert [(step.stage, step.of) for step in recorder.steps] == [
        ("cbor.encode", "security object"),
        ("cbor.decode", "security object"),
    ]
    assert recorder.steps[0].input == recorder.steps[1].output == Map(((1, 2),))
