"""A report of nothing verifies nothing."""

from canonbench.exchanges.di_findings import Finding
from canonbench.exchanges.mdoc_findings import MdocOptions, MdocReport


def test_a_report_verifies_if_something_was_found_and_nothing_is_wrong() -> None:
    good, bad = Finding("", "digests", "", "", ""), Finding("", "validity", "", "", "expired")

    assert not MdocReport((), (), ()).verified
    assert MdocReport((), (good,), ("a note",)).verified
    assert not MdocReport((), (good, bad), ()).verified


def test_nothing_is_asked_for_unless_somebody_does() -> None:
    assert [value for value in MdocOptions() if value] == []
