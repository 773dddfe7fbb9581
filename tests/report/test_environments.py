"""The machines of a report."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from canonbench.analysis.environments import Environment
from canonbench.analysis.environments import environments as judged
from canonbench.report import environments
from canonbench.runs.rows import Run


@pytest.mark.parametrize(
    ("noise", "said"),
    [
        (None, "Noise of machine-0: unknown, no stack was measured twice (A/A)."),
        ((0.02, 0.5), "Noise (A/A) of machine-0: 2.0 %; no verdict here allows for it."),
        (
            (0.58, 0.6),
            (
                "Noise (A/A) of machine-0: 58 %; no verdict here allows for it. Warning: over 20 %: "
                "repeat on a quiet machine before believing what lies near an edge."
            ),
        ),
    ],
)
def test_the_noise_of_a_machine_is_a_sentence(
    machines: Callable[..., tuple[Environment, ...]], noise: tuple[float, float] | None, said: str
) -> None:
    (machine,) = machines(1.0)

    assert environments.noise(replace(machine, noise=noise)) == said


def test_environments_show_facts_noise_and_their_time_over_the_first(
    machines: Callable[..., tuple[Environment, ...]],
) -> None:
    first, second = machines(1.0, 3.0)
    told = {
        "cpu_model": "EPYC",
        "cpu_count": "2",
        "python": "3.11.7 (main); 3.12.1 (main)",
        "openssl": "OpenSSL 3.0.19 27",
    }
    first = replace(
        first,
        facts=told,
        versions={"pyld": "3.3.0"},
        noise=(0.02, 0.03),
        rounds=(8, 16),
        left_out=(("old run", "pyld", "jcs/ob3"),),
        contention=1.3,
    )
    grid = environments.grid([first, second])

    assert grid.rows[0] == ("machine-0", "EPYC", "2", "3.11.7, 3.12.1", "3.0.19", "8 to 16", "2.0 %", "")
    assert grid.rows[1][:6] == ("machine-1", "unknown", "", "", "", "8")
    assert grid.rows[1][6] == "unknown"
    assert grid.rows[1][7].startswith("3.00x [2.9")
    assert "machine-0: pyld 3.3.0." in grid.notes
    assert any(note.startswith("machine-0: wall time is up to 1.30 times CPU time") for note in grid.notes)
    assert not any(note.startswith("machine-1: ") for note in grid.notes)
    assert any(note.startswith("machine-0: 1 row of old run left out: a newer run") for note in grid.notes)


def test_a_speed_without_an_interval_is_a_factor_alone(invented: Callable[..., Run]) -> None:
    runs = [invented({"pyld": [value] * 3}, identifier=str(value)) for value in (1.0, 2.0)]
    found = judged([replace(run, folder=Path("runs", str(at), "1")) for at, run in enumerate(runs)])

    assert environments.grid(found).rows[1][7] == "2.00x"


def test_json_has_noise_and_rows_left_out(machines: Callable[..., tuple[Environment, ...]]) -> None:
    (machine,) = machines(1.0)
    machine = replace(machine, noise=(0.02, 0.03), left_out=(("old run", "pyld", "jcs/ob3"),))
    (found,) = environments.as_json([machine])

    assert found["noise"] == {"median": 0.02, "most": 0.03}
    assert found["left_out"] == [{"run": "old run", "stack": "pyld", "name": "jcs/ob3"}]
