"""Gaps as tables."""

from collections.abc import Callable
from dataclasses import replace

from canonbench.analysis.study import studies
from canonbench.report.attribution_gaps import of_gaps
from canonbench.report.grid import Grid
from canonbench.runs.rows import Run, Stack

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

ENGINES = {"canonbench": "rdfc.canonicalize=canonbench", "pyld": "rdfc.canonicalize=pyld"}


def _grids(run: Run) -> list[Grid]:
    (study,) = studies([run])
    return [*of_gaps(study)]


def test_contributions_stand_below_the_gap_with_a_column_for_each_stack(
    plant: Plant, factorial: Factorial
) -> None:
    first, *_, last = _grids(plant(factorial(), engines=ENGINES, noise=0.001))

    assert first.title == "gap: eddsa-rdfc-2022 over sd-jwt-vc on ob3; Ed25519; CPU time"
    assert first.columns == ("contribution", "canonbench", "pyld", "pyld, best of libraries")
    assert [row[0] for row in first.rows] == [
        *("gap", "canonicalization", "library", "format residual", "library of the other format"),
        *("left with the best stacks of both", "gone with the best stacks of both"),
    ]
    assert "56 %" in first.rows[1][2]
    assert any("with the best stacks of both" in note and "20 % [" in note for note in first.notes)
    told = {row[0]: row[1:] for row in first.rows}
    assert told["library"][2] == "by definition"
    assert told["library of the other format"] == ("no library offers it",) * 3
    assert any(
        "pyld: eddsa-rdfc-2022 takes 6.0" in note and "of that extra time" in note for note in first.notes
    )
    assert "JCS for RDFC-1.0 removes JSON-LD, too." in last.notes


def test_two_curves_are_named(plant: Plant, factorial: Factorial) -> None:
    titles = [grid.title for grid in _grids(plant(factorial(), engines=ENGINES))]

    assert "gap: eddsa-rdfc-2022 over mdoc on ob3; Ed25519 against P-256; CPU time" in titles


def test_parts_of_the_canonicalization_are_indented(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    steps = {row: {"jsonld.to_quads": 1e-4} if "rdfc" in row else {} for row in truth["canonbench"]}
    first = _grids(plant(truth, engines=ENGINES, steps=steps))[0]

    assert [row[0] for row in first.rows][2:5] == [
        "  JSON-LD to quads",
        "  RDFC-1.0 less JCS",
        "  what else changes",
    ]
    assert first.rows[2][2].startswith(("29", "30"))


def test_few_rounds_give_means_and_no_shares(plant: Plant, factorial: Factorial) -> None:
    first = _grids(plant(factorial(), engines=ENGINES, rounds=4))[0]

    assert "[" not in first.rows[0][1]
    assert any(note.endswith("remain.") for note in first.notes)


def test_robust_lines_and_wall_time_are_said(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(), engines=ENGINES, noise=0.001, drift=0.0)
    stacks = []
    for stack in run.stacks:
        rows = []
        for row in stack.rows:
            wild = (
                replace(row.processes[0], wall=(0.05,), cpu=None)
                if stack.name == "pyld"
                else row.processes[0]
            )
            rows.append(replace(row, processes=(wild, *row.processes[1:])))
        stacks.append(Stack(stack.name, tuple(rows)))
    first = _grids(replace(run, stacks=tuple(stacks)))[0]

    assert first.title.endswith("wall time")
    assert first.notes[0] == "Far off, and in no mean: 2 of 16 rounds with pyld, pyld, best of libraries."


def test_another_runtime_is_said(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    every = {**truth["canonbench"], **truth["pyld"]}
    first = _grids(
        plant(
            {"node": every}, engines={"node": "rdfc.canonicalize=rdf-canonize"}, runtimes={"node": "node 22"}
        )
    )[0]

    assert first.columns[1] == "node, node 22"


def test_what_cannot_be_divided_is_listed_with_its_reason(plant: Plant, factorial: Factorial) -> None:
    truth = {
        stack: {name: each for name, each in own.items() if "jcs" not in name}
        for stack, own in factorial().items()
    }
    (grid,) = _grids(plant(truth, engines=ENGINES))

    assert grid.title == "gaps that cannot be divided"
    assert (
        "eddsa-rdfc-2022",
        "sd-jwt-vc",
        "pyld",
        "the exchange with canonicalization swapped is not in the run: measure it, too",
    ) in grid.rows


def test_a_stack_that_is_the_best_itself_has_no_lines_about_rivals(
    plant: Plant, factorial: Factorial
) -> None:
    truth = factorial()
    engines = {"canonbench": "sd_jwt.issue=canonbench,rdfc.canonicalize=canonbench"}
    first = _grids(plant({"canonbench": {**truth["pyld"], **truth["canonbench"]}}, engines=engines))[0]
    told = {row[0]: row[1] for row in first.rows}

    assert list(told) == ["gap", "canonicalization", "format residual", "library of the other format"]
    assert told["library of the other format"] == "no library offers it"
    assert first.notes[0].endswith("more; it is the best stack itself.")
    assert any(note.startswith("Every stack here is the best itself") for note in first.notes)


def test_the_best_library_stack_is_named_where_rivals_are_libraries(
    plant: Plant, factorial: Factorial
) -> None:
    truth = factorial()
    other = {name: seconds / 2 for name, seconds in truth["pyld"].items()}
    engines = {**ENGINES, "other": "rdfc.canonicalize=other"}
    first = _grids(plant({**truth, "other": other}, engines=engines, noise=0.001))[0]

    assert any("the best library stack of Data Integrity and" in note for note in first.notes)
