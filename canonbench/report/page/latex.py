r"""A page as LaTeX: a table with ``booktabs`` rules for each table of the page, to be used by ``\input``.

The preamble needs ``\usepackage[T1]{fontenc}``, ``\usepackage[utf8]{inputenc}``, ``\usepackage{textcomp}``,
``\usepackage{array}``, ``\usepackage{booktabs}`` and ``\usepackage{longtable}``; nothing else is used.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TextIO

from canonbench.report.page import shown
from canonbench.report.page.model import Cell, Page, Statistic, Table

__all__ = ["PACKAGES", "escaped", "write"]

PACKAGES = (
    *(r"[T1]{fontenc}", r"[utf8]{inputenc}", r"{textcomp}"),
    *(r"{array}", r"{booktabs}", r"{longtable}"),
)
"""What the preamble loads, each after ``\\usepackage``."""

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_\allowbreak{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "[": "{[}",
    "]": "{]}",
    "-": "-{}",
    "\N{NO-BREAK SPACE}": "~",
    "\N{MICRO SIGN}": r"\textmu{}",
    "\N{MULTIPLICATION SIGN}": r"\texttimes{}",
    "\N{PLUS-MINUS SIGN}": r"\textpm{}",
    "\N{MINUS SIGN}": r"\textminus{}",
}
_PLAIN = range(0x20, 0x7F)
_LATIN = range(0xC0, 0x100)
_COMMENT = 400
_WIDEST = 40
_LINE = 90
"""Characters of a line of a page, about; a table that needs more gets the smaller type."""


def escaped(text: str) -> str:
    """Return ``text`` so that LaTeX takes none of it for a command; what fonts lack is written ``U+4E2D``."""
    made = []
    for character in text:
        if character in _SPECIAL:
            made.append(_SPECIAL[character])
        elif ord(character) in _PLAIN or (ord(character) in _LATIN and character not in "\xd7\xf7"):
            made.append(character)
        elif character.isspace():
            made.append(" ")
        else:
            made.append(f"U+{ord(character):04X}")
    return "".join(made)


def write(page: Page, stream: TextIO) -> None:
    """Write the tables of ``page``, its answer and sources as comments above them."""
    stream.writelines(f"{line}\n" for line in _lines(page))


def _lines(page: Page) -> Iterator[str]:
    yield "% Tables of a canonbench report. The preamble needs:"
    yield from (f"%   \\usepackage{package}" for package in PACKAGES)
    yield f"% {_comment(page.question)}"
    yield f"% {_comment(page.answer)}"
    for source in page.sources:
        yield f"% run {_comment(source.label)} on {_comment(source.machine)}, sha256:{source.identifier}"
    for section, table in page.tables:
        yield from ("", f"% {_comment(section.title)}: {_comment(section.sentence)}")
        yield from _table(table)


def _comment(text: str) -> str:
    """Keep a comment on its line, in ASCII, and short."""
    line = " ".join(text.split()).encode("ascii", "replace").decode()
    return line if len(line) <= _COMMENT else f"{line[:_COMMENT]}..."


def _table(table: Table) -> Iterator[str]:
    label = re.sub(r"[^a-z0-9-]", "", table.id)
    head = " & ".join(rf"\textbf{{{escaped(column)}}}" for column in table.columns)
    weights = _weights(table)
    size = r"\footnotesize" if sum(weights) <= _LINE else r"\scriptsize"
    yield rf"\begingroup{size}\setlength{{\tabcolsep}}{{2pt}}"
    yield rf"\begin{{longtable}}{{@{{}}{_widths(weights)}@{{}}}}"
    yield rf"\caption{{{escaped(table.caption)}}}\label{{tab:{label}}}\\"
    yield rf"\toprule {head} \\ \midrule \endfirsthead"
    yield rf"\toprule {head} \\ \midrule \endhead"
    yield r"\bottomrule \endfoot"
    for row in table.rows:
        yield " & ".join(map(_cell, row)) + r" \\"
    yield r"\end{longtable}"
    yield from (rf"\noindent {escaped(shown.typographic(note))}\par" for note in table.notes)
    yield r"\endgroup"


def _weights(table: Table) -> list[int]:
    """Return how wide each column has to be, in characters: its longest word, or its text in two lines."""
    return [
        max(
            *(len(word) for cell in column for word in re.split(r"(?<=[-/:_.@ ])", _bare(cell))),
            min(max(len(_bare(cell)) for cell in column), _WIDEST) * 2 // 3,
        )
        + 1
        for column in _columns(table)
    ]


def _bare(cell: Cell) -> str:
    """Return a cell without its intervals' spaces: where it may be broken."""
    return re.sub(r", (?=[^\[]*\])", ",", shown.typographic(shown.cell(cell)))


def _widths(weights: Sequence[int]) -> str:
    """Divide the width of the page among the columns, so that no table is wider than it."""
    room = "\\dimexpr {}\\textwidth-2\\tabcolsep\\relax"
    share = 1 / sum(weights)
    return "".join(
        rf">{{\raggedright\arraybackslash}}p{{{room.format(f'{share * each:.3f}')}}}" for each in weights
    )


def _columns(table: Table) -> Iterator[list[Cell]]:
    for number, column in enumerate(table.columns):
        yield [column, *(row[number] for row in table.rows)]


def _cell(cell: Cell) -> str:
    text = shown.typographic(shown.text(cell)) if isinstance(cell, Statistic) else cell
    text = re.sub(r", (?=[^\[]*\])", ",\N{NO-BREAK SPACE}", text)
    inner = text.lstrip(" ")
    return r"\quad{}" * ((len(text) - len(inner)) // 2) + escaped(inner)
