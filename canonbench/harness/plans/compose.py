"""From a definition to a plan: what of it can be measured here, on which documents, with which stacks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from canonbench.documents.corpus import Document
from canonbench.errors import CanonbenchError, UsageError
from canonbench.harness import best, composed, plan, stacks
from canonbench.harness.composed import Asked
from canonbench.harness.plan import Cell, Chosen, Plan
from canonbench.harness.plans.chapter import Chapter, Definition, Part, Roles, Stages
from canonbench.harness.subject import Subject
from canonbench.model.case import Case

__all__ = ["Composed", "Wanted", "choose", "compose"]

_WITHOUT: Mapping[str, frozenset[str]] = {
    "dataset": frozenset({"json", "jcs", "jsonld", "kit", "transform", "cbor"}),
    "json": frozenset({"jsonld", "rdfc", "nquads", "rdflib"}),
}
"""The families of stages that have no input on a document of a kind."""

_OF_RUNTIMES = 8
"""Rounds of engines of other runtimes, the least for an interval: each process warms up for seconds."""


@dataclass(frozen=True)
class Wanted:
    """What the command line asks of a plan.

    ``stacks`` are named: those that the plan has are then its only ones, those that it has not are added to
    every chapter in which they have rows (``Chapter.remote``). ``rounds`` are those of every chapter, 0 for
    each one's own; ``factor`` multiplies them. ``given`` says that the documents are the user's, instead of
    the plan's.
    """

    stacks: tuple[str, ...] = ()
    rounds: int = 0
    factor: int = 1
    given: bool = False


@dataclass(frozen=True)
class Composed:
    """A plan, and a line for everything of its definition that is left out."""

    plan: Plan
    left_out: tuple[str, ...] = ()


class _Stack:
    """A stack with the name that it has in the tables of a definition, and the stages that it offers."""

    def __init__(self, chosen: Chosen, written: str, subject: Subject, *, added: bool) -> None:
        self.chosen, self.written, self.added = chosen, written, added
        self.offers: Mapping[str, bool] = {}
        self.remote = False
        if chosen.python or best.is_chosen(written):
            return
        try:
            offered = stacks.known(subject.catalogue, chosen.engine).load(chosen.engine)
        except CanonbenchError:
            return
        self.offers = {name: engine.cache is not None for name, engine in offered.items()}
        self.remote = any(engine.remote is not None for engine in offered.values())

    def takes(self, chapter: Chapter, part: Part, case: Case, subject: Subject) -> bool:
        """Tell whether ``case`` of ``part`` is a row of this stack."""
        listed = self.written in part.stacks or (self.added and (chapter.remote or not self.remote))
        if not listed:
            return False
        if isinstance(part, Roles):
            return (part.again or not self.chosen.again) and composed.takes_part(self.chosen, case, subject)
        if self.chosen.again and (case.target not in part.again or case.state != "warm"):
            return False
        if self.chosen.python:
            return True
        if case.state != "warm":
            return self.offers.get(case.target, False) and not self.remote
        return case.target in self.offers


def choose(definition: Definition, wanted: Wanted, subject: Subject) -> tuple[Chosen, ...]:
    """Return the stacks of a plan, the A/A stack of the first last.

    Raises:
        UsageError: a stack is named twice.
        UnknownName: there is no such engine.
        EngineUnavailable: one that was named does not load here.
    """
    return tuple(stack.chosen for stack in _stacks(definition, wanted, subject))


def _stacks(definition: Definition, wanted: Wanted, subject: Subject) -> list[_Stack]:
    named = tuple(dict.fromkeys(wanted.stacks))
    has = definition.stacks
    kept = [name for name in has if name in named] if set(named) & set(has) else list(has)
    added = [name for name in named if name not in has]
    every = [*kept, *added]
    chosen = plan.choose(every, explicit=False)
    found = []
    for stack, written in zip(chosen, [*every, every[0]], strict=True):
        if written in named and not best.is_chosen(written) and not stack.python:
            stacks.check(written, subject.catalogue)
        explicit = written in wanted.stacks and not stack.again
        labelled = composed.labelled(replace(stack, explicit=explicit))
        found.append(_Stack(labelled, written, subject, added=written in added))
    return found


def compose(
    definition: Definition,
    wanted: Wanted,
    subject: Subject,
    *,
    resolve: bool = True,
    say: Callable[[str], None] = lambda _: None,
) -> Composed:
    """Return the plan of ``definition`` on the documents of ``subject``.

    ``resolve`` finds out the engines of the stack ``best``, which takes some seconds.

    Raises:
        CanonbenchError: nothing of it can be measured, or a stack that is named does not exist.
    """
    left_out = [
        f"chapter {chapter.name} is left out: it is about documents of its own"
        for chapter in definition.chapters
        if wanted.given and chapter.own
    ]
    chapters = [chapter for chapter in definition.chapters if not (wanted.given and chapter.own)]
    chosen = _stacks(definition, wanted, subject)
    seen: set[tuple[str, Case]] = set()
    cells: list[Cell] = []
    rounds: dict[str, int] = {}
    for chapter in chapters:
        own = list(_new(chapter, wanted, subject, chosen, seen))
        cells += own
        if own:
            rounds[chapter.name] = (wanted.rounds or chapter.rounds) * wanted.factor
        elif not any(_rows(part, wanted, subject) for part in chapter.parts):
            left_out.append(f"chapter {chapter.name} is left out: nothing of it can be done on the documents")
    if not cells:
        raise UsageError(f"nothing of plan {definition.name} can be measured; {'; '.join(left_out)}")
    made = Plan(definition.name, tuple(cells), max(rounds.values()), subject.seed, rounds)
    trials = dict.fromkeys(stack.written for stack in chosen if best.is_chosen(stack.written))
    if resolve and trials:
        say(f"choosing the engines of the stack {' and of '.join(trials)}")
        made = _resolved(made, _trial(chapters, wanted, subject), subject)
    return Composed(made, tuple(left_out))


def _new(
    chapter: Chapter,
    wanted: Wanted,
    subject: Subject,
    chosen: Sequence[_Stack],
    seen: set[tuple[str, Case]],
) -> Iterator[Cell]:
    """Give the cells of ``chapter``: one a stack and document of each part, less the rows ``seen`` before."""
    for part in chapter.parts:
        for document, rows in _rows(part, wanted, subject):
            for stack in chosen:
                name, rounds = stack.chosen.name, (wanted.rounds or _OF_RUNTIMES) * wanted.factor
                own = tuple(
                    c for c in rows if (name, c) not in seen and stack.takes(chapter, part, c, subject)
                )
                seen.update((name, case) for case in own)
                if own:
                    yield Cell(stack.chosen, document, own, chapter.name, rounds * stack.remote)


def _rows(part: Part, wanted: Wanted, subject: Subject) -> list[tuple[str, tuple[Case, ...]]]:
    """Return the cases of ``part`` on each document that has any, by the document's name."""
    documents = tuple(document for document in subject.documents if _is_of(document, part, wanted))
    of = replace(subject, documents=documents)
    found = _stages(part, of) if isinstance(part, Stages) else _roles(part, of)
    return [(document, rows) for document, rows in found if rows]


def _is_of(document: Document, part: Part, wanted: Wanted) -> bool:
    """Tell whether ``part`` measures ``document``, or varies the one that it is a variant of."""
    if document.of:
        return bool(part.varied) and (wanted.given or document.of in part.varied)
    return bool(part.documents) and (wanted.given or document.name in part.documents)


def _stages(part: Stages, subject: Subject) -> Iterator[tuple[str, tuple[Case, ...]]]:
    every = plan.targets(",".join(part.targets))
    for document in subject.documents:
        without = _WITHOUT.get(document.kind, frozenset())
        stages = [
            (stage, state)
            for stage, state in every
            if stage.family not in without and (state == "warm" or stage.name in part.cold)
        ]
        yield document.name, plan.cases(stages, document.name, subject.factors(document))


def _roles(part: Roles, subject: Subject) -> Iterator[tuple[str, tuple[Case, ...]]]:
    for shown in part.disclose:
        asked = Asked(
            part.formats,
            part.algorithms,
            part.scope,
            part.binding,
            shown,
            part.roles,
            split=False,
            cold=part.cold,
            partial=True,
        )
        for document, rows in composed.cases(asked, subject):
            views = [(case, view) for case in rows for view in part.views if _is_view(case, view)]
            yield document, tuple(replace(case, view=view) for case, view in views)


def _is_view(case: Case, view: str) -> bool:
    """Tell whether a case has that view: what a cold context costs is timed as a whole."""
    return view == "bare" or case.state == "warm"


def _trial(chapters: Iterable[Chapter], wanted: Wanted, subject: Subject) -> list[Case]:
    """Return the roles on which a stack like ``best`` chooses its engines: the first chapter's with one."""
    for chapter in chapters:
        parts = (
            part
            for part in chapter.parts
            if isinstance(part, Roles) and any(map(best.is_chosen, part.stacks))
        )
        bare = (replace(part, cold=False, views=("bare",)) for part in parts)
        rows = [case for part in bare for _, own in _rows(part, wanted, subject) for case in own]
        if rows:
            return rows
    return []


def _resolved(made: Plan, trial: Iterable[Case], subject: Subject) -> Plan:
    """Return the plan with the engines of the stack ``best`` in place; without it where there are none."""
    found = composed.resolved(made.stacks, trial, subject)
    by_name = {stack.name: stack for stack in found}
    cells = (
        replace(cell, stack=by_name[cell.stack.name]) for cell in made.cells if cell.stack.name in by_name
    )
    return replace(made, cells=tuple(cells))
