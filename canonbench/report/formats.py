"""Formats beside each other, as cells of text: a table for each document, algorithm and scope."""

from collections.abc import Mapping, Sequence

from canonbench import exchanges
from canonbench.analysis.exchange import ROLES, TOTAL
from canonbench.analysis.formats import Standing
from canonbench.analysis.interval import ROUNDS
from canonbench.exchanges.data_integrity import EXCHANGES, REISSUANCE
from canonbench.report import numbers
from canonbench.report.grid import Grid, plural

__all__ = ["BASELINE", "NAMES", "of_formats", "pairing"]

BASELINE = "mdoc"
"""The format that the others are compared with, as in the paper."""

NAMES = {"ed25519": "Ed25519", "p256": "P-256", "p384": "P-384"}
"""The algorithms, as readers know them."""

_DIVERSE = "formats stand in one table only if their keys are of the same algorithm"


def of_formats(standings: Sequence[Standing], algorithms: Sequence[str]) -> list[Grid]:
    """Lay out the formats beside each other: a table for each document, algorithm and scope."""
    groups: dict[tuple[str, ...], list[Standing]] = {}
    for each in standings:
        made = each.exchange
        factors = [f"{k}={v}" for k, v in made.factors if k not in {"algorithm", "binding", "scope"}]
        groups.setdefault((made.document, made.algorithm, made.scope, *factors), []).append(each)
    return [_of_group(key, own, algorithms) for key, own in groups.items()]


def _of_group(key: tuple[str, ...], own: Sequence[Standing], algorithms: Sequence[str]) -> Grid:
    document, algorithm, scope, *factors = key
    several = len({each.stack for each in own}) > 1
    rows = [
        (
            each.exchange.format,
            *([each.stack] if several else []),
            *(str(each.exchange.sizes.get(role, "")) for role in ("issue", "present")),
            *(_time(each, role) for role in (*ROLES, TOTAL)),
            _ratio(each),
            *(_rate(each, role) for role in ("issue", "verify")),
        )
        for each in own
    ]
    there = {each.exchange.format for each in own}
    for name, has in exchanges.FORMATS.items():
        if algorithms and name not in there and algorithm not in has.algorithms:
            rows.append((name, *[""] * (len(rows[0]) - 2), f"not applicable: no {NAMES[algorithm]}"))
    fewest = min(each.exchange.rounds[0] for each in own)
    below = [_against(own)] if any(each.against for each in own) else []
    if any(name in EXCHANGES for name in there):
        names = ", ".join(name for name in there if name in EXCHANGES)
        below.append(f"Note: present is {REISSUANCE} in {names}: they have no derivation.")
    if fewest < ROUNDS:
        below.append(f"Note: too few rounds for intervals: {fewest}, and {ROUNDS} are needed.")
    below.append(f"Note: {_DIVERSE}.")
    said = _verdict(own)
    below += [f"Finding: {said}."] if said else []
    clocks = {line.clock for each in own for line in each.exchange.lines}
    head = [document, NAMES.get(algorithm, algorithm), f"scope {scope}", *factors]
    return Grid(
        "; ".join([*head, plural(fewest, "round"), "wall time" if "wall" in clocks else "CPU time"]),
        (
            "format",
            *(["stack"] if several else []),
            *("bytes issued", "bytes shown", *ROLES, TOTAL, f"over {BASELINE}", "issued/s", "verified/s"),
        ),
        tuple(rows),
        tuple(below),
    )


def _time(each: Standing, role: str) -> str:
    found = each.cells.get(role)
    return "" if found is None or found.median is None else numbers.median(found.median)


def _ratio(each: Standing) -> str:
    if each.ratio is not None:
        return f"{numbers.factor(each.ratio.value)} {numbers.interval(each.ratio.interval)}"
    return "" if each.value is None else numbers.factor(each.value)


def _rate(each: Standing, role: str) -> str:
    found = each.cells.get(role)
    return "" if found is None or found.median is None else f"{1 / found.median.value:.0f}"


def _against(own: Sequence[Standing]) -> str:
    said = pairing(own, {})
    return f"over {BASELINE}: total over that of {BASELINE} with the same stack, paired by round{said}."


def pairing(own: Sequence[Standing], called: Mapping[str, str]) -> str:
    """Say with which stack formats are compared whose own lacks the baseline; ``called`` renames it."""
    by: dict[str, list[str]] = {}
    for each in own:
        if each.against not in {"", each.stack}:
            by.setdefault(each.against, []).append(f"{each.exchange.format} with {each.stack}")
    return "".join(
        f"; {', '.join(names)} against it with {called.get(against, against)}"
        for against, names in by.items()
    )


def _verdict(own: Sequence[Standing]) -> str:
    """Say in one sentence which format is the cheapest here and how far the dearest is from it."""
    able = [(each.total.value, each) for each in own if each.total is not None]
    if not able:
        return ""
    best = {each.exchange.format: (value, each) for value, each in sorted(able, key=lambda it: -it[0])}
    order = sorted(best.values(), key=lambda it: it[0])
    (least, first), (most, last) = order[0], order[-1]
    verify = first.cells["verify"].median
    rate = "" if verify is None else f", {1 / verify.value:.0f} verified a second and core"
    said = f"{first.exchange.format} takes the least, {numbers.seconds(least)} with {first.stack}{rate}"
    if first is last:
        return said
    return (
        f"{said}; {last.exchange.format} takes {numbers.factor(most / least)} of that with the stack that "
        f"suits it best, {last.stack}"
    )
