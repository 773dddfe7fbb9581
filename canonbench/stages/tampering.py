"""Inputs that every verifier must refuse, made out of one that it accepts."""

from collections.abc import Iterator

__all__ = ["flipped"]


def flipped(data: bytes) -> Iterator[bytes]:
    """Give ``data`` with one bit changed: in the first, the middle and the last byte."""
    for place in sorted({0, len(data) // 2, len(data) - 1} & set(range(len(data)))):
        yield data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
