"""Roles of exchanges as stages and engines, so that freeze, gate, leaf and conductor take them as any other.

A role bound to a stack is an engine of a stage that is named after the role. Its input is two requests: one
with every random byte fixed, by which the gate proves that all stacks give the very same octets, and one that
draws from the operating system, which is what is timed. The engines of a stack are those of the distribution
it is named after, and the default ones for what that does not offer.

A peer is a library that does a whole role in one call. Its engine is one of the stage with the role's name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from canonbench import exchanges
from canonbench.documents.facts import unsecured
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError, EngineUnavailable
from canonbench.harness import codec, stacks
from canonbench.harness.freeze import DEFAULTS, Frozen, Material, Refusal, default_stack
from canonbench.harness.inputs import Entry, Facts, Inputs, Writer, base
from canonbench.model.case import Case
from canonbench.model.engine import Engine, Measured, Remote
from canonbench.model.exchange import Role, Variant
from canonbench.model.stage import Stage
from canonbench.model.use import Neutral, Stack, Use
from canonbench.runs import keys
from canonbench.specs.jsonld import to_quads
from canonbench.specs.rdf import is_blank
from canonbench.stages import stage as named

__all__ = [
    "Changed",
    "Requests",
    "bound",
    "caches",
    "disclose",
    "disclosed",
    "engine",
    "engines",
    "facts_of",
    "freeze",
    "is_role",
    "metadata",
    "peer",
    "requests",
    "role",
    "stage",
    "steps",
    "takes_part",
    "variant",
]

_VERIFY = "verify"


class Requests(NamedTuple):
    """The requests of one role: ``fixed`` is proved, ``timed`` is measured."""

    fixed: Any
    timed: Any


class Changed(NamedTuple):
    """Requests of a verifier that it must refuse, and what was done to them."""

    fixed: Any
    timed: Any
    name: str


def is_role(target: str) -> bool:
    """Tell a role (``"mdoc.verify"``) from a stage (``"mdoc.validate_mso"``)."""
    exchange, _, name = target.rpartition(".")
    return exchange in exchanges.FORMATS and name in {"issue", "present", "verify"}


def role(case: Case) -> Role:
    """Return the role that ``case`` measures."""
    exchange, _, name = case.target.rpartition(".")
    return next(each for each in exchanges.load(exchange).roles.values() if each.role == name)


def variant(case: Case) -> Variant:
    """Return the variant of the exchange that the factors of ``case`` name."""
    factors = dict(case.factors)
    default = exchanges.variants(case.target.rpartition(".")[0])[0]
    return Variant(
        factors.get("algorithm", default.algorithm),  # type: ignore[arg-type]  # checked when it was planned
        factors.get("scope", default.scope),  # type: ignore[arg-type]  # checked when it was planned
        factors.get("binding", default.binding),  # type: ignore[arg-type]  # checked when it was planned
    )


def stage(case: Case) -> Stage[Any, Any]:
    """Return the stage of ``case``; a role is one, whose verifier must refuse what was tampered with."""
    if not is_role(case.target):
        return named(case.target)
    found = role(case)
    tampered = partial(_tampered, case) if found.role == _VERIFY else None
    return Stage(found.name, found.text, tampered=tampered)


def _tampered(case: Case, given: Requests) -> Iterator[Changed]:
    exchange = exchanges.load(case.target.rpartition(".")[0])
    for each in exchange.tampered(default_stack(Catalogue()), given.fixed, variant(case)):
        yield Changed(each.request, each.request, each.name)


def engines(name: str, case: Case, catalogue: Catalogue) -> Mapping[str, Engine[Any, Any]]:
    """Return the engines of the stack ``name`` for the role of ``case``: its own, else the default ones.

    Raises:
        EngineUnavailable: an engine does not load here, or runs in another runtime.
    """
    own = stacks.chosen(name, case.target.rpartition(".")[0], catalogue)
    return {**default_stack(catalogue).engines, **own}


def takes_part(name: str, case: Case, catalogue: Catalogue) -> bool:
    """Tell whether the stack ``name`` has a step of its own in the exchange of ``case``, or is the default.

    One of its roles is enough: the exchange is then that stack's in all of them, so that they can be added.
    """
    if name == DEFAULTS[0]:
        return True
    exchange = case.target.rpartition(".")[0]
    try:
        own = stacks.chosen(name, exchange, catalogue)
    except EngineUnavailable:
        return False
    default = default_stack(catalogue)
    every = (replace(case, target=each.name) for each in exchanges.load(exchange).roles.values())
    return any(steps(each, default) & own.keys() for each in every)


def peer(name: str, case: Case, catalogue: Catalogue) -> Engine[Any, Any] | None:
    """Return the engine with which ``name`` does the role of ``case`` in one call, on its request; or none.

    Raises:
        UnknownName: there is no such engine.
        EngineUnavailable: it does not load here.
    """
    return None if stacks.is_assignment(name) else catalogue.load(name).get(case.target)


def metadata(name: str, case: Case, catalogue: Catalogue) -> dict[str, str]:
    """Return what a run file says of the role of ``case`` in the stack ``name``: what is done, and how."""
    asked, shown = variant(case), disclose(case)
    if peer(name, case, catalogue) is not None:
        done = {case.target: name}
    else:
        chosen = engines(name, case, catalogue)
        done = {step: chosen[step].name for step in sorted(steps(case, Neutral(chosen)))}
    found = {
        keys.FORMAT: role(case).exchange,
        keys.ROLE: role(case).role,
        keys.KEY_ALGORITHM: asked.algorithm,
        keys.SCOPE: asked.scope,
        keys.BINDING: asked.binding,
        keys.DISCLOSE: str(shown) if isinstance(shown, int) else disclosed(shown),
        keys.STACK_ENGINES: ",".join(f"{step}={by}" for step, by in done.items()),
    }
    return {str(key): value for key, value in found.items()}


def bound(case: Case, use: Use) -> Callable[[Any], Any]:
    """Bind the role of ``case`` to ``use``: straight-line code from a request to its answer."""
    return role(case).bind(use, variant(case))


def engine(name: str, case: Case, catalogue: Catalogue, *, timed: bool) -> Engine[Any, Any]:
    """Return the role of ``case`` with the stack ``name``, as an engine on ``Requests``.

    ``timed`` takes the request that draws from the operating system. A cold context is a stack of its own for
    every call, bound outside the clock.

    Raises:
        EngineUnavailable: the stack's engine does not load here, or offers no stage of this exchange.
    """
    pick = _timed if timed else _fixed
    whole = peer(name, case, catalogue)
    if whole is not None:
        if case.view == "split":
            raise EngineUnavailable(f"engine {name} does {case.target} in one call: it has no steps")
        return replace(
            whole,
            stage=stage(case),
            enter=lambda given, *cache: whole.enter(pick(given), *cache),
            remote=None if whole.remote is None else _Picked(whole.remote, pick),
        )
    chosen = engines(name, case, catalogue)
    if not takes_part(name, case, catalogue):
        raise EngineUnavailable(f"engine {name} offers no step of {case.target.rpartition('.')[0]}")
    if case.state == "cold-context":
        return Engine(
            stage(case),
            name,
            run=_call,
            enter=lambda given, run: (run, pick(given)),
            cache=lambda: bound(case, Stack(chosen)),
        )
    return Engine(stage(case), name, run=bound(case, Stack(chosen)), enter=pick)


def caches(name: str, case: Case, catalogue: Catalogue) -> bool:
    """Tell whether the stack ``name`` processes contexts in the role of ``case``, so that cold is a row."""
    whole = peer(name, case, catalogue)
    if whole is not None:
        return whole.cache is not None
    chosen = engines(name, case, catalogue)
    return any(chosen[step].cache is not None for step in steps(case, Neutral(chosen)))


def disclose(case: Case) -> exchanges.Disclose:
    """Return what the factors of ``case`` disclose: a number, or names and pointers joined by ``+``."""
    asked = dict(case.factors).get("disclose")
    if asked is None:
        return exchanges.FORMATS[case.target.rpartition(".")[0]].disclose
    return int(asked) if asked.isdigit() else tuple(unquote(each) for each in asked.split("+"))


def disclosed(pointers: Iterable[str]) -> str:
    """Return names and JSON pointers as the value of a factor, which ``disclose`` reads.

    What the grammar of a case's name needs for itself is written as in a URL.
    """
    return "+".join(quote(each, safe="") for each in pointers)


class _Picked:
    """A role in another runtime, on one of the two requests."""

    def __init__(self, remote: Remote, pick: Callable[[Requests], Any]) -> None:
        self._remote, self._pick = remote, pick

    def facts(self) -> Mapping[str, str]:
        return self._remote.facts()

    def measure(self, value: Any, *, cold: bool, fresh: bool, chunk: int, expected: str = "") -> Measured:
        picked = self._pick(value)
        return self._remote.measure(picked, cold=cold, fresh=fresh, chunk=chunk, expected=expected)


def _fixed(given: Requests) -> Any:
    return given.fixed


def _timed(given: Requests) -> Any:
    return given.timed


def _call(entered: tuple[Callable[[Any], Any], Any]) -> Any:
    run, request = entered
    return run(request)


class _Asked(Use):
    """A ``use`` that only notes which stages are asked for."""

    def __init__(self, under: Use) -> None:
        self.under, self.names = under, dict[str, None]()

    def __call__(self, asked: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:
        self.names[asked.name] = None
        return self.under(asked, of=of)

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        return self.under.between(before, after)


def steps(case: Case, under: Use) -> frozenset[str]:
    """Return the stages that the role of ``case`` asks ``under`` for."""
    asked = _Asked(under)
    bound(case, asked)
    return frozenset(asked.names)


def freeze(
    cases: Iterable[Case], documents: Iterable[Material], catalogue: Catalogue, folder: Path, seed: int = 0
) -> Frozen:
    """Freeze the requests of the roles among ``cases``, and the default stack's answers to the fixed ones.

    A document that cannot be exchanged, as for data loss, is left out with a ``Refusal``.
    """
    use, writer = default_stack(catalogue), Writer(folder)
    by_name = {document.name: document for document in documents}
    entries: dict[str, Entry] = {}
    refusals: list[Refusal] = []
    made: dict[tuple[str, ...], Mapping[str, Requests]] = {}
    for case in cases:
        document, exchange = by_name[case.document], case.target.rpartition(".")[0]
        key = (exchange, case.document, *(f"{name}={value}" for name, value in case.factors))
        try:
            if key not in made:
                made[key] = requests(exchange, document, variant(case), disclose(case), seed)
            given = made[key][role(case).role]
            text = codec.dump(given)
            output = bound(case, use)(given.fixed)
            expected = stage(case).normal(output)
        except CanonbenchError as error:
            refusals.append(
                Refusal(case.document, case.target, f"refused: {type(error).__name__}", str(error))
            )
            continue
        entries[base(case)] = Entry(
            case.target,
            case.document,
            writer.text(text),
            len(text),
            writer.text(expected),
            output_size=len(output) if isinstance(output, bytes) else 0,
            fixed=codec.digest(codec.dump(given.fixed)),
        )
    facts = {name: facts_of(document) for name, document in by_name.items()}
    inputs = Inputs(folder, entries, facts)
    inputs.write()
    return Frozen(inputs, tuple(refusals))


def facts_of(document: Material) -> Facts:
    """Return what may be known of a document that is exchanged: digests and sizes."""
    if document.kind != "jsonld":
        return Facts(document.sha256, document.size, document.contexts_sha256)
    dataset = to_quads(unsecured(document.value), document.contexts, loss="ignore")
    blank = {term for quad in dataset for term in quad if isinstance(term, str) and is_blank(term)}
    return Facts(document.sha256, document.size, document.contexts_sha256, len(dataset), len(blank))


def requests(
    exchange: str, document: exchanges.Source, asked: Variant, disclose: exchanges.Disclose, seed: int
) -> Mapping[str, Requests]:
    """Make the requests of each role of ``exchange``, by the role's name, with the default stack.

    Raises:
        CanonbenchError: the document cannot be exchanged, as for data loss.
    """
    made = exchanges.load(exchange)
    use = default_stack(Catalogue())
    fixed = made.requests(use, document, asked, disclose, seed)
    timed = made.requests(use, document, asked, disclose, None)
    return {name: Requests(fixed[name], timed[name]) for name in fixed}
