"""Claims on documents: C9, what education schemas cost to canonicalize, and C10, whether labeling is why.

The way from JSON to canonical bytes is ``transform.rdfc`` where it was measured as one, else JSON-LD to quads
and RDFC-1.0 of the same round.

Labeling by itself is a row of our own engine. A library canonicalizes in one call, whose whole is an upper
bound of labeling: it can show that labeling is not the driver, and cannot show that it is.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from canonbench.analysis import sample
from canonbench.analysis.claims import criteria
from canonbench.analysis.claims.decide import Beside, Judgement, Lacking, Part, judged, too_few
from canonbench.analysis.claims.exchanges import judgement
from canonbench.analysis.claims.reading import Place, Reading, over, seconds
from canonbench.analysis.estimate import Estimate, estimate
from canonbench.analysis.exchange import summed
from canonbench.analysis.wholes import OWN
from canonbench.model.case import State
from canonbench.runs.rows import Row

__all__ = ["DOCUMENTS", "JUDGES", "SIMPLE"]

SIMPLE = "simple"
DOCUMENTS = ("ob3", "dcc")
"""The documents that decide C9 and C10: education credentials of the shape of the paper's kit."""

_TOGETHER = (SIMPLE, *DOCUMENTS)
_MEASURED = "canonbench stage rdfc" + "".join(f" --document {each}" for each in _TOGETHER)
_OURS = f"measure labeling itself (rdfc.label), in one run: {_MEASURED}"
_THEIRS = f"the library labels inside one call; labeling itself is measured with our engine: {_MEASURED}"

_WHOLE, _QUADS, _CANONICAL, _LABEL = "transform.rdfc", "jsonld.to_quads", "rdfc.canonicalize", "rdfc.label"
_SYNTHETIC = ("attr-", "credential-", "bn-", "cycle-", "double-circle-", "clique-", "disjoint-", "user")


def _stacks(reading: Reading) -> list[str]:
    """Return the libraries that go all of the way on one of the documents; ``""`` if none does."""
    offers: dict[str, set[str]] = {}
    for stack, case in reading.stages:
        if case.document in {SIMPLE, *DOCUMENTS}:
            offers.setdefault(stack, set()).add(case.target)
    return [
        stack
        for stack in reading.libraries()
        if _WHOLE in offers.get(stack, ()) or {_QUADS, _CANONICAL} <= offers.get(stack, set())
    ] or [""]


def _ways(reading: Reading, stack: str, documents: Sequence[str], state: State = "warm") -> list[list[Row]]:
    """Return the rows of the way of each document, all measured in the same manner.

    Raises:
        Lacking: one of the documents has neither.
    """
    try:
        return [[reading.stage(stack, _WHOLE, document, state, together=_TOGETHER)] for document in documents]
    except Lacking as lack:
        with contextlib.suppress(Lacking):
            return [
                [reading.stage(stack, _QUADS, each, state), reading.stage(stack, _CANONICAL, each)]
                for each in documents
            ]
        raise lack from None


def _times_simple(reading: Reading, stack: str, document: str, state: State = "warm") -> Estimate:
    return over(*_ways(reading, stack, (SIMPLE, document), state))


def _canonicalized(reading: Reading, stack: str, document: str) -> Estimate:
    return over(*([reading.stage(stack, _CANONICAL, each)] for each in (SIMPLE, document)))


def _c9(reading: Reading) -> Iterator[Judgement]:
    for stack in _stacks(reading):
        parts = [
            judged(
                f"{document} over {SIMPLE}",
                criteria.EDUCATION,
                partial(_times_simple, reading, stack, document),
            )
            for document in DOCUMENTS
        ]
        yield judgement("C9", Place(reading, stack, ""), parts, _beside_c9(reading, stack))


def _beside_c9(reading: Reading, stack: str) -> Iterator[Beside]:
    for document in DOCUMENTS:
        yield from _told(f"{document}, RDFC-1.0 alone", partial(_canonicalized, reading, stack, document))
        yield from _told(
            f"{document}, contexts cold", partial(_times_simple, reading, stack, document, "cold-context")
        )
    for document in dict.fromkeys(case.document for _, case in reading.stages):
        known = document in {SIMPLE, *DOCUMENTS} or document.startswith(_SYNTHETIC)
        if not known and "~" not in document:
            yield from _told(document, partial(_times_simple, reading, stack, document))
    with contextlib.suppress(Lacking):
        (rows,) = _ways(reading, stack, [SIMPLE])
        yield Beside(f"{SIMPLE}, JSON to canonical bytes", seconds(rows))


def _told(what: str, measure: Callable[[], Estimate]) -> Iterator[Beside]:
    with contextlib.suppress(Lacking):
        yield Beside(what, measure())


def _c10(reading: Reading) -> Iterator[Judgement]:
    for stack in _stacks(reading):
        yield judgement(
            "C10", Place(reading, stack, ""), [_share(reading, stack, each) for each in DOCUMENTS]
        )


def _share(reading: Reading, stack: str, document: str) -> Part:
    """Judge the part of labeling in what ``document`` costs more than the simple one."""
    exact = True
    try:
        labels = [[reading.stage(stack, _LABEL, each)] for each in (SIMPLE, document)]
    except Lacking:
        exact = False
    said = "labeling" if exact else "RDFC-1.0, an upper bound of labeling,"
    better = "" if exact else _OURS if stack.partition("@")[0] == OWN else _THEIRS

    def measure() -> Estimate:
        ways = _ways(reading, stack, (SIMPLE, document))
        parts = labels if exact else [[reading.stage(stack, _CANONICAL, each)] for each in (SIMPLE, document)]
        return _of_added(parts, ways)

    return judged(
        f"{said} of what {document} adds",
        criteria.HALF,
        measure,
        upper=not exact,
        unit="share",
        instead=better,
    )


def _of_added(parts: Sequence[Sequence[Row]], ways: Sequence[Sequence[Row]]) -> Estimate:
    """Return the share that the difference of ``parts`` has in the difference of ``ways``, round by round."""
    by = sample.clock(*(row for rows in (*parts, *ways) for row in rows))
    part, more, simple, other = (summed(rows, by).rounds for rows in (*parts, *ways))
    shared = sorted(part.keys() & more.keys() & simple.keys() & other.keys())
    if any(other[at] <= simple[at] for at in shared):
        raise Lacking("the document costs no more than the simple one in a round: nothing is added")
    found = estimate([(more[at] - part[at]) / (other[at] - simple[at]) for at in shared])
    if found is None:
        raise too_few(len(shared))
    return found


JUDGES: tuple[Callable[[Reading], Iterator[Judgement]], ...] = (_c9, _c10)
"""What judges each claim of this module in one environment."""
