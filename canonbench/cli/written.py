"""A command line as it may stand in a file: names and digests for what were paths."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canonbench.harness.subject import Subject

__all__ = ["repeated", "sources"]


def repeated(option: str, values: Iterable[str]) -> list[str]:
    """Return the words that give ``option`` once for each of ``values``."""
    return [word for value in values for word in (option, value)]


def sources(documents: Iterable[str], arguments: argparse.Namespace, subject: "Subject") -> list[str]:
    """Return the words that name documents, plug-ins and contexts; of a user's files they tell the digest."""
    from canonbench.documents.private import is_private
    from canonbench.harness.plugins import source

    return [
        *repeated("--document", documents),
        *repeated("--plugin", (source(path).replace(" ", "@") for path in arguments.plugin)),
        *repeated("--context", filter(is_private, subject.contexts)),
    ]
