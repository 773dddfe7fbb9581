"""A peer is timed only where it and ours verify each other, and it refuses what ours refuses."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import VerificationFailed
from canonbench.exchanges import load
from canonbench.exchanges.peers import disagreement
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.suites import vc_di

Engines = Mapping[str, Engine[Any, Any]]
VARIANT = Variant("ed25519")
EXCHANGE = load("eddsa-jcs-2022")


@pytest.fixture(scope="module")
def peer(engines: Engines) -> dict[str, Engine[Any, Any]]:
    """Our own roles, as if they were those of a library."""
    found: dict[str, Engine[Any, Any]] = {}
    for role in EXCHANGE.roles.values():
        stage: Any = type("Named", (), {"name": role.name})()
        found[role.name] = Engine(stage, "peer", run=role.bind(Stack(engines), VARIANT))
    return found


def _reason(peer: Engines, engines: Engines, **roles: Callable[[Any], Any]) -> str:
    changed = {f"eddsa-jcs-2022.{role}": run for role, run in roles.items()}
    given = {name: replace(engine, run=changed.get(name, engine.run)) for name, engine in peer.items()}
    requests = EXCHANGE.requests(Neutral(engines), corpus.find("attr-5"), VARIANT, 2, 0)
    return disagreement(given, EXCHANGE, requests, VARIANT, Stack(engines))


def test_a_peer_that_does_the_same_is_fit(peer: Engines, engines: Engines) -> None:
    assert _reason(peer, engines) == ""


def test_what_is_wrong_with_a_peer_is_told(peer: Engines, engines: Engines) -> None:
    good = peer["eddsa-jcs-2022.verify"].run
    present = peer["eddsa-jcs-2022.present"].run

    def crashes(request: Any) -> Any:
        if b'"proofPurpose"' not in request.secured:
            raise KeyError("proofPurpose")
        return good(request)

    def accepts(request: Any) -> Any:
        try:
            return good(request)
        except VerificationFailed:
            return {}

    seen: list[Any] = []

    def forgets(request: Any) -> Any:
        seen.append(request)
        return good(request) if len(seen) == 1 else {}

    assert _reason(peer, engines, verify=lambda _: {}) == "it gives other claims than ours"
    assert "do not verify each other: MalformedInput" in _reason(peer, engines, issue=lambda _: b"{}")
    less = _reason(peer, engines, present=lambda given: present(given._replace(pointers=("/issuer",))))
    assert less == "ours finds other claims in what it made"
    assert _reason(peer, engines, verify=forgets) == "it finds other claims than ours in what it made"
    assert "it does not refuse that a claim is changed" in _reason(peer, engines, verify=accepts)
    assert "it fails where the proof is missing: KeyError" in _reason(peer, engines, verify=crashes)


@pytest.mark.suites
def test_openvc_is_fit_for_the_published_document_with_rdfc_and_not_with_jcs(
    suite: Callable[[str], Path], engines: Engines
) -> None:
    suites = suite("vc-di-eddsa").parent
    given: Any = type("Given", (), {})()
    given.value, contexts = next(vc_di.cases(suites)).unsecured, vc_di.contexts(suites)
    given.contexts = {url: contexts[url] for url in given.value["@context"]}
    reasons = {}
    for name in ("eddsa-rdfc-2022", "eddsa-jcs-2022"):
        exchange = load(name)
        requests = exchange.requests(Neutral(engines), given, VARIANT, 1, 0)
        reasons[name] = disagreement(
            Catalogue().load("openvc-core"), exchange, requests, VARIANT, Stack(engines)
        )
    assert reasons["eddsa-rdfc-2022"] == ""
    assert "VerificationFailed: the EdDSA signature does not verify" in reasons["eddsa-jcs-2022"]
