"""Both bounds as tables."""

from collections.abc import Callable

import pytest

from canonbench.analysis.study import studies
from canonbench.report.attribution_bounds import of_stages, of_totals
from canonbench.report.grid import Grid
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

ENGINES = {
    "canonbench": "rdfc.canonicalize=canonbench",
    "pyld": "rdfc.canonicalize=pyld",
    "other": "rdfc.canonicalize=other",
}
RECORDS = ({"kind": "work", "document": "ob3", "counts": {"quads": 32, "blank_nodes": 1, "hash_calls": 5}},)
STAGES = {"replay": 1e-5, "reference": 9e-5, "canonbench": 3e-5, "pyld": 12e-5}


@pytest.fixture
def planted(plant: Plant, factorial: Factorial) -> Run:
    truth = factorial()
    for stack, seconds in STAGES.items():
        truth.setdefault(stack, {})["rdfc.canonicalize/ob3"] = seconds
        truth[stack]["rdfc.canonicalize/dcc"] = seconds
        truth[stack]["rdfc.label/dcc"] = seconds
    truth["pyld"]["rdfc.canonicalize/ob3:cold-context"] = 20e-5
    return plant(truth, engines=ENGINES, records=RECORDS)


def _stages(run: Run) -> list[Grid]:
    (study,) = studies([run])
    return [*of_stages(study)]


def test_a_row_says_what_a_stack_takes_and_what_of_that_is_needed_and_added(planted: Run) -> None:
    first, last = _stages(planted)
    own, pyld, cold = first.rows

    assert first.title == "stages on ob3: what is needed at most, what is added at least"
    assert first.columns == (
        *("what", "stack", "takes", "needs at most", "best", "library adds at least"),
        *("best of libraries", "adds to that", "best / replay", "replay", "reference"),
    )
    assert own[:2] + own[5:6] == ("rdfc.canonicalize", "canonbench", "is the best")
    assert pyld[1] == "pyld"
    assert [cell.split()[1] for cell in pyld[2:4]] == ["us", "us"]
    assert pyld[4:6][0] == "canonbench"
    assert pyld[6:8] == ("pyld", "is the best")
    assert pyld[8].startswith(("2.9", "3.0"))
    assert "x [" in pyld[8]
    assert cold[0] == "rdfc.canonicalize (cold-context)"
    assert "Work on ob3: 32 quads, 1 blank node, 5 hash calls." in first.notes
    assert not any("ORDER" in note for note in first.notes)
    assert last.notes[-1].startswith("docs/attribution.md#glossary")
    assert first.notes[-1] != last.notes[-1]


def test_what_is_needed_and_what_is_added_make_up_what_is_taken(plant: Plant) -> None:
    (study,) = studies(
        [plant({"canonbench": {"rdfc.label/ob3": 3e-5}, "pyld": {"rdfc.label/ob3": 9e-5}}, noise=0.4)]
    )
    (row,) = (row for grid in of_stages(study) for row in grid.rows if row[1] == "pyld")
    takes, needs, adds = (float(row[place].split()[0]) for place in (2, 3, 5))

    assert takes == pytest.approx(needs + adds, abs=0.11)


def test_another_document_shows_whole_stages_only(planted: Run) -> None:
    (grid,) = (grid for grid in _stages(planted) if grid.title.startswith("stages on dcc"))

    assert [row[0] for row in grid.rows] == ["rdfc.canonicalize"] * 2


def test_libraries_beside_the_best_have_a_best_of_their_own(plant: Plant) -> None:
    truth = {
        name: {"rdfc.canonicalize/ob3": seconds}
        for name, seconds in (("canonbench", 1e-5), ("pyld", 9e-5), ("other", 5e-5))
    }
    (grid,) = _stages(plant(truth, engines=ENGINES, noise=0.001))
    told = {row[1]: row for row in grid.rows}

    assert told["pyld"][6].endswith(" other")
    assert told["pyld"][7].startswith(("39", "40"))
    assert told["other"][6:8] == ("other", "is the best")
    assert told["canonbench"][6:8] == ("other", "")


def test_stacks_without_a_shared_round_are_not_subtracted(plant: Plant) -> None:
    one = plant({"canonbench": {"rdfc.label/ob3": 1e-5}, "other": {"rdfc.label/ob3": 2e-5}})
    later = plant({"pyld": {"rdfc.label/ob3": 9e-5}}, run="another", rounds=4)
    (grid,) = _stages(Run("run", (*one.stacks, *later.stacks)))

    assert {row[1]: row[5] for row in grid.rows}["pyld"] == "no shared round"


def test_one_stack_alone_is_the_best_and_has_no_columns_about_rivals(plant: Plant) -> None:
    (grid,) = _stages(plant({"canonbench": {"rdfc.label/ob3": 1e-5}}))

    assert grid.columns == ("what", "stack", "takes", "best")
    assert grid.rows[0][3] == "is the best"


def test_exchanges_have_a_table_of_their_own(planted: Run) -> None:
    (study,) = studies([planted])
    (grid,) = of_totals(study)

    assert grid.title == "exchanges of ob3: what is needed at most, what is added at least"
    assert {row[0] for row in grid.rows} >= {"eddsa-rdfc-2022", "mdoc", "mdoc (P-256)"}


def test_an_order_that_fails_is_printed(plant: Plant) -> None:
    truth = {"replay": {"rdfc.label/ob3": 5e-5}, "pyld": {"rdfc.label/ob3": 1e-5}}
    (grid,) = _stages(plant(truth, noise=0.001))

    assert grid.notes[0].startswith("ORDER: rdfc.label: best (pyld) takes 0.2 times what replay takes")


def test_wall_time_and_another_runtime_are_said(plant: Plant) -> None:
    about = {"rdfc.label/ob3": {"decides": "wall"}}
    (grid,) = _stages(plant({"node": {"rdfc.label/ob3": 1e-5}}, about=about, runtimes={"node": "node 22"}))

    assert grid.rows[0][0] == "rdfc.label (node 22)"
    assert "Wall time decides." in grid.notes
