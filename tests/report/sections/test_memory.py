"""The section of memory."""

from collections.abc import Callable

from canonbench.report.material import Material
from canonbench.report.page.charts import Curves
from canonbench.report.page.model import Statistic
from canonbench.report.sections.memory import section
from canonbench.runs.rows import Row


def peaks(row: Callable[..., Row], *, per_quad: float) -> list[Row]:
    return [
        row(f"rdfc.canonicalize/bn-{size}:peak", per_quad * size * size, unit="byte", document_quads=size)
        for size in (10, 50, 100)
    ]


def test_memory_stands_beside_the_time_of_another_run(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    timed = material({"pyld": [row("rdfc.canonicalize/bn-50", 1e-3)]}, label="times")
    found = section(
        [timed, material({"pyld": peaks(row, per_quad=100), "own": peaks(row, per_quad=50)}, label="memory")]
    )
    assert found is not None
    figure, growth = found.figures
    rows = {(row[0], row[1]): row for row in figure.table.rows}
    peak, time = rows["rdfc.canonicalize/bn-50", "pyld"][3], rows["rdfc.canonicalize/bn-50", "pyld"][-1]

    assert isinstance(peak, Statistic)
    assert (peak.unit, peak.value) == ("byte", 250000)
    assert isinstance(time, Statistic)
    assert round(time.value or 0, 5) == 1e-3
    assert rows["rdfc.canonicalize/bn-10", "pyld"][-1] == "not timed"
    assert isinstance(growth.chart, Curves)
    assert "faster than linear" in growth.table.rows[0]
    assert "grows faster than linearly" in found.sentence
    assert "Stacks differ most at" in found.sentence


def test_what_was_not_measured_is_null_with_its_reason(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    record = {
        "kind": "null",
        "name": "a.b/ob3:allocated",
        "stack": "pyld",
        "reason": "at or below the baseline",
    }
    found = section([material({"pyld": [row("a.b/ob3:peak", 1e3, unit="byte")]}, records=[record])])
    assert found is not None
    cell = found.figures[0].table.rows[0][4]

    assert isinstance(cell, Statistic)
    assert cell.reason == "at or below the baseline"
    assert found.sentence.startswith("What one call allocates")


def test_times_alone_have_no_section(exchange_run: Material) -> None:
    assert section([exchange_run]) is None
