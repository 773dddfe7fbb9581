"""What a leaf finds prepared."""

from pathlib import Path

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import UsageError
from canonbench.harness import plan
from canonbench.harness.freeze import Material, freeze
from canonbench.harness.inputs import Inputs
from canonbench.harness.prepared import Prepared, frozen
from canonbench.model.case import Case


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
