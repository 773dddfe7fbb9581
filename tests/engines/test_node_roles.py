"""Whole roles in Node.js: they and ours verify each other; what they accept and should not is known."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.engines import node, node_roles
from canonbench.errors import CanonbenchError, EngineUnavailable, MalformedInput
from canonbench.exchanges import Tampered, load
from canonbench.exchanges.di_verify import own_use
from canonbench.exchanges.peers import unverified
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.runtimes.install import Runtimes

OWN = own_use()
VARIANTS = [
    ("eddsa-rdfc-2022", Variant("ed25519")),
    ("ecdsa-rdfc-2019", Variant("p256")),
    ("ecdsa-rdfc-2019", Variant("p384")),
    ("ecdsa-sd-2023", Variant("p256")),
    ("sd-jwt-vc", Variant("ed25519")),
    ("sd-jwt-vc", Variant("p256", "holder")),
    ("mdoc", Variant("ed25519")),
    ("mdoc", Variant("p256", "holder")),
    ("mdoc", Variant("p384")),
]
CONTEXT = "urn:canonbench:roles"
TERMS = {name: f"urn:canonbench:{name}" for name in ("full_name", "degree", "town")}


class Given:
    """A small credential, with its contexts."""

    value: Any
    contexts: Mapping[str, Any]

    def __init__(self) -> None:
        """Take one with three claims."""
        from canonbench.documents.contexts import Contexts  # noqa: PLC0415

        credentials = "https://www.w3.org/ns/credentials/v2"
        self.value = {
            "@context": [credentials, CONTEXT],
            "type": ["VerifiableCredential"],
            "issuer": "did:example:issuer",
            "validFrom": "2026-01-01T00:00:00Z",
            "credentialSubject": {"full_name": "Ada", "degree": {"town": "Turin"}, "town": "London"},
        }
        self.contexts = {credentials: Contexts()[credentials], CONTEXT: {"@context": TERMS}}


@pytest.fixture(scope="session")
def peers(runtimes: Runtimes) -> Mapping[str, Engine[Any, Any]]:
    """Return the engine of each role, by its name."""
    names = ("node-data-integrity", "node-sd-jwt-vc", "node-mdoc")
    return {engine.stage.name: engine for name in names for engine in node.engines(name, runtimes)}


def _requests(name: str, variant: Variant) -> Mapping[RoleName, Any]:
    return load(name).requests(OWN, Given(), variant, 1, 0)


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_each_verifies_what_the_other_made(
    name: str, variant: Variant, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    requests: dict[str, Any] = {str(role): each for role, each in _requests(name, variant).items()}
    roles = load(name).roles
    ours = {role: found.bind(OWN, variant) for role, found in roles.items()}
    verifiers = {"ours": ours["verify"], "its": peers[f"{name}.verify"].neutral()}
    by: RoleName
    for by in ("issue", "present"):
        made = peers[f"{name}.{by}"].neutral()(requests[by])
        assert unverified(made, by, requests, ours["present"], verifiers) == ""
    assert verifiers["its"](requests["verify"]) == verifiers["ours"](requests["verify"])


@pytest.mark.parametrize("role", ["issue", "present"])
def test_proofs_by_ed25519_are_the_very_same(role: RoleName, peers: Mapping[str, Engine[Any, Any]]) -> None:
    request = _requests("eddsa-rdfc-2022", Variant("ed25519"))[role]
    ours = load("eddsa-rdfc-2022").roles[role].bind(OWN, Variant("ed25519"))(request)

    assert json.loads(peers[f"eddsa-rdfc-2022.{role}"].neutral()(request)) == json.loads(ours)


def _accepted(name: str, variant: Variant, peers: Mapping[str, Engine[Any, Any]]) -> list[str]:
    """Return what of the tampered is accepted; a library may not fail otherwise."""
    verify, request = peers[f"{name}.verify"].neutral(), _requests(name, variant)["verify"]
    tampered: list[Tampered] = list(load(name).tampered(OWN, request, variant))
    found = []
    for each in tampered:
        try:
            verify(each.request)
        except CanonbenchError:
            continue
        found.append(each.name)
    assert len(tampered) >= 17
    assert len(found) < len(tampered)
    return found


@pytest.mark.parametrize(("name", "variant"), VARIANTS[:4])
def test_suites_of_data_integrity_refuse_all_that_is_tampered_with(
    name: str, variant: Variant, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    assert _accepted(name, variant, peers) == []


def test_mdoc_does_not_look_for_items_that_come_twice_nor_at_status(
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    assert _accepted("mdoc", Variant("ed25519"), peers) == ["item 0: twice"]
    assert _accepted("mdoc", Variant("p256", "holder"), peers) == [
        "item 0: twice",
        "both kinds",
        "status of an error",
    ]


def test_sd_jwt_vc_passes_over_disclosures_that_nothing_refers_to(
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    accepted = _accepted("sd-jwt-vc", Variant("ed25519"), peers)

    assert {"a Disclosure of another credential", "Disclosure 0 twice"} <= set(accepted)


@pytest.mark.parametrize(
    ("name", "variant", "role", "reason"),
    [
        ("eddsa-rdfc-2022", Variant("ed25519", "holder"), "present", "scope issuer"),
        ("eddsa-rdfc-2022", Variant("ed25519", "holder"), "verify", "scope issuer"),
        ("ecdsa-sd-2023", Variant("p256", "holder"), "present", "scope issuer"),
        ("mdoc", Variant("p256", "holder", "mac"), "present", "--binding signature"),
        ("mdoc", Variant("p256", "holder", "mac"), "verify", "scope issuer or holder"),
        ("mdoc", Variant("p256", "trust"), "issue", "status"),
        ("sd-jwt-vc", Variant("p256", "trust"), "verify", "scope issuer or holder"),
    ],
)
def test_what_they_are_not_measured_with_is_said(
    name: str, variant: Variant, role: RoleName, reason: str, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    with pytest.raises(EngineUnavailable, match=reason):
        peers[f"{name}.{role}"].neutral()(_requests(name, variant)[role])


def test_proof_options_that_are_not_passed_on_are_said(peers: Mapping[str, Engine[Any, Any]]) -> None:
    request = _requests("eddsa-rdfc-2022", Variant("ed25519"))["issue"]
    more = request.signer._replace(options={**request.signer.options, "nonce": "x"})

    with pytest.raises(EngineUnavailable, match="proof options that are not measured: nonce"):
        peers["eddsa-rdfc-2022.issue"].neutral()(request._replace(signer=more))


def test_data_that_would_be_lost_is_not_signed(peers: Mapping[str, Engine[Any, Any]]) -> None:
    request = _requests("eddsa-rdfc-2022", Variant("ed25519"))["issue"]

    with pytest.raises(Exception, match=r"[Ss]afe mode"):
        peers["eddsa-rdfc-2022.issue"].neutral()(
            request._replace(document={**request.document, "unknown": "term"})
        )


def test_a_context_that_changes_under_the_same_url_is_not_taken_from_the_cache(
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    other = {"@context": {**TERMS, "full_name": "urn:canonbench:another"}}
    whole = _requests("eddsa-rdfc-2022", Variant("ed25519"))["issue"]
    selective = _requests("ecdsa-sd-2023", Variant("p256"))["issue"]
    issue = peers["eddsa-rdfc-2022.issue"].neutral()
    changed = whole._replace(contexts={**whole.contexts, CONTEXT: other})

    assert json.loads(issue(whole))["proof"] != json.loads(issue(changed))["proof"]
    peers["ecdsa-sd-2023.issue"].neutral()(selective)
    with pytest.raises(EngineUnavailable, match="was another context before"):
        peers["ecdsa-sd-2023.issue"].neutral()(
            selective._replace(contexts={**selective.contexts, CONTEXT: other})
        )


def test_digest_ids_are_below_the_limit(peers: Mapping[str, Engine[Any, Any]]) -> None:
    requests = _requests("mdoc", Variant("ed25519"))
    present = load("mdoc").roles["present"].bind(OWN, Variant("ed25519"))
    issued = [peers["mdoc.issue"].neutral()(requests["issue"]) for _ in range(12)]

    assert len({present(requests["present"]._replace(issuer_signed=each)) for each in issued}) == len(issued)


def test_a_whole_float_is_no_value_of_an_mdoc_here(peers: Mapping[str, Engine[Any, Any]]) -> None:
    request = _requests("mdoc", Variant("ed25519"))["issue"]

    with pytest.raises(EngineUnavailable, match="one type for numbers"):
        peers["mdoc.issue"].neutral()(request._replace(name_spaces={"ns": {"a": 1.0}}))


def test_what_is_no_mdoc_or_no_sd_jwt_is_malformed(peers: Mapping[str, Engine[Any, Any]]) -> None:
    mdoc = _requests("mdoc", Variant("ed25519"))["present"]
    sd_jwt = _requests("sd-jwt-vc", Variant("ed25519"))["present"]

    with pytest.raises(MalformedInput):
        peers["mdoc.present"].neutral()(mdoc._replace(issuer_signed=b"\xff"))
    with pytest.raises(MalformedInput):
        peers["sd-jwt-vc.present"].neutral()(sd_jwt._replace(issued=b"no SD-JWT"))


def test_a_cold_context_is_there_where_the_cache_is_handed_in(peers: Mapping[str, Engine[Any, Any]]) -> None:
    cached = {name for name, engine in peers.items() if engine.cache is not None}

    assert cached == {
        f"{name}.{role}"
        for name in ("eddsa-rdfc-2022", "ecdsa-rdfc-2019")
        for role in ("issue", "present", "verify")
    }


def test_every_role_has_the_text_of_ours() -> None:
    stages = (*node_roles.DATA_INTEGRITY, *node_roles.SD_JWT_VC, *node_roles.MDOC)

    assert len(stages) == 15
    for stage in stages:
        name, _, role = stage.name.rpartition(".")
        assert stage.text == load(name).roles[role].text  # type: ignore[index]  # a role
