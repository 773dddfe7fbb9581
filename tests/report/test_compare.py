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


def test_rows_of_one_side_are_rows_for_programs_and_notes_for_people(compared: Compared) -> None:
    names = [row.name for row in compared.rows]

    assert [row["name"] for row in csv.DictReader(io.StringIO(written(compared, "csv")))] == names
    assert [row["name"] for row in json.loads(written(compared, "json"))["rows"]] == names
    for form in ("text", "markdown"):
        said = written(compared, form)
        assert [said.replace("\\", "").count(name) for name in names] == [1] * len(names)
        assert said.count("rows only in B: ") == said.count("rows only in A: ") == 1
