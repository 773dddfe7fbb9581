"""Claims on structure, on invented records of steps."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from canonbench.analysis.claims.decide import Judgement, Verdict
from canonbench.analysis.claims.reading import Reading
from canonbench.analysis.claims.structure import JUDGES, steps

Read = Callable[..., Reading]

CANONICAL = ["rdfc.canonicalize", "document"]
OPTIONS = ["rdfc.canonicalize", "proof configuration"]
SIGN = ["eddsa.sign", "document"]


def _records(found: Mapping[str, list[list[str]]], document: str = "credential-20") -> list[dict[str, Any]]:
    return [{"kind": "steps", "name": f"{name}/{document}", "steps": seen} for name, seen in found.items()]


def _one(claim: str, reading: Reading) -> Judgement:
    (found,) = (found for judge in JUDGES for found in judge(reading) if found.claim == claim)
    return found


def _vcdm(*roles: list[list[str]]) -> dict[str, list[list[str]]]:
    return {
        f"eddsa-rdfc-2022.{role}": seen
        for role, seen in zip(("issue", "present", "verify"), roles, strict=True)
    }


def test_steps_are_read_in_order(read: Read) -> None:
    reading = read({}, records=_records({"mdoc.issue": [CANONICAL, SIGN]}))

    assert steps(reading) == {"mdoc.issue/credential-20": ("rdfc.canonicalize", "eddsa.sign")}


def test_the_seed_of_a_document_changes_no_structure(read: Read) -> None:
    reading = read({}, records=_records({"mdoc.issue": [SIGN]}, "credential-20@algorithm=p256,seed=1"))

    assert steps(reading) == {"mdoc.issue/credential-20@algorithm=p256": ("eddsa.sign",)}


@pytest.mark.parametrize("document", ["credential-20", "my-diploma"])
def test_c5_counts_two_canonicalizations_a_role_and_six_an_exchange(read: Read, document: str) -> None:
    twice = [CANONICAL, OPTIONS, SIGN]
    found = _one("C5", read({}, records=_records(_vcdm(twice, twice, twice), document)))

    assert (found.verdict, found.scope, found.stack) == (Verdict.HOLDS, "issuer", "")
    assert [part.measured for part in found.parts] == [2, 2, 2, 6]


def test_c5_does_not_hold_if_a_role_canonicalizes_once(read: Read) -> None:
    twice = [CANONICAL, OPTIONS]
    found = _one("C5", read({}, records=_records(_vcdm(twice, [CANONICAL], twice))))

    assert found.verdict is Verdict.FAILS
    assert [part.measured for part in found.parts] == [2, 1, 2, 5]


def test_c5_and_c7_are_undecided_without_a_record(read: Read) -> None:
    records = _records({"eddsa-rdfc-2022.present": [SIGN]}, "credential-20@scope=holder")

    for claim in ("C5", "C7"):
        found = _one(claim, read({}, records=records))
        assert found.verdict is Verdict.UNDECIDED
        assert found.reason == "no steps of eddsa-rdfc-2022 were recorded: canonbench run paper records them"
        assert found.beside == ()


@pytest.mark.parametrize(("present", "verdict"), [([SIGN], Verdict.HOLDS), ([CANONICAL], Verdict.FAILS)])
def test_c7_holds_if_presenting_signs(read: Read, present: list[list[str]], verdict: Verdict) -> None:
    records = _records({"eddsa-rdfc-2022.present": present, "ecdsa-sd-2023.present": [CANONICAL]})
    found = _one("C7", read({}, records=records))

    assert found.verdict is verdict
    assert [(each.what, each.said) for each in found.beside] == [
        ("steps that sign in ecdsa-sd-2023.present", "0")
    ]
