"""``canonbench compare``: did it change, by how much, and is the difference real?"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from canonbench.cli.options import Parser

__all__ = ["main"]

_FAILED_ON = 3
_EXAMPLES = """\
examples:
  canonbench compare RUN:pyld RUN:canonbench           two stacks of one run folder
  canonbench stage rdfc --engine pyld,pyld@venv/bin/python
  canonbench compare RUN:pyld RUN:pyld@venv            two versions of a library, measured interleaved
  canonbench compare A B --band 5% --fail-on slower    in a pipeline: exit code 3 if a row is slower
  canonbench compare A B --format markdown             for the summary of a job

Only rows measured in the same rounds are compared: two runs made one after the other compare the library with
the weather in between, so their rows read 'cannot tell'."""


def main(argv: Sequence[str]) -> int:
    """Compare the two runs that ``argv`` names; 3 if ``--fail-on`` applies, 1 if no row is compared."""
    args = _parser().parse_args(argv)
    from canonbench.analysis.compare import Verdict, compare
    from canonbench.report.compare import write
    from canonbench.runs import files

    compared = compare(files.open_run(args.a), files.open_run(args.b), args.band)
    form: Any = "json" if args.json else args.format
    write(compared, sys.stdout, form=form, plain=args.plain)
    if len(compared.refused) == len(compared.rows):
        print(
            "canonbench: no row of A could be compared with one of B; the reasons stand above",
            file=sys.stderr,
        )
        return 1
    return _FAILED_ON if args.fail_on and compared.any(Verdict(args.fail_on)) else 0


def _band(text: str) -> float:
    """Read ``10%`` or ``0.1``."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = -1.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share between 0 and 100 %; write 10% or 0.1")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench compare",
        description="Compare two runs row by row: the ratio paired by round, its interval, and a verdict.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name in ("a", "b"):
        about = "a run file, a run folder, or a stack in one (DIR:STACK); folders stand under runs/"
        parser.add_argument(name, metavar=name.upper(), help=about)
    parser.add_argument(
        "--band", type=_band, default=0.10, help="differences below are small (default: 10%%)"
    )
    verdicts = ("slower", "faster", "more", "less")
    parser.add_argument("--fail-on", choices=verdicts, help="exit 3 if a row has this verdict")
    parser.add_argument("--format", choices=("text", "markdown", "csv", "json"), default="text")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--plain", action="store_true", help="no colour, no box characters")
    parser.add_argument("-v", "--verbose", action="store_true", help="add the traceback to an error")
    return parser
