"""The tables of exchanges, on invented runs with known answers."""

from collections.abc import Callable, Sequence

import pytest

from canonbench.analysis.compare import Verdict
from canonbench.analysis.exchange import TOTAL, Exchange, exchanges
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]
Rows = Callable[..., list[Row]]

NOISE = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)


def _one(run: Run) -> Exchange:
    (found,) = exchanges(run)
    return found


def test_the_total_is_the_sum_of_the_roles_of_a_round(roles: Rows, gather: Gather) -> None:
    found = _one(gather({"canonbench": roles("mdoc")}))
    total = found.cell(TOTAL, "canonbench")

    assert [line.role for line in found.lines] == ["issue", "present", "verify", "total"]
    assert total is not None
    assert total.median is not None
    assert total.median.value == pytest.approx(6.0)
    assert total.median.rounds == 8


def test_an_exchange_says_what_was_done(roles: Rows, gather: Gather) -> None:
    found = _one(gather({"canonbench": roles("mdoc", factors="@disclose=3", disclose="3")}))

    assert (found.name, found.algorithm, found.scope, found.disclose) == (
        "mdoc/ob3@disclose=3",
        "ed25519",
        "issuer",
        "3",
    )
    assert (found.sizes, found.rounds) == ({"issue": 400, "present": 200}, (8, 8))


def test_stacks_stand_beside_each_other_with_their_ratio_to_the_best(roles: Rows, gather: Gather) -> None:
    found = _one(gather({"pyld": roles("mdoc", (2.0, 4.0, 6.0)), "canonbench": roles("mdoc")}))
    best, slower = (found.cell(TOTAL, stack) for stack in ("canonbench", "pyld"))

    assert best is not None
    assert slower is not None
    assert slower.ratio is not None
    assert (best.best, best.ratio, slower.best) == (True, None, False)
    assert slower.ratio.value == pytest.approx(2.0)
    assert slower.verdict is Verdict.SLOWER


def test_the_noise_of_a_total_is_that_of_the_pair_of_equal_stacks(roles: Rows, gather: Gather) -> None:
    shaken = tuple(each * (1.02 if number % 2 else 0.98) for number, each in enumerate(NOISE))
    again = roles("mdoc", noise=shaken)
    found = _one(gather({"canonbench": roles("mdoc"), "canonbench-again": again}))

    assert found.stacks == ("canonbench",)
    assert found.noise is not None
    assert found.noise.holds(1.0)


def test_the_noise_of_a_part_is_that_of_its_first_role(roles: Rows, gather: Gather) -> None:
    part = _one(gather({"canonbench": roles("mdoc")[:2], "canonbench-again": roles("mdoc")[1:2]}))

    assert part.noise is not None
    assert part.line(TOTAL) is None


def test_there_is_no_noise_without_the_whole_pair_or_with_few_rounds(roles: Rows, gather: Gather) -> None:
    part = _one(gather({"canonbench": roles("mdoc"), "canonbench-again": roles("mdoc")[:2]}))
    few = {name: roles("mdoc", noise=(1.0, 1.1)) for name in ("canonbench", "canonbench-again")}

    assert part.noise is None
    assert _one(gather(few)).noise is None
    assert _one(gather({"canonbench": roles("mdoc"), "pyld-again": roles("mdoc")})).noise is None


def test_without_every_role_there_is_no_total(roles: Rows, gather: Gather) -> None:
    found = _one(gather({"canonbench": roles("mdoc")[:2]}))

    assert [line.role for line in found.lines] == ["issue", "present"]
    assert found.line(TOTAL) is None
    assert found.cell(TOTAL, "canonbench") is None


def test_a_stack_without_a_role_has_its_reason_and_no_total(roles: Rows, gather: Gather) -> None:
    records = [{"kind": "null", "name": "mdoc.verify/ob3", "stack": "pyld", "reason": "differs"}]
    run = gather({"canonbench": roles("mdoc"), "pyld": roles("mdoc")[:2]}, records=records)
    found = _one(run)
    verify = found.line("verify")

    assert verify is not None
    assert [cell.reason for cell in verify.cells] == ["", "differs"]
    assert found.cell("verify", "pyld") is None
    assert found.cell(TOTAL, "pyld") is None


def test_cold_contexts_are_a_line_of_their_own_and_first_calls_none(roles: Rows, gather: Gather) -> None:
    cold = roles("mdoc", state=":cold-context")[2:]
    first = roles("mdoc", state=":cold-process")
    found = _one(gather({"canonbench": [*roles("mdoc"), *cold, *first]}))

    assert [(line.role, line.state) for line in found.lines] == [
        ("issue", "warm"),
        ("present", "warm"),
        ("verify", "warm"),
        ("verify", "cold-context"),
        ("total", "warm"),
    ]


def test_outside_a_conducted_run_processes_are_added_up(roles: Rows, gather: Gather) -> None:
    rows = roles("mdoc", noise=(1.0, 1.0, 1.0))
    loose = [
        Row(row.name, tuple(type(p)(p.wall, p.cpu, p.metadata, None) for p in row.processes), row.metadata)
        for row in rows
    ]
    total = _one(gather({"canonbench": loose})).cell(TOTAL, "canonbench")

    assert total is not None
    assert total.median is not None
    assert (total.median.value, total.median.rounds) == (6.0, 3)


def test_wall_time_decides_a_total_if_it_decides_a_role(roles: Rows, gather: Gather, invent: Invent) -> None:
    rows = roles("mdoc")
    rows[1] = invent(rows[1].name, [5.0] * 8, cpu=False, **rows[1].metadata)
    line = _one(gather({"canonbench": rows})).line(TOTAL)

    assert line is not None
    assert line.clock == "wall"
    assert line.cells[0].contention == 1.0


def test_memory_and_rows_of_stages_are_left_out(roles: Rows, gather: Gather, invent: Invent) -> None:
    other = [invent("rdfc.label/ob3", [1.0]), *roles("sd-jwt-vc", unit="byte")]

    assert [each.format for each in exchanges(gather({"a": [*roles("mdoc"), *other]}))] == ["mdoc"]


def _seen(invent: Invent, noise: Sequence[float], takes: float) -> Row:
    metadata = {
        "format": "mdoc",
        "role": "issue",
        "split.00.json.parse/document": "1",
        "glue.values": "0",
        "split.residual": "0",
        "stamp.cost": "0.1",
        "split.steps": 2,
    }
    return invent("mdoc.issue/ob3:split", [takes * each + 0.2 for each in noise], **metadata)


def test_the_composition_effect_is_split_less_stamps_over_bare(
    roles: Rows, gather: Gather, invent: Invent
) -> None:
    found = _one(gather({"canonbench": [*roles("mdoc"), _seen(invent, NOISE, 1.1)]}))
    (effect,) = found.effects

    assert (effect.role, effect.stack) == ("issue", "canonbench")
    assert effect.value == pytest.approx(1.1)
    assert effect.ratio is not None
    assert effect.ratio.value == pytest.approx(1.1)
    assert [line.case.target for line in found.steps] == ["mdoc.issue"]


def test_without_shared_rounds_there_is_no_composition_effect(
    roles: Rows, gather: Gather, invent: Invent
) -> None:
    seen = _seen(invent, NOISE, 1.1)
    elsewhere = Row(
        seen.name,
        tuple(type(p)(p.wall, p.cpu, p.metadata, None) for p in seen.processes),
        seen.metadata,
    )

    assert _one(gather({"canonbench": [*roles("mdoc"), elsewhere]})).effects == ()
    assert _one(gather({"canonbench": [*roles("mdoc")[1:], seen]})).effects == ()
