"""The section on trends."""

from collections.abc import Callable

from canonbench.report.material import Material
from canonbench.report.page.charts import Curves
from canonbench.report.page.model import Statistic
from canonbench.report.sections.trend import section
from canonbench.runs.rows import Row


def made(row: Callable[..., Row], run: str, ours: float, version: str = "v1") -> dict[str, list[Row]]:
    about = {"engine_version": "3.3.0", "engine_source": "sha256:1", "run": run}
    return {
        "own": [row("a.b/ob3", ours, engine="own", case_version=version, **{**about, "engine_version": run})],
        "pyld": [row("a.b/ob3", 2.0, engine="pyld", case_version=version, **about)],
    }


def test_a_stage_that_moved_is_named(row: Callable[..., Row], material: Callable[..., Material]) -> None:
    runs = [material(made(row, run, ours), label=run) for run, ours in (("r1", 1.0), ("r2", 3.0))]
    found = section(runs)
    assert found is not None
    (figure,) = found.figures

    assert "1 of 1 rows moved relative to pyld: a.b/ob3 with own" in found.sentence
    assert isinstance(figure.chart, Curves)
    assert figure.chart.ticks == ("r1", "r2")
    last = figure.table.rows[-1][-1]
    assert isinstance(last, Statistic)
    assert (last.name, last.run) == ("over pyld", "r2")


def test_another_definition_is_null(row: Callable[..., Row], material: Callable[..., Material]) -> None:
    runs = [
        material(made(row, run, 1.0, version), label=run) for run, version in (("r1", "v1"), ("r2", "v2"))
    ]
    found = section(runs)
    assert found is not None
    first = found.figures[0].table.rows[0][-1]

    assert isinstance(first, Statistic)
    assert first.value is None
    assert "0 of 1 rows moved" in found.sentence


def test_one_run_is_no_trend(exchange_run: Material) -> None:
    assert section([exchange_run]) is None
