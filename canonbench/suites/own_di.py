"""Vectors of the stages of Data Integrity, worked by hand: one blank node, and its label by HMAC."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

from canonbench.specs import base64url
from canonbench.specs.bitstring_status_list import encode_list
from canonbench.specs.rdf import XSD_STRING, Dataset
from canonbench.specs.selective_disclosure import Group, Grouped, Skolemized
from canonbench.stages.di import (
    Grouping,
    Hashes,
    LabelReplacement,
    Labels,
    Selection,
    Skolemization,
)
from canonbench.stages.jsonld import Compaction, Source
from canonbench.stages.status import BitstringCheck

__all__ = ["rows"]

_NAME = "https://schema.example/name"
_KNOWS = "https://schema.example/knows"
_CONTEXT = {"id": "@id", "type": "@type", "name": _NAME, "knows": _KNOWS}
_DOCUMENT = {"@context": _CONTEXT, "id": "urn:x:1", "name": "Ada", "knows": {"name": "Grace"}}
_NODE = "urn:k1:n1"
_NAMED = {**_DOCUMENT, "knows": {"id": _NODE, "name": "Grace"}}
_EXPANDED: list[Any] = [
    {
        "@id": "urn:x:1",
        _NAME: [{"@value": "Ada"}],
        _KNOWS: [{"@id": _NODE, _NAME: [{"@value": "Grace"}]}],
    }
]
_SKOLEMIZED = Skolemized(_EXPANDED, _NAMED, "k1")

_KEY = bytes(range(32))
_LABEL = "u" + base64url.encode(hmac.digest(_KEY, b"c14n0", hashlib.sha256))
_LABEL_MAP = {"c14n0": _LABEL}
_GRACE = f'_:{_LABEL} <{_NAME}> "Grace" .\n'
_ADA = f'<urn:x:1> <{_NAME}> "Ada" .\n'
_LINK = f"<urn:x:1> <{_KNOWS}> _:{_LABEL} .\n"
_LINES = tuple(sorted((_GRACE, _ADA, _LINK)))
_DATASET: Dataset = (
    ("urn:x:1", _NAME, ("Ada", XSD_STRING, None), None),
    ("urn:x:1", _KNOWS, "_:b7", None),
    ("_:b7", _NAME, ("Grace", XSD_STRING, None), None),
)
_SELECTED: Dataset = (("urn:x:1", _NAME, ("Ada", XSD_STRING, None), None),)
_PLACE = _LINES.index(_ADA)
_GROUPED = Grouped(
    _LINES,
    _LABEL_MAP,
    {"_:k1n1": f"_:{_LABEL}"},
    {"mandatory": Group((_PLACE,), tuple(place for place in range(3) if place != _PLACE), _SELECTED)},
)

_LIST = "https://status.example/1"
_ENTRY = {
    "type": "BitstringStatusListEntry",
    "statusPurpose": "revocation",
    "statusListIndex": "8",
    "statusListCredential": _LIST,
}
_LIST_CREDENTIAL = {
    "id": _LIST,
    "credentialSubject": {
        "type": "BitstringStatusList",
        "statusPurpose": "revocation",
        "encodedList": encode_list([7, 9]),
    },
}


def rows() -> Iterator[tuple[str, str, Any, Any]]:
    """Give a stage's name, the vector's name, the input and the output."""
    yield "di.hash_data", "order", Hashes(b"c" * 32, b"d" * 32), b"c" * 32 + b"d" * 32
    pointers = ("/knows/name",)
    selected = {"id": "urn:x:1", "@context": _CONTEXT, "knows": {"name": "Grace"}}
    yield "di.select", "member", Selection(pointers, _DOCUMENT), selected
    yield "di.skolemize", "node", Skolemization(Source(_DOCUMENT, {}), "k1"), _SKOLEMIZED
    yield "di.label_replacement", "node", LabelReplacement(_DATASET, _KEY), Labels(_LINES, _LABEL_MAP)
    grouping = Grouping(_SKOLEMIZED, {}, _KEY, {"mandatory": ("/name",)})
    yield "di.canonicalize_and_group", "member", grouping, _GROUPED
    yield "status.check", "bit", BitstringCheck(_ENTRY, _LIST_CREDENTIAL), 0
    yield "jsonld.compact", "node", Compaction(_EXPANDED, _CONTEXT, {}), _NAMED
