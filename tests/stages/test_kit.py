"""Contrast rows stand in a family of their own, so that none can be taken for a row of a specification."""

from canonbench.stages import FAMILIES, kit, stage


def test_a_contrast_row_belongs_to_no_specification() -> None:
    assert FAMILIES["kit"] == (kit.json_dumps,)
    assert kit.json_dumps.text.text.name == "Python json"
    assert kit.json_dumps.part_of is None
    assert stage("kit.json_dumps") is kit.json_dumps
