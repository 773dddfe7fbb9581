"""Algorithms, codec and HMAC for the tests of selective disclosure, over the contexts of the vectors."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import pytest
from pyld import jsonld as library

from canonbench.engines import pyld
from canonbench.specs.cbor import Codec
from canonbench.specs.rdf import Dataset
from canonbench.specs.rdfc10 import reference
from canonbench.specs.selective_disclosure import Processor
from canonbench.stages import jsonld
from canonbench.suites import folder, vc_di


def _decode(data: bytes) -> Any:
    stream = BytesIO(data)
    value = cbor2.CBORDecoder(stream).decode()
    if stream.read(1):
        raise ValueError("bytes after the item")
    return value


@pytest.fixture(scope="session")
def codec() -> Codec:
    return Codec(cbor2.dumps, _decode, cbor2.CBORTag, (cbor2.CBORDecodeError, ValueError, EOFError))


@pytest.fixture(scope="session")
def mac() -> Callable[[bytes], Callable[[bytes], bytes]]:
    """Return HMAC-SHA-256, the key first."""
    return lambda key: lambda data: hmac.digest(key, data, hashlib.sha256)


@pytest.fixture(scope="session")
def processor() -> Processor:
    """Return the algorithms; contexts are those of the vectors, or the document's own."""
    suite = folder("contexts")
    contexts: Mapping[str, Any] = vc_di.contexts(suite.parent) if suite else {}
    engines = {engine.stage: engine for engine in pyld.ENGINES}
    expand = engines[jsonld.expand].neutral()

    def load(url: str, _options: Any) -> dict[str, Any]:
        return {"contextUrl": None, "documentUrl": url, "document": contexts[url], "tag": "static"}

    def compact(expanded: list[Any], context: Any) -> dict[str, Any]:
        compacted: dict[str, Any] = library.compact(expanded, context, {"documentLoader": load, "base": None})
        return compacted

    def to_rdf(expanded: list[Any]) -> Dataset:
        dataset: Dataset = engines[jsonld.to_rdf].neutral()(expanded)
        return dataset

    return Processor(
        expand=lambda document: expand(jsonld.Source(document, contexts)),
        compact=compact,
        to_rdf=to_rdf,
        label=reference.label,
        serialize=lambda dataset, labels: reference.serialize(dataset, dict(labels)),
    )


@pytest.fixture(scope="session")
def suites(suite: Callable[[str], Path]) -> Path:
    """Return the folder of all suites."""
    return suite("vc-di-ecdsa").parent
