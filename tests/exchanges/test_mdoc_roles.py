"""What a verifier of an mdoc refuses before it looks at a signature."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc_requests import requests
from canonbench.exchanges.mdoc_roles import present, verify
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs.mdoc import DeviceResponse, decode_device_response, encode_device_response

Engines = Mapping[str, Engine[Any, Any]]
ISSUER, HOLDER = Variant("p256"), Variant("p256", "holder")


@pytest.fixture(scope="module")
def made(engines: Engines) -> Mapping[Variant, Any]:
    document = corpus.find("credential-20")
    return {each: requests(Neutral(engines), "mdoc", document, each, 2, 1) for each in (ISSUER, HOLDER)}


def test_a_message_of_the_other_scope_is_refused(engines: Engines, made: Mapping[Variant, Any]) -> None:
    with pytest.raises(VerificationFailed, match="DeviceResponse, not IssuerSigned alone"):
        verify.bind(Stack(engines), ISSUER)(made[HOLDER]["verify"])
    with pytest.raises(VerificationFailed, match="IssuerSigned alone, so no device authenticates it"):
        verify.bind(Stack(engines), HOLDER)(made[ISSUER]["verify"])
    with pytest.raises(VerificationFailed, match="DeviceResponse, not IssuerSigned alone"):
        present.bind(Stack(engines), HOLDER)(
            made[HOLDER]["present"]._replace(issuer_signed=made[HOLDER]["verify"].presented)
        )


def test_one_document_was_asked_for(engines: Engines, made: Mapping[Variant, Any]) -> None:
    cbor, request = codec(Neutral(engines)), made[HOLDER]["verify"]
    (document,) = decode_device_response(request.presented, cbor).documents
    for documents in ((), (document, document)):
        data = encode_device_response(DeviceResponse(documents), cbor)
        with pytest.raises(VerificationFailed, match=rf"holds {len(documents)} documents, one was asked for"):
            verify.bind(Stack(engines), HOLDER)(request._replace(presented=data))


def test_the_document_type_is_the_one_asked_for(engines: Engines, made: Mapping[Variant, Any]) -> None:
    request = made[HOLDER]["verify"]._replace(doc_type="org.iso.18013.5.1.mDL")
    with pytest.raises(VerificationFailed, match=r"asked for was org\.iso\.18013\.5\.1\.mDL"):
        verify.bind(Stack(engines), HOLDER)(request)


@pytest.mark.parametrize("data", [b"", b"\x00", b"\xa0", b"\xa1\x6aissuerAuth\x80"])
def test_what_is_no_message_is_malformed(engines: Engines, made: Mapping[Variant, Any], data: bytes) -> None:
    with pytest.raises(MalformedInput):
        verify.bind(Stack(engines), ISSUER)(made[ISSUER]["verify"]._replace(presented=data))
