"""What the README shows of a published run is what that run says."""

import io
import re
from pathlib import Path

import pytest

from canonbench.analysis.table import tables
from canonbench.report.grid import of_table
from canonbench.report.text import write_plain
from canonbench.runs import files

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parent.parent.parent


def test_the_table_of_the_readme_is_that_of_its_run() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"```\n(ob3: 32 quads.*?)```", readme, re.DOTALL)
    run = files.open_run(str(ROOT / "runs" / "intel-xeon" / "2026-11-30T222633Z-rdfc"))
    stream = io.StringIO()
    write_plain([of_table(table) for table in tables(run) if table.document == "ob3"], stream)

    assert stream.getvalue() == shown
