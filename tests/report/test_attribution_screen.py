"""One screen of attribution, on runs whose truth is planted and on what was published."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from canonbench.analysis.study import Study, studies
from canonbench.report.attribution_screen import of_study
from canonbench.report.grid import Grid
from canonbench.runs import files
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

PUBLISHED = Path(__file__).parent.parent.parent / "runs" / "intel-xeon"
ENGINES = {"canonbench": "rdfc.canonicalize=canonbench", "pyld": "rdfc.canonicalize=pyld"}


@lru_cache(4)
def _study(name: str) -> Study:
    (study,) = studies([files.open_run(str(PUBLISHED / name))])
    return study


def _screen(run: Run, width: int | None = None) -> list[Grid]:
    (study,) = studies([run])
    return [*of_study(study, ["gaps", "levers"], width)]


def _said(grid: Grid) -> str:
    return " ".join([grid.title, *grid.notes])


@pytest.fixture
def planted(plant: Plant, factorial: Factorial) -> Run:
    truth = factorial()
    steps = {row: {f"step.{number}": 1e-6 * number for number in range(1, 8)} for row in truth["pyld"]}
    return plant(truth, engines=ENGINES, steps=steps, noise=0.001)


def test_the_answer_comes_first_then_the_gap_the_steps_and_what_to_change(planted: Run) -> None:
    titles = [grid.title.partition(":")[0] for grid in _screen(planted)]

    assert titles == [
        "unknown; planted; ob3; 16 rounds; noise (A/A) unknown",
        "eddsa-rdfc-2022, Ed25519",
        "steps that cost most",
        "what to change first",
        "The rest",
    ]


def test_the_answer_says_what_goes_with_a_better_library_and_what_is_left(planted: Run) -> None:
    said = " ".join(_screen(planted)[0].notes)

    assert "An exchange of eddsa-rdfc-2022 needs at most 991 us [" in said
    assert "(canonbench); pyld adds at least 1.98 ms [" in said
    assert "eddsa-rdfc-2022 with pyld takes 6.00x [" in said
    assert (
        "the time of sd-jwt-vc; 80 % [80, 80] of the extra time is gone with the best stacks of both" in said
    )
    assert "20 % [20, 20] is left (all without our own engine: no better library was measured)." in said
    assert "Means with 95 % intervals, ratios of times with 99 %." in said


def test_each_format_has_its_stacks_with_shares_and_nothing_that_is_so_by_definition(planted: Run) -> None:
    grid = _screen(planted)[1]
    told = {row[0]: row[1:] for row in grid.rows}

    assert grid.columns == (
        *("over, with", "extra time", "left, best", "library", "canonicalization", "left, libraries"),
    )
    assert [row[0].strip() for row in grid.rows] == [
        *("sd-jwt-vc", "canonbench", "pyld"),
        *("mdoc", "canonbench", "pyld"),
    ]
    assert (told["  pyld"][1], told["  pyld"][-1]) == ("20 [20, 20]", "is the best")
    assert told["  canonbench"][1:3] == ("is the best", "by definition")


def test_steps_are_few_and_the_largest_is_first(planted: Run) -> None:
    grid = _screen(planted)[2]

    assert [row[0] for row in grid.rows] == ["glue", "step.7", "step.6", "step.5", "step.4"]
    assert grid.notes[0] == "3 more steps: --only steps."


def test_what_to_change_names_one_change_of_each_kind(planted: Run) -> None:
    rows = [row for row in _screen(planted)[3].rows if row[0] == "pyld"]

    assert [row[1:3] for row in rows] == [
        ("another engine: canonbench", "stays"),
        ("a JCS suite: eddsa-jcs-2022", "changes"),
    ]


@pytest.mark.parametrize("name", ["2026-12-01T005114Z-paper", "2026-12-01T005334Z-paper"])
def test_published_studies_fit_on_one_screen_with_what_is_not_divided(name: str) -> None:
    grids = [*of_study(_study(name), ["gaps"], 100)]
    lines = sum(2 + len(grid.rows) + len(grid.notes) + bool(grid.columns) for grid in grids)

    assert lines <= 50
    assert "Not divided: eddsa-rdfc-2022 (scope holder" in _said(grids[-1])


def test_stacks_put_together_of_others_are_named_and_have_no_row() -> None:
    grids = [*of_study(_study("2026-12-01T005114Z-paper"), ["gaps"], 100)]

    assert "best" not in {row[0].strip() for row in grids[1].rows}
    assert "best and best-of-libraries, put together of these" in _said(grids[-1])
    assert "without our own engine 104 %" in _said(grids[0])


def test_where_only_one_stack_was_measured_nothing_is_said_of_a_library(
    plant: Plant, factorial: Factorial
) -> None:
    truth = factorial()
    alone = plant({"canonbench": {**truth["pyld"], **truth["canonbench"]}}, engines=ENGINES)
    head, gap, *_ = _screen(alone)

    assert "nothing is said of what a library adds" in _said(head)
    assert "which share is a library's is not known" in _said(head)
    assert gap.columns == ("over, with", "extra time", "canonicalization")


def test_the_best_under_study_alone_is_said_to_be_the_best_of_all(planted: Run) -> None:
    head = _screen(replace(planted, only="canonbench"))[0]

    assert "no stack under study takes more: it is the best of 2." in _said(head)
    assert "no better stack was measured" in _said(head)


def test_what_is_undecided_is_said_to_be(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    same = {name: truth["canonbench"].get(name, seconds) for name, seconds in truth["pyld"].items()}
    run = plant({"canonbench": truth["canonbench"], "pyld": same}, engines=ENGINES, noise=0.05)
    said = _said(_screen(replace(run, only="pyld"))[0])

    assert "adds anything is undecided" in said
    assert "(undecided whether any is)" in said


def test_no_share_is_given_of_a_gap_that_is_not_certain(plant: Plant, factorial: Factorial) -> None:
    truth = {stack: dict.fromkeys(own, 1e-3) for stack, own in factorial().items()}
    head = _screen(plant(truth, engines=ENGINES, noise=0.05))[0]

    assert "it is not certain that there is any" in _said(head)


def test_few_rounds_give_no_shares_and_say_so(plant: Plant, factorial: Factorial) -> None:
    said = _said(_screen(plant(factorial(), engines=ENGINES, rounds=4))[0])

    assert "takes more than the time of sd-jwt-vc; no share of its extra time is given: too few" in said
    assert "too few shared rounds say what a library adds" in said
    assert "Too few rounds for intervals in some rows: 4, and 8 are needed." in said


def test_a_mixture_alone_under_study_is_told(planted: Run) -> None:
    best = replace(planted.stacks[0], name="best")
    run = Run("run", (best, planted.stacks[1]), planted.records, only="best")
    head, gap, *_ = _screen(run)

    assert "no stack under study takes more: it is the best of 2." in _said(head)
    assert gap.rows[1][0] == "  best"


def test_factors_are_said(plant: Plant, factorial: Factorial) -> None:
    truth = {
        stack: {
            name + ("," if "@" in name else "@") + "scope=holder": seconds for name, seconds in own.items()
        }
        for stack, own in factorial().items()
    }

    assert "(scope holder) with pyld takes" in _said(_screen(plant(truth, engines=ENGINES))[0])


def test_without_a_gap_both_bounds_are_told(plant: Plant) -> None:
    stages = {"rdfc.label/ob3": 1e-5, "rdfc.canonicalize/ob3": 3e-5}
    more = {f"rdfc.x{number}/ob3": 1e-5 for number in range(6)}
    slower = {name: 3 * seconds for name, seconds in (stages | more).items()}
    _, grid, *_ = _screen(plant({"canonbench": stages | more, "pyld": slower}))

    assert grid.title == "stages on ob3: what is needed at most, what is added at least"
    assert [row[:2] for row in grid.rows[:2]] == [
        ("rdfc.canonicalize", "canonbench"),
        ("rdfc.canonicalize", "pyld"),
    ]
    assert (grid.rows[0][3], len(grid.rows)) == ("is the best", 12)
    assert grid.notes[0] == "4 more rows: --only stages."


def test_stages_alone_are_answered_for_and_other_documents_named(plant: Plant) -> None:
    truth = {"rdfc.canonicalize/ob3": 3e-5, "rdfc.label/ob3": 1e-5, "rdfc.canonicalize/dcc": 1e-5}
    slower = {name: 3 * seconds for name, seconds in truth.items()}
    head, *_, rest = _screen(plant({"canonbench": truth, "pyld": slower}, noise=0.001))

    assert head.notes[0].startswith("rdfc.canonicalize/ob3 needs at most ")
    assert "(canonbench); pyld adds at least 5" in head.notes[0]
    assert len(head.notes) == 2
    assert "Further documents (--document): dcc." in _said(rest)


def test_an_exchange_without_a_rival_format_has_both_bounds(plant: Plant, factorial: Factorial) -> None:
    truth = {
        stack: {name: each for name, each in own.items() if "eddsa-rdfc" in name}
        for stack, own in factorial().items()
    }
    head, grid, *_ = _screen(plant(truth, engines=ENGINES))

    assert "An exchange of eddsa-rdfc-2022 needs at most" in _said(head)
    assert grid.title.startswith("exchanges on ob3")


def test_levers_of_a_document_without_an_exchange_are_of_its_transformation(plant: Plant) -> None:
    truth = {"canonbench": {"transform.rdfc/ob3": 1e-5}, "pyld": {"transform.rdfc/ob3": 9e-5}}
    (grid,) = (grid for grid in _screen(plant(truth)) if grid.title.startswith("what to change"))

    assert grid.title == "what to change first: from JSON to canonical bytes on ob3"
    assert grid.rows[0][1] == "another engine: canonbench (transform)"
