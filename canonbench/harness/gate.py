"""The gate: no engine is timed whose output was not proved equal, on that very input.

Every engine proves itself in a child process of its own, which is killed with all its group when it takes too
long. What it has proved by then counts; it goes on with the next case in a new child.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.harness.ask import ask
from canonbench.harness.inputs import Inputs, Writer, base
from canonbench.harness.plan import Chosen, Plan
from canonbench.model.case import Case

__all__ = ["REFERENCE", "Gate", "Outcome", "Proved", "pass_all", "prove"]

REFERENCE = Chosen("reference", "reference", explicit=False)
"""The literal transcription of a text: it checks what the default engine gave, whether it is timed or not."""

_PROGRAM = ("-m", "canonbench.harness.prove")
_PATIENCE = 30.0


@dataclass(frozen=True)
class Outcome:
    """What the gate found of one stack and one input.

    ``kind`` is ``ok``, ``differs``, ``refused``, ``over budget``, ``unavailable`` or ``crashed``. ``reason``
    may stand in files; ``detail`` may hold values of the document, so it goes to the terminal only. ``line``
    and ``digest`` are number (from 1) and digest of the first line that differs. ``established`` is the
    digest of the output, where it was not known before. ``loops`` are calls a value, by the names of cases.
    """

    stack: str
    case: str
    kind: str
    reason: str = ""
    detail: str = ""
    line: int = 0
    digest: str = ""
    established: str = ""
    loops: Mapping[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether the engine may be timed."""
        return self.kind == "ok"

    @property
    def told(self) -> str:
        """What was found, in one line for the terminal."""
        return ": ".join(part for part in (self.kind, self.reason, self.detail) if part)


@dataclass(frozen=True)
class Proved:
    """What one engine proved: its facts (versions, sources), what it offers, an outcome a case.

    ``offers`` maps a stage to whether the engine has a context cache there. ``unavailable`` is the reason why
    it does not load.
    """

    facts: Mapping[str, str] = field(default_factory=dict)
    offers: Mapping[str, bool] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    unavailable: str = ""


@dataclass(frozen=True)
class Gate:
    """What all stacks proved, by their names.

    ``disputed`` are the inputs on which our own two implementations differ, ``unchecked`` those on which the
    reference, which offers the stage, gave no output in time.
    """

    inputs: Inputs
    proved: Mapping[str, Proved]
    disputed: frozenset[str] = frozenset()
    unchecked: tuple[str, ...] = ()

    def outcome(self, stack: Chosen, case: Case) -> Outcome | None:
        """Return the outcome of a case; ``None`` if the stack does not offer it or it has no input."""
        found = self.proved.get(stack.name)
        if found is None:
            return None
        name = base(case)
        if found.unavailable:
            return Outcome(stack.name, name, "unavailable", found.unavailable)
        if name in self.disputed and name in found.outcomes:
            return Outcome(stack.name, name, "differs", "our own two implementations give different outputs")
        return found.outcomes.get(name)

    def admits(self, stack: Chosen, case: Case) -> bool:
        """Tell whether a case is timed: proved, with work to do, and cold only where there is a cache."""
        outcome = self.outcome(stack, case)
        if outcome is None or not outcome.ok or self.inputs.entry(case).nothing:
            return False
        return case.state != "cold-context" or self.proved[stack.name].offers.get(case.target, False)

    def loops(self, stack: Chosen) -> dict[str, int]:
        """Return the calibrated loops of a stack, by the names of its cases."""
        outcomes = self.proved[stack.name].outcomes.values()
        return {name: loops for outcome in outcomes for name, loops in outcome.loops.items()}


def prove(  # noqa: PLR0913 - a run's settings, by name
    stack: Chosen,
    cases: Sequence[Case],
    inputs: Inputs,
    *,
    plugins: Sequence[Path] = (),
    min_time: float = 0.0,
    timeout: float = 60.0,
) -> Proved:
    """Let the engine of ``stack`` prove itself on ``cases``.

    ``timeout`` is in seconds, for the start and for each case. ``min_time`` calibrates loops; 0 does not.
    """
    request = {
        "engine": stack.engine,
        "plugins": [str(path) for path in plugins],
        "inputs": str(inputs.folder),
        "min_time": min_time,
    }
    facts: dict[str, str] = {}
    offers: dict[str, bool] = {}
    outcomes: dict[str, Outcome] = {}
    left = list(cases)
    while True:
        current = ""
        for line in ask(
            [stack.python or sys.executable, *_PROGRAM],
            {**request, "cases": [case.name for case in left]},
            timeout,
        ):
            if "unavailable" in line:
                return Proved(unavailable=line["unavailable"])
            if "offers" in line:
                facts = line["facts"]
                offers = {stage: offer["cache"] for stage, offer in line["offers"].items()}
            elif "begin" in line:
                current = line["begin"]
            elif "case" in line:
                outcomes[line["case"]] = _outcome(stack, line, inputs)
                current = ""
            elif current:
                how, reason = line["ended"] or "crashed", line["reason"]
                outcomes[current] = Outcome(stack.name, current, how, reason, line.get("detail", ""))
            elif not facts or (line["ended"] and not offers):
                return Proved(unavailable=_why(stack, line))
        if not current:
            return Proved(facts, offers, outcomes)
        left = [case for case in left if base(case) not in outcomes]


def _why(stack: Chosen, ended: Mapping[str, str]) -> str:
    if "No module named" in ended.get("detail", ""):
        return f"engine {stack.name}: that Python has no canonbench; install it there: pip install canonbench"
    return f"engine {stack.name} does not start: {ended['reason']}"


def _outcome(stack: Chosen, line: Mapping[str, Any], inputs: Inputs) -> Outcome:
    detail = line.get("detail", "")
    if "expected_line" in line:
        detail = f"expected {line['expected_line']!r}, found {line['found_line']!r}"
    return Outcome(
        stack.name,
        line["case"],
        line["outcome"],
        line.get("reason", ""),
        detail,
        line.get("line", 0),
        line.get("digest", ""),
        Writer(inputs.folder).text(line["normal"]) if "normal" in line else "",
        line.get("loops", {}),
    )


def pass_all(  # noqa: PLR0913 - a run's settings, by name
    plan: Plan,
    inputs: Inputs,
    *,
    plugins: Sequence[Path] = (),
    min_time: float = 0.0,
    timeout: float = 60.0,
    say: Callable[[str], None] = lambda _: None,
) -> Gate:
    """Let every stack of ``plan`` prove itself, and the reference beside them.

    An A/A stack is the same engine again, so it takes over what the first one proved. Where the reference
    gives another output than the default engine, neither can be right for sure, and nothing is timed. Where
    none of ours offers a stage, the first engine's output is what the others must give.
    """
    proved: dict[str, Proved] = {}
    for stack in plan.stacks:
        twin = next((other for other in plan.stacks if other.name in proved and _same(stack, other)), None)
        if twin is not None:
            proved[stack.name] = proved[twin.name]
            continue
        cases = [
            c for cell in plan.cells if cell.stack == stack for c in cell.cases if base(c) in inputs.cases
        ]
        if not cases:
            proved[stack.name] = Proved()
            continue
        say(f"checking {stack.name}")
        found = prove(stack, cases, inputs, plugins=plugins, min_time=min_time, timeout=timeout)
        proved[stack.name] = found
        inputs = inputs.establish({o.case: o.established for o in found.outcomes.values() if o.established})
    judge = next((proved[stack.name] for stack in plan.stacks if _same(stack, REFERENCE)), None)
    every = {base(c): c for cell in plan.cells for c in cell.cases if base(c) in inputs.cases}
    if judge is None and every:
        say("checking reference")
        patience = min(timeout, _PATIENCE)
        judge = prove(REFERENCE, list(every.values()), inputs, plugins=plugins, timeout=patience)
    judge = judge or Proved()
    disputed = {name for name, outcome in judge.outcomes.items() if outcome.kind == "differs"}
    silent = {"differs", "unavailable"}
    unchecked = tuple(n for n, o in judge.outcomes.items() if not o.ok and o.kind not in silent)
    return Gate(inputs, proved, frozenset(disputed), unchecked)


def _same(stack: Chosen, other: Chosen) -> bool:
    return (stack.engine, stack.python) == (other.engine, other.python)
