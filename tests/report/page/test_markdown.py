"""The page as Markdown."""

import io
import re

from canonbench.report.page.markdown import write
from canonbench.report.page.model import Page


def test_every_table_is_there_and_no_name_is_markup(page: Page) -> None:
    stream = io.StringIO()
    write(page, stream)
    text = stream.getvalue()

    assert "| row | time |" in text
    assert "24.1\N{NO-BREAK SPACE}\N{MICRO SIGN}s \\[23.8, 24.6\\]" in text
    assert "&nbsp;&nbsp;=1+1" in text
    outside = re.sub(r"^(`{3,})console\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert not re.search(r"(?<!\\)<script", outside)
    assert "](javascript" not in outside.replace("\\]", "")


def test_a_fence_is_longer_than_any_in_a_command(page: Page) -> None:
    stream = io.StringIO()
    write(page, stream)

    assert "```console\n$ canonbench stage " in stream.getvalue()
