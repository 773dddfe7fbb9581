"""Algorithms, codec and HMAC for the tests of selective disclosure, over the contexts of the vectors."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import pytest
from pyld import jsonld as pyld

from canonbench.specs import jsonld, rdfc10
from canonbench.specs.cbor import Codec
from canonbench.specs.selective_disclosure import Processor
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
    cache = jsonld.ContextCache(contexts)

    def load(url: str, _options: Any) -> dict[str, Any]:
        return {"contextUrl": None, "documentUrl": url, "document": contexts[url], "tag": "static"}

    def compact(expanded: list[Any], context: Any) -> dict[str, Any]:
        compacted: dict[str, Any] = pyld.compact(expanded, context, {"documentLoader": load, "base": None})
        return compacted

    return Processor(
        expand=lambda document: jsonld.expand(document, cache),
        compact=compact,
        to_rdf=jsonld.to_rdf,
        label=rdfc10.label,
        serialize=rdfc10.serialize,
    )


@pytest.fixture(scope="session")
def suites(suite: Callable[[str], Path]) -> Path:
    """Return the folder of all suites."""
    return suite("vc-di-ecdsa").parent
