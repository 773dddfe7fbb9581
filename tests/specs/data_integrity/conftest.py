"""Transformations for the tests of proofs, over the contexts of the vectors."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.specs import jcs, jsonld, rdfc10
from canonbench.suites import vc_di

Transform = Callable[[Any, str], bytes]


@pytest.fixture(scope="session")
def suites(suite: Callable[[str], Path]) -> Path:
    """Return the folder of all suites."""
    return suite("vc-di-eddsa").parent


@pytest.fixture(scope="session")
def transform(suites: Path) -> Callable[[str], Transform]:
    """Return the transformation of a name: a function of document and hash name to canonical bytes."""
    contexts = jsonld.ContextCache(vc_di.contexts(suites))

    def rdfc(document: Any, digest: str) -> bytes:
        return rdfc10.canonicalize(jsonld.to_quads(document, contexts), digest).encode()

    def by_name(name: str) -> Transform:
        return rdfc if name == "rdfc" else lambda document, _: jcs.canonicalize(document)

    return by_name


@pytest.fixture
def credential() -> dict[str, Any]:
    """Return a small credential that needs no context but its own."""
    text = """{
      "@context": [{"@vocab": "https://example.org/vocab#", "id": "@id", "type": "@type"}],
      "type": "Diploma", "issuer": "did:example:school", "student": {"name": "Ada", "grade": 1.5}
    }"""
    document: dict[str, Any] = json.loads(text)
    return document
