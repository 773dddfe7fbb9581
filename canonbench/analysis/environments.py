"""Environments: the machines that runs come from, each with its facts, its noise and its speed.

Runs stand under a folder for each machine; what their records say of the hardware tells machines of one name
apart. Another Python on the same machine is no other environment: it is a fact in which its runs differ.

The runs of an environment are read as one. A row that several of them have keeps the processes of all, if
they measured the very same thing; otherwise the newest run's row stands and the older one is named as left
out. Rounds are paired by ``Sitting``, which names the run, so that rows of different runs never pair.

Environments share no rounds. The speed of one relative to another is a ratio of medians, and its interval is
the widest that the two medians allow (each at 97.5 %, so that both hold together in 95 of 100 cases).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, NamedTuple

from canonbench.analysis import sample
from canonbench.analysis.comparable import LeftOut, comparable
from canonbench.analysis.compare import noise
from canonbench.analysis.interval import Interval, centre
from canonbench.model.case import AGAIN
from canonbench.runs import keys
from canonbench.runs.folders import machine_name
from canonbench.runs.rows import Row, Run, Stack

__all__ = ["FACTS", "UNKNOWN", "Environment", "Speed", "environments", "merged", "speed"]

FACTS = ("cpu_model", "cpu_count", "architecture", "system", "kernel", "python", "openssl", "canonbench")
"""What an ``environment`` record says of a machine and of what it ran, in the order to print."""

UNKNOWN = "unknown"

_HARDWARE = FACTS[:4]
_OF_ROWS = {
    "cpu_model": "cpu_model_name",
    "cpu_count": "cpu_count",
    "kernel": "platform",
    "python": "python_version",
    "openssl": "openssl_version",
    "canonbench": "canonbench_version",
}
_LEVEL = 0.975

_DEFINITION = (keys.CASE_VERSION, keys.DOCUMENT_SHA256, keys.CONTEXTS_SHA256, keys.UNIT)
_MAKE = (
    *(keys.ENGINE, keys.ENGINE_VERSION, keys.ENGINE_SOURCE, keys.STACK_ENGINES),
    *("python_version", keys.OPENSSL_VERSION, keys.RUNTIME, keys.HOOKS),
)


class Speed(NamedTuple):
    """How much time another environment takes than this one, for the rows that both have.

    ``value`` is the median over ``rows`` rows of the ratios of their medians: above 1, the other is slower.
    ``interval`` bounds it; ``None`` if no row has rounds enough in both. ``least`` and ``most`` are the
    smallest and the largest ratio of a row.
    """

    value: float
    interval: Interval | None
    least: float
    most: float
    rows: int


@dataclass(frozen=True)
class Environment:
    """One machine and all runs of it.

    ``run`` reads them as one. ``facts`` has a text for each of ``FACTS`` that is known; where runs differ,
    all values are joined by ``"; "``. ``versions`` are those of engines and libraries. ``rounds`` are the
    fewest and the most of its rows. ``noise`` is how far A/A intervals reach from 1, as a factor less one:
    the median over rows and the most; ``None`` without an A/A pair. ``left_out`` names rows of older runs
    that measured something else under the same name: run, stack and row. ``contention`` is the largest
    median of wall over CPU time of a row; ``None`` where wall time decides everywhere. ``differing`` are rows
    that ``run`` lacks since their definition is another one than that of the first stack.
    """

    name: str
    runs: tuple[Run, ...]
    run: Run
    facts: Mapping[str, str]
    versions: Mapping[str, str]
    rounds: tuple[int, int]
    noise: tuple[float, float] | None
    left_out: tuple[tuple[str, str, str], ...]
    contention: float | None = None
    differing: tuple[LeftOut, ...] = ()


def environments(runs: Iterable[Run], first: str | None = None) -> tuple[Environment, ...]:
    """Group ``runs`` by machine, in the order in which machines appear.

    ``first`` is the stack whose rows define what is measured, the first that was chosen if not given.

    A copy of a run under another machine's folder stays with the first: its rounds were held once.
    """
    groups: dict[tuple[str, ...], list[Run]] = {}
    held: dict[str, tuple[str, ...]] = {}
    for run in runs:
        facts = _facts([run])
        own = (_machine(run, facts), *(facts.get(name, "") for name in _HARDWARE))
        rounds = dict.fromkeys(sitting.run for row in _rows(run) for sitting in row.sittings)
        machine = next((held[each] for each in rounds if each in held), own)
        groups.setdefault(machine, []).append(run)
        held |= dict.fromkeys(rounds, machine)
    names: dict[str, int] = {}
    found = []
    for (name, *_), alike in groups.items():
        names[name] = names.get(name, 0) + 1
        found.append(_environment(name if names[name] == 1 else f"{name}.{names[name]}", alike, first))
    return tuple(found)


def _rows(run: Run) -> Iterator[Row]:
    return (row for stack in run.stacks for row in stack.rows)


def _machine(run: Run, facts: Mapping[str, str]) -> str:
    """Return the name of a run's machine: its folder's, else that of its processor."""
    folder = "" if run.folder is None else run.folder.resolve().parent.name
    return folder or (machine_name(facts["cpu_model"]) if "cpu_model" in facts else UNKNOWN)


def _environment(name: str, runs: Sequence[Run], first: str | None) -> Environment:
    whole, left_out = merged(runs)
    run, differing = comparable(whole, first)
    timed = [row for stack in run.stacks for row in _timed(stack)]
    counts = [len(sample.units(row, "wall")) for row in timed]
    return Environment(
        name,
        tuple(runs),
        run,
        _facts(runs),
        _versions(runs),
        (min(counts, default=0), max(counts, default=0)),
        _noise(run),
        left_out,
        max((busy for row in timed if (busy := sample.contention(row)) is not None), default=None),
        differing,
    )


def _records(runs: Iterable[Run]) -> Iterator[Mapping[str, Any]]:
    return (entry for run in runs for entry in run.records if entry["kind"] == "environment")


def _facts(runs: Iterable[Run]) -> dict[str, str]:
    found: dict[str, dict[str, None]] = {}
    for run in runs:
        told = {name: str(entry[name]) for entry in _records([run]) for name in FACTS if name in entry}
        own = {name: row.text(key) for row in _rows(run) for name, key in _OF_ROWS.items() if row.text(key)}
        for name, value in {**own, **told}.items():
            found.setdefault(name, {})[value] = None
    return {name: "; ".join(found[name]) for name in FACTS if name in found}


def _versions(runs: Iterable[Run]) -> dict[str, str]:
    """Return versions by library; a stack of several engines has the versions of the stacks it is made of."""
    found: dict[str, dict[str, None]] = {}
    for entry in _records(runs):
        for name, version in entry.get("libraries", {}).items():
            found.setdefault(str(name), {})[str(version)] = None
        for engine in entry.get("engines", {}).values():
            name = str(engine.get("engine"))
            if engine.get("engine_version") and "=" not in name:
                found.setdefault(name, {})[str(engine["engine_version"])] = None
    return {name: "; ".join(versions) for name, versions in sorted(found.items())}


def _timed(stack: Stack) -> Iterator[Row]:
    """Give the warm bare rows of a stack that hold times."""
    for row in stack.rows:
        case = row.case
        if case is not None and (case.state, case.view) == ("warm", "bare") and row.is_time:
            yield row


def _noise(run: Run) -> tuple[float, float] | None:
    again = [stack for stack in run.stacks if stack.again]
    found = [noise(run, row.name) for stack in again for row in _timed(stack)]
    reach = [max(each.high, 1 / each.low) - 1 for each in found if each is not None]
    return (median(reach), max(reach)) if reach else None


def merged(runs: Sequence[Run]) -> tuple[Run, tuple[tuple[str, str, str], ...]]:
    """Read several runs of one environment as one.

    Returns:
        The run, and for each row that was left out the label of its run, its stack and its name: a newer run
        has a row of that name which measured another definition, document, library version or Python.
    """
    newest = sorted(runs, key=lambda run: run.label, reverse=True)
    if len(newest) == 1:
        return newest[0], ()
    stacks: dict[str, dict[str, Row]] = {}
    left_out = []
    for run in newest:
        for stack in run.chosen if run.only is None else _with_again(run):
            rows = stacks.setdefault(stack.name, {})
            for row in stack.rows:
                there = rows.get(row.name)
                if there is None:
                    rows[row.name] = row
                elif _same(there, row, (*_DEFINITION, *_MAKE)):
                    rows[row.name] = _joined(row, there)
                else:
                    left_out.append((run.label, stack.name, row.name))
    made = tuple(Stack(name, tuple(rows.values())) for name, rows in stacks.items())
    records = tuple(entry for run in reversed(newest) for entry in run.records)
    label = " + ".join(run.label for run in reversed(newest))
    return Run(label, made, records, folder=newest[0].folder), tuple(left_out)


def _with_again(run: Run) -> tuple[Stack, ...]:
    """Return the stack that was asked for, and its A/A partner."""
    return tuple(stack for stack in run.stacks if stack.name in {run.only, f"{run.only}{AGAIN}"})


def _same(a: Row, b: Row, by: Iterable[str]) -> bool:
    return all(a.text(key) == b.text(key) for key in by)


def _joined(older: Row, newer: Row) -> Row:
    common = {key: value for key, value in newer.metadata.items() if older.metadata.get(key) == value}
    known = newer.sittings
    added = (
        process for process in older.processes if process.sitting is None or process.sitting not in known
    )
    return replace(newer, processes=(*added, *newer.processes), metadata=common)


def speed(first: Run, other: Run) -> Speed | None:
    """Return the time that ``other`` takes relative to ``first``; ``None`` if they share no row.

    Rows count that both have with the same stack, definition, document, contexts and engine version, warm and
    bare; the A/A partners do not.
    """
    ratios = []
    bounds = []
    for stack in first.chosen:
        there = other.stack(stack.name)
        if there is None or stack.again:
            continue
        rows = {row.name: row for row in _timed(there)}
        for row in _timed(stack):
            partner = rows.get(row.name)
            if partner is None or not _same(row, partner, (*_DEFINITION, keys.ENGINE_VERSION)):
                continue
            by = sample.clock(row, partner)
            a, b = (centre(sample.units(each, by), _LEVEL) for each in (row, partner))
            ratios.append(b.value / a.value)
            if a.interval is not None and b.interval is not None:
                bounds.append(Interval(b.interval.low / a.interval.high, b.interval.high / a.interval.low))
    if not ratios:
        return None
    lows, highs = [each.low for each in bounds], [each.high for each in bounds]
    value = math.exp(median(map(math.log, ratios)))
    bound = Interval(median(lows), median(highs)) if len(bounds) == len(ratios) else None
    return Speed(value, bound, min(ratios), max(ratios), len(ratios))
