"""Progress is a line each 30 seconds, and nothing but warnings when quiet."""

from io import StringIO

import pytest

from canonbench.harness import progress


def test_a_line_each_thirty_seconds_says_how_long_it_takes() -> None:
    now = [0.0]
    stream = StringIO()
    lines = progress.Lines(stream, lambda: now[0])

    lines.start(100)
    for done in range(61):
        now[0] = float(done)
        lines.step(done, "pyld on ob3")

    assert stream.getvalue().splitlines() == [
        "canonbench: 30 of 100 processes, 70 s left; next: pyld on ob3",
        "canonbench: 60 of 100 processes, 40 s left; next: pyld on ob3",
    ]


def test_quiet_says_warnings_only() -> None:
    stream = StringIO()
    silent = progress.progress(stream, quiet=True)

    silent.say("preparing")
    silent.say("! pyld differs")
    silent.start(3)
    silent.step(1, "x")
    silent.stop()

    assert stream.getvalue() == "canonbench: pyld differs\n"


def test_off_a_terminal_there_are_plain_lines() -> None:
    assert isinstance(progress.progress(StringIO()), progress.Lines)


def test_a_terminal_gets_a_bar_unless_it_is_to_be_plain() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    bar = progress.progress(Terminal())
    bar.start(2)
    bar.say("x")
    bar.step(1, "y")
    bar.say("! z")
    bar.stop()

    assert isinstance(bar, progress.Bar)
    assert isinstance(progress.progress(Terminal(), plain=True), progress.Lines)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0 s"), (99, "99 s"), (100, "2 min"), (5000, "83 min"), (6100, "1 h 42 min")]
)
def test_a_duration_is_written_for_people(seconds: float, text: str) -> None:
    assert progress.duration(seconds) == text
