"""The section on the gap between formats."""

from collections.abc import Callable

from canonbench.report.material import Material
from canonbench.report.page.charts import Dots
from canonbench.report.page.model import Statistic
from canonbench.report.sections.gaps import section
from canonbench.runs.rows import Row

FORMATS = {"eddsa-rdfc-2022": 9e-3, "eddsa-jcs-2022": 2e-3, "mdoc": 1e-3}


def roles(row: Callable[..., Row], times: float, formats: tuple[str, ...] = tuple(FORMATS)) -> list[Row]:
    about = {"key_algorithm": "ed25519", "scope": "issuer", "disclose": "5"}
    return [
        row(f"{name}.{role}/ob3", times * FORMATS[name], role=role, format=name, **about)
        for name in formats
        for role in ("issue", "present", "verify")
    ]


def test_the_parts_add_up_to_the_gap(row: Callable[..., Row], material: Callable[..., Material]) -> None:
    stacks = {"canonbench": roles(row, 1.0), "pyld": roles(row, 5.0, ("eddsa-rdfc-2022",))}
    found = section([material(stacks)])
    assert found is not None
    (figure,) = found.figures
    assert isinstance(figure.chart, Dots)
    seconds = {str(row[0]): row[2] for row in figure.table.rows if row[1] == "pyld"}
    values = {
        name.strip(): each.value or 0.0 for name, each in seconds.items() if isinstance(each, Statistic)
    }
    parts = ("canonicalization", "library", "format residual", "library of the other format")

    assert abs(sum(values.get(name, 0.0) for name in parts) - values["gap"]) < 1e-6
    assert values["canonicalization"] > values["library"] > 0
    assert found.sentence.startswith(
        "Of the extra time of eddsa-rdfc-2022 over mdoc (Ed25519), the best stacks of both leave "
    )
    assert found.sentence.endswith(" with pyld.")
    assert "library of the other format" not in [label for label, _ in figure.chart.rows]
    assert figure.chart.reference == 0.0


def test_without_the_swapped_exchange_there_is_no_section(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    assert section([material({"canonbench": roles(row, 1.0, ("eddsa-rdfc-2022", "mdoc"))})]) is None


def test_a_gap_that_is_not_certain_has_no_share(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    one = roles(row, 1.0)
    same = [each for each in one if not each.name.startswith("mdoc")]
    about = {"key_algorithm": "ed25519", "scope": "issuer", "disclose": "5", "format": "mdoc"}
    same += [row(f"mdoc.{role}/ob3", 9e-3, role=role, **about) for role in ("issue", "present", "verify")]
    found = section([material({"canonbench": same})])
    assert found is not None
    share = found.figures[0].table.rows[0][3]

    assert isinstance(share, Statistic)
    assert share.reason == "it is not certain that there is a gap"
