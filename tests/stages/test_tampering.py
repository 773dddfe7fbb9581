"""Tampering changes one bit at a time."""

from canonbench.stages.tampering import flipped


def test_the_first_the_middle_and_the_last_octet_are_changed() -> None:
    assert list(flipped(b"\0\0\0\0")) == [b"\1\0\0\0", b"\0\0\1\0", b"\0\0\0\1"]
    assert list(flipped(b"\0")) == [b"\1"]
    assert list(flipped(b"")) == []
