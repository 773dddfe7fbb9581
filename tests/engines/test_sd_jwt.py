"""The reference library: what it issues and presents is right, and what it does not check is known."""

from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, MalformedInput, VerificationFailed
from canonbench.harness import prove, requests, role_engines, roles
from canonbench.harness.proof import problem
from canonbench.model.case import Case
from canonbench.specs.sd_jwt import Policy, frame_of
from canonbench.stages import jws, kb_jwt, sd_jwt
from canonbench.stages.key import Algorithm, Key, Material

pytest.importorskip("sd_jwt", reason="the extra peers is not installed")

OURS = Catalogue().load("cryptography")
THEIRS = Catalogue().load("sd-jwt")
CLAIMS = {"vct": "t", "nbf": 900, "a": 1, "b": {"c": [2, {"d": 3}]}, "e": "f"}


def _key(algorithm: Algorithm, owner: str) -> Key:
    key: Key = OURS["key.load"].neutral()(Material("multikey", secret_key(algorithm, owner), secret=True))
    return key


def _issuing(algorithm: Algorithm = "P-256") -> sd_jwt.Issuing:
    claims = {**CLAIMS, "cnf": {"jwk": kb_jwt.public_jwk(_key(algorithm, "holder"))}}
    header = {"alg": jws.NAMES[algorithm], "typ": "dc+sd-jwt"}
    frame = frame_of(["/a", "/b", "/b/c/1", "/b/c/1/d"])
    return sd_jwt.Issuing(_key(algorithm, "issuer"), header, claims, frame, bytes(range(64)))


def _presenting(text: str, algorithm: Algorithm = "P-256") -> sd_jwt.Presenting:
    holder = _key(algorithm, "holder")
    return sd_jwt.Presenting(holder, text, ("/b/c/1/d",), "v", "n", 1000, jws.NAMES[algorithm])


def _verifying(text: str, policy: Policy, algorithm: Algorithm = "P-256") -> sd_jwt.Verifying:
    return sd_jwt.Verifying(_key(algorithm, "issuer")._replace(secret=b""), text, policy)


def _ours(stage: Any, given: Any) -> Any:
    return OURS[stage.name].neutral()(given)


def _theirs(stage: Any, given: Any) -> Any:
    return THEIRS[stage.name].neutral()(given)


@pytest.mark.parametrize("algorithm", ["Ed25519", "P-256", "P-384"])
def test_it_issues_and_presents_what_we_do(algorithm: Algorithm) -> None:
    issuing = _issuing(algorithm)
    issued = _theirs(sd_jwt.issue, issuing)
    presenting = _presenting(issued, algorithm)
    presented = _theirs(sd_jwt.present, presenting)

    assert problem(THEIRS["sd_jwt.issue"], issuing, issued) == ""
    assert problem(THEIRS["sd_jwt.present"], presenting, presented) == ""
    assert sd_jwt.issue.normal(issued) == sd_jwt.issue.normal(_ours(sd_jwt.issue, issuing))
    assert sd_jwt.present.normal(presented) == sd_jwt.present.normal(_ours(sd_jwt.present, presenting))


def test_as_a_verifier_it_gives_the_same_claims_and_does_not_pass_the_gate() -> None:
    issued = _ours(sd_jwt.issue, _issuing())
    policy = Policy("required", 1000, "v", "n", types=("dc+sd-jwt",))
    verifying = _verifying(_ours(sd_jwt.present, _presenting(issued)), policy)

    assert _theirs(sd_jwt.verify, verifying) == _ours(sd_jwt.verify, verifying)
    assert problem(OURS["sd_jwt.verify"], verifying, None) == ""
    assert problem(THEIRS["sd_jwt.verify"], verifying, None).startswith("accepts tampered input number")


def test_it_accepts_a_disclosure_that_no_digest_refers_to() -> None:
    issued = _ours(sd_jwt.issue, _issuing())
    foreign = f"{issued}{sd_jwt.foreign_disclosure()}~"

    assert _theirs(sd_jwt.verify, _verifying(foreign, Policy("refused", 1000)))["e"] == "f"


def test_key_binding_is_verified_with_es256_only() -> None:
    with pytest.raises(EngineUnavailable, match="ES256 only"):
        _theirs(sd_jwt.verify, _verifying("", Policy("required", 1000, "v", "n"), "Ed25519"))


def test_decoys_are_not_counted_there() -> None:
    issuing = _issuing()
    with pytest.raises(EngineUnavailable, match="decoys"):
        _theirs(sd_jwt.issue, issuing._replace(frame=issuing.frame._replace(decoys=1)))


def test_whatever_it_raises_is_a_refusal() -> None:
    with pytest.raises(MalformedInput, match="sd-jwt: "):
        _theirs(sd_jwt.present, _presenting("a~b~"))


def test_nothing_disclosed_is_nothing_selected() -> None:
    issued = _ours(sd_jwt.issue, _issuing())
    presented = _theirs(sd_jwt.present, _presenting(issued)._replace(pointers=()))

    assert presented.count("~") == 1


@pytest.mark.parametrize(
    ("algorithm", "scope", "outcome", "reason"),
    [
        ("p256", "issuer", "differs", "accepts tampered: Issuer-signed JWT, header: padded"),
        ("p256", "holder", "differs", "accepts tampered: Key Binding JWT, header: padded"),
        ("ed25519", "holder", "unavailable", "sd-jwt verifies key binding with ES256 only: --algorithm p256"),
        (
            "p256",
            "trust",
            "unavailable",
            "sd-jwt knows no certificates and no status: --scope issuer or holder",
        ),
    ],
)
def test_as_a_peer_it_has_the_reason_instead_of_a_row(
    algorithm: str, scope: str, outcome: str, reason: str, tmp_path: Path
) -> None:
    case = Case("sd-jwt-vc.verify", "credential-20", (("algorithm", algorithm), ("scope", scope)))
    requests.freeze([case], [corpus.find("credential-20")], Catalogue(), tmp_path)
    request = {"engine": "sd-jwt", "plugins": [], "inputs": str(tmp_path), "cases": [case.name]}

    *_, last = prove.serve({**request, "min_time": 0.0})

    assert (last["outcome"], last["reason"]) == (outcome, reason)


def test_as_a_peer_it_finds_the_claims_that_ours_finds() -> None:
    case = Case("sd-jwt-vc.verify", "credential-20", (("algorithm", "p256"), ("scope", "holder")))
    made = requests.make("sd-jwt-vc", corpus.find("credential-20"), roles.variant(case), 5, 0)["verify"]
    theirs, ours = (
        role_engines.engine(name, case, Catalogue(), timed=False) for name in ("sd-jwt", "canonbench")
    )

    assert theirs.neutral()(made) == ours.neutral()(made)


def test_as_a_peer_it_refuses_what_is_no_text_and_no_key() -> None:
    case = Case("sd-jwt-vc.verify", "credential-20")
    made = requests.make("sd-jwt-vc", corpus.find("credential-20"), roles.variant(case), 5, 0)["verify"]
    run = role_engines.engine("sd-jwt", case, Catalogue(), timed=False).neutral()

    with pytest.raises(VerificationFailed, match="UnicodeDecodeError"):
        run(made._replace(fixed=made.fixed._replace(presented=b"\xff")))
