"""``canonbench report``: runs as a page for people, as tables for a paper, as data for programs."""

import argparse
import io
import secrets
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from canonbench.cli.options import Parser
from canonbench.errors import RunFileError, UnknownName, UsageError

if TYPE_CHECKING:
    from canonbench.report.material import Material
    from canonbench.report.page.model import Page

__all__ = ["main"]

_FORMATS = ("html", "markdown", "json", "csv", "latex")
_SUFFIXES = {
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".json": "json",
    ".csv": "csv",
    ".tex": "latex",
}
_IMAGES = {".svg": "svg", ".png": "png", ".pdf": "pdf"}
_EXAMPLES = """\
examples:
  canonbench report -o report.html                     the newest run, as one page that needs no network
  canonbench report RUN RUN -o report.html             several runs; those of one machine show a trend
  canonbench report RUN -o tables.tex                  tables for a paper (booktabs)
  canonbench report RUN -o numbers.csv                 every number: a line for each case, stack, statistic
  canonbench report RUN --format markdown              for the summary of a job, or an issue
  canonbench report RUN --list-figures                 the pictures of a report
  canonbench report RUN --figure exchanges -o a.svg    one of them, as SVG, PNG or PDF

Pages and pictures need the extra: python -m pip install 'canonbench[report]'"""


def main(argv: Sequence[str]) -> int:
    """Report the runs that ``argv`` names, and return the exit code: 1 if there is nothing to report.

    Raises:
        CanonbenchError: a run is damaged, a library is missing, or the file cannot be written.
    """
    args = _parser().parse_args(argv)
    output = None if args.output is None else Path(args.output)
    form = args.format or _SUFFIXES.get("" if output is None else output.suffix.lower())
    if output is not None and output.is_file() and not args.force:
        raise RunFileError(f"{output} is already there; give another name, or --force to replace it")
    if args.figure and (output is None or output.suffix.lower() not in _IMAGES):
        raise UsageError("a picture goes to a file: give -o NAME.svg, NAME.png or NAME.pdf")
    if form is None and not args.figure and not args.list_figures:
        if output is not None:
            raise UsageError(f"the name {output.name} says no format; give --format {', '.join(_FORMATS)}")
        raise UsageError("give -o FILE (.html, .md, .json, .csv, .tex), or --format for standard output")
    from canonbench.report.answer import NOTHING
    from canonbench.report.build import build
    from canonbench.report.material import gather
    from canonbench.report.printable import printable

    materials = gather(args.runs)
    page = build(materials)
    if page.answer == NOTHING:
        print(f"canonbench: {_nothing(materials)}", file=sys.stderr)
        return 1
    if args.list_figures:
        figures = [figure for section in page.sections for figure in section.figures]
        print(*(printable(f"{figure.id}  {figure.title}") for figure in figures), sep="\n")
        return 0
    if args.figure and output is not None:
        _put(output, _image(page, args.figure, _IMAGES[output.suffix.lower()]))
        return 0
    from canonbench.report.page.write import write

    stream = io.StringIO()
    write(page, stream, str(form))
    if output is None:
        sys.stdout.write(stream.getvalue())
    else:
        _put(output, stream.getvalue().encode())
    return 0


def _nothing(materials: "Sequence[Material]") -> str:
    from canonbench.report.printable import printable

    labels = printable(", ".join(material.label for material in materials))
    refused = sum(len(material.refused) for material in materials)
    more = f" (times of {refused} rows were taken under memray)" if refused else ""
    return (
        f"nothing to report: {labels} has no time and no memory of a stage or an exchange{more}; "
        "measure: canonbench run quick"
    )


def _image(page: "Page", name: str, form: str) -> bytes:
    from canonbench.report.page.plots import image

    figures = {figure.id: figure for section in page.sections for figure in section.figures}
    found = [figure for ident, figure in figures.items() if ident.startswith(name)]
    if not found:
        raise UnknownName("figure", name, figures)
    return image(figures.get(name, found[0]).chart, form)


def _put(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all, and say so; a device or a pipe is written to, never replaced."""
    try:
        if path.exists() and not path.is_file():
            with path.open("wb", buffering=0) as device:
                device.write(content)
        else:
            target = path.resolve()
            if target.is_symlink():  # links in a circle, from Python 3.13 on
                target.stat()  # raises
            _replace(target, content)
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle, before Python 3.13
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise RunFileError(f"cannot write {path}: {reason}; give another place") from error
    print(f"wrote {path}")


def _replace(path: Path, content: bytes) -> None:
    """Put a whole file in the place of ``path``, which is no link, with the permissions that it had."""
    temporary = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(content)
        if path.exists():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench report",
        description="Report runs: a page for people, tables for a paper, numbers for programs.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    about = "a run file, a run folder, or a stack in one (DIR:STACK); by default the newest under runs/"
    parser.add_argument("runs", metavar="RUN", nargs="*", help=about)
    parser.add_argument("-o", "--output", metavar="FILE", help="file to write; its suffix says the format")
    parser.add_argument("--format", choices=_FORMATS, help="the format, where no suffix says it")
    parser.add_argument("--force", action="store_true", help="replace FILE if it is there")
    parser.add_argument("--figure", metavar="NAME", help="write one picture, by its name or how that begins")
    parser.add_argument("--list-figures", action="store_true", help="list the pictures, and write nothing")
    parser.add_argument("-v", "--verbose", action="store_true", help="add the traceback to an error")
    return parser
