"""What both implementations of Hash N-Degree Quads search with: permutations, recursion and a bound.

The bound. Hash N-Degree Quads tries every permutation of like blank nodes, so a small *poison graph* may ask
for more work than any machine can do; implementations "MUST defend" against it (RDF-CANON,
``#canon-algo-algo``, ``#dataset-poisoning``). One **step** is one call of Hash N-Degree Quads, one call of
Hash Related Blank Node, or one permutation. A canonicalization may take ``work_limit`` steps, and
``STEPS_PER_NODE`` more for each blank node whose first-degree hash another one shares, so that any number of
small likenesses passes and one great likeness does not. Steps are the text's own, the same for every
implementation that follows it, on every machine: a dataset is refused everywhere or nowhere.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final, TypeVar

from canonbench.errors import WorkLimitExceeded

__all__ = ["DEFAULT_WORK_LIMIT", "STEPS_PER_NODE", "permutations", "recurse", "refuse", "step_bound"]

DEFAULT_WORK_LIMIT: Final = 100_000
STEPS_PER_NODE: Final = 32

_R = TypeVar("_R")


def step_bound(work_limit: int | None, alike: int) -> float:
    """Return the most steps allowed where ``alike`` blank nodes share first-degree hashes."""
    return float("inf") if work_limit is None else work_limit + STEPS_PER_NODE * alike


def refuse(bound: float) -> WorkLimitExceeded:
    """Return the error to raise where ``bound`` steps did not do."""
    return WorkLimitExceeded(
        f"Hash N-Degree Quads needs more than {bound:.0f} steps on this dataset (a poison graph?); "
        "a higher work_limit lets it go on"
    )


def permutations(items: Sequence[str]) -> Iterator[Sequence[str]]:
    """Give each distinct ordering of ``items`` once, items that come first earlier in ``items`` first.

    A blank node list holds a blank node once for each mention; orderings that differ only in which of its
    mentions is which are the same sequence, and would give the same path again.
    """
    order = {item: rank for rank, item in enumerate(dict.fromkeys(items))}
    names = list(order)
    ranks = sorted(order[item] for item in items)
    while True:
        yield [names[rank] for rank in ranks]
        at = len(ranks) - 2
        while at >= 0 and ranks[at] >= ranks[at + 1]:
            at -= 1
        if at < 0:
            return
        other = len(ranks) - 1
        while ranks[other] <= ranks[at]:
            other -= 1
        ranks[at], ranks[other] = ranks[other], ranks[at]
        ranks[at + 1 :] = ranks[:at:-1]


def recurse(call: Generator[Any, Any, _R]) -> _R:
    """Run ``call``, in which ``result = yield other_call`` is a recursive call, and return its result.

    The calls in progress are kept in a list: a chain of blank nodes may be longer than the interpreter's
    stack.
    """
    waiting: list[Generator[Any, Any, _R]] = []
    result: _R | None = None
    while True:
        try:
            deeper = call.send(result)
        except StopIteration as done:
            result = done.value
            if not waiting:
                return result
            call = waiting.pop()
        else:
            waiting.append(call)
            call, result = deeper, None
