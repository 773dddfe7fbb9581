"""Levers, on runs in which what a swap saves is planted."""

from collections.abc import Callable

import pytest

from canonbench.analysis.cells import Place, places
from canonbench.analysis.levers import MOST, Lever, levers, of_document
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]


def _place(run: Run, name: str) -> Place:
    return next(each for each in places(run) if each.format == name)


def _levers(run: Run, name: str = "eddsa-rdfc-2022", stack: str = "pyld") -> dict[str, Lever]:
    return {lever.name: lever for lever in levers(run, _place(run, name), stack)}


def _saves(lever: Lever, seconds: float) -> bool:
    return lever.saved.interval.holds(seconds)


def test_planted_savings_are_recovered_largest_first(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    truth["pyld"]["eddsa-rdfc-2022.verify/ob3:cold-context"] = 2e-3
    found = _levers(plant(truth, noise=0.005))

    assert list(found) == [
        "a JCS suite: eddsa-jcs-2022",
        "another engine: canonbench",
        "keep compiled contexts",
    ]
    jcs, engine, kept = found.values()
    assert _saves(jcs, 2.4e-3)
    assert _saves(engine, 2e-3)
    assert _saves(kept, 1e-3)
    assert [each.proof for each in (jcs, engine, kept)] == [True, False, False]
    assert [each.unit for each in (jcs, engine, kept)] == ["an exchange", "an exchange", "a verification"]
    assert jcs.ratio.interval.holds(0.6 / 3)


def test_a_quicker_curve_is_a_lever_and_a_slower_one_is_none(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(), noise=0.002)

    assert _saves(_levers(run, "ecdsa-rdfc-2019")["another curve: ed25519 (eddsa-rdfc-2022)"], 0.2e-3)
    assert not [name for name in _levers(run, "eddsa-rdfc-2022") if "curve" in name]


def test_a_format_of_one_suite_has_its_curves_by_factor(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(), noise=0.002)
    slower = next(each for each in places(run) if (each.format, each.algorithm) == ("mdoc", "p256"))
    (found,) = levers(run, slower, "canonbench")

    assert found.name == "another curve: ed25519 (mdoc)"
    assert _saves(found, 0.2e-3)
    assert _levers(run, "eddsa-jcs-2022", "canonbench") == {}


def test_a_document_without_a_context_is_measured_as_an_exchange(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    truth["pyld"] |= factorial(base=0.5e-3, document="ob3~without-1a2b3c4d")["pyld"]
    records = [
        {
            "kind": "variant",
            "document": "ob3~without-1a2b3c4d",
            "of": "ob3",
            "without": "https://example.org/c",
        },
        {"kind": "variant", "document": "dcc~without-1a2b3c4d", "of": "dcc", "without": "another"},
        {"kind": "variant", "document": "ob3~without-none", "of": "ob3", "without": "unmeasured"},
    ]
    found = _levers(plant(truth, noise=0.005, records=records))["without https://example.org/c"]

    assert _saves(found, 0.5e-3)
    assert (found.unit, found.proof, found.note) == (
        "an exchange",
        False,
        "what it says is no longer in the credential",
    )


def test_a_document_without_a_context_may_be_transformed_only(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    truth["pyld"] |= {"transform.rdfc/ob3": 1e-3, "transform.rdfc/ob3~without-1a2b3c4d": 0.4e-3}
    records = [{"kind": "variant", "document": "ob3~without-1a2b3c4d", "of": "ob3", "without": "a context"}]
    found = _levers(plant(truth, records=records))["without a context"]

    assert found.unit == "a transformation"
    assert found.ratio.interval.holds(0.4)


def test_what_saves_nothing_for_certain_is_no_lever(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(library=0.0, jcs=0.0), noise=0.05)

    assert _levers(run) == {}


def test_few_rounds_have_no_levers(plant: Plant, factorial: Factorial) -> None:
    assert _levers(plant(factorial(), rounds=4)) == {}


def test_a_stack_that_is_not_there_has_no_levers(plant: Plant, factorial: Factorial) -> None:
    assert _levers(plant(factorial()), stack="absent") == {}


def test_there_are_five_at_most(plant: Plant, factorial: Factorial) -> None:
    truth, records = factorial(), []
    for number in range(8):
        document = f"ob3~without-{number}"
        truth["pyld"] |= factorial(base=(0.9 - number / 20) * 1e-3, document=document)["pyld"]
        records.append({"kind": "variant", "document": document, "of": "ob3", "without": f"context {number}"})
    found = levers(
        plant(truth, noise=0.002, records=records), _place(plant(truth), "eddsa-rdfc-2022"), "pyld"
    )

    assert len(found) == MOST
    assert [lever.saved.value for lever in found] == sorted(
        (each.saved.value for each in found), reverse=True
    )


def test_a_stack_without_rows_of_the_suite_swaps_to_the_default_one(
    plant: Plant, factorial: Factorial
) -> None:
    found = _levers(plant(factorial(), noise=0.005))["a JCS suite: eddsa-jcs-2022"]

    assert found.saved.value == pytest.approx(2.4e-3, rel=0.05)


def test_no_other_runtime_stands_in(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    truth["node"] = {name: seconds / 2 for name, seconds in truth["pyld"].items()}
    run = plant(truth, runtimes={"node": "node 22"})

    assert [name for name in _levers(run, stack="node") if "JCS" in name or "engine" in name] == []


def test_a_document_without_an_exchange_has_levers_of_its_transformation(plant: Plant) -> None:
    truth = {
        "canonbench": {"transform.rdfc/ob3": 0.1e-3, "transform.jcs/ob3": 0.02e-3},
        "pyld": {
            "transform.rdfc/ob3": 2e-3,
            "transform.rdfc/ob3:cold-context": 5e-3,
            "transform.rdfc/ob3~without-evidence": 1.5e-3,
        },
    }
    records = [{"kind": "variant", "document": "ob3~without-evidence", "of": "ob3", "without": "evidence"}]
    run = plant(truth, noise=0.005, records=records)
    found = of_document(run, "ob3", "pyld")

    assert [(each.name, each.proof) for each in found] == [
        ("keep compiled contexts", False),
        ("a JCS suite", True),
        ("another engine: canonbench", False),
        ("without evidence", False),
    ]
    assert {each.unit for each in found} == {"a transformation"}
    for lever, seconds in zip(found, (3e-3, 1.98e-3, 1.9e-3, 0.5e-3), strict=True):
        assert _saves(lever, seconds)


def test_a_transformation_alone_or_none_has_no_levers(plant: Plant) -> None:
    run = plant({"pyld": {"transform.rdfc/ob3": 2e-3}})

    assert of_document(run, "ob3", "pyld") == ()
    assert of_document(run, "dcc", "pyld") == ()
