"""The figures of published runs that the docs print are those of the runs."""

import re
from pathlib import Path

import pytest

from canonbench.analysis import interval, wholes
from canonbench.cli import main
from canonbench.runs.files import open_run

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parent.parent.parent
RUNS = ROOT / "runs" / "intel-xeon"
EXCHANGES = "2026-12-01T042145Z-exchange"
STUDY = ("2026-12-01T005114Z-paper", "2026-12-01T005334Z-paper", EXCHANGES)


def _rows(page: str, heading: str) -> dict[str, list[str]]:
    """Return the cells of the table whose first column is called ``heading``, by the first of each row."""
    _, _, after = page.partition(f"| {heading} |")
    lines = after.partition("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    return {first: others for first, *others in cells}


def test_how_far_node_js_is_from_our_own_engine() -> None:
    page = (ROOT / "docs" / "other-runtimes.md").read_text("utf-8").partition("### How far Node.js")[2]
    run = open_run(str(RUNS / EXCHANGES))
    shown = {
        (name, stack): cell
        for name, cells in _rows(page, "exchange").items()
        for stack, cell in zip(("node", "node-oxigraph", "node-rdfjs"), cells, strict=True)
        if cell
    }

    assert len(shown) == 6
    for (name, stack), cell in shown.items():
        cases = wholes.exchange_cases(name, "credential-20", (("seed", "2"),))
        rounds = {whole.stack: dict(whole.rounds) for whole in wholes.wholes(run, cases)}
        own = rounds["canonbench"]
        found = interval.ratio([(own[sitting], value) for sitting, value in rounds[stack].items()])
        assert found is not None
        numbers = [float(number) for number in re.findall(r"[\d.]+", cell)]
        assert numbers == pytest.approx([found.value, found.interval.low, found.interval.high], rel=0.005)


@pytest.mark.parametrize("name", STUDY)
def test_which_claims_hold_is_what_claims_says(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    assert main(["claims", str(RUNS / name)]) == 0
    table = (
        capsys.readouterr().out.partition("The paper's claims, by stack\n")[2].partition("\nThe paper:")[0]
    )

    assert table.count("\n") == 15
    assert table in (ROOT / "docs" / "claims.md").read_text("utf-8")
