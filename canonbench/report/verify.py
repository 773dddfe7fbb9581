"""The report of a verification: each finding on a line, then what was shown, then the verdict."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TextIO

from canonbench.exchanges.di_findings import Finding
from canonbench.exchanges.mdoc_findings import ShownDocument
from canonbench.exchanges.verification import Verdict
from canonbench.specs.cbor import Tag

__all__ = ["SCHEMA", "write", "write_json"]

SCHEMA: Final = "canonbench.verify/1"
_SHORT: Final = 32


def write(name: str, found: Verdict, stream: TextIO) -> None:
    """Write what was found in the file ``name``: lines that end with the verdict."""
    stream.writelines(f"{line}\n" for line in _lines(name, found))


def _lines(name: str, found: Verdict) -> Iterator[str]:
    yield f"{name}: {found.kind}"
    whats = [f"{each.what} {each.name}".strip() for each in found.findings]
    width = max(map(len, whats), default=0)
    for what, each in zip(whats, found.findings, strict=True):
        verdict = "verified" if each.verified else "REFUSED "
        place = " ".join(part for part in (each.place, each.id) if part)
        reason = f": {each.reason}" if each.reason else ""
        yield f"  {verdict}  {what.ljust(width)}  {place}".rstrip() + reason
        yield from (f"            hash of the {of}: {digest}" for of, digest in each.hashes)
    yield from (f"  note: {note}" for note in found.notes)
    if found.claims:
        yield "processed claims:"
        yield json.dumps(dict(found.claims), indent=2, ensure_ascii=False)
    for document in found.documents:
        yield from _document(document)
    yield "verified" if found.verified else "NOT VERIFIED"


def _document(shown: ShownDocument) -> Iterator[str]:
    yield f"{shown.doc_type}, valid from {shown.valid[0]} until {shown.valid[1]}"
    parts = (("", shown.elements), (" (of the device)", shown.device_elements))
    for whose, spaces in parts:
        for space, elements in spaces.items():
            yield f"  {space}{whose}"
            yield from (f"    {name}: {_text(value)}" for name, value in elements.items())


def _text(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: Any) -> Any:
    """Return a CBOR value as JSON: bytes as hexadecimal digits, long ones by their number, no tags."""
    if isinstance(value, bytes):
        return f"h'{value.hex()}'" if len(value) <= _SHORT else f"{len(value)} bytes"
    if isinstance(value, Mapping):
        return {str(name): _plain(member) for name, member in value.items()}
    if isinstance(value, Tag):
        return _plain(value.content)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def write_json(name: str, found: Verdict, stream: TextIO) -> None:
    """Write what was found in the file ``name`` as ``canonbench.verify/1``."""
    document = {
        "schema": SCHEMA,
        "file": name,
        "kind": found.kind,
        "verified": found.verified,
        "findings": [_finding(each) for each in found.findings],
        "notes": list(found.notes),
        "claims": dict(found.claims) or None,
        "documents": [
            {
                "doc_type": each.doc_type,
                "valid_from": each.valid[0],
                "valid_until": each.valid[1],
                "verified": each.verified,
                "elements": _plain(each.elements),
                "device_elements": _plain(each.device_elements),
            }
            for each in found.documents
        ],
    }
    json.dump(document, stream, indent=2, ensure_ascii=False)
    stream.write("\n")


def _finding(each: Finding) -> dict[str, Any]:
    return {
        "place": each.place,
        "what": each.what,
        "name": each.name or None,
        "id": each.id or None,
        "verified": each.verified,
        "reason": each.reason or None,
        "hashes": [{"of": of, "digest": digest} for of, digest in each.hashes],
    }
