"""Tampered requests: each differs from the good one, whatever the document looks like."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import SpecError, VerificationFailed
from canonbench.exchanges import load
from canonbench.exchanges.di_tampering import tampered_requests
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack

Engines = Mapping[str, Engine[Any, Any]]
CONTEXT = "https://www.w3.org/ns/credentials/v2"


@pytest.mark.parametrize(
    "document",
    [
        {"issuer": "did:example:x", "credentialSubject": {"id": "did:example:y"}},
        {
            "issuer": "did:example:x",
            "validUntil": "2030-01-01T00:00:00Z",
            "credentialSubject": [{"id": "a:b"}],
        },
        {"credentialSubject": {"grades": [1, {"id": "x"}, ["a"]]}, "id": "urn:x"},
        {"credentialSubject": {"deep": {"er": [{"text": "a"}]}}, "issuanceDate": "2026-01-01T00:00:00Z"},
    ],
)
def test_a_document_of_any_shape_is_tampered_with(document: dict[str, Any], engines: Engines) -> None:
    class Given:
        """A document that JCS takes as it is."""

    given: Any = Given()
    given.value, given.contexts = document, {}
    variant, stack = Variant("ed25519"), Stack(engines)
    exchange = load("eddsa-jcs-2022")
    request = exchange.requests(Neutral(engines), given, variant, 5, 0)["verify"]
    verify = exchange.roles["verify"].bind(stack, variant)
    assert verify(request) is not None
    for each in tampered_requests(stack, request, variant):
        assert each.request != request
        with pytest.raises((VerificationFailed, SpecError)):
            verify(each.request)


def test_the_good_request_is_not_changed(engines: Engines) -> None:
    variant = Variant("ed25519", "trust")
    request = load("eddsa-rdfc-2022").requests(Neutral(engines), corpus.find("attr-5"), variant, 2, 0)[
        "verify"
    ]
    before = json.loads(request.secured)
    names = [each.name for each in tampered_requests(Neutral(engines), request, variant)]

    assert before == json.loads(request.secured)
    assert len(names) == len(set(names)) == 38
    assert {"another challenge is expected", "no status list", "the holder is changed"} < set(names)
