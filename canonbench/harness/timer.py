"""The time function of a case, and what its workers say of it.

The engine is imported in the process that measures it alone, and the first output is checked before a value
counts.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from canonbench.errors import EnginesDisagree
from canonbench.harness import codec, plugins
from canonbench.harness.inputs import Inputs, check
from canonbench.harness.loops import FLOOR, Kept, Timed
from canonbench.harness.prepared import Prepared
from canonbench.harness.single import VIEW, Single
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.runs import keys
from canonbench.runs.keys import Scalar
from canonbench.stages import STAGES

__all__ = ["Timer", "case_version"]

_VERSION = 1


def case_version(case: Case, inputs: Inputs) -> str:
    """Return the digest of what is measured: stage and text, input, expected output, view; 16 hex digits.

    Rows of two case versions measure different things, whatever they are called. What a role's request draws
    at random is no part of it: it is another in every run.
    """
    stage, entry = _stage(case), inputs.entry(case)
    given = entry.fixed or entry.input
    definition = [_VERSION, stage.name, str(stage.text), given, entry.expected, case.state, case.view]
    return codec.digest(json.dumps(definition))[:16]


def _stage(case: Case) -> Stage[Any, Any]:
    """Return the stage, or the role as one, that ``case`` measures."""
    if case.target in STAGES:
        return STAGES[case.target]
    from canonbench.harness import roles  # noqa: PLC0415 - as below

    return roles.stage(case)


@dataclass(frozen=True)
class Timer:
    """Makes the time functions of the cases of an engine, or of a stack."""

    engine: str
    plugins: tuple[Path, ...] = ()

    def __call__(
        self, case: Case, prepared: Prepared, kept: Kept
    ) -> tuple[Callable[[int], float], Mapping[str, Scalar]]:
        """Return the time function of ``case``, and its metadata."""
        if case.target not in STAGES:
            return self._role(case, prepared, kept)
        engine = plugins.catalogue(self.plugins, self.engine).load(self.engine, case.target)[case.target]
        stage, entry = engine.stage, prepared.inputs.entry(case)
        timed = Timed(
            engine,
            lambda: prepared.inputs.value(case),
            lambda output: check(stage, case, entry.expected, output),
            cold=case.state == "cold-context",
            fresh=engine.name != FLOOR,
            chunk=entry.chunk,
            expected=entry.expected,
            kept=kept,
        )
        return _viewed(timed, case), _metadata(case, engine, prepared)

    def _role(
        self, case: Case, prepared: Prepared, kept: Kept
    ) -> tuple[Callable[[int], float], Mapping[str, Scalar]]:
        """Return the time function of a role; its fixed request is proved after the first timed call."""
        from canonbench.harness import peers, role_engines, roles  # noqa: PLC0415 - a worker of a stage imports no exchange
        from canonbench.harness.split import Split  # noqa: PLC0415 - as above
        from canonbench.model.use import Stack  # noqa: PLC0415 - as above

        catalogue = plugins.catalogue(self.plugins, self.engine)
        engine = role_engines.engine(self.engine, case, catalogue, timed=True)
        entry = prepared.inputs.entry(case)
        metadata = {
            **_metadata(case, engine, prepared),
            **role_engines.metadata(self.engine, case, catalogue),
        }

        def prove(_output: Any) -> None:
            # Made here, so that a child of another runtime is gone before anything is timed.
            proving = role_engines.engine(self.engine, case, catalogue, timed=False)
            if peers.makes(self.engine, case, catalogue):
                made = proving.neutral()(prepared.inputs.value(case))
                if wrong := peers.problem(self.engine, case, prepared.inputs, made, catalogue):
                    raise EnginesDisagree(f"{case.target} of {self.engine}: {wrong}; nothing is measured")
                return
            check(proving.stage, case, entry.expected, proving.neutral()(prepared.inputs.value(case)))

        if case.view == "split":
            prove(None)
            chosen = role_engines.engines(self.engine, case, catalogue)
            request = prepared.inputs.value(case).timed
            split = Split(lambda use: roles.bound(case, use), lambda: Stack(chosen), request, kept=kept)
            return split, metadata
        cold = case.state == "cold-context"
        timed = Timed(
            engine, lambda: prepared.inputs.value(case), prove, cold=cold, chunk=entry.chunk, kept=kept
        )
        return _viewed(timed, case), metadata


def _viewed(timed: Timed, case: Case) -> Callable[[int], float]:
    """Return the time function of ``case`` by its view: values of many calls, or calls one by one."""
    return Single(timed) if case.view == VIEW else timed


def _metadata(case: Case, engine: Engine[Any, Any], prepared: Prepared) -> dict[str, Scalar]:
    """Return what all workers of ``case`` say, as the table in ``runs.keys`` has it."""
    stage, entry = engine.stage, prepared.inputs.entry(case)
    document = prepared.inputs.documents[case.document]
    found: dict[str, Scalar] = {
        keys.STAGE: stage.name,
        keys.PART_OF: stage.part_of or "",
        keys.TEXT: str(stage.text),
        keys.ENGINE: engine.name,
        keys.STACK: engine.name,
        keys.ALGORITHM: engine.algorithm,
        keys.DOCUMENT: case.document,
        keys.DOCUMENT_SHA256: document.sha256,
        keys.DOCUMENT_BYTES: document.size,
        keys.DOCUMENT_QUADS: document.quads,
        keys.DOCUMENT_BLANK_NODES: document.blank_nodes,
        keys.CONTEXTS_SHA256: document.contexts_sha256,
        keys.OUTPUT_SHA256: entry.expected,
        keys.OUTPUT_BYTES: entry.output_size or "",
        keys.FACTORS: ",".join(f"{name}={value}" for name, value in case.factors),
        keys.STATE: "" if case.state == "warm" else case.state,
        keys.VIEW: "" if case.view == "bare" else case.view,
        keys.DECIDES: "wall" if stage.wall or case.view == VIEW else "cpu",
        keys.CASE_VERSION: case_version(case, prepared.inputs),
        keys.GC: "enabled",
        keys.HEAP: "frozen" if engine.remote is None else "plain",
        **prepared.facts,
    }
    return {str(key): value for key, value in found.items() if value != ""}
