"""What is said beside the figures of attribution, on runs whose truth is planted."""

from collections.abc import Callable
from dataclasses import replace

from canonbench.analysis.study import Study, studies
from canonbench.report.attribution_caveats import caveats
from canonbench.runs.rows import Run

Plant = Callable[..., Run]


def _said(study: Study) -> str:
    grid = caveats(study, ["gaps", "levers"])
    return " ".join([grid.title, *grid.notes])


def test_no_caveat_is_lost(plant: Plant) -> None:
    truth = {"replay": {"rdfc.label/ob3": 5e-5}, "pyld": {"rdfc.label/ob3": 1e-5}}
    (study,) = studies([plant(truth, noise=0.001)])
    orders = replace(study, attributions=study.attributions * 5)
    said = _said(orders)

    assert "ORDER fails: rdfc.label: best (pyld) takes 0.2 times what replay takes" in said
    assert "more: --only exchanges,stages." in said


def test_steps_that_do_not_add_up_are_said(plant: Plant) -> None:
    truth = {f"mdoc.{role}/ob3": 1e-4 for role in ("issue", "present")}
    run = plant({"canonbench": truth}, steps={name: {"cbor.decode": 5e-5} for name in truth})
    rows = [
        replace(
            row,
            processes=tuple(
                replace(each, metadata={**each.metadata, "split.residual": "0.00002"})
                for each in row.processes
            ),
        )
        for row in run.stacks[0].rows
    ]
    (study,) = studies([replace(run, stacks=(replace(run.stacks[0], rows=tuple(rows)),))])

    assert "VIOLATION: steps that do not add up: mdoc/ob3 issue with canonbench" in _said(study)


def test_the_last_line_says_where_the_rest_is(plant: Plant) -> None:
    (study,) = studies([plant({"pyld": {"rdfc.label/ob3": 1e-5}})])

    assert "The rest: --all, or --only with gaps, levers; " in _said(study)
