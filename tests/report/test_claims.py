"""The report of claims in every format."""

import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from canonbench.analysis.claims.criteria import CLAIMS, Range
from canonbench.analysis.claims.decide import Beside, Judgement, Part, Verdict
from canonbench.analysis.environments import Environment
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import Interval, Median
from canonbench.analysis.singles import STATISTICS, Single, Spread
from canonbench.model.case import Case
from canonbench.report import claims
from canonbench.report.claims import Findings, Format, grids
from canonbench.runs.rows import Run

Invented = Callable[..., Run]

ESTIMATE = Estimate(2.0, Interval(1.9, 2.1), 8)
RATIO = Part("VCDM over mdoc", ESTIMATE, Range(1.1, math.inf), Verdict.HOLDS)
WIDE = Part("VCDM over SD-JWT VC", ESTIMATE, Range(2.0, 3.0), Verdict.UNDECIDED, "reaches over the edge")
SHARE = Part(
    "labeling",
    replace(ESTIMATE, value=0.2, interval=Interval(0.1, 0.3)),
    Range(0.0, 0.5),
    Verdict.HOLDS,
    unit="share",
)
COUNT = Part("rdfc.canonicalize in issue", 2, Range(2, 2), Verdict.HOLDS, unit="count")
LACKING = Part("dcc over simple", None, Range(31, 49), Verdict.UNDECIDED, "no row; measure it")


def _judgement(claim: str = "C1", *parts: Part, **changes: Any) -> Judgement:
    made = Judgement(claim, "machine", "Python", "pyld", "issuer", parts or (RATIO,), Verdict.HOLDS)
    return replace(made, **changes)


def _written(found: Findings, form: Format = "text") -> str:
    stream = io.StringIO()
    claims.write(found, stream, form=form)
    return stream.getvalue()


def _claim(environments: Sequence[Environment], *judgements: Judgement) -> dict[str, tuple[str, ...]]:
    """Return the rows of the one claim that was judged, by their first cell."""
    *_, grid = grids(Findings(environments, judgements))
    return {row[0]: row[1:] for row in grid.rows}


def test_a_verdict_stands_over_its_parts(machines: Callable[..., tuple[Environment, ...]]) -> None:
    rows = _claim(machines(1.0), _judgement("C1", RATIO, WIDE, reason="reaches over the edge"))

    assert rows == {
        "pyld, scope issuer": ("", "holds"),
        "  VCDM over mdoc": ("2.00x [1.90, 2.10]", "holds"),
        "  VCDM over SD-JWT VC": ("2.00x [1.90, 2.10]", "undecided [1]"),
    }


def test_shares_counts_and_nothing_are_written_as_such(
    machines: Callable[..., tuple[Environment, ...]],
) -> None:
    rows = _claim(machines(1.0), _judgement("C10", SHARE, COUNT, LACKING))

    assert rows["  labeling"] == ("20 % [10 %, 30 %]", "holds")
    assert rows["  rdfc.canonicalize in issue"] == ("2 of 2", "holds")
    assert rows["  dcc over simple"] == ("null", "undecided [1]")


def test_what_stands_beside_never_has_a_verdict(machines: Callable[..., tuple[Environment, ...]]) -> None:
    beside = (
        Beside("mdoc exchange", Median(1e-3, None, 8)),
        Beside("ob3, contexts cold", ESTIMATE),
        Beside("total order", "mdoc < VCDM"),
        Beside("the other order", "not known: " + "x" * 40),
    )
    rows = _claim(machines(1.0), _judgement(beside=beside))

    assert rows["  mdoc exchange"] == ("1.00 ms", "(beside)")
    assert rows["  ob3, contexts cold"] == ("2.00x [1.90, 2.10]", "(beside)")
    assert rows["  total order"] == ("mdoc < VCDM", "(beside)")
    assert rows["  the other order"] == ("[1]", "(beside)")


def test_a_place_is_named_as_far_as_it_differs(machines: Callable[..., tuple[Environment, ...]]) -> None:
    judgements = [
        _judgement("C2", environment="", environments=2, said="consistent in 1 of 4"),
        _judgement("C2", stack="node", runtime="Node.js"),
        _judgement("C2", stack="", scope=""),
        _judgement("C2", stack="", scope="", runtime=""),
    ]

    assert list(_claim(machines(1.0), *judgements)) == [
        "over 2 environments, pyld, scope issuer",
        "  VCDM over mdoc",
        "node, Node.js, scope issuer",
        "Python",
        "all",
    ]
    assert next(iter(_claim(machines(1.0, 2.0), _judgement()))) == "machine, pyld, scope issuer"


def test_a_reason_of_the_whole_is_a_note_of_its_own(machines: Callable[..., tuple[Environment, ...]]) -> None:
    *_, grid = grids(Findings(machines(1.0), [_judgement(reason="of three", note="mdoc is another's")]))

    assert grid.rows[0][2] == "holds [1] [2]"
    assert grid.notes[-2:] == ("[1] of three", "[2] mdoc is another's")


def test_each_claim_says_what_was_published_its_criterion_and_the_kit(
    machines: Callable[..., tuple[Environment, ...]],
) -> None:
    *_, grid = grids(Findings(machines(1.0), [_judgement("C9")]))

    assert grid.title.startswith("C9: production education schemas")
    assert grid.notes[:3] == (
        "published: 31-49 x",
        (
            "criterion: JSON-LD + RDFC-1.0: interval inside 31-49 for ob3 and dcc, each; "
            "Python is an analogue of Node.js"
        ),
        "public kit: yes: in Node.js alone: it canonicalizes an Open Badge, a DCC and a minimal credential",
    )


def test_the_summary_has_a_verdict_for_each_stack_and_over_environments(
    machines: Callable[..., tuple[Environment, ...]],
) -> None:
    judgements = [
        _judgement("C2", stack="", runtime="Node.js", verdict=Verdict.UNDECIDED),
        _judgement("C5", stack=""),
        _judgement("C2"),
        _judgement("C2", stack="canonbench", verdict=Verdict.FAILS),
        _judgement("C2", stack="canonbench", scope="holder"),
        _judgement("C2", environment="", said="consistent in 1 of 4"),
        _judgement("C4", environment="", said="undecided"),
        _judgement("C6", environment="", said="undecided"),
        _judgement("C6", environment="", said="inconsistent in 1 of 4"),
        _judgement("C11", said="by definition"),
    ]
    summary = grids(Findings(machines(1.0), judgements))[1]
    rows = {row[0]: row[1:] for row in summary.rows}

    assert summary.columns == (
        *("claim", "pyld", "canonbench", "Node.js", "any stack"),
        *("over environments", "kit"),
    )
    assert list(rows) == list(CLAIMS)
    assert rows["C2"] == (
        *("holds", "does not hold; holds", "undecided", ""),
        *("consistent in 1 of 4", "no"),
    )
    assert rows["C4"] == ("", "", "", "", "undecided", "no")
    assert rows["C5"][3] == "holds"
    assert rows["C6"][4] == "by stack"
    assert rows["C11"][0] == "by definition"
    assert summary.notes[-1].startswith("Noise of machine-0: unknown")


def test_text_fits_a_page_of_100_columns(machines: Callable[..., tuple[Environment, ...]]) -> None:
    judgements = [_judgement(claim, RATIO, WIDE, SHARE, reason="word " * 60) for claim in CLAIMS]

    assert max(map(len, _written(Findings(machines(1.0), judgements)).splitlines())) <= 100


def test_markdown_has_a_table_for_each_claim(machines: Callable[..., tuple[Environment, ...]]) -> None:
    said = _written(Findings(machines(1.0), [_judgement("C1"), _judgement("C2")]), "markdown")

    assert [line for line in said.splitlines() if line.startswith("### ")] == [
        "### Environments",
        "### The paper's claims, by stack",
        "### C1: an exchange that shows 5 of 20 attributes is dearest in VCDM",
        "### C2: VCDM costs this multiple of mdoc and of SD-JWT VC",
    ]


def test_single_calls_come_last(machines: Callable[..., tuple[Environment, ...]]) -> None:
    spread = dict.fromkeys(STATISTICS, Spread(1e-3, 1e-3, 1e-3))
    single = Single(Case.parse("mdoc.verify/ob3:single"), "pyld", "", 5, 2000, spread, None, None)
    found = Findings(machines(1.0), [_judgement()], [single])

    assert grids(found)[-1].title == "ob3: the same beside our interval"
    assert json.loads(_written(found, "json"))["singles"][0]["name"] == "mdoc.verify/ob3:single"


def test_json_has_every_claim_part_and_criterion(machines: Callable[..., tuple[Environment, ...]]) -> None:
    beside = (Beside("absolute", Median(1e-3, None, 8)), Beside("order", "a < b"), Beside("cold", ESTIMATE))
    judgements = [
        _judgement("C1", RATIO, LACKING, beside=beside),
        _judgement("C5", COUNT, environment="", stack="", scope="", runtime="", reason="why"),
    ]
    found = json.loads(_written(Findings(machines(1.0, 3.0), judgements), "json"))
    c1, c5 = (found["claims"][place]["judgements"][0] for place in (0, 4))

    assert found["schema"] == "canonbench.claims/1"
    assert [claim["id"] for claim in found["claims"]] == list(CLAIMS)
    assert found["claims"][0]["public_kit"]["can_produce"] == "no"
    assert (c1["verdict"], c1["stack"], c1["reason"]) == ("holds", "pyld", None)
    assert c1["parts"][0]["criterion"] == [1.1, None]
    assert c1["parts"][0]["measured"] == {
        "value": 2.0,
        "interval": [1.9, 2.1],
        "rounds": 8,
        "method": "student",
    }
    assert (c1["parts"][1]["measured"], c1["parts"][1]["reason"]) == (None, "no row; measure it")
    assert [(each["unit"], type(each["said"])) for each in c1["beside"]] == [
        ("second", dict),
        ("text", str),
        ("ratio", dict),
    ]
    assert (c5["environment"], c5["stack"], c5["scope"], c5["runtime"]) == (None, None, None, None)
    assert (c5["reason"], c5["parts"][0]["measured"]) == ("why", 2)
    assert [each["name"] for each in found["environments"]] == ["machine-0", "machine-1"]
    assert found["environments"][0]["time_over_first"] is None
    assert found["environments"][1]["time_over_first"]["value"] == pytest.approx(3.0)
    assert found["environments"][0]["noise"] is None
