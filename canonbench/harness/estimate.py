"""How long a plan will take, before it is measured.

Starting processes dominates short benchmarks, so the pace is told by what one bare start takes here and now:
that is longer on a slow machine and on a busy one alike. How much longer than a bare start a process takes
depends on what it imports and does; the figures are processor time on CPython 3.11.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Mapping

from canonbench.harness import roles, stacks
from canonbench.harness.conductor import Settings
from canonbench.harness.inputs import base
from canonbench.harness.plan import Chosen, Plan
from canonbench.harness.single import CALLS, WARM
from canonbench.model.case import Case

__all__ = ["NOMINAL", "estimate", "start"]

NOMINAL = 0.15
"""Seconds that a bare start takes on a quiet machine of 2023."""

_START = 0.13
"""The same in processor time; what follows are multiples of it."""

_SOFTER = 0.7
"""Other programs hold up a start, which reads many files, more than what comes after it."""

_ROLE, _STAGE = 2.1, 1.4
_PYLD, _SPLIT = 0.9, 0.5
_ENGINE_GATE, _ROLE_GATE, _STAGE_GATE = 4.0, 1.0, 0.5
_TRIES = 5
_TIGHT = 1.3
"""How much longer a value is than the least that was asked for."""

_REMOTE = 4.3
"""Seconds that a child of another runtime takes to start and to warm up: mostly all that it may."""

_LEAST_CALL = 1e-4
_BYTE, _BYTE_OF_PYLD = 1e-7, 7e-7
"""Seconds a call takes for each byte of its document, by our own engine and by PyLD."""


def start() -> float:
    """Return how many seconds a bare start of a leaf takes here and now, the median of a few."""
    spent = []
    for _ in range(_TRIES):
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", "import pyperf, canonbench.harness.leaf, canonbench.harness.timer"],
            check=False,
        )
        spent.append(time.perf_counter() - begin)
    return statistics.median(spent)


def estimate(
    plan: Plan, settings: Settings, sizes: Mapping[str, int] | None = None, unit: float = NOMINAL
) -> float:
    """Return roughly how many seconds ``plan`` takes.

    ``sizes`` are bytes of documents by name; ``unit`` is what ``start`` gives.
    """
    pace, known = float((unit / NOMINAL) ** _SOFTER), sizes or {}
    gate = processes = 0.0
    proved: set[tuple[str, str]] = set()
    for cell in plan.cells:
        for case in cell.cases:
            size = known.get(cell.document, 0)
            processes += plan.times(cell, case) * _process(cell.stack, case, size, settings, pace)
            if not cell.stack.again and (key := (cell.stack.name, base(case))) not in proved:
                proved.add(key)
                gate += _ROLE_GATE if roles.is_role(case.target) else _STAGE_GATE
    gate += _ENGINE_GATE * len({stack.engine for stack in plan.stacks})
    return gate * _START * pace + processes


def _process(stack: Chosen, case: Case, size: int, settings: Settings, pace: float) -> float:
    slow = "pyld" in stacks.names(stack.engine)
    begin = _ROLE if roles.is_role(case.target) else _STAGE
    begin += _PYLD * slow + _SPLIT * (case.view == "split")
    begun = begin * _START * pace + _REMOTE * stack.engine.startswith(("node", "go"))
    call = max(_LEAST_CALL, size * (_BYTE_OF_PYLD if slow else _BYTE)) * pace
    if case.view == "single":
        return begun + (WARM + CALLS) * call
    values = settings.values + settings.warmups
    return begun + values * max(settings.min_time * _TIGHT, call)
