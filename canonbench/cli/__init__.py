"""The command line: one module a verb, found by its name and imported only when it is asked for."""

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from canonbench import __version__
from canonbench.errors import CanonbenchError, UnknownName

__all__ = ["VERBS", "main"]

VERBS = {
    "stage": "time one stage, or one family of stages",
    "exchange": "time issue, present and verify of credential formats, and their steps",
    "run": "measure a whole plan: the study, education, blank nodes, algorithms",
    "memory": "measure the memory of the same stages and exchanges, under memray",
    "compare": "say whether two runs differ, by how much, and whether it is real",
    "attribute": "say what a specification needs at most, what a library adds at least, and what to change",
    "report": "make a page, tables or data of runs, to look at and to cite",
    "claims": "judge the claims of the paper by what was measured here",
    "inspect": "show what a document costs, without a clock, and what of it would not be signed",
    "verify": "verify a secured credential or presentation, each proof with its verdict",
    "check": "prove that every engine gives what the specifications say",
    "runtime": "install the libraries of other runtimes (Node.js, Go)",
    "list": "list stages, engines, documents, exchanges and plans",
}
"""Every verb, and what it does in one line."""

_INTERRUPTED = 130
_ABOUT = """\
canonbench: where do the time and the memory of a verifiable credential go, specification or library?

usage: canonbench VERB [OPTION...]     (or: python -m canonbench VERB [OPTION...])

{verbs}

examples:
  canonbench stage rdfc                                the main job, a minute or two
  canonbench stage jsonld --document ob3               JSON-LD to quads on an Open Badge
  canonbench stage rdfc --document my-diploma.json     on your own credential; nothing leaves this machine
  canonbench inspect my-diploma.json                   what it costs and what would not be signed

'canonbench VERB --help' shows the options of a verb, 'canonbench --version' the version.
Results go to stdout, progress to stderr.
Exit codes: 0 done, 1 failed, 2 usage, 3 --fail-on, 124 timeout, 130 interrupted."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb that ``argv`` (default: the process's own arguments) names, and return the exit code."""
    if sys.stderr is None:  # closed by who called: print() would write into the results instead
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - what is said here goes nowhere
    if sys.stdout is None:
        print(
            "canonbench: standard output is closed; send the results to a file or to /dev/null",
            file=sys.stderr,
        )
        return 1
    arguments = [*(sys.argv[1:] if argv is None else argv)]
    verbose = "-v" in arguments or "--verbose" in arguments
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
    except CanonbenchError as error:
        from canonbench.report.printable import printable

        print(f"canonbench: {printable(str(error))}", file=sys.stderr)
        if verbose:
            traceback.print_exc()
        return error.exit_code
    except KeyboardInterrupt:
        print("canonbench: interrupted", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        print(f"canonbench: {_unwritten(error)}", file=sys.stderr)
        if verbose:
            traceback.print_exc()
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - what is left of the output goes nowhere
        return 1
    return code


def _unwritten(error: OSError) -> str:
    """Say in words what the system refused, and where: what names no file is standard output."""
    reason = (error.strerror or str(error) or type(error).__name__).removesuffix(" on device")
    reason = reason[:1].lower() + reason[1:]
    if error.filename is None:
        return f"cannot write the results: {reason} on standard output; send them to another place"
    return f"{error.filename}: {reason}; free or mend that place and repeat"


def _warn_of_memray(verb: str, arguments: Sequence[str]) -> None:
    """Say so where ``memray run`` tracks a process that lets others measure: it sees only this one."""
    if "memray" not in sys.modules or verb not in {"stage", "exchange", "run"} or "--worker" in arguments:
        return
    from canonbench.harness.memory import tracked

    if tracked() and "--in-process" not in arguments:
        print(
            "canonbench: memray sees only this process, not the workers that measure: add --in-process "
            "--debug-single-value, one --engine and one --document; or use: python -m canonbench memory",
            file=sys.stderr,
        )


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        print(_ABOUT.format(verbs="\n".join(f"  {verb:<10} {about}" for verb, about in VERBS.items())))
        return 0 if arguments else 2
    if arguments[0] in {"-V", "--version"}:
        print(f"canonbench {__version__}")
        return 0
    verb, *rest = arguments
    if verb not in VERBS:
        raise UnknownName("verb", verb, VERBS)
    _warn_of_memray(verb, rest)
    run = importlib.import_module(f"canonbench.cli.{verb}").main
    return int(run(rest))
