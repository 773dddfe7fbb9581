"""openvc-core as a peer: it and ours verify each other, where it follows the texts."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.engines.openvc import ENGINES
from canonbench.errors import EngineUnavailable, VerificationFailed
from canonbench.exchanges import load, variants
from canonbench.exchanges.di_verify import own_use
from canonbench.model.exchange import RoleName
from canonbench.suites import vc_di

OWN = own_use()
PEERS = {engine.stage.name: engine for engine in ENGINES}
SUITES = ["eddsa-rdfc-2022", "ecdsa-rdfc-2019", "ecdsa-sd-2023"]


class Given:
    """A document of the published vectors, with its contexts."""

    def __init__(self, value: Any, contexts: dict[str, Any]) -> None:
        """Hold both."""
        self.value, self.contexts = value, contexts


@pytest.fixture(scope="session")
def given(suite: Callable[[str], Path]) -> Given:
    suites = suite("vc-di-eddsa").parent
    case = next(vc_di.cases(suites))
    urls = case.unsecured["@context"]
    return Given(case.unsecured, {url: vc_di.contexts(suites)[url] for url in urls})


def _requests(name: str, given: Given) -> tuple[Any, Any]:
    variant = variants(name)[0]
    return variant, load(name).requests(OWN, given, variant, 1, 0)


def _peer(name: str, role: RoleName, request: Any) -> Any:
    engine = PEERS[f"{name}.{role}"]
    return engine.leave(engine.run(engine.enter(request)))


@pytest.mark.suites
@pytest.mark.parametrize("name", SUITES)
def test_each_verifies_what_the_other_made(name: str, given: Given) -> None:
    variant, requests = _requests(name, given)
    roles = load(name).roles
    ours = roles["verify"].bind(OWN, variant)
    claims = ours(requests["verify"])
    assert claims == _peer(name, "verify", requests["verify"])

    issued = _peer(name, "issue", requests["issue"])
    present = requests["present"]._replace(secured=issued)
    for shown in (_peer(name, "present", present), roles["present"].bind(OWN, variant)(present)):
        request = requests["verify"]._replace(secured=shown)
        assert claims == ours(request) == _peer(name, "verify", request)


@pytest.mark.suites
@pytest.mark.parametrize("name", SUITES)
def test_it_refuses_what_is_tampered_with(name: str, given: Given) -> None:
    variant, requests = _requests(name, given)
    refused = []
    for each in load(name).tampered(OWN, requests["verify"], variant):
        with pytest.raises(VerificationFailed):
            _peer(name, "verify", each.request)
        refused.append(each.name)
    assert len(refused) == 18


@pytest.mark.suites
def test_its_jcs_proofs_lack_the_context_that_they_sign(given: Given) -> None:
    variant, requests = _requests("eddsa-jcs-2022", given)
    issued = _peer("eddsa-jcs-2022", "issue", requests["issue"])
    verify = load("eddsa-jcs-2022").roles["verify"].bind(OWN, variant)

    assert "@context" not in json.loads(issued)["proof"]
    with pytest.raises(VerificationFailed, match="EdDSA signature"):
        verify(requests["verify"]._replace(secured=issued))
    assert _peer("eddsa-jcs-2022", "verify", requests["verify"]) == verify(requests["verify"])


@pytest.mark.suites
def test_what_it_cannot_be_given_is_said(given: Given) -> None:
    _, requests = _requests("eddsa-rdfc-2022", given)
    signer = requests["issue"].signer
    more = signer._replace(options={**signer.options, "nonce": "x"})
    with pytest.raises(EngineUnavailable, match="proof options \\['nonce'\\]"):
        PEERS["eddsa-rdfc-2022.issue"].enter(requests["issue"]._replace(signer=more))
    with pytest.raises(EngineUnavailable, match="scope issuer and did:key alone"):
        PEERS["eddsa-rdfc-2022.verify"].enter(requests["verify"]._replace(challenge="x"))


def test_every_role_of_the_five_suites_has_an_engine() -> None:
    assert {engine.stage.name for engine in ENGINES} == {
        f"{name}.{role}"
        for name in (
            "eddsa-rdfc-2022",
            "eddsa-jcs-2022",
            "ecdsa-rdfc-2019",
            "ecdsa-jcs-2019",
            "ecdsa-sd-2023",
        )
        for role in ("issue", "present", "verify")
    }
    for engine in ENGINES:
        found = load(engine.stage.name.rpartition(".")[0]).roles
        assert engine.stage.text == found[engine.stage.name.rpartition(".")[2]].text  # type: ignore[index]  # a role


def test_without_the_library_the_engine_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvc.errors", None)
    monkeypatch.delitem(sys.modules, "canonbench.engines.openvc")
    with pytest.raises(EngineUnavailable, match=r"pip install 'canonbench\[peers\]'"):
        Catalogue({"openvc-core": "canonbench.engines.openvc"}).load("openvc-core")
