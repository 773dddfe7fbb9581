"""The time function of a case, and what its workers say of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import EnginesDisagree
from canonbench.harness import plan
from canonbench.harness.freeze import Material, freeze
from canonbench.harness.inputs import Inputs
from canonbench.harness.loops import Kept
from canonbench.harness.prepared import Prepared
from canonbench.harness.single import Single
from canonbench.harness.timer import Timer, case_version
from canonbench.model.case import Case
from canonbench.runs import keys

_CASE = Case("rdfc.canonicalize", "small")


@pytest.fixture
def inputs(tmp_path: Path, small: Material) -> Inputs:
    folder = tmp_path / "frozen"
    folder.mkdir()
    return freeze(plan.cases(plan.targets("rdfc"), "small"), [small], Catalogue(), folder).inputs


def test_the_time_function_checks_the_first_output(inputs: Inputs, plugin: Path) -> None:
    right, _ = Timer("right", (plugin,))(_CASE, Prepared((_CASE,), inputs), Kept())
    wrong, _ = Timer("wrong", (plugin,))(_CASE, Prepared((_CASE,), inputs), Kept())

    assert right(3) > 0
    with pytest.raises(EnginesDisagree):
        wrong(3)


def test_metadata_follows_the_table(inputs: Inputs, plugin: Path) -> None:
    case = Case("rdfc.label", "small", state="cold-context")
    prepared = Prepared((case,), inputs, facts={"engine_version": "9", "engine": "labels"})

    _, metadata = Timer("labels", (plugin,))(case, prepared, Kept())

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


def test_calls_one_by_one_have_a_view_and_decide_by_wall_time(inputs: Inputs, plugin: Path) -> None:
    case = replace(_CASE, view="single")
    time_function, metadata = Timer("right", (plugin,))(case, Prepared((case,), inputs), Kept())

    assert isinstance(time_function, Single)
    assert (metadata["view"], metadata["decides"]) == ("single", "wall")
