"""The engine ``canonbench`` for COSE, mdoc and status lists; ``own`` carries what stands here."""

import hmac
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from canonbench.model.engine import Engine
from canonbench.specs import bitstring_status_list, token_status_list
from canonbench.specs import cose as cose_specs
from canonbench.specs.cbor import Codec, native, neutral
from canonbench.specs.cose_header import CODEC
from canonbench.specs.mdoc import device, items, response
from canonbench.specs.mdoc import mso as mso_specs
from canonbench.stages import cose, mdoc, status

__all__ = ["ENGINES"]

_NAME = "canonbench"


def _no_codec(_value: Any) -> NoReturn:
    raise AssertionError("encoding and decoding are stages of their own")


class _Tagged(NamedTuple):
    """A tagged item of no library: ``neutral`` makes a ``Tag`` of it."""

    tag: int
    value: Any


_TAGS_ONLY = Codec(_no_codec, _no_codec, _Tagged)


def _plain(value: Any) -> Any:
    """Return a decoded neutral value as codecs give it: a map is a ``dict``, a tag a `_Tagged`."""
    return native(value, _TAGS_ONLY)


def _only(value: Any) -> Codec:
    """Return the codec that gives ``value``, which was decoded already."""
    return _TAGS_ONLY._replace(decode=lambda _data: value)


def _decoded(headers: cose_specs.Headers) -> Codec:
    """Return the codec that gives a protected header which was decoded already."""
    return _only(dict(headers))


def _enter_decoded(given: Any) -> Any:
    return given._replace(decoded=_plain(given.decoded))


def _parse_message(given: mdoc.DecodedMessage) -> response.IssuerSigned | response.DeviceResponse:
    decoded, data = given
    if type(decoded) is dict and "issuerAuth" in decoded:
        return response.decode_issuer_signed(data, _only(decoded))
    return response.decode_device_response(data, _only(decoded))


def _parse_mso(given: mdoc.DecodedMso) -> mso_specs.MobileSecurityObject:
    return mso_specs.parse_mso(given.payload, _only(given.decoded))


def _parse_items(given: mdoc.DecodedItems) -> dict[str, tuple[items.IssuerSignedItem, ...]]:
    decoded, name_spaces = given
    following = iter([item for each in decoded.values() for item in each])
    return items.parse_items(name_spaces, _TAGS_ONLY._replace(decode=lambda _data: next(following)))


def _to_be_signed(given: cose.Structure) -> bytes:
    return cose_specs.sig_structure(*given)


def _to_be_verified(given: cose.SignatureCheck) -> bytes:
    message, headers, algorithm, payload, external_aad = given
    return cose_specs.to_be_verified(
        message,
        algorithm=algorithm,
        codec=_decoded(headers),
        external_aad=external_aad,
        payload=payload,
    )


def _to_be_maced(given: cose.Structure) -> bytes:
    return cose_specs.mac_structure(*given)


def _mac_to_be_verified(given: cose.MacCheck) -> bytes:
    message, headers, payload, external_aad = given
    return cose_specs.to_be_maced(
        message, codec=_decoded(headers), external_aad=external_aad, payload=payload
    )


def _authenticating(key: bytes) -> Callable[[bytes], bytes]:
    return lambda message: hmac.digest(key, message, "sha256")


def _mac0(given: cose.MacAuthentication) -> cose_specs.Mac0:
    key, payload, external_aad, detached = given
    return cose_specs.mac0(
        payload, mac=_authenticating(key), codec=CODEC, external_aad=external_aad, detached=detached
    )


def _verify_mac0(given: cose_specs.MacVerification) -> bytes:
    message, key, external_aad, payload = given
    return cose_specs.verify_mac0(
        message, mac=_authenticating(key), codec=CODEC, external_aad=external_aad, payload=payload
    )


def _issuer_signed_items(given: mdoc.Elements) -> dict[str, list[dict[str, Any]]]:
    name_spaces, random = given
    return items.item_maps(name_spaces, random=lambda _size: random, codec=None)


def _value_digests(given: mdoc.Digests) -> dict[str, tuple[tuple[int, bytes], ...]]:
    return {name_space: tuple(enumerate(digests)) for name_space, digests in given.digests.items()}


def _mobile_security_object(mso: mso_specs.MobileSecurityObject) -> dict[str, Any]:
    return mso_specs.mso_map(mso, _TAGS_ONLY)


def _device_authentication(given: mdoc.DeviceAuthentication) -> bytes:
    return device.device_authentication(*given)


def _given(digests: dict[str, tuple[bytes, ...]]) -> Callable[[bytes], bytes]:
    """Return what gives the digests one by one: each item is asked for once, in order."""
    following = iter([digest for found in digests.values() for digest in found])
    return lambda _encoded: next(following)


def _validate_digests(given: mdoc.ReceivedItems) -> dict[str, dict[str, Any]]:
    received, expected, found = given
    return items.validate_digests(received, expected, _given(found))


def _validate_mso(given: mdoc.MsoCheck) -> bool:
    mso, doc_type, now, validity, device_name_spaces = given
    mso_specs.validate_mso(
        mso,
        doc_type=doc_type,
        now=now,
        certificate_validity=validity,
        device_name_spaces=device_name_spaces,
    )
    return True


def _check_status(given: status.TokenCheck | status.BitstringCheck) -> int:
    if isinstance(given, status.BitstringCheck):
        return bitstring_status_list.check_status(*given)
    claims, token, algorithm, now = given
    check = token_status_list.StatusCheck(claims, token, None, now, algorithms=(algorithm,))
    return token_status_list.check_status(check, verify=lambda *_: True)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(cose.to_be_signed, _NAME, run=_to_be_signed),
    Engine(cose.to_be_verified, _NAME, run=_to_be_verified),
    Engine(cose.mac0, _NAME, run=_mac0),
    Engine(cose.verify_mac0, _NAME, run=_verify_mac0),
    Engine(cose.to_be_maced, _NAME, run=_to_be_maced),
    Engine(cose.mac_to_be_verified, _NAME, run=_mac_to_be_verified),
    Engine(mdoc.parse_message, _NAME, run=_parse_message, enter=_enter_decoded),
    Engine(mdoc.parse_mso, _NAME, run=_parse_mso, enter=_enter_decoded),
    Engine(mdoc.parse_items, _NAME, run=_parse_items, enter=_enter_decoded),
    Engine(mdoc.issuer_signed_items, _NAME, run=_issuer_signed_items),
    Engine(mdoc.value_digests, _NAME, run=_value_digests),
    Engine(mdoc.mobile_security_object, _NAME, run=_mobile_security_object, leave=neutral),
    Engine(mdoc.device_authentication, _NAME, run=_device_authentication),
    Engine(mdoc.validate_digests, _NAME, run=_validate_digests),
    Engine(mdoc.validate_mso, _NAME, run=_validate_mso),
    Engine(status.check, _NAME, run=_check_status),
)
