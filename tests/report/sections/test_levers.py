"""The section on what could be changed."""

from collections.abc import Callable

from canonbench.report.material import Material
from canonbench.report.page.model import Statistic
from canonbench.report.sections.levers import section
from canonbench.runs.rows import Row

FORMATS = {"eddsa-rdfc-2022": 9e-3, "eddsa-jcs-2022": 2e-3}
Make = Callable[..., Row]


def roles(row: Make, times: float, formats: tuple[str, ...] = tuple(FORMATS)) -> list[Row]:
    about = {"key_algorithm": "ed25519", "scope": "issuer", "disclose": "5"}
    return [
        row(f"{name}.{role}/ob3", times * FORMATS[name], role=role, format=name, document="ob3", **about)
        for name in formats
        for role in ("issue", "present", "verify")
    ]


def test_changes_stand_with_interval_and_proof_format(row: Make, material: Callable[..., Material]) -> None:
    stacks = {"canonbench": roles(row, 1.0), "pyld": roles(row, 5.0, ("eddsa-rdfc-2022",))}
    found = section([material(stacks)])
    assert found is not None
    pyld = next(table for table in found.tables if table.caption.endswith("with pyld"))
    changes = {str(cells[0]): cells for cells in pyld.rows}
    engine, suite = changes["another engine: canonbench"], changes["a JCS suite: eddsa-jcs-2022"]

    assert isinstance(engine[1], Statistic)
    assert engine[1].interval is not None
    assert abs((engine[1].value or 0.0) - 3 * 36e-3) < 1e-3
    assert (engine[4], suite[4]) == ("stays", "changes")
    assert [table.folded for table in found.tables] == [False, True]
    assert "the change that saves most is: a JCS suite: eddsa-jcs-2022." in found.sentence


def test_a_document_without_an_exchange_has_its_own(row: Make, material: Callable[..., Material]) -> None:
    stacks = {
        name: [row("transform.rdfc/simple", times, document="simple", stage="transform.rdfc")]
        for name, times in (("canonbench", 1e-3), ("pyld", 5e-3))
    }
    found = section([material(stacks)])
    assert found is not None
    (table,) = found.tables

    assert table.caption == "from JSON to canonical bytes on simple, with pyld"


def test_where_nothing_saves_time_there_is_no_section(row: Make, material: Callable[..., Material]) -> None:
    alone = material({"canonbench": roles(row, 1.0, ("eddsa-jcs-2022",))})
    of_memory = material({"canonbench": [row("transform.rdfc/simple", 1e6, unit="byte")]})

    assert section([alone, of_memory]) is None
