"""Every format carries the same numbers."""

import io

import pytest

from canonbench.report.page.model import Page
from canonbench.report.page.write import FORMATS, write


@pytest.mark.parametrize(
    ("form", "said"), [("csv", "2.41e-05"), ("json", "2.41e-05"), ("markdown", "24.1"), ("latex", "24.1")]
)
def test_a_number_is_in_every_format(page: Page, form: str, said: str) -> None:
    stream = io.StringIO()
    write(page, stream, form)

    assert said in stream.getvalue()


def test_there_are_five_formats() -> None:
    assert set(FORMATS) == {"html", "markdown", "json", "csv", "latex"}
