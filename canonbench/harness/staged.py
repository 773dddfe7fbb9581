"""The plan of a run over stages: a stage or a family, what its finding needs beside it, and the engines.

Where no engine is named, a family has the engines of ``ENGINES``, and any other target those of this runtime
that offer one of its stages. What an engine does not offer is taken out when the gate has told; ``likely``
foretells it for ``--dry-run``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from canonbench.documents.corpus import Document
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError
from canonbench.harness import plan
from canonbench.harness.plan import Chosen, Plan
from canonbench.harness.subject import Subject
from canonbench.model.case import Case

__all__ = [
    "COLD",
    "ENGINES",
    "FINDING",
    "FURTHER",
    "Asked",
    "cases",
    "demand",
    "likely",
    "make",
    "offers",
    "wanted",
]

ENGINES = {
    "rdfc": ("canonbench", "pyld", "pyoxigraph", "replay"),
    "jcs": ("canonbench", "rfc8785", "jcs", "replay", "json"),
    "kit": ("kit", "json"),
    "transform": ("canonbench", "pyld", "pyoxigraph", "rfc8785", "jcs", "replay"),
}
"""The engines of a family where none is named; for others, all that offer one of its stages."""

FINDING: Mapping[str, tuple[str, ...]] = {
    "rdfc": ("jsonld.to_quads", "jsonld.expand", "jsonld.to_rdf"),
    "jcs": ("kit.json_dumps",),
    "transform": ("jsonld.to_quads", "rdfc.canonicalize", "jcs.canonicalize"),
}
"""Stages that a family's finding needs beside its own: the way from JSON to what it starts from, the parts of
its wholes, or what others time under its name."""

FURTHER = ("jsonld.process_context",)
"""What is measured beside the finding of ``rdfc`` where documents are named, so that it may take longer."""

COLD = ("jsonld.to_quads",)
"""What is measured with a cold context then, too."""

_OWN = "canonbench"
_STEPS = frozenset({"jsonld.expand", "jsonld.to_rdf"})
_OF_JSON = frozenset({"json", "jcs", "jsonld", "kit", "transform", "cbor"})


@dataclass(frozen=True)
class Asked:
    """What the command line asks for.

    ``target`` is a stage, a family or several, comma-joined; ``engines`` may be empty for the default ones.
    ``named`` says that documents are named, so that the run may take longer. ``single`` adds calls timed one
    by one.
    """

    target: str
    engines: tuple[str, ...] = ()
    named: bool = False
    single: bool = False
    rounds: int = 8

    @property
    def stages(self) -> frozenset[str]:
        """The names of the stages.

        Raises:
            UnknownName: there is none of that name.
        """
        return frozenset(stage.name for stage, _ in plan.targets(self.target))


def make(asked: Asked, subject: Subject) -> Plan:
    """Return the plan of what one would like to measure.

    Raises:
        UnknownName: a stage or an engine does not exist.
        UsageError: an engine is named twice.
    """
    names = asked.engines or _default(asked, subject.catalogue)
    stacks = plan.choose(names, explicit=bool(asked.engines))
    demand(stacks, subject)
    rows = [(document.name, _beside(asked, subject, document)) for document in subject.documents]
    return plan.make(asked.target, stacks, rows, rounds=asked.rounds, seed=subject.seed)


def cases(asked: Asked, subject: Subject) -> tuple[Case, ...]:
    """Return the cases of the target itself on every document, as a leaf measures them.

    Raises:
        UnknownName: a stage does not exist.
    """
    stages = plan.targets(asked.target)
    rows = [
        case
        for document in subject.documents
        for case in plan.cases(stages, document.name, subject.factors(document))
    ]
    return (*rows, *(plan.singles(rows) if asked.single else ()))


def wanted(asked: Asked) -> Callable[[Chosen, Case, frozenset[str]], bool]:
    """Return what tells which cases are of use, given the stages that a stack offers.

    The second stack of the A/A pair, and the replay where nobody asked for it, are measured on wholes only.
    Our own engine goes to quads in one pass, so its steps are measured only where documents are named.
    """
    stages = {stage.name: stage for stage, _ in plan.targets(asked.target)}

    def of_use(stack: Chosen, case: Case, _offers: frozenset[str]) -> bool:
        if case.target not in stages:
            return not stack.again and (asked.named or stack.engine != _OWN or case.target not in _STEPS)
        if case.view == "single" and stack.again:
            return False
        few = stack.again or (stack.engine == "replay" and not stack.explicit)
        return not few or stages[case.target].part_of not in stages

    return of_use


def likely(asked: Asked, subject: Subject) -> Callable[[Chosen, Case], bool]:
    """Return what tells, without the gate, which cases a run will measure."""
    of_use = wanted(asked)
    kinds = {document.name: document.kind for document in subject.documents}
    known: dict[str, Mapping[str, bool]] = {}

    def measured(stack: Chosen, case: Case) -> bool:
        if stack.engine not in known:
            known[stack.engine] = offers(stack.engine, subject.catalogue)
        found = known[stack.engine]
        if case.target not in found or (case.state == "cold-context" and not found[case.target]):
            return False
        no_json = kinds[case.document] == "dataset" and case.target.partition(".")[0] in _OF_JSON
        return not no_json and of_use(stack, case, frozenset(found))

    return measured


def offers(engine: str, catalogue: Catalogue) -> Mapping[str, bool]:
    """Return the stages that an engine offers here, and whether it has a context cache there."""
    try:
        return {name: each.cache is not None for name, each in catalogue.load(engine).items()}
    except CanonbenchError:
        return {}


def demand(stacks: Iterable[Chosen], subject: Subject) -> None:
    """Make sure that the engines of this interpreter exist; one may be of a plug-in that did not load.

    Raises:
        UnknownName: one does not.
    """
    for stack in stacks:
        if stack.engine not in subject.catalogue.names and not stack.python and not subject.problems:
            subject.catalogue.load(stack.engine)


def _beside(asked: Asked, subject: Subject, document: Document) -> tuple[Case, ...]:
    """Return the cases of the target on ``document``, and those that its finding needs beside them."""
    family = asked.target.partition(".")[0]
    whole = document.kind == "jsonld" and asked.target == family
    finding = FINDING.get(family, ()) if whole else ()
    cold: tuple[str, ...] = ()
    if family == "rdfc" and finding and asked.named:
        finding, cold = (*finding, *FURTHER), COLD
    stages = plan.targets(asked.target, finding, cold)
    rows = plan.cases(stages, document.name, subject.factors(document))
    own = (case for case in rows if case.target in asked.stages)
    return (*rows, *(plan.singles(own) if asked.single else ()))


def _default(asked: Asked, catalogue: Catalogue) -> Sequence[str]:
    """Return the engines of a target where none is named.

    Those of other runtimes warm up for seconds a process, so they are measured where they are named.
    """
    family = asked.target.partition(".")[0]
    if family in ENGINES:
        return ENGINES[family]
    able = [
        name
        for name in catalogue.names
        if asked.stages & offers(name, catalogue).keys() and not _is_remote(name, catalogue)
    ]
    return [name for name in able if name not in {"reference", "replay"}] or able


def _is_remote(engine: str, catalogue: Catalogue) -> bool:
    return any(each.remote is not None for each in catalogue.load(engine).values())
