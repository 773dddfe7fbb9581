"""No engine is timed whose output was not proved: differences, refusals, crashes and hangs."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.harness import gate, plan
from canonbench.harness.freeze import Material, freeze
from canonbench.harness.inputs import Inputs
from canonbench.model.case import Case

_NAME = "rdfc.canonicalize/small"


@pytest.fixture
def inputs(tmp_path: Path, small: Material, large: Material) -> Inputs:
    folder = tmp_path / "frozen"
    folder.mkdir()
    cases = [case for name in ("small", "large") for case in plan.cases(plan.targets("rdfc"), name)]
    return freeze(cases, [small, large], Catalogue(), folder).inputs


Prove = Callable[..., gate.Proved]


@pytest.fixture
def prove(inputs: Inputs, plugin: Path) -> Prove:
    def run(engine: str, *documents: str, **options: Any) -> gate.Proved:
        cases = [Case("rdfc.canonicalize", name) for name in documents or ("small", "large")]
        return gate.prove(plan.Chosen(engine, engine), cases, inputs, plugins=[plugin], **options)

    return run


def test_an_engine_that_is_right_may_be_timed(prove: Prove) -> None:
    proved = prove("right", min_time=1e-4)

    assert [outcome.kind for outcome in proved.outcomes.values()] == ["ok", "ok"]
    assert proved.outcomes[_NAME].loops[_NAME] >= 1
    assert proved.facts["engine_source"].startswith("fakes.py sha256:")
    assert dict(proved.offers) == {"rdfc.canonicalize": False}


def test_loops_are_not_calibrated_unless_asked_for(prove: Prove) -> None:
    assert prove("right", "small").outcomes[_NAME].loops == {}


def test_the_first_line_that_differs_has_number_and_digest_and_is_for_the_terminal_only(prove: Prove) -> None:
    outcome = prove("wrong", "small").outcomes[_NAME]

    assert (outcome.kind, outcome.line, len(outcome.digest)) == ("differs", 1, 64)
    assert "_:c14n" not in outcome.reason
    assert "expected '_:c14n0 <urn:p>" in outcome.detail
    assert "found '_:c14n9 <urn:p>" in outcome.detail


def test_an_engine_that_changes_its_mind_is_not_timed(prove: Prove) -> None:
    outcome = prove("drift", "small").outcomes[_NAME]

    assert outcome.reason.startswith("a second call on the same input gives another output")


def test_a_library_that_prints_does_not_disturb(prove: Prove) -> None:
    assert prove("loud", "small").outcomes[_NAME].ok


@pytest.mark.parametrize(
    ("engine", "kind", "reason", "detail"),
    [
        ("poison", "over budget", "work limit", "too many steps"),
        ("picky", "refused", "MalformedInput", "a secret value"),
        ("raises", "crashed", "raised KeyError", "KeyError: 'a secret value'"),
        ("absent", "unavailable", "pip install absent", ""),
    ],
)
def test_a_refusal_is_an_outcome_whose_reason_holds_no_value(
    prove: Prove, engine: str, kind: str, reason: str, detail: str
) -> None:
    outcome = prove(engine, "small").outcomes[_NAME]

    assert (outcome.kind, outcome.reason, outcome.detail) == (kind, reason, detail)


@pytest.mark.parametrize(("engine", "reason"), [("aborts", "killed by signal 6"), ("leaves", "exit code 0")])
def test_an_engine_that_crashes_keeps_what_it_proved_and_goes_on(
    prove: Prove, engine: str, reason: str
) -> None:
    proved = prove(engine, "large", "small")

    assert [(o.kind, o.reason) for o in proved.outcomes.values()] == [("crashed", reason), ("ok", "")]


def test_an_engine_that_hangs_is_killed_and_goes_on(prove: Prove) -> None:
    proved = prove("hangs", "large", "small", timeout=2.0)

    assert [(o.kind, o.reason) for o in proved.outcomes.values()] == [
        ("over budget", "more than 2 s"),
        ("ok", ""),
    ]


def test_an_engine_that_does_not_exist_is_unavailable(prove: Prove) -> None:
    assert prove("nobody").unavailable.startswith("there is no engine 'nobody'")


def test_a_plugin_that_raises_is_one_line(prove: Prove, plugin: Path) -> None:
    plugin.write_text("raise RuntimeError('broken\\nplugin')", encoding="utf-8")

    assert prove("right").unavailable == "--plugin fakes.py does not load: RuntimeError: broken plugin"


def test_an_interpreter_that_is_missing_is_one_line(inputs: Inputs) -> None:
    stack = plan.Chosen("pyld@none", "pyld", "/nowhere/bin/python")

    proved = gate.prove(stack, [Case("rdfc.canonicalize", "small")], inputs)

    assert proved.unavailable == "engine pyld@none does not start: cannot start: No such file or directory"


def test_what_is_no_interpreter_is_one_line(inputs: Inputs) -> None:
    stack = plan.Chosen("pyld@true", "pyld", "/bin/true")

    proved = gate.prove(stack, [Case("rdfc.canonicalize", "small")], inputs)

    assert proved.unavailable == "engine pyld@true does not start: exit code 0"


def test_an_interpreter_without_canonbench_says_what_to_do(inputs: Inputs, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\ncd /\nexec {sys.executable} -I -S "$@"\n', encoding="utf-8")
    python.chmod(0o755)

    proved = gate.prove(
        plan.Chosen("pyld@old", "pyld", str(python)), [Case("rdfc.canonicalize", "small")], inputs
    )

    assert "has no canonbench; install it there" in proved.unavailable


def _pass(
    engines: list[str], inputs: Inputs, plugin: Path, target: str = "rdfc"
) -> tuple[plan.Plan, gate.Gate]:
    documents = [(name, plan.cases(plan.targets(target), name)) for name in ("small", "large")]
    made = plan.make(target, plan.choose(engines), documents, rounds=1, seed=0)
    return made, gate.pass_all(made, inputs, plugins=[plugin])


def test_only_what_is_proved_is_admitted(inputs: Inputs, plugin: Path) -> None:
    made, passed = _pass(["right", "wrong", "labels"], inputs, plugin)

    admitted = {
        (cell.stack.name, case.name) for cell in made.keep(passed.admits).cells for case in cell.cases
    }

    assert admitted == {
        *((name, f"rdfc.canonicalize/{d}") for name in ("right", "right-again") for d in ("small", "large")),
        ("labels", "rdfc.label/small"),
        ("labels", "rdfc.label/large"),
    }


def test_where_our_own_two_differ_nothing_is_timed(inputs: Inputs, plugin: Path) -> None:
    made, passed = _pass(["right"], inputs, plugin, "rdfc.canonicalize")
    disputed = gate.Gate(passed.inputs, passed.proved, frozenset({_NAME}))
    stack = made.stacks[0]

    outcome = disputed.outcome(stack, Case("rdfc.canonicalize", "small"))

    assert outcome is not None
    assert outcome.reason == "our own two implementations give different outputs"
    assert not disputed.admits(stack, Case("rdfc.canonicalize", "small"))
    assert disputed.admits(stack, Case("rdfc.canonicalize", "large"))


def test_a_stage_without_work_is_not_timed(inputs: Inputs, plugin: Path) -> None:
    made, passed = _pass(["canonbench"], inputs, plugin, "rdfc.hash_n_degree")
    case = Case("rdfc.hash_n_degree", "small")

    outcome = passed.outcome(made.stacks[0], case)

    assert outcome is not None
    assert outcome.ok
    assert not passed.admits(made.stacks[0], case)


def test_a_stage_that_none_of_ours_offers_is_held_to_the_first_engine(inputs: Inputs, plugin: Path) -> None:
    made = plan.make(
        "rdflib",
        plan.choose(["rdflib"]),
        [("small", plan.cases(plan.targets("rdflib"), "small"))],
        rounds=1,
        seed=0,
    )
    case = Case("rdflib.to_canonical_graph", "small")
    folder = inputs.folder.parent / "more"
    folder.mkdir()
    frozen = freeze([case], [_paper_of(inputs)], Catalogue(), folder).inputs

    passed = gate.pass_all(made, frozen)

    assert frozen.entry(case).expected == ""
    assert len(passed.inputs.entry(case).expected) == 64
    assert passed.admits(made.stacks[0], case)


def _paper_of(inputs: Inputs) -> Any:
    from types import SimpleNamespace  # noqa: PLC0415 - next to its one use

    request = inputs.value(Case("rdfc.canonicalize", "small"))
    return SimpleNamespace(
        name="small",
        kind="dataset",
        value=request.dataset,
        contexts={},
        sha256="d",
        size=1,
        contexts_sha256="",
    )
