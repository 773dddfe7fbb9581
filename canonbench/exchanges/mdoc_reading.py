"""Reading of mdoc messages: each decoding and each look at what was decoded is a step of its own.

What ``cbor.decode`` gives goes on as it is: ``mdoc.parse_*`` take the values of any codec.
"""

from collections.abc import Callable
from typing import Any, Final

from canonbench.model.use import Use
from canonbench.specs.cbor import embedded
from canonbench.specs.mdoc import DeviceResponse, IssuerSigned, IssuerSignedItem, MobileSecurityObject
from canonbench.stages import cbor, mdoc

__all__ = ["ITEMS", "MESSAGE", "MSO", "reading_items", "reading_message", "reading_mso"]

ITEMS: Final = "items"
MESSAGE: Final = "message"
MSO: Final = "mobile security object"


def reading_message(use: Use) -> Callable[[bytes], IssuerSigned | DeviceResponse]:
    """Bind the reading of IssuerSigned or DeviceResponse (8.3.2.1.2.2)."""
    decode, parse = use(cbor.decode, of=MESSAGE), use(mdoc.parse_message)
    return lambda data: parse(mdoc.DecodedMessage(decode(data), data))


def reading_mso(use: Use) -> Callable[[bytes], MobileSecurityObject]:
    """Bind the reading of MobileSecurityObjectBytes (9.1.2.4)."""
    decode, parse = use(cbor.decode, of=MSO), use(mdoc.parse_mso)
    return lambda data: parse(mdoc.DecodedMso(decode(embedded(data, "MobileSecurityObjectBytes")), data))


def reading_items(use: Use) -> Callable[[Any], dict[str, tuple[IssuerSignedItem, ...]]]:
    """Bind the reading of every IssuerSignedItem of IssuerNameSpaces (9.1.2.5)."""
    decode_items, parse = use.each(cbor.decode, of=ITEMS), use(mdoc.parse_items)

    def run(name_spaces: Any) -> dict[str, tuple[IssuerSignedItem, ...]]:
        decoded = {
            name_space: decode_items([embedded(item, "IssuerSignedItemBytes") for item in items])
            for name_space, items in name_spaces.items()
        }
        return parse(mdoc.DecodedItems(decoded, name_spaces))

    return run
