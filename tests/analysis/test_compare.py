"""Verdicts: their order, what is refused by name, and how often they are right."""

import math
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from canonbench.analysis.compare import BAND, Comparison, Verdict, compare, judge, noise
from canonbench.analysis.interval import Interval, Ratio, ratio
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]
NAME = "rdfc.canonicalize/ob3"
STEADY = (1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.005, 0.995)


def found(low: float, high: float) -> Ratio:
    interval = Interval(low, high)
    return Ratio(math.sqrt(low * high), interval, "student", interval, interval, 8)


@pytest.mark.parametrize(
    ("ratio", "noise", "verdict"),
    [
        (None, None, Verdict.CANNOT_TELL),
        (found(0.5, 2.0), None, Verdict.CANNOT_TELL),
        (found(1.05, 2.0), None, Verdict.CANNOT_TELL),
        (found(1.5, 2.0), None, Verdict.SLOWER),
        (found(0.4, 0.8), None, Verdict.FASTER),
        (found(1.5, 2.0), Interval(0.4, 2.5), Verdict.NONE_SEEN),
        (found(0.99, 1.05), None, Verdict.NONE_SEEN),
        (found(1.005, 1.019), None, Verdict.NONE_SEEN),
        (found(0.985, 0.995), None, Verdict.NONE_SEEN),
        (found(1.005, 1.021), None, Verdict.SMALL),
        (found(1.02, 1.04), Interval(0.97, 1.05), Verdict.NONE_SEEN),
        (found(1.02, 1.06), Interval(0.97, 1.05), Verdict.SMALL),
        (found(0.94, 0.96), None, Verdict.SMALL),
        (found(1.08, 1.11), None, Verdict.SMALL),
        (found(1.11, 1.12), None, Verdict.SLOWER),
        (found(0.85, 0.86), None, Verdict.FASTER),
        (found(5.0, 5.1), None, Verdict.SLOWER),
    ],
)
def test_verdicts_are_tried_in_their_order(
    ratio: Ratio | None, noise: Interval | None, verdict: Verdict
) -> None:
    assert verdict is judge(ratio, noise=noise)


def test_the_band_moves_both_what_is_small_and_what_cannot_be_told() -> None:
    assert Verdict.SLOWER is judge(found(1.06, 1.08), band=0.05)
    assert Verdict.SMALL is judge(found(1.06, 1.08), band=0.08)
    assert Verdict.CANNOT_TELL is judge(found(1.04, 1.18), band=0.05)
    assert Verdict.SLOWER is judge(found(1.06, 1.18), band=0.05)


def one(a: Run, b: Run, **options: float) -> Comparison:
    (row,) = compare(a, b, **options).rows
    return row


def test_a_row_is_paired_by_round_and_gives_b_over_a(invent: Invent, gather: Gather) -> None:
    row = one(
        gather({"old": [invent(NAME, STEADY)]}, label="A"),
        gather({"new": [invent(NAME, [1.3 * value for value in STEADY])]}, label="B"),
    )

    assert (row.name, row.a, row.b, row.verdict, row.reason) == (NAME, "old", "new", Verdict.SLOWER, "")
    assert row.ratio is not None
    assert pytest.approx(row.ratio.value) == 1.3
    assert pytest.approx(row.beside) == 1.3
    assert (row.clock, row.contention) == ("cpu", None)


def test_a_drift_over_the_rounds_that_both_share_is_no_noise(invent: Invent, gather: Gather) -> None:
    drift = [1.0, 1.4, 0.8, 2.0, 1.1, 1.7, 0.9, 1.3]
    slower = [1.05 * value * near for value, near in zip(drift, STEADY, strict=True)]
    row = one(gather({"a": [invent(NAME, drift)]}), gather({"b": [invent(NAME, slower)]}))

    assert Verdict.SMALL is row.verdict


def test_cpu_time_decides_wall_time_stands_beside_and_contention_is_flagged(
    invent: Invent, gather: Gather
) -> None:
    a = gather({"a": [invent(NAME, STEADY)]})
    b = gather({"b": [invent(NAME, STEADY, wall=2.1)]})
    row = one(a, b)

    assert (row.clock, row.verdict) == ("cpu", Verdict.NONE_SEEN)
    assert pytest.approx(row.beside) == 2.1
    assert pytest.approx(row.contention) == 2.1


def test_wall_time_decides_where_work_leaves_the_thread(invent: Invent, gather: Gather) -> None:
    a = gather({"a": [invent(NAME, STEADY, decides="wall")]})
    b = gather({"b": [invent(NAME, STEADY, wall=2.1, decides="wall")]})
    row = one(a, b)

    assert (row.clock, row.verdict, row.beside, row.contention) == ("wall", Verdict.SLOWER, None, None)


def test_runs_without_shared_rounds_are_named_and_never_judged(invent: Invent, gather: Gather) -> None:
    a = gather({"a": [invent(NAME, STEADY, run="monday")]})
    b = gather({"b": [invent(NAME, [5 * value for value in STEADY], run="tuesday")]})
    row = one(a, b)

    assert Verdict.CANNOT_TELL is row.verdict
    assert None is row.ratio
    assert None is row.beside
    assert row.reason.startswith("no shared rounds")
    assert pytest.approx(row.median_a.value if row.median_a else 0.0) == 1.0


def test_hand_run_files_have_no_rounds_to_share(invent: Invent, gather: Gather) -> None:
    row = one(
        gather({"a": [invent(NAME, STEADY, run=None)]}),
        gather({"a": [invent(NAME, STEADY, run=None)]}),
    )

    assert (row.verdict, row.ratio) == (Verdict.CANNOT_TELL, None)


def test_fewer_than_eight_shared_rounds_say_so(invent: Invent, gather: Gather) -> None:
    a = gather({"a": [invent(NAME, STEADY)]})
    b = gather({"b": [invent(NAME, STEADY, first=1)]})
    row = one(a, b)

    assert (row.verdict, row.reason) == (Verdict.CANNOT_TELL, "too few rounds: 7 shared, 8 needed")


def test_an_interval_over_the_band_says_so(invent: Invent, gather: Gather) -> None:
    a = gather({"a": [invent(NAME, STEADY)]})
    b = gather({"b": [invent(NAME, [1.0, 2.0, 0.5, 1.5, 0.7, 3.0, 0.4, 1.2])]})
    row = one(a, b)

    assert Verdict.CANNOT_TELL is row.verdict
    assert row.reason.startswith("the interval is wider than the band")


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("case_version", "case_version differs: 0123456789ab and fedcba987654"),
        ("document_sha256", "document differs: 0123456789ab and fedcba987654"),
        ("contexts_sha256", "contexts differs: 0123456789ab and fedcba987654"),
    ],
)
def test_other_definitions_documents_and_contexts_are_refused_by_name(
    invent: Invent, gather: Gather, key: str, reason: str
) -> None:
    a = gather({"a": [invent(NAME, STEADY, **{key: "0123456789abcdef"})]})
    b = gather({"b": [invent(NAME, STEADY, **{key: "fedcba9876543210"})]})
    compared = compare(a, b)

    assert [(NAME, None, reason)] == [(row.name, row.verdict, row.reason) for row in compared.refused]


def test_a_case_version_that_one_side_lacks_is_another(invent: Invent, gather: Gather) -> None:
    a = gather({"a": [invent(NAME, STEADY, case_version="0123")]})
    b = gather({"b": [invent(NAME, STEADY, case_version="")]})

    assert one(a, b).reason == "case_version differs: 0123 and none"


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [({"hooks": "canonbench, memray"}, "timed under memray"), ({"unit": "byte"}, "units differ")],
)
def test_rows_of_memory_are_no_timing(
    invent: Invent, gather: Gather, metadata: dict[str, str], reason: str
) -> None:
    timed, traced = invent(NAME, STEADY), invent(NAME, STEADY, **metadata)
    rows = [
        one(gather({"a": [timed]}), gather({"b": [traced]})),
        one(gather({"a": [traced]}), gather({"b": [timed]})),
    ]

    assert [(row.verdict, reason in row.reason) for row in rows] == [(None, True)] * 2


def test_two_runs_under_memray_are_no_timing_either(invent: Invent, gather: Gather) -> None:
    traced = gather({"a": [invent(NAME, STEADY, hooks="memray")]})

    assert one(traced, traced).reason.startswith("timed under memray")


@pytest.mark.parametrize(
    ("factor", "verdict"), [(2.0, "more"), (0.5, "less"), (1.05, "small"), (1.0, "none seen")]
)
def test_rows_of_memory_are_compared_with_each_other(
    invent: Invent, gather: Gather, factor: float, verdict: str
) -> None:
    a = gather({"a": [invent(NAME, [1000.0] * 8, unit="byte", cpu=False)]})
    b = gather({"b": [invent(NAME, [1000.0 * factor] * 8, unit="byte", cpu=False)]})
    row = one(a, b)

    assert (row.verdict, row.unit, row.beside, row.contention) == (verdict, "byte", None, None)


def test_rows_and_stacks_of_one_side_only_are_listed(invent: Invent, gather: Gather) -> None:
    left, right, both = (invent(f"{target}/ob3", STEADY) for target in ("x.left", "x.right", "x.both"))
    a = gather({"s": [left, both], "gone": [both]}, label="A")
    b = gather({"s": [both, right], "new": [both]}, label="B")
    compared = compare(a, b)

    assert [(row.name, row.a, row.b, row.reason) for row in compared.rows] == [
        ("x.left/ob3", "s", "s", "only in A"),
        ("x.both/ob3", "s", "s", ""),
        ("x.right/ob3", "s", "s", "only in B"),
        ("x.both/ob3", "gone", "", "only in A"),
        ("x.both/ob3", "", "new", "only in B"),
    ]
    assert len(compared.refused) == 4


def test_one_chosen_stack_is_compared_with_one_whatever_their_names(invent: Invent, gather: Gather) -> None:
    stacks = {"old": [invent(NAME, STEADY)], "new": [invent(NAME, [2 * value for value in STEADY])]}
    compared = compare(gather(stacks, only="old"), gather(stacks, only="new"))

    assert [(row.a, row.b, row.verdict) for row in compared.rows] == [("old", "new", Verdict.SLOWER)]
    assert compared.any(Verdict.SLOWER)
    assert not compared.any(Verdict.FASTER)


def test_the_aa_pair_of_the_run_widens_what_counts_as_none(invent: Invent, gather: Gather) -> None:
    again = [value * (1.04 if place % 2 else 0.99) for place, value in enumerate(STEADY)]
    stacks = {
        "own": [invent(NAME, STEADY)],
        "own-again": [invent(NAME, again)],
        "new": [invent(NAME, [1.025 * value for value in STEADY])],
    }
    noisy = one(gather(stacks, only="own"), gather(stacks, only="new"))
    quiet = one(gather({"own": stacks["own"]}), gather({"new": stacks["new"]}))

    assert (quiet.verdict, quiet.noise) == (Verdict.SMALL, None)
    assert Verdict.NONE_SEEN is noisy.verdict
    assert noisy.noise is not None
    assert noisy.noise.low < 1
    assert noisy.noise.high > 1.03


def test_noise_is_known_only_for_rows_that_the_pair_shares(invent: Invent, gather: Gather) -> None:
    other = invent("x.other/ob3", STEADY)
    run = gather({"own": [invent(NAME, STEADY), other], "own-again": [invent(NAME, STEADY[:7])], "pyld": []})

    assert None is noise(run, NAME)
    assert None is noise(run, "x.other/ob3")
    assert None is noise(gather({"own-again": [other]}), "x.other/ob3")


def logs(draw: random.Random, sd: float, rounds: int = 8) -> list[float]:
    return [draw.gauss(0, sd) for _ in range(rounds)]


def verdicts(samples: Sequence[Sequence[float]]) -> dict[Verdict, float]:
    """Return how often each verdict falls on simulated log ratios, as shares."""
    fallen = [judge(ratio([(1.0, math.exp(value)) for value in sample])) for sample in samples]
    return {verdict: fallen.count(verdict) / len(fallen) for verdict in Verdict}


CALLS = (Verdict.SMALL, Verdict.FASTER, Verdict.SLOWER)


@pytest.mark.parametrize("sd", [0.01, 0.03])
def test_pure_noise_is_called_a_difference_in_at_most_seventeen_of_a_thousand_runs(
    invent: Invent, gather: Gather, seeded: Callable[[int], random.Random], sd: float
) -> None:
    draw = seeded(20_261_130)
    called = 0
    for _ in range(2000):
        weather = [math.exp(draw.gauss(0, 0.3)) for _ in range(8)]
        stacks = {
            name: [invent(NAME, [w * math.exp(draw.gauss(0, sd / math.sqrt(2))) for w in weather])]
            for name in ("own", "own-again", "other")
        }
        row = one(gather(stacks, only="own"), gather(stacks, only="other"))
        called += row.verdict in CALLS

    assert called <= 0.017 * 2000


def test_a_planted_three_percent_is_found_as_small(seeded: Callable[[int], random.Random]) -> None:
    draw = seeded(3)
    share = verdicts([[math.log(1.03) + value for value in logs(draw, 0.01)] for _ in range(1000)])

    assert share[Verdict.SMALL] > 0.99
    assert 0 == share[Verdict.FASTER] == share[Verdict.SLOWER]


def test_one_bad_process_does_not_decide(seeded: Callable[[int], random.Random]) -> None:
    draw = seeded(10)
    noise_alone, planted = [], []
    for _ in range(1000):
        bad = draw.choice([math.log(10), -math.log(10)])
        first, *rest = logs(draw, 0.01)
        noise_alone.append([first + bad, *rest])
        planted.append([math.log(1.2) + value for value in noise_alone[-1]])
    alone, with_difference = verdicts(noise_alone), verdicts(planted)

    assert sum(alone[verdict] for verdict in CALLS) <= 0.017
    assert alone[Verdict.NONE_SEEN] > 0.98
    assert with_difference[Verdict.SLOWER] > 0.99


def test_the_default_band_is_ten_percent() -> None:
    assert BAND == 0.10


STATISTICS = Path(__file__).parent.parent.parent / "docs" / "statistics.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in STATISTICS.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line) and line.count("|") == 10
]
"""The rows of the one table that has rounds, spread, difference, bad round and a share for every verdict."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: ", ".join(row[:4]))
def test_the_operating_characteristics_are_those_of_the_documentation(
    row: list[str], seeded: Callable[[int], random.Random]
) -> None:
    rounds, sd, planted, bad = int(row[0]), float(row[1]) / 100, float(row[2]) / 100, float(row[3] or 1)
    draw = seeded(20_261_130)
    samples = [
        [
            math.log(1 + planted) + value + (math.log(bad) if place == 0 else 0)
            for place, value in enumerate(logs(draw, sd, rounds))
        ]
        for _ in range(2000)
    ]
    fallen = verdicts(samples)

    of_time = [verdict for verdict in Verdict if verdict not in {Verdict.MORE, Verdict.LESS}]
    simulated = [100 * fallen[verdict] for verdict in of_time]
    assert simulated == pytest.approx([float(cell) for cell in row[4:]], abs=0.15)
