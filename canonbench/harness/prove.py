"""The gate's child: one engine proves its outputs, in a process of its own that may be killed.

``python -m canonbench.harness.prove`` reads one JSON object on standard input and writes one a line on
standard output: a greeting with the engine's facts and what it offers, then for every case a line before it
starts and a line with its outcome. Whatever a library prints goes to standard error.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from canonbench import suites
from canonbench.errors import (
    CanonbenchError,
    EnginesDisagree,
    EngineUnavailable,
    SpecError,
    UsageError,
    VerificationFailed,
    WorkLimitExceeded,
    one_line,
)
from canonbench.harness import codec, environment, peers, plugins, role_engines, roles
from canonbench.harness.inputs import Inputs, base, check
from canonbench.harness.loops import FLOOR, Timed, calibrate
from canonbench.harness.proof import problem
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.runtimes.faults import RuntimeFault
from canonbench.stages import STAGES

__all__ = ["first_difference", "main", "prove", "serve"]

Line = dict[str, Any]

_TELLING = 40
"""Characters of a normal form from which on two different inputs do not give the same by chance."""


def first_difference(expected: str, found: str) -> tuple[int, str, str]:
    """Return the number (from 1) of the first line that differs, and both lines, empty where one has none."""
    lines, others = expected.split("\n"), found.split("\n")
    for number, (line, other) in enumerate(zip(lines, others, strict=False), 1):
        if line != other:
            return number, line, other
    shorter = min(len(lines), len(others))
    return shorter + 1, "".join(lines[shorter : shorter + 1]), "".join(others[shorter : shorter + 1])


def prove(engine: Engine[Any, Any], case: Case, inputs: Inputs) -> Line:
    """Return the outcome of ``engine`` on the input of ``case``.

    The output must be the expected one, twice: on the very same argument, unless the engine says that it
    changes it. The neutral input must be as it was. Random outputs must verify, and a verifier must refuse
    what was tampered with (``canonbench.harness.proof``).
    """
    entry, stage = inputs.entry(case), engine.stage
    text = inputs.text(entry.input)
    value = codec.load(text)
    enter = engine.entry()
    argument = enter(value)
    output = engine.leave(engine.run(argument))
    found = stage.normal(output)
    again = stage.normal(engine.leave(engine.run(enter(value) if engine.consumes else argument)))
    wrong = problem(engine, value, output)
    if wrong:
        return {"outcome": "differs", "reason": wrong}
    if not entry.expected:
        return {"outcome": "ok", "normal": found}
    if codec.digest(found) != entry.expected:
        return _differs(inputs.text(entry.expected), found, "")
    if again != found:
        return _differs(found, again, "a second call on the same input gives another output")
    if codec.dump(value) != text:
        wrong = "the neutral input was changed"
    elif _is_constant(engine, text, found):
        wrong = "another input gives the very same output"
    return {"outcome": "differs", "reason": wrong} if wrong else {"outcome": "ok"}


def _is_constant(engine: Engine[Any, Any], text: str, found: str) -> bool:
    """Tell whether ``engine`` gives ``found``, too, for the inputs of its stage that canonbench carries.

    A verifier says the same of all that is right, and short answers (the name of an algorithm, or nothing
    where there is nothing to do) may well be the same.
    """
    if engine.stage.tampered is not None or engine.stage.name not in STAGES or len(found) < _TELLING:
        return False
    run = engine.neutral()
    for vector in suites.read(suites.OWN):
        if vector.stage != engine.stage.name or vector.refuse is not None:
            continue
        given = vector.arrange()
        if codec.dump(given) == text:
            continue
        try:
            return engine.stage.normal(run(given)) == found
        except Exception:  # noqa: BLE001 - a library that fails on it gives no constant
            return False
    return False


def _differs(expected: str, found: str, reason: str) -> Line:
    number, line, other = first_difference(expected, found)
    return {
        "outcome": "differs",
        "reason": f"{reason or 'the output differs'}, first in line {number}",
        "line": number,
        "digest": codec.digest(other),
        "expected_line": line,
        "found_line": other,
    }


def _outcome(  # noqa: PLR0911 - one for each way in which an engine may fail
    engine: Callable[[Case], Engine[Any, Any]],
    cases: Sequence[Case],
    inputs: Inputs,
    min_time: float,
    made: Callable[[Case], Line] | None = None,
) -> Line:
    """Return the outcome of ``cases`` of one input; ``made`` proves what no output can be compared with."""
    try:
        line = made(cases[0]) if made else prove(engine(cases[0]), cases[0], inputs)
        if line["outcome"] == "ok" and min_time:
            expected = "" if made else inputs.entry(cases[0]).expected
            line["loops"] = {
                case.name: _loops(engine(case), case, inputs, expected, min_time)
                for case in cases
                if case.view != "single"
            }
    except WorkLimitExceeded as error:
        return {"outcome": "over budget", "reason": "work limit", "detail": str(error)}
    except EngineUnavailable as error:
        return {"outcome": "unavailable", "reason": str(error)}
    except EnginesDisagree as error:
        return {"outcome": "differs", "reason": "a later call gives another output", "detail": str(error)}
    except SpecError as error:
        code = getattr(error, "code", "")
        reason = f"{type(error).__name__}{': ' + code if code else ''}"
        return {"outcome": "refused", "reason": reason, "detail": str(error)}
    except RuntimeFault as error:
        kind = "over budget" if error.kind == "late" else "crashed"
        return {"outcome": kind, "reason": str(error), "detail": error.said}
    except VerificationFailed as error:
        return {"outcome": "refused", "reason": "VerificationFailed", "detail": str(error)}
    except Exception as error:  # noqa: BLE001 - a library may fail in any way
        return {
            "outcome": "crashed",
            "reason": f"raised {type(error).__name__}",
            "detail": one_line(error),
        }
    return line


def _loops(engine: Engine[Any, Any], case: Case, inputs: Inputs, expected: str, min_time: float) -> int:
    timed = Timed(
        engine,
        lambda: inputs.value(case),
        lambda output: check(engine.stage, case, expected, output) if expected else None,
        cold=case.state == "cold-context",
        fresh=engine.name != FLOOR,
        chunk=inputs.entry(case).chunk,
    )
    loops = calibrate(timed.measure, min_time)
    timed.finish()
    return loops


def serve(request: Mapping[str, Any]) -> Iterator[Line]:
    """Give the lines of the answer to ``request``.

    ``request`` has ``engine``, ``plugins`` (paths), ``inputs`` (a folder), ``cases`` (names) and ``min_time``
    (seconds to calibrate loops for, 0 not to).
    """
    name, files = request["engine"], [Path(file) for file in request["plugins"]]
    try:
        catalogue = plugins.catalogue(files, name)
        engines = catalogue.load(name)
        elsewhere = next((engine.remote for engine in engines.values() if engine.remote is not None), None)
        facts = elsewhere.facts() if elsewhere is not None else {}
    except (EngineUnavailable, UsageError, RuntimeFault) as error:
        yield {"unavailable": str(error)}
        return
    brought = next((plugins.source(file) for file in files if name in catalogue.extra), "")
    offers = {stage: {"cache": engine.cache is not None} for stage, engine in engines.items()}
    asked = [Case.parse(case) for case in request["cases"]]
    offers |= {
        case.target: {"cache": role_engines.caches(name, case, catalogue)}
        for case in asked
        if roles.is_role(case.target)
    }
    yield {"facts": {**environment.engine_facts(name, brought), **facts}, "offers": offers}
    inputs = Inputs.read(Path(request["inputs"]))
    groups: dict[str, list[Case]] = {}
    for case in asked:
        able = roles.is_role(case.target) or (case.target in engines and case.target in STAGES)
        if able and base(case) in inputs.cases:
            groups.setdefault(base(case), []).append(case)

    def engine(case: Case) -> Engine[Any, Any]:
        if roles.is_role(case.target):
            return role_engines.engine(name, case, catalogue, timed=False)
        return engines[case.target]

    def made(case: Case) -> Line:
        return peers.prove(name, case, inputs, catalogue)

    for key, cases in groups.items():
        yield {"begin": key}
        proving = made if peers.makes(name, cases[0], catalogue) else None
        yield {"case": key, **_outcome(engine, cases, inputs, request["min_time"], proving)}


def main(write: Callable[[str], Any], request: str) -> int:
    """Answer ``request``, a JSON text, by handing lines of JSON to ``write``."""
    try:
        for line in serve(json.loads(request)):
            write(json.dumps(line) + "\n")
    except CanonbenchError as error:
        write(json.dumps({"unavailable": str(error)}) + "\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8") as answers:
        os.dup2(2, 1)
        raise SystemExit(main(answers.write, sys.stdin.read()))
