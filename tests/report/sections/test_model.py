"""The section on the model of cost."""

from collections.abc import Callable
from typing import Any

from canonbench.report.material import Material
from canonbench.report.page.model import Statistic
from canonbench.report.sections.model import section
from canonbench.runs.rows import Row

Make = Callable[..., Row]


def work(size: int) -> dict[str, Any]:
    counts = {"members": size, "quads": size * size}
    return {"kind": "work", "document": f"d{size}", "counts": counts}


def made(row: Make, material: Callable[..., Material], sizes: range, stages: int = 1) -> Material:
    rows = [
        row(f"stage{number}.x/d{size}", 1e-4 + size * 1e-5 + size * size * 1e-6)
        for number in range(stages)
        for size in sizes
    ]
    return material({"canonbench": rows}, records=[work(size) for size in sizes])


def test_a_fit_gives_what_each_costs(row: Make, material: Callable[..., Material]) -> None:
    found = section([made(row, material, range(1, 10))])
    assert found is not None
    (table,) = found.tables
    (cells,) = table.rows

    assert table.columns[2:5] == ("fixed", "each of members", "each of quads")
    assert isinstance(cells[4], Statistic)
    assert abs((cells[4].value or 0.0) - 1e-6) < 1e-7
    assert found.commands == ()


def test_without_documents_enough_it_says_so(row: Make, material: Callable[..., Material]) -> None:
    found = section([made(row, material, range(1, 4), stages=10)])
    assert found is not None

    assert found.sentence == "There is no model of cost: too few documents were timed."
    assert found.tables == ()
    assert found.notes[0].startswith("No fit from 3 of 5 documents: stage0.x with canonbench,")
    assert found.notes[0].endswith(" and 2 more.")
    assert found.commands == ("canonbench run education",)


def test_without_counted_work_there_is_no_section(row: Make, material: Callable[..., Material]) -> None:
    of_memory = material({"canonbench": [row("transform.rdfc/simple", 1e6, unit="byte")]})

    assert section([material({"canonbench": [row("x.y/ob3", 1.0)]}), of_memory]) is None
