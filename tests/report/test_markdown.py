"""Tables in Markdown."""

import io

from canonbench.report import markdown
from canonbench.report.grid import Grid


def test_a_grid_is_a_heading_a_table_and_a_list() -> None:
    stream = io.StringIO()
    grid = Grid("A = x; B = y", ("benchmark", "B / A"), (("rdfc.label/ob3", "1.2x"),), ("One row.",))
    markdown.write([grid, grid], stream)

    one = (
        "### A = x; B = y\n\n| benchmark | B / A |\n| --- | --- |\n| rdfc.label/ob3 | 1.2x |\n\n- One row.\n"
    )
    assert stream.getvalue() == f"{one}\n{one}"


def test_what_markdown_would_read_is_escaped_and_an_indent_is_kept() -> None:
    stream = io.StringIO()
    markdown.write([Grid("t", ("c",), (("  a_b|c [1]",), ("*`<",)))], stream)

    assert "| &nbsp;&nbsp;a\\_b\\|c \\[1\\] |\n| \\*\\`\\< |\n" in stream.getvalue()
