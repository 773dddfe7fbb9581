"""Options that measuring verbs share, and what tells a hand-run leaf from a conducted run.

Nothing is imported here that ``--help`` can do without.
"""

import argparse
import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from canonbench.errors import UsageError
from canonbench.report.printable import printable

if TYPE_CHECKING:
    from canonbench.harness.conductor import Settings
    from canonbench.harness.prepared import Prepared

__all__ = [
    "DOCUMENTS",
    "MOST_ROUNDS",
    "ROUNDS",
    "Group",
    "Parser",
    "demand_cpus",
    "engines",
    "forward",
    "hidden",
    "is_leaf",
    "loudness",
    "named",
    "number",
    "outcome",
    "rounds",
    "run",
    "settings",
    "single",
    "sources",
    "stacks",
    "what",
]

DOCUMENTS = ("simple", "ob3", "bn-50")
"""The documents where none is named."""

ROUNDS = 8

MOST_ROUNDS = 10_000
"""A run of more takes weeks: a slip of the hand."""

_MOST_CPUS = 1 << 16


class Group(Protocol):
    """What takes options: a parser, or a group of one."""

    def add_argument(self, *names: str, **how: Any) -> argparse.Action:
        """Declare an option, as ``argparse`` does."""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with a command line, as all of canonbench does."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and exit with 2."""
        self.exit(2, f"{self.prog}: error: {printable(message)}; see --help\n")


def is_leaf(argv: Sequence[str]) -> bool:
    """Tell a leaf from a conducted run.

    Raises:
        UsageError: one file is asked for, but not exactly one engine.
    """
    scan = Parser(prog="canonbench", add_help=False, allow_abbrev=False)
    scan.add_argument("--engine", action="append", default=[])
    scan.add_argument("-o", "--output", "--append", "--hook", dest="leaf", action="append")
    scan.add_argument("--in-process", "--worker", dest="leaf", action="append_const", const="")
    found, _ = scan.parse_known_args(list(argv))
    if found.leaf and len(engines(found.engine)) != 1:
        raise UsageError("-o, --append, --in-process and --hook need exactly one engine: add --engine NAME")
    return bool(found.leaf)


def named(text: str) -> str:
    """Return the value of an option that names something; that of an empty variable in a script does not."""
    if not text.strip(", "):
        raise argparse.ArgumentTypeError(f"{text!r} names nothing; leave the option out for the default")
    return text


def engines(values: Sequence[str]) -> list[str]:
    """Return the names that the values of an option hold, comma-joined or repeated."""
    return [name for value in values for name in value.split(",") if name]


def stacks(values: Sequence[str]) -> list[str]:
    """Return the stacks that the values of an option name; one that is written out has commas of its own."""
    return [
        name
        for value in values
        for name in ([value] if "=" in value or ":" in value else value.split(","))
        if name
    ]


def what(group: Group) -> None:
    """Declare the options that say what a stage is measured with and on."""
    group.add_argument(
        "--engine",
        action="append",
        type=named,
        default=[],
        metavar="E[,E]",
        help="engines to measure; NAME@PYTHON runs one under another interpreter",
    )
    group.add_argument(
        "--hash",
        choices=("sha256", "sha384"),
        default="sha256",
        help="hash algorithm of RDFC-1.0; with sha384 go keys of P-384 (default: sha256)",
    )
    single(group)
    sources(group, DOCUMENTS)


def sources(group: Group, documents: Sequence[str]) -> None:
    """Declare the options that say on what is measured, and where more of it comes from."""
    group.add_argument(
        "--document",
        action="append",
        default=[],
        metavar="D",
        help=f"a name, a file or a folder; may be repeated (default: {', '.join(documents)})",
    )
    group.add_argument(
        "--context",
        action="append",
        default=[],
        metavar="URL=FILE",
        help="a context that the bundle lacks, or that goes before it; nothing is ever fetched",
    )
    group.add_argument("--keep-host", action="store_true", help="leave the host name in the run files")
    group.add_argument("--seed", type=int, default=0, help="fixes everything random (default: 0)")
    group.add_argument(
        "--plugin",
        action="append",
        default=[],
        type=Path,
        metavar="FILE.py",
        help="a module with ENGINES, a tuple of engines of your own",
    )


def single(group: Group) -> None:
    """Declare the option that adds calls timed one by one."""
    group.add_argument(
        "--single",
        action="store_true",
        help="time calls one by one, too, as the paper does: 50 warm-ups, then 2,000 values a process, "
        "in the first five rounds",
    )


def number(kind: Callable[[str], Any], least: float, most: float = math.inf) -> Callable[[str], Any]:
    """Return the ``type`` of an option: a finite ``kind`` of number from ``least`` to ``most``."""

    def checked(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no {'whole ' * (kind is int)}number") from None
        if not math.isfinite(value):
            raise argparse.ArgumentTypeError(f"{text} is no finite number")
        if value < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        if value > most:
            raise argparse.ArgumentTypeError(f"{text} is more than {most}")
        return value

    return checked


def run(parser: argparse.ArgumentParser) -> None:
    """Declare the options of a conducted run, those of pyperf that are handed on in a group of their own."""
    group = parser.add_argument_group("the run")
    group.add_argument(
        *("-p", "--rounds", "--processes"),
        dest="rounds",
        type=number(int, 1, MOST_ROUNDS),
        metavar="R",
        help=f"rounds; below {ROUNDS} there are no intervals (default: {ROUNDS})",
    )
    outcome(group)
    handed = parser.add_argument_group("pyperf options, handed on to every leaf")
    handed.add_argument("--fast", action="store_true", help="half of -n and --min-time, rounds as they are")
    handed.add_argument("--rigorous", action="store_true", help="twice as many rounds")
    handed.add_argument(
        "-n", "--values", type=number(int, 1), default=2, help="values a process (default: 2)"
    )
    handed.add_argument(
        "-w", "--warmups", type=number(int, 0), default=1, help="values skipped before (default: 1)"
    )
    handed.add_argument(
        "--min-time", type=number(float, 0), default=0.01, help="least seconds of a value (default: 0.01)"
    )
    handed.add_argument("--timeout", type=number(int, 1), help="seconds for one case (default: 120)")
    handed.add_argument("--affinity", metavar="CPU_LIST", help="CPUs for the workers")
    handed.add_argument("--inherit-environ", metavar="VARS", help="environment variables for the workers")
    loudness(handed)


def outcome(group: Group) -> None:
    """Declare the options that say where a run goes and how it is shown."""
    group.add_argument("--machine", metavar="NAME", help="folder under runs/ (default: from the CPU model)")
    group.add_argument(
        "--dry-run", action="store_true", help="show the plan and time only (as JSON by --json)"
    )
    group.add_argument("--json", action="store_true", help="print the results as JSON")
    group.add_argument("--plain", action="store_true", help="no colour, no bar, no box characters")


def loudness(group: Group) -> None:
    """Declare the options that say how much is told."""
    group.add_argument("-q", "--quiet", action="store_true", help="no progress")
    group.add_argument("-v", "--verbose", action="store_true", help="say more, and show tracebacks")


def rounds(arguments: argparse.Namespace) -> int:
    """Return how many rounds are asked for."""
    asked: int = arguments.rounds or ROUNDS
    return asked * 2 if arguments.rigorous else asked


def settings(arguments: argparse.Namespace, plugins: tuple[Path, ...]) -> "Settings":
    """Return how every leaf measures.

    Raises:
        UsageError: this process may not use one of the CPUs.
    """
    from canonbench.harness.conductor import Settings

    demand_cpus(arguments.affinity or "")
    return Settings(
        values=max(1, arguments.values // 2) if arguments.fast else arguments.values,
        warmups=arguments.warmups,
        min_time=arguments.min_time / 2 if arguments.fast else arguments.min_time,
        **({"timeout": arguments.timeout} if arguments.timeout else {}),
        affinity=arguments.affinity or "",
        keep_host=arguments.keep_host,
        inherit=tuple(engines([arguments.inherit_environ or ""])),
        plugins=plugins,
    )


def demand_cpus(text: str) -> None:
    """Make sure that workers may run on the CPUs of ``text``, a list as in ``0-2,4``; empty is no list.

    Raises:
        UsageError: it is none, or this process may not use one of them.
    """
    try:
        ranges = [part.partition("-") for part in text.split(",")] if text else []
        ends = [(int(first), int(last) if dash else int(first)) for first, dash, last in ranges]
    except ValueError:
        ends = [(1, 0)]
    if not all(0 <= first <= last < _MOST_CPUS for first, last in ends):
        raise UsageError(f"--affinity {text} is no list of CPUs, as in 0-2,4")
    able = getattr(os, "sched_getaffinity", lambda _: range(_MOST_CPUS))(0)
    lacks = [cpu for first, last in ends for cpu in range(first, last + 1) if cpu not in able]
    if lacks:
        known = ", ".join(map(str, sorted(able)))
        raise UsageError(f"--affinity {text}: there is no CPU {lacks[0]} for this process; it has {known}")


def hidden(parser: argparse.ArgumentParser) -> None:
    """Declare what only the conductor and a leaf's first process say to a worker."""
    for option in ("--inputs", "--loops-from", "--facts"):
        parser.add_argument(option, default="", help=argparse.SUPPRESS)
    parser.add_argument("--case", action="append", default=[], help=argparse.SUPPRESS)
    parser.set_defaults(timeout=None)


def forward(arguments: argparse.Namespace, prepared: "Prepared") -> list[str]:
    """Return what a worker needs to come to the same plan."""
    plugins = [word for path in arguments.plugin for word in ("--plugin", str(path))]
    names = [word for case in prepared.cases for word in ("--case", case.name)]
    place = arguments.facts or prepared.facts_file
    facts = ["--facts", place] if place else []
    facts += ["--keep-host"] if arguments.keep_host else []
    inputs = ["--inputs", str(prepared.inputs.folder)]
    return [arguments.target, "--engine", arguments.engine[0], *plugins, *inputs, *facts, *names]
