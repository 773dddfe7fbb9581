"""Peers that issue or present: they draw random bytes and sign as they like, so verifying proves them.

What a peer made must be accepted by our *verify*, and by its own where it has one, and give the claims of
what is all ours. A peer that verifies is proved like every engine: by its answer, and by what it must refuse.
"""

from dataclasses import replace
from typing import Any

from canonbench import exchanges
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable
from canonbench.exchanges.peers import unverified
from canonbench.harness import codec, role_engines, roles
from canonbench.harness.freeze import default_stack
from canonbench.harness.inputs import Inputs, base
from canonbench.model.case import Case

__all__ = ["makes", "problem", "prove"]


def makes(name: str, case: Case, catalogue: Catalogue) -> bool:
    """Tell whether ``name`` is a peer that issues or presents in one call, so that this module proves it."""
    whole = roles.is_role(case.target) and roles.role(case).role != "verify"
    return whole and role_engines.peer(name, case, catalogue) is not None


def problem(name: str, case: Case, inputs: Inputs, output: bytes, catalogue: Catalogue) -> str:
    """Return what is wrong with ``output``, which the peer ``name`` gave for the fixed request, else nothing.

    Raises:
        EngineUnavailable: the other roles, by which it is proved, are not among the inputs.
    """
    exchange, variant = exchanges.load(case.target.rpartition(".")[0]), roles.variant(case)
    cases = {
        each: replace(case, target=found.name) for each, found in exchange.roles.items() if each != "issue"
    }
    if any(base(other) not in inputs.cases for other in cases.values()):
        raise EngineUnavailable(f"{case.target} of {name} is proved by all roles: leave out --role")
    requests: dict[str, Any] = {each: inputs.value(other).fixed for each, other in cases.items()}
    use = default_stack(Catalogue())
    present, verify = (exchange.roles[each].bind(use, variant) for each in cases)
    own = role_engines.peer(name, cases["verify"], catalogue)
    verifiers = {"canonbench": verify, **({name: own.neutral()} if own is not None else {})}
    return unverified(output, roles.role(case).role, requests, present, verifiers)


def prove(name: str, case: Case, inputs: Inputs, catalogue: Catalogue) -> dict[str, Any]:
    """Return the outcome of the peer ``name`` on the fixed request of ``case``, twice on the same one."""
    engine = role_engines.engine(name, case, catalogue, timed=False)
    text = inputs.text(inputs.entry(case).input)
    value = codec.load(text)
    argument = engine.entry()(value)
    for _ in range(2):
        wrong = problem(name, case, inputs, engine.leave(engine.run(argument)), catalogue)
        if wrong:
            return {"outcome": "differs", "reason": wrong}
    if codec.dump(value) != text:
        return {"outcome": "differs", "reason": "the neutral input was changed"}
    return {"outcome": "ok"}
