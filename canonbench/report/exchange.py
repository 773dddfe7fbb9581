"""The report of exchanges: roles by stacks with their total, steps with shares, formats beside each other."""

import shlex
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TextIO, TypeAlias

from canonbench import exchanges
from canonbench.analysis import exchange, reconcile
from canonbench.analysis.exchange import ROLES, TOTAL, Exchange
from canonbench.analysis.formats import Standing, side_by_side
from canonbench.analysis.interval import ROUNDS
from canonbench.analysis.singles import singles
from canonbench.exchanges.data_integrity import EXCHANGES, REISSUANCE
from canonbench.report import numbers, tables, text
from canonbench.report.formats import BASELINE, NAMES, of_formats
from canonbench.report.grid import Footnotes, Grid, cell, of_runtimes, plural
from canonbench.report.singles import of_singles, singles_json
from canonbench.runs.by_format import FOLDER
from canonbench.runs.rows import Run

__all__ = ["SCHEMA", "Format", "write"]

SCHEMA = "canonbench.exchange/1"
Format: TypeAlias = Literal["text", "json"]


def write(
    run: Run,
    stream: TextIO,
    *,
    form: Format = "text",
    plain: bool = False,
    algorithms: Sequence[str] = (),
) -> None:
    """Write what ``run`` says of exchanges.

    ``algorithms`` are those for which all formats are listed, one that lacks it as not applicable; none to
    list what was measured.
    """
    found = exchange.exchanges(run)
    standings = side_by_side(run, found, BASELINE)
    if form == "json":
        tables.write_json(_json(run, found, standings), stream)
        return
    formats = {each.format for each in found}
    grids: list[Grid] = []
    if len(formats) > 1:
        grids += of_formats(standings, algorithms)
    else:
        grids += [_of_exchange(each) for each in found]
    grids += [grid for each in found for grid in _of_steps(each)]
    grids += of_singles(singles(run))
    text.write(grids, stream, plain=plain)
    stream.writelines(f"{line}\n" for line in _further(run, found))


def _title(found: Exchange) -> str:
    fewest, most = found.rounds
    aa = found.noise
    said = "unknown" if aa is None else numbers.percent(max(aa.high, 1 / aa.low) - 1)
    return "; ".join(
        (
            found.name,
            NAMES.get(found.algorithm, found.algorithm),
            f"scope {found.scope}" + (f", binding {found.binding}" if found.binding != "signature" else ""),
            f"{found.disclose} disclosed",
            ("" if fewest == most else f"{fewest} to ") + plural(most, "round"),
            "wall time" if {line.clock for line in found.lines} == {"wall"} else "CPU time",
            f"noise (A/A) {said}",
        )
    )


def _of_exchange(found: Exchange) -> Grid:
    """Lay out one exchange: a row for each role and the total, a column for each stack."""
    footnotes = Footnotes()
    rows = []
    for line in found.lines:
        size = f"{found.sizes[line.role]} bytes" if line.role in found.sizes and line.state == "warm" else ""
        state = "" if line.state == "warm" else f" ({line.state})"
        rows.append((line.role + state, size, *(cell(each, footnotes) for each in line.cells)))
    runtimes = [
        f"{line.role}{'' if line.state == 'warm' else f' ({line.state})'}: {said}"
        for line in found.lines
        if (said := of_runtimes(line.cells))
    ]
    below = [
        *footnotes.lines,
        *(f"Note: {note}." for note in _notes(found)),
        *(f"Best of each runtime, {each}." for each in runtimes),
    ]
    said = _finding(found)
    return Grid(
        _title(found),
        ("role", "sends on", *found.stacks),
        tuple(rows),
        (*below, *([f"Finding: {said}."] if said else [])),
    )


def _notes(found: Exchange) -> Iterator[str]:
    if found.format in EXCHANGES and any(line.role == "present" for line in found.lines):
        holder = "" if found.scope == "issuer" else ", put into a presentation that the holder signs"
        yield f"present is {REISSUANCE}{holder}: {found.format} has no derivation"
    if found.rounds[0] < ROUNDS:
        yield f"too few rounds for intervals: {found.rounds[0]}, and {ROUNDS} are needed"


def _finding(found: Exchange) -> str:
    """Say which stack is the best, how far the others are, and which step leads."""
    total = found.line(TOTAL) or next(iter(found.lines), None)
    best = None if total is None else next((each for each in total.cells if each.best), None)
    if total is None or best is None or best.median is None:
        return ""
    what = f"{found.format} exchange" if total.role == TOTAL else f"{found.format} {total.role}"
    said = f"on {found.document} an {what} takes {numbers.seconds(best.median.value)} with {best.stack}"
    others = [
        f"{each.stack} takes {numbers.ratio(each.ratio)}" for each in total.cells if each.ratio is not None
    ]
    leading = _leading(found, best.stack, ROLES if total.role == TOTAL else (total.role,))
    return "; ".join((said, *others, *([leading] if leading else [])))


def _leading(found: Exchange, stack: str, roles: Sequence[str]) -> str:
    """Say which step takes most of ``roles`` with ``stack``."""
    lines = [
        line for line in found.steps if line.stack == stack and line.case.target.rpartition(".")[2] in roles
    ]
    spent: dict[str, float] = {}
    for line in lines:
        for step in line.steps:
            spent[step.stage] = spent.get(step.stage, 0.0) + step.seconds
    if not spent:
        return ""
    most = max(spent, key=spent.__getitem__)
    return f"{most} is {numbers.percent(spent[most] / sum(line.total for line in lines))} of it"


def _of_steps(found: Exchange) -> Iterator[Grid]:
    """Lay out the steps of each role, in place: seconds and share by stacks, and whether the line closes."""
    for role in ROLES:
        lines = [line for line in found.steps if line.case.target.endswith(f".{role}")]
        if not lines:
            continue
        places = dict.fromkeys((step.stage, step.of) for line in lines for step in line.steps)
        rows = [(_step(*place), *(_share(line, place) for line in lines)) for place in places]
        rows += [
            ("glue", *(_part(line.glue, line) for line in lines)),
            ("stamping", *(_part(line.stamps, line) for line in lines)),
            ("residual", *(_part(line.residual, line) for line in lines)),
            ("total, stamped", *(numbers.seconds(line.total) for line in lines)),
            ("over bare", *(_effect(found, role, line.stack) for line in lines)),
        ]
        yield Grid(
            f"steps of {lines[0].case.target}, each where it stands; wall time",
            ("step", *(line.stack for line in lines)),
            tuple(rows),
            (
                *(f"VIOLATION: {line.stack}: {line.violation}." for line in lines if not line.closes),
                "over bare: the composition effect, the total less what stamping costs over the bare role.",
            ),
        )


def _effect(found: Exchange, role: str, stack: str) -> str:
    """Write the composition effect: the total less what stamping costs, over the bare role."""
    effect = next((each for each in found.effects if (each.role, each.stack) == (role, stack)), None)
    if effect is None:
        return ""
    return numbers.factor(effect.value) if effect.ratio is None else numbers.ratio(effect.ratio)


def _step(stage: str, of: str) -> str:
    return stage if of == "document" else f"{stage} ({of})"


def _share(line: reconcile.Line, place: tuple[str, str]) -> str:
    step = next((step for step in line.steps if (step.stage, step.of) == place), None)
    return "" if step is None else _part(step.seconds, line)


def _part(seconds: float, line: reconcile.Line) -> str:
    sign = "-" if seconds < 0 else ""
    return f"{sign}{numbers.seconds(abs(seconds))}  {numbers.percent(seconds / line.total)}"


def _further(run: Run, found: Sequence[Exchange]) -> Iterator[str]:
    """Give the commands that go on with the files."""
    if run.folder is None or not found:
        return
    names = [stack.name for stack in run.stacks if not stack.again]
    formats = [name for name in exchanges.FORMATS if any(each.format == name for each in found)]
    yield ""
    if len(names) > 1:
        sides = " ".join(shlex.quote(f"{run.folder}:{name}") for name in names[:2])
        yield f"Compare stacks by rounds: python -m canonbench compare {sides}"
    if len(formats) > 1:
        first = BASELINE if BASELINE in formats else formats[0]
        order = [first, *(name for name in formats if name != first)]
        files = [shlex.quote(str(run.folder / FOLDER / f"{name}.json")) for name in order]
        yield f"Compare formats by rounds: python -m canonbench compare {' '.join(files[:2])}"
        yield f"Compare formats by pyperf: python -m pyperf compare_to {' '.join(files)} --table"


def _json(run: Run, found: Sequence[Exchange], standings: Sequence[Standing]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "run": run.label,
        "baseline": BASELINE,
        "exchanges": [_exchange(each, standings) for each in found],
        "singles": singles_json(singles(run)),
    }


def _exchange(each: Exchange, standings: Sequence[Standing]) -> dict[str, Any]:
    return {
        "format": each.format,
        "document": each.document,
        "factors": dict(each.factors),
        "algorithm": each.algorithm,
        "scope": each.scope,
        "binding": each.binding,
        "disclose": each.disclose,
        "present_is": REISSUANCE if each.format in EXCHANGES else None,
        "bytes": {"issue": each.sizes.get("issue"), "present": each.sizes.get("present")},
        "rounds": list(each.rounds),
        "noise": tables.interval_json(each.noise),
        "finding": _finding(each) or None,
        "rows": [
            {
                "role": line.role,
                "state": line.state,
                "clock": line.clock,
                "cells": [tables.cell_json(found) for found in line.cells],
                "best_of_runtimes": tables.bests_json(line.cells),
            }
            for line in each.lines
        ],
        "over_baseline": [
            {"stack": own.stack, "against": own.against or None, "value": own.value}
            | {"ratio": tables.ratio_json(own.ratio)}
            for own in standings
            if own.exchange is each
        ],
        "steps": [_line(line) for line in each.steps],
        "composition_effects": [
            {"role": effect.role, "stack": effect.stack, "value": effect.value}
            | {"ratio": tables.ratio_json(effect.ratio)}
            for effect in each.effects
        ],
    }


def _line(line: reconcile.Line) -> dict[str, Any]:
    return {
        "role": line.case.target.rpartition(".")[2],
        "stack": line.stack,
        "total": line.total,
        "glue": line.glue,
        "stamping": line.stamps,
        "residual": line.residual,
        "residual_ratio": line.ratio,
        "closes": line.closes,
        "steps": [
            {"stage": step.stage, "of": step.of, "seconds": step.seconds, "share": step.share}
            for step in line.steps
        ],
    }
