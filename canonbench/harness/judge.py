"""The child of ``check``: one engine is judged by the vectors of the suites, in a process that may be killed.

``python -m canonbench.harness.judge`` reads one JSON object on standard input and writes one a line on
standard output: for every vector a line before it starts and a line with its outcome.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from canonbench import suites
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, one_line
from canonbench.model.engine import Engine
from canonbench.runtimes.faults import RuntimeFault
from canonbench.suites import Vector

__all__ = ["judge", "serve"]

_STRICT = ("canonbench", "reference")
"""Engines that must give the very error code that a suite names; a library's own codes are its own."""


def judge(engine: Engine[Any, Any], vector: Vector) -> str | None:
    """Return ``None`` if ``engine`` does what ``vector`` asks, else what it does instead, in one line.

    Raises:
        EngineUnavailable: the engine does not do this kind of input at all.
    """
    try:
        output = engine.neutral()(vector.arrange())
    except EngineUnavailable:
        raise
    except RuntimeFault as error:
        return f"{error}{': ' + error.said if error.said else ''}"
    except Exception as error:  # noqa: BLE001 - a library may fail in any way
        problem = one_line(error)
        if vector.refuse is None:
            return problem
        code = getattr(error, "code", "")
        if vector.refuse and engine.name in _STRICT and code != vector.refuse:
            return f"refused with {code or problem!r}, must be {vector.refuse!r}"
        return None
    if vector.refuse is not None:
        return f"accepted, must be refused{f' with {vector.refuse!r}' if vector.refuse else ''}"
    return vector.judge(output)


def serve(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the lines of the answer to ``request``.

    ``request`` has ``engine``, ``suite``, ``root`` (the suite's folder, empty for what canonbench carries),
    ``stages`` (those to judge, ``None`` for all) and ``after``: how many vectors to pass over, those that a
    child was killed at and those before.
    """
    try:
        engines = Catalogue.installed().load(request["engine"])
    except EngineUnavailable as error:
        yield {"unavailable": str(error)}
        return
    root = Path(request["root"]) if request["root"] else None
    for number, vector in enumerate(suites.read(request["suite"], root)):
        wanted = request["stages"] is None or vector.stage in request["stages"]
        if number < request["after"] or vector.stage not in engines or not wanted:
            continue
        yield {"begin": number, "name": vector.name}
        try:
            wrong = judge(engines[vector.stage], vector)
        except EngineUnavailable as error:
            yield {"case": number, "name": vector.name, "skipped": str(error)}
            continue
        yield {"case": number, "name": vector.name, "wrong": wrong}


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8") as answers:
        os.dup2(2, 1)
        for line in serve(json.load(sys.stdin)):
            answers.write(json.dumps(line) + "\n")
