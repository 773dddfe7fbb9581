"""The values in between, stage by stage, with every engine that offers the stage."""

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable
from canonbench.harness.judge import judge
from canonbench.stages import STAGES
from canonbench.suites import Vector, folder, read

SUITES = ("vc-di-eddsa", "vc-di-ecdsa")
VECTORS = [vector for suite in SUITES if folder(suite) for vector in read(suite, folder(suite))]
ENGINES = ("canonbench", "pyld", "pyoxigraph", "rfc8785", "jcs", "hashlib", "cryptography", "pynacl")

pytestmark = pytest.mark.suites


def _differs(engine: str, name: str) -> bool:
    """Tell what a library is known to do otherwise."""
    if engine == "pyld":
        return "p384" in name  # it canonicalizes with SHA-256 only
    return engine == "pyoxigraph" and name.endswith("employ/document")  # it loses a second type's own terms


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_values_of_the_vectors(engine: str) -> None:
    offered = Catalogue().load(engine)
    found = {}
    for vector in VECTORS:
        if vector.stage in offered:
            try:
                found[vector.name] = judge(offered[vector.stage], vector)
            except EngineUnavailable as error:
                found[vector.name] = str(error)

    assert found
    assert {name: None for name in found if not _differs(engine, name)} == {
        name: wrong for name, wrong in found.items() if not _differs(engine, name)
    }


def test_the_suites_reach_from_the_document_to_the_signature() -> None:
    stages = {vector.stage for vector in VECTORS}

    assert stages <= set(STAGES)
    assert {"transform.rdfc", "transform.jcs", "hashing.sha384", "di.hash_data", "eddsa.sign"} < stages
    assert {"di.select", "di.label_replacement", "di.canonicalize_and_group", "multibase.decode"} < stages
    assert len({(vector.suite, vector.name) for vector in VECTORS}) == len(VECTORS)


def test_a_wrong_value_is_told() -> None:
    vector: Vector = next(each for each in VECTORS if each.stage == "di.hash_data")
    reason = vector.judge(b"\0" * 64)

    assert reason is not None
    assert reason.endswith(f"found {'00' * 40}")
