"""Our own steps of JWS and SD-JWT take neutral values, draw no randomness of their own, and name the rule."""

import hashlib

import pytest

from canonbench.engines.own_sd_jwt import ENGINES, HASHES, create_disclosures, digests
from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url
from canonbench.specs.sd_jwt import frame_of, parse
from canonbench.stages import FAMILIES, jws
from canonbench.stages.sd_jwt import Creation, Digesting, salts_of

OFFERED = {engine.stage.name: engine for engine in ENGINES}
CLAIMS = {"vct": "t", "degree": {"name": "x", "grade": 1}, "courses": ["a", "b"]}


def test_all_parts_are_offered_and_no_whole() -> None:
    parts = {each.name for family in ("jws", "sd_jwt", "kb_jwt") for each in FAMILIES[family]}

    assert parts - set(OFFERED) == {
        *("jws.sign", "jws.verify", "kb_jwt.sign", "kb_jwt.verify"),
        *("sd_jwt.issue", "sd_jwt.present", "sd_jwt.verify"),
    }
    assert {engine.name for engine in ENGINES} == {"canonbench"}


def test_salts_are_the_random_bytes_in_their_order() -> None:
    frame = frame_of(["/degree", "/degree/grade", "/courses/1"])
    random = bytes(range(16 * salts_of(frame)))
    created = create_disclosures(Creation(CLAIMS, frame, random))
    (*_, disclosures) = (parse(f"e30.e30.AA~{'~'.join(created.disclosures)}~").disclosures,)

    assert [base64url.decode(each.salt) for each in disclosures] == [
        random[place : place + 16] for place in (0, 16, 32)
    ]
    assert [each.name for each in disclosures] == ["grade", "degree", None]
    assert disclosures[1].value["_sd"] == list(digests(Digesting(created.disclosures[:1])))


def test_too_few_salts_are_an_error() -> None:
    with pytest.raises(MalformedInput, match="fewer salts"):
        create_disclosures(Creation(CLAIMS, frame_of(["/degree", "/courses"]), bytes(31)))


@pytest.mark.parametrize("name", HASHES)
def test_digests_are_those_of_the_named_hash(name: str) -> None:
    expected = hashlib.new(name.replace("-", ""), b"text").digest()

    assert digests(Digesting(("text",), name)) == (base64url.encode(expected),)


def test_another_hash_is_refused_by_its_rule() -> None:
    with pytest.raises(VerificationFailed, match=r"'SHA-256' is not understood.*section 7\.1 step 2\.4"):
        digests(Digesting(("text",), "SHA-256"))


def test_a_header_is_checked_with_its_key_or_without() -> None:
    run = OFFERED["jws.check_header"].run

    assert run(jws.HeaderCheck({"alg": "Ed25519"})) == "Ed25519"
    assert run(jws.HeaderCheck({"alg": "EdDSA"}, {"kty": "OKP", "crv": "Ed25519"})) == "EdDSA"
    with pytest.raises(VerificationFailed, match="is not for ES256"):
        run(jws.HeaderCheck({"alg": "ES256"}, {"kty": "OKP", "crv": "Ed25519"}))
