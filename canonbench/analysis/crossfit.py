"""The best of several stacks, without the luck of the draw: chosen on half of the rounds, timed on the other.

The least of several medians is too small: of equal stacks it picks the one that the noise favoured. So the
rounds are split in two halves, every other round in each. The stack with the least median over one half is
timed on the other half, and the other way round. Every round then has one value of *best*, of a stack that
this round had no part in choosing.

Source: sample splitting, as in Chernozhukov and others 2018, section 3 (cross-fitting).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from canonbench.analysis.sample import Series
from canonbench.runs.rows import Sitting

__all__ = ["Best", "crossfit"]

_LEAST = 2


@dataclass(frozen=True)
class Best:
    """What the best of ``candidates`` takes.

    ``rounds`` has one value for each shared round, in seconds a call. ``picked`` are the names of the two
    stacks: the one chosen on the rounds 0, 2, 4, ... and timed on the others, and the one chosen on those.
    ``of`` names the stack of each round.
    """

    candidates: tuple[str, ...]
    picked: tuple[str, str]
    rounds: Series
    of: Mapping[Sitting, str]

    @property
    def names(self) -> tuple[str, ...]:
        """The stacks that were chosen, each once: one where both halves agree."""
        return tuple(dict.fromkeys(self.picked))


def crossfit(candidates: Mapping[str, Series]) -> Best | None:
    """Return the best of ``candidates``; ``None`` if there is none, or fewer than two rounds are shared.

    Args:
        candidates: for each stack one value a round, in seconds. A candidate with fewer than half the rounds
            of the longest one is left out, so that a stack which failed early does not take the rounds of
            the others with it; of equal medians the first candidate is chosen.
    """
    longest = max((len(rounds) for rounds in candidates.values()), default=0)
    able = {name: rounds for name, rounds in candidates.items() if 2 * len(rounds) >= longest}
    shared = sorted(set.intersection(*(set(rounds) for rounds in able.values()))) if able else []
    if len(shared) < _LEAST:
        return None
    even, odd = shared[::2], shared[1::2]
    picked = _least(able, even), _least(able, odd)
    of = dict.fromkeys(even, picked[1]) | dict.fromkeys(odd, picked[0])
    rounds = {sitting: able[of[sitting]][sitting] for sitting in shared}
    return Best(tuple(able), picked, rounds, {sitting: of[sitting] for sitting in shared})


def _least(candidates: Mapping[str, Series], half: Sequence[Sitting]) -> str:
    return min(candidates, key=lambda name: median(candidates[name][sitting] for sitting in half))
