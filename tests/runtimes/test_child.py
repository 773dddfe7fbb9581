"""A child that is asked."""

import gc
import os
import sys
from collections.abc import Callable

import pytest

from canonbench.runtimes import child
from canonbench.runtimes.child import Child
from canonbench.runtimes.faults import RuntimeFault

Fake = Callable[..., tuple[str, ...]]
_HELLO = {"do": "hello"}


def _fault(command: tuple[str, ...], timeout: float = 20.0) -> RuntimeFault:
    started = Child(command)
    with pytest.raises(RuntimeFault) as caught:
        started.ask(_HELLO, timeout)
    assert not started.alive
    return caught.value


def test_answers_come_in_turn(fake: Fake) -> None:
    started = Child(fake("slow line", "hello"))

    first, second = started.ask(_HELLO, 20), started.ask({"do": "warm"}, 20)

    assert (first["protocol"], second["calls"], started.alive) == (1, 40, True)
    started.end()


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        ("dies", "died", "the child ended with exit code 3"),
        ("killed", "died", "the child was killed by signal 9"),
        ("closes", "died", "the child closed its pipe"),
        ("partial", "died", "the child ended with exit code 0 in the middle of an answer"),
        ("nonsense", "nonsense", "the child does not answer in JSON"),
        ("list", "nonsense", "the child answers with no object"),
        ("noise", "nonsense", "the child says more than was asked"),
    ],
)
def test_every_fault_has_its_name(fake: Fake, fault: str, kind: str, words: str) -> None:
    found = _fault(fake(fault, "hello"))

    assert found.kind == kind
    assert str(found).startswith(words)


def test_the_last_word_of_a_child_is_kept_apart_from_the_message(fake: Fake) -> None:
    found = _fault(fake("dies", "hello"))

    assert found.said == "the last word"
    assert "last word" not in str(found)


def test_a_child_that_hangs_is_late_and_ended(fake: Fake) -> None:
    found = _fault(fake("hangs", "hello"), timeout=0.3)

    assert (found.kind, str(found)) == ("late", "the child did not answer in 0.3 s")


def test_a_child_that_does_not_read_is_late(fake: Fake) -> None:
    started = Child((sys.executable, "-c", "import time; time.sleep(600)"))

    with pytest.raises(RuntimeFault) as caught:
        started.ask({"do": "prepare", "input": "x" * 2_000_000}, 0.5)

    assert caught.value.kind == "late"


def test_a_child_that_is_gone_cannot_be_told(fake: Fake) -> None:
    started = Child((sys.executable, "-c", "pass"))
    started._process.wait()

    with pytest.raises(RuntimeFault, match="ended with exit code 0"):
        started.ask(_HELLO, 5)


def test_a_flood_is_bounded(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MOST_BYTES", 2**20)

    assert str(_fault(fake("flood", "hello"))).startswith("the child answers with more than 1 MiB")


def test_what_cannot_be_started_is_a_fault() -> None:
    with pytest.raises(RuntimeFault, match="does not start"):
        Child(("a-program-that-is-not-there",))


def test_a_child_ends_with_its_object(fake: Fake) -> None:
    started = Child(fake())
    process = started._process

    del started
    gc.collect()

    assert process.returncode is not None


@pytest.mark.skipif(not hasattr(os, "getpgid"), reason="process groups are of POSIX")
def test_a_child_stays_in_the_group_of_who_starts_it(fake: Fake) -> None:
    started = Child(fake())

    assert os.getpgid(started._process.pid) == os.getpgid(0)
    started.end()
