"""The literal engine offers every part of RDFC-1.0; ``test_own`` and the suites compare what it gives."""

from canonbench.engines.reference import ENGINES
from canonbench.stages import FAMILIES


def test_every_part_of_rdfc_is_there() -> None:
    assert {stage.name for stage in FAMILIES["rdfc"]} <= {engine.stage.name for engine in ENGINES}
    assert {engine.name for engine in ENGINES} == {"reference"}
