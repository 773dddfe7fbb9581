"""The machines of a report: what they are, how noisy, and how fast beside the first."""

from collections.abc import Iterator, Sequence
from typing import Any

from canonbench.analysis.comparable import sentences
from canonbench.analysis.environments import Environment, Speed, speed
from canonbench.analysis.sample import CONTENTION
from canonbench.report import numbers, tables
from canonbench.report.grid import Grid, plural
from canonbench.report.printable import shortened

__all__ = ["as_json", "grid", "noise"]

_LOUD = 0.20


def grid(environments: Sequence[Environment]) -> Grid:
    """Lay out machines: facts, rounds, noise, and their time as multiples of that of the first."""
    rows = [
        (
            each.name,
            shortened(each.facts.get("cpu_model", "unknown")),
            each.facts.get("cpu_count", ""),
            _first_words(each.facts.get("python", ""), 0),
            _first_words(each.facts.get("openssl", ""), 1),
            _range(*each.rounds),
            "unknown" if each.noise is None else numbers.percent(each.noise[0]),
            _speed(_relative(environments[0], each)),
        )
        for each in environments
    ]
    columns = ("environment", "processor", "cores", "Python", "OpenSSL", "rounds", "noise", "time")
    notes = [
        "noise: how far A/A intervals reach from 1, the median over rows.",
        f"time: relative to {environments[0].name}, the median over the rows that both have.",
        *(note for each in environments for note in _about(each)),
    ]
    return Grid("Environments", columns, tuple(rows), tuple(notes))


def _relative(first: Environment, other: Environment) -> Speed | None:
    return None if first is other else speed(first.run, other.run)


def _about(each: Environment) -> Iterator[str]:
    versions = ", ".join(f"{name} {shortened(version)}" for name, version in each.versions.items())
    if versions:
        yield f"{each.name}: {versions}."
    if each.contention is not None and each.contention > CONTENTION:
        yield (
            f"{each.name}: wall time is up to {each.contention:.2f} times CPU time: "
            "something else ran on this machine."
        )
    if each.left_out:
        runs = ", ".join(dict.fromkeys(run for run, _, _ in each.left_out))
        yield (
            f"{each.name}: {plural(len(each.left_out), 'row')} of {runs} left out: a newer run measured them "
            "with another version of the code, a library or Python."
        )
    yield from (f"{each.name}: {line}" for line in sentences(each.differing))


def _first_words(value: str, place: int) -> str:
    """Shorten versions: ``OpenSSL 3.0.19 27 Jan 2026`` to its second word."""
    words = [part.split()[place : place + 1] for part in value.split("; ")]
    return ", ".join(dict.fromkeys(word for found in words for word in found))


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _speed(found: Speed | None) -> str:
    if found is None:
        return ""
    bound = "" if found.interval is None else f" {numbers.bounds(found.interval, 'ratio')}"
    return f"{numbers.factor(found.value)}{bound}"


def noise(each: Environment) -> str:
    """Say in a sentence how far apart one stack is from itself on a machine."""
    if each.noise is None:
        return f"Noise of {each.name}: unknown, no stack was measured twice (A/A)."
    said = f"Noise (A/A) of {each.name}: {numbers.percent(each.noise[0])}; no verdict here allows for it."
    loud = " Warning: over 20 %: repeat on a quiet machine before believing what lies near an edge."
    return said + loud * (each.noise[0] > _LOUD)


def as_json(environments: Sequence[Environment]) -> list[dict[str, Any]]:
    """Return the same as values of JSON."""
    return [_json(each, environments[0]) for each in environments]


def _json(each: Environment, first: Environment) -> dict[str, Any]:
    found = _relative(first, each)
    return {
        "name": each.name,
        "runs": [run.label for run in each.runs],
        "facts": dict(each.facts),
        "versions": dict(each.versions),
        "rounds": list(each.rounds),
        "wall_over_cpu": each.contention,
        "noise": None if each.noise is None else {"median": each.noise[0], "most": each.noise[1]},
        "time_over_first": None
        if found is None
        else {
            "value": found.value,
            "interval": tables.interval_json(found.interval),
            "least": found.least,
            "most": found.most,
            "rows": found.rows,
        },
        "left_out": [{"run": run, "stack": stack, "name": name} for run, stack, name in each.left_out],
        "differing": [{"stack": left.stack, "name": left.row} for left in each.differing],
    }
