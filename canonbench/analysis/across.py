"""Documents side by side: the way from JSON to canonical bytes of each, against that of the simple one.

The way is JSON-LD to quads and then RDFC-1.0, with one stack: in one pass or in its two steps, whichever is
less. Both belong to the same round, and so does the way of the simple document that it is divided by.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from canonbench.analysis import sample
from canonbench.analysis.interval import Median, Ratio, centre, ratio
from canonbench.analysis.table import FLOOR, order
from canonbench.model.case import Case, State
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Sitting, Stack

__all__ = ["PARTS", "SIMPLE", "Way", "across"]

SIMPLE = "simple"
"""The document that the others are compared with: the minimal credential."""

_QUADS, _STEPS, _LAST = "jsonld.to_quads", ("jsonld.expand", "jsonld.to_rdf"), "rdfc.canonicalize"
_CONTEXTS = "jsonld.process_context"

PARTS = (_QUADS, _CONTEXTS, *_STEPS, _LAST, "rdfc.label", "rdfc.serialize")
"""Stages whose shares of the way are shown, each measured by itself, in the order of the way.

Context processing is part of expansion; expansion and to_rdf are parts of to_quads, and are left out where a
stack does all of that in one pass, which takes less than they do.
"""


_ONE_PASS = 1.25
"""So many times as long as the whole, its two steps are no parts of it."""


@dataclass(frozen=True)
class Way:
    """The way of one document with one stack, ``state`` being that of the contexts.

    ``total`` is in seconds. ``shares`` are parts of it by the names of ``PARTS``, those that were measured.
    ``times`` is the total over that of ``SIMPLE`` in the same state, ``None`` for that one itself and where
    fewer rounds than an interval needs have both.
    """

    document: str
    stack: str
    state: State
    quads: int | None
    blank_nodes: int | None
    total: Median
    shares: Mapping[str, float]
    times: Ratio | None
    portions: Mapping[str, Median] = field(default_factory=dict)


def across(run: Run) -> tuple[Way, ...]:
    """Return the ways of a run, documents in the order of the plan, warm before cold.

    Empty unless it has the simple document and another one.
    """
    ways = [way for stack in run.chosen if _counts(stack) for way in _ways(stack)]
    documents = list(dict.fromkeys(way.document for way in ways))
    if SIMPLE not in documents or len(documents) == 1:
        return ()
    place = {**{name: number for number, name in enumerate(documents, len(documents))}, **order(run)}
    return tuple(sorted(ways, key=lambda way: place[way.document]))


def _counts(stack: Stack) -> bool:
    return stack.name != FLOOR and not stack.again


def _ways(stack: Stack) -> Iterator[Way]:
    rows = {case: row for row in stack.rows if (case := _case(row)) is not None}
    documents = dict.fromkeys(case.document for case in rows)
    states: tuple[State, ...] = ("warm", "cold-context")
    for state in states:
        totals = {document: _total(rows, document, state) for document in documents}
        for document, total in totals.items():
            if total:
                simple = {} if document == SIMPLE else totals.get(SIMPLE, {})
                last = rows[Case(_LAST, document)]
                shares = _shares(rows, document, median(total.values()))
                yield Way(
                    document,
                    stack.name,
                    state,
                    _number(last, keys.DOCUMENT_QUADS),
                    _number(last, keys.DOCUMENT_BLANK_NODES),
                    centre(tuple(total.values())),
                    shares,
                    ratio(sample.pairs(simple, total)),
                    _portions(rows, document, total, shares),
                )


def _shares(rows: Mapping[Case, Row], document: str, total: float) -> dict[str, float]:
    parts = {name: rows.get(Case(name, document)) for name in PARTS}
    shares = {name: median(_rounds(row).values()) / total for name, row in parts.items() if row is not None}
    if _QUADS in shares and sum(shares.get(name, 0.0) for name in _STEPS) > _ONE_PASS * shares[_QUADS]:
        return {name: share for name, share in shares.items() if name not in {_CONTEXTS, *_STEPS}}
    return shares


def _portions(
    rows: Mapping[Case, Row], document: str, total: sample.Series, shares: Mapping[str, float]
) -> dict[str, Median]:
    paired = {name: sample.pairs(total, _rounds(rows[Case(name, document)])) for name in shares}
    return {name: centre([part / whole for whole, part in both]) for name, both in paired.items() if both}


def _case(row: Row) -> Case | None:
    case = row.case
    return case if case is not None and case.view == "bare" and not case.factors else None


def _total(rows: Mapping[Case, Row], document: str, state: State) -> dict[Sitting, float]:
    """Return the way of each round that has all of it, in seconds."""
    last = rows.get(Case(_LAST, document))
    if last is None:
        return {}
    whole, expand = (rows.get(Case(name, document, state=state)) for name in (_QUADS, _STEPS[0]))
    to_rdf = rows.get(Case(_STEPS[1], document))
    ways = [_added(last, whole)] if whole is not None else []
    if expand is not None and to_rdf is not None:
        ways.append(_added(last, expand, to_rdf))
    return min((way for way in ways if way), key=lambda way: median(way.values()), default={})


def _added(*rows: Row) -> dict[Sitting, float]:
    rounds = [_rounds(row) for row in rows]
    shared = set[Sitting].intersection(*(set(each) for each in rounds))
    return {sitting: sum(each[sitting] for each in rounds) for sitting in sorted(shared)}


def _rounds(row: Row) -> dict[Sitting, float]:
    return sample.per_round(row, sample.clock(row))


def _number(row: Row, key: str) -> int | None:
    found = row.metadata.get(key)
    return found if isinstance(found, int) else None
