"""What the issuer signs: as the specification makes it in one call, and no other hash than the variant's."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import VerificationFailed
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc_issuer import Received, issuing, validating_issuer
from canonbench.exchanges.mdoc_requests import requests
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs import mdoc
from canonbench.specs.cose import ES256
from canonbench.stages import ecdsa, hashing, key

Engines = Mapping[str, Engine[Any, Any]]
NOW = "2026-01-01T00:00:00Z"


def _request(engines: Engines, variant: Variant) -> Any:
    return requests(Neutral(engines), "mdoc", corpus.find("credential-20"), variant, 5, 4)["issue"]


def test_issuing_in_steps_gives_what_issuing_in_one_call_gives(engines: Engines) -> None:
    use, request = Neutral(engines), _request(engines, Variant("p256"))
    loaded = use(key.load)(request.issuer_key)
    credential = mdoc.Credential(request.doc_type, request.name_spaces, request.device_key, request.validity)
    whole = mdoc.issue(
        credential,
        signer=mdoc.Signer(
            ES256, lambda data: use(ecdsa.sign)(ecdsa.Signing(loaded, data, deterministic=True))
        ),
        chain=request.chain,
        codec=codec(use),
        digest=use(hashing.sha256),
        random=Random(request.seed).randbytes,  # noqa: S311 - repeatable on purpose
    )

    for either in (use, Stack(engines)):
        made = issuing(either, Variant("p256"))(request)
        assert mdoc.encode_issuer_signed(made, codec(use)) == whole


def test_the_elements_are_authentic_and_the_certificates_validity_is_told(engines: Engines) -> None:
    variant = Variant("ed25519", "trust")
    request = _request(engines, variant)
    issued = issuing(Stack(engines), variant)(request)
    roots = requests(Neutral(engines), "mdoc", corpus.find("credential-20"), variant, 5, 4)["verify"].roots
    found = validating_issuer(Stack(engines), variant)(Received(issued, roots, NOW))

    assert found.elements == request.name_spaces
    assert found.mso.status == request.status
    assert found.validity == (NOW, "2031-01-01T00:00:00Z")


def test_digests_of_another_hash_than_the_variants_are_refused(engines: Engines) -> None:
    use, request = Neutral(engines), _request(engines, Variant("p256"))
    loaded = use(key.load)(request.issuer_key)
    credential = mdoc.Credential(
        request.doc_type, request.name_spaces, request.device_key, request.validity, "SHA-384"
    )
    data = mdoc.issue(
        credential,
        signer=mdoc.Signer(ES256, lambda data: use(ecdsa.sign)(ecdsa.Signing(loaded, data))),
        chain=request.chain,
        codec=codec(use),
        digest=use(hashing.sha384),
        random=Random(1).randbytes,  # noqa: S311 - repeatable on purpose
    )
    issued = mdoc.decode_issuer_signed(data, codec(use))

    with pytest.raises(VerificationFailed, match=r"digestAlgorithm is SHA-384, must be SHA-256"):
        validating_issuer(use, Variant("p256"))(Received(issued, (), NOW))
