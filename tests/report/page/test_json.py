"""The page as JSON."""

import io
import json

from canonbench.report.page.json import SCHEMA, write
from canonbench.report.page.model import Page


def test_it_says_its_schema_and_holds_every_number(page: Page) -> None:
    stream = io.StringIO()
    write(page, stream)
    document = json.loads(stream.getvalue())
    table = document["sections"][0]["tables"][0]
    time = table["rows"][0][1]

    assert document["schema"] == SCHEMA == "canonbench.report/1"
    assert document["runs"][0]["sha256"] == "ab" * 32
    assert (time["value"], time["interval"], time["level"], time["n"]) == (
        2.41e-5,
        [2.38e-5, 2.46e-5],
        0.95,
        8,
    )
    assert table["rows"][1][2]["value"] is None
    assert "alert" in table["rows"][1][2]["reason"]
    assert document["keys"][0]["statistic"] == "over mdoc"
    assert document["sections"][0]["figures"][0]["table"]["rows"][0][0] == "a"
