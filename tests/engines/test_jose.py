"""The wholes around a library's signatures verify each other and refuse what was tampered with."""

from typing import Any

import pytest

from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue
from canonbench.errors import VerificationFailed
from canonbench.harness.proof import problem
from canonbench.specs.sd_jwt import Binding, Policy, frame_of
from canonbench.specs.sd_jwt import parse as parse_sd_jwt
from canonbench.stages import jws, kb_jwt, sd_jwt
from canonbench.stages.key import Algorithm, Key, Material

OFFERED = Catalogue().load("cryptography")
ALGORITHMS: tuple[Algorithm, ...] = ("Ed25519", "P-256", "P-384")


def _run(stage: Any, given: Any) -> Any:
    return OFFERED[stage.name].neutral()(given)


def _key(algorithm: Algorithm, owner: str = "issuer") -> Key:
    key: Key = OFFERED["key.load"].neutral()(Material("multikey", secret_key(algorithm, owner), secret=True))
    return key


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_jws_is_proved_by_its_verification(algorithm: Algorithm) -> None:
    given = jws.Signing(_key(algorithm), {"alg": jws.NAMES[algorithm]}, {"iss": "é"})
    text = _run(jws.sign, given)

    assert problem(OFFERED["jws.sign"], given, text) == ""
    assert problem(OFFERED["jws.verify"], jws.Verification(given.key._replace(secret=b""), text), None) == ""
    assert _run(jws.verify, jws.Verification(given.key._replace(secret=b""), text)) == {"iss": "é"}


def test_deterministic_signatures_are_equal() -> None:
    given = jws.Signing(_key("P-256"), {"alg": "ES256"}, {}, deterministic=True)

    assert _run(jws.sign, given) == _run(jws.sign, given)
    assert _run(jws.sign, given) != _run(jws.sign, given._replace(deterministic=False))


def test_both_names_of_ed25519_are_read_and_a_key_of_another_algorithm_refused() -> None:
    key = _key("Ed25519")
    for name in ("EdDSA", "Ed25519"):
        text = _run(jws.sign, jws.Signing(key, {"alg": name}, {}))
        assert _run(jws.verify, jws.Verification(key._replace(secret=b""), text)) == {}
        with pytest.raises(VerificationFailed, match=f"a key of P-256 is not for {name}"):
            _run(jws.verify, jws.Verification(_key("P-256")._replace(secret=b""), text))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_key_binding_is_proved_by_its_verification(algorithm: Algorithm) -> None:
    binding = Binding("https://verifier.example", "n", 1000, "digest", jws.NAMES[algorithm])
    given = kb_jwt.Signing(_key(algorithm, "holder"), binding)

    assert problem(OFFERED["kb_jwt.sign"], given, _run(kb_jwt.sign, given)) == ""


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_whole_roles_make_what_whole_roles_accept(algorithm: Algorithm) -> None:
    issuer, holder = _key(algorithm), _key(algorithm, "holder")
    claims = {"vct": "t", "nbf": 900, "cnf": {"jwk": kb_jwt.public_jwk(holder)}, "a": 1, "b": {"c": [2, 3]}}
    header = {"alg": jws.NAMES[algorithm], "typ": "dc+sd-jwt"}
    issuing = sd_jwt.Issuing(issuer, header, claims, frame_of(["/a", "/b", "/b/c/1"]), bytes(range(48)))
    issued = _run(sd_jwt.issue, issuing)
    presenting = sd_jwt.Presenting(holder, issued, ("/b/c/1",), "v", "n", 1000, jws.NAMES[algorithm])
    presented = _run(sd_jwt.present, presenting)
    policy = Policy("required", 1000, "v", "n", types=("dc+sd-jwt",), credential=True)
    verifying = sd_jwt.Verifying(issuer._replace(secret=b""), presented, policy)

    assert problem(OFFERED["sd_jwt.issue"], issuing, issued) == ""
    assert problem(OFFERED["sd_jwt.present"], presenting, presented) == ""
    assert problem(OFFERED["sd_jwt.verify"], verifying, None) == ""
    assert _run(sd_jwt.verify, verifying) == {name: claims[name] for name in ("vct", "nbf", "cnf", "b")}
    assert len(parse_sd_jwt(presented).disclosures) == 2
