"""What does a role of an exchange: a stack, or a library that does the whole role in one call.

A role bound to a stack is an engine of the stage that is the role. The engines of a stack are those of the
distribution it is named after, and the default ones for what that does not offer. A peer is a library that
does a whole role. Its engine is one of the stage with the role's name.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from canonbench import exchanges
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable
from canonbench.harness import roles, stacks
from canonbench.harness.freeze import DEFAULTS, default_stack
from canonbench.harness.roles import Requests
from canonbench.model.case import Case
from canonbench.model.engine import Engine, Measured, Remote
from canonbench.model.use import Neutral, Stack
from canonbench.runs import keys

__all__ = ["caches", "engine", "engines", "metadata", "peer", "takes_part"]


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
    return any(roles.steps(each, default) & own.keys() for each in every)


def peer(name: str, case: Case, catalogue: Catalogue) -> Engine[Any, Any] | None:
    """Return the engine with which ``name`` does the role of ``case`` in one call, on its request; or none.

    Raises:
        UnknownName: there is no such engine.
        EngineUnavailable: it does not load here.
    """
    return None if stacks.is_assignment(name) else catalogue.load(name).get(case.target)


def metadata(name: str, case: Case, catalogue: Catalogue) -> dict[str, str]:
    """Return what a run file says of the role of ``case`` in the stack ``name``: what is done, and how."""
    asked, shown = roles.variant(case), roles.disclose(case)
    if peer(name, case, catalogue) is not None:
        done = {case.target: name}
    else:
        chosen = engines(name, case, catalogue)
        done = {step: chosen[step].name for step in sorted(roles.steps(case, Neutral(chosen)))}
    found = {
        keys.FORMAT: roles.role(case).exchange,
        keys.ROLE: roles.role(case).role,
        keys.KEY_ALGORITHM: asked.algorithm,
        keys.SCOPE: asked.scope,
        keys.BINDING: asked.binding,
        keys.DISCLOSE: str(shown) if isinstance(shown, int) else roles.disclosed(shown),
        keys.STACK_ENGINES: ",".join(f"{step}={by}" for step, by in done.items()),
    }
    return {str(key): value for key, value in found.items()}


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
            stage=roles.stage(case),
            enter=lambda given, *cache: whole.enter(pick(given), *cache),
            remote=None if whole.remote is None else _Picked(whole.remote, pick),
        )
    chosen = engines(name, case, catalogue)
    if not takes_part(name, case, catalogue):
        raise EngineUnavailable(f"engine {name} offers no step of {case.target.rpartition('.')[0]}")
    if case.state == "cold-context":
        return Engine(
            roles.stage(case),
            name,
            run=_call,
            enter=lambda given, run: (run, pick(given)),
            cache=lambda: roles.bound(case, Stack(chosen)),
        )
    return Engine(roles.stage(case), name, run=roles.bound(case, Stack(chosen)), enter=pick)


def caches(name: str, case: Case, catalogue: Catalogue) -> bool:
    """Tell whether the stack ``name`` processes contexts in the role of ``case``, so that cold is a row."""
    whole = peer(name, case, catalogue)
    if whole is not None:
        return whole.cache is not None
    chosen = engines(name, case, catalogue)
    return any(chosen[step].cache is not None for step in roles.steps(case, Neutral(chosen)))


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
