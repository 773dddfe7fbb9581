"""Vectors of the stages of Data Integrity, worked by hand: one blank node, and its label by HMAC."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

from canonbench.specs import base64url
from canonbench.specs.bitstring_status_list import encode_list
from canonbench.specs.cbor import Map
from canonbench.specs.rdf import RDF, XSD_STRING, Dataset
from canonbench.specs.selective_disclosure import (
    BaseProof,
    DerivedProof,
    Group,
    Grouped,
    Matching,
    NameCheck,
    Named,
    Skolemized,
    VerifyData,
)
from canonbench.stages.di import (
    Completing,
    Derivation,
    Deskolemization,
    Grouping,
    Hashes,
    LabelDigests,
    Labeling,
    LabelReplacement,
    Labels,
    Match,
    NameChecking,
    Naming,
    Selection,
    Separation,
    SignData,
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
_PLAIN: list[Any] = [
    {
        "@id": "urn:x:1",
        _NAME: [{"@value": "Ada"}],
        _KNOWS: [{_NAME: [{"@value": "Grace"}]}],
    }
]
_SKOLEMIZED = Skolemized(_EXPANDED, _NAMED, "k1", complete=True)

_LITERAL = {"@value": {"a": _NODE}, "@type": "@json"}
_MISNAMED = [{**_PLAIN[0], _KNOWS: [_LITERAL]}]

_CELL_PLACE = f"('list', 'urn:x:1', '{_KNOWS}', 0, 0)".encode()
_CELL = f"urn:k1:c{hashlib.sha256(_CELL_PLACE).hexdigest()}"
_LISTED: list[Any] = [{"@id": "urn:x:1", _KNOWS: [{"@list": [{"@value": "Grace"}]}]}]
_COMPLETED: list[Any] = [
    {
        "@id": "urn:x:1",
        _KNOWS: [{"@id": _CELL, f"{RDF}first": [{"@value": "Grace"}], f"{RDF}rest": [{"@id": f"{RDF}nil"}]}],
    }
]

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

_SKOLEM_QUADS: Dataset = (
    ("urn:x:1", _KNOWS, _NODE, None),
    (_NODE, _NAME, (_NODE, XSD_STRING, None), _NODE),
)
_BLANK_QUADS: Dataset = (
    ("urn:x:1", _KNOWS, "_:k1n1", None),
    ("_:k1n1", _NAME, (_NODE, XSD_STRING, None), "_:k1n1"),
)
_ISSUED = {"_:k1n1": "_:c14n0"}
_NODE_LABELS = {"_:k1n1": f"_:{_LABEL}"}

_PUBLIC_KEY = b"\x80\x24\x02" + bytes(32)
_BASE = BaseProof(b"b" * 64, _PUBLIC_KEY, _KEY, (b"0" * 64, b"1" * 64), ("/name",))
_SHOWN = DerivedProof(b"b" * 64, _PUBLIC_KEY, (b"1" * 64,), _LABEL_MAP, (1,))
# Of three N-Quads the first is mandatory, and the last is shown besides.
_GROUPS = {
    "mandatory": Group((1,), (0, 2), ()),
    "selective": Group((1, 2), (0,), ()),
    "combined": Group((0, 1, 2), (), ()),
}
_COMPRESSED = {0: base64url.decode(_LABEL[1:])}

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
    yield from _of_names()
    yield "di.label_replacement", "node", LabelReplacement(_DATASET, _KEY), Labels(_LINES, _LABEL_MAP)
    grouping = Grouping(_SKOLEMIZED, {}, _KEY, {"mandatory": ("/name",)})
    yield "di.canonicalize_and_group", "member", grouping, _GROUPED
    yield from _of_proofs()
    yield "status.check", "bit", BitstringCheck(_ENTRY, _LIST_CREDENTIAL), 0
    yield "jsonld.compact", "node", Compaction(_EXPANDED, _CONTEXT, {}), _NAMED


def _of_names() -> Iterator[tuple[str, str, Any, Any]]:
    yield "di.name_nodes", "node", Naming(_DOCUMENT, "k1"), Named(_NAMED, (_NODE,))
    yield "di.name_nodes", "no-node", Naming(_DOCUMENT, "k1", (_NODE,)), Named(_DOCUMENT, (_NODE,))
    good = NameChecking(_PLAIN, _EXPANDED, "k1", (_NODE,))
    yield "di.check_names", "node", good, NameCheck(fits=True, no_nodes=(), complete=True)
    bad = good._replace(expanded=_MISNAMED)
    yield "di.check_names", "literal", bad, NameCheck(fits=False, no_nodes=(_NODE,), complete=False)
    listed = NameChecking(_LISTED, _LISTED, "k1", ())
    yield "di.check_names", "list", listed, NameCheck(fits=True, no_nodes=(), complete=False)
    yield "di.complete", "list", Completing(_LISTED, "k1"), _COMPLETED
    yield "di.complete", "nothing", Completing(_EXPANDED, "k1"), _EXPANDED
    yield "di.deskolemize", "whole", Deskolemization(_SKOLEM_QUADS, "k1"), _BLANK_QUADS
    yield "di.deskolemize", "part", Deskolemization(_SKOLEM_QUADS, "k1", _NODE_LABELS), _BLANK_QUADS
    digest = hmac.digest(_KEY, b"c14n0", hashlib.sha256)
    yield "di.label_map", "node", LabelDigests(_ISSUED, (digest,)), _LABEL_MAP
    yield "di.replace_labels", "node", Labeling(_ISSUED, _LABEL_MAP), _NODE_LABELS
    others = tuple(place for place in range(3) if place != _PLACE)
    yield "di.match", "member", Match(_LINES, _ADA), Matching((_PLACE,), others)


def _of_proofs() -> Iterator[tuple[str, str, Any, Any]]:
    yield (
        "di.sign_data",
        "order",
        SignData(b"p" * 32, _PUBLIC_KEY, b"m" * 32),
        b"p" * 32 + _PUBLIC_KEY + b"m" * 32,
    )
    components = [_BASE[0], _BASE[1], _BASE[2], list(_BASE[3]), list(_BASE[4])]
    yield "di.parse_base_proof", "node", components, _BASE
    derivation = Derivation(_BASE, _GROUPS, _NODE_LABELS, _ISSUED)
    yield "di.derive", "node", derivation, _SHOWN
    yield "di.compress_label_map", "node", _LABEL_MAP, _COMPRESSED
    shown = [_SHOWN[0], _SHOWN[1], list(_SHOWN[2]), Map(tuple(_COMPRESSED.items())), list(_SHOWN[4])]
    yield "di.parse_derived_proof", "node", shown, _SHOWN
    separated = VerifyData((_LINES[1],), (_LINES[0],), _LINES[:2])
    yield "di.separate", "node", Separation(_LINES[:2], _SHOWN), separated
