"""mdoc: the steps of ISO/IEC 18013-5 between CBOR, hash and signature.

``parse_message``, ``parse_mso`` and ``parse_items`` take what ``cbor.decode`` gave, beside the bytes as
received: in a composition the codec's own values, whichever codec it is. ``issuer_signed_items`` and
``mobile_security_object`` make what ``cbor.encode`` encodes; ``value_digests`` and ``validate_digests`` take
what a hash stage gave. Encoding, decoding, hashing and signing are stages of their own.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from canonbench.model.stage import Stage
from canonbench.specs.mdoc.device import NO_NAME_SPACES
from canonbench.specs.mdoc.items import IssuerSignedItem
from canonbench.specs.mdoc.mso import MobileSecurityObject
from canonbench.specs.mdoc.response import DeviceResponse, IssuerSigned
from canonbench.stages.texts import ISO_18013_5

__all__ = [
    "DecodedItems",
    "DecodedMessage",
    "DecodedMso",
    "DeviceAuthentication",
    "Digests",
    "Elements",
    "MsoCheck",
    "ReceivedItems",
    "device_authentication",
    "issuer_signed_items",
    "mobile_security_object",
    "parse_items",
    "parse_message",
    "parse_mso",
    "validate_digests",
    "validate_mso",
    "value_digests",
]


class DecodedMessage(NamedTuple):
    """IssuerSigned or DeviceResponse, decoded, and as received."""

    decoded: Any
    data: bytes


class DecodedMso(NamedTuple):
    """The MSO, decoded, and its MobileSecurityObjectBytes."""

    decoded: Any
    payload: bytes


class DecodedItems(NamedTuple):
    """The items by namespace, each decoded, and as IssuerSignedItemBytes."""

    decoded: dict[str, list[Any]]
    name_spaces: dict[str, tuple[bytes, ...]]


class Elements(NamedTuple):
    """Elements by namespace, and 32 random bytes for each, in one piece.

    The values pass through as they are: in a composition they may be a library's own already.
    """

    name_spaces: dict[str, dict[str, Any]]
    random: bytes


class Digests(NamedTuple):
    """The digest of every item, by namespace, in the order of the items."""

    digests: dict[str, tuple[bytes, ...]]


class ReceivedItems(NamedTuple):
    """The items received, what the MSO says of them, and the digest of every item received."""

    items: dict[str, tuple[IssuerSignedItem, ...]]
    expected: dict[str, tuple[tuple[int, bytes], ...]]
    found: dict[str, tuple[bytes, ...]]


class DeviceAuthentication(NamedTuple):
    """SessionTranscript, encoded; the document's type; DeviceNameSpaces, encoded."""

    transcript: bytes
    doc_type: str
    name_spaces: bytes = NO_NAME_SPACES


class MsoCheck(NamedTuple):
    """An MSO whose signature was verified, and what it must agree with; times ``YYYY-MM-DDThh:mm:ssZ``."""

    mso: MobileSecurityObject
    doc_type: str
    now: str
    certificate_validity: tuple[str, str]
    device_name_spaces: dict[str, tuple[str, ...]]


def _tampered(good: ReceivedItems) -> Iterator[ReceivedItems]:
    for name_space, found in good.found.items():
        for place, digest in enumerate(found):
            changed = (*found[:place], bytes([digest[0] ^ 1]) + digest[1:], *found[place + 1 :])
            yield good._replace(found={**good.found, name_space: changed})
        items = good.items[name_space]
        yield good._replace(
            items={**good.items, name_space: (*items, items[0])},
            found={**good.found, name_space: (*found, found[0])},
        )
    yield good._replace(expected={})


def _tampered_mso(good: MsoCheck) -> Iterator[MsoCheck]:
    yield good._replace(doc_type=f"{good.doc_type}.other")
    yield good._replace(now="1970-01-01T00:00:00Z")
    yield good._replace(now="9999-12-31T23:59:59Z")
    yield good._replace(certificate_validity=("1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"))
    yield good._replace(device_name_spaces={"org.example.other": ("an_element",)})


parse_message: Stage[DecodedMessage, IssuerSigned | DeviceResponse] = Stage(
    "mdoc.parse_message", ISO_18013_5.at("8.3.2.1.2.2"), normal=repr
)
"""Gives embedded items as the bytes received; raises MalformedInput."""

parse_mso: Stage[DecodedMso, MobileSecurityObject] = Stage(
    "mdoc.parse_mso", ISO_18013_5.at("9.1.2.4"), normal=repr
)
"""Raises MalformedInput."""

parse_items: Stage[DecodedItems, dict[str, tuple[IssuerSignedItem, ...]]] = Stage(
    "mdoc.parse_items", ISO_18013_5.at("9.1.2.5"), normal=repr
)
"""Raises MalformedInput."""

issuer_signed_items: Stage[Elements, dict[str, list[dict[str, Any]]]] = Stage(
    "mdoc.issuer_signed_items", ISO_18013_5.at("8.3.2.1.2.2"), normal=repr
)
value_digests: Stage[Digests, dict[str, tuple[tuple[int, bytes], ...]]] = Stage(
    "mdoc.value_digests", ISO_18013_5.at("9.1.2.5")
)
mobile_security_object: Stage[MobileSecurityObject, Any] = Stage(
    "mdoc.mobile_security_object", ISO_18013_5.at("9.1.2.4"), normal=repr
)
"""Raises MalformedInput."""

device_authentication: Stage[DeviceAuthentication, bytes] = Stage(
    "mdoc.device_authentication", ISO_18013_5.at("9.1.3.4")
)
"""Gives DeviceAuthenticationBytes."""

validate_digests: Stage[ReceivedItems, dict[str, dict[str, Any]]] = Stage(
    "mdoc.validate_digests", ISO_18013_5.at("9.3.1"), normal=repr, tampered=_tampered
)
"""Gives the elements, which are authentic; raises VerificationFailed."""

validate_mso: Stage[MsoCheck, bool] = Stage(
    "mdoc.validate_mso", ISO_18013_5.at("9.3.1"), tampered=_tampered_mso
)
"""Gives ``True``; raises VerificationFailed."""
