"""Options that measuring verbs share."""

import argparse
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from canonbench.cli import main, options
from canonbench.errors import UsageError
from canonbench.harness.conductor import Settings
from canonbench.model.case import Case


def _parsed(*argv: str) -> argparse.Namespace:
    parser = options.Parser(allow_abbrev=False)
    options.what(parser.add_argument_group("what"))
    options.run(parser)
    return parser.parse_args(list(argv))


@pytest.mark.parametrize(
    "argv",
    [
        ["--engine", "pyld", "-o", "x.json"],
        ["--engine=pyld", "--output=x.json"],
        ["--engine", "pyld", "-ox.json"],
        ["--engine", "pyld", "--append", "x.json"],
        ["--engine", "pyld", "--in-process"],
        ["--engine", "pyld", "--hook", "perf_record"],
        ["--engine", "pyld", "--worker", "--pipe", "3"],
    ],
)
def test_one_engine_and_a_place_for_results_is_a_leaf(argv: list[str]) -> None:
    assert options.is_leaf(["rdfc", *argv])


@pytest.mark.parametrize("argv", [[], ["--engine", "pyld"], ["--engine", "a,b"], ["--rounds", "2"]])
def test_everything_else_is_conducted(argv: list[str]) -> None:
    assert not options.is_leaf(["rdfc", *argv])


@pytest.mark.parametrize(
    "argv", [["-o", "x"], ["--engine", "a,b", "-o", "x"], ["--append", "x", "--engine", ","]]
)
def test_a_place_for_results_needs_exactly_one_engine(argv: list[str]) -> None:
    with pytest.raises(UsageError, match="exactly one engine"):
        options.is_leaf(argv)


def test_engines_are_joined_by_commas_or_repeated() -> None:
    assert options.engines(["a,b", "c", ""]) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("values", "stacks"),
    [
        (["a,b", "best"], ["a", "b", "best"]),
        (["json.parse=a,jcs.canonicalize=b"], ["json.parse=a,jcs.canonicalize=b"]),
        (["mdoc:a,sd-jwt-vc:b", "c,"], ["mdoc:a,sd-jwt-vc:b", "c"]),
    ],
)
def test_a_stack_that_is_written_out_has_commas_of_its_own(values: list[str], stacks: list[str]) -> None:
    assert options.stacks(values) == stacks


@pytest.mark.parametrize(
    ("argv", "rounds"),
    [([], 8), (["--rounds", "3"], 3), (["-p", "3"], 3), (["--rigorous"], 16), (["--fast"], 8)],
)
def test_rounds_double_if_rigorous_and_never_fall_if_fast(argv: list[str], rounds: int) -> None:
    assert options.rounds(_parsed(*argv)) == rounds


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ([], Settings()),
        (["--fast"], Settings(values=1, min_time=0.005)),
        (["-n", "1", "--fast"], Settings(values=1, min_time=0.005)),
        (
            ["-n", "5", "-w", "0", "--min-time", "0.5", "--timeout", "9", "--affinity", "1", "--keep-host"],
            Settings(values=5, warmups=0, min_time=0.5, timeout=9, affinity="1", keep_host=True),
        ),
        (["--inherit-environ", "A,B"], Settings(inherit=("A", "B"))),
    ],
)
def test_pyperfs_options_become_settings(argv: list[str], expected: Settings) -> None:
    assert options.settings(_parsed(*argv), ()) == expected


@pytest.mark.parametrize(
    "argv", [["-n", "0"], ["-w", "-1"], ["--rounds", "0"], ["--min-time", "-1"], ["-n", "x"]]
)
def test_a_number_out_of_range_is_a_usage_error(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        _parsed(*argv)

    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert ": error: argument " in said
    assert said.endswith("; see --help\n")
    assert said.count("\n") == 1


def test_a_worker_is_told_all_that_its_plan_needs() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target")
    options.what(parser)
    options.hidden(parser)
    argv = ["rdfc", "--engine", "pyld", "--plugin", "p.py", "--keep-host", "--document", "ob3"]
    prepared: Any = SimpleNamespace(
        cases=(Case("rdfc.label", "ob3"), Case("rdfc.label", "simple")),
        inputs=SimpleNamespace(folder=Path("/private")),
        facts_file="/private/facts",
    )

    told = options.forward(parser.parse_args(argv), prepared)

    assert parser.parse_args(told).case == ["rdfc.label/ob3", "rdfc.label/simple"]
    assert told[:5] == ["rdfc", "--engine", "pyld", "--plugin", "p.py"]
    assert told[5:10] == ["--inputs", "/private", "--facts", "/private/facts", "--keep-host"]


def test_more_rounds_than_anybody_waits_for_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert options.rounds(_parsed("--rounds", "10000")) == options.MOST_ROUNDS

    with pytest.raises(SystemExit):
        _parsed("--rounds", "10001")
    assert "10001 is more than 10000" in capsys.readouterr().err


def test_workers_may_run_on_cpus_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 5}, raising=False)

    for text in ("", "0", "0-2", "5,1-2"):
        assert options.settings(_parsed("--affinity", text), ()).affinity == text
    for text in ("3", "99", "0-5"):
        with pytest.raises(UsageError, match=r"there is no CPU \d+ for this process; it has 0, 1, 2, 5"):
            options.settings(_parsed("--affinity", text), ())
    for text in ("x", "1-", "2-1", ",", "-1", "0-99999999999"):
        with pytest.raises(UsageError, match="is no list of CPUs, as in 0-2,4"):
            options.demand_cpus(text)


def test_where_nobody_knows_the_cpus_any_list_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)

    options.demand_cpus("99")


@pytest.mark.parametrize("verb", [["stage", "hashing"], ["exchange", "mdoc"], ["run", "quick"], ["check"]])
@pytest.mark.parametrize("value", ["", ","])
def test_an_engine_that_is_empty_is_not_the_default_one(
    verb: list[str], value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*verb, "--engine", value])
    said = capsys.readouterr().err
    assert f": {value!r} names nothing; leave the option out for the default" in said
    assert said.count("\n") == 1


def test_what_is_no_number_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["stage", "hashing", "--rounds", "x"])
    assert "'x' is no whole number" in capsys.readouterr().err
