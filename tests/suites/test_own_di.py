"""The vectors of Data Integrity: one a stage, each of them an input that can be frozen."""

from canonbench.harness import codec
from canonbench.stages import FAMILIES
from canonbench.suites import own_di

ROWS = list(own_di.rows())


def test_every_stage_of_the_family_has_a_vector() -> None:
    family = {stage.name for stage in FAMILIES["di"]}

    assert {stage for stage, *_ in ROWS} == family | {"status.check", "jsonld.compact"}


def test_every_input_survives_its_file() -> None:
    inputs = [given for *_, given, _ in ROWS]

    assert [codec.load(codec.dump(given)) for given in inputs] == inputs
