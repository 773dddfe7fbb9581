"""Claims over environments, C2, C4, C6 and C15: four are needed; of fewer it is said how many fit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from canonbench.analysis.claims.criteria import AGREE, AGREE_ONCE, ENVIRONMENTS, SPAN
from canonbench.analysis.claims.decide import Judgement, Lacking, Verdict, combined, judged
from canonbench.analysis.environments import Environment, Speed, speed
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import Interval

__all__ = ["joint", "span"]

_ONE = "one environment cannot show it: add runs of other machines"
_MORE = f"needs {ENVIRONMENTS} environments: add runs of other machines"


def joint(judgements: Sequence[Judgement]) -> Iterator[Judgement]:
    """Judge C2, C4 and C6 over environments, for each runtime, stack and scope."""
    groups: dict[tuple[str, str, str, str], list[Judgement]] = {}
    for each in judgements:
        if each.claim in _RULES and each.parts:
            groups.setdefault((each.claim, each.runtime, each.stack, each.scope), []).append(each)
    for (claim, runtime, stack, scope), own in groups.items():
        verdict, said, reason = _RULES[claim](own)
        yield Judgement(claim, "", runtime, stack, scope, (), verdict, reason, (), said, len(own))


Rule = Callable[[Sequence[Judgement]], tuple[Verdict, str, str]]


def _worded(fits: int, fails: int) -> str:
    """Word what fewer than four environments say."""
    said = [f"{word} in {count}" for word, count in (("consistent", fits), ("inconsistent", fails)) if count]
    return f"{', '.join(said)} of {ENVIRONMENTS}" if said else str(Verdict.UNDECIDED)


def _told(verdict: Verdict, seen: int, fits: int, fails: int) -> tuple[Verdict, str, str]:
    if seen >= ENVIRONMENTS:
        return verdict, str(verdict), ""
    return Verdict.UNDECIDED, _worded(fits, fails), _MORE


def _each(own: Sequence[Judgement]) -> tuple[Verdict, str, str]:
    """Judge a claim that must hold in every environment."""
    verdicts = [each.verdict for each in own]
    fits, fails = verdicts.count(Verdict.HOLDS), verdicts.count(Verdict.FAILS)
    return _told(combined(verdicts), len(own), fits, fails)


def _but_one(own: Sequence[Judgement]) -> tuple[Verdict, str, str]:
    """Judge C6: within 5 % in every environment, but for one in four, which is within 12 %."""
    allowed = max(1, len(own) // ENVIRONMENTS)
    intervals = [_interval(each, 0) for each in own]
    known = [each for each in intervals if each is not None]
    fits = sum(AGREE.holds(each) for each in known)
    once = sum(AGREE_ONCE.holds(each) and not AGREE.holds(each) for each in known)
    beyond = sum(AGREE_ONCE.excludes(each) for each in known)
    second = sum(AGREE.excludes(each) for each in known) - beyond
    fails = beyond + max(0, second - allowed)
    fits += min(once, allowed)
    verdict = Verdict.HOLDS if fits == len(own) else Verdict.FAILS if fails else Verdict.UNDECIDED
    return _told(verdict, len(own), fits, fails)


def _interval(each: Judgement, part: int) -> Interval | None:
    found = each.parts[part].measured
    return found.interval if isinstance(found, Estimate) else None


def _either_side(own: Sequence[Judgement]) -> tuple[Verdict, str, str]:
    """Judge C4: over the environments the difference lies on both sides of the band, or its sign changes."""
    exchange = [each.parts[0].verdict for each in own]
    sides = {Verdict.HOLDS, Verdict.FAILS} <= set(exchange)
    fits = sides or any(_turns(own, part) for part in range(len(own[0].parts)))
    seen = sum(verdict is not Verdict.UNDECIDED for verdict in exchange)
    if len(own) == 1:
        return Verdict.UNDECIDED, str(Verdict.UNDECIDED), _ONE
    sure = seen == len(own)
    verdict = Verdict.HOLDS if fits else Verdict.FAILS if sure else Verdict.UNDECIDED
    return _told(verdict, len(own), seen if fits else 0, 0 if fits or not sure else seen)


def _turns(own: Sequence[Judgement], part: int) -> bool:
    """Tell whether a ratio is surely above 1 in one environment and surely below in another."""
    known = [found for each in own if (found := _interval(each, part)) is not None]
    return any(each.low > 1 for each in known) and any(each.high < 1 for each in known)


_RULES: Mapping[str, Rule] = {"C2": _each, "C4": _either_side, "C6": _but_one}


def span(environments: Sequence[Environment]) -> Judgement:
    """Judge C15: the slowest environment takes at least five times what the fastest takes."""
    found = _widest(environments)

    def measure() -> Estimate:
        if found is None:
            raise Lacking(_ONE if len(environments) < 2 else "the environments share no row")  # noqa: PLR2004
        if found.interval is None:
            raise Lacking("too few rounds for an interval of the speed: --rounds 8")
        return Estimate(found.value, found.interval, found.rows)

    part = judged("slowest over fastest environment", SPAN, measure)
    seen = len(environments)
    verdict, said, reason = _told(
        part.verdict,
        seen,
        seen if part.verdict is Verdict.HOLDS else 0,
        seen if part.verdict is Verdict.FAILS else 0,
    )
    return Judgement("C15", "", "", "", "", (part,), verdict, part.reason or reason, (), said, seen)


def _widest(environments: Sequence[Environment]) -> Speed | None:
    """Return the speed of the slowest relative to the fastest, of the pairs that share rows."""
    speeds = [
        found
        for a, b in combinations(environments, 2)
        for pair in ((a, b), (b, a))
        if (found := speed(pair[0].run, pair[1].run)) is not None
    ]
    return max(speeds, key=lambda found: found.value, default=None)
