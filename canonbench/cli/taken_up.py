"""``canonbench run --resume``: a run that was interrupted goes on, with the plan and settings that it has."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from canonbench.cli import options, outcome, planned
from canonbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from canonbench.harness.resume import Begun
    from canonbench.harness.subject import Subject

__all__ = ["go_on"]

_KEPT = (
    *("values", "warmups", "min_time", "timeout", "seed", "rounds", "affinity", "machine"),
    *("inherit_environ", "keep_host", "fast", "rigorous", "earlier"),
)
"""What a run that is taken up keeps from when it began."""


def go_on(arguments: argparse.Namespace) -> int:
    """Take up the run in the folder ``arguments.resume``, and return the exit code.

    Raises:
        CanonbenchError: it is none, another process measures it, or it cannot go on as it began.
    """
    from canonbench.runs import lock, record

    given = [getattr(arguments, name) for name in _KEPT]
    if any(value is not None and value is not False for value in given):
        raise UsageError(
            "a run that is taken up keeps its seed, rounds and settings: give --resume DIR alone"
        )
    if not arguments.resume.is_dir():
        raise UsageError(f"{arguments.resume} is no run folder; give one that holds {record.FILE}")
    with lock.hold(arguments.resume):
        return _taken_up(arguments)


def _taken_up(arguments: argparse.Namespace) -> int:
    from canonbench.harness import estimate, plan, resume, session
    from canonbench.harness.plans.compose import Composed

    named = options.engines(arguments.stack)
    begun = resume.begun(arguments.resume, plan.choose(named, again=False) if named else ())
    if arguments.plan not in {None, begun.plan.target}:
        raise UsageError(f"{arguments.resume} is a run of {begun.plan.target}, not of {arguments.plan}")
    options.demand_cpus(begun.settings.affinity)
    planned.demand_interpreters(begun.plan)
    subject = _subject(arguments, begun)
    settings = replace(begun.settings, plugins=subject.plugins)
    seconds = estimate.estimate(begun.plan, settings, subject.sizes, estimate.start())
    if arguments.dry_run:
        planned.show_chapters(Composed(begun.plan), seconds, json=arguments.json)
        return 0
    request = session.Request(
        begun.plan,
        subject.documents,
        settings,
        subject.catalogue,
        resumable=True,
        begun=begun,
        estimate=seconds,
    )
    return outcome.hold(request, arguments) or int(bool(subject.problems))


def _subject(arguments: argparse.Namespace, begun: "Begun") -> "Subject":
    """Return the documents that the run measures; those of the user are no part of it, and given again.

    Raises:
        CanonbenchError: one of them is missing.
    """
    from canonbench.documents.private import is_private
    from canonbench.harness import plans
    from canonbench.harness.plans import documents

    own = [name for name in begun.plan.documents if not is_private(name)]
    known: Sequence[str] = own
    if arguments.document or len(own) == len(begun.plan.documents):
        found = documents.find(
            plans.find(begun.plan.target),
            [*own, *arguments.document],
            contexts=arguments.context,
            plugins=arguments.plugin,
            seed=begun.plan.seed,
        )
        known = [each.name for each in found.documents]
        if set(begun.plan.documents) <= set(known):
            return found
    lacks = next(name for name in begun.plan.documents if name not in known)
    raise UsageError(f"{arguments.resume} measures {lacks}, a file of yours: give it by --document FILE")
