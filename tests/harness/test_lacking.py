"""What is said of that which has no row."""

from pathlib import Path

from canonbench.harness import account, lacking, plan
from canonbench.harness.freeze import Frozen, Refusal
from canonbench.harness.gate import Gate, Outcome, Proved
from canonbench.harness.inputs import Entry, Inputs
from canonbench.harness.plan import Plan

_NAME = "rdfc.label/simple"


def _plan(*documents: str, engines: tuple[str, ...] = ("a", "b")) -> Plan:
    rows = [(name, plan.cases(plan.targets("rdfc.label"), name)) for name in documents]
    return plan.make("rdfc.label", plan.choose(engines), rows, rounds=1, seed=0)


def _warnings(
    planned: Plan, proved: dict[str, Proved], *refusals: Refusal, nothing: bool = False
) -> list[str]:
    entry = Entry("rdfc.label", "simple", "0", 1, nothing=nothing)
    inputs = Inputs(Path(), {_NAME: entry}, {})
    found = {stack.name: proved.get(stack.name, _proved()) for stack in planned.stacks}
    return list(lacking.warnings(planned, Frozen(inputs, refusals), Gate(inputs, found)))


def _proved(kind: str = "ok", reason: str = "", detail: str = "") -> Proved:
    outcome = Outcome("a", _NAME, kind, reason, detail)
    return Proved({"engine_version": "1"}, {"rdfc.label": False}, {_NAME: outcome})


def test_of_what_has_a_row_nothing_is_said() -> None:
    assert _warnings(_plan("simple"), {}) == []


def test_what_the_gate_found_is_said_with_values_of_the_document() -> None:
    assert _warnings(_plan("simple"), {"b": _proved("differs", "first in line 1", "_:c14n0 is _:c14n9")}) == [
        "b: rdfc.label/simple: differs: first in line 1: _:c14n0 is _:c14n9"
    ]
    assert _warnings(_plan("simple"), {"b": _proved("crashed", "killed by signal 6")}) == [
        "b: rdfc.label/simple: crashed: killed by signal 6"
    ]


def test_the_second_stack_of_the_pair_is_not_spoken_of() -> None:
    assert _warnings(_plan("simple"), {"a-again": _proved("crashed")}) == []


def test_an_engine_that_is_not_there_or_offers_nothing_is_said_once() -> None:
    away = Proved(unavailable="engine a needs Node.js")
    other = Proved({"engine_version": "1"}, {"jcs.canonicalize": False})

    assert _warnings(_plan("simple"), {"a": away, "b": other}) == [
        "engine a needs Node.js; going on without it",
        "b offers nothing of rdfc.label; see: python -m canonbench list engines",
    ]


def test_a_document_has_no_row_because_it_was_refused_or_has_no_input() -> None:
    refusal = Refusal("broken", "rdfc.label", "refused: JsonLdError", "invalid term 'x'")

    assert _warnings(_plan("simple", "broken", "empty"), {}, refusal) == [
        "broken: refused: JsonLdError: invalid term 'x'",
        "empty: nothing of rdfc.label can be done with it; see: python -m canonbench inspect",
    ]


def test_that_there_is_no_work_is_said_to_those_who_named_the_engine() -> None:
    named = _warnings(_plan("simple", engines=("a",)), {}, nothing=True)
    unnamed = plan.make(
        "rdfc.label",
        plan.choose(["a"], explicit=False),
        [("simple", plan.cases(plan.targets("rdfc.label"), "simple"))],
        rounds=1,
        seed=0,
    )

    assert named == [f"a: {_NAME}: {account.NONE_NEEDED}"]
    assert _warnings(unnamed, {}, nothing=True) == []


def test_complaints_are_of_named_stacks_and_of_documents_without_a_row() -> None:
    planned = _plan("simple", "ob3")

    assert lacking.complaints(planned, [("a", "simple")]) == ("engine b", "document ob3")
    assert lacking.complaints(planned, [("a", "simple"), ("b", "ob3")]) == ()
