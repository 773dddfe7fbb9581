"""Parties and documents of the Data Integrity exchanges: what is added, and what is disclosed."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import BadDocument, SpecError
from canonbench.exchanges import load
from canonbench.exchanges.di_requests import case, disclosed, mandatory, party
from canonbench.model.engine import Engine
from canonbench.model.exchange import Algorithm, Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs.data_integrity import CRYPTOSUITES
from canonbench.specs.multibase import parse_did_key

Engines = Mapping[str, Engine[Any, Any]]
SUITE = CRYPTOSUITES["eddsa-rdfc-2022"]


@pytest.mark.parametrize(
    ("algorithm", "name"), [("ed25519", "Ed25519"), ("p256", "P-256"), ("p384", "P-384")]
)
def test_a_party_is_a_did_key_of_its_algorithm(algorithm: Algorithm, name: str, engines: Engines) -> None:
    one, other = (party(Neutral(engines), owner, Variant(algorithm)) for owner in ("issuer", "holder"))

    assert parse_did_key(one.id).algorithm == name
    assert one.method == f"{one.id}#{one.id.removeprefix('did:key:')}"
    assert one != other
    assert one == party(Neutral(engines), "issuer", Variant(algorithm))
    assert one != party(Neutral(engines), "issuer", Variant(algorithm), seed=1)


def _case(
    engines: Engines, value: Any, contexts: Any, variant: Variant, name: str = "eddsa-rdfc-2022"
) -> Any:
    class Given:
        """A document with its contexts."""

    given: Any = Given()
    given.value, given.contexts = value, contexts
    suite = CRYPTOSUITES[name]
    return case(Neutral(engines), suite, suite, given, variant=variant, disclose=5, seed=0)


def test_proofs_that_a_document_had_are_left_out(engines: Engines) -> None:
    document = corpus.find("attr-5")
    made = _case(engines, {**document.value, "proof": {"a": 1}}, {}, Variant("ed25519"))

    assert "proof" not in made.document


def test_the_terms_of_a_proof_are_added_only_where_nothing_defines_them(engines: Engines) -> None:
    url = "https://w3id.org/security/data-integrity/v2"
    for name, added in (("attr-5", True), ("simple", True), ("ob3", False), ("ob3-vcdm1", True)):
        document = corpus.find(name)
        made = _case(engines, document.value, document.contexts, Variant("ed25519"))
        before = document.value["@context"]
        assert made.document["@context"] == ([*before, url] if added else before)
        assert (url in made.contexts) is added


def test_one_context_becomes_a_list_when_another_is_added(engines: Engines) -> None:
    made = _case(engines, {"@context": {"a": "urn:a"}, "a": "x"}, {}, Variant("ed25519"))

    assert made.document["@context"] == [{"a": "urn:a"}, "https://w3id.org/security/data-integrity/v2"]


def test_a_status_takes_the_place_of_the_one_there_was(engines: Engines) -> None:
    document = corpus.find("ob3-status")
    made = _case(engines, document.value, document.contexts, Variant("ed25519", "trust"))

    assert document.value["credentialStatus"] != made.document["credentialStatus"]
    assert made.document["credentialStatus"]["type"] == "BitstringStatusListEntry"
    assert "/credentialStatus" in made.mandatory
    assert len(made.status_lists) == 1
    narrow = _case(engines, document.value, document.contexts, Variant("ed25519"))
    assert narrow.document["credentialStatus"] == document.value["credentialStatus"]
    assert narrow.status_lists == ()


@pytest.mark.parametrize(
    "name", ["simple", "attr-5", "credential-20", "ob3", "ob3-vcdm1", "dcc-v1", "clr-simple"]
)
def test_every_kind_of_document_goes_through_the_widest_scope(name: str, engines: Engines) -> None:
    variant = Variant("p256", "trust")
    for suite in ("ecdsa-sd-2023", "ecdsa-rdfc-2019"):
        exchange = load(suite)
        requests = exchange.requests(Neutral(engines), corpus.find(name), variant, 1, 0)
        verified = exchange.roles["verify"].bind(Stack(engines), variant)(requests["verify"])
        assert verified["credentialStatus"] == requests["issue"].document["credentialStatus"]


def test_what_stands_beside_the_subject_is_mandatory() -> None:
    document = {"@context": [], "id": "x", "type": "y", "issuer": 1, "a/b~c": 2, "credentialSubject": {}}

    assert mandatory(document) == ("/issuer", "/a~1b~0c")


@pytest.mark.parametrize(
    ("subject", "disclose", "pointers"),
    [
        ({"id": "x", "type": "t", "b": 1, "a/c": 2}, 5, ("/credentialSubject/b", "/credentialSubject/a~1c")),
        ({"id": "x", "b": 1, "c": 2}, 1, ("/credentialSubject/b",)),
        ({"id": "x", "b": 1, "c": 2}, 0, ()),
        ([{"b": 1}, {"c": 2}], 2, ("/credentialSubject/0/b", "/credentialSubject/1/c")),
        ("did:example:x", 5, ()),
        (None, 5, ()),
        ({"b": 1}, ("b", "/issuer", "c/d"), ("/credentialSubject/b", "/issuer", "/credentialSubject/c~1d")),
    ],
)
def test_claims_are_disclosed_by_number_name_or_pointer(
    subject: Any, disclose: Any, pointers: tuple[str, ...]
) -> None:
    assert disclosed({"credentialSubject": subject}, disclose) == pointers


def test_a_part_of_a_list_cannot_be_disclosed(engines: Engines) -> None:
    document = corpus.find("elm-diploma")
    context = {"@version": 1.1, "steps": {"@id": "urn:steps", "@container": "@list"}}
    value = {
        "@context": ["https://www.w3.org/ns/credentials/v2", context],
        "type": ["VerifiableCredential"],
        "issuer": "did:example:x",
        "credentialSubject": {"steps": ["a", "b"]},
    }

    class Given:
        """A document with a list."""

    given: Any = Given()
    given.value, given.contexts = value, document.contexts
    with pytest.raises(SpecError, match="select it all"):
        load("ecdsa-sd-2023").requests(
            Neutral(engines), given, Variant("p256"), ("/credentialSubject/steps/0",), 0
        )


def test_a_document_with_nothing_to_show_is_refused(engines: Engines) -> None:
    with pytest.raises(BadDocument, match="nothing to show"):
        _case(engines, {"credentialSubject": {"id": "urn:x"}}, {}, Variant("ed25519"), "eddsa-jcs-2022")
