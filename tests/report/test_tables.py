"""Tables for programs."""

import csv
import io
import json

import pytest

from canonbench.analysis.compare import Compared
from canonbench.analysis.table import Table
from canonbench.report import tables


def test_a_comparison_in_json_says_its_schema_and_every_row(compared: Compared) -> None:
    stream = io.StringIO()
    tables.comparison_json(compared, stream)
    document = json.loads(stream.getvalue())
    first, second = document["rows"][:2]

    assert (document["schema"], document["band"], len(document["rows"])) == ("canonbench.compare/1", 0.1, 6)
    assert (first["name"], first["verdict"], first["reason"]) == ("rdfc.canonicalize/ob3", "slower", None)
    assert (first["clock"], first["ratio"]["method"], first["ratio"]["rounds"]) == ("cpu", "robust", 8)
    assert first["ratio"]["value"] == pytest.approx(6.41, rel=1e-3)
    assert first["ratio"]["interval"] == first["ratio"]["robust"]
    assert first["median_a"]["value"] == pytest.approx(5.13e-6, rel=1e-3)
    assert first["wall_ratio"] == pytest.approx(6.22, rel=1e-3)
    assert (second["verdict"], second["reason"], second["ratio"], second["median_a"]) == (
        None,
        "only in A",
        None,
        None,
    )


def test_a_comparison_in_csv_has_the_same_members(compared: Compared) -> None:
    stream = io.StringIO()
    tables.comparison_csv(compared, stream)
    first, second, *rest = csv.DictReader(io.StringIO(stream.getvalue()))

    assert len(rest) == 4
    assert (first["verdict"], first["clock"], first["ratio_method"]) == ("slower", "cpu", "robust")
    assert (
        float(first["ratio_interval_low"]) < float(first["ratio_value"]) < float(first["ratio_robust_high"])
    )
    assert float(first["median_b_interval_low"]) == pytest.approx(32.5e-6, rel=1e-2)
    assert float(first["noise_low"]) < 1 < float(first["noise_high"])
    assert (second["verdict"], second["ratio_value"], second["reason"]) == ("", "", "only in A")


def test_a_stage_run_in_json_has_documents_rows_and_cells(table: Table) -> None:
    stream = io.StringIO()
    tables.stage_json("a run", [table], stream)
    document = json.loads(stream.getvalue())
    (ob3,) = document["documents"]
    whole, label = ob3["rows"][:2]
    stacks = {cell["stack"]: cell for cell in whole["cells"]}

    assert (document["schema"], document["run"]) == ("canonbench.stage/1", "a run")
    assert (ob3["document"], ob3["quads"], ob3["rounds"]) == ("ob3", 32, [8, 8])
    assert ob3["finding"].startswith("on ob3 rdfc.label is")
    assert len(ob3["notes"]) == 2
    assert (whole["stage"], whole["depth"], label["depth"]) == ("rdfc.canonicalize", 0, 1)
    assert (stacks["canonbench"]["best"], stacks["pyld"]["verdict"]) == (True, "slower")
    assert stacks["pyoxigraph"]["median"] is None
    assert stacks["pyoxigraph"]["reason"] == "differs from the expected output in line 3"
    assert label["cells"][0]["share"] == pytest.approx(0.475, abs=0.001)


def test_a_stage_run_in_csv_is_tidy(table: Table) -> None:
    stream = io.StringIO()
    tables.stage_csv([table], stream)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    first = rows[0]

    assert (first["document"], first["stage"], first["stack"]) == ("ob3", "rdfc.canonicalize", "canonbench")
    assert float(first["median_value"]) == pytest.approx(5.13e-6, rel=1e-3)
    assert {row["reason"] for row in rows} == {
        "",
        "whole only",
        "none needed",
        "differs from the expected output in line 3",
    }
    assert all(row["median_value"] or row["reason"] for row in rows)
