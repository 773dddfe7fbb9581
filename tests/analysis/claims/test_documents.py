"""Claims on documents, on planted times."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from canonbench.analysis.claims.decide import Judgement, Verdict
from canonbench.analysis.claims.documents import JUDGES
from canonbench.analysis.claims.reading import Reading
from canonbench.analysis.estimate import Estimate
from canonbench.runs.rows import Row

from .conftest import SHAKEN, STEADY

Invent = Callable[..., Row]
Read = Callable[..., Reading]

HOLDS, FAILS, UNDECIDED = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED


@pytest.fixture
def rows(invent: Invent) -> Callable[..., list[Row]]:
    """Make rows of stages from seconds by name."""

    def made(times: Mapping[str, float], noise: Sequence[float] = STEADY) -> list[Row]:
        turned = [[*noise[at:], *noise[:at]] for at in range(len(noise))]
        return [
            invent(name, [value * each for each in turned[number % len(noise)]])
            for number, (name, value) in enumerate(times.items())
        ]

    return made


def _one(claim: str, reading: Reading) -> Judgement:
    (found,) = (found for judge in JUDGES for found in judge(reading) if found.claim == claim)
    return found


def _whole(ob3: float, dcc: float) -> dict[str, float]:
    return {"transform.rdfc/simple": 1.0, "transform.rdfc/ob3": ob3, "transform.rdfc/dcc": dcc}


@pytest.mark.parametrize(
    ("ob3", "dcc", "verdict"),
    [(40.0, 33.0, HOLDS), (10.0, 33.0, FAILS), (40.0, 60.0, FAILS), (49.0, 33.0, UNDECIDED)],
)
def test_c9_holds_if_each_schema_is_inside_the_range(
    rows: Callable[..., list[Row]], read: Read, ob3: float, dcc: float, verdict: Verdict
) -> None:
    found = _one("C9", read({"pyld": rows(_whole(ob3, dcc))}))

    assert (found.verdict, found.stack, found.scope) == (verdict, "pyld", "")
    assert [part.what for part in found.parts] == ["ob3 over simple", "dcc over simple"]


def test_c9_adds_json_ld_and_rdfc_where_they_were_measured_apart(
    rows: Callable[..., list[Row]], read: Read
) -> None:
    times = {
        "jsonld.to_quads/simple": 0.6,
        "rdfc.canonicalize/simple": 0.4,
        "jsonld.to_quads/ob3": 38.0,
        "rdfc.canonicalize/ob3": 2.0,
        "jsonld.to_quads/dcc": 34.0,
        "rdfc.canonicalize/dcc": 1.0,
        "jsonld.to_quads/clr-30": 500.0,
        "rdfc.canonicalize/clr-30": 9.0,
        "jsonld.to_quads/bn-50": 5.0,
        "rdfc.canonicalize/bn-50": 9.0,
        "jsonld.to_quads/ob3~without-1a2b3c4d": 5.0,
        "jsonld.to_quads/simple:cold-context": 2.6,
        "jsonld.to_quads/ob3:cold-context": 58.0,
    }
    found = _one("C9", read({"pyld": rows(times)}))
    beside = {each.what: each.said for each in found.beside}

    assert found.verdict is HOLDS
    assert [
        part.measured.value for part in found.parts if isinstance(part.measured, Estimate)
    ] == pytest.approx([40.0, 35.0], rel=0.02)
    assert list(beside) == [
        "ob3, RDFC-1.0 alone",
        "ob3, contexts cold",
        "dcc, RDFC-1.0 alone",
        "clr-30",
        "simple, JSON to canonical bytes",
    ]
    alone, cold = beside["ob3, RDFC-1.0 alone"], beside["ob3, contexts cold"]
    assert isinstance(alone, Estimate)
    assert isinstance(cold, Estimate)
    assert [alone.value, cold.value] == pytest.approx([5.0, 20.0], rel=0.02)


def test_c9_and_c10_are_undecided_where_a_document_lacks(rows: Callable[..., list[Row]], read: Read) -> None:
    lacking = read({"pyld": rows({"transform.rdfc/simple": 1.0, "transform.rdfc/ob3": 40.0})})

    assert _one("C9", lacking).reason == (
        "transform.rdfc/dcc with pyld: no row; measure it: canonbench stage transform.rdfc"
        " --document simple --document ob3 --document dcc"
    )
    nothing = _one("C9", read({"replay": rows(_whole(40.0, 33.0))}))
    assert (nothing.verdict, nothing.stack, nothing.beside) == (UNDECIDED, "", ())


@pytest.mark.parametrize(("label", "verdict"), [(8.0, HOLDS), (30.0, FAILS), (20.0, UNDECIDED)])
def test_c10_takes_the_share_of_labeling_in_what_is_added(
    rows: Callable[..., list[Row]], read: Read, label: float, verdict: Verdict
) -> None:
    times = {**_whole(41.0, 41.0), "rdfc.label/simple": 0.1, "rdfc.label/ob3": label, "rdfc.label/dcc": label}
    found = _one("C10", read({"canonbench": rows(times)}))
    part = found.parts[0]

    assert found.verdict is verdict
    assert (part.what, part.unit, part.upper) == ("labeling of what ob3 adds", "share", False)
    assert isinstance(part.measured, Estimate)
    assert part.measured.value == pytest.approx((label - 0.1) / 40.0, rel=0.05)


@pytest.mark.parametrize(("canonical", "verdict"), [(8.0, HOLDS), (30.0, UNDECIDED)])
def test_c10_bounds_labeling_in_libraries_by_the_whole_of_rdfc(
    rows: Callable[..., list[Row]], read: Read, canonical: float, verdict: Verdict
) -> None:
    whole = {f"rdfc.canonicalize/{document}": canonical for document in ("ob3", "dcc")}
    found = _one(
        "C10", read({"pyld": rows({**_whole(41.0, 41.0), "rdfc.canonicalize/simple": 0.1, **whole})})
    )
    part = found.parts[0]

    assert found.verdict is verdict
    assert (part.what, part.upper) == ("RDFC-1.0, an upper bound of labeling, of what ob3 adds", True)
    assert part.reason == (
        ""
        if verdict is HOLDS
        else "an upper bound outside the criterion refutes nothing: the library labels inside one call; "
        "labeling itself is measured with our engine: "
        "canonbench stage rdfc --document simple --document ob3 --document dcc"
    )


def test_c10_names_the_row_that_decides_rather_than_more_rounds(
    rows: Callable[..., list[Row]], read: Read
) -> None:
    whole = {f"rdfc.canonicalize/{document}": 20.0 for document in ("ob3", "dcc")}
    times = {**_whole(41.0, 41.0), "rdfc.canonicalize/simple": 0.1, **whole}
    found = _one("C10", read({"canonbench": rows(times)}))

    assert found.reason == (
        "the interval reaches over the edge of the criterion: measure labeling itself (rdfc.label), in one "
        "run: canonbench stage rdfc --document simple --document ob3 --document dcc"
    )


def test_c10_needs_something_added(rows: Callable[..., list[Row]], read: Read) -> None:
    times = {**_whole(1.0, 1.0), "rdfc.label/simple": 0.1, "rdfc.label/ob3": 0.1, "rdfc.label/dcc": 0.1}
    found = _one("C10", read({"canonbench": rows(times, SHAKEN)}))

    assert found.verdict is UNDECIDED
    assert "nothing is added" in found.reason


def test_c10_needs_rounds(rows: Callable[..., list[Row]], read: Read) -> None:
    times = {**_whole(40.0, 40.0), "rdfc.label/simple": 0.1, "rdfc.label/ob3": 9.0, "rdfc.label/dcc": 9.0}
    found = _one("C10", read({"canonbench": rows(times, STEADY[:5])}))

    assert "too few rounds: 5 shared" in found.reason


def test_a_library_that_goes_part_of_the_way_is_not_judged(
    rows: Callable[..., list[Row]], read: Read
) -> None:
    part = {"rdfc.canonicalize/simple": 1.0, "rdfc.canonicalize/ob3": 40.0}
    found = _one("C9", read({"node-jsonld": rows(_whole(40.0, 33.0)), "node-rdf-canonize": rows(part)}))

    assert found.stack == "node-jsonld"
