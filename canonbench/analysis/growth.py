"""Growth of time: the exponent of cost in attributes, disclosed items, quads and blank nodes.

An exponent is the slope of log cost on log count. Each round that has all sizes gives one slope, and the
rounds give its interval. An exponent over all sizes hides a bend, so there is one between neighbours, too.
A cost that is partly fixed has an exponent under 1; one whose interval lies above 1 grows faster than
linearly, and is named.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import linear_regression, median

from canonbench.analysis.estimate import Estimate, over
from canonbench.analysis.interval import Median, centre
from canonbench.analysis.sample import Series
from canonbench.analysis.wholes import Whole, exchange_cases, wholes
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Sitting

__all__ = ["FEWEST", "Growth", "Local", "growths"]

FEWEST = 3
"""Fewest sizes for an exponent."""

_CERTAIN = 0.99


@dataclass(frozen=True)
class Local:
    """The exponent between two neighbouring counts; ``estimate`` is ``None`` for too few rounds."""

    low: int
    high: int
    value: float
    estimate: Estimate | None


@dataclass(frozen=True)
class Growth:
    """How the cost of a stage, a role or an exchange (``target``) grows with one stack.

    ``by`` is ``attributes``, ``disclosed``, ``quads`` or ``blank nodes``; ``family`` the documents, N for
    their numbers. ``points`` are (count, median seconds), counts rising; ``medians`` are the same with their
    intervals. ``value`` is the median of the rounds' exponents; ``exponent`` has the interval, ``None`` for
    fewer than eight rounds.
    """

    target: str
    stack: str
    runtime: str
    by: str
    family: str
    points: tuple[tuple[int, float], ...]
    medians: tuple[tuple[int, Median], ...]
    value: float
    exponent: Estimate | None
    locals: tuple[Local, ...]

    @property
    def faster(self) -> bool:
        """Whether it certainly grows faster than linearly, over all sizes or between two of them."""
        every = [self.exponent, *(each.estimate for each in self.locals)]
        return any(found is not None and found.interval.low > 1 for found in every)


_Key = tuple[str, str, tuple[tuple[str, str], ...], str]


def growths(run: Run) -> tuple[Growth, ...]:
    """Return the growth of everything that ``run`` has in three sizes or more, with the stacks asked for."""
    families: dict[_Key, dict[int, Case]] = {}
    for case, row in _cases(run):
        for key, count in _sizes(case, row):
            families.setdefault(key, {}).setdefault(count, case)
    found: list[Growth] = []
    for key, cases in families.items():
        if len(cases) >= FEWEST:
            found += _stacks(run, key, cases)
    return tuple(found)


def _cases(run: Run) -> Iterator[tuple[Case, Row]]:
    """Give every warm bare case once, and for each role *verify* the exchange as a case of its own."""
    given: set[Case] = set()
    for stack in run.chosen:
        for row in stack.rows:
            case = row.case
            if case is None:
                continue
            plain = (case.state, case.view) == ("warm", "bare")
            timed = row.is_time and not stack.again
            if not plain or not timed or case in given:
                continue
            given.add(case)
            yield case, row
            if row.text(keys.ROLE) == "verify":
                yield replace(case, target=case.target.rpartition(".")[0]), row


def _sizes(case: Case, row: Row) -> Iterator[tuple[_Key, int]]:
    """Give the families that a case belongs to, and its count in each."""
    named = re.fullmatch(r"(?:credential|attr)-(\d+)", case.document)
    family = re.sub(r"\d+", "N", case.document)
    if named is not None:
        yield (case.target, family, case.factors, "attributes"), int(named[1])
    if family != case.document:
        for by, name in (("quads", keys.DOCUMENT_QUADS), ("blank nodes", keys.DOCUMENT_BLANK_NODES)):
            count = row.metadata.get(name)
            if isinstance(count, int) and count > 0:
                yield (case.target, family, case.factors, by), count
    shown = row.text(keys.DISCLOSE)
    if shown.isdecimal() and int(shown):
        others = tuple(pair for pair in case.factors if pair[0] != "disclose")
        yield (case.target, case.document, others, "disclosed"), int(shown)


def _stacks(run: Run, key: _Key, cases: Mapping[int, Case]) -> Iterator[Growth]:
    target, family, factors, by = key
    sizes = dict(sorted(cases.items()))
    each = {count: {whole.stack: whole for whole in _wholes(run, case)} for count, case in sizes.items()}
    for stack in run.chosen:
        own = {count: found[stack.name] for count, found in each.items() if stack.name in found}
        if len(own) >= FEWEST:
            yield _growth(Case(target, family, factors).name.replace(f"/{family}", ""), by, family, own)


def _wholes(run: Run, case: Case) -> tuple[Whole, ...]:
    is_total = any(stack.row(f"{case.target}.verify{case.name[len(case.target) :]}") for stack in run.stacks)
    cases = exchange_cases(case.target, case.document, case.factors) if is_total else (case,)
    return wholes(run, cases)


def _growth(target: str, by: str, family: str, own: Mapping[int, Whole]) -> Growth:
    one = next(iter(own.values()))
    series = {count: whole.rounds for count, whole in own.items()}
    slopes = _slopes(series)
    steps = [(low, high, _slopes({low: series[low], high: series[high]})) for low, high in pairwise(series)]
    points = tuple((count, median(rounds.values())) for count, rounds in series.items())
    return Growth(
        target,
        one.stack,
        one.runtime,
        by,
        family,
        points,
        tuple((count, centre(tuple(rounds.values()))) for count, rounds in series.items()),
        _middle(slopes, points),
        over(slopes),
        tuple(
            Local(
                low,
                high,
                _middle(local, [pair for pair in points if pair[0] in {low, high}]),
                over(local, _CERTAIN),
            )
            for low, high, local in steps
        ),
    )


def _slope(points: Sequence[tuple[int, float]]) -> float:
    counts, seconds = zip(*points, strict=True)
    return linear_regression([*map(math.log, counts)], [*map(math.log, seconds)]).slope


def _slopes(series: Mapping[int, Series]) -> dict[Sitting, float]:
    """Return the exponent in each round that has every size."""
    shared = set.intersection(*(set(rounds) for rounds in series.values()))
    return {
        sitting: _slope([(count, rounds[sitting]) for count, rounds in series.items()]) for sitting in shared
    }


def _middle(slopes: Series, points: Sequence[tuple[int, float]]) -> float:
    """Return the median of the rounds' exponents; without a shared round that of the medians."""
    return median(slopes.values()) if slopes else _slope(points)
