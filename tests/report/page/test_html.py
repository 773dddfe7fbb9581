"""The page: one file, escaped, that loads nothing."""

import io
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from canonbench.analysis.interval import Interval
from canonbench.errors import ExtraMissing
from canonbench.report.page.html import policy, write
from canonbench.report.page.model import Page, Statistic, Table

pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")


class Reader(HTMLParser):
    """Collects elements with their attributes, and the texts outside of script and style."""

    def __init__(self) -> None:
        """Start with none."""
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.texts.append(data)


@pytest.fixture
def text(page: Page) -> str:
    stream = io.StringIO()
    write(page, stream)
    return stream.getvalue()


@pytest.fixture
def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def test_the_only_script_is_the_page_s_own(read: Reader, text: str) -> None:
    scripts = [attributes for tag, attributes in read.elements if tag == "script"]
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    (meta,) = [each for tag, each in read.elements if tag == "meta" and each.get("http-equiv")]

    assert scripts == [{}]
    assert script is not None
    assert meta["content"] == policy(script[1])
    assert any("alert('x')" in said for said in read.texts)


def test_nothing_is_loaded(read: Reader) -> None:
    loading = [
        value
        for _, attributes in read.elements
        for name, value in attributes.items()
        if name in {"src", "href", "xlink:href", "action", "srcset"} and value
    ]

    assert [value for value in loading if not value.startswith(("#", "data:,"))] == []
    assert not any(name.startswith("on") for _, attributes in read.elements for name in attributes)


def test_identifiers_are_unique_and_every_reference_is_there(read: Reader) -> None:
    names = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    used = [
        name
        for _, attributes in read.elements
        for key in ("aria-labelledby", "href", "xlink:href")
        for name in (attributes.get(key) or "").replace("#", "").split()
        if not name.startswith("data:")
    ]

    assert len(names) == len(set(names))
    assert [name for name in used if name not in names] == []


def test_it_can_be_read_aloud(read: Reader) -> None:
    tags = [tag for tag, _ in read.elements]
    pictures = [attributes for tag, attributes in read.elements if tag == "svg"]

    assert ("html", {"lang": "en"}) in read.elements
    assert tags.count("h1") == 1
    assert {attributes["role"] for attributes in pictures} == {"img"}
    assert tags.count("desc") == tags.count("svg") == 8
    assert {attributes.get("scope") for tag, attributes in read.elements if tag == "th"} == {"col", "row"}
    assert tags.count("details") == 5


def test_a_number_stands_with_its_interval_and_null_with_its_reason(text: str) -> None:
    assert '24.1\N{NO-BREAK SPACE}\N{MICRO SIGN}s</span> <span class="bounds">[23.8, 24.6]' in text
    assert "95 % interval; 8 rounds" in text
    assert re.search(r'null">null</span> <span class="bounds">&lt;script', text)


def test_a_part_is_indented(text: str) -> None:
    assert 'class="depth1">=1+1<' in text


def test_without_jinja_the_extra_is_named(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)

    with pytest.raises(ExtraMissing, match="pages need Jinja2"):
        write(page, io.StringIO())


def test_bounds_without_a_level_are_called_no_interval(page: Page) -> None:
    (first, *others), stream = page.sections, io.StringIO()
    spread = Statistic("p50, least and most", "a/b", "c", "second", 2.0, Interval(1.0, 3.0), None, 5)
    table = Table("spread", "calls", ("what", "p50"), (("a/b", spread),))
    write(replace(page, sections=(replace(first, tables=(*first.tables, table)), *others)), stream)

    assert 'title="p50, least and most">' in stream.getvalue()
