"""The vectors that canonbench carries."""

from collections.abc import Iterator
from typing import Any

import pytest

from canonbench.engines import BUILT_IN, Catalogue
from canonbench.errors import EngineUnavailable
from canonbench.harness.judge import judge
from canonbench.model.engine import Engine
from canonbench.suites import OWN, Vector, read

VECTORS = list(read(OWN))
DIFFER = {
    ("pyld", "rdfc.canonicalize/apart"): "PyLD leaves labels alone that begin with _:c14n",
    ("pyld", "nquads.parse/escapes"): "PyLD does not decode escapes",
    **{
        ("pynacl", f"key.{name}"): "PyNaCl has Ed25519 only"
        for name in (
            "load/p256-multikey",
            "load/p256-secret-multikey",
            "load/p384-multikey",
            "export/p256",
            "export/p384",
        )
    },
}
"""What a library is known to do otherwise, and why."""


def _cases() -> Iterator[Any]:
    """Give every engine of this runtime with every vector of a stage that it offers."""
    for name, module in BUILT_IN.items():
        if module.startswith(("canonbench.engines.node", "canonbench.engines.go")):
            continue
        try:
            offered = Catalogue().load(name)
        except EngineUnavailable:
            continue
        for vector in VECTORS:
            if vector.stage in offered:
                yield pytest.param(name, offered[vector.stage], vector, id=f"{name}-{vector.name}")


@pytest.mark.parametrize(("engine", "implementation", "vector"), list(_cases()))
def test_every_engine_gives_what_was_worked_by_hand(
    engine: str, implementation: Engine[Any, Any], vector: Vector
) -> None:
    try:
        wrong = judge(implementation, vector)
    except EngineUnavailable as error:
        wrong = str(error)

    if (engine, vector.name) in DIFFER:
        assert wrong is not None
    else:
        assert wrong is None


def test_every_stage_with_an_engine_of_ours_has_a_vector() -> None:
    covered = {vector.stage for vector in VECTORS}

    assert set(Catalogue().load("canonbench")) - covered == set()


def test_a_vector_can_fail() -> None:
    assert all(vector.judge(_other(vector)) is not None for vector in VECTORS)


def _other(vector: Vector) -> object:
    """Return an output of the right type that is not the right one."""
    if vector.stage in {"jsonld.to_rdf", "jsonld.to_quads", "nquads.parse"}:
        return (("urn:a", "urn:b", "urn:c", None),)
    if vector.stage == "jsonld.process_context":
        return []
    if vector.stage in {"json.serialize", "jcs.canonicalize", "kit.json_dumps"} or vector.stage.startswith(
        "transform."
    ):
        return b"[]"
    return [] if vector.stage == "jsonld.expand" else "_:other <urn:b> <urn:c> .\n"
