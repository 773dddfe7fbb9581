"""Limits, commands and citation."""

from collections.abc import Callable

from canonbench.report.material import Material
from canonbench.report.sections.method import LIMITS, cite, limits, reproduce


def test_the_limits_are_said() -> None:
    assert limits().notes == LIMITS


def test_the_commands_are_those_of_the_plans(
    exchange_run: Material, material: Callable[..., Material]
) -> None:
    found = reproduce([exchange_run, exchange_run])

    assert len(found.commands) == 1
    assert found.commands[0].startswith("canonbench exchange all ")
    assert reproduce([material({})]).notes == ("run does not say by which command it was made.",)


def test_a_run_is_cited_by_the_digest_over_its_files(exchange_run: Material) -> None:
    found = cite([exchange_run])

    assert found.tables[0].rows[0][1] == exchange_run.identifier
    assert f"sha256:{exchange_run.identifier}" in found.notes[0]
    assert "canonbench 0.1.0" in found.notes[0]
