"""Requests follow from document, variant and seed: claims, keys, a time at which the credential is valid."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import BadDocument
from canonbench.exchanges.sd_jwt_requests import AUDIENCE, NONCE, pointer, scene, utc
from canonbench.harness import codec
from canonbench.model.engine import Engine
from canonbench.model.exchange import Scope, Variant
from canonbench.model.use import Neutral

Engines = Mapping[str, Engine[Any, Any]]
DOCUMENT = corpus.find("credential-20").value
CLAIMS = {"iss": "https://u.example", "vct": "urn:eudi:diploma:1", "title": "x", "a/b": {"c": 1}}


@pytest.mark.parametrize("scope", ["issuer", "holder", "trust"])
def test_a_scene_can_be_frozen_and_read_again(engines: Engines, scope: Scope) -> None:
    made = scene(Neutral(engines), DOCUMENT, Variant("p256", scope), 5, 3)

    assert codec.load(codec.dump(made)) == made
    assert made == scene(Neutral(engines), DOCUMENT, Variant("p256", scope), 5, 3)


def test_scopes_add_what_they_check(engines: Engines) -> None:
    issuer, holder, trust = (
        scene(Neutral(engines), DOCUMENT, Variant("p256", scope), 5, 0)
        for scope in ("issuer", "holder", "trust")
    )

    assert (issuer.holder, issuer.verify.nonce, issuer.verify.issuer["crv"]) == (None, "", "P-256")
    assert (holder.verify.audience, holder.verify.nonce) == (AUDIENCE, NONCE)
    assert holder.issue.claims.keys() - issuer.issue.claims.keys() == {"cnf"}
    assert trust.issue.claims.keys() - holder.issue.claims.keys() == {"status"}
    assert (trust.verify.issuer, len(trust.verify.roots), list(trust.issue.header)) == (
        *({}, 1),
        ["alg", "typ", "x5c"],
    )


def test_a_seed_fixes_randomness_and_none_leaves_it_to_the_system(engines: Engines) -> None:
    seeded, free = (scene(Neutral(engines), DOCUMENT, Variant("p256"), 5, seed).issue for seed in (3, None))

    assert (seeded.seed, seeded.deterministic) == (b"sd-jwt-vc/3", True)
    assert (free.seed, free.deterministic) == (None, False)


def test_the_claims_of_an_sd_jwt_vc_are_taken_as_they_are(engines: Engines) -> None:
    given = {**CLAIMS, "cnf": {"jwk": "theirs"}, "status": {}}
    made = scene(Neutral(engines), given, Variant("p256"), ("/a~1b",), 0)

    assert made.issue.claims == CLAIMS
    assert set(made.issue.frame.members) == {"title", "a/b"}
    assert made.pointers == ("/a~1b",)
    assert scene(Neutral(engines), given, Variant("p256"), 1, 0).pointers == ("/title",)


def test_claims_inside_a_subject_are_disclosed_each_by_itself(engines: Engines) -> None:
    given = {**CLAIMS, "credentialSubject": {"degree": 1, "title": 2, "a~b": 3}, "@type": "t"}
    made = scene(Neutral(engines), given, Variant("p256"), ("/title", "/credentialSubject/degree"), 0)
    every = scene(Neutral(engines), given, Variant("p256"), 9, 0).pointers

    assert made.pointers == ("/title", "/credentialSubject/degree")
    assert every == (
        *("/title", "/a~1b", "/credentialSubject/degree", "/credentialSubject/title"),
        *("/credentialSubject/a~0b", "/@type"),
    )
    assert not made.issue.frame.members["credentialSubject"].disclosable
    assert scene(Neutral(engines), {**CLAIMS, "credentialSubject": "x"}, Variant("p256"), 9, 0).pointers[
        -1
    ] == ("/credentialSubject")


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ({}, 1_780_000_000),
        ({"nbf": 1_900_000_000}, 1_900_000_000),
        ({"iat": 1_900_000_001, "exp": 1_900_000_100}, 1_900_000_001),
        ({"exp": 1_000_000_000}, 999_999_999),
    ],
)
def test_it_is_verified_while_it_is_valid(engines: Engines, times: dict[str, int], expected: int) -> None:
    made = scene(Neutral(engines), {**CLAIMS, **times}, Variant("p256", "holder"), 1, 0)

    assert made.verify.now == expected
    assert made.holder is not None
    assert made.holder.issued_at == expected


def test_a_document_without_claims_is_refused(engines: Engines) -> None:
    with pytest.raises(BadDocument, match="no credentialSubject"):
        scene(Neutral(engines), {"@context": []}, Variant("p256"), 1, 0)


def test_an_attribute_that_means_something_else_gets_another_name() -> None:
    assert pointer("degree") == "/degree"
    assert pointer("iat") == "/credentialSubject.iat"
    assert pointer("a/b~c") == "/a~1b~0c"


def test_times_are_written_in_utc() -> None:
    assert utc(0) == "1970-01-01T00:00:00Z"
