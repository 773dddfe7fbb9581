"""JSON Schemas that the bundle carries, and what they say about its credentials.

Some published schemas describe *secured* credentials, while documents are carried without a proof. Where a
proof is required, a stand-in takes its place before validation; nothing else is changed.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from canonbench.documents import resources
from canonbench.documents.ijson import pointer

__all__ = ["carried", "schema_of", "violations"]

_PROOF = {
    "type": "DataIntegrityProof",
    "proofPurpose": "assertionMethod",
    "verificationMethod": "did:example:issuer#key-1",
    "created": "2026-01-01T00:00:00Z",
    "proofValue": "z1",
}


def carried(folder: Path | None = None) -> dict[str, Any]:
    """Return the schemas of the bundle in ``folder`` (the package's own if not given), by URL."""
    bundle = folder or resources.education()
    items = resources.manifest(bundle)["jsonschema"]
    return {item["url"]: json.loads((bundle / item["file"]).read_bytes()) for item in items}


def schema_of(name: str, folder: Path | None = None) -> str | None:
    """Return the URL of the schema that the bundle's credential ``name`` follows, or ``None``.

    The schema itself may be one that the bundle does not carry, because of its licence.
    """
    items = resources.manifest(folder or resources.education())["credentials"]
    return next((item.get("schema") for item in items if item["name"] == name), None)


def violations(value: Any, url: str, schemas: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what keeps ``value`` from the schema at ``url``, one line each with its JSON pointer.

    Args:
        value: a parsed credential; if it lacks a proof that the schema requires, a stand-in is added.
        url: the key of the schema in ``schemas``.
        schemas: every schema that may be referred to, by URL; nothing is fetched.
    """
    from jsonschema import validators  # noqa: PLC0415  # loaded only where it is used
    from referencing import Registry, Resource  # noqa: PLC0415  # loaded only where it is used

    registry: Registry[Any] = Registry().with_resources(
        (each, Resource.from_contents(schema)) for each, schema in schemas.items()
    )
    validator = validators.validator_for(schemas[url])(schemas[url], registry=registry)
    secured = {"proof": _PROOF, **value} if "proof" in schemas[url].get("required", ()) else value
    return tuple(
        f"{error.message} at {pointer(tuple(error.absolute_path)) or 'the top'}"
        for error in validator.iter_errors(secured)
    )
