"""The paper's own statistic as tables: calls timed one by one, beside the interval of the bare row."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from canonbench.analysis.singles import STATISTICS, Single
from canonbench.report import numbers, tables
from canonbench.report.grid import Grid

__all__ = ["of_singles", "singles_json"]


def of_singles(singles: Sequence[Single]) -> Iterator[Grid]:
    """Lay out single calls: two tables for each document, the statistics, and our interval beside them."""
    groups: dict[str, list[Single]] = {}
    for each in singles:
        groups.setdefault(replace(each.case, target="", view="bare").name.removeprefix("/"), []).append(each)
    for document, own in groups.items():
        yield _statistics(document, own)
        yield _beside(document, own)


def _statistics(document: str, own: Sequence[Single]) -> Grid:
    rows = [
        (
            each.case.target,
            each.stack,
            *(numbers.seconds(each.statistics[name].value) for name in STATISTICS),
        )
        for each in own
    ]
    counts = sorted({(each.processes, each.calls) for each in own})
    said = "; ".join(f"{processes} processes of {calls} calls" for processes, calls in counts)
    return Grid(
        f"{document}: the paper's statistic, calls timed one by one ({said})",
        ("row", "stack", *STATISTICS),
        tuple(rows),
        ("The median over processes of what each says of its own calls; wall time, the timer's cost in it.",),
    )


def _beside(document: str, own: Sequence[Single]) -> Grid:
    rows = []
    for each in own:
        spread = each.statistics["p50"]
        over, over_cpu = each.over_bare, each.over_cpu
        rows.append(
            (
                each.case.target,
                each.stack,
                f"{numbers.seconds(spread.least)} .. {numbers.seconds(spread.most)}",
                "" if each.bare is None else numbers.median(each.bare),
                "" if over is None else numbers.factor(over),
                "" if each.cpu is None else numbers.median(each.cpu),
                "" if over_cpu is None else numbers.factor(over_cpu),
                "" if each.timer is None else numbers.seconds(each.timer),
            )
        )
    return Grid(
        f"{document}: the same beside our interval",
        ("row", "stack", "p50 of processes", "bare, 95 %", "p50 / bare", "CPU, 95 %", "p50 / CPU", "timer"),
        tuple(rows),
        (
            "timer: two readings of the clock. bare and CPU: medians over rounds, of wall and of CPU time.",
            "An interrupted call is one value in the tail, so on a busy machine p50 is near CPU.",
        ),
    )


def singles_json(singles: Sequence[Single]) -> list[dict[str, Any]]:
    """Return single calls as JSON: each statistic with its spread over processes, in seconds."""
    return [
        {
            "name": each.case.name,
            "stack": each.stack,
            "runtime": each.runtime or None,
            "processes": each.processes,
            "calls": each.calls,
            "statistics": {
                name: {"median": found.value, "least": found.least, "most": found.most}
                for name, found in each.statistics.items()
            },
            "timer": each.timer,
            "bare": tables.median_json(each.bare),
            "p50_over_bare": each.over_bare,
            "cpu": tables.median_json(each.cpu),
            "p50_over_cpu": each.over_cpu,
        }
        for each in singles
    ]
