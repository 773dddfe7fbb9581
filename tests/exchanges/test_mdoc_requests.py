"""Requests of an mdoc exchange: neutral, repeatable, and made of any credential."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.formats import json_value
from canonbench.documents.mapping import from_vcdm
from canonbench.errors import BadDocument, UnknownName
from canonbench.exchanges.mdoc import ROLES
from canonbench.exchanges.mdoc_requests import requests
from canonbench.harness.codec import dump, load
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs.mdoc import EDUCATION_NAMESPACE

Engines = Mapping[str, Engine[Any, Any]]
HOLDER = Variant("p256", "holder")


def _made(engines: Engines, name: str = "credential-20", variant: Variant = HOLDER, **options: Any) -> Any:
    chosen = {"disclose": 5, "seed": 1, **options}
    return requests(Neutral(engines), "mdoc", corpus.find(name), variant, chosen["disclose"], chosen["seed"])


@pytest.mark.parametrize("variant", [Variant("ed25519"), Variant("p384", "trust", "mac")])
def test_requests_are_frozen_and_read_again(engines: Engines, variant: Variant) -> None:
    for request in _made(engines, variant=variant).values():
        assert load(dump(request)) == request


def test_a_seed_fixes_every_byte(engines: Engines) -> None:
    assert dump(list(_made(engines).values())) == dump(list(_made(engines).values()))
    first, second = (_made(engines, seed=seed)["verify"] for seed in (1, 2))
    assert (first.presented != second.presented, first.transcript != second.transcript) == (True, True)
    assert _made(engines, seed=None)["issue"].seed is None


@pytest.mark.parametrize("name", ["ob3", "dcc", "clr-simple", "elm-diploma", "blockcerts", "attr-20"])
def test_a_credential_of_production_is_exchanged_whole(engines: Engines, name: str) -> None:
    made = _made(engines, name, disclose=1000)
    verified = ROLES[2].bind(Stack(engines), HOLDER)(made["verify"])

    attributes = from_vcdm(corpus.find(name).value).credential.attributes
    assert list(verified.elements[EDUCATION_NAMESPACE]) == list(attributes)
    assert json_value(attributes)


def test_a_credential_is_valid_from_its_own_date_and_for_a_year_if_it_does_not_say(engines: Engines) -> None:
    made = _made(engines, "ob3")

    assert made["issue"].validity[:3] == (
        "2026-06-30T00:00:00Z",
        "2026-06-30T00:00:00Z",
        "2027-06-30T00:00:00Z",
    )
    assert made["verify"].now == "2026-06-30T00:00:00Z"
    assert _made(engines, "attr-5")["verify"].now == "2026-01-01T00:00:00Z"


def test_only_trust_brings_roots_and_a_status(engines: Engines) -> None:
    narrow, wide = (_made(engines, variant=Variant("p256", scope)) for scope in ("holder", "trust"))

    assert (narrow["issue"].status, narrow["verify"].roots, narrow["verify"].status_list) == (None, (), None)
    assert wide["issue"].status["status_list"]["uri"] == "https://status.example/tokens/1"
    assert len(wide["verify"].roots) == 1
    assert wide["verify"].status_list.token.count(".") == 2


def test_only_a_mac_brings_the_readers_key(engines: Engines) -> None:
    by_signature, by_mac = (
        _made(engines, variant=Variant("p256", "holder", way)) for way in ("signature", "mac")
    )

    assert (by_signature["present"].reader_key, by_signature["verify"].reader_key) == (None, None)
    assert by_mac["present"].reader_key.crv == 1
    assert by_mac["verify"].reader_key.secret


def test_what_cannot_be_exchanged_is_refused(engines: Engines) -> None:
    with pytest.raises(UnknownName, match="no attribute 'degre'; did you mean degree"):
        _made(engines, disclose=("degre",))
    with pytest.raises(BadDocument, match="no credentialSubject"):
        _made(engines, "cycle-4")
