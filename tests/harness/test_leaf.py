"""What a worker takes from its arguments, and what it leaves in its metadata."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import EnginesDisagree, UsageError
from canonbench.harness import plan
from canonbench.harness.freeze import Material, freeze
from canonbench.harness.inputs import Inputs
from canonbench.harness.leaf import HOOK, Prepared, StageTimer, _Hook, _set, case_version, frozen
from canonbench.harness.loops import Kept, Spent
from canonbench.harness.single import Single
from canonbench.model.case import Case
from canonbench.runs import keys

_CASE = Case("rdfc.canonicalize", "small")


@pytest.fixture
def inputs(tmp_path: Path, small: Material) -> Inputs:
    folder = tmp_path / "frozen"
    folder.mkdir()
    return freeze(plan.cases(plan.targets("rdfc"), "small"), [small], Catalogue(), folder).inputs


def test_a_worker_comes_to_its_plan_by_its_arguments(inputs: Inputs, tmp_path: Path) -> None:
    (tmp_path / "loops").write_text('{"rdfc.label/small": 7}', encoding="utf-8")
    (tmp_path / "facts").write_text('{"engine_version": "9"}', encoding="utf-8")

    with frozen(
        ["rdfc.label/small"], str(inputs.folder), str(tmp_path / "loops"), str(tmp_path / "facts")
    ) as prepared:
        assert prepared == Prepared(
            (Case("rdfc.label", "small"),), inputs, {"rdfc.label/small": 7}, {"engine_version": "9"}
        )


@pytest.mark.parametrize(("text", "message"), [("{", "cannot read loops"), ("[]", "holds no JSON object")])
def test_a_file_of_loops_that_is_none_is_said(
    inputs: Inputs, tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "loops").write_text(text, encoding="utf-8")

    with pytest.raises(UsageError, match=message), frozen([], str(inputs.folder), str(tmp_path / "loops")):
        pass


def test_the_time_function_checks_the_first_output(inputs: Inputs, plugin: Path) -> None:
    right, _ = StageTimer("right", (plugin,))(_CASE, Prepared((_CASE,), inputs), Kept())
    wrong, _ = StageTimer("wrong", (plugin,))(_CASE, Prepared((_CASE,), inputs), Kept())

    assert right(3) > 0
    with pytest.raises(EnginesDisagree):
        wrong(3)


def test_metadata_follows_the_table(inputs: Inputs, plugin: Path) -> None:
    case = Case("rdfc.label", "small", state="cold-context")
    prepared = Prepared((case,), inputs, facts={"engine_version": "9", "engine": "labels"})

    _, metadata = StageTimer("labels", (plugin,))(case, prepared, Kept())

    keys.check(metadata)
    assert {key: metadata[str(key)] for key in (keys.STAGE, keys.PART_OF, keys.STATE, keys.ALGORITHM)} == {
        "stage": "rdfc.label",
        "part_of": "rdfc.canonicalize",
        "state": "cold-context",
        "algorithm": "FAKE",
    }
    assert metadata["engine_version"] == "9"
    assert metadata["document_quads"] == 2
    assert "view" not in metadata


def test_a_case_version_changes_with_what_is_measured(inputs: Inputs) -> None:
    other = replace(inputs.entry(_CASE), input="other")
    changed = replace(inputs, cases={**inputs.cases, _CASE.name: other})
    cases = [
        _CASE,
        replace(_CASE, state="cold-context"),
        replace(_CASE, view="split"),
        Case("rdfc.label", "small"),
    ]

    versions = [case_version(case, inputs) for case in cases]

    assert len({*versions, case_version(_CASE, changed)}) == 5
    assert case_version(_CASE, inputs) == versions[0]
    assert all(len(version) == 16 for version in versions)


def test_calls_one_by_one_have_a_view_decide_by_wall_time_and_set_pyperfs_numbers(
    inputs: Inputs, plugin: Path
) -> None:
    case = replace(_CASE, view="single")
    time_function, metadata = StageTimer("right", (plugin,))(case, Prepared((case,), inputs), Kept())
    usual = (3, None, 20)
    arguments = argparse.Namespace(values=3, warmups=None, processes=20, loops=0)

    _set(arguments, case, usual)
    own = vars(arguments).copy()
    _set(arguments, _CASE, usual)

    assert isinstance(time_function, Single)
    assert (metadata["view"], metadata["decides"]) == ("single", "wall")
    assert own == {"values": 2000, "warmups": 0, "processes": 5, "loops": 1}
    assert (arguments.values, arguments.warmups, arguments.processes) == usual


def test_the_hook_publishes_the_series_that_has_just_ended() -> None:
    hook = _Hook()
    hook.first = True
    metadata: dict[str, keys.Scalar] = {}

    warm = hook.load()()
    hook.kept.values.append(Spent(9.0, 9.0))
    warm.teardown(metadata)
    measured = hook.load()()
    hook.kept.first = Spent(0.5, 0.25)
    hook.kept.values += [Spent(1.0, 0.5), Spent(2.0, 0.75)]
    hook.kept.collections[:] = [3, 1, 0]
    hook.kept.extra["split.00.x/document"] = [0.1, 0.2]
    with measured:
        pass
    measured.teardown(metadata)

    assert metadata == {
        "cpu.values": "0.5,0.75",
        "gc.collections": "3,1,0",
        "first.wall": 0.5,
        "first.cpu": 0.25,
        "split.00.x/document": "0.1,0.2",
    }
    keys.check(metadata)


def test_the_first_call_is_published_only_where_it_is_one() -> None:
    hook = _Hook()
    hook.kept.first = Spent(0.5, 0.25)
    metadata: dict[str, keys.Scalar] = {}

    hook.load()().teardown(metadata)

    assert metadata == {}
    assert hook.name == HOOK


def test_facts_are_json(inputs: Inputs) -> None:
    index = json.loads((inputs.folder / "index.json").read_text(encoding="utf-8"))

    assert set(index) == {"cases", "documents"}
