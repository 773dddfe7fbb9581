"""Conformance: every engine on every vector of a suite, each engine in a child that may be killed."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.harness.ask import ask

__all__ = ["Failure", "Verdict", "lines", "run"]

_PROGRAM = ("-m", "canonbench.harness.judge")


@dataclass(frozen=True)
class Failure:
    """A vector that an engine does not pass, and what it does instead, in one line."""

    vector: str
    wrong: str


@dataclass(frozen=True)
class Verdict:
    """One engine on one suite.

    ``passed`` counts vectors; ``skipped`` counts those whose kind of input the engine does not take at all,
    with the reasons in ``reasons``. ``unavailable`` is the reason why the engine does not load.
    """

    suite: str
    engine: str
    passed: int = 0
    failed: tuple[Failure, ...] = ()
    skipped: int = 0
    reasons: tuple[str, ...] = ()
    unavailable: str = ""

    @property
    def judged(self) -> int:
        """How many vectors were judged."""
        return self.passed + len(self.failed)


@dataclass
class _Tally:
    """What the children of one engine have answered so far; ``current`` is the vector that has begun."""

    passed: int = 0
    failed: list[Failure] = field(default_factory=list)
    skipped: int = 0
    reasons: dict[str, None] = field(default_factory=dict)
    current: int = -1
    name: str = ""

    def count(self, line: Mapping[str, Any]) -> None:
        """Count the answer to one vector."""
        self.current = -1
        if "skipped" in line:
            self.skipped += 1
            self.reasons[line["skipped"]] = None
        elif line["wrong"] is None:
            self.passed += 1
        else:
            self.failed.append(Failure(line["name"], line["wrong"]))


def run(
    engine: str, suite: str, root: Path | None, *, stages: Iterable[str] | None = None, timeout: float = 20.0
) -> Verdict:
    """Judge ``engine`` by ``suite``, whose folder is ``root`` (``None`` for the suite canonbench carries).

    Only the vectors of ``stages`` are judged, where these are given.
    ``timeout`` is in seconds, for each vector; one that takes longer fails, and the next ones go on in a new
    child. No timeout is ever counted as a refusal: an engine without a limit of work fails a poison graph.
    """
    tally, after, asked = _Tally(), 0, None if stages is None else sorted(stages)
    while True:
        request = {"engine": engine, "suite": suite, "root": str(root or ""), "after": after, "stages": asked}
        for line in ask([sys.executable, *_PROGRAM], request, timeout):
            if "unavailable" in line:
                return Verdict(suite, engine, unavailable=line["unavailable"])
            if "begin" in line:
                tally.current, tally.name = line["begin"], line["name"]
            elif "case" in line:
                tally.count(line)
            elif tally.current >= 0:
                tally.failed.append(Failure(tally.name, f"{line['ended'] or 'crashed'}: {line['reason']}"))
            elif line["ended"]:
                wrong = f"{line['ended']}: {line['reason']}: {line.get('detail', '')}"
                return Verdict(suite, engine, failed=(Failure("the start", wrong),))
        if tally.current < 0:
            return Verdict(
                suite, engine, tally.passed, tuple(tally.failed), tally.skipped, tuple(tally.reasons)
            )
        after, tally.current = tally.current + 1, -1


def lines(verdict: Verdict, *, most: int = 10) -> Iterator[str]:
    """Give the lines that tell a verdict: one of counts, then up to ``most`` failures."""
    if verdict.unavailable:
        yield f"{verdict.suite:<16} {verdict.engine:<12} unavailable: {verdict.unavailable}"
        return
    if not verdict.judged and not verdict.skipped:
        return
    skipped = f", {verdict.skipped} not taken ({'; '.join(verdict.reasons)})" if verdict.skipped else ""
    yield f"{verdict.suite:<16} {verdict.engine:<12} {verdict.passed} of {verdict.judged} pass{skipped}"
    for failure in verdict.failed[:most]:
        yield f"    {failure.vector}: {failure.wrong}"
    if len(verdict.failed) > most:
        yield f"    and {len(verdict.failed) - most} more"
