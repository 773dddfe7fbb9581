"""``canonbench attribute``: is it the specification's doing or the library's, and what could be changed?"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from canonbench.cli.options import Parser

__all__ = ["main"]

_EXAMPLES = """\
examples:
  canonbench run quick                                 measure first: roles and stages in the same rounds
  canonbench attribute                                 one screen of the newest run under runs/
  canonbench attribute RUN --all                       every table
  canonbench attribute RUN --only gaps,levers          these tables alone
  canonbench attribute RUN --stack pyld                what pyld adds at least, and its levers
  canonbench attribute RUN --document ob3              the stages of one document
  canonbench attribute RUN --against mdoc              the gap to mdoc alone
  canonbench attribute RUN RUN                         several machines: each, and the range over them
  canonbench attribute RUN --json                      every role and document, as canonbench.attribution/1

sections of --only, in their order:
  environment   machine, versions, noise, what was left out
  exchanges     what each needs at most, and what each library adds at least
  gaps          the gap between formats, divided over what could be swapped
  stages        the same two bounds for stages
  steps         cost by step, each where it stands
  composition   stages by themselves over the same in place
  growth        exponents of time in attributes, quads, disclosed items
  model         what each counted thing costs
  memory        of the same calls, where a run has it
  levers        what to change first, and what it saves
  documents     further documents, for --document

RUN is a file, a run folder or a machine folder. docs/attribution.md says how to read it."""


def main(argv: Sequence[str]) -> int:
    """Attribute the runs that ``argv`` names; 1 if there is nothing to attribute."""
    args = _parser().parse_args(argv)
    from canonbench.analysis.compare import TRACED
    from canonbench.analysis.gap import AGAINST
    from canonbench.analysis.study import studies, under_memray
    from canonbench.errors import RunFileError, UnknownName
    from canonbench.report.attribution import write
    from canonbench.runs import files

    runs = [files.open_run(name) for name in args.runs or [None]]
    for run in runs:
        if under_memray(run):
            raise RunFileError(f"{run.label}: {TRACED}")
    if args.stack is not None and not any(run.stack(args.stack) for run in runs):
        raise UnknownName("stack", args.stack, {stack.name for run in runs for stack in run.stacks})
    found = studies(runs, document=args.document, stack=args.stack, against=args.against or AGAINST)
    if not any(study.attributions for study in found):
        what = f" on {args.document}" if args.document else ""
        print(
            f"canonbench: nothing to attribute{what}: no time was measured in two rounds or more; "
            "measure: canonbench run quick",
            file=sys.stderr,
        )
        return 1
    form: Any = "json" if args.json else args.format
    write(found, sys.stdout, form=form, plain=args.plain, only=_only(args))
    return 0


def _only(args: argparse.Namespace) -> list[str] | None:
    """Return the sections that were asked for; ``None`` for all, none of them for one screen."""
    from canonbench.errors import UnknownName
    from canonbench.report.attribution import SECTIONS

    names = [name.strip() for text in args.only or () for name in text.split(",") if name.strip()]
    for name in names:
        if name not in SECTIONS:
            raise UnknownName("section", name, SECTIONS)
    return None if args.all and not names else names


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench attribute",
        description="Say what a specification needs at most, what a library adds at least, where the gap "
        "between two formats comes from, and which changes would save most.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    about = "a run file, a run folder or a machine folder (default: the newest under runs/)"
    parser.add_argument("runs", metavar="RUN", nargs="*", help=about)
    parser.add_argument(
        "--document", metavar="D", help="only this one (default: all; tables: of most formats)"
    )
    parser.add_argument("--stack", metavar="S", help="the stack under study (default: each of the run)")
    parser.add_argument(
        "--against",
        metavar="FORMAT",
        action="append",
        help="the format that Data Integrity is compared with; may be repeated (default: sd-jwt-vc, mdoc)",
    )
    whole = parser.add_mutually_exclusive_group()
    whole.add_argument("--all", action="store_true", help="every table, not one screen")
    whole.add_argument(
        "--only", metavar="SECTION", action="append", help="these tables, separated by commas: see below"
    )
    parser.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--plain", action="store_true", help="no colour, no box characters")
    parser.add_argument("-v", "--verbose", action="store_true", help="add the traceback to an error")
    return parser
