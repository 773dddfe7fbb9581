"""Tables for people, on a terminal and off it."""

import io

import pytest

from canonbench.report import text
from canonbench.report.grid import Grid

LONG = "a reason that is much longer than any terminal is wide " * 5
GRIDS = [
    Grid("First", ("name", "verdict"), (("x.label/ob3", "slower"), ("y", f"no {LONG}")), ("A note.",)),
    Grid("Second", ("name",), (), ()),
]


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_plain_text_is_aligned_whole_and_free_of_boxes_and_colour() -> None:
    stream = io.StringIO()
    text.write(GRIDS, stream)

    assert stream.getvalue() == (
        "First\n"
        "name         verdict\n"
        "x.label/ob3  slower\n"
        f"y            no {LONG.rstrip()}\n"
        "A note.\n"
        "\n"
        "Second\n"
        "name\n"
    )


@pytest.mark.parametrize("plain", [True, False])
def test_a_terminal_gets_colour_unless_plain_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, *, plain: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "TTY_COMPATIBLE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    stream = Terminal()
    text.write(GRIDS, stream, plain=plain)

    assert ("\x1b[31mslower" in stream.getvalue()) is not plain
    assert "slower" in stream.getvalue()


def test_no_color_leaves_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    text.write(GRIDS, stream)

    assert "\x1b[31m" not in stream.getvalue()
    assert "slower" in stream.getvalue()


def test_a_dumb_terminal_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")

    assert text.on_terminal(Terminal()) is False
    assert text.on_terminal(io.StringIO()) is False


def test_what_does_not_fit_a_terminal_is_folded_and_no_name_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    stream = io.StringIO()
    text.write_rich(GRIDS, stream)
    words = stream.getvalue().split()

    assert "x.label/ob3" in words
    assert words.count("longer") == LONG.count("longer")
    assert "A note." in stream.getvalue()


def test_one_screen_is_as_wide_as_the_terminal_less_its_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "140")

    assert text.width(Terminal()) == 138
    assert text.width(io.StringIO()) == text.PIPE == 100


def test_a_grid_without_columns_is_title_and_notes() -> None:
    grid = Grid("what", (), (), ("a note",))
    plain, rich = io.StringIO(), io.StringIO()
    text.write_plain([grid], plain)
    text.write_rich([grid], rich)

    assert plain.getvalue() == rich.getvalue() == "what\na note\n"
