"""The plan of a run over exchanges: formats in their variants, roles, views, and the stacks that do them.

A role is measured ``bare``; with ``split`` each of its steps, too, in place; and *verify* with a cold context
cache where contexts are processed at all, since a verifier meets issuers that it has not met before. The A/A
stack repeats the bare roles alone. A format in which no stack has a step of its own is done by the default
stack, so that formats stand beside each other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from canonbench import exchanges
from canonbench.documents.corpus import Document
from canonbench.errors import CanonbenchError, EngineUnavailable, UnknownName, UsageError
from canonbench.harness import best, plan, requests, role_engines, roles, stacks
from canonbench.harness.freeze import DEFAULTS
from canonbench.harness.plan import Cell, Chosen, Plan
from canonbench.harness.subject import Subject
from canonbench.model.case import AGAIN, Case
from canonbench.model.exchange import ROLES, Algorithm, Binding, RoleName, Scope, Variant

__all__ = [
    "ALGORITHMS",
    "ALL",
    "OF_ALL",
    "STACKS",
    "Asked",
    "cases",
    "labelled",
    "make",
    "resolved",
    "takes_part",
    "variants",
]

ALL = "all"
ALGORITHMS: tuple[Algorithm, ...] = ("ed25519", "p256")
"""The algorithms of ``all`` where none is named."""

STACKS = ("canonbench", "pyld", "pyoxigraph", best.NAME)
"""The stacks where none is named; one that has no step in a format is left out of it."""

OF_ALL = ("canonbench", "pyld")
"""The stacks of several formats where none is named."""


@dataclass(frozen=True)
class Asked:
    """What the command line asks for. ``formats`` may be ``all`` alone; what is empty has a default.

    ``disclose`` is as on the command line: a number, or names and JSON pointers, comma-joined. ``split``
    ``None`` is to split where one format is asked for. ``single`` adds calls timed one by one, ``cold``
    *verify* with a cold context. ``partial`` leaves out what a format has not or cannot write, as ``all``
    does.
    """

    formats: tuple[str, ...]
    algorithms: tuple[Algorithm, ...] = ()
    scope: Scope = "issuer"
    binding: Binding = "signature"
    disclose: str = ""
    roles: tuple[RoleName, ...] = ()
    split: bool | None = None
    single: bool = False
    stacks: tuple[str, ...] = ()
    rounds: int = 8
    cold: bool = True
    partial: bool = False

    @property
    def every(self) -> bool:
        """Whether all formats are asked for."""
        return ALL in self.formats

    @property
    def lenient(self) -> bool:
        """Whether what a format has not is left out, not refused."""
        return self.every or self.partial

    @property
    def names(self) -> tuple[str, ...]:
        """The formats, each once.

        Raises:
            UnknownName: there is no such format.
        """
        for name in self.formats:
            if name != ALL and name not in exchanges.FORMATS:
                raise UnknownName("format", name, [*exchanges.FORMATS, ALL])
        return tuple(exchanges.FORMATS) if self.every else tuple(dict.fromkeys(self.formats))


def variants(asked: Asked) -> Mapping[str, tuple[Variant, ...]]:
    """Return the variants of each format that is asked for.

    Of ``all``, a format that has none of the algorithms is left out, and one without the binding has its own.

    Raises:
        UnknownName: there is no such format.
        UsageError: a format that was named has not that algorithm, scope or binding; or no format has it.
    """
    algorithms = asked.algorithms or (ALGORITHMS if asked.every else ())
    found: dict[str, tuple[Variant, ...]] = {}
    for name in asked.names:
        has = exchanges.FORMATS[name]
        binding = "signature" if asked.lenient and asked.binding not in has.bindings else asked.binding
        for algorithm in algorithms or has.algorithms[:1]:
            variant = Variant(algorithm, asked.scope, binding)
            if not asked.lenient or variant in exchanges.variants(name):
                exchanges.check(name, variant)
                found[name] = (*found.get(name, ()), variant)
    if not found:
        raise UsageError("no format has that algorithm and binding; see: python -m canonbench list exchanges")
    return found


def _disclosed(text: str) -> str:
    names = [each for each in text.split(",") if each]
    if text and not names:
        raise UsageError("--disclose needs a number, or names or JSON pointers: POINTER[,POINTER]")
    if len(names) == 1 and names[0].isdigit():
        return str(int(names[0]))
    return roles.disclosed(names)


def _factors(
    name: str, variant: Variant, shown: str, subject: Subject, document: Document
) -> tuple[tuple[str, str], ...]:
    """Return the factors of a case: what differs from the default, in the order of the alphabet."""
    has, default = exchanges.FORMATS[name], exchanges.variants(name)[0]
    factors = {
        "algorithm": variant.algorithm if variant.algorithm != default.algorithm else "",
        "binding": variant.binding if variant.binding != default.binding else "",
        "contexts": document.contexts_sha256[:8] if subject.overrides else "",
        "disclose": shown if shown != str(has.disclose) else "",
        "scope": variant.scope if variant.scope != default.scope else "",
        "seed": str(subject.seed or ""),
    }
    return tuple((factor, value) for factor, value in factors.items() if value)


def cases(asked: Asked, subject: Subject) -> tuple[tuple[str, tuple[Case, ...]], ...]:
    """Return the cases of each document, by its name.

    Raises:
        UsageError: something of it does not exist.
    """
    formats, shown = variants(asked), _disclosed(asked.disclose)
    split = len(formats) == 1 if asked.split is None else asked.split
    found = []
    for document in subject.documents:
        rows: list[Case] = []
        for name, own in formats.items():
            if asked.lenient and not exchanges.writes(name, document.value):
                continue
            for variant in own:
                factors = _factors(name, variant, shown, subject, document)
                for role in asked.roles or ROLES:
                    case = Case(f"{name}.{role}", document.name, factors)
                    rows += [case, *([replace(case, view="split")] if split else [])]
                    rows += plan.singles([case]) if asked.single else ()
                    cold = asked.cold and role == "verify"
                    rows += [replace(case, state="cold-context")] if cold else []
        found.append((document.name, tuple(rows)))
    return tuple(found)


def make(
    asked: Asked, subject: Subject, *, choose: bool = True, say: Callable[[str], None] = lambda _: None
) -> Plan:
    """Return the plan. ``choose`` finds out the engines of stacks like ``best``, which takes a second or two.

    Raises:
        CanonbenchError: something of it does not exist, or a stack has no step of its own.
    """
    documents = cases(asked, subject)
    formats = list(dict.fromkeys(_format(case) for _, rows in documents for case in rows))
    names = asked.stacks or (STACKS if len(formats) == 1 else OF_ALL)
    chosen: Sequence[Chosen] = [labelled(s) for s in plan.choose(names, explicit=bool(asked.stacks))]
    for stack in chosen:
        if not best.is_chosen(stack.engine) and not stack.python:
            stacks.check(stack.engine, subject.catalogue)
    trials = dict.fromkeys(stack.engine for stack in chosen if best.is_chosen(stack.engine))
    if choose and trials:
        say(f"choosing the engines of the stack {' and of '.join(trials)}")
        chosen = resolved(chosen, [case for _, rows in documents for case in rows], subject)
    several = f"exchange-{ALL}" if asked.every else "exchange"
    target = formats[0] if len(formats) == 1 else several
    wanted = plan.make(target, chosen, documents, rounds=asked.rounds, seed=subject.seed)
    planned = wanted.keep(lambda stack, case: takes_part(stack, case, subject))
    for stack in chosen:
        if asked.stacks and stack not in planned.stacks:
            raise UsageError(
                f"stack {stack.name} has no step of its own in {', '.join(formats)}; "
                "see: python -m canonbench list engines"
            )
    return _whole(planned, wanted)


def labelled(stack: Chosen) -> Chosen:
    """Return a stack with a name that its file can have, be it written out or not."""
    written = stacks.is_assignment(stack.engine) and not stack.python
    return replace(stack, name=stacks.label(stack.engine) + AGAIN * stack.again) if written else stack


def _format(case: Case) -> str:
    return case.target.rpartition(".")[0]


def resolved(chosen: Iterable[Chosen], rows: Iterable[Case], subject: Subject) -> list[Chosen]:
    """Return the stacks with the engines of ``best`` in place; without them where nothing can be exchanged.

    Raises:
        CanonbenchError: nothing can be exchanged, and there is no other stack whose gate would say so.
    """
    whole = [case for case in rows if (case.state, case.view) == ("warm", "bare")]
    given, errors = _requests(whole, subject)
    engines = {
        name: best.best(whole, given, subject.catalogue, own=name == best.NAME)
        for name in dict.fromkeys(stack.engine for stack in chosen if best.is_chosen(stack.engine))
    }
    kept = [stack for stack in chosen if engines.get(stack.engine, stack.engine)]
    if not kept:
        raise errors[0]
    return [replace(stack, engine=engines.get(stack.engine, stack.engine)) for stack in kept]


def _requests(
    whole: Iterable[Case], subject: Subject
) -> tuple[dict[Case, roles.Requests], list[CanonbenchError]]:
    """Return the requests of every role, and why a document that cannot be exchanged has none."""
    errors: list[CanonbenchError] = []
    documents = {document.name: document for document in subject.documents}
    made: dict[Any, Mapping[str, roles.Requests]] = {}
    found: dict[Case, roles.Requests] = {}
    for case in whole:
        key = (_format(case), case.document, case.factors)
        if key not in made:
            document, shown = documents[case.document], roles.disclose(case)
            try:
                made[key] = requests.make(key[0], document, roles.variant(case), shown, subject.seed)
            except CanonbenchError as error:
                made[key] = {}
                errors.append(error)
        role = roles.role(case).role
        if role in made[key]:
            found[case] = made[key][role]
    return found, errors


def takes_part(stack: Chosen, case: Case, subject: Subject) -> bool:
    """Tell whether ``stack`` has a row for ``case``; one under another interpreter is asked by the gate."""
    if stack.again and (case.view, case.state) != ("bare", "warm"):
        return False
    if _is_peer(stack, case, subject):
        cold = case.state == "cold-context" and role_engines.caches(stack.engine, case, subject.catalogue)
        return case.view in {"bare", "single"} and (case.state == "warm" or cold)
    if best.is_chosen(stack.engine) or stack.python:
        return True
    if not role_engines.takes_part(stack.engine, case, subject.catalogue):
        return False
    return case.state != "cold-context" or role_engines.caches(stack.engine, case, subject.catalogue)


def _is_peer(stack: Chosen, case: Case, subject: Subject) -> bool:
    """Tell whether a stack does the role of ``case`` in one call, without steps."""
    try:
        chosen = best.is_chosen(stack.engine)
        return not chosen and role_engines.peer(stack.engine, case, subject.catalogue) is not None
    except EngineUnavailable:
        return False


def _whole(planned: Plan, wanted: Plan) -> Plan:
    """Return the plan with the formats that no stack has a step of its own in, done by the default stack."""
    name = DEFAULTS[0]
    default = next((s for s in planned.stacks if s.name == name), Chosen(name, name, explicit=False))
    there = {(cell.document, _format(case)) for cell in planned.cells for case in cell.cases}
    cells = list(planned.cells)
    for document in wanted.documents:
        every = next(cell.cases for cell in wanted.cells if cell.document == document)
        rest = tuple(c for c in every if (document, _format(c)) not in there and c.state == "warm")
        cells += [Cell(default, document, rest)] if rest else []
    return replace(planned, cells=tuple(cells))
