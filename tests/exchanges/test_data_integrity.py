"""The four suites without derivation: by the published vectors, step by step, and what they refuse."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.contexts import Contexts
from canonbench.errors import (
    BadDocument,
    DataLoss,
    MalformedInput,
    SpecError,
    UnknownContext,
    VerificationFailed,
)
from canonbench.exchanges import Exchange, load, variants
from canonbench.exchanges.data_integrity import EXCHANGES, REISSUANCE, ROLES, IssueRequest, VerifyRequest
from canonbench.exchanges.di_proof import Signer
from canonbench.exchanges.di_requests import AT
from canonbench.harness import codec
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Neutral, Playback, Recorder, Stack, Stopwatch
from canonbench.specs.data_integrity import proofs_of
from canonbench.suites import folder, vc_di

Engines = Mapping[str, Engine[Any, Any]]
NAMES: tuple[RoleName, ...] = ("issue", "present", "verify")
FORMATS = [(name, variant) for name in EXCHANGES for variant in variants(name)]
_FOLDER = folder("vc-di-eddsa")
CASES = [case for case in vc_di.cases(_FOLDER.parent) if case.cryptosuite in EXCHANGES] if _FOLDER else []
SETS = list(vc_di.secured_documents(_FOLDER.parent)) if _FOLDER else []
ALGORITHMS = {"Ed25519": "ed25519", "P-256": "p256", "P-384": "p384"}


class Given:
    """A document that needs no contexts."""

    def __init__(self, value: Any) -> None:
        """Hold ``value``."""
        self.value = value
        self.contexts: dict[str, Any] = {}


def _id(value: Any) -> str:
    return f"{value.algorithm}-{value.scope}" if isinstance(value, Variant) else str(value)


def _bound(name: str, role: RoleName, use: Any, variant: Variant) -> Any:
    return load(name).roles[role].bind(use, variant)


def _requests(engines: Engines, name: str, variant: Variant, document: str = "attr-5") -> Any:
    return load(name).requests(Neutral(engines), corpus.find(document), variant, 2, 7)


@pytest.fixture(scope="session")
def contexts(suite: Any) -> dict[str, Any]:
    """The contexts of the vectors."""
    return vc_di.contexts(suite("vc-di-eddsa").parent)


def _options(proof: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in proof.items() if name not in {"proofValue", "@context"}}


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_issued_is_what_the_vectors_have(
    case: vc_di.Case, contexts: dict[str, Any], engines: Engines
) -> None:
    variant = Variant(ALGORITHMS[case.algorithm])  # type: ignore[arg-type]  # one of the three
    signer = Signer(_options(case.secured["proof"]), case.keys.secret, deterministic=True)
    request = IssueRequest(case.unsecured, signer, contexts)
    recorder = Recorder(Neutral(engines))
    issued = json.loads(_bound(case.cryptosuite, "issue", recorder, variant)(request))

    steps = {(step.stage, step.of): step.output for step in recorder.steps}
    assert case.document_hash == steps[f"hashing.{case.digest}", "document"]
    assert case.configuration_hash == steps[f"hashing.{case.digest}", "proof configuration"]
    assert case.hash_data == steps["di.hash_data", "document"]
    if case.deterministic:
        assert case.secured == issued
    issued["proof"].pop("proofValue")
    assert {name: value for name, value in case.secured["proof"].items() if name != "proofValue"} == issued[
        "proof"
    ]


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_vectors_verify(case: vc_di.Case, contexts: dict[str, Any], engines: Engines) -> None:
    variant = Variant(ALGORITHMS[case.algorithm])  # type: ignore[arg-type]  # one of the three
    verify = _bound(case.cryptosuite, "verify", Stack(engines), variant)

    assert verify(VerifyRequest(json.dumps(case.secured).encode(), AT, contexts)) == case.unsecured


@pytest.mark.suites
@pytest.mark.parametrize("document", SETS, ids=lambda document: document.name)
def test_sets_and_chains_verify_and_are_made_again(
    document: vc_di.SecuredDocument, contexts: dict[str, Any], engines: Engines, suite: Any
) -> None:
    path: Path = suite("vc-di-eddsa") / "proof-set-chain" / "multiKeyPairs.json"
    pairs = {pair["publicKeyMultibase"]: pair["privateKeyMultibase"] for pair in _json(path).values()}
    variant, stack = Variant("ed25519"), Stack(engines)
    made = {name: value for name, value in document.secured.items() if name != "proof"}
    unsecured = made
    issue = _bound("eddsa-rdfc-2022", "issue", stack, variant)
    for proof in proofs_of(document.secured):
        signer = Signer(_options(proof), pairs[proof["verificationMethod"].partition("#")[2]])
        made = json.loads(issue(IssueRequest(made, signer, contexts)))
    request = VerifyRequest(json.dumps(document.secured).encode(), AT, contexts)

    assert proofs_of(document.secured) == proofs_of(made)
    assert unsecured == _bound("eddsa-rdfc-2022", "verify", stack, variant)(request)


def _json(path: Path) -> Any:
    return json.loads(path.read_bytes())


@pytest.mark.parametrize(("name", "variant"), FORMATS, ids=_id)
def test_every_stack_and_every_use_gives_the_same(
    name: str, variant: Variant, engines: Engines, stacks: Mapping[str, Engines]
) -> None:
    requests = _requests(engines, name, variant)
    claims = {role: _bound(name, role, Neutral(engines), variant)(requests[role]) for role in NAMES}
    assert requests["present"].secured == claims["issue"]
    assert requests["verify"].secured == claims["present"]
    for stack, chosen in stacks.items():
        if stack == "pyld" and (name, variant.algorithm) == ("ecdsa-rdfc-2019", "p384"):
            continue  # it canonicalizes with SHA-256 only
        for use in (Stack(chosen), Recorder(Neutral(chosen)), Stopwatch(Stack(chosen), lambda: 0.0)):
            for role in NAMES:
                assert claims[role] == _bound(name, role, use, variant)(requests[role])


def test_only_what_is_no_step_runs_in_a_playback(engines: Engines) -> None:
    variant = Variant("ed25519")
    request = _requests(engines, "eddsa-rdfc-2022", variant)["issue"]
    playback = Playback(Stack(engines))
    issue = _bound("eddsa-rdfc-2022", "issue", playback, variant)
    first = issue(request)
    playback.rewind()

    assert first == issue(request)
    assert len(playback.outputs) == playback.position


TRANSFORM = {
    "rdfc": ["jsonld.to_quads", "rdfc.canonicalize"],
    "jcs": ["jcs.canonicalize"],
}


def _hashing(kind: str, of: str, digest: str = "sha256") -> list[str]:
    configuration = "proof configuration" if of == "document" else f"proof configuration of the {of}"
    return [
        *(f"{stage} of {configuration}" for stage in TRANSFORM[kind]),
        *(f"{stage} of {of}" for stage in TRANSFORM[kind]),
        f"hashing.{digest} of {configuration}",
        f"hashing.{digest} of {of}",
        f"di.hash_data of {of}",
    ]


def _signing(kind: str, of: str, sign: str, digest: str = "sha256") -> list[str]:
    hashing = _hashing(kind, of, digest)
    return [*hashing, f"key.load of {of}", f"{sign} of {of}", f"multibase.encode of {of}"]


def _verifying(kind: str, of: str, verify: str, digest: str = "sha256") -> list[str]:
    hashing = _hashing(kind, of, digest)
    return [f"key.load of {of}", *hashing, f"multibase.decode of {of}", f"{verify} of {of}"]


PARSE, SELECT, SERIALIZE = "json.parse of document", "di.select of document", "json.serialize of document"
GOLDEN: dict[tuple[str, RoleName, Variant], list[str]] = {
    ("eddsa-rdfc-2022", "issue", Variant("ed25519")): [
        *_signing("rdfc", "document", "eddsa.sign"),
        SERIALIZE,
    ],
    ("eddsa-rdfc-2022", "present", Variant("ed25519")): [
        PARSE,
        SELECT,
        *_signing("rdfc", "document", "eddsa.sign"),
        SERIALIZE,
    ],
    ("eddsa-rdfc-2022", "verify", Variant("ed25519")): [
        PARSE,
        *_verifying("rdfc", "document", "eddsa.verify"),
    ],
    ("ecdsa-jcs-2019", "issue", Variant("p384")): [
        *_signing("jcs", "document", "ecdsa.sign", "sha384"),
        SERIALIZE,
    ],
    ("eddsa-rdfc-2022", "present", Variant("ed25519", "holder")): [
        PARSE,
        SELECT,
        *_signing("rdfc", "document", "eddsa.sign"),
        *_signing("rdfc", "presentation", "eddsa.sign"),
        SERIALIZE,
    ],
    ("ecdsa-rdfc-2019", "verify", Variant("p256", "trust")): [
        PARSE,
        *_verifying("rdfc", "presentation", "ecdsa.verify"),
        *_verifying("rdfc", "document", "ecdsa.verify"),
        "json.parse of status list",
        *_verifying("rdfc", "status list", "ecdsa.verify"),
        "status.check of status list",
    ],
}


@pytest.mark.parametrize(("name", "role", "variant"), GOLDEN, ids=_id)
def test_the_steps_of_a_role_are_these_whatever_the_document(
    name: str, role: RoleName, variant: Variant, engines: Engines
) -> None:
    for document in ("attr-5", "ob3"):
        recorder = Recorder(Neutral(engines))
        _bound(name, role, recorder, variant)(_requests(engines, name, variant, document)[role])
        assert GOLDEN[name, role, variant] == [f"{step.stage} of {step.of}" for step in recorder.steps]


@pytest.mark.parametrize("name", EXCHANGES)
def test_an_operation_canonicalizes_twice_and_an_exchange_six_times(name: str, engines: Engines) -> None:
    variant = variants(name)[0]
    requests = _requests(engines, name, variant)
    canonicalizations = []
    for role in NAMES:
        recorder = Recorder(Neutral(engines))
        _bound(name, role, recorder, variant)(requests[role])
        found = Counter(step.stage for step in recorder.steps)
        canonicalizations.append(found["rdfc.canonicalize"] + found["jcs.canonicalize"])

    assert canonicalizations == [2, 2, 2]


def test_presenting_a_part_is_signing_again_with_the_key_of_the_issuer(engines: Engines) -> None:
    requests = _requests(engines, "eddsa-rdfc-2022", Variant("ed25519"))
    issued, shown = json.loads(requests["present"].secured), json.loads(requests["verify"].secured)

    assert REISSUANCE == "re-issuance with the issuer's key"
    assert requests["issue"].signer == requests["present"].signer
    assert issued["proof"]["proofValue"] != shown["proof"]["proofValue"]
    assert list(shown["credentialSubject"]) == ["id", "attr_000", "attr_001"]
    assert shown["issuer"] == issued["issuer"]


@pytest.mark.parametrize(("name", "variant"), FORMATS, ids=_id)
def test_what_is_tampered_with_is_refused(name: str, variant: Variant, engines: Engines) -> None:
    exchange, stack = load(name), Stack(engines)
    request = _requests(engines, name, variant)["verify"]
    verify = exchange.roles["verify"].bind(stack, variant)
    accepted = []
    names = []
    for each in exchange.tampered(stack, request, variant):
        names.append(each.name)
        try:
            verify(each.request)
        except (VerificationFailed, SpecError):
            continue
        accepted.append(each.name)

    assert accepted == []
    of_context = {"issuer": 2, "holder": 4, "trust": 4}[variant.scope] if "jcs" in name else 0
    most = {"issuer": 18, "holder": 36, "trust": 38}[variant.scope]
    assert len(names) == len(set(names)) == most + of_context


def test_requests_are_neutral_values(engines: Engines) -> None:
    for name, variant in FORMATS:
        requests = _requests(engines, name, variant)
        for role in NAMES:
            assert requests[role] == codec.load(codec.dump(requests[role]))


def _issue(engines: Engines, document: dict[str, Any], **contexts: Any) -> bytes:
    variant = Variant("ed25519")
    good = _requests(engines, "eddsa-rdfc-2022", variant)["issue"]
    issue = _bound("eddsa-rdfc-2022", "issue", Stack(engines), variant)
    made: bytes = issue(good._replace(document=document, contexts={**good.contexts, **contexts}))
    return made


def test_data_loss_is_refused_when_signing_and_when_verifying(
    engines: Engines, stacks: Mapping[str, Engines]
) -> None:
    variant = Variant("ed25519")
    requests = _requests(engines, "eddsa-rdfc-2022", variant, "ob3")
    lossy = {**requests["issue"].document, "honours": "first"}
    with pytest.raises(DataLoss, match=r"undefined term 'honours' would not be signed at /honours"):
        _issue(engines, lossy, **requests["issue"].contexts)

    secured = json.loads(requests["verify"].secured)
    request = requests["verify"]._replace(secured=json.dumps({**secured, "honours": "first"}).encode())
    with pytest.raises(DataLoss, match="honours"):
        _bound("eddsa-rdfc-2022", "verify", Stack(engines), variant)(request)
    for name in ("pyld", "pyoxigraph"):  # no library looks for it: with these stacks the verifier does less
        verified = _bound("eddsa-rdfc-2022", "verify", Stack(stacks[name]), variant)(request)
        assert verified["honours"] == "first"


def test_loss_in_the_proof_options_is_refused_too(engines: Engines) -> None:
    variant = Variant("ed25519")
    good = _requests(engines, "eddsa-rdfc-2022", variant, "ob3")["issue"]
    signer = good.signer._replace(options={**good.signer.options, "unheardOf": "x"})
    with pytest.raises(DataLoss, match="unheardOf"):
        _bound("eddsa-rdfc-2022", "issue", Stack(engines), variant)(good._replace(signer=signer))


def test_documents_that_cannot_be_signed_are_refused_when_requests_are_made(engines: Engines) -> None:
    exchange: Exchange = load("eddsa-rdfc-2022")
    variant, neutral = Variant("ed25519"), Neutral(engines)

    with pytest.raises(BadDocument, match="one JSON object"):
        exchange.requests(neutral, Given([{}]), variant, 5, 0)
    with pytest.raises(BadDocument, match="no @context, which eddsa-rdfc-2022 needs"):
        exchange.requests(neutral, Given({"a": 1}), variant, 5, 0)
    with pytest.raises(UnknownContext, match=r"https://nowhere\.example"):
        exchange.requests(neutral, Given({"@context": "https://nowhere.example"}), variant, 5, 0)
    with pytest.raises(MalformedInput, match="leads nowhere"):
        exchange.requests(neutral, corpus.find("attr-5"), variant, ("/credentialSubject/no",), 0)


def test_json_without_a_context_is_signed_by_jcs(engines: Engines) -> None:
    given = Given({"issuer": "did:example:x", "credentialSubject": {"name": "Ada", "grade": 1.5}})
    variant = Variant("ed25519")
    requests = load("eddsa-jcs-2022").requests(Neutral(engines), given, variant, ("grade",), 0)

    assert "@context" not in requests["issue"].document
    assert _bound("eddsa-jcs-2022", "verify", Stack(engines), variant)(requests["verify"]) == {
        "issuer": "did:example:x",
        "credentialSubject": {"grade": 1.5},
    }


def test_every_role_names_its_place_in_the_text() -> None:
    assert [role.name for role in ROLES] == [f"{name}.{role}" for name in EXCHANGES for role in NAMES]
    assert str(ROLES[0].text) == "VC-DI-EDDSA 1.0 (REC 2025-05-15) create-proof-eddsa-rdfc-2022"
    assert str(ROLES[8].text) == "VC-DI-ECDSA 1.0 (REC 2025-05-15) verify-proof-ecdsa-rdfc-2019"


def test_a_key_of_another_algorithm_is_refused(engines: Engines) -> None:
    small, large = Variant("p256"), Variant("p384")
    request = _requests(engines, "ecdsa-rdfc-2019", small)["verify"]
    with pytest.raises(VerificationFailed, match="is no key of P-384"):
        _bound("ecdsa-rdfc-2019", "verify", Stack(engines), large)(request)


def test_contexts_that_are_added_come_from_the_bundle(engines: Engines) -> None:
    known = Contexts()
    url = "https://w3id.org/security/data-integrity/v2"
    requests = _requests(engines, "eddsa-rdfc-2022", Variant("ed25519"), "simple")

    assert requests["issue"].document["@context"][-1] == url
    assert requests["issue"].contexts == {url: known[url]}
