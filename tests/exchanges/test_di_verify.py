"""What a verifier of a Data Integrity document says: a finding for each thing, and what was not checked."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.contexts import Contexts
from canonbench.documents.keys import secret_key
from canonbench.errors import BadDocument, MalformedInput
from canonbench.exchanges import load, variants
from canonbench.exchanges.di_findings import Options, Report
from canonbench.exchanges.di_proof import Signer
from canonbench.exchanges.di_requests import CHALLENGE, DOMAIN, party, status_list
from canonbench.exchanges.di_verify import own_use, verify
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral
from canonbench.specs.data_integrity import CRYPTOSUITES
from canonbench.stages import key
from canonbench.suites import folder, vc_di

Engines = Mapping[str, Engine[Any, Any]]
Ask = Callable[..., Report]
AT = datetime(2026, 6, 1, tzinfo=UTC)
SUITES = ["eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019", "ecdsa-jcs-2019", "ecdsa-sd-2023"]
_FOLDER = folder("vc-di-eddsa")
SINGLE = list(vc_di.cases(_FOLDER.parent)) if _FOLDER else []
SETS = list(vc_di.secured_documents(_FOLDER.parent)) if _FOLDER else []
SELECTIVE = list(vc_di.selective_cases(_FOLDER.parent)) if _FOLDER else []


@pytest.fixture(scope="session")
def ask(engines: Engines) -> Ask:
    """Verify a document given as JSON, at a fixed time, with our own engines."""
    use, bundle = Neutral(engines), Contexts()

    def run(document: Any, **options: Any) -> Report:
        data = document if isinstance(document, bytes) else json.dumps(document).encode()
        return verify(data, Options(**{"at": AT, "contexts": bundle, **options}), use=use)

    return run


@pytest.fixture(scope="session")
def vector_contexts(suite: Callable[[str], Path]) -> Contexts:
    """The bundle, and the contexts that the vectors name."""
    root = suite("contexts")
    index = json.loads((root / "index.json").read_bytes())
    return Contexts({url: root / entry["file"] for url, entry in index.items()})


def _secured(engines: Engines, name: str, scope: str = "issuer", document: str = "credential-20") -> Any:
    variant = Variant(variants(name)[0].algorithm, scope)  # type: ignore[arg-type]  # a scope
    return load(name).requests(Neutral(engines), corpus.find(document), variant, 3, 0)


@pytest.mark.suites
@pytest.mark.parametrize("case", [*SINGLE, *SETS], ids=lambda case: case.name)
def test_every_vector_verifies_with_a_verdict_for_each_proof(
    case: vc_di.Case | vc_di.SecuredDocument, vector_contexts: Contexts, ask: Ask
) -> None:
    report = ask(case.secured, contexts=vector_contexts)
    proofs = case.secured["proof"]

    assert report.verified
    assert report.notes == ()
    found = [finding for finding in report.findings if finding.what == "proof"]
    assert len(proofs) if isinstance(proofs, list) else len(found) == 1


@pytest.mark.suites
@pytest.mark.parametrize("case", SELECTIVE, ids=lambda case: case.name)
def test_base_and_derived_proofs_of_the_vectors_verify(
    case: vc_di.SelectiveCase, vector_contexts: Contexts, ask: Ask
) -> None:
    then = datetime(2025, 1, 1, tzinfo=UTC)
    base = ask(case.secured, contexts=vector_contexts, at=then)
    derived = ask(case.revealed, contexts=vector_contexts, at=then)

    assert base.verified
    assert base.notes == ("a base proof is for the holder alone: it was checked by disclosing everything",)
    assert derived.verified
    assert derived.notes == ()


@pytest.mark.parametrize("name", SUITES)
def test_what_the_exchanges_present_verifies_with_all_that_belongs_to_it(
    name: str, engines: Engines, ask: Ask
) -> None:
    request = _secured(engines, name, "trust")["verify"]
    report = ask(request.secured, domain=DOMAIN, challenge=CHALLENGE, status_lists=request.status_lists)

    assert [finding for finding in report.findings if not finding.verified] == []
    assert [(finding.place, finding.what) for finding in report.findings] == [
        ("/proof", "proof"),
        ("/holder", "holder"),
        ("/verifiableCredential/0/proof", "proof"),
        ("/verifiableCredential/0/validFrom", "validity"),
        ("/verifiableCredential/0/validUntil", "validity"),
        ("/verifiableCredential/0/credentialStatus", "status"),
    ]
    assert report.verified
    assert report.notes == ()


@pytest.mark.parametrize("name", SUITES)
def test_a_changed_claim_is_told_with_what_was_hashed(name: str, engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, name)["verify"].secured)
    secured["credentialSubject"]["full_name"] += "x"
    report = ask(secured)
    proof = report.findings[0]

    assert not report.verified
    assert "signature does not verify" in proof.reason
    assert proof.name == name
    assert dict(proof.hashes).keys() > {"proof configuration"}
    assert all(len(bytes.fromhex(digest)) == 32 for _, digest in proof.hashes)


def test_each_proof_of_a_set_has_its_own_verdict_and_unknown_suites_are_named(
    engines: Engines, ask: Ask
) -> None:
    full = _secured(engines, "eddsa-rdfc-2022")["present"]
    selective = _secured(engines, "ecdsa-sd-2023")
    issue = load("ecdsa-sd-2023").roles["issue"].bind(Neutral(engines), Variant("p256"))
    both = json.loads(issue(selective["issue"]._replace(document=json.loads(full.secured))))
    unknown = {**both["proof"][0], "cryptosuite": "bbs-2023"}
    nowhere = {**both["proof"][0], "previousProof": "urn:nowhere"}
    report = ask({**both, "proof": [*both["proof"], unknown, nowhere]})
    proofs = [finding for finding in report.findings if finding.what == "proof"]

    assert [finding.place for finding in proofs] == [f"/proof/{place}" for place in range(4)]
    assert [finding.name for finding in proofs] == [
        "eddsa-rdfc-2022",
        "ecdsa-sd-2023",
        "bbs-2023",
        "eddsa-rdfc-2022",
    ]
    assert [finding.verified for finding in proofs] == [True, True, False, False]
    assert "cryptosuite 'bbs-2023' is not supported" in proofs[2].reason
    assert "'urn:nowhere' points nowhere" in proofs[3].reason


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"domain": "https://other.example"}, "domain is"),
        ({"challenge": "other"}, "challenge is"),
        ({"purpose": "capabilityInvocation"}, "proofPurpose is 'authentication' and must be"),
    ],
)
def test_what_is_expected_of_the_outermost_proof_is_told(
    options: dict[str, Any], reason: str, engines: Engines, ask: Ask
) -> None:
    secured = _secured(engines, "eddsa-rdfc-2022", "holder")["verify"].secured
    report = ask(secured, **options)

    assert [reason in finding.reason for finding in report.findings[:1]] == [True]
    assert all(finding.verified for finding in report.findings[1:])


@pytest.mark.parametrize("member", ["type", "verificationMethod", "proofPurpose", "proofValue"])
def test_a_missing_option_is_named(member: str, engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, "eddsa-rdfc-2022")["verify"].secured)
    del secured["proof"][member]

    assert f"{member} is missing or no string" in ask(secured).findings[0].reason


def test_no_proof_at_all_is_a_finding(engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, "eddsa-rdfc-2022", "holder")["verify"].secured)
    credential = secured["verifiableCredential"][0]
    assert "proof is missing" in ask({"a": 1}).findings[0].reason
    del secured["proof"]
    report = ask(secured)
    assert [finding.place for finding in report.findings if not finding.verified] == ["/proof"]
    assert report.notes == ("the holder was not checked: the presentation has no proof that names a method",)
    del credential["proof"]
    assert not ask(secured).verified
    for shown in ([], ["eyJhbGciOi"], "x", None):
        report = ask({**secured, "verifiableCredential": shown})
        assert report.findings[-1].place == "/verifiableCredential"
        assert "holds no credential" in report.findings[-1].reason


def test_a_single_credential_may_stand_without_an_array(engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, "eddsa-jcs-2022", "holder")["verify"].secured)
    report = ask({**secured, "verifiableCredential": secured["verifiableCredential"][0]})

    assert [finding.place for finding in report.findings if finding.what == "proof"] == [
        "/proof",
        "/verifiableCredential/proof",
    ]
    assert not report.findings[0].verified, "JCS signs the array"
    assert report.findings[2].verified


def test_another_holder_than_who_signed_is_told(engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, "eddsa-jcs-2022", "holder")["verify"].secured)
    report = ask({**secured, "holder": {"id": "did:example:another"}})

    assert [finding.what for finding in report.findings if not finding.verified] == ["proof", "holder"]
    assert "names the holder 'did:example:another'" in report.findings[1].reason


@pytest.mark.parametrize(
    ("at", "place", "reason"),
    [
        (datetime(2025, 12, 31, tzinfo=UTC), "/validFrom", "valid from 2026-01-01T00:00:00Z on"),
        (datetime(2031, 1, 1, tzinfo=UTC), "/validUntil", "valid until 2031-01-01T00:00:00Z only"),
    ],
)
def test_the_time_outside_the_validity_is_told(
    at: datetime, place: str, reason: str, engines: Engines, ask: Ask
) -> None:
    report = ask(_secured(engines, "eddsa-rdfc-2022")["verify"].secured, at=at)

    assert [finding.place for finding in report.findings if not finding.verified] == [place]
    assert any(reason in finding.reason for finding in report.findings)


def test_a_validity_that_is_no_time_is_told(engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, "eddsa-jcs-2022")["verify"].secured)
    reasons = [finding.reason for finding in ask({**secured, "validFrom": "soon", "validUntil": 7}).findings]

    assert "'soon' is no XML Schema dateTime" in reasons[1]
    assert "it is no text" in reasons[2]


def test_now_is_the_time_if_none_is_given(engines: Engines) -> None:
    secured = json.loads(_secured(engines, "eddsa-jcs-2022")["verify"].secured)
    report = verify(json.dumps({**secured, "validUntil": "2024-01-01T00:00:00Z"}).encode(), Options())

    assert "valid until 2024-01-01T00:00:00Z only" in report.findings[2].reason


def test_an_explicit_key_stands_for_what_cannot_be_resolved(engines: Engines, ask: Ask) -> None:
    issuer = party(Neutral(engines), "issuer", Variant("ed25519"))
    good = _secured(engines, "eddsa-rdfc-2022")["issue"]
    url = "https://university.example/issuers/1#key-1"
    signer = Signer({**good.signer.options, "verificationMethod": url}, issuer.secret)
    issue = load("eddsa-rdfc-2022").roles["issue"].bind(Neutral(engines), Variant("ed25519"))
    secured = issue(good._replace(signer=signer))
    material = key.Material("multikey", issuer.id.removeprefix("did:key:"))

    assert (
        "no controller document of 'https://university.example/issuers/1'" in ask(secured).findings[0].reason
    )
    given = ask(secured, key=material)
    assert given.verified
    assert given.notes == (f"the key was given: whether it is {url} was not checked",)
    method = {"id": url, "type": "Multikey", "controller": url[:-6], "publicKeyMultibase": material.value}
    controller = {"id": url[:-6], "verificationMethod": [method], "assertionMethod": [url]}
    assert ask(secured, controllers={url[:-6]: controller}).verified
    other = party(Neutral(engines), "another", Variant("ed25519")).id.removeprefix("did:key:")
    assert not ask(secured, key=key.Material("multikey", other)).verified
    small = party(Neutral(engines), "issuer", Variant("p256")).id.removeprefix("did:key:")
    reason = ask(secured, key=key.Material("multikey", small)).findings[0].reason
    assert "eddsa-rdfc-2022 verifies with a key of Ed25519" in reason


def test_a_status_is_checked_only_with_its_list(engines: Engines, ask: Ask) -> None:
    requests = _secured(engines, "eddsa-rdfc-2022", "trust")
    credential = json.loads(requests["present"].secured)
    lists = requests["verify"].status_lists
    without = ask(credential)
    assert without.verified
    assert without.notes == ("credentialStatus was not checked: give the status list",)

    use, suite = Neutral(engines), CRYPTOSUITES["eddsa-rdfc-2022"]
    issuer = party(use, "issuer", Variant("ed25519"))
    index = int(credential["credentialStatus"]["statusListIndex"])
    revoked = status_list(
        use,
        suite,
        Variant("ed25519"),
        issuer.signer(suite, deterministic=True),
        contexts=requests["verify"].contexts,
        revoked=[index],
    )
    unsigned = {name: value for name, value in json.loads(lists[0]).items() if name != "proof"}
    other = json.loads(
        lists[0].replace(b"https://university.example/status/3", b"https://university.example/status/4")
    )
    for given, reason in (
        (revoked, "the status for revocation is set"),
        (json.dumps(unsigned).encode(), "the status list does not verify: proof is missing"),
        (json.dumps(other).encode(), "the status list does not verify: the EdDSA signature"),
        (b"[]", "the status list is no JSON object"),
    ):
        finding = ask(credential, status_lists=(given,)).findings[-1]
        assert (finding.what, reason in finding.reason) == ("status", True), finding.reason
    strange = {**credential, "credentialStatus": "x"}
    assert "neither an object" in ask(strange, status_lists=lists).findings[-1].reason
    for name in ("urn:elsewhere", ["urn:elsewhere"]):
        elsewhere = {**credential["credentialStatus"], "statusListCredential": name}
        reason = ask({**credential, "credentialStatus": [elsewhere]}, status_lists=lists).findings[-1].reason
        assert f"{name!r} is not among those given" in reason


def test_lost_data_and_unknown_contexts_are_reasons(engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, "eddsa-rdfc-2022", document="ob3")["verify"].secured)
    assert "'honours' would not be signed at /honours" in ask({**secured, "honours": 1}).findings[0].reason
    context = [*secured["@context"], "https://nowhere.example/v1"]
    assert "context https://nowhere.example/v1" in ask({**secured, "@context": context}).findings[0].reason
    by_jcs = json.loads(_secured(engines, "eddsa-jcs-2022")["verify"].secured)
    context = [*by_jcs["@context"], "https://nowhere.example/v1"]
    assert ask({**by_jcs, "@context": context}).verified, "JCS processes no context"


def test_what_is_no_json_object_is_a_bad_document(ask: Ask) -> None:
    for data in (b"{", b'{"a":1,"a":2}', b"[]", b"null", b'{"a":NaN}'):
        with pytest.raises(BadDocument):
            ask(data)


def test_a_wrong_key_is_an_error_of_the_proof(engines: Engines, ask: Ask) -> None:
    secret = key.Material("multikey", secret_key("Ed25519"))
    finding = ask(_secured(engines, "eddsa-jcs-2022")["verify"].secured, key=secret).findings[0]

    assert "Multikey" in finding.reason
    with pytest.raises(MalformedInput):
        own_use()(key.load)(secret)


def test_the_purpose_follows_from_the_type(engines: Engines, ask: Ask) -> None:
    secured = json.loads(_secured(engines, "eddsa-jcs-2022")["verify"].secured)
    secured["proof"]["proofPurpose"] = "authentication"
    assert "must be 'assertionMethod'" in ask(secured).findings[0].reason
    del secured["type"]
    assert "signature" in ask(secured).findings[0].reason, "of another thing, any purpose is taken"


@pytest.mark.parametrize(
    "document",
    [
        {"proof": {}},
        {"proof": [1]},
        {"proof": {"type": "DataIntegrityProof"}, "credentialStatus": 7},
        {"@context": {"a": 7}, "proof": {"cryptosuite": "ecdsa-sd-2023", "proofValue": "u2V0A"}},
        {"@context": {"a": 7}, "proof": {"cryptosuite": "ecdsa-sd-2023", "proofValue": "u2V0B"}},
        {"@context": "https://nowhere.example", "proof": {"cryptosuite": "ecdsa-rdfc-2019"}},
        {"proof": {"cryptosuite": "ecdsa-jcs-2019", "previousProof": ["a"]}},
        {"type": "VerifiablePresentation", "verifiableCredential": {"id": "data:x"}, "holder": 7},
        {
            "type": ["VerifiablePresentation"],
            "holder": {},
            "verifiableCredential": [{"proof": {}}],
            "proof": 7,
        },
    ],
)
def test_whatever_stands_there_is_a_finding_and_no_crash(document: dict[str, Any], ask: Ask) -> None:
    multikey = "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP"
    usual = {
        "type": "DataIntegrityProof",
        "verificationMethod": f"did:key:{multikey}#{multikey}",
        "proofPurpose": "assertionMethod",
        "proofValue": "z1",
    }
    if isinstance(document.get("proof"), dict) and "cryptosuite" in document["proof"]:
        document = {**document, "proof": {**usual, **document["proof"]}}
    report = ask(document)

    assert not report.verified
    assert all("\n" not in finding.reason for finding in report.findings)
