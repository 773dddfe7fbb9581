"""The steps of a role where they stand, each under a tracker of its own: what the Stopwatch is for time.

The steps of one call follow each other, so their trackers do; each step is seen from its own start. What a
step leaves behind for the next is in its own figures alone, so that steps add up to no peak of the whole.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from canonbench.harness.memory_capture import Amounts, Capture, Place, capture, net
from canonbench.model.engine import identity
from canonbench.model.stage import Stage
from canonbench.model.use import HAND_OVER, Use

__all__ = ["Step", "Steps"]


@dataclass(frozen=True)
class Step:
    """What one step allocates in one call of its role.

    ``stage`` is its stage, or a hand-over; ``of`` what it is applied to; ``calls`` how often it is called.
    The peak is the highest of its calls; the others are over all of them. ``by_size`` and ``by_count`` are
    the places that allocate most in the call with the highest peak.
    """

    stage: str
    of: str
    calls: int = 0
    peak: int = 0
    allocated: int = 0
    allocations: int = 0
    by_size: tuple[Place, ...] = ()
    by_count: tuple[Place, ...] = ()


class Steps(Use):
    """Hands out stages of ``under`` that note what they allocate, once ``start`` has been called."""

    def __init__(self, under: Use, file: Path, empty: Amounts, *, native: bool = False) -> None:
        """Track into ``file``; ``empty`` is what a call that does nothing allocates, and is subtracted."""
        self._under, self._file, self._empty, self._native = under, file, empty, native
        self._on = False
        self._found: dict[tuple[str, str], Step] = {}

    def __call__(self, stage: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:
        """Return the stage under a tracker."""
        return self._tracked((stage.name, of), self._under(stage, of=of))

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return the hand-over under a tracker; one that does nothing is none."""
        run = self._under.between(before, after)
        if run is identity:
            return run
        names = f"{before.name if before else 'neutral'} to {after.name if after else 'neutral'}"
        return self._tracked((HAND_OVER, names), run)

    def start(self) -> None:
        """Track from now on; before, all steps only warm up."""
        self._on = True

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was noted, in the order in which steps were asked for; one that was not called is left out."""
        return tuple(step for step in self._found.values() if step.calls)

    def _tracked(self, key: tuple[str, str], run: Callable[[Any], Any]) -> Callable[[Any], Any]:
        self._found.setdefault(key, Step(*key))

        def tracked(value: Any) -> Any:
            if not self._on:
                return run(value)
            self._file.unlink(missing_ok=True)
            found, result = capture(run, value, self._file, native=self._native)
            self._found[key] = self._added(self._found[key], found)
            return result

        return tracked

    def _added(self, step: Step, found: Capture) -> Step:
        more = net(found.amounts, self._empty)
        highest = more.peak > step.peak or not step.calls
        return replace(
            step,
            calls=step.calls + 1,
            peak=max(step.peak, more.peak),
            allocated=step.allocated + max(0, more.allocated),
            allocations=step.allocations + max(0, more.allocations),
            by_size=found.by_size if highest else step.by_size,
            by_count=found.by_count if highest else step.by_count,
        )
