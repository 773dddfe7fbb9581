"""The published cases of ecdsa-sd-2023, stage by stage."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.harness import codec
from canonbench.stages import FAMILIES
from canonbench.suites import vc_di
from canonbench.suites.vc_di_selective import rows

pytestmark = pytest.mark.suites

# Names that each run draws anew are in their inputs or outputs, and in no published value.
_BY_HAND = {"di.hash_data", "di.skolemize", "di.name_nodes", "di.check_names", "di.complete"}


@pytest.fixture(scope="session")
def suites(suite: Callable[[str], Path]) -> Path:
    return suite("vc-di-ecdsa").parent


@pytest.fixture(scope="session")
def values(suites: Path) -> dict[tuple[str, str], Any]:
    contexts = vc_di.contexts(suites)
    return {
        (case.name, row.stage + row.name): (row, row.arrange())
        for case in vc_di.selective_cases(suites)
        for row in rows(case, lambda: contexts)
    }


def test_every_stage_that_has_published_values_has_them_of_both_cases(values: Any) -> None:
    stages = {stage.name for stage in FAMILIES["di"]} - _BY_HAND

    for case in ("prc", "employ"):
        assert stages == {row.stage for (name, _), (row, _) in values.items() if name == case}
        assert {f"di.match/{name}" for name in ("mandatory", "selective", "combined")} <= {
            what for name, what in values if name == case
        }


def test_inputs_are_the_published_ones(values: Any) -> None:
    row, separation = values["prc", "di.separate"]
    assert separation.proof.mandatory_indexes == (0, 4, 5, 7)
    assert [line[:10] for line in row.expected[1]] == ["_:u3Lv2QpF"] * 3 + ["_:uVkUuBrl"] * 3
    _, components = values["employ", "di.parse_base_proof"]
    assert components[4] == ["/issuer"]
    assert len(components[1]) == 35


def test_every_input_but_those_of_cbor_survives_its_file(values: Any) -> None:
    for (_, what), (_, given) in values.items():
        if what != "di.parse_derived_proof":  # a label map as CBOR has it, under numbers
            assert codec.load(codec.dump(given)) == given
