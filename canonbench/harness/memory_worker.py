"""The child of ``canonbench memory``: one call of one case under memray, in a process of its own.

``python -m canonbench.harness.memory_worker`` reads one JSON object on standard input and writes one line of
JSON on standard output. Set-up and warm-up lie outside the tracker: the input is read and entered, the engine
has been called on an equal input and its output was proved. A process measures one call and ends, since the
peak of a process cannot be taken back and what an earlier call left behind would be missing from it.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from canonbench.errors import CanonbenchError, EngineUnavailable
from canonbench.harness import plugins, role_engines, roles
from canonbench.harness.inputs import Inputs, check
from canonbench.harness.loops import FLOOR, Kept
from canonbench.harness.prepared import Prepared
from canonbench.harness.timer import Timer
from canonbench.model.case import Case, View
from canonbench.model.engine import Engine, identity
from canonbench.model.use import Stack
from canonbench.runs import keys
from canonbench.runs.keys import Scalar

__all__ = ["BYTES", "COUNTS", "measure", "serve"]

BYTES: tuple[View, ...] = ("peak", "allocated")
COUNTS: tuple[View, ...] = ("allocations",)


def serve(request: Mapping[str, Any]) -> dict[str, Any]:
    """Measure what ``request`` asks for and return the answer, a JSON object.

    ``request`` has ``engine``, ``plugins`` (paths), ``inputs`` (a folder), ``facts`` (metadata), ``case`` (a
    name), ``warmups`` (calls before the one that counts), ``native``, ``capture`` (the file to write), and
    either ``empty`` (amounts of a call that does nothing) with ``bytes`` and ``counts`` (pyperf files to
    write), or none of these: then a call that does nothing is measured.

    The answer has ``amounts`` (peak bytes, allocated bytes, allocations; less ``empty``), ``by_size`` and
    ``by_count`` (places), or ``unavailable``, the reason why there are none. If ``steps`` is asked for, with
    ``empty``, it has ``steps`` of the role instead, each ``stage``, ``of``, ``calls`` and its amounts.
    """
    try:
        import memray  # noqa: F401, PLC0415 - it is not everywhere
    except ImportError:
        return {"unavailable": "that Python has no memray: pip install memray (there is none for Windows)"}
    try:
        return measure(request)
    except EngineUnavailable as error:
        return {"unavailable": str(error)}


def measure(request: Mapping[str, Any]) -> dict[str, Any]:
    """Do what ``serve`` describes, where memray is.

    Raises:
        EnginesDisagree: an output is not what was proved.
        EngineUnavailable: the engine does not load, or runs in another runtime.
    """
    from canonbench.harness import memory_capture as under  # noqa: PLC0415 - where memray is

    begin = time.perf_counter()
    case, name = Case.parse(request["case"]), request["engine"]
    paths = tuple(Path(path) for path in request["plugins"])
    prepared = Prepared((case,), Inputs.read(Path(request["inputs"])), facts=request["facts"])
    engine = _engine(name, case, paths)
    if engine.remote is not None:
        raise EngineUnavailable(f"engine {name} runs in another runtime: memray sees only this one")
    make = _maker(engine, case, lambda: prepared.inputs.value(case))
    argument = make()
    _prove_role(name, case, paths, prepared)
    for _ in range(request["warmups"]):
        _prove(engine, case, prepared, engine.leave(engine.run(make())))
    capture, native = Path(request["capture"]), request["native"]
    if request.get("steps"):
        return {"steps": _steps(request, case, paths, prepared)}
    if "empty" not in request:
        found, _ = under.capture(identity, argument, capture, native=native)
        return {"amounts": found.amounts}
    found, result = under.capture(engine.run, argument, capture, native=native)
    _prove(engine, case, prepared, engine.leave(result))
    amounts = under.net(found.amounts, under.Amounts(*request["empty"]))
    _, metadata = Timer(name, paths)(case, prepared, Kept())
    about = {**metadata, **_about(request), "duration": time.perf_counter() - begin}
    for unit, views, place in (("byte", BYTES, "bytes"), ("integer", COUNTS, "counts")):
        values = {view: getattr(amounts, view) for view in views}
        _write(Path(request[place]), unit, case, values, about)
    return {"amounts": amounts, "by_size": found.by_size, "by_count": found.by_count}


def _engine(name: str, case: Case, paths: tuple[Path, ...]) -> Engine[Any, Any]:
    catalogue = plugins.catalogue(paths, name)
    if roles.is_role(case.target):
        return role_engines.engine(name, case, catalogue, timed=True)
    return catalogue.load(name, case.target)[case.target]


def _maker(engine: Engine[Any, Any], case: Case, load: Callable[[], Any]) -> Callable[[], Any]:
    """Return what makes an argument for one call, on the terms of timing.

    A string keeps its UTF-8 form once somebody has asked, so a stage gets an input that is read anew for
    every call. Where there is a context cache, as in a role, all calls have one input, since a cache may know
    a context by its identity; the cache is shared, unless it is to be cold.
    """
    if engine.cache is None and not roles.is_role(case.target) and engine.name != FLOOR:
        return lambda: engine.entry()(load())
    value = load()
    if case.state == "cold-context":
        return lambda: engine.entry()(value)
    entry = engine.entry()
    return lambda: entry(value)


def _steps(
    request: Mapping[str, Any], case: Case, paths: tuple[Path, ...], prepared: Prepared
) -> list[dict[str, Any]]:
    """Return what each step of a role allocates where it stands; a warm-up is a whole call."""
    from canonbench.harness.memory_capture import Amounts  # noqa: PLC0415 - where memray is
    from canonbench.harness.memory_steps import Steps  # noqa: PLC0415 - as above

    name = request["engine"]
    chosen = role_engines.engines(name, case, plugins.catalogue(paths, name))
    use = Steps(Stack(chosen), Path(request["capture"]), Amounts(*request["empty"]), native=request["native"])
    run = roles.bound(case, use)
    asked = prepared.inputs.value(case).timed
    for _ in range(request["warmups"]):
        run(asked)
    use.start()
    run(asked)
    return [asdict(step) for step in use.steps]


def _prove_role(name: str, case: Case, paths: tuple[Path, ...], prepared: Prepared) -> None:
    """Prove a role on its fixed request: what is measured draws random bytes, so its answer cannot be."""
    if roles.is_role(case.target):
        proving = role_engines.engine(name, case, plugins.catalogue(paths, name), timed=False)
        expected = prepared.inputs.entry(case).expected
        check(proving.stage, case, expected, proving.neutral()(prepared.inputs.value(case)))


def _prove(engine: Engine[Any, Any], case: Case, prepared: Prepared, output: Any) -> None:
    """Refuse an output of a stage that is not the proved one."""
    if not roles.is_role(case.target):
        check(engine.stage, case, prepared.inputs.entry(case).expected, output)


def _about(request: Mapping[str, Any]) -> dict[str, Scalar]:
    warm = request["warmups"]
    return {
        str(keys.HASH_SEED): os.environ.get("PYTHONHASHSEED", "random"),
        str(keys.MEMORY_EMPTY): keys.join(request["empty"]),
        str(keys.MEMORY_WARMUPS): warm,
        str(keys.MEMORY_NATIVE): "yes" if request["native"] else "no",
    }


def _write(
    path: Path, unit: str, case: Case, values: Mapping[View, int], metadata: Mapping[str, Scalar]
) -> None:
    """Write a pyperf file with a benchmark for each value; pyperf has none for 0 and less, so nor has it."""
    import pyperf  # noqa: PLC0415 - not before the call that counts

    runs = [
        pyperf.Run(
            [value],
            metadata={
                **metadata,
                str(keys.NAME): replace(case, view=view).name,
                str(keys.VIEW): view,
                str(keys.UNIT): unit,
                str(keys.LOOPS): 1,
            },
        )
        for view, value in values.items()
        if value > 0
    ]
    if runs:
        pyperf.BenchmarkSuite([pyperf.Benchmark([run]) for run in runs]).dump(str(path))


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        try:
            answer = serve(json.load(sys.stdin))
        except CanonbenchError as error:
            raise SystemExit(f"canonbench: {error}") from error
        answers.write(json.dumps(answer) + "\n")
