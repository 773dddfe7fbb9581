"""What a run leaves behind, and what is said at its end."""

import shutil
from pathlib import Path

import pytest

from canonbench.cli import VERBS
from canonbench.cli.outcome import finish
from canonbench.harness import plan
from canonbench.harness.session import Session
from canonbench.runs import folders

_RECORDED = Path(__file__).parents[1] / "recorded" / "2026-11-30T202500Z-rdfc"


@pytest.fixture
def done(tmp_path: Path) -> Session:
    """Return a session over a copy of a recorded run."""
    folder = tmp_path / _RECORDED.name
    shutil.copytree(_RECORDED, folder)
    return Session(folder, tuple(folders.stack_file(folder, name) for name in ("pyld", "canonbench")))


def _plan() -> plan.Plan:
    stages = plan.targets("rdfc.label")
    rows = [("ob3", plan.cases(stages, "ob3"))]
    return plan.make("rdfc", plan.choose(["pyld", "canonbench"]), rows, rounds=8, seed=0)


def test_the_next_commands_are_of_verbs_that_there_are(
    done: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    assert done.folder is not None
    finish(done, done.folder, _plan(), form="text", plain=True)
    said = capsys.readouterr().out

    for verb in ("attribute", "claims", "report"):
        assert (f"python -m canonbench {verb} {done.folder}" in said) == (verb in VERBS)
    assert f"compare {done.folder}:pyld {done.folder}:canonbench" in said
    assert "--resume" not in said


def test_an_interrupted_run_is_told_how_to_go_on(done: Session, capsys: pytest.CaptureFixture[str]) -> None:
    assert done.folder is not None
    finish(Session(done.folder, done.files, 130), done.folder, _plan(), form="text", plain=True)
    said = capsys.readouterr().out

    assert f"Go on where it ended: python -m canonbench run --resume {done.folder}" in said
    assert "canonbench report" not in said
