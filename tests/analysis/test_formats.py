"""Formats beside each other, on invented runs with known answers."""

from collections.abc import Callable

import pytest

from canonbench.analysis.exchange import exchanges
from canonbench.analysis.formats import side_by_side
from canonbench.runs.rows import Row, Run

Gather = Callable[..., Run]
Rows = Callable[..., list[Row]]


def test_formats_are_compared_with_the_baseline_by_rounds(roles: Rows, gather: Gather) -> None:
    run = gather({"canonbench": [*roles("mdoc"), *roles("sd-jwt-vc", (2.0, 4.0, 6.0))]})
    mdoc, sd_jwt = side_by_side(run, exchanges(run))

    assert (mdoc.value, mdoc.ratio) == (1.0, None)
    assert sd_jwt.value == pytest.approx(2.0)
    assert sd_jwt.ratio is not None
    assert sd_jwt.ratio.value == pytest.approx(2.0)
    assert sd_jwt.total is not None
    assert sd_jwt.total.value == pytest.approx(12.0)


@pytest.mark.parametrize(
    ("first", "second", "against"),
    [("best", "canonbench", "canonbench"), ("canonbench", "best", "canonbench"), ("best", "mine", "best")],
)
def test_a_stack_that_lacks_the_baseline_is_compared_with_the_default_one_else_the_first_that_has_it(
    roles: Rows, gather: Gather, first: str, second: str, against: str
) -> None:
    vcdm = roles("eddsa-rdfc-2022", (3.0, 6.0, 9.0))
    run = gather({first: roles("mdoc"), second: roles("mdoc"), "pyld": vcdm})
    other = {each.exchange.format: each for each in side_by_side(run, exchanges(run))}["eddsa-rdfc-2022"]

    assert (other.stack, other.against) == ("pyld", against)
    assert other.value == pytest.approx(3.0)


def test_a_stack_of_another_runtime_is_compared_with_one_of_its_own(roles: Rows, gather: Gather) -> None:
    away = {"runtime": "Node.js 20.1.0"}
    stacks = {
        "canonbench": roles("mdoc"),
        "node-other": roles("eddsa-rdfc-2022", (3.0, 6.0, 9.0), **away),
    }
    alone = gather(stacks)
    both = gather({**stacks, "node": roles("mdoc", (1.5, 3.0, 4.5), **away)})
    found = [
        next(each for each in side_by_side(run, exchanges(run)) if each.stack == "node-other")
        for run in (alone, both)
    ]

    assert (found[0].against, found[0].value, found[0].ratio) == ("", None, None)
    assert found[1].against == "node"
    assert found[1].value == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("factors", "metadata", "compared"),
    [
        ("@algorithm=p256", {"key_algorithm": "p256"}, False),
        ("@scope=holder", {"scope": "holder"}, False),
        ("@disclose=3", {"disclose": "3"}, False),
        ("@binding=mac", {"binding": "mac"}, True),
    ],
)
def test_only_what_is_alike_is_compared(
    roles: Rows, gather: Gather, factors: str, metadata: dict[str, str], *, compared: bool
) -> None:
    rows = [*roles("mdoc"), *roles("sd-jwt-vc", factors=factors, **metadata)]
    run = gather({"canonbench": rows})
    other = {each.exchange.format: each for each in side_by_side(run, exchanges(run))}["sd-jwt-vc"]

    assert (other.value is not None) == compared


def test_a_baseline_or_a_format_without_total_compares_with_nothing(roles: Rows, gather: Gather) -> None:
    for mdoc, other in ((roles("mdoc")[:2], roles("sd-jwt-vc")), (roles("mdoc"), roles("sd-jwt-vc")[:2])):
        run = gather({"canonbench": [*mdoc, *other]})
        found = {each.exchange.format: each for each in side_by_side(run, exchanges(run))}["sd-jwt-vc"]
        assert (found.value, found.ratio, found.against) == (None, None, "")

    run = gather({"canonbench": roles("sd-jwt-vc")[:2]})
    (alone,) = side_by_side(run, exchanges(run))
    assert alone.total is None
