"""The report of exchanges."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from canonbench.report import exchange
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack

Rows = Callable[..., list[Row]]

NOISE = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)
SPLIT = {
    "split.00.json.parse/document": "0.0002",
    "split.01.eddsa.sign/document": "0.0006",
    "glue.values": "0.0001",
    "split.residual": "0.0001",
    "stamp.cost": "0.00005",
    "split.steps": 2,
}


def _row(name: str, values: Sequence[float], metadata: dict[str, Any]) -> Row:
    processes = tuple(
        Process((value,), (value,), metadata, Sitting("r", number)) for number, value in enumerate(values)
    )
    return Row(name, processes, metadata)


@pytest.fixture
def roles() -> Rows:
    """Make the rows of a format, each role a millisecond times ``takes``."""

    def make(name: str, takes: float = 1.0, *, rounds: int = 8, view: str = "", **more: Any) -> list[Row]:
        about = {"format": name, "key_algorithm": "ed25519", "scope": "issuer", "disclose": "5"}
        about |= {"binding": "signature", **more}
        return [
            _row(
                f"{name}.{role}/ob3{view}",
                [0.001 * takes * each for each in NOISE[:rounds]],
                {**about, "role": role, "output_bytes": size} if size else {**about, "role": role},
            )
            for role, size in (("issue", 400), ("present", 200), ("verify", 0))
        ]

    return make


def _run(stacks: dict[str, list[Row]], folder: Path | None = None) -> Run:
    made = tuple(Stack(name, tuple(rows)) for name, rows in stacks.items())
    return Run("run", made, folder=folder)


def _text(run: Run, algorithms: Sequence[str] = ()) -> str:
    stream = io.StringIO()
    exchange.write(run, stream, plain=True, algorithms=algorithms)
    return stream.getvalue()


def _json(run: Run) -> Any:
    stream = io.StringIO()
    exchange.write(run, stream, form="json")
    return json.loads(stream.getvalue())


def test_one_format_is_a_table_of_roles_by_stacks(roles: Rows) -> None:
    said = _text(_run({"canonbench": roles("mdoc"), "pyld": roles("mdoc", 2.0)})).splitlines()

    assert said[0].startswith("mdoc/ob3; Ed25519; scope issuer; 5 disclosed; 8 rounds; CPU time; noise (A/A)")
    assert said[1].split() == ["role", "sends", "on", "canonbench", "pyld"]
    assert said[2].startswith("issue    400 bytes  1.00 ms")
    assert [line.split()[0] for line in said[2:6]] == ["issue", "present", "verify", "total"]
    assert "2.00x" in said[5]
    assert said[6].startswith(
        "Finding: on ob3 an mdoc exchange takes 3.00 ms with canonbench; pyld takes 2.00x"
    )


def test_the_best_of_each_runtime_is_said_of_each_role_and_of_the_total(roles: Rows) -> None:
    away = {"canonbench": roles("mdoc"), "node": roles("mdoc", 2.0, runtime="Node.js 20.1.0")}
    said = [line for line in _text(_run(away)).splitlines() if line.startswith("Best of each runtime, ")]
    rows = _json(_run(away))["exchanges"][0]["rows"]

    assert [line.split()[4] for line in said] == ["issue:", "present:", "verify:", "total:"]
    assert "Python canonbench 3.00 ms" in said[3]
    assert "; Node.js node 2.00x [" in said[3]
    assert rows[3]["best_of_runtimes"] == [
        {"runtime": "Python", "stack": "canonbench", "libraries_alone": False},
        {"runtime": "Node.js", "stack": "node", "libraries_alone": False},
    ]
    assert [cell["runtime"] for cell in rows[3]["cells"]] == [None, "Node.js 20.1.0"]


def test_reissuance_is_labelled_in_suites_without_derivation(roles: Rows) -> None:
    label = "present is re-issuance with the issuer's key"

    assert label in _text(_run({"canonbench": roles("eddsa-rdfc-2022")}))
    assert label in _text(_run({"canonbench": [*roles("ecdsa-jcs-2019"), *roles("mdoc")]}))
    assert label not in _text(_run({"canonbench": roles("ecdsa-sd-2023")}))
    assert label not in _text(_run({"canonbench": roles("eddsa-rdfc-2022")[:1]}))


def test_a_holder_signs_what_was_issued_again(roles: Rows) -> None:
    said = _text(_run({"canonbench": roles("eddsa-rdfc-2022", scope="holder")}))

    assert "put into a presentation that the holder signs" in said


def test_too_few_rounds_are_said(roles: Rows) -> None:
    assert "too few rounds for intervals: 3, and 8 are needed" in _text(
        _run({"canonbench": roles("mdoc", rounds=3)})
    )


def test_steps_have_shares_and_a_line_that_does_not_close_is_a_violation(roles: Rows) -> None:
    seen = [*roles("mdoc"), *roles("mdoc", 1.05, view=":split", **SPLIT)]
    bad = roles("mdoc", 1.05, view=":split", **{**SPLIT, "split.residual": "0.0004"})
    said = _text(_run({"good": seen, "bad": [*roles("mdoc"), *bad]}))
    steps = said[said.index("steps of mdoc.issue") :]

    assert steps.splitlines()[1].split() == ["step", "good", "bad"]
    assert steps.splitlines()[2].startswith("json.parse      200 us  19 %")
    assert "VIOLATION: bad: the steps, the glue" in steps
    assert "VIOLATION: good" not in steps
    assert steps.splitlines()[8].split()[:3] == ["over", "bare", "0.950x"]
    assert "the composition effect" in steps
    assert "eddsa.sign is 57 % of it" in said


def test_a_residual_below_nothing_has_its_sign(roles: Rows) -> None:
    seen = roles("mdoc", 1.05, view=":split", **{**SPLIT, "split.residual": "0.000095"})

    assert "residual        -5.00 us" in _text(_run({"good": [*roles("mdoc"), *seen]}))


def test_without_totals_nothing_is_found(roles: Rows) -> None:
    said = _text(_run({"canonbench": [*roles("mdoc")[:1], *roles("sd-jwt-vc")[:1]]}))

    assert "Finding" not in said
    assert "issue takes 1.00 ms" in _text(_run({"canonbench": roles("mdoc")[:1]}))


def test_the_leading_step_is_one_of_the_roles_that_the_finding_is_about(roles: Rows) -> None:
    other = roles("mdoc", 1.05, view=":split", **{**SPLIT, "split.00.json.parse/document": "0.009"})
    seen = [*roles("mdoc")[:1], *roles("mdoc", 1.05, view=":split", **SPLIT)[:1], other[1]]

    assert "eddsa.sign is 57 % of it" in _text(_run({"canonbench": seen}))


def test_json_has_the_residual_ratio_of_each_role(roles: Rows) -> None:
    seen = [*roles("mdoc"), *roles("mdoc", 1.05, view=":split", **SPLIT)]
    found = _json(_run({"canonbench": seen, "pyld": roles("mdoc", 2.0)}))
    (one,) = found["exchanges"]

    assert (found["schema"], found["baseline"]) == (exchange.SCHEMA, "mdoc")
    assert [line["role"] for line in one["steps"]] == ["issue", "present", "verify"]
    assert one["steps"][0]["residual_ratio"] == pytest.approx(0.0, abs=1e-9)
    assert one["steps"][0]["closes"] is True
    assert one["steps"][0]["steps"][1]["share"] == pytest.approx(0.6 / 1.05)
    assert one["bytes"] == {"issue": 400, "present": 200}
    assert [row["role"] for row in one["rows"]] == ["issue", "present", "verify", "total"]
    assert one["over_baseline"][1]["stack"] == "pyld"
    assert one["composition_effects"][0]["value"] == pytest.approx((1.05 - 0.1) / 1.0, rel=0.01)
    assert one["present_is"] is None


def test_a_run_without_exchanges_says_nothing() -> None:
    assert _text(_run({})) == ""


def test_calls_one_by_one_have_their_statistics_below_and_leave_the_rounds_alone(roles: Rows) -> None:
    bare = roles("mdoc")
    issue = _row("mdoc.issue/ob3:single", NOISE[:5], {**bare[0].metadata, "view": "single"})
    calls = tuple(Process((1e-4, 2e-4, 9e-4), None, p.metadata, p.sitting) for p in issue.processes)
    run = _run({"canonbench": [*bare, Row(issue.name, calls, issue.metadata)]})

    said = _text(run)

    assert "; 8 rounds; " in said
    assert "ob3: the paper's statistic, calls timed one by one (5 processes of 3 calls)" in said
    assert [(each["name"], each["calls"]) for each in _json(run)["singles"]] == [("mdoc.issue/ob3:single", 3)]
    assert _json(_run({"canonbench": bare}))["singles"] == []
