"""The vectors of JWS and SD-JWT that canonbench carries."""

from canonbench.engines.own_sd_jwt import ENGINES
from canonbench.suites import own_sd_jwt


def test_every_step_of_our_own_has_a_vector() -> None:
    assert {engine.stage.name for engine in ENGINES} - {row[0] for row in own_sd_jwt.rows()} == set()


def test_our_own_engine_gives_what_was_worked_by_hand() -> None:
    offered = {engine.stage.name: engine for engine in ENGINES}
    found = [
        (stage, name, offered[stage].run(given))
        for stage, name, given, _ in own_sd_jwt.rows()
        if stage in offered
    ]

    assert found == [
        (stage, name, expected) for stage, name, _, expected in own_sd_jwt.rows() if stage in offered
    ]
