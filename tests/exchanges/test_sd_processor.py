"""The algorithms of selective disclosure as stages, under values of a library and neutral ones."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import DataLoss
from canonbench.exchanges.sd_processor import algorithms
from canonbench.model.engine import Engine
from canonbench.model.use import Neutral, Stack
from canonbench.specs import base64url, rdfc10
from canonbench.specs.jsonld import to_quads

Engines = Mapping[str, Engine[Any, Any]]
KEY = bytes(range(32))
LABELS = {"c14n0": "u" + base64url.encode(hmac.digest(KEY, b"c14n0", hashlib.sha256))}


def test_every_stack_names_and_serializes_alike(engines: Engines, stacks: Mapping[str, Engines]) -> None:
    document = corpus.find("ob3")
    expected = algorithms(Neutral(engines)).skolemize(document.value, "k1", document.contexts)
    for chosen in stacks.values():
        steps = algorithms(Stack(chosen))
        assert expected == steps.skolemize(document.value, "k1", document.contexts)
        processor = steps.processor(document.contexts)
        dataset = processor.to_rdf(processor.expand(document.value))
        issued = processor.label(dataset)
        canonical = rdfc10.canonicalize(to_quads(document.value, document.contexts))
        assert canonical == processor.serialize(dataset, dict(issued))
        assert processor.select((), document.value) is None
        assert steps.labels(KEY)({"_:b0": "_:c14n0"}) == LABELS


def test_nodes_are_named_where_they_stand_and_lost_data_is_refused(engines: Engines) -> None:
    document = corpus.find("ob3")
    steps = algorithms(Neutral(engines))
    with pytest.raises(DataLoss, match="honours"):
        steps.skolemize({**document.value, "honours": 1}, "k1", document.contexts)
    with pytest.raises(AssertionError, match="where they stand"):
        steps.processor({}).compact([], {})
    with pytest.raises(AssertionError, match="needs no expansion"):
        steps.bare.expand({})
