"""What cannot be compared is proved by verifying, and a verifier by what it refuses."""

from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, VerificationFailed
from canonbench.harness.proof import problem
from canonbench.model.engine import Engine
from canonbench.model.stage import Proof, Stage
from canonbench.stages import ecdsa, eddsa, hashing, stage
from canonbench.suites import own_primitives

LIBRARY = Catalogue().load("cryptography")
GIVEN = {row[0]: row[2] for row in own_primitives.rows()}
SIGNING: ecdsa.Signing = GIVEN["ecdsa.sign"]._replace(deterministic=False)


def test_a_random_signature_is_proved_by_its_verifier() -> None:
    sign = LIBRARY["ecdsa.sign"]
    one, two = sign.neutral()(SIGNING), sign.neutral()(SIGNING)

    assert one != two
    assert sign.stage.normal(one) == sign.stage.normal(two)
    assert problem(sign, SIGNING, one) == ""
    assert problem(sign, SIGNING, one[::-1]) == "the output does not verify by ecdsa.verify of cryptography"


def test_the_secret_key_is_not_what_a_signature_is_verified_with() -> None:
    assert stage("ecdsa.sign").proof is not None
    verification = ecdsa.sign.proof.given(SIGNING, b"signature") if ecdsa.sign.proof else None

    assert verification == ecdsa.Verification(SIGNING.key._replace(secret=b""), b"sample", b"signature")


@pytest.mark.parametrize("engine", ["cryptography", "pynacl"])
@pytest.mark.parametrize("name", ["eddsa.verify", "ecdsa.verify"])
def test_verifiers_refuse_every_tampered_input(engine: str, name: str) -> None:
    offered = Catalogue().load(engine)
    if name not in offered:
        assert engine == "pynacl"
        return

    assert problem(offered[name], GIVEN[name], None) == ""
    tampered = list(offered[name].stage.tampered(GIVEN[name]))  # type: ignore[misc]  # both stages have it
    assert len(tampered) >= 6
    for given in tampered:
        with pytest.raises(VerificationFailed):
            offered[name].neutral()(given)


def test_a_verifier_that_accepts_everything_is_found() -> None:
    blind: Engine[Any, Any] = Engine(eddsa.verify, "blind", run=lambda _: True)

    assert problem(blind, GIVEN["eddsa.verify"], None) == "accepts tampered input number 1"


def test_a_proof_by_a_stage_that_accepts_what_was_tampered_with_is_none() -> None:
    lenient: Stage[Any, Any] = Stage(
        hashing.sha256.name, hashing.sha256.text, tampered=lambda data: [data + b"x"]
    )
    random: Stage[Any, Any] = Stage("fake.random", hashing.sha256.text, proof=Proof(lenient, lambda _, o: o))
    engine: Engine[Any, Any] = Engine(random, "fake", run=bytes)

    found = problem(engine, b"", b"output")

    assert found == "hashing.sha256 of hashlib accepts the output tampered with, number 1"


def test_an_output_that_nobody_can_prove_is_no_row() -> None:
    unknown: Stage[Any, Any] = Stage("fake.verify", hashing.sha256.text)
    random: Stage[Any, Any] = Stage("fake.random", hashing.sha256.text, proof=Proof(unknown, lambda _, o: o))

    with pytest.raises(EngineUnavailable, match=r"no engine here offers fake\.verify"):
        problem(Engine(random, "fake", run=bytes), b"", b"")
