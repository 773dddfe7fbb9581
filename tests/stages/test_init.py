"""The table of stages."""

import pytest

from canonbench.errors import UnknownName
from canonbench.stages import FAMILIES, STAGES, select, stage


def test_a_stage_is_in_the_family_of_its_name() -> None:
    assert {family: {each.family for each in stages} for family, stages in FAMILIES.items()} == {
        family: {family} for family in FAMILIES
    }


def test_every_part_has_its_whole() -> None:
    assert [each for each in STAGES.values() if each.part_of is not None and each.part_of not in STAGES] == []


def test_a_target_is_a_family_or_a_stage() -> None:
    assert select("nquads") == FAMILIES["nquads"]
    assert select("rdfc.label") == (stage("rdfc.label"),)
    with pytest.raises(UnknownName, match=r"did you mean rdfc\.label"):
        select("rdfc.labels")
    with pytest.raises(UnknownName, match="there is no stage 'rdfc'"):
        stage("rdfc")


def test_every_stage_cites_a_place() -> None:
    assert [each.name for each in STAGES.values() if not each.text.url.startswith("https://")] == []
