"""Stages, and the normal form of what they give."""

from typing import Any

import pytest

from canonbench.model.stage import Stage, plain
from canonbench.model.text import Text

TEXT = Text("text", "1", "https://text.example/").at("here")


def test_the_family_is_the_part_before_the_dot() -> None:
    stage: Stage[str, str] = Stage("rdfc.label", TEXT)

    assert stage.family == "rdfc"
    assert repr(stage) == "<Stage rdfc.label>"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\nb", "a\nb"),
        (b"\x00\xff", "00ff"),
        ({"b": 1, "a": [b"\x01", "é"]}, '{\n "a": [\n  "01",\n  "é"\n ],\n "b": 1\n}'),
    ],
)
def test_the_plain_normal_form_is_readable_line_by_line(value: Any, text: str) -> None:
    assert text == plain(value)


def test_equal_values_have_equal_normal_forms() -> None:
    assert plain({"a": 1, "b": (1, 2)}) == plain({"b": [1, 2], "a": 1})
    assert plain({"a": 1}) != plain({"a": "1"})
