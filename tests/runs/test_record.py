"""``run.jsonl``: append-safe, and readable after an interruption."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from canonbench.errors import RunFileError
from canonbench.runs import record

PLAN = {"kind": "plan", "seed": 7}
NULL = {"kind": "null", "name": "rdfc.label/ob3", "stack": "pyld", "reason": "differs in line 3"}


def test_records_are_read_back_in_order(tmp_path: Path) -> None:
    record.append(tmp_path, PLAN)
    record.append(tmp_path, NULL)

    assert record.load(tmp_path) == (PLAN, NULL)
    assert (tmp_path / "run.jsonl").read_bytes().count(b"\n") == 2


def test_no_file_is_no_records(tmp_path: Path) -> None:
    assert record.load(tmp_path) == ()


def test_a_line_that_an_interruption_cut_is_left_out_and_closed_by_the_next(tmp_path: Path) -> None:
    record.append(tmp_path, PLAN)
    with (tmp_path / "run.jsonl").open("ab") as file:
        file.write(b'{"kind":"gate","na')
    cut = record.load(tmp_path)

    assert cut == (PLAN,)


def test_a_whole_last_line_without_its_end_is_kept(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(b'{"kind":"plan","seed":7}')
    record.append(tmp_path, NULL)

    assert record.load(tmp_path) == (PLAN, NULL)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"kind":"ga', "no JSON object with a kind"),
        (b"[]", "no JSON object with a kind"),
        (b'{"kind":"gossip"}', "no JSON object with a kind"),
        (b'{"kind":"null","name":"x/y"}', "a null needs stack, reason"),
        (b"\xff", "no JSON object"),
        (b"[" * 200_000, "no JSON object"),
        (
            b'{"kind":"plan","rounds":-1}',
            "a plan has as its rounds something else than a whole number from 1",
        ),
        (b'{"kind":"environment","engines":3}', "an environment has as its engines something else"),
    ],
)
def test_a_damaged_line_is_named_by_its_number(tmp_path: Path, line: bytes, problem: str) -> None:
    (tmp_path / "run.jsonl").write_bytes(b'{"kind":"plan"}\n\n' + line + b'\n{"kind":"plan"}\n')

    with pytest.raises(RunFileError, match=f"line 3 is damaged: {problem}"):
        record.load(tmp_path)


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"seed": 7}, "no JSON object with a kind of"),
        ({"kind": "gossip"}, "no JSON object with a kind of"),
        ({"kind": "refusal", "name": "x/y", "stack": "pyld"}, "a refusal needs reason"),
        ({"kind": "end", "outcome": "complete"}, "an? end needs seconds"),
        (
            {"kind": "steps", "name": "x/y", "steps": [["a"]]},
            "a steps has as its steps something else than a list, each a pair",
        ),
        (
            {"kind": "steps", "name": "x/y", "steps": [["a", 1]]},
            "a steps has as its steps something else than a list, each a pair",
        ),
        (
            {"kind": "steps", "name": "x/y", "steps": ["ab"]},
            "a steps has as its steps something else than a list, each a pair",
        ),
        (
            {"kind": "work", "document": "x", "counts": {"quads": 1.5}},
            "a work has as its counts something else than .* a whole number",
        ),
        (
            {"kind": "work", "document": "x", "counts": {"quads": -1}},
            "a work has as its counts something else than .* a whole number",
        ),
        ({"kind": "work", "document": "x"}, "a work needs counts"),
        ({"kind": "variant", "document": "x~without-1", "of": "x"}, "a variant needs without"),
        ({"kind": "note", "value": float("nan")}, "a note record cannot be written as JSON"),
        ({"kind": "note", "value": Path()}, "a note record cannot be written as JSON"),
    ],
)
def test_what_is_no_record_is_refused_and_nothing_is_written(
    tmp_path: Path, entry: dict[str, Any], problem: str
) -> None:
    with pytest.raises(RunFileError, match=problem):
        record.append(tmp_path, entry)

    assert not (tmp_path / "run.jsonl").exists()


def test_a_full_disk_takes_the_line_back_and_keeps_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record.append(tmp_path, PLAN)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(RunFileError, match=r"No space left on device; what it held before is kept"):
            record.append(tmp_path, NULL)

    assert record.load(tmp_path) == (PLAN,)
    record.append(tmp_path, NULL)
    assert record.load(tmp_path) == (PLAN, NULL)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").mkdir()

    with pytest.raises(RunFileError, match="cannot read"):
        record.load(tmp_path)
    with pytest.raises(RunFileError, match="cannot add to"):
        record.append(tmp_path, PLAN)


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "end", "outcome": "complete", "seconds": 2},
        {"kind": "steps", "name": "mdoc.issue/x", "steps": [["cbor.encode", "document"]]},
        {"kind": "work", "document": "x", "counts": {"quads": 5}},
        {"kind": "variant", "document": "x~without-1a2b3c4d", "of": "x", "without": "urn:context"},
    ],
)
def test_structure_is_recorded(tmp_path: Path, entry: dict[str, Any]) -> None:
    record.append(tmp_path, entry)

    assert record.load(tmp_path) == (entry,)
