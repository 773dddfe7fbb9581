"""The plan of a run that measures memory: stages, or roles of exchanges, never both at once.

Each case is one call in a process of its own, so there is neither a cold context nor a view.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from canonbench import exchanges
from canonbench.errors import UsageError
from canonbench.harness import composed, plan, role_engines, stacks, staged
from canonbench.harness.plan import Plan
from canonbench.harness.subject import Subject
from canonbench.model.exchange import ROLES

__all__ = ["ENGINES", "STACKS", "Asked", "formats", "make", "processes"]

ENGINES = ("canonbench", "pyld", "pyoxigraph", "rfc8785", "jcs")
"""The engines where none is named, those of them that offer the stage."""

STACKS = ("canonbench", "pyld", "pyoxigraph")
"""The stacks of an exchange where none is named, those of them that have a step of their own in it."""


@dataclass(frozen=True)
class Asked:
    """What the command line asks for.

    ``target`` is a stage or a family, or formats and roles of formats, comma-joined. ``stacks`` may be empty
    for the default ones. ``exchange`` is how roles are exchanged: its formats, roles, stacks and rounds are
    taken from the others.
    """

    target: str
    stacks: tuple[str, ...] = ()
    rounds: int = 8
    exchange: composed.Asked = field(default_factory=lambda: composed.Asked(()))


def formats(target: str) -> tuple[str, ...]:
    """Return the formats and roles of ``target``, empty if it is of stages.

    Raises:
        UsageError: it mixes both.
    """
    names = target.split(",")
    found = [name for name in names if _is_exchange(name)]
    if found and len(found) != len(names):
        raise UsageError(f"{target} mixes stages and roles of exchanges; measure them one by one")
    return tuple(found)


def _is_exchange(name: str) -> bool:
    """Tell a format or a role of one; ``mdoc`` is a format, and ``mdoc.validate_mso`` a stage."""
    format_, _, role = name.partition(".")
    return format_ in exchanges.FORMATS and role in {"", *ROLES}


def make(asked: Asked, subject: Subject, *, offered: bool = False) -> Plan:
    """Return the plan. ``offered`` leaves out what an engine does not offer here, as the gate would.

    Raises:
        CanonbenchError: something of it does not exist.
    """
    names = formats(asked.target)
    return _of_roles(asked, names, subject) if names else _of_stages(asked, subject, offered=offered)


def processes(planned: Plan) -> int:
    """Return how many processes measure a plan: in every round one a case, and one a stack without one."""
    cases = sum(len(cell.cases) for cell in planned.cells)
    return planned.rounds * (cases + len(planned.stacks))


def _of_stages(asked: Asked, subject: Subject, *, offered: bool) -> Plan:
    stages = plan.targets(asked.target)
    names = {stage.name for stage, _ in stages}

    def able(engines: Sequence[str]) -> list[str]:
        return [name for name in engines if names & staged.offers(name, subject.catalogue).keys()]

    usual = able(ENGINES) or able(subject.catalogue.names)
    chosen = plan.choose(asked.stacks or usual, again=False, explicit=bool(asked.stacks))
    staged.demand(chosen, subject)
    rows = [(each.name, plan.cases(stages, each.name, subject.factors(each))) for each in subject.documents]
    made = plan.make(f"memory-{asked.target}", chosen, rows, rounds=asked.rounds, seed=subject.seed)
    if not offered:
        return made
    return made.keep(
        lambda stack, case: (
            bool(stack.python) or case.target in staged.offers(stack.engine, subject.catalogue)
        )
    )


def _of_roles(asked: Asked, names: Sequence[str], subject: Subject) -> Plan:
    chosen = plan.choose(asked.stacks or STACKS, again=False, explicit=bool(asked.stacks))
    for stack in chosen:
        if not stack.python:
            stacks.check(stack.engine, subject.catalogue)
    every = [dict(composed.cases(_role(asked.exchange, name), subject)) for name in names]
    rows = [
        (each.name, tuple(case for own in every for case in own[each.name])) for each in subject.documents
    ]
    made = plan.make(f"memory-{asked.target}", chosen, rows, rounds=asked.rounds, seed=subject.seed)
    return made.keep(
        lambda stack, case: (
            bool(stack.python) or role_engines.takes_part(stack.engine, case, subject.catalogue)
        )
    )


def _role(exchange: composed.Asked, name: str) -> composed.Asked:
    """Return what is asked of a format, or of one of its roles."""
    format_, _, role = name.partition(".")
    own = tuple(each for each in ROLES if role in {"", each})
    return replace(exchange, formats=(format_,), roles=own, split=False, single=False, cold=False)
