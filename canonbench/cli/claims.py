"""``canonbench claims``: which of the paper's claims hold here, by the criteria of the design."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from canonbench.cli.options import Parser

__all__ = ["main"]

_EXAMPLES = """\
examples:
  canonbench run paper && canonbench claims            measure what the claims need, then judge them
  canonbench claims                                    the newest run under runs/
  canonbench claims RUN1 RUN2                          several runs: those of one machine are read as one
  canonbench claims --stack pyld --runtime Python      one stack, one runtime
  canonbench claims RUN --json                         for programs: canonbench.claims/1

Criteria were written down in the design before canonbench ran, and coded after the first published runs.
A claim holds where the 95 % interval lies inside its criterion, does not hold where it lies outside, and is
undecided otherwise; what was not measured is undecided, with the command that measures it. A claim over
environments needs four: give runs of other machines beside yours."""


def main(argv: Sequence[str]) -> int:
    """Judge the claims by the runs that ``argv`` names; 1 if they hold nothing to judge by.

    Raises:
        UnknownName: no run has the stack, or no claim is judged for the runtime, that was named.
    """
    args = _parser().parse_args(argv)
    from canonbench.analysis.claims import chosen, judge
    from canonbench.analysis.claims.decide import Verdict
    from canonbench.analysis.environments import environments
    from canonbench.analysis.singles import singles
    from canonbench.errors import UnknownName
    from canonbench.report.claims import Findings, write
    from canonbench.report.printable import printable
    from canonbench.runs import files

    runs = {(run.folder, run.label): run for run in map(files.open_run, args.run or [None])}
    found = environments(runs.values())
    every = judge(found)
    runtimes = {each.runtime for each in every} - {""}
    if args.runtime is not None and args.runtime.lower() not in map(str.lower, runtimes):
        raise UnknownName("runtime", args.runtime, sorted(runtimes))
    stacks = {stack.name for environment in found for stack in environment.run.chosen}
    if args.stack is not None and args.stack not in stacks:
        raise UnknownName("stack", args.stack, sorted(stacks))
    judgements = chosen(every, runtime=args.runtime, stack=args.stack)
    one_by_one = [
        each for environment in found for each in singles(environment.run) if args.stack in {None, each.stack}
    ]
    timed = any(most for environment in found for _, most in [environment.rounds])
    if not (timed or one_by_one or any(each.verdict is not Verdict.UNDECIDED for each in judgements)):
        labels = ", ".join(run.label for run in runs.values())
        print(
            f"canonbench: nothing to judge: {printable(labels)} has no time of a stage or an exchange; "
            "measure: canonbench run quick",
            file=sys.stderr,
        )
        return 1
    form: Any = "json" if args.json else args.format
    write(Findings(found, judgements, one_by_one), sys.stdout, form=form, plain=args.plain)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench claims",
        description="Judge the fifteen claims of the paper by what was measured here.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    about = "a run file, a run folder or a machine's folder under runs/ (default: the newest run)"
    parser.add_argument("run", nargs="*", metavar="RUN", help=about)
    parser.add_argument("--runtime", metavar="R", help="judge one runtime alone: Python or Node.js")
    parser.add_argument("--stack", metavar="S", help="judge one stack alone")
    parser.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--plain", action="store_true", help="no colour, no box characters")
    parser.add_argument("-v", "--verbose", action="store_true", help="add the traceback to an error")
    return parser
