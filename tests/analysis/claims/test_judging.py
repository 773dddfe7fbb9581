"""All claims at once."""

from collections.abc import Callable

from canonbench.analysis.claims import NOT_IN_NODE, chosen, judge
from canonbench.analysis.claims.criteria import CLAIMS
from canonbench.analysis.claims.decide import Verdict
from canonbench.analysis.claims.judging import NOT_BY_NODE
from canonbench.analysis.claims.reading import NODE, Reading
from canonbench.runs.rows import Row

Rows = Callable[..., list[Row]]
Read = Callable[..., Reading]


def test_every_claim_has_a_verdict_in_order_even_of_nothing(read: Read) -> None:
    found = judge([read({}).environment])

    assert list(dict.fromkeys(each.claim for each in found)) == list(CLAIMS)
    assert {each.verdict for each in found} == {Verdict.UNDECIDED}
    assert all(each.reason for each in found)


def test_claims_with_figures_of_node_are_undecided_there_until_measured(exchange: Rows, read: Read) -> None:
    rows = [*exchange("mdoc", 1.0), *exchange("sd-jwt-vc", 1.0), *exchange("eddsa-rdfc-2022", 2.0)]
    there = [*exchange("mdoc", 1.0, runtime="Node.js 20"), *exchange("sd-jwt-vc", 1.0, runtime="Node.js 20")]
    there += exchange("eddsa-rdfc-2022", 3.0, runtime="Node.js 20")

    without = [each for each in judge([read({"canonbench": rows}).environment]) if each.runtime == NODE]
    having = [
        each
        for each in judge([read({"canonbench": rows, "node": there}).environment])
        if each.runtime == NODE and each.environment
    ]

    assert [each.claim for each in without] == ["C1", "C2", "C6", "C8", "C9", "C13"]
    assert {each.reason for each in without} == {NOT_IN_NODE}
    measured = {each.claim: each.verdict for each in having if each.reason != NOT_BY_NODE}
    assert measured["C1"] is Verdict.HOLDS
    assert measured["C13"] is Verdict.UNDECIDED
    assert {each.claim for each in having if each.reason == NOT_BY_NODE} == {"C6", "C9"}


def test_verdicts_over_environments_come_before_those_of_each(exchange: Rows, read: Read) -> None:
    rows = [*exchange("mdoc", 1.0), *exchange("sd-jwt-vc", 1.0), *exchange("eddsa-rdfc-2022", 2.0)]
    found = [each for each in judge([read({"canonbench": rows}).environment]) if each.claim == "C2"]

    assert [each.environment for each in found] == ["", "xeon", "xeon"]


def test_one_stack_or_runtime_can_be_chosen(exchange: Rows, read: Read) -> None:
    rows = [*exchange("mdoc", 1.0), *exchange("sd-jwt-vc", 1.0), *exchange("eddsa-rdfc-2022", 2.0)]
    every = judge([read({"canonbench": rows, "pyld": exchange("eddsa-rdfc-2022", 9.0)}).environment])

    assert {each.stack for each in chosen(every, stack="pyld")} == {"pyld", ""}
    assert {each.runtime for each in chosen(every, runtime="node.js")} == {NODE, ""}
    assert chosen(every) == every
