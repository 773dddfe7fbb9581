"""The least plan that has roles and stages, and what a run of it leaves."""

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from canonbench.harness import plans
from canonbench.harness.plans.chapter import Chapter, Definition, Roles, Stages
from canonbench.runs import files, folders, record

TINY = Definition(
    "tiny",
    "for tests",
    (
        Chapter("exchange", "", (Roles(("eddsa-jcs-2022",), ("canonbench",), roles=("issue",), again=True),)),
        Chapter("stages", "", (Stages(("jcs",), ("canonbench", "jcs"), ("simple",)),)),
    ),
)

_PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from conftest import TINY
from canonbench.cli import main
from canonbench.harness import plans
from canonbench.harness.conductor import Conductor
plans.PLANS = {{"tiny": TINY}}
sys.exit(main(sys.argv[1:]))
"""


@dataclass(frozen=True)
class Tiny:
    """An empty folder with the plan ``tiny`` beside the others, and what a run of it leaves there."""

    place: Path
    program = _PROGRAM.format(folder=str(Path(__file__).parent))
    """The command line with that plan alone, for a process of its own."""
    rows = MappingProxyType(
        {
            ("canonbench", "eddsa-jcs-2022.issue/credential-20"): [0, 1],
            ("canonbench-again", "eddsa-jcs-2022.issue/credential-20"): [0, 1],
            ("canonbench", "jcs.canonicalize/simple"): [0, 1],
            ("jcs", "jcs.canonicalize/simple"): [0, 1],
        }
    )
    """Every row of a run of two rounds, with its rounds."""

    def newest(self) -> Path:
        """Return the newest run folder."""
        return folders.newest(self.place / "runs")

    def kinds(self, folder: Path) -> dict[str, list[dict[str, Any]]]:
        """Return the records of a run folder by their kind."""
        found: dict[str, list[dict[str, Any]]] = {}
        for entry in record.load(folder):
            found.setdefault(entry["kind"], []).append(entry)
        return found

    def rounds(self, folder: Path) -> dict[tuple[str, str], list[int]]:
        """Return the rounds in which each row of a run folder was measured."""
        return {
            (stack.name, row.name): [sitting.number for sitting in row.sittings]
            for stack in files.read(folder).stacks
            for row in stack.rows
            if "cold-process" not in row.name
        }


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    """Go to an empty folder, with the plan ``tiny`` beside the others."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plans, "PLANS", {**plans.PLANS, "tiny": TINY})
    return Tiny(tmp_path)
