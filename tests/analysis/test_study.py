"""Everything about an environment together, and the range over several."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from canonbench.analysis.gap import Gap
from canonbench.analysis.study import Study, ranges, studies, under_memray
from canonbench.runs.rows import Run, Stack

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

ENGINES = {"canonbench": "rdfc.canonicalize=canonbench", "pyld": "rdfc.canonicalize=pyld"}


@pytest.fixture
def planted(plant: Plant, factorial: Factorial) -> Run:
    truth = factorial()
    more = factorial(document="dcc")
    truth["canonbench"] |= {name: each for name, each in more["canonbench"].items() if "mdoc" in name}
    return plant(truth, engines=ENGINES)


def _one(*runs: Run, **options: object) -> Study:
    (found,) = studies(runs, **options)  # type: ignore[arg-type]  # document, stack, against
    return found


def test_the_main_document_is_that_of_most_exchanges(planted: Run) -> None:
    found = _one(planted)

    assert (found.document, found.stacks) == ("ob3", ("canonbench", "pyld"))
    assert {each.case.document for each in found.attributions} == {"ob3", "dcc"}
    assert {each.document for each in found.levers if each.stack == "pyld"} == {"ob3"}
    assert found.missing == ()


def test_the_best_of_libraries_is_not_shown_for_our_own_engine(planted: Run) -> None:
    found = {(gap.stack, gap.own) for gap in _one(planted).gaps}

    assert found == {("canonbench", True), ("pyld", True), ("pyld", False)}


def test_one_document_one_stack_one_format(planted: Run) -> None:
    found = _one(planted, document="ob3", stack="pyld", against=["mdoc"])

    assert found.stacks == ("pyld",)
    assert {each.case.document for each in found.attributions} == {"ob3"}
    assert {(gap.stack, gap.other.format) for gap in found.gaps} == {("pyld", "mdoc")}
    assert {each.stack for each in found.levers} == {"pyld"}


def test_gaps_that_cannot_be_divided_are_kept_once_with_their_reason(
    plant: Plant, factorial: Factorial
) -> None:
    truth = {
        stack: {name: each for name, each in own.items() if "jcs" not in name}
        for stack, own in factorial().items()
    }
    found = _one(plant(truth, engines=ENGINES), stack="pyld", against=["mdoc"])

    assert [(each.exchange, each.reason.partition(" is not")[0]) for each in found.missing] == [
        ("eddsa-rdfc-2022", "the exchange with canonicalization swapped"),
        ("eddsa-rdfc-2022", "the exchange with canonicalization and curve + canonicalization swapped"),
        ("ecdsa-rdfc-2019", "the exchange with canonicalization swapped"),
    ]
    assert _one(plant({"pyld": {"rdfc.label/ob3": 1.0}})).document == ""


def test_memory_of_the_same_environment_stands_beside_time(plant: Plant, planted: Run) -> None:
    row = plant({"pyld": {"rdfc.label/ob3:peak": 5e4}}, about={"rdfc.label/ob3:peak": {"unit": "byte"}})
    found = _one(planted, row)

    assert [(each.case.target, each.stack) for each in found.memory] == [("rdfc.label", "pyld")]
    assert len(found.environment.runs) == 1
    assert _one(planted, row, stack="canonbench").memory == ()
    assert studies([row]) == ()


def test_a_run_under_memray_is_told(planted: Run) -> None:
    row = planted.stacks[0].rows[0]
    hooked = replace(row.processes[0], metadata={**row.processes[0].metadata, "hooks": "memray"})
    traced = replace(row, processes=(hooked, *row.processes[1:]))

    assert not under_memray(planted)
    assert under_memray(Run("run", (Stack("pyld", (traced,)),)))


def test_shares_of_several_environments_have_a_range(
    plant: Plant, factorial: Factorial, tmp_path: Path
) -> None:
    runs = [
        replace(
            plant(factorial(library=library), engines=ENGINES, seed=seed, run=f"run {seed}"),
            folder=tmp_path / machine / "run",
        )
        for seed, (machine, library) in enumerate((("one", 2e-3), ("other", 4e-3)))
    ]
    found = studies(runs)
    named = {each.name: each for each in ranges(found)}
    kept = named["eddsa-rdfc-2022 over sd-jwt-vc (ed25519), pyld: kept with the best stacks"]

    assert [study.environment.name for study in found] == ["one", "other"]
    assert set(kept.values) == {"one", "other"}
    assert kept.least == pytest.approx(0.5 / 4.5, rel=0.1)
    assert kept.most == pytest.approx(0.5 / 2.5, rel=0.1)
    assert any(name.endswith("libraries only: library") for name in named)
    assert ranges(found[:1]) == ()


def test_shares_that_are_not_known_and_other_documents_have_no_range(
    plant: Plant, factorial: Factorial
) -> None:
    few = _one(plant(factorial(), engines=ENGINES, rounds=4))
    other = _one(plant(factorial(), engines=ENGINES))
    elsewhere = replace(other, document="dcc")

    assert all(isinstance(gap, Gap) for gap in few.gaps)
    assert ranges([few, few, elsewhere]) == ()


def test_documents_without_an_exchange_have_levers_of_their_own(plant: Plant, planted: Run) -> None:
    truth = {
        "canonbench": {"transform.rdfc/clr": 1e-4, "transform.rdfc/europass": 1e-4},
        "pyld": {"transform.rdfc/clr": 9e-4, "transform.rdfc/europass": 9e-4},
    }
    more = plant(truth)
    stacks = tuple(
        Stack(stack.name, (*stack.rows, *own.rows))
        for stack, own in zip(planted.stacks, more.stacks, strict=True)
    )
    run = replace(planted, stacks=stacks)
    every, one = _one(run), _one(run, document="clr")

    assert [each.document for each in every.levers if each.place is None] == ["clr", "europass"]
    assert [(each.document, each.stack) for each in one.levers] == [("clr", "pyld")]
