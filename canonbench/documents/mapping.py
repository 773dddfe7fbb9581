"""From a VCDM document to the neutral credential, and what becomes of each of its members elsewhere.

The rule: members of ``credentialSubject`` become attributes, each disclosed by itself; what is nested stays
nested. A proof of the document is removed and named. What has no counterpart in a format is listed, for it is
information that only the VCDM form carries. Text that is exactly a day, a moment in UTC or a ``data:`` URL in
base64 becomes that; all other text stays text.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from canonbench.documents.credential import Binary, Credential, Date, Moment, Value
from canonbench.documents.formats import REGISTERED, claim_name
from canonbench.errors import BadDocument
from canonbench.specs.mdoc.rules import is_full_date, is_tdate, tdate

__all__ = ["Counterpart", "Mapping", "from_vcdm", "lines", "neutral_value"]

_DATA_URL = re.compile(r"data:(?P<type>[\w.+-]+/[\w.+-]+);base64,(?P<data>[A-Za-z0-9+/]+={0,2})", re.ASCII)
_FROM, _UNTIL = ("validFrom", "issuanceDate"), ("validUntil", "expirationDate")
_NO_NAME = "urn:example:issuer-without-id"


class Counterpart(NamedTuple):
    """What becomes of one member of a VCDM document.

    Attributes:
        pointer: its place, a JSON pointer.
        sd_jwt: the claim that it becomes in an SD-JWT VC, ``""`` for none.
        mdoc: the element, or the member of the MSO, that it becomes in an mdoc, ``""`` for none.
        note: what is not plain about it, in one line, or ``""``.
    """

    pointer: str
    sd_jwt: str
    mdoc: str
    note: str = ""


class Mapping(NamedTuple):
    """The credential that a VCDM document stands for, and the report of how.

    Attributes:
        credential: the neutral credential.
        counterparts: one for each member of the document and of its subject, in their order.
        proofs: the proofs removed, each named by its cryptosuite, or else its type.
    """

    credential: Credential
    counterparts: tuple[Counterpart, ...]
    proofs: tuple[str, ...]

    @property
    def without(self) -> tuple[str, ...]:
        """The pointers of the members that neither other format has a counterpart for."""
        return tuple(each.pointer for each in self.counterparts if not each.sd_jwt and not each.mdoc)


def from_vcdm(document: Any) -> Mapping:
    """Map a VCDM document, secured or not.

    Raises:
        BadDocument: it is no VCDM credential with claims: there is nothing to write in another format.
    """
    if not isinstance(document, dict) or "credentialSubject" not in document:
        raise BadDocument("there is no credentialSubject, so nothing to write in another format; give a VCDM")
    rows: list[Counterpart] = []
    attributes: dict[str, Value] = {}
    subject: str | None = None
    for name, value in document.items():
        if name != "credentialSubject":
            rows.append(_of_envelope(name, value))
            continue
        subject, attributes, found = _of_subject(value)
        rows += found
    if not attributes:
        raise BadDocument(
            "credentialSubject has no claim, so there is nothing to disclose in another format; give one"
        )
    credential = Credential(
        _identifier(document.get("issuer")) or _NO_NAME,
        subject,
        attributes,
        _moment(document, _FROM),
        _moment(document, _UNTIL),
    )
    return Mapping(credential, tuple(rows), tuple(_proofs(document.get("proof"))))


def neutral_value(value: Any) -> Value:
    """Return a JSON value as an attribute's value: days, moments and bytes recognised by their very form."""
    if isinstance(value, str):
        if is_full_date(value):
            return Date(value)
        if is_tdate(value):
            return Moment(value)
        return _binary(value) if value.startswith("data:") else value
    if isinstance(value, dict):
        return {name: neutral_value(member) for name, member in value.items()}
    if isinstance(value, list):
        return [neutral_value(item) for item in value]
    return value


def lines(mapping: Mapping) -> tuple[str, ...]:
    """Return the report as text, a line each: pointer, claim, element, note, between tabs."""
    rows = [("VCDM", "SD-JWT VC", "mdoc", ""), *mapping.counterparts]
    proofs = [f"/proof\t-\t-\tremoved: {name}" for name in mapping.proofs]
    return tuple(["\t".join(cell or "-" for cell in row[:3]) + f"\t{row[3]}" for row in rows] + proofs)


def _binary(text: str) -> Value:
    found = _DATA_URL.fullmatch(text)
    if found is None:
        return text
    try:
        data = base64.b64decode(found["data"], validate=True)
    except binascii.Error:
        return text
    same = base64.b64encode(data).decode() == found["data"]  # one spelling only, so that nothing is lost
    return Binary(found["type"], data) if same else text


def _of_envelope(name: str, value: Any) -> Counterpart:
    pointer = _pointer(name)
    if name == "issuer":
        note = "its id only" if isinstance(value, dict) and len(value) > 1 else ""
        return Counterpart(pointer, "iss", "", note or "an mdoc names its issuer in the certificate")
    if name in _FROM:
        return Counterpart(pointer, "nbf", "validityInfo.validFrom")
    if name in _UNTIL:
        return Counterpart(pointer, "exp", "validityInfo.validUntil")
    if name == "type":
        return Counterpart(pointer, "vct", "docType", "one type, of this program's own")
    notes = {"proof": "removed: signing uses fresh keys", "@context": "names are plain there"}
    return Counterpart(pointer, "", "", notes.get(name, "no counterpart"))


def _of_subject(value: Any) -> tuple[str | None, dict[str, Value], list[Counterpart]]:
    place = "/credentialSubject"
    if isinstance(value, list) and len(value) == 1:
        value, place = value[0], "/credentialSubject/0"
    if isinstance(value, str):
        return value, {}, [Counterpart(place, "sub", "", "an mdoc is bound to a key instead")]
    if not isinstance(value, dict):
        row = Counterpart(place, "credentialSubject", "credentialSubject", "several subjects, one claim")
        return None, {"credentialSubject": neutral_value(value)}, [row]
    attributes: dict[str, Value] = {}
    rows = []
    for name, member in value.items():
        pointer = place + _pointer(name)
        if name in {"id", "@id"} and isinstance(member, str):
            rows.append(Counterpart(pointer, "sub", "", "an mdoc is bound to a key instead"))
        elif name == "@context":
            rows.append(Counterpart(pointer, "", "", "names are plain there"))
        else:
            attributes[name] = neutral_value(member)
            note = "the name of a registered claim" if name in REGISTERED else ""
            rows.append(Counterpart(pointer, claim_name(name), name, note))
    return _identifier(value), attributes, rows


def _identifier(value: Any) -> str | None:
    if isinstance(value, dict):
        value = value.get("id", value.get("@id"))
    return value if isinstance(value, str) else None


def _moment(document: dict[str, Any], names: tuple[str, ...]) -> str | None:
    """Return the first of the times ``names`` that the document has, in UTC without a fraction."""
    for name in names:
        text = document.get(name)
        if isinstance(text, str):
            try:
                moment = datetime.fromisoformat(text)
                return tdate(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
            except (ValueError, OverflowError):
                raise BadDocument(f"{name} is no date and time, as 2026-01-01T00:00:00Z; mend it") from None
    return None


def _proofs(value: Any) -> Iterator[str]:
    for proof in value if isinstance(value, list) else [value]:
        if isinstance(proof, dict):
            yield str(proof.get("cryptosuite") or proof.get("type") or "a proof without a type")


def _pointer(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")
