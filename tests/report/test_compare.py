"""The report of a comparison in every format."""

import csv
import io
import json

from canonbench.analysis.compare import Compared
from canonbench.report import compare
from canonbench.report.stage import Format


def written(compared: Compared, form: Format = "text") -> str:
    stream = io.StringIO()
    compare.write(compared, stream, form=form)
    return stream.getvalue()


def test_every_format_says_the_same_rows(compared: Compared) -> None:
    names = [row.name for row in compared.rows]

    assert [row["name"] for row in csv.DictReader(io.StringIO(written(compared, "csv")))] == names
    assert [row["name"] for row in json.loads(written(compared, "json"))["rows"]] == names
    assert [line.split()[0] for line in written(compared).splitlines()[2:8]] == names
    assert written(compared, "markdown").count("not compared \\[") == 5
