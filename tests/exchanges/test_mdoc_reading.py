"""What is read is the same under every use, and is what the specification reads in one call."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import MalformedInput
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc_reading import reading_items, reading_message, reading_mso
from canonbench.exchanges.mdoc_requests import requests
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Recorder, Stack
from canonbench.specs import mdoc

Engines = Mapping[str, Engine[Any, Any]]


@pytest.mark.parametrize("kind", [Neutral, Stack])
def test_message_mso_and_items_are_read(engines: Engines, kind: Any) -> None:
    use, cbor = kind(engines), codec(Neutral(engines))
    document = corpus.find("credential-20")
    data = requests(Neutral(engines), "mdoc", document, Variant("p384", "trust"), 3, 1)["verify"].presented
    response = mdoc.decode_device_response(data, cbor)
    issued = response.documents[0].issuer_signed
    payload = issued.issuer_auth.payload or b""

    assert repr(reading_message(use)(data)) == repr(response)
    assert reading_mso(use)(payload) == mdoc.parse_mso(payload, cbor)
    assert reading_items(use)(issued.name_spaces) == mdoc.parse_items(issued.name_spaces, cbor)


def test_every_item_is_decoded_and_all_are_looked_at_once(engines: Engines) -> None:
    recorder = Recorder(Neutral(engines))
    item = bytes.fromhex(
        "d8185845a4686469676573744944006672616e646f6d50" + "00" * 16 + "71656c656d656e744964656e746966696572"
        "61616c656c656d656e7456616c756501"
    )
    inner = item[4:]
    encoded = b"\xd8\x18\x58" + bytes([len(inner)]) + inner
    reading_items(recorder)({"a": (encoded, encoded), "b": (encoded,)})

    assert [step.stage for step in recorder.steps] == ["cbor.decode"] * 3 + ["mdoc.parse_items"]


def test_what_is_not_embedded_is_malformed(engines: Engines) -> None:
    with pytest.raises(
        MalformedInput, match="IssuerSignedItemBytes is not one CBOR byte string under tag 24"
    ):
        reading_items(Stack(engines))({"a": (b"\xa0",)})
    with pytest.raises(MalformedInput, match="MobileSecurityObjectBytes is not one"):
        reading_mso(Stack(engines))(b"")
