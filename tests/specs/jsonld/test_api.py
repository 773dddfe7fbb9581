"""canonbench.specs.jsonld.api: the public suite, the composed and the fused path, loss as an error."""

from collections.abc import Callable
from pathlib import Path

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld
from canonbench.suites import Vector, folder, json_ld_api

_FOLDER = folder("json-ld-api")
_VECTORS = [] if _FOLDER is None else list(json_ld_api.vectors(_FOLDER))
_EXPAND = [pytest.param(v, id=v.name) for v in _VECTORS if v.stage == "jsonld.expand"]
_TO_RDF = [pytest.param(v, id=v.name) for v in _VECTORS if v.stage == "jsonld.to_quads"]


def _outcome(vector: Vector, run: Callable[[], object]) -> str | None:
    """Return what is wrong with a run, where its error code is as good as an output."""
    try:
        output = run()
    except JsonLdError as error:
        return None if error.code == vector.refuse else f"{error}, not {vector.refuse}"
    return vector.judge(output) if vector.refuse is None else f"no error, not {vector.refuse}"


@pytest.mark.suites
def test_the_suite_is_whole(suite: Callable[[str], Path]) -> None:
    found = [vector.stage for vector in json_ld_api.vectors(suite("json-ld-api"))]
    assert {stage: found.count(stage) for stage in set(found)} == {
        "jsonld.expand": 376,
        "jsonld.to_quads": 456,
    }


@pytest.mark.suites
@pytest.mark.parametrize("vector", _EXPAND)
def test_expansion_conforms(vector: Vector) -> None:
    document, contexts, options, *_ = vector.arrange()
    assert _outcome(vector, lambda: jsonld.expand(document, contexts, options)) is None


@pytest.mark.suites
@pytest.mark.parametrize("vector", _TO_RDF)
def test_both_ways_to_a_dataset_conform(vector: Vector) -> None:
    document, contexts, options, *_ = vector.arrange()
    composed = _outcome(vector, lambda: jsonld.to_rdf(jsonld.expand(document, contexts, options), options))
    fused = _outcome(vector, lambda: jsonld.to_quads(document, contexts, options, loss="ignore"))
    assert (composed, fused) == (None, None)
