"""One engine judged by vectors."""

from typing import Any

import pytest

from canonbench.errors import EngineUnavailable, JsonLdError
from canonbench.harness.judge import judge, serve
from canonbench.model.engine import Engine
from canonbench.runtimes.faults import RuntimeFault
from canonbench.stages import nquads
from canonbench.suites import OWN, Vector, read


def vector(refuse: str | None = None) -> Vector:
    return Vector(
        "fake",
        "one",
        "nquads.parse",
        lambda: "given",
        lambda out: None if out == "GIVEN" else "wrong",
        refuse,
    )


def engine(run: Any, name: str = "fake") -> Engine[Any, Any]:
    return Engine(nquads.parse, name, run=run)


def refusing(_value: str) -> str:
    raise JsonLdError("invalid context", "no")


def failing(_value: str) -> str:
    raise ZeroDivisionError("by\nzero")


def gone(_value: str) -> str:
    raise RuntimeFault("died", "the child ended with exit code 1", "its last word")


def unable(_value: str) -> str:
    raise EngineUnavailable("not here")


@pytest.mark.parametrize(
    ("run", "name", "refuse", "wrong"),
    [
        (str.upper, "fake", None, None),
        (str.lower, "fake", None, "wrong"),
        (failing, "fake", None, "ZeroDivisionError: by zero"),
        (str.upper, "fake", "", "accepted, must be refused"),
        (str.upper, "fake", "invalid context", "accepted, must be refused with 'invalid context'"),
        (refusing, "canonbench", "invalid context", None),
        (refusing, "fake", "another code", None),
        (failing, "fake", "", None),
        (gone, "fake", "", "the child ended with exit code 1: its last word"),
        (refusing, "canonbench", "another code", "refused with 'invalid context', must be 'another code'"),
        (
            failing,
            "canonbench",
            "another code",
            "refused with 'ZeroDivisionError: by zero', must be 'another code'",
        ),
    ],
)
def test_an_engine_is_right_or_it_is_said_what_it_does(
    run: Any, name: str, refuse: str | None, wrong: str | None
) -> None:
    assert judge(engine(run, name), vector(refuse)) == wrong


def test_what_an_engine_does_not_take_at_all_is_no_verdict() -> None:
    with pytest.raises(EngineUnavailable):
        judge(engine(unable), vector())


def test_every_vector_begins_and_ends() -> None:
    asked = {"engine": "pyoxigraph", "suite": OWN, "root": "", "after": 0, "stages": ["nquads.parse"]}

    name = "nquads.parse/escapes"
    number = [vector.name for vector in read(OWN)].index(name)

    assert list(serve(asked)) == [
        {"begin": number, "name": name},
        {"case": number, "name": name, "wrong": None},
    ]
    assert list(serve({**asked, "after": number + 1})) == []


def test_an_engine_that_does_not_load_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canonbench.engines.BUILT_IN", {"absent": "no_such_distribution"})

    (line,) = serve({"engine": "absent", "suite": OWN, "root": "", "after": 0, "stages": None})

    assert "no_such_distribution" in line["unavailable"]


def test_an_input_that_is_not_taken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canonbench.suites.read", lambda suite, root: iter([vector()]))
    monkeypatch.setattr(
        "canonbench.engines.Catalogue.load", lambda self, name: {"nquads.parse": engine(unable)}
    )

    assert list(serve({"engine": "fake", "suite": OWN, "root": "", "after": 0, "stages": None}))[1] == {
        "case": 0,
        "name": "one",
        "skipped": "not here",
    }
