"""ecdsa-sd-2023: by the published vectors, step by step, what is disclosed, and what is refused."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import DataLoss, MalformedInput, SpecError, VerificationFailed
from canonbench.exchanges import load, variants
from canonbench.exchanges.codec import codec
from canonbench.exchanges.data_integrity import VerifyRequest
from canonbench.exchanges.di_proof import Signer
from canonbench.exchanges.ecdsa_sd import ROLES, DeriveRequest, IssueRequest
from canonbench.harness import codec as frozen
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Neutral, Playback, Recorder, Stack, Stopwatch
from canonbench.specs import multibase
from canonbench.specs.selective_disclosure import (
    parse_base_proof,
    parse_derived_proof,
    serialize_derived_proof,
)
from canonbench.suites import folder, vc_di

Engines = Mapping[str, Engine[Any, Any]]
NAMES: tuple[RoleName, ...] = ("issue", "present", "verify")
VARIANT = Variant("p256")
AT_THE_TIME = "2024-12-01T00:00:00Z"
_FOLDER = folder("vc-di-ecdsa")
CASES = list(vc_di.selective_cases(_FOLDER.parent)) if _FOLDER else []


def _bound(role: RoleName, use: Any, variant: Variant = VARIANT) -> Any:
    return load("ecdsa-sd-2023").roles[role].bind(use, variant)


def _requests(
    engines: Engines, document: str = "attr-5", disclose: Any = 2, variant: Variant = VARIANT
) -> Any:
    return load("ecdsa-sd-2023").requests(Neutral(engines), corpus.find(document), variant, disclose, 7)


@pytest.fixture(scope="session")
def contexts(suite: Any) -> dict[str, Any]:
    """The contexts of the vectors."""
    return vc_di.contexts(suite("vc-di-ecdsa").parent)


def _signer(case: vc_di.SelectiveCase) -> Signer:
    options = {name: value for name, value in case.secured["proof"].items() if name != "proofValue"}
    return Signer(options, case.base_keys.secret, deterministic=True)


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_base_proof_of_the_vectors_is_issued_byte_by_byte(
    case: vc_di.SelectiveCase, contexts: dict[str, Any], engines: Engines
) -> None:
    request = IssueRequest(
        case.unsecured,
        _signer(case),
        contexts,
        tuple(case.mandatory),
        seed=b"names",
        secrets=(case.hmac_key, case.proof_keys.secret),
    )
    assert case.secured == json.loads(_bound("issue", Stack(engines))(request))


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_derived_proof_of_the_vectors_is_made_byte_by_byte(
    case: vc_di.SelectiveCase, contexts: dict[str, Any], engines: Engines
) -> None:
    request = DeriveRequest(json.dumps(case.secured).encode(), tuple(case.selective), contexts, b"names")
    assert case.revealed == json.loads(_bound("present", Stack(engines))(request))


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_derived_proof_of_the_vectors_verifies(
    case: vc_di.SelectiveCase, contexts: dict[str, Any], stacks: Mapping[str, Engines]
) -> None:
    text = json.dumps(case.revealed).encode()
    expected = {name: value for name, value in case.revealed.items() if name != "proof"}
    for engines in stacks.values():
        verify = _bound("verify", Stack(engines))
        assert expected == verify(VerifyRequest(text, AT_THE_TIME, contexts))


@pytest.mark.parametrize("variant", variants("ecdsa-sd-2023"), ids=lambda variant: str(variant.scope))
def test_every_stack_and_every_use_gives_the_same(
    variant: Variant, engines: Engines, stacks: Mapping[str, Engines]
) -> None:
    requests = _requests(engines, variant=variant)
    answers = {role: _bound(role, Neutral(engines), variant)(requests[role]) for role in NAMES}
    assert requests["present"].secured == answers["issue"]
    assert requests["verify"].secured == answers["present"]
    assert list(answers["verify"]["credentialSubject"]) == ["id", "attr_000", "attr_001"]
    for chosen in stacks.values():
        for use in (Stack(chosen), Recorder(Neutral(chosen)), Stopwatch(Stack(chosen), lambda: 0.0)):
            for role in NAMES:
                assert answers[role] == _bound(role, use, variant)(requests[role])


GOLDEN: dict[RoleName, dict[str, int]] = {
    "issue": {
        "key.load of document": 1,
        "key.load of proof-scoped key": 1,
        "key.export of proof-scoped key": 1,
        "jsonld.expand of document": 2,
        "jsonld.expand of selection": 1,
        "jsonld.to_rdf of document": 2,
        "rdfc.label of document": 1,
        "rdfc.serialize of document": 2,
        "di.select of document": 1,
        "di.name_nodes of document": 1,
        "di.check_names of document": 1,
        "di.deskolemize of document": 2,
        "di.label_map of document": 1,
        "di.replace_labels of document": 1,
        "di.match of document": 1,
        "di.sign_data of document": 1,
        "jsonld.to_quads of proof configuration": 1,
        "rdfc.canonicalize of proof configuration": 1,
        "hashing.sha256 of proof configuration": 1,
        "hashing.sha256 of mandatory statements": 1,
        "ecdsa.sign of document": 1,
        "ecdsa.sign of statements": 6,
        "cbor.encode of document": 1,
        "multibase.encode of document": 1,
        "json.serialize of document": 1,
    },
    "present": {
        "json.parse of document": 1,
        "multibase.decode of document": 1,
        "cbor.decode of document": 1,
        "jsonld.expand of document": 2,
        "jsonld.expand of selection": 3,
        "di.parse_base_proof of document": 1,
        "di.select of document": 4,
        "di.name_nodes of document": 1,
        "di.check_names of document": 1,
        "di.deskolemize of document": 4,
        "di.label_map of document": 1,
        "di.replace_labels of document": 1,
        "di.match of document": 3,
        "di.derive of document": 1,
        "di.compress_label_map of document": 1,
        "jsonld.to_rdf of document": 4,
        "rdfc.label of document": 2,
        "rdfc.serialize of document": 4,
        "cbor.encode of document": 1,
        "multibase.encode of document": 1,
        "json.serialize of document": 1,
    },
    "verify": {
        "json.parse of document": 1,
        "key.load of document": 1,
        "multibase.decode of document": 1,
        "cbor.decode of document": 1,
        "jsonld.to_quads of proof configuration": 1,
        "rdfc.canonicalize of proof configuration": 1,
        "hashing.sha256 of proof configuration": 1,
        "jsonld.to_quads of document": 1,
        "rdfc.label of document": 1,
        "rdfc.serialize of document": 1,
        "di.parse_derived_proof of document": 1,
        "di.replace_labels of document": 1,
        "di.separate of document": 1,
        "di.sign_data of document": 1,
        "hashing.sha256 of mandatory statements": 1,
        "ecdsa.verify of document": 1,
        "key.load of proof-scoped key": 1,
        "ecdsa.verify of statements": 3,
    },
}


@pytest.mark.parametrize("role", NAMES)
def test_the_steps_of_a_role_are_these(role: RoleName, engines: Engines) -> None:
    recorder = Recorder(Neutral(engines))
    _bound(role, recorder)(_requests(engines)[role])

    assert Counter(f"{step.stage} of {step.of}" for step in recorder.steps) == Counter(GOLDEN[role])


@pytest.mark.parametrize("document", ["ob3", "elm-diploma"])
def test_the_steps_are_the_same_whatever_the_document(document: str, engines: Engines) -> None:
    requests = _requests(engines, document)
    for role in NAMES:
        recorder = Recorder(Neutral(engines))
        _bound(role, recorder)(requests[role])
        found = {f"{step.stage} of {step.of}" for step in recorder.steps}
        assert found - {"hmac.sha256 of document"} == set(GOLDEN[role])


def test_only_a_document_with_a_list_is_completed(engines: Engines) -> None:
    requests = _requests(engines, "ob3-complete")
    for role, completed in zip(NAMES, (2, 4, 0), strict=True):
        recorder = Recorder(Neutral(engines))
        _bound(role, recorder)(requests[role])
        assert [step.stage for step in recorder.steps].count("di.complete") == completed


@pytest.mark.parametrize("role", NAMES)
def test_only_what_is_no_step_runs_in_a_playback(role: RoleName, engines: Engines) -> None:
    request = _requests(engines, "ob3")[role]
    if role != "verify":
        request = request._replace(seed=None)
    playback = Playback(Stack(engines))
    run = _bound(role, playback)
    first = run(request)
    for _ in range(2):
        playback.rewind()
        assert first == run(request)
        assert len(playback.outputs) == playback.position


def test_the_holder_needs_no_key_and_keeps_the_signature_of_the_issuer(engines: Engines) -> None:
    requests = _requests(engines)
    cbor = codec(Neutral(engines))
    issued, shown = (
        multibase.decode(json.loads(requests[role].secured)["proof"]["proofValue"], "u")
        for role in ("present", "verify")
    )
    base, derived = parse_base_proof(issued, cbor), parse_derived_proof(shown, cbor)

    assert (base.base_signature, base.public_key) == (derived.base_signature, derived.public_key)
    assert len(base.public_key) == 35
    assert "secret" not in DeriveRequest._fields


@pytest.mark.parametrize(
    ("disclose", "shown"),
    [
        (0, ["id"]),
        (1, ["id", "full_name"]),
        (("languages", "/credentialSubject/campus"), ["id", "campus", "languages"]),
        (99, None),
    ],
)
def test_what_is_disclosed_is_chosen_by_number_name_or_pointer(
    disclose: Any, shown: list[str] | None, engines: Engines
) -> None:
    requests = _requests(engines, "credential-20", disclose)
    verified = _bound("verify", Stack(engines))(requests["verify"])
    subject = verified.get("credentialSubject", {"id": None})
    if shown is None:
        assert requests["issue"].document == verified
    else:
        assert sorted(shown) == sorted(subject)
    assert requests["issue"].mandatory == ("/issuer", "/validFrom", "/validUntil")


def test_two_proofs_of_one_document_share_no_secret(engines: Engines) -> None:
    request = _requests(engines)["issue"]._replace(seed=None)
    cbor, issue = codec(Neutral(engines)), _bound("issue", Stack(engines))
    first, second = (
        parse_base_proof(multibase.decode(json.loads(issue(request))["proof"]["proofValue"]), cbor)
        for _ in range(2)
    )
    assert first.hmac_key != second.hmac_key
    assert first.public_key != second.public_key


@pytest.mark.parametrize("variant", variants("ecdsa-sd-2023"), ids=lambda variant: str(variant.scope))
def test_what_is_tampered_with_is_refused(variant: Variant, engines: Engines) -> None:
    stack = Stack(engines)
    verify = _bound("verify", stack, variant)
    request = _requests(engines, variant=variant)["verify"]
    refused = []
    for each in load("ecdsa-sd-2023").tampered(stack, request, variant):
        with pytest.raises((VerificationFailed, SpecError)):
            verify(each.request)
        refused.append(each.name)
    assert len(refused) == {"issuer": 18, "holder": 36, "trust": 38}[variant.scope]


def test_signatures_that_change_places_are_refused(engines: Engines) -> None:
    request = _requests(engines)["verify"]
    cbor, secured = codec(Neutral(engines)), json.loads(request.secured)
    proof = parse_derived_proof(multibase.decode(secured["proof"]["proofValue"]), cbor)
    changed = proof._replace(signatures=proof.signatures[::-1])
    secured["proof"]["proofValue"] = multibase.encode(serialize_derived_proof(changed, cbor), "u")
    with pytest.raises(VerificationFailed, match="ECDSA signature"):
        _bound("verify", Stack(engines))(request._replace(secured=json.dumps(secured).encode()))


def test_data_loss_is_refused_when_signing_and_when_verifying(engines: Engines) -> None:
    requests = _requests(engines, "ob3")
    document = {**requests["issue"].document, "honours": "first"}
    with pytest.raises(DataLoss, match="honours"):
        _bound("issue", Stack(engines))(requests["issue"]._replace(document=document))
    secured = {**json.loads(requests["verify"].secured), "honours": "first"}
    with pytest.raises(DataLoss, match="honours"):
        _bound("verify", Stack(engines))(requests["verify"]._replace(secured=json.dumps(secured).encode()))


def test_only_one_base_proof_can_be_derived_from(engines: Engines) -> None:
    requests = _requests(engines)
    derive, secured = _bound("present", Stack(engines)), json.loads(requests["present"].secured)
    other = {**secured["proof"], "cryptosuite": "eddsa-rdfc-2022"}
    several: list[list[dict[str, Any]]] = [[secured["proof"]] * 2, [other], [{}]]
    for proofs in several:
        request = requests["present"]._replace(secured=json.dumps({**secured, "proof": proofs}).encode())
        with pytest.raises(MalformedInput, match="derive from exactly one"):
            derive(request)


def test_a_base_proof_joins_other_proofs_and_is_derived_from_alone(engines: Engines) -> None:
    requests = _requests(engines)
    other = {"type": "DataIntegrityProof", "cryptosuite": "eddsa-rdfc-2022", "proofValue": "z"}
    document = {**requests["issue"].document, "proof": other}
    issued = _bound("issue", Stack(engines))(requests["issue"]._replace(document=document))
    shown = _bound("present", Stack(engines))(requests["present"]._replace(secured=issued))

    assert [proof["cryptosuite"] for proof in json.loads(issued)["proof"]] == [
        "eddsa-rdfc-2022",
        "ecdsa-sd-2023",
    ]
    assert shown == requests["verify"].secured


def test_requests_are_neutral_values(engines: Engines) -> None:
    for variant in variants("ecdsa-sd-2023"):
        for request in _requests(engines, variant=variant).values():
            assert request == frozen.load(frozen.dump(request))


def test_every_role_names_its_place_in_the_text() -> None:
    assert [role.name for role in ROLES] == [f"ecdsa-sd-2023.{role}" for role in NAMES]
    assert {role.text.text.name for role in ROLES} == {"VC-DI-ECDSA 1.0"}
