"""Rows that may stand beside each other: a name says nothing where the definition behind it differs."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from canonbench.runs.rows import Row, Run, Stack

__all__ = ["LeftOut", "comparable", "sentences"]


class LeftOut(NamedTuple):
    """A row that is not compared: its stack, its name, and the stack whose row defines what is measured."""

    stack: str
    row: str
    beside: str


def comparable(run: Run, first: str | None = None) -> tuple[Run, tuple[LeftOut, ...]]:
    """Leave out the rows whose ``case_version`` is another one than that of the first stack with that row.

    Args:
        run: any run.
        first: the stack that goes before all others, as one under study; then those that were chosen.

    Returns:
        The run, itself if nothing is left out, and what was left out of it.
    """
    order = sorted(run.stacks, key=lambda stack: (stack.name != first, run.only not in {None, stack.name}))
    defined: dict[str, tuple[str, str]] = {}
    for stack in order:
        for row in stack.rows:
            defined.setdefault(row.name, (stack.name, row.case_version))

    def differs(row: Row) -> bool:
        return row.case_version != defined[row.name][1]

    found = tuple(
        LeftOut(stack.name, row.name, defined[row.name][0])
        for stack in run.stacks
        for row in stack.rows
        if differs(row)
    )
    if not found:
        return run, ()
    kept = (Stack(stack.name, tuple(row for row in stack.rows if not differs(row))) for stack in run.stacks)
    return replace(run, stacks=tuple(kept)), found


def sentences(found: Iterable[LeftOut]) -> Iterator[str]:
    """Say in one line for each pair of stacks what was left out."""
    pairs: dict[tuple[str, str], list[str]] = {}
    for each in found:
        pairs.setdefault((each.stack, each.beside), []).append(each.row)
    for (stack, beside), rows in pairs.items():
        more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
        yield (
            f"Left out: {rows[0]}{more} of {stack}, since its case_version is not that of {beside}; "
            "measure both with one version of canonbench."
        )
