"""Stacks of exchanges: what one is called, and which engines that chooses.

==========================================  ===============================================================
``pyld``                                    that engine wherever it offers a stage, else the default one
``jsonld.to_quads=pyld,eddsa.sign=pynacl``  these engines for these stages, else the default ones
``mdoc:pynacl,sd-jwt-vc:eddsa.sign=pynacl`` the same for each format by itself: how ``best`` is written down
==========================================  ===============================================================
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, UsageError
from canonbench.model.engine import Engine
from canonbench.stages import STAGES, stage

__all__ = ["Part", "check", "chosen", "is_assignment", "known", "label", "names", "parts", "write"]

_LONGEST = 120


class Part(NamedTuple):
    """One choice of a stack: ``engine`` for ``stage`` of ``exchange``; empty is every one of them."""

    exchange: str
    stage: str
    engine: str


def is_assignment(name: str) -> bool:
    """Tell a stack that is written out from the name of an engine."""
    return "=" in name or ":" in name


def parts(name: str) -> tuple[Part, ...]:
    """Return the choices of the stack ``name``."""
    found = []
    for part in name.split(","):
        exchange, _, choice = part.rpartition(":")
        stage, _, engine = choice.rpartition("=")
        found.append(Part(exchange, stage, engine))
    return tuple(found)


def write(choices: Iterable[Part]) -> str:
    """Return the name of the stack of ``choices``, which ``parts`` reads."""
    return ",".join(
        f"{exchange}{':' if exchange else ''}{stage}{'=' if stage else ''}{engine}"
        for exchange, stage, engine in choices
    )


def label(name: str) -> str:
    """Return what the stack ``name`` is called in a table and a file: itself, if a file can be called so."""
    short = name.replace(":", "+")
    return short if len(short) <= _LONGEST else f"stack-{sha256(name.encode()).hexdigest()[:8]}"


def names(name: str) -> tuple[str, ...]:
    """Return the engines that the stack ``name`` chooses, each once, in order."""
    return tuple(dict.fromkeys(part.engine for part in parts(name)))


def check(name: str, catalogue: Catalogue) -> None:
    """Make sure that every engine and stage of the stack ``name`` exists, and loads.

    Raises:
        UnknownName: one does not exist.
        EngineUnavailable: an engine does not load here.
        UsageError: an engine does not offer the stage that it was chosen for.
    """
    for part in parts(name):
        offered = catalogue.load(part.engine)
        if part.stage and stage(part.stage).name not in offered:
            able = ", ".join(offered)
            raise UsageError(f"--stack {part.stage}={part.engine}: {part.engine} offers only {able}")


def chosen(name: str, exchange: str, catalogue: Catalogue) -> Mapping[str, Engine[Any, Any]]:
    """Return the engines that the stack ``name`` chooses for ``exchange``, by stage, without default ones.

    Raises:
        UnknownName: there is no such engine.
        EngineUnavailable: an engine does not load here, or runs in another runtime: a role is one process.
    """
    found: dict[str, Engine[Any, Any]] = {}
    for part in parts(name):
        if part.exchange not in {"", exchange}:
            continue
        offered = catalogue.load(part.engine)
        if any(engine.remote is not None for engine in offered.values()):
            raise EngineUnavailable(
                f"engine {part.engine} runs in another runtime: it is timed by stages and whole roles, "
                "and is no step of a role"
            )
        found |= {part.stage: offered[part.stage]} if part.stage in offered else {}
        found |= offered if not part.stage else {}
    return found


def known(catalogue: Catalogue, name: str) -> Catalogue:
    """Return ``catalogue`` with the stack ``name`` as one more engine, if it is written out.

    It then offers what any of its choices offers, each for one stage.

    Raises:
        UnknownName: there is no such engine.
        EngineUnavailable: an engine does not load here.
    """
    if not is_assignment(name):
        return catalogue
    offered = {
        engine.stage.name: engine
        for part in parts(name)
        for engine in catalogue.load(part.engine).values()
        if part.stage in {"", engine.stage.name} and engine.stage.name in STAGES
    }
    extra = {**catalogue.extra, name: tuple(offered.values())}
    return replace(catalogue, extra=MappingProxyType(extra))
