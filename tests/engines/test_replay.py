"""Replay makes the primitive calls of the literal run, so it gives what the literal run gave."""

from typing import Any

import pytest

from canonbench.engines.replay import ENGINES
from canonbench.model.engine import Engine
from canonbench.specs.rdf import XSD_STRING, Dataset
from canonbench.specs.rdfc10.record import record
from canonbench.stages import FAMILIES, jsonld, rdfc, transform

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
CYCLE: Dataset = (
    ("_:a", "urn:p", "_:b", None),
    ("_:b", "urn:p", "_:c", None),
    ("_:c", "urn:p", "_:a", None),
    ("_:c", "urn:q", ("x", XSD_STRING, None), "urn:g"),
    ("_:d", "urn:p", "_:e", None),
    ("_:e", "urn:p", "_:d", None),
)


def test_every_part_of_rdfc_is_there() -> None:
    assert {stage.name for stage in FAMILIES["rdfc"]} <= set(BY_STAGE)


def test_what_is_replayed_of_jcs_is_the_canonical_form() -> None:
    document = {"b": [1.5, 1e21, True], "a": {"\ufb33": None, "\U0001f600": "é"}}
    canonical = '{"a":{"\U0001f600":"é","\ufb33":null},"b":[1.5,1e+21,true]}'.encode()

    assert canonical == BY_STAGE["jcs.canonicalize"].neutral()(document)
    request = transform.Request(jsonld.Source(document, {}))
    assert canonical == BY_STAGE["transform.jcs"].neutral()(request)


@pytest.mark.parametrize("algorithm", ["sha256", "sha384"])
def test_what_is_replayed_is_what_was_recorded(algorithm: str) -> None:
    recording = record(CYCLE, algorithm)
    request = rdfc.Request(CYCLE, algorithm)
    labeled = rdfc.Labeled(CYCLE, recording.identifiers)

    assert BY_STAGE["rdfc.canonicalize"].neutral()(request) == recording.canonical
    assert BY_STAGE["rdfc.label"].neutral()(request) == recording.identifiers
    assert BY_STAGE["rdfc.serialize"].neutral()(labeled) == recording.canonical
    assert BY_STAGE["rdfc.hash_n_degree"].neutral()(recording.n_degree) == recording.n_degree_results
    assert len(BY_STAGE["rdfc.hash_first_degree"].neutral()(recording.first_degree)) == 5
