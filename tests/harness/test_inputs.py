"""Frozen inputs: private, named by digests, and gone afterwards."""

from pathlib import Path

import pytest

from canonbench.errors import EnginesDisagree, UsageError
from canonbench.harness import codec
from canonbench.harness.inputs import Entry, Facts, Inputs, Writer, base, check
from canonbench.model.case import Case
from canonbench.stages import rdfc

_CASE = Case("rdfc.serialize", "x", (("hash", "sha384"),))


def _inputs(folder: Path) -> Inputs:
    text = codec.dump(["value"])
    entry = Entry(_CASE.target, "x", Writer(folder).text(text), len(text), codec.digest("out"))
    return Inputs(folder, {_CASE.name: entry}, {"x": Facts("12", 3)})


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    written = _inputs(tmp_path)
    written.write()

    assert Inputs.read(tmp_path) == written


def test_all_states_of_a_case_have_one_input(tmp_path: Path) -> None:
    cold = Case(_CASE.target, "x", _CASE.factors, "cold-context")

    assert base(cold) == _CASE.name
    assert _inputs(tmp_path).value(cold) == ["value"]


def test_an_input_is_a_new_value_each_time(tmp_path: Path) -> None:
    inputs = _inputs(tmp_path)

    assert inputs.value(_CASE) is not inputs.value(_CASE)


def test_a_text_is_written_once_under_its_digest(tmp_path: Path) -> None:
    names = {Writer(tmp_path).text("same") for _ in range(2)}

    assert names == {codec.digest("same")}
    assert [path.name for path in tmp_path.iterdir()] == [codec.digest("same")]


def test_a_case_without_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"rdfc.label/x has no frozen input"):
        _inputs(tmp_path).value(Case("rdfc.label", "x"))


@pytest.mark.parametrize("index", ["", "[]", "{}", '{"cases": {"a": {"b": 1}}, "documents": {}}'])
def test_a_folder_without_inputs_is_refused(tmp_path: Path, index: str) -> None:
    if index:
        (tmp_path / "index.json").write_text(index, encoding="utf-8")

    with pytest.raises(UsageError, match="holds no frozen inputs"):
        Inputs.read(tmp_path)


def test_what_the_gate_establishes_is_kept(tmp_path: Path) -> None:
    inputs = _inputs(tmp_path).establish({_CASE.name: "ab"})

    assert inputs.entry(_CASE).expected == "ab"
    assert Inputs.read(tmp_path) == inputs
    assert inputs.establish({}) is inputs


def test_an_output_that_differs_is_refused() -> None:
    check(rdfc.serialize, _CASE, codec.digest("out"), "out")

    with pytest.raises(EnginesDisagree, match=r"rdfc.serialize/x@hash=sha384: the output's digest is"):
        check(rdfc.serialize, _CASE, codec.digest("out"), "other")


def test_a_chunk_shrinks_with_the_input() -> None:
    chunks = [Entry("s", "d", "i", size).chunk for size in (0, 1000, 100_000, 10**9)]

    assert chunks == [512, 512, 20, 1]
