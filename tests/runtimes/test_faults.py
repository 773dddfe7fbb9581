"""Faults have kinds."""

from canonbench.errors import CanonbenchError
from canonbench.runtimes.faults import RuntimeFault, nonsense


def test_a_fault_keeps_its_kind_and_what_was_said() -> None:
    fault = RuntimeFault("late", "too slow", "a word")

    assert (fault.kind, str(fault), fault.said) == ("late", "too slow", "a word")
    assert isinstance(fault, CanonbenchError)


def test_nonsense_names_what_it_is_and_where_the_protocol_is() -> None:
    fault = nonsense("gives nothing")

    assert fault.kind == "nonsense"
    assert str(fault) == "the child gives nothing; see docs/other-runtimes.md for the protocol"
