"""What differs between where a run was measured and where it is measured again: a line each."""

from collections.abc import Iterator, Mapping
from typing import Any

from canonbench.documents.corpus import Document
from canonbench.errors import CanonbenchError
from canonbench.harness import environment
from canonbench.harness.plan import Chosen, Plan
from canonbench.harness.subject import Subject

__all__ = ["differences", "replanned"]

_PASSING = frozenset({"kind", "load", "engines", "documents", "contexts", "libraries", "machine"})
_FACTS = ("engine_version", "engine_source")


def replanned(said: Mapping[str, Any], planned: Plan) -> Iterator[str]:
    """Give a line for what the plan record ``said`` of an earlier run has otherwise than ``planned``."""
    engines = {stack["name"]: stack["engine"] for stack in said["stacks"]}
    for stack in planned.stacks:
        if stack.name in engines:
            yield from _line(f"engines of stack {stack.name}", engines[stack.name], stack.engine)
    before = {(cell[0], name) for cell in said["cells"] for name in cell[2]}
    now = {(cell.stack.name, case.name) for cell in planned.cells for case in cell.cases}
    if gone := len(before - now):
        yield f"plan: {gone} rows of then are not in it now"


def differences(before: Mapping[str, Any], planned: Plan, subject: Subject) -> Iterator[str]:
    """Give a line for everything of the environment record ``before`` that is otherwise here.

    Machine, system and Python first, then libraries and engines, then documents and contexts.
    """
    here = environment.machine_facts()
    for name in sorted((before.keys() | here.keys()) - _PASSING):
        yield from _line(name, before.get(name), here.get(name))
    libraries = before.get("libraries", {})
    for name, version in here["libraries"].items():
        yield from _line(name, libraries.get(name), version)
    engines = before.get("engines", {})
    for stack in planned.stacks:
        if not stack.again and not stack.python:
            yield from _of_engine(stack, engines.get(stack.name))
    documents = before.get("documents", {})
    for document in subject.documents:
        if document.name in documents:
            yield from _of_document(document, documents[document.name])


def _line(name: str, was: Any, now: Any) -> Iterator[str]:
    if was != now:
        yield f"{name}: was {_shown(was)}, is {_shown(now)}"


def _shown(value: Any) -> str:
    return "unknown" if value in (None, "") else str(value)


def _of_engine(stack: Chosen, was: Mapping[str, str] | None) -> Iterator[str]:
    if was is None:
        yield f"stack {stack.name}: was not measured then"
        return
    if not was:
        return
    try:
        now = environment.engine_facts(stack.engine)
    except CanonbenchError as error:
        yield str(error)
        return
    for name in _FACTS:
        yield from _line(f"{name} of {stack.name}", was.get(name), now.get(name))


def _of_document(document: Document, was: Mapping[str, Any]) -> Iterator[str]:
    yield from _line(f"document {document.name}", was.get("sha256"), document.sha256)
    yield from _line(f"contexts of {document.name}", was.get("contexts_sha256"), document.contexts_sha256)
