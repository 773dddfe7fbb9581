"""The exchange of ISO/IEC 18013-5:2021 Annex D: engagement, request, response, keys and certificates.

Its MSO was valid from 2020-10-01T13:30:02Z to 2021-10-01T13:30:02Z, so it is judged at `JUDGED_AT`.
"""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from canonbench.specs.cbor import embed
from canonbench.specs.cose import (
    ES256,
    Mac0,
    MacVerification,
    Sign1,
    Verification,
    x5chain_header,
)
from canonbench.specs.cose_key import EC2, CoseKey
from canonbench.suites import Vector

__all__ = ["DOC_TYPE", "JUDGED_AT", "NAME_SPACE", "AnnexD", "read", "vectors"]

DOC_TYPE = "org.iso.18013.5.1.mDL"
NAME_SPACE = "org.iso.18013.5.1"
JUDGED_AT = "2020-12-01T00:00:00Z"

_ES256_HEADER = bytes.fromhex("a10126")
_HMAC_256_HEADER = bytes.fromhex("a10105")
_SIGNATURE_SIZE = 64
_POINT = bytes.fromhex("03420004")
"""What stands before the coordinates in the certificate of a P-256 key: a bit string, uncompressed."""


class AnnexD(NamedTuple):
    """Annex D: named values, values that follow from them, items by element.

    Items are (digestID, IssuerSignedItemBytes), digests (digestID, digest) by namespace.
    """

    vectors: dict[str, bytes]
    derived: dict[str, bytes]
    items: dict[str, tuple[int, bytes]]
    value_digests: dict[str, tuple[tuple[int, bytes], ...]]

    def key(self, name: str) -> CoseKey:
        """Return the public key ``name``: ``static_device_key``, ``ephemeral_reader_key``, and so on."""
        return CoseKey(EC2, 1, self.vectors[f"{name}_x"], self.vectors[f"{name}_y"])

    def certified_key(self, name: str) -> CoseKey:
        """Return the P-256 key in the certificate ``name``: ``ds_cert``, ``reader_cert``, and so on."""
        certificate = self.vectors[name]
        start = certificate.index(_POINT) + len(_POINT)
        return CoseKey(EC2, 1, certificate[start : start + 32], certificate[start + 32 : start + 64])

    @property
    def issuer_auth(self) -> Sign1:
        """IssuerAuth; its payload is MobileSecurityObjectBytes."""
        return Sign1(
            _ES256_HEADER,
            x5chain_header((self.vectors["ds_cert"],)),
            embed(self.derived["mobile_security_object"]),
            self.vectors["issuer_auth"][-_SIGNATURE_SIZE:],
        )

    @property
    def device_mac(self) -> Mac0:
        """The COSE_Mac0 deviceMac; its payload is detached."""
        return Mac0(_HMAC_256_HEADER, (), None, self.derived["device_mac_tag"])

    @property
    def reader_auth(self) -> Sign1:
        """ReaderAuth; its payload is detached."""
        chain = x5chain_header((self.vectors["reader_cert"],))
        return Sign1(_ES256_HEADER, chain, None, self.vectors["reader_auth"][-_SIGNATURE_SIZE:])


def read(root: Path) -> AnnexD:
    """Read the exchange in ``root``, the folder ``mdoc-annex-d``."""
    suite = json.loads((root / "annex-d.json").read_text("utf-8"))
    named, derived = (
        {name: bytes.fromhex(value) for name, value in suite[part].items()} for part in ("vectors", "derived")
    )
    items = {
        name: (item["digestID"], bytes.fromhex(item["issuerSignedItemBytes"]))
        for name, item in suite["issuer_signed_items"].items()
    }
    digests = {
        name_space: tuple((int(number), bytes.fromhex(digest)) for number, digest in pairs.items())
        for name_space, pairs in suite["value_digests"].items()
    }
    return AnnexD(named, derived, items, digests)


def _judge(expected: Any, output: Any) -> str | None:
    return None if output == expected else f"{output!r} for {expected!r}"


def _given(value: Any) -> Any:
    return value


def _flip(data: bytes) -> bytes:
    return data[:-1] + bytes((data[-1] ^ 1,))


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``mdoc-annex-d``; each has a tampered twin that must fail.

    ``cose.verify1`` takes a `Verification` and ``cose.verify_mac0`` a `MacVerification`; both give the
    payload. ``hashing.sha256`` takes and gives bytes.
    """
    suite = read(root)
    derived = suite.derived
    issuer = suite.issuer_auth
    reader_payload = derived["reader_authentication_bytes"]
    issuer_auth = Verification(issuer, ES256, suite.certified_key("ds_cert"))
    reader_auth = Verification(
        suite.reader_auth, ES256, suite.certified_key("reader_cert"), payload=reader_payload
    )
    device_payload = derived["device_authentication_bytes"]
    device_mac = MacVerification(suite.device_mac, derived["e_mac_key"], payload=device_payload)
    tampered_mac = suite.device_mac._replace(tag=_flip(derived["device_mac_tag"]))
    changed = Verification(
        issuer._replace(payload=_flip(embed(derived["mobile_security_object"]))), ES256, issuer_auth.key
    )
    rows: list[tuple[str, str, Any, Any, str | None]] = [
        ("issuerAuth", "cose.verify1", issuer_auth, issuer.payload, None),
        ("issuerAuth, payload changed", "cose.verify1", changed, None, ""),
        ("readerAuth", "cose.verify1", reader_auth, reader_payload, None),
        (
            "readerAuth, payload changed",
            "cose.verify1",
            reader_auth._replace(payload=_flip(reader_payload)),
            None,
            "",
        ),
        ("deviceMac", "cose.verify_mac0", device_mac, device_payload, None),
        ("deviceMac, tag changed", "cose.verify_mac0", device_mac._replace(message=tampered_mac), None, ""),
    ]
    digests = dict(suite.value_digests[NAME_SPACE])
    rows += [
        (f"digest of {name}", "hashing.sha256", item, digests[number], None)
        for name, (number, item) in suite.items.items()
    ]
    for name, stage, value, expected, refuse in rows:
        yield Vector("mdoc-annex-d", name, stage, partial(_given, value), partial(_judge, expected), refuse)
