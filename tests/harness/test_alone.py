"""A hand-run leaf prepares itself."""

import json
from pathlib import Path

import pytest

from canonbench.errors import CanonbenchError, UnknownName
from canonbench.harness import plan, subject
from canonbench.harness.alone import alone
from canonbench.model.case import Case


@pytest.fixture
def mine(tmp_path: Path, plugin: Path) -> subject.Subject:
    for name, quads in (("small", 2), ("large", 8)):
        text = "".join(f'_:b <urn:p> "{number}" .\n' for number in range(quads))
        (tmp_path / f"{name}.nq").write_text(text, encoding="utf-8")
    return subject.find([str(tmp_path / "small.nq"), str(tmp_path / "large.nq")], plugins=[plugin])


def _cases(mine: subject.Subject, target: str = "rdfc.canonicalize") -> list[Case]:
    return [case for each in mine.documents for case in plan.cases(plan.targets(target), each.name)]


def test_what_is_proved_is_prepared_and_gone_afterwards(mine: subject.Subject) -> None:
    cases = _cases(mine)

    with alone("right", cases, mine) as prepared:
        facts = json.loads(Path(prepared.facts_file).read_text(encoding="utf-8"))
        assert prepared.cases == tuple(cases)
        assert prepared.facts == facts
        assert not prepared.incomplete

    assert not prepared.inputs.folder.exists()


def test_what_is_not_proved_is_said_and_left_out(
    mine: subject.Subject, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = _cases(mine)

    with alone("aborts", cases, mine) as prepared:
        assert prepared.cases == (cases[0],)
        assert prepared.incomplete

    assert "crashed: killed by signal 6; going on without it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("engine", "target", "message"),
    [
        ("wrong", "rdfc.canonicalize", "differs: the output differs, first in line 1"),
        ("labels", "rdfc.canonicalize", "labels offers nothing of what is asked for"),
    ],
)
def test_nothing_left_is_an_error(mine: subject.Subject, engine: str, target: str, message: str) -> None:
    with pytest.raises(CanonbenchError, match=message), alone(engine, _cases(mine, target), mine):
        pass


def test_an_unknown_engine_is_an_error(mine: subject.Subject) -> None:
    with pytest.raises(UnknownName), alone("nobody", _cases(mine), mine):
        pass
