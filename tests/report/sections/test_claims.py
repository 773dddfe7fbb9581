"""The section of the paper's claims."""

from canonbench.report.material import Material
from canonbench.report.page.model import Statistic
from canonbench.report.sections.claims import section


def test_every_claim_is_there_with_its_criterion_and_verdicts(exchange_run: Material) -> None:
    found = section([exchange_run])
    assert found is not None
    summary, details = found.tables

    assert [row[0] for row in summary.rows] == [f"C{number}" for number in range(1, 16)]
    assert "of 15 claims are decided by these runs for every stack and runtime" in found.sentence
    assert "undecided without four environments: C2, C4, C6, C15" in found.sentence
    assert "undecided for Node.js" in found.sentence.partition("ecided in part: ")[2]
    conditions = [row for row in details.rows if row[0] == "C14" and isinstance(row[3], Statistic)]
    assert conditions[0][4] == "over 1.5"
    measured = conditions[0][3]
    assert isinstance(measured, Statistic)
    assert measured.interval is not None or measured.reason != ""
    ranges = {str(row[4]) for row in details.rows}
    assert {"1.73 to 2.04", "over 1.1", "2", "6"} <= ranges


def test_what_was_not_measured_is_undecided_with_its_reason(exchange_run: Material) -> None:
    found = section([exchange_run])
    assert found is not None
    lacking = [row for row in found.tables[1].rows if row[0] == "C9"]

    assert {str(row[5]) for row in lacking} == {"undecided"}
    assert all(row[6] or (isinstance(row[3], Statistic) and row[3].reason) for row in lacking)


def test_without_anything_that_a_claim_speaks_of_there_is_no_section() -> None:
    assert section([]) is None


def test_ranges_are_said_in_words(education_run: Material) -> None:
    found = section([education_run])
    assert found is not None

    assert "under 0.5" in {str(row[4]) for row in found.tables[1].rows if row[0] == "C10"}
