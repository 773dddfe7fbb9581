"""What run files say is shown and never obeyed."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from canonbench.report.printable import VALUE, everywhere, printable, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, \N{MICRO SIGN}s", "plain, \N{MICRO SIGN}s"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\tc\x7f\x9b", "a\\x0ab\\x09c\\x7f\\x9b"),
        ("a\u202eb\u2028", "a\\u202eb\\u2028"),
    ],
)
def test_control_characters_are_shown(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_what_is_long_is_cut() -> None:
    assert shortened("x" * VALUE) == "x" * VALUE
    assert shortened("x" * (VALUE + 1)) == "x" * (VALUE - 1) + "\N{HORIZONTAL ELLIPSIS}"


class Pair(NamedTuple):
    """A tuple with names."""

    name: str
    value: float


@dataclass(frozen=True)
class Nest:
    """A value with texts in it."""

    title: str
    rows: tuple[tuple[str | Pair, ...], ...]


def test_texts_are_found_however_deep() -> None:
    found = everywhere(Nest("t\x1b", (("a", Pair("b\x1b", 1.0)), ("c",))))

    assert found == Nest("t\\x1b", (("a", Pair("b\\x1b", 1.0)), ("c",)))


def test_what_is_clean_stays_the_same_object() -> None:
    clean = Nest("t", (("a", Pair("b", 1.0)),))

    assert everywhere(clean) is clean
