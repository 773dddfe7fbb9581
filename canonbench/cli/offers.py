"""What an engine offers, on lines of a screen: its stages, and their algorithm where it is another."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping

__all__ = ["lines", "unavailable"]

_INDENT = 18


def lines(name: str, stages: Iterable[str], algorithms: Mapping[str, str], width: int) -> Iterator[str]:
    """Give the lines of the engine ``name``, which alone begins with no space.

    ``algorithms`` has those of the stages whose algorithm is not that of the stage's text.
    """
    yield from _lines(name, _short(stages), width)
    for algorithm in dict.fromkeys(algorithms.values()):
        by = (stage for stage in stages if algorithms.get(stage) == algorithm)
        yield from _lines("", f"{_short(by)} by {algorithm}", width)


def unavailable(name: str, why: str) -> Iterator[str]:
    """Give the lines of the engine ``name`` that does not load; its reason is one line, as it is."""
    begin = f"{name:<{_INDENT}}"
    if len(begin) > _INDENT or begin.strip() == begin:
        yield name
        begin = " " * _INDENT
    yield f"{begin}unavailable: {why}"


def _short(stages: Iterable[str]) -> str:
    """Write ``jsonld.expand, .to_rdf``: a family once, where its stages follow each other."""
    written = []
    before = ""
    for stage in stages:
        family, _, own = stage.rpartition(".")
        written.append(f".{own}" if family == before else stage)
        before = family
    return ", ".join(written)


def _lines(name: str, text: str, width: int) -> Iterator[str]:
    indent = " " * _INDENT
    begin = f"{name:<{_INDENT}}"
    if len(begin) > _INDENT or begin.strip() == begin:
        yield name
        begin = indent
    yield from textwrap.wrap(
        text,
        width,
        initial_indent=begin,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
