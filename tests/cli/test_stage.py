"""``canonbench stage``, from the command line to run files: hand-run leaves and conducted runs."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyperf
import pytest

from canonbench.cli import main
from canonbench.runs import files, keys, record

# The least that can be measured: these tests are about everything but the time.
_QUICK = ("-n", "1", "-w", "0", "--min-time", "1e-6")
_PRIVATE = "a-value-that-stays-private"

_PLUGIN = """
import os, time
from canonbench.model.engine import Engine
from canonbench.specs import rdfc10
from canonbench.stages import rdfc

def right(request):
    return rdfc10.canonicalize(*request)

def wrong(request):
    return right(request).replace("_:c14n0", "_:c14n9")

def only_once(request):
    # right while it is checked, wrong while it is timed
    return right(request) if "prove" in " ".join(os.sys.orig_argv) else wrong(request)

def slow(request):
    if "--worker" in os.sys.argv:
        time.sleep(600)
    return right(request)

ENGINES = tuple(
    Engine(rdfc.canonicalize, run.__name__, run=run) for run in (right, wrong, only_once, slow)
)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder that holds a plug-in and a document of the user's."""
    (tmp_path / "fakes.py").write_text(_PLUGIN, encoding="utf-8")
    (tmp_path / "mine.nq").write_text(f'_:b <urn:p> "{_PRIVATE}" .\n', encoding="utf-8")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


Run = Callable[..., "subprocess.CompletedProcess[str]"]
_LEAF = ("rdfc.canonicalize", "--plugin", "fakes.py", "--document", "mine.nq")


def _argv(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "canonbench", "stage", *arguments]


@pytest.fixture
def stage(place: Path) -> Run:
    """Run the verb in a process of its own."""

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(_argv(*arguments), capture_output=True, text=True, check=False, timeout=120)

    return run


@pytest.fixture
def no_inputs_left(place: Path) -> Iterator[None]:
    """Hold that frozen inputs are gone when a test is over."""
    yield
    assert list((place / "temporary").glob("canonbench-*")) == []


@pytest.mark.usefixtures("no_inputs_left")
def test_a_leaf_is_a_plain_pyperf_script(stage: Run, place: Path) -> None:
    done = stage(
        *_LEAF, "--engine", "right", "-o", "right.json", "-p", "2", "-n", "2", "-w", "1", "--loops", "3"
    )

    (benchmark,) = pyperf.BenchmarkSuite.load("right.json").get_benchmarks()
    assert (done.returncode, done.stderr) == (0, "")
    assert "Mean +- std dev" in done.stdout
    assert benchmark.get_name().startswith("rdfc.canonicalize/user~")
    assert [len(run.values) for run in benchmark.get_runs()] == [2, 2]
    assert {run.get_loops() for run in benchmark.get_runs()} == {3}


@pytest.mark.usefixtures("no_inputs_left")
def test_a_leafs_file_says_what_was_measured_and_nothing_private(stage: Run, place: Path) -> None:
    stage(*_LEAF, "--engine", "right", "-o", "right.json", "--debug-single-value")

    text = (place / "right.json").read_text(encoding="utf-8")
    (row,) = files.read_stack(place / "right.json").rows
    found = {key: row.text(key) for key in ("stage", "engine", "decides", "gc", "heap", "hostname")}
    assert found == {
        "stage": "rdfc.canonicalize",
        "engine": "right",
        "decides": "cpu",
        "gc": "enabled",
        "heap": "frozen",
        "hostname": "withheld",
    }
    assert row.text(keys.ENGINE_SOURCE).startswith("fakes.py sha256:")
    assert row.text(keys.TEXT).startswith("RDF-CANON")
    assert row.metadata[keys.DOCUMENT_QUADS] == 1
    assert row.processes[0].cpu is not None
    assert float(row.processes[0].metadata[keys.FIRST_WALL]) > 0
    assert _PRIVATE not in text
    assert str(place) not in text
    assert os.uname().nodename not in text


@pytest.mark.usefixtures("no_inputs_left")
def test_a_leaf_measures_in_its_own_process_if_asked(stage: Run) -> None:
    done = stage(*_LEAF, "--engine", "right", "--in-process", "--debug-single-value")

    assert (done.returncode, done.stderr) == (0, "")
    assert "rdfc.canonicalize/user~" in done.stdout


def test_a_leaf_appends(stage: Run, place: Path) -> None:
    leaf = ("--engine", "right", "--plugin", "fakes.py", "--append", "a.json", "--debug-single-value")

    codes = [
        stage("rdfc.canonicalize", "--document", document, *leaf).returncode
        for document in ("simple", "mine.nq")
    ]

    names = [benchmark.get_name() for benchmark in pyperf.BenchmarkSuite.load("a.json").get_benchmarks()]
    assert codes == [0, 0]
    assert len(names) == 2


def test_a_leaf_never_overwrites(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "there.json").write_text("mine", encoding="utf-8")

    done = subprocess.run(
        _argv(*_LEAF, "--engine", "right", "-o", "there.json"), capture_output=True, text=True, check=False
    )

    assert (done.returncode, (place / "there.json").read_text(encoding="utf-8")) == (1, "mine")
    assert done.stderr.startswith("canonbench: there.json is already there")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.usefixtures("no_inputs_left")
def test_a_leaf_does_not_time_an_engine_that_differs(stage: Run, place: Path) -> None:
    done = stage(*_LEAF, "--engine", "wrong", "-o", "wrong.json")

    assert done.returncode == 1
    assert "differs: the output differs, first in line 1" in done.stderr
    assert not (place / "wrong.json").exists()


def test_a_value_counts_only_after_the_workers_own_first_output_was_right(stage: Run, place: Path) -> None:
    done = stage(*_LEAF, "--engine", "only_once", "-o", "x.json", "--debug-single-value")

    assert done.returncode == 1
    assert "the output's digest is" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (place / "x.json").exists()


@pytest.mark.usefixtures("no_inputs_left")
def test_a_leaf_that_takes_too_long_is_a_timeout(stage: Run) -> None:
    done = stage(*_LEAF, "--engine", "slow", "-o", "slow.json", "--debug-single-value", "--timeout", "1")

    assert done.returncode == 124
    assert "took too long" in done.stderr


@pytest.mark.usefixtures("no_inputs_left")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_leaf_leaves_neither_worker_nor_inputs(place: Path, number: int) -> None:
    process = subprocess.Popen(
        _argv(*_LEAF, "--engine", "slow", "-o", "slow.json", "--debug-single-value"),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    worker = _worker_of(process.pid)

    os.kill(process.pid, number)
    _, said = process.communicate(timeout=60)

    assert process.returncode == 130
    assert f"interrupted ({signal.Signals(number).name})" in said
    assert not Path(f"/proc/{worker}").exists()


def _worker_of(pid: int) -> int:
    """Wait until a pyperf worker runs in the session ``pid``, and return its process."""
    for _ in range(1500):
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
                session = int(
                    (path.parent / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[3]
                )
            except (OSError, IndexError):
                continue
            if b"--worker" in words and session == pid:
                return int(path.parent.name)
        time.sleep(0.02)
    raise AssertionError("no worker came")


# --- conducted ---


@pytest.mark.usefixtures("no_inputs_left")
def test_a_conducted_run_writes_a_file_a_stack(stage: Run, place: Path) -> None:
    done = stage(*_LEAF, "--engine", "right,wrong", "--rounds", "2", *_QUICK, "--machine", "my machine")

    (folder,) = (place / "runs" / "my-machine").iterdir()
    run = files.read(folder)
    assert done.returncode == 1, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["right-again.json", "right.json", "run.jsonl"]
    assert folder.name.endswith("Z-rdfc.canonicalize")
    rows = {
        (stack.name, row.name.partition(":")[2]): len(row.sittings)
        for stack in run.stacks
        for row in stack.rows
    }
    assert rows == {
        ("right", ""): 2,
        ("right", "cold-process"): 2,
        ("right-again", ""): 2,
        ("right-again", "cold-process"): 2,
    }
    assert "rdfc.canonicalize" in done.stdout
    assert "no row for engine wrong" in done.stderr


def test_an_engine_that_differs_is_null_with_the_first_line_on_stderr_only(stage: Run, place: Path) -> None:
    done = stage(*_LEAF, "--engine", "right,wrong", "--rounds", "1", *_QUICK)

    (folder,) = place.glob("runs/*/*")
    text = (folder / "run.jsonl").read_text(encoding="utf-8")
    gate = [entry for entry in record.load(folder) if entry["kind"] == "gate" and not entry["passed"]]
    null = [entry for entry in record.load(folder) if entry["kind"] == "null"]
    assert [(entry["stack"], entry["line"], len(entry["digest"])) for entry in gate] == [("wrong", 1, 64)]
    assert [(e["stack"], e["reason"]) for e in null] == [
        ("wrong", "differs: the output differs, first in line 1")
    ]
    assert f"found '_:c14n9 <urn:p> \"{_PRIVATE}\" .'" in done.stderr
    assert _PRIVATE not in text
    assert str(place) not in text
    assert "mine.nq" not in text


def test_another_interpreter_is_measured_in_the_same_rounds(stage: Run, place: Path) -> None:
    python = place / "old" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)

    done = stage(*_LEAF, "--engine", f"right,right@{python}", "--rounds", "2", *_QUICK, "--keep-host")

    (folder,) = place.glob("runs/*/*")
    run = files.read(folder)
    sittings = {stack.name: set(stack.rows[0].sittings) for stack in run.stacks}
    assert done.returncode == 0, done.stderr
    assert sorted(sittings) == ["right", "right-again", "right@old"]
    assert len(sittings["right"]) == 2
    assert sittings["right"] == sittings["right@old"] == sittings["right-again"]
    assert run.stacks[0].rows[0].text(keys.HOSTNAME) == os.uname().nodename
    assert str(python) not in "".join(path.read_text(encoding="utf-8") for path in folder.iterdir())


def test_two_runs_in_the_same_minute_get_two_folders(stage: Run, place: Path) -> None:
    codes = [stage(*_LEAF, "--engine", "right", "--rounds", "1", *_QUICK, "-q").returncode for _ in range(2)]

    assert codes == [0, 0]
    assert len(list(place.glob("runs/*/*"))) == 2


def test_the_results_are_json_if_asked(stage: Run) -> None:
    done = stage(*_LEAF, "--engine", "right", "--rounds", "1", *_QUICK, "--json", "-q")

    assert done.returncode == 0
    assert done.stderr == ""
    assert "schema" in json.dumps(json.loads(done.stdout))


@pytest.mark.usefixtures("no_inputs_left")
def test_an_interrupted_run_writes_what_was_measured(place: Path) -> None:
    process = subprocess.Popen(
        _argv(*_LEAF, "--engine", "right,slow", "--rounds", "3", *_QUICK),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for _ in range(3000):
        if len(list(place.glob("runs/*/*/parts/*.json"))) >= 1 and _sleeping(process.pid):
            break
        time.sleep(0.02)

    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)

    (folder,) = place.glob("runs/*/*")
    assert process.returncode == 130, said
    assert "interrupted (SIGTERM); writing what was measured" in said
    assert {path.stem for path in folder.glob("*.json")} & {"right", "right-again"}
    assert not (folder / "parts").exists()


def _sleeping(pid: int) -> bool:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return any(b"slow" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0") for child in children)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rdfc", "-o", "x.json"), "need exactly one engine"),
        (("rdfc", "--engine", "a,b", "--in-process"), "need exactly one engine"),
        (("rdfc", "--engine", "pyldd", "--document", "simple"), "did you mean pyld"),
        (("rdcf", "--document", "simple"), "did you mean"),
        (("rdfc", "--document", "simpel"), "did you mean simple"),
        (("rdfc", "--engine", "pyld,pyld", "--document", "simple"), "named twice"),
        (("rdfc", "--context", "https://x.example=gone.json"), "no such file"),
        (("rdfc", "--engine", "pyld", "--tracemalloc", "-o", "x.json"), "canonbench memory rdfc"),
        (("rdfc", "--engine", "pyld", "--track-memory", "-o", "x.json"), "canonbench memory rdfc"),
        (("rdfc", "--engine", "pyld@python3", "-o", "x.json"), "a leaf runs under one interpreter"),
    ],
)
@pytest.mark.usefixtures("place")
def test_what_cannot_be_asked_is_a_usage_error(
    arguments: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pyperf.Runner, "_created", set())

    code = main(["stage", *arguments])

    said = capsys.readouterr().err
    assert code == 2
    assert message in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    "option", ["--hist", "--stats", "--loops=3", "--copy-env", "--rounds=0", "-n=0", "--min-time=nan"]
)
@pytest.mark.usefixtures("place")
def test_other_options_of_pyperf_are_usage_errors_of_a_conducted_run(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["stage", "rdfc", option])

    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith("; see --help\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": NaN}', "a number that no binary64 can hold at /a"),
        ('{"a": 1, "a": 2}', "occurs twice at /a"),
        (
            '{"@context": "https://unknown.example/v1", "name": "A"}',
            "--context https://unknown.example/v1=FILE",
        ),
        ('{"@context": {"name": "urn:n"}, "name": "A", "honours": "first"}', "'honours' would not be signed"),
        ("{", "is not JSON"),
    ],
)
def test_a_bad_document_is_one_line_and_no_run(
    place: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "bad.json").write_text(text, encoding="utf-8")

    code = main(["stage", "rdfc", "--document", "bad.json"])

    said = capsys.readouterr().err
    assert code == 1
    assert said.startswith("canonbench: ")
    assert message in said
    assert len(said.splitlines()) == 1
    assert not (place / "runs").exists()


@pytest.mark.usefixtures("place")
def test_a_dry_run_shows_the_plan_and_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["stage", "rdfc", "--dry-run", "--seed", "5", "--rigorous"])

    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert lines[1].split() == [
        "engines",
        "canonbench,",
        "pyld,",
        "pyoxigraph,",
        "replay,",
        "canonbench-again",
    ]
    assert lines[5].split() == ["rounds", "16,", "seed", "5"]
    assert re.match(r"processes  \d{3}, about \d min", lines[6])


def test_calls_one_by_one_are_two_thousand_values_of_one_process(stage: Run, place: Path) -> None:
    done = stage(*_LEAF, "--engine", "right", "--single", "-o", "one.json", "-p", "1", *_QUICK)

    bare, single = files.read_stack(place / "one.json").rows
    assert done.returncode == 0, done.stderr
    assert single.name == f"{bare.name}:single"
    assert [len(process.wall) for process in single.processes] == [2000]
    assert (single.decides, single.metadata["loops"]) == ("wall", 1)
    assert all(value == round(value, 10) for value in single.processes[0].wall)
    assert 0 < float(single.metadata["single.timer"]) < min(single.processes[0].wall)
    assert len(bare.processes[0].wall) == 1


@pytest.mark.usefixtures("place")
def test_a_dry_run_shows_calls_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["stage", "jcs.canonicalize", "--engine", "canonbench", "--document", "simple", "--rounds", "8"]

    assert main([*argv, "--single", "--dry-run"]) == 0
    said = capsys.readouterr().out

    assert "document   simple: jcs.canonicalize, jcs.canonicalize:single" in said
    assert f"processes  {8 + 8 + 5}, about" in said


@pytest.mark.usefixtures("place")
def test_factors_stand_in_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["stage", "rdfc.label", "--hash", "sha384", "--seed", "3", "--document", "bn-3", "--dry-run"])

    assert code == 0
    assert "document   bn-3: rdfc.label@hash=sha384,seed=3\n" in capsys.readouterr().out


@pytest.mark.usefixtures("place")
def test_a_folder_measures_what_it_can(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "many").mkdir()
    (place / "many" / "a.nq").write_text("_:a <urn:p> _:b .\n", encoding="utf-8")
    (place / "many" / "b.json").write_text("{", encoding="utf-8")

    code = main(["stage", "rdfc.label", "--document", "many", "--engine", "canonbench", "--dry-run"])

    told = capsys.readouterr()
    assert code == 1  # as of the run itself: it would leave a file out
    assert "document   user~" in told.out
    assert "b.json is not JSON" in told.err


def test_help_is_quick_and_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["stage", "--help"])

    text = capsys.readouterr().out
    assert caught.value.code == 0
    assert "examples:" in text
    assert "pyperf options" in text


def test_help_imports_neither_pyperf_nor_a_library(place: Path) -> None:
    heavy = ["pyperf", "rich", "scipy", "pyld", "rdflib", "pyoxigraph", "cryptography"]
    code = (
        "import sys\nfrom canonbench.cli import main\n"
        "try: main(['stage', '--help'])\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


def test_a_worker_imports_only_the_engine_that_it_measures(stage: Run, place: Path) -> None:
    (place / "spy.py").write_text(
        _PLUGIN + "def spy(request):\n"
        "    from pathlib import Path\n"
        "    if '--worker' in os.sys.argv:\n"
        "        Path('seen').write_text(' '.join(os.sys.modules))\n"
        "    return right(request)\n"
        "ENGINES = (Engine(rdfc.canonicalize, 'spy', run=spy),)\n",
        encoding="utf-8",
    )

    done = stage(
        *("rdfc.canonicalize", "--engine", "spy", "--plugin", "spy.py", "--document", "mine.nq"),
        *("-o", "spy.json", "--debug-single-value"),
    )

    seen = set((place / "seen").read_text(encoding="utf-8").split())
    assert done.returncode == 0, done.stderr
    foreign = ("pyld", "rdflib", "pyoxigraph", "cryptography", "cbor2", "rich", "scipy")
    ours = ("engines.own", "exchanges", "documents", "specs.mdoc", "specs.sd_jwt", "specs.data_integrity")
    idle = {*foreign, *(f"canonbench.{name}" for name in ours)}
    assert sorted(name for name in seen if any(f"{name}.".startswith(f"{each}.") for each in idle)) == []
