"""The section on machine and noise."""

from collections.abc import Callable

from canonbench.analysis.compare import TRACED
from canonbench.report.material import Material
from canonbench.report.page.charts import Dots
from canonbench.report.sections.environment import noises, section
from canonbench.runs.rows import Row


def test_the_noise_is_that_of_the_pair(row: Callable[..., Row], material: Callable[..., Material]) -> None:
    pair = {
        "own": [row("a.b/ob3", 1.0), row("a.c/ob3", 1.0)],
        "own-again": [row("a.b/ob3", 1.2), row("a.d/ob3", 1.0)],
    }
    ((name, stack, ratio),) = noises(material(pair))
    found = section([material(pair)])

    assert (name, stack) == ("a.b/ob3", "own")
    assert ratio is not None
    assert round(ratio.value, 6) == 1.2
    assert "by up to 20 % in the median row" in found.sentence
    assert isinstance(found.figures[0].chart, Dots)


def test_an_unknown_noise_is_said(material: Callable[..., Material]) -> None:
    found = section([material({"own": []})])

    assert "its noise is unknown" in found.sentence
    assert found.figures == ()


def test_machine_and_engines_are_told(exchange_run: Material) -> None:
    found = section([exchange_run])
    facts = {row[0]: row[1] for row in found.tables[0].rows}

    assert facts["processor"] == "Intel(R) Xeon(R) Processor"
    assert facts["rounds"] == "8"
    assert "governor" not in facts
    assert ("pyld", "pyld", "3.3.0") in [row[:3] for row in found.tables[1].rows]


def test_what_was_timed_under_memray_is_refused_with_the_reason(material: Callable[..., Material]) -> None:
    found = section([material({"own": []}, refused=(("own", "a.b/ob3"),))])

    assert found.notes == (f"run: a.b/ob3 with own is refused: {TRACED}.",)
