"""The gap between a Data Integrity exchange and one of another format, divided over what could be swapped.

The cost of the exchange is looked at with every combination of three swaps made: the *curve* of the other
format, *JCS* for RDFC-1.0, the *best* stack for the one under study. Each swap is worth its Shapley value, so
the order does not matter. What remains when all are made, over the other format with its best stack, is the
*format residual*; and what the other format's own stack adds makes the gap smaller, so its part is negative::

    gap = curve + canonicalization + library + format residual + library of the other format

This holds exactly in every round, and for the estimates, which are means over the same rounds. JCS for
RDFC-1.0 removes JSON-LD, too; the steps measured in place divide that contribution.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from canonbench.analysis.cells import SUITES, Cell, Place, cell, clock, places, shared
from canonbench.analysis.costs import step_rounds
from canonbench.analysis.estimate import Estimate, Mean, Together
from canonbench.analysis.interval import Ratio
from canonbench.analysis.interval import ratio as ratio_of
from canonbench.analysis.sample import Clock, pairs
from canonbench.analysis.shapley import contribution
from canonbench.analysis.wholes import wholes
from canonbench.runs import keys
from canonbench.runs.rows import Run, Sitting

__all__ = ["AGAINST", "Gap", "Missing", "Part", "gaps"]

AGAINST = ("sd-jwt-vc", "mdoc")
"""The formats that a Data Integrity exchange is compared with."""

CURVE, CANONICALIZATION, LIBRARY = "curve", "canonicalization", "library"
RESIDUAL, OTHER_LIBRARY = "format residual", "library of the other format"
TO_QUADS, RDFC, REST = "JSON-LD to quads", "RDFC-1.0 less JCS", "what else changes"

_CURVES = ("ed25519", "p256")
Series: TypeAlias = Mapping[Sitting, float]


@dataclass(frozen=True)
class Part:
    """One contribution, in seconds an exchange, positive where it makes the gap larger.

    ``rounds`` has its value in each round, ``mean`` and ``seconds`` their mean, without and with its
    interval: they add up, over the parts of a gap and in ``below``. ``share`` is over the gap of that round.
    ``seconds`` and ``share`` are ``None`` for fewer than eight rounds; ``share`` also where it is not certain
    that there is a gap.
    """

    name: str
    rounds: Series
    mean: float
    seconds: Estimate | None
    share: Estimate | None
    below: tuple["Part", ...] = ()


@dataclass(frozen=True)
class Gap:
    """One gap: the exchange of ``place`` over that of ``other``, with the stack ``stack``.

    ``own`` says whether the best stack was sought among those with our own engine, too. ``least`` is what
    is left of the gap with the best stacks of both formats, ``added`` what is gone then, ``kept`` the first
    over the gap; a difference of two bounds bounds nothing, as a faster other format enlarges it.
    ``takes`` and ``other_takes`` are the two exchanges with the stack under study, that the gap is between.
    ``left_out`` are the rounds that were far off and are in no mean.
    ``cells`` are all that were looked at, by name.
    """

    place: Place
    other: Place
    stack: str
    own: bool
    runtime: str
    clock: Clock
    gap: Part
    parts: tuple[Part, ...]
    least: Part
    added: Part
    takes: Mean
    other_takes: Mean
    left_out: frozenset[Sitting]
    cells: Mapping[str, Cell]

    @property
    def kept(self) -> Estimate | None:
        """The share of the gap that is left with the best stacks of both formats."""
        return self.least.share

    @property
    def ratio(self) -> Ratio | None:
        """The exchange over the other one, both with the stack under study, paired by round; 99 %."""
        mine, other = (self._rounds(name) for name in ("none", "other"))
        return ratio_of(pairs(other, mine))

    @property
    def best_itself(self) -> bool:
        """Whether the stack under study is the best of Data Integrity: then a library adds nothing."""
        return all(cell.is_best for name, cell in self.cells.items() if name != "other")

    @property
    def is_best(self) -> bool:
        """Whether it is the best of both formats: then all of the gap is left by definition."""
        return self.best_itself and self.cells["other"].is_best

    def _rounds(self, name: str) -> Series:
        return {sitting: self.cells[name].chosen.rounds[sitting] for sitting in self.gap.rounds}


@dataclass(frozen=True)
class Missing:
    """A gap that cannot be divided, and why. ``exchange`` is the format with other factors than algorithm."""

    exchange: str
    document: str
    against: str
    stack: str
    reason: str


def gaps(
    run: Run, stack: str, *, against: Sequence[str] = AGAINST, own: bool = True, document: str | None = None
) -> tuple[Gap | Missing, ...]:
    """Return the gaps of every Data Integrity exchange with RDFC-1.0 over each format of ``against``.

    Compared are Ed25519 with Ed25519, P-256 with P-256, and Ed25519 with P-256 (``eddsa-rdfc-2022`` over what
    the other format mostly uses), on the same document with the same other factors. A stack that has no
    total of its own with RDFC-1.0 has no gap.

    Args:
        run: a run with exchanges.
        stack: the stack under study.
        against: formats.
        own: whether stacks with our own engine count among the best.
        document: only on this one.
    """
    there = places(run)
    runtime = _runtime(run, stack)
    found: list[Gap | Missing] = []
    for place in there:
        if place.format != SUITES.get((place.algorithm, "rdfc")) or document not in {None, place.document}:
            continue
        if not any(whole.stack == stack for whole in wholes(run, place.cases)):
            continue
        for name in against:
            for other in there:
                if (other.format, other.document, other.others) != (name, place.document, place.others):
                    continue
                if other.algorithm in _CURVES and (place.algorithm, other.algorithm) != ("p256", "ed25519"):
                    found.append(_gap(run, there, (place, other), stack, own=own, runtime=runtime))
    return tuple(found)


def _runtime(run: Run, stack: str) -> str:
    named = run.stack(stack)
    return next((row.text(keys.RUNTIME) for row in named.rows), "") if named is not None else ""


def _name(swaps: frozenset[str]) -> str:
    order = [swap for swap in (CURVE, CANONICALIZATION) if swap in swaps]
    return " + ".join(order) or "none"


def _gap(  # noqa: PLR0913 - what is compared is named, not guessed
    run: Run, there: Sequence[Place], two: tuple[Place, Place], stack: str, *, own: bool, runtime: str
) -> Gap | Missing:
    place, other = two
    wanted = {"other": other, **dict(_wanted(there, *two))}
    lacking = [name for name, each in wanted.items() if each is None]
    if lacking:
        reason = f"the exchange with {' and '.join(lacking)} swapped is not in the run: measure it, too"
        return Missing(_exchange(place), place.document, other.format, stack, reason)
    able = {name: each for name, each in wanted.items() if each is not None}
    by = clock(run, able.values())
    cells: dict[str, Cell] = {}
    for name, each in able.items():
        found = cell(run, each, stack, by, own=own, runtime=runtime)
        if isinstance(found, str):
            return Missing(_exchange(place), place.document, other.format, stack, found)
        cells[name] = found
    rounds = shared(cells.values())
    if not rounds:
        return Missing(_exchange(place), place.document, other.format, stack, "its exchanges share no round")
    swaps = _swaps(*two)

    def cost(sitting: Sitting) -> Callable[[frozenset[str]], float]:
        return lambda made: _rounds(cells[_name(made - {LIBRARY})], made)[sitting]

    every = frozenset(swaps)
    series = {swap: {each: contribution(swap, swaps, cost(each)) for each in rounds} for swap in swaps}
    rival, rival_best = cells["other"].chosen.rounds, cells["other"].best.rounds
    series[RESIDUAL] = {each: cost(each)(every) - rival_best[each] for each in rounds}
    series[OTHER_LIBRARY] = {each: rival_best[each] - rival[each] for each in rounds}
    gap = {each: cost(each)(frozenset()) - rival[each] for each in rounds}
    least = {each: cells["none"].best.rounds[each] - rival_best[each] for each in rounds}
    mine = {each: cost(each)(frozenset()) for each in rounds}
    theirs = {each: rival[each] for each in rounds}
    together = Together(gap, mine, theirs, least, *series.values())
    part = _Parts(together, gap)
    split = _Split(run, cells, swaps)
    parts = tuple(
        part(name, own_, split.parts(own_, part) if name == CANONICALIZATION else ())
        for name, own_ in series.items()
    )
    return Gap(
        place,
        other,
        stack,
        own,
        runtime,
        by,
        part("gap", gap),
        parts,
        part("least", least),
        part("added", {each: gap[each] - least[each] for each in rounds}),
        together.mean(mine),
        together.mean(theirs),
        together.left_out,
        cells,
    )


def _exchange(place: Place) -> str:
    factors = ", ".join(f"{name} {value}" for name, value in sorted(place.others))
    return f"{place.format} ({factors})" if factors else place.format


def _swaps(place: Place, other: Place) -> tuple[str, ...]:
    curve = (CURVE,) if place.algorithm != other.algorithm else ()
    return (*curve, CANONICALIZATION, LIBRARY)


def _wanted(there: Sequence[Place], place: Place, other: Place) -> Iterator[tuple[str, Place | None]]:
    """Give the place for each combination of swaps but that of the stack."""
    named = {(each.format, each.document, each.others): each for each in there}
    for curve in (False, True) if place.algorithm != other.algorithm else (False,):
        for jcs in (False, True):
            algorithm = other.algorithm if curve else place.algorithm
            suite = SUITES[algorithm, "jcs" if jcs else "rdfc"]
            made = frozenset(({CURVE} if curve else set()) | ({CANONICALIZATION} if jcs else set()))
            yield _name(made), named.get((suite, place.document, place.others))


def _rounds(found: Cell, made: frozenset[str]) -> Series:
    return found.best.rounds if LIBRARY in made else found.chosen.rounds


class _Parts:
    """Makes the parts of one gap: means over the same rounds, and shares where there certainly is a gap."""

    def __init__(self, together: Together, gap: Series) -> None:
        self.together, self.gap = together, gap
        whole = together.estimate(gap)
        self.certain = whole is not None and (whole.positive or whole.negative)

    def __call__(self, name: str, rounds: Series, below: tuple[Part, ...] = ()) -> Part:
        mean = self.together.mean(rounds)
        share = None
        if self.certain:
            share = self.together.estimate({each: rounds[each] / self.gap[each] for each in rounds})
        return Part(name, rounds, mean.value, mean.estimate, share, below)


class _Split:
    """Divides the contribution of the canonicalization by the steps that were measured in place.

    A step takes its share of the split view in the same round, times the bare total; steps are often measured
    in fewer rounds than totals, and the other rounds take the median share.
    """

    def __init__(self, run: Run, cells: Mapping[str, Cell], swaps: Sequence[str]) -> None:
        self.run, self.cells, self.swaps = run, cells, swaps
        self.kept: dict[tuple[str, str], Mapping[str, Series]] = {}

    def parts(self, whole: Series, part: _Parts) -> tuple[Part, ...]:
        """Return the parts of ``whole``, or none if a role was not measured step by step."""
        found = {}
        for name, families in ((TO_QUADS, ("jsonld.",)), (RDFC, ("rdfc.", "jcs."))):
            series = {}
            for sitting in whole:
                costs = self._costs(sitting, families)
                if costs is None:
                    return ()
                series[sitting] = contribution(CANONICALIZATION, self.swaps, costs.__getitem__)
            found[name] = series
        found[REST] = {
            each: seconds - found[TO_QUADS][each] - found[RDFC][each] for each, seconds in whole.items()
        }
        return tuple(part(name, series) for name, series in found.items())

    def _costs(self, sitting: Sitting, families: tuple[str, ...]) -> Mapping[frozenset[str], float] | None:
        """Return what the stages of ``families`` take in one round, for every combination of swaps."""
        found = {}
        for made in _subsets(self.swaps):
            own = self.cells[_name(made - {LIBRARY})]
            best = LIBRARY in made or own.stands_in
            stack = own.best.of[sitting] if best else own.chosen.stack
            shares = self._share(own.place, stack, families)
            if not shares:
                return None
            share = shares.get(sitting)
            found[made] = (median(shares.values()) if share is None else share) * _rounds(own, made)[sitting]
        return found

    def _share(self, place: Place, stack: str, families: tuple[str, ...]) -> Series:
        """Return the share of an exchange that ``families`` take, round by round, with a stack."""
        kept = self.kept.setdefault((place.format, stack), {})
        name = families[0]
        if name not in kept:
            self.kept[place.format, stack] = {**kept, name: _share(self.run, place, stack, families)}
        return self.kept[place.format, stack][name]


def _subsets(swaps: Sequence[str]) -> Iterator[frozenset[str]]:
    for number in range(2 ** len(swaps)):
        yield frozenset(swap for place, swap in enumerate(swaps) if number >> place & 1)


def _share(run: Run, place: Place, stack: str, families: tuple[str, ...]) -> Series:
    found = run.stack(stack)
    rows = [found.row(f"{case.name}:split") for case in place.cases] if found is not None else []
    each = [step_rounds(row) for row in rows if row is not None]
    if len(each) < len(rows):
        return {}
    sittings = set.intersection(*(set(own) for own in each))
    return {sitting: _family(each, sitting, families) for sitting in sittings}


def _family(
    each: Sequence[Mapping[Sitting, Mapping[str, float]]], sitting: Sitting, families: tuple[str, ...]
) -> float:
    lines = [(what, seconds) for own in each for what, seconds in own[sitting].items() if what != "stamps"]
    return sum(seconds for what, seconds in lines if what.startswith(families)) / sum(
        seconds for _, seconds in lines
    )
