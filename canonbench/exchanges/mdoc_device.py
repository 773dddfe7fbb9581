"""mdoc authentication: the device signs the session, or authenticates it (ISO/IEC 18013-5:2021, 9.1.3)."""

from collections.abc import Callable
from typing import Final, NamedTuple

from canonbench.errors import VerificationFailed
from canonbench.exchanges.cose import making_mac, making_signature, verifying_mac, verifying_signature
from canonbench.model.exchange import Variant
from canonbench.model.use import Use
from canonbench.specs.cbor import embed
from canonbench.specs.cose_key import CoseKey
from canonbench.specs.mdoc.device import NO_NAME_SPACES, DeviceSigned
from canonbench.stages import ecdh, hashing, hkdf, key, mdoc

__all__ = ["DEVICE_AUTH", "SESSION", "Authentication", "Session", "authenticating", "validating_device"]

DEVICE_AUTH: Final = "deviceAuth"
SESSION: Final = "session"
_CLAUSE = "(ISO/IEC 18013-5:2021, 9.1.3"


class Authentication(NamedTuple):
    """What a device authenticates with: its secret key, and for a MAC the reader's public one."""

    transcript: bytes
    doc_type: str
    device_key: key.Material
    reader_key: CoseKey | None
    deterministic: bool


class Session(NamedTuple):
    """A verifier's own session: transcript, document type, and for a MAC the reader's secret key."""

    transcript: bytes
    doc_type: str
    reader_key: key.Material | None


def authenticating(use: Use, variant: Variant) -> Callable[[Authentication], DeviceSigned]:
    """Bind the device's signature or MAC; it signs no element of its own."""
    payload_of = use(mdoc.device_authentication)
    if variant.binding == "signature":
        sign = making_signature(use, variant, of=DEVICE_AUTH, detached=True)

        def by_signature(given: Authentication) -> DeviceSigned:
            payload = payload_of(mdoc.DeviceAuthentication(given.transcript, given.doc_type))
            signature = sign(given.device_key, payload, (), given.deterministic)
            return DeviceSigned(NO_NAME_SPACES, signature=signature)

        return by_signature
    derive, authenticate = _deriving(use), making_mac(use, of=DEVICE_AUTH)

    def by_mac(given: Authentication) -> DeviceSigned:
        if given.reader_key is None:
            raise VerificationFailed(f"a deviceMac takes the reader's public key: give it {_CLAUSE}.5)")
        payload = payload_of(mdoc.DeviceAuthentication(given.transcript, given.doc_type))
        secret = derive(given.device_key, given.reader_key, given.transcript)
        return DeviceSigned(NO_NAME_SPACES, mac=authenticate(secret, payload))

    return by_mac


def validating_device(use: Use, variant: Variant) -> Callable[[DeviceSigned, CoseKey, Session], None]:
    """Bind the validation of the device's signature, or of its MAC: the one that the variant asks for.

    What is bound takes what the device sent, its key from the MSO and the session, and raises MalformedInput
    or VerificationFailed.
    """
    payload_of = use(mdoc.device_authentication)
    if variant.binding == "signature":
        load = use(key.load, of=DEVICE_AUTH)
        verify = verifying_signature(use, variant, key.load, of=DEVICE_AUTH)

        def by_signature(signed: DeviceSigned, device_key: CoseKey, session: Session) -> None:
            if signed.signature is None or signed.mac is not None:
                raise VerificationFailed(f"deviceAuth is not a deviceSignature alone {_CLAUSE}.6)")
            payload = payload_of(
                mdoc.DeviceAuthentication(session.transcript, session.doc_type, signed.name_spaces)
            )
            verify(load(key.Material("cose", device_key)), signed.signature, payload)

        return by_signature
    derive, verify_mac = _deriving(use), verifying_mac(use, of=DEVICE_AUTH)

    def by_mac(signed: DeviceSigned, device_key: CoseKey, session: Session) -> None:
        if signed.mac is None or signed.signature is not None:
            raise VerificationFailed(f"deviceAuth is not a deviceMac alone {_CLAUSE}.5)")
        if session.reader_key is None:
            raise VerificationFailed(
                f"a deviceMac can be verified with the reader's ephemeral key only: give it {_CLAUSE}.5)"
            )
        payload = payload_of(
            mdoc.DeviceAuthentication(session.transcript, session.doc_type, signed.name_spaces)
        )
        verify_mac(derive(session.reader_key, device_key, session.transcript), signed.mac, payload)

    return by_mac


def _deriving(use: Use) -> Callable[[key.Material, CoseKey, bytes], bytes]:
    """Bind the derivation of EMacKey, of one's own secret key, the other's public one and the transcript."""
    load, agree = use(key.load, of=SESSION), use(ecdh.agree, of=SESSION)
    keep = use.between(key.load, ecdh.agree)
    digest, derive = use(hashing.sha256, of=SESSION), use(hkdf.derive, of=SESSION)

    def run(own: key.Material, other: CoseKey, transcript: bytes) -> bytes:
        secret = agree(ecdh.Agreement(keep(load(own)), keep(load(key.Material("cose", other)))))
        return derive(hkdf.Derivation(secret, digest(embed(transcript)), b"EMacKey"))

    return run
