"""Whole COSE messages around a library's signatures."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, SpecError, VerificationFailed
from canonbench.harness.judge import judge
from canonbench.specs.cose import ES384, Verification
from canonbench.stages import cose
from canonbench.stages.key import Key, Material
from canonbench.suites import cose as suite_of_cose
from canonbench.suites import mdoc_annex_d

LIBRARY = Catalogue().load("cryptography")


def _key(algorithm: str) -> Key:
    found: Key = LIBRARY["key.load"].neutral()(Material("multikey", secret_key(algorithm), secret=True))
    return found


def _good(given: cose.Signing) -> Verification:
    assert cose.sign1.proof is not None
    verification: Verification = cose.sign1.proof.given(given, LIBRARY["cose.sign1"].neutral()(given))
    return verification


@pytest.mark.parametrize("detached", [False, True])
@pytest.mark.parametrize("algorithm", ["Ed25519", "P-256", "P-384"])
def test_a_message_is_signed_and_verified_and_its_tampered_forms_are_refused(
    algorithm: str,
    detached: bool,  # noqa: FBT001 - a parameter
) -> None:
    good = _good(cose.Signing(_key(algorithm), b"payload", b"aad", detached))

    assert LIBRARY["cose.verify1"].run(good) == b"payload"
    assert cose.verify1.tampered is not None
    for each in cose.verify1.tampered(good):
        with pytest.raises((VerificationFailed, SpecError)):
            LIBRARY["cose.verify1"].run(each)


def test_a_signature_is_the_same_again_where_that_is_asked_for() -> None:
    given = cose.Signing(_key("P-256"), b"payload", deterministic=True)

    assert _good(given) == _good(given)
    assert _good(given) != _good(given._replace(deterministic=False))


def test_a_key_of_another_curve_is_none_here() -> None:
    good = _good(cose.Signing(_key("P-384"), b"payload"))
    other = cose.cose_key(_key("P-256"))

    assert good.algorithm == ES384
    with pytest.raises(EngineUnavailable, match="no curve 1 under COSE algorithm -35"):
        LIBRARY["cose.verify1"].run(good._replace(key=other))


@pytest.mark.suites
@pytest.mark.parametrize("name", ["cose", "mdoc-annex-d"])
def test_the_published_messages_are_judged_right(suite: Callable[[str], Path], name: str) -> None:
    engines = {**LIBRARY, **Catalogue().load("canonbench")}
    read: Any = {"cose": suite_of_cose.vectors, "mdoc-annex-d": mdoc_annex_d.vectors}[name]
    outcomes: dict[str, str | None] = {}
    for vector in read(suite(name)):
        try:
            outcomes[vector.name] = judge(engines[vector.stage], vector)
        except EngineUnavailable:
            outcomes[vector.name] = "skipped"
    skipped = [each for each, wrong in outcomes.items() if wrong == "skipped"]

    assert [wrong for wrong in outcomes.values() if wrong not in (None, "skipped")] == []
    assert skipped == (["ecdsa-sig-03", "ecdsa-sig-04", "eddsa-sig-02"] if name == "cose" else [])
    assert len(outcomes) > 10
