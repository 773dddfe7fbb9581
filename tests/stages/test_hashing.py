"""Digests are compared in hexadecimal."""

from canonbench.stages import hashing


def test_digests_are_told_apart() -> None:
    assert hashing.sha256.normal(b"\x00\xff") == "00ff"
    assert hashing.sha256.text != hashing.sha384.text
