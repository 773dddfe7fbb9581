"""Wholes: what one stack takes for a stage, a role or an exchange, round by round, and what it is made of.

Everything that attribution compares is such a whole: with its engines, its version and its runtime, so that
no figure stands without them, and so that the best of them is never sought across runtimes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from canonbench.analysis import sample
from canonbench.analysis.compare import traced
from canonbench.analysis.crossfit import Best, crossfit
from canonbench.analysis.exchange import ROLES, summed
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run

__all__ = [
    "BESTS",
    "LIBRARIES_OFFER",
    "NO_ENGINES",
    "OWN",
    "Whole",
    "best",
    "decides",
    "exchange_cases",
    "wholes",
]

OWN = "canonbench"
"""The engine that is ours, and the stack that takes the default engine for every stage."""

BESTS = ("best", "best-of-libraries")
"""The stacks of the engines with the least end-to-end time: all engines, and those of libraries alone."""

NO_ENGINES = frozenset({"reference", "replay"})
"""Engines that are yardsticks and no candidates: nobody would use them."""

LIBRARIES_OFFER = ("jsonld.", "rdfc.", "jcs.", "transform.", "sd_jwt.", "jws.", "kb_jwt.", "mdoc.", "cose.")
"""Families of stages that libraries compete in: with our engine for one of them a whole is our own."""

_KEPT = 4096
"""How many wholes are kept: a factorial asks for the same ones again and again, and a run never changes."""


@dataclass(frozen=True)
class Whole:
    """One stack and what it takes.

    ``rounds`` are seconds a call by ``clock``, one value a round. ``engines`` maps stages to engines;
    ``engine`` is the one that the stack is about, of ``version``. ``runtime`` is empty for this Python.
    """

    stack: str
    rounds: sample.Series
    clock: sample.Clock
    engines: Mapping[str, str]
    engine: str
    version: str
    runtime: str

    @property
    def own(self) -> bool:
        """Whether our own engine does a stage in which libraries compete."""
        return any(
            engine == OWN and stage.startswith(LIBRARIES_OFFER) for stage, engine in self.engines.items()
        )


def exchange_cases(name: str, document: str, factors: tuple[tuple[str, str], ...] = ()) -> tuple[Case, ...]:
    """Return the warm bare cases of the roles of an exchange, whose sum is its total."""
    return tuple(Case(f"{name}.{role}", document, factors) for role in ROLES)


def _rows(run: Run, case: Case) -> dict[str, Row]:
    """Return the timed rows of ``case`` by stack, the A/A partner left out."""
    found = {stack.name: stack.row(case.name) for stack in run.stacks if not stack.again}
    return {name: row for name, row in found.items() if row is not None and row.is_time and not traced(row)}


def decides(run: Run, cases: Iterable[Case]) -> sample.Clock:
    """Return the clock that decides for ``cases`` with every stack: CPU time only if it does for each row."""
    return sample.clock(*(row for case in cases for row in _rows(run, case).values()))


def wholes(run: Run, cases: Sequence[Case], by: sample.Clock | None = None) -> tuple[Whole, ...]:
    """Return the sum of ``cases`` with every stack of ``run`` that has them all in shared rounds.

    Args:
        run: where the rows are; all of its stacks, whichever was asked for.
        cases: one for a stage or a role, ``exchange_cases`` for a total; of none there is no whole.
        by: the clock, ``decides(run, cases)`` if not given.
    """
    return _wholes(run, tuple(cases), by or decides(run, cases)) if cases else ()


@lru_cache(_KEPT)
def _wholes(run: Run, cases: tuple[Case, ...], by: sample.Clock) -> tuple[Whole, ...]:
    each = [_rows(run, case) for case in cases]
    found = []
    for stack in each[0]:
        rows = [own[stack] for own in each if stack in own]
        if len(rows) < len(cases):
            continue
        rounds = summed(rows, by).rounds
        if rounds:
            found.append(
                Whole(
                    stack,
                    rounds,
                    by,
                    _engines(rows),
                    rows[0].engine,
                    rows[0].text(keys.ENGINE_VERSION),
                    rows[0].text(keys.RUNTIME),
                )
            )
    return tuple(found)


def _engines(rows: Iterable[Row]) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows:
        told = row.text(keys.STACK_ENGINES)
        parts = (part.rpartition("=") for part in told.split(",") if part)
        found |= {stage: engine for stage, _, engine in parts}
        if not told:
            found[row.text(keys.STAGE) or row.name.partition("/")[0]] = row.engine
    return dict(sorted(found.items()))


def best(among: Iterable[Whole], *, own: bool = True, runtime: str = "") -> Best | None:
    """Return the best of ``among`` within one runtime, cross-fitted.

    Args:
        among: wholes of the same cases; the yardsticks ``reference`` and ``replay`` are no candidates.
        own: whether stacks with our own engine count.
        runtime: of the candidates, empty for this Python.

    Returns:
        ``None`` if no candidate is left, or they share fewer than two rounds.
    """
    able = [
        whole
        for whole in among
        if whole.stack not in NO_ENGINES and whole.runtime == runtime and (own or not whole.own)
    ]
    return crossfit({whole.stack: whole.rounds for whole in able})
