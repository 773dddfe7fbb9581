"""The gap between a Data Integrity exchange and one of another format, divided over what could be swapped.

The cost of the exchange is looked at with every combination of three swaps made: the *curve* of the other
format, *JCS* for RDFC-1.0, the *best* stack for the one under study. Each swap is worth its Shapley value, so
the order does not matter. What remains when all are made, over the other format with its best stack, is the
*format residual*; and what the other format's own stack adds makes the gap smaller, so its part is negative::

    gap = curve + canonicalization + library + format residual + library of the other format

This holds exactly in every round, and for the estimates, which are means over the same rounds. JCS for
RDFC-1.0 removes JSON-LD, too; the steps measured in place divide that contribution.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from canonbench.analysis.cells import SUITES, Cell, Place, cell, clock, places, shared
from canonbench.analysis.division import Division
from canonbench.analysis.estimate import Estimate, Mean, Together
from canonbench.analysis.interval import Ratio
from canonbench.analysis.interval import ratio as ratio_of
from canonbench.analysis.sample import Clock, Series, pairs
from canonbench.analysis.shapley import contribution
from canonbench.analysis.swaps import CANONICALIZATION, swaps, takes, wanted
from canonbench.analysis.wholes import wholes
from canonbench.runs import keys
from canonbench.runs.rows import Run, Sitting

__all__ = ["AGAINST", "Gap", "Missing", "Part", "gaps"]

AGAINST = ("sd-jwt-vc", "mdoc")
"""The formats that a Data Integrity exchange is compared with."""

RESIDUAL, OTHER_LIBRARY = "format residual", "library of the other format"

_CURVES = ("ed25519", "p256")


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


def _gap(  # noqa: PLR0913 - what is compared is named, not guessed
    run: Run, there: Sequence[Place], two: tuple[Place, Place], stack: str, *, own: bool, runtime: str
) -> Gap | Missing:
    place, other = two
    needed = {"other": other, **dict(wanted(there, *two))}
    lacking = [name for name, each in needed.items() if each is None]
    if lacking:
        reason = f"the exchange with {' and '.join(lacking)} swapped is not in the run: measure it, too"
        return Missing(_exchange(place), place.document, other.format, stack, reason)
    able = {name: each for name, each in needed.items() if each is not None}
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
    all_swaps = swaps(*two)

    def cost(sitting: Sitting) -> Callable[[frozenset[str]], float]:
        return lambda made: takes(cells, made)[sitting]

    every = frozenset(all_swaps)
    series = {
        swap: {each: contribution(swap, all_swaps, cost(each)) for each in rounds} for swap in all_swaps
    }
    rival, rival_best = cells["other"].chosen.rounds, cells["other"].best.rounds
    series[RESIDUAL] = {each: cost(each)(every) - rival_best[each] for each in rounds}
    series[OTHER_LIBRARY] = {each: rival_best[each] - rival[each] for each in rounds}
    gap = {each: cost(each)(frozenset()) - rival[each] for each in rounds}
    least = {each: cells["none"].best.rounds[each] - rival_best[each] for each in rounds}
    mine = {each: cost(each)(frozenset()) for each in rounds}
    theirs = {each: rival[each] for each in rounds}
    together = Together(gap, mine, theirs, least, *series.values())
    part = _Parts(together, gap)
    division = Division(run, cells, all_swaps)
    below = {CANONICALIZATION: division.parts(series[CANONICALIZATION])}
    parts = tuple(
        part(name, own_, tuple(part(*each) for each in below.get(name, {}).items()))
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
