"""Environments, on invented runs with known answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canonbench.analysis import sample
from canonbench.analysis.environments import UNKNOWN, environments, merged, speed
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]

NOISE = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)


def _record(**facts: Any) -> dict[str, Any]:
    return {"kind": "environment", "cpu_model": "Intel(R) Xeon(R) Processor", "cpu_count": 2, **facts}


def _at(run: Run, *parts: str) -> Run:
    return replace(run, folder=Path(*parts))


def _times(value: float) -> list[float]:
    return [value * each for each in NOISE]


@pytest.fixture
def make(invent: Invent, gather: Gather) -> Callable[..., Run]:
    """Make a run of one stack from the seconds of its rows."""

    def made(
        label: str,
        seconds: Mapping[str, float],
        *,
        stack: str = "pyld",
        records: Sequence[Mapping[str, Any]] = (),
        **metadata: Any,
    ) -> Run:
        rows = [invent(name, _times(value), run=label, **metadata) for name, value in seconds.items()]
        return gather({stack: rows}, label=label, records=records)

    return made


def test_runs_of_one_machine_are_one_environment(make: Callable[..., Run]) -> None:
    a = _at(make("1", {"jcs/ob3": 1.0}, records=[_record()]), "runs", "xeon", "1")
    b = _at(make("2", {"rdfc/ob3": 1.0}, records=[_record()]), "runs", "xeon", "2")
    c = _at(make("3", {"jcs/ob3": 1.0}, records=[_record(cpu_model="EPYC")]), "runs", "epyc", "3")

    found = environments([a, c, b])

    assert [(each.name, [run.label for run in each.runs]) for each in found] == [
        ("xeon", ["1", "2"]),
        ("epyc", ["3"]),
    ]


def test_a_copy_of_a_run_is_no_other_environment_and_counts_once(make: Callable[..., Run]) -> None:
    run = make("1", {"jcs/ob3": 1.0})

    (found,) = environments([_at(run, "runs", "xeon", "1"), _at(run, "runs", "epyc", "1")])

    assert (found.name, found.rounds) == ("xeon", (8, 8))
    assert len(found.run.stacks[0].rows[0].processes) == 8


def test_machines_of_one_name_are_told_apart_by_their_hardware(make: Callable[..., Run]) -> None:
    runs = [
        _at(make(str(cores), {"jcs/ob3": 1.0}, records=[_record(cpu_count=cores)]), "runs", "xeon", "1")
        for cores in (2, 4)
    ]

    assert [each.name for each in environments(runs)] == ["xeon", "xeon.2"]


def test_another_python_is_a_fact_and_no_other_environment(make: Callable[..., Run]) -> None:
    runs = [
        _at(make(python, {"jcs/ob3": 1.0}, records=[_record(python=python)]), "runs", "xeon", "1")
        for python in ("3.11.7", "3.12.1")
    ]

    (found,) = environments(runs)

    assert found.facts["python"] == "3.11.7; 3.12.1"
    assert found.facts["cpu_count"] == "2"


def test_a_file_without_a_record_tells_its_machine_by_its_rows(make: Callable[..., Run]) -> None:
    told = make("1", {"jcs/ob3": 1.0}, cpu_model_name="AMD EPYC 7763", python_version="3.11.7 (64-bit)")
    silent = make("2", {"jcs/ob3": 1.0})

    found = environments([told, silent])

    assert [each.name for each in found] == ["amd-epyc-7763", UNKNOWN]
    assert found[0].facts == {"cpu_model": "AMD EPYC 7763", "python": "3.11.7 (64-bit)"}
    assert found[1].facts == {}


def test_versions_of_engines_and_libraries_are_kept(make: Callable[..., Run]) -> None:
    engines = {
        "pyld": {"engine": "pyld", "engine_version": "3.3.0"},
        "pyld@old": {"engine": "pyld", "engine_version": "2.0.4"},
        "lost": {"engine": "lost"},
        "best": {"engine": "rdfc.canonicalize=pyld", "engine_version": "pyld 3.3.0"},
    }
    run = make("1", {"jcs/ob3": 1.0}, records=[_record(engines=engines, libraries={"pyperf": "2.11.0"})])

    (found,) = environments([run])

    assert found.versions == {"pyld": "3.3.0; 2.0.4", "pyperf": "2.11.0"}


def test_noise_and_rounds_are_those_of_warm_bare_times(invent: Invent, gather: Gather) -> None:
    rows = [
        invent("jcs/ob3", NOISE),
        invent("jcs/ob3:single", NOISE[:3]),
        invent("jcs/ob3:peak", NOISE[:2], unit="byte"),
        invent("jcs/dcc", NOISE[:2], unit="byte"),
        invent("of another tool", NOISE[:1]),
        invent("jcs/simple", NOISE[:4]),
    ]
    again = [invent("jcs/ob3", NOISE[::-1]), invent("jcs/simple", NOISE[:4])]

    (found,) = environments([gather({"pyld": rows, "pyld-again": again})])

    assert found.rounds == (4, 8)
    assert found.noise is not None
    assert found.noise[0] == found.noise[1] > 0


def test_contention_is_the_largest_of_its_rows(invent: Invent, gather: Gather) -> None:
    rows = [invent("jcs/ob3", NOISE, wall=1.3), invent("jcs/dcc", NOISE, wall=1.1)]
    (found,) = environments([gather({"pyld": rows})])
    (by_wall,) = environments([gather({"pyld": [invent("jcs/ob3", NOISE, cpu=False)]})])

    assert found.contention == pytest.approx(1.3)
    assert by_wall.contention is None


def test_without_a_pair_of_equal_stacks_noise_is_unknown(make: Callable[..., Run], gather: Gather) -> None:
    (found,) = environments([make("1", {"jcs/ob3": 1.0})])
    (empty,) = environments([gather({})])

    assert found.noise is None
    assert empty.rounds == (0, 0)


def test_a_row_is_found_in_whichever_run_has_it(make: Callable[..., Run]) -> None:
    records = [{"kind": "note", "text": "one"}]
    run, left_out = merged(
        [
            make("2026-02", {"rdfc/ob3": 2.0}),
            make("2026-01", {"jcs/ob3": 1.0}, records=records),
        ]
    )
    stack = run.stack("pyld")

    assert (run.label, run.records, left_out) == ("2026-01 + 2026-02", tuple(records), ())
    assert stack is not None
    assert {row.name for row in stack.rows} == {"rdfc/ob3", "jcs/ob3"}


def test_rounds_pair_within_a_run_and_never_across(make: Callable[..., Run]) -> None:
    run, _ = merged([make("1", {"jcs/ob3": 1.0}), make("2", {"jcs/ob3": 1.0, "rdfc/ob3": 2.0})])
    stack = run.stack("pyld")
    assert stack is not None
    a, b = stack.row("jcs/ob3"), stack.row("rdfc/ob3")
    assert a is not None
    assert b is not None

    assert (len(a.sittings), len(b.sittings)) == (16, 8)
    paired = sample.pairs(sample.per_round(a, "cpu"), sample.per_round(b, "cpu"))
    assert [y / x for x, y in paired] == pytest.approx([2.0] * 8)


def test_a_row_of_another_version_is_left_out_and_named(make: Callable[..., Run]) -> None:
    old = make("2026-01", {"jcs/ob3": 9.0}, engine_version="1", python_version="3.11.7")
    new = make("2026-02", {"jcs/ob3": 1.0}, engine_version="2", python_version="3.11.7")

    run, left_out = merged([old, new])
    stack = run.stack("pyld")

    assert left_out == (("2026-01", "pyld", "jcs/ob3"),)
    assert stack is not None
    assert [row.text("engine_version") for row in stack.rows] == ["2"]


def test_what_processes_of_both_runs_have_in_common_stays_metadata(make: Callable[..., Run]) -> None:
    run, _ = merged(
        [make("1", {"jcs/ob3": 1.0}, seed=1, gc="on"), make("2", {"jcs/ob3": 1.0}, seed=2, gc="on")]
    )
    (row,) = run.stacks[0].rows

    assert (row.text("seed"), row.text("gc")) == ("", "on")


def test_a_run_of_one_stack_brings_that_stack_and_its_partner(invent: Invent, gather: Gather) -> None:
    rows = [invent("jcs/ob3", NOISE, run="1")]
    asked = gather({"pyld": rows, "pyld-again": rows, "jcs": rows}, label="1", only="pyld")

    run, _ = merged([asked, gather({}, label="2")])

    assert [stack.name for stack in run.stacks] == ["pyld", "pyld-again"]


def test_speed_is_a_ratio_of_medians_over_the_rows_that_both_have(make: Callable[..., Run]) -> None:
    a = make("a", {"jcs/ob3": 1.0, "jcs/dcc": 2.0, "rdfc/ob3": 4.0, "only/a": 1.0})
    b = make("b", {"jcs/ob3": 3.0, "jcs/dcc": 8.0, "rdfc/ob3": 20.0, "only/b": 1.0})

    found = speed(a, b)

    assert found is not None
    assert [found.value, found.least, found.most] == pytest.approx([4.0, 3.0, 5.0])
    assert found.rows == 3
    assert found.interval is not None
    assert found.interval.low < 4.0 < found.interval.high
    assert found.interval.high / found.interval.low < 1.1


def test_speed_compares_the_same_work_of_the_same_stacks(make: Callable[..., Run], gather: Gather) -> None:
    a = make("a", {"jcs/ob3": 1.0}, document_sha256="1")

    assert speed(a, make("b", {"jcs/ob3": 1.0}, document_sha256="2")) is None
    assert speed(a, make("b", {"jcs/ob3": 1.0}, document_sha256="1", stack="jcs")) is None
    again = gather({"pyld-again": a.stacks[0].rows})
    assert speed(again, again) is None


def test_too_few_rounds_leave_a_speed_without_its_interval(invent: Invent, gather: Gather) -> None:
    few = gather({"pyld": [invent("jcs/ob3", NOISE[:3]), invent("rdfc/ob3", NOISE)]})

    found = speed(few, few)

    assert found is not None
    assert found.value == pytest.approx(1.0)
    assert found.interval is None


def test_a_row_of_another_definition_than_the_first_stack_is_not_compared(
    invent: Invent, gather: Gather
) -> None:
    stacks = {
        "a": [invent("rdfc.canonicalize/ob3", _times(1.0))],
        "b": [invent("rdfc.canonicalize/ob3", _times(2.0), case_version="v2")],
    }
    (found,) = environments([gather(stacks)])
    (other,) = environments([gather(stacks)], "b")

    assert [each.stack for each in found.differing] == ["b"]
    assert [[row.name for row in stack.rows] for stack in found.run.stacks] == [["rdfc.canonicalize/ob3"], []]
    assert [each.stack for each in other.differing] == ["a"]
