"""Roles of exchanges as stages, so that freeze, gate, leaf and conductor take them as any other.

A role is a stage that is named after it. Its input is two requests: one with every random byte fixed, by
which the gate proves that all stacks give the very same octets, and one that draws from the operating system,
which is what is timed. What does a role is an engine: ``canonbench.harness.role_engines``.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from canonbench import exchanges
from canonbench.engines import Catalogue
from canonbench.harness.freeze import default_stack
from canonbench.model.case import Case
from canonbench.model.exchange import ROLES, Role, Variant
from canonbench.model.stage import Stage
from canonbench.model.use import Use
from canonbench.stages import stage as named

__all__ = [
    "Changed",
    "Requests",
    "bound",
    "disclose",
    "disclosed",
    "is_role",
    "role",
    "stage",
    "steps",
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
    return exchange in exchanges.FORMATS and name in ROLES


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


def bound(case: Case, use: Use) -> Callable[[Any], Any]:
    """Bind the role of ``case`` to ``use``: straight-line code from a request to its answer."""
    return role(case).bind(use, variant(case))


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
