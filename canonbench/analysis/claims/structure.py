"""Claims on structure: C5 and C7, counted from the calls that the Recorder saw, never timed.

A run keeps for each role its calls in order, as ``steps`` records. They are those of our own compositions,
whatever the stack: engines change who does a step, not which steps there are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from canonbench.analysis.claims.criteria import PER_EXCHANGE, PER_ROLE, Range
from canonbench.analysis.claims.decide import Beside, Judgement, Lacking, counted
from canonbench.analysis.claims.exchanges import SELECTIVE, judgement
from canonbench.analysis.claims.reading import DOCUMENT, VCDM, Place, Reading, unseeded
from canonbench.analysis.exchange import ROLES
from canonbench.model.case import Case

__all__ = ["JUDGES", "steps"]

_CANONICAL = "rdfc.canonicalize"
_SCOPE = "issuer"
Steps = Mapping[str, Sequence[str]]


def steps(reading: Reading) -> dict[str, tuple[str, ...]]:
    """Return the stages that each role calls, in order, by the name of its case."""
    return {
        unseeded(Case.parse(str(entry["name"]))).name: tuple(str(stage) for stage, _ in entry["steps"])
        for entry in reading.environment.run.records
        if entry["kind"] == "steps"
    }


def _called(seen: Steps, name: str, role: str) -> Sequence[str]:
    """Return the calls of a role on the document of the claims, else on another one without factors.

    Raises:
        Lacking: no run has recorded them.
    """
    wanted = Case(f"{name}.{role}", DOCUMENT).name
    others = [each for each in seen if each.startswith(f"{name}.{role}/") and not Case.parse(each).factors]
    for found in (wanted, *others):
        if found in seen:
            return seen[found]
    raise Lacking(f"no steps of {name} were recorded: canonbench run paper records them")


def _canonicalizations(seen: Steps, role: str) -> int:
    return _called(seen, VCDM, role).count(_CANONICAL)


def _signings(seen: Steps, name: str, role: str) -> int:
    return sum(stage.endswith(".sign") for stage in _called(seen, name, role))


def _c5(reading: Reading) -> Iterator[Judgement]:
    seen = steps(reading)
    each = Range(PER_ROLE, PER_ROLE)
    parts = [
        counted(f"{_CANONICAL} in {role}", each, partial(_canonicalizations, seen, role)) for role in ROLES
    ]
    whole = Range(PER_EXCHANGE, PER_EXCHANGE)
    parts.append(
        counted(
            f"{_CANONICAL} in an exchange",
            whole,
            lambda: sum(_canonicalizations(seen, role) for role in ROLES),
        )
    )
    yield judgement("C5", Place(reading, "", _SCOPE), parts)


def _c7(reading: Reading) -> Iterator[Judgement]:
    seen = steps(reading)
    part = counted(
        f"steps that sign in {VCDM}.present", Range(1, 1), partial(_signings, seen, VCDM, "present")
    )
    try:
        beside = [
            Beside(f"steps that sign in {SELECTIVE}.present", str(_signings(seen, SELECTIVE, "present")))
        ]
    except Lacking:
        beside = []
    yield judgement("C7", Place(reading, "", _SCOPE), [part], beside)


JUDGES: tuple[Callable[[Reading], Iterator[Judgement]], ...] = (_c5, _c7)
"""What judges each claim of this module in one environment."""
