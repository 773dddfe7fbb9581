"""The mobile security object: made, read and validated (ISO/IEC 18013-5:2021, 9.1.2.4 and 9.3.1)."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from canonbench.specs.cbor import Codec, embed, embedded, native, neutral, read
from canonbench.specs.cose_key import CoseKey, key_map, parse_key
from canonbench.specs.mdoc.items import DIGEST_SIZES, ValueDigests
from canonbench.specs.mdoc.rules import TDATE, failed, is_tdate, malformed, member

__all__ = [
    "KeyAuthorizations",
    "MobileSecurityObject",
    "ValidityInfo",
    "mobile_security_object",
    "mso_map",
    "parse_mso",
    "validate_mso",
]

_CLAUSE = "9.1.2.4"
_VERSION = "1.0"
_WHERE = "the MSO"


class ValidityInfo(NamedTuple):
    """Texts of tdates, ``YYYY-MM-DDThh:mm:ssZ``."""

    signed: str
    valid_from: str
    valid_until: str
    expected_update: str | None = None


class KeyAuthorizations(NamedTuple):
    """What the device key may sign: whole namespaces, and elements of others."""

    name_spaces: tuple[str, ...] = ()
    data_elements: Mapping[str, tuple[str, ...]] = {}


class MobileSecurityObject(NamedTuple):
    """The MSO; ``status`` is its status claim in neutral form, for whoever checks a status list."""

    digest_algorithm: str
    value_digests: ValueDigests
    device_key: CoseKey
    doc_type: str
    validity_info: ValidityInfo
    key_authorizations: KeyAuthorizations | None = None
    status: Any = None
    version: str = _VERSION


_VALIDITY_KEYS = (("signed", True), ("validFrom", True), ("validUntil", True), ("expectedUpdate", False))


def _check_digests(algorithm: str, name_space: str, digests: dict[Any, Any], count: int) -> None:
    size = DIGEST_SIZES[algorithm]
    if len(digests) != count or not digests:
        malformed(f"namespace {name_space} has no digest, or a digestID twice", _CLAUSE)
    for digest_id, digest in digests.items():
        if type(digest_id) is not int or type(digest) is not bytes or len(digest) != size or digest_id < 0:
            malformed(f"namespace {name_space} has a digest that is no {algorithm} under a digestID", _CLAUSE)


def _check_validity(validity: ValidityInfo) -> None:
    for (name, needed), text in zip(_VALIDITY_KEYS, validity, strict=True):
        if not is_tdate(text) and (needed or text is not None):
            malformed(f"{name} of validityInfo is not a tdate without fraction, in Z", _CLAUSE)
    if validity.valid_from < validity.signed or validity.valid_until <= validity.valid_from:
        malformed("validityInfo is not in the order signed <= validFrom < validUntil", _CLAUSE)


def _check_authorizations(authorizations: KeyAuthorizations) -> None:
    for name_space in authorizations.name_spaces:
        if name_space in authorizations.data_elements:
            malformed(f"keyAuthorizations have {name_space} as a namespace and by elements", _CLAUSE)


def mso_map(mso: MobileSecurityObject, codec: Codec) -> dict[str, Any]:
    """Return the MobileSecurityObject that a codec encodes: the first half of `mobile_security_object`.

    Raises:
        MalformedInput: If a digest, a date or an authorization is not what 9.1.2.4 has it be.
    """
    if mso.digest_algorithm not in DIGEST_SIZES:
        malformed(f"digestAlgorithm {mso.digest_algorithm} is none of {', '.join(DIGEST_SIZES)}", "9.1.2.5")
    digests = {name_space: dict(pairs) for name_space, pairs in mso.value_digests.items()}
    for name_space, pairs in mso.value_digests.items():
        _check_digests(mso.digest_algorithm, name_space, digests[name_space], len(pairs))
    _check_validity(mso.validity_info)
    key_info: dict[str, Any] = {"deviceKey": key_map(mso.device_key)}
    if mso.key_authorizations is not None:
        _check_authorizations(mso.key_authorizations)
        name_spaces, data_elements = mso.key_authorizations
        allowed: dict[str, Any] = {}
        if name_spaces:
            allowed["nameSpaces"] = list(name_spaces)
        if data_elements:
            allowed["dataElements"] = {name_space: list(names) for name_space, names in data_elements.items()}
        key_info["keyAuthorizations"] = allowed
    result: dict[str, Any] = {
        "version": mso.version,
        "digestAlgorithm": mso.digest_algorithm,
        "valueDigests": digests,
        "deviceKeyInfo": key_info,
        "docType": mso.doc_type,
        "validityInfo": {
            name: codec.tag(TDATE, text)
            for (name, _), text in zip(_VALIDITY_KEYS, mso.validity_info, strict=True)
            if text is not None
        },
    }
    if mso.status is not None:
        result["status"] = native(mso.status, codec)
    return result


def mobile_security_object(mso: MobileSecurityObject, codec: Codec) -> bytes:
    """Encode MobileSecurityObjectBytes, the payload of IssuerAuth (9.1.2.4).

    Raises:
        MalformedInput: As `mso_map`.
    """
    return embed(codec.encode(mso_map(mso, codec)))


def _parse_digests(mso: Any, algorithm: str) -> ValueDigests:
    digests = member(mso, "valueDigests", dict, _WHERE, _CLAUSE)
    for name_space, pairs in digests.items():
        if type(name_space) is not str or type(pairs) is not dict:
            malformed("valueDigests are not maps of digests under namespaces", _CLAUSE)
        _check_digests(algorithm, name_space, pairs, len(pairs))
    return {name_space: tuple(pairs.items()) for name_space, pairs in digests.items()}


def _names(value: Any) -> tuple[str, ...]:
    if type(value) is not list or not all(type(name) is str for name in value):
        malformed("keyAuthorizations are not arrays of names", _CLAUSE)
    return tuple(value)


def _parse_authorizations(key_info: dict[str, Any]) -> KeyAuthorizations | None:
    if "keyAuthorizations" not in key_info:
        return None
    allowed = member(key_info, "keyAuthorizations", dict, "deviceKeyInfo", _CLAUSE)
    elements = allowed.get("dataElements", {})
    if type(elements) is not dict:
        malformed("dataElements of keyAuthorizations are not a map", _CLAUSE)
    _names(list(elements))
    result = KeyAuthorizations(
        _names(allowed.get("nameSpaces", [])),
        {name_space: _names(names) for name_space, names in elements.items()},
    )
    _check_authorizations(result)
    return result


def _parse_validity(mso: Any) -> ValidityInfo:
    validity = member(mso, "validityInfo", dict, _WHERE, _CLAUSE)
    texts: list[Any] = []
    for name, _ in _VALIDITY_KEYS:
        value = validity.get(name)
        if value is not None and getattr(value, "tag", None) != TDATE:
            malformed(f"{name} of validityInfo is not a tdate, tag 0", _CLAUSE)
        texts.append(None if value is None else value.value)
    signed, valid_from, valid_until, expected_update = texts
    result = ValidityInfo(signed, valid_from, valid_until, expected_update)
    _check_validity(result)
    return result


def parse_mso(payload: bytes, codec: Codec) -> MobileSecurityObject:
    """Read MobileSecurityObjectBytes; nothing is verified.

    Members that 9.1.2.4 does not name are passed over, but for ``status``.

    Args:
        payload: The payload of IssuerAuth, as received.
        codec: Decodes it.

    Raises:
        MalformedInput: If it is not what 9.1.2.4 has it be.
    """
    mso = read(codec, embedded(payload, "MobileSecurityObjectBytes"), _WHERE)
    version = member(mso, "version", str, _WHERE, _CLAUSE)
    if not version.startswith("1."):
        malformed(f"version {version} of the MSO is not one of 1.x", _CLAUSE)
    algorithm = member(mso, "digestAlgorithm", str, _WHERE, _CLAUSE)
    if algorithm not in DIGEST_SIZES:
        malformed(f"digestAlgorithm {algorithm} is none of {', '.join(DIGEST_SIZES)}", "9.1.2.5")
    key_info = member(mso, "deviceKeyInfo", dict, _WHERE, _CLAUSE)
    return MobileSecurityObject(
        algorithm,
        _parse_digests(mso, algorithm),
        parse_key(key_info.get("deviceKey"), "deviceKey"),
        member(mso, "docType", str, _WHERE, _CLAUSE),
        _parse_validity(mso),
        _parse_authorizations(key_info),
        neutral(mso.get("status")),
        version,
    )


def _validate_times(validity: ValidityInfo, now: str, certificate_validity: tuple[str, str]) -> None:
    for time in (now, *certificate_validity):
        if not is_tdate(time):
            malformed(f"the time {time!r} is not written YYYY-MM-DDThh:mm:ssZ", "9.3.1")
    not_before, not_after = certificate_validity
    if not not_before <= validity.signed <= not_after:
        failed(
            f"the MSO was signed at {validity.signed}, its certificate is for {not_before} to {not_after}",
            "9.3.1",
        )
    if now < validity.valid_from:
        failed(f"the MSO is valid from {validity.valid_from}, and it is {now}", "9.3.1")
    if now > validity.valid_until:
        failed(f"the MSO was valid until {validity.valid_until}, and it is {now}", "9.3.1")


def validate_mso(
    mso: MobileSecurityObject,
    *,
    doc_type: str,
    now: str,
    certificate_validity: tuple[str, str],
    device_name_spaces: Mapping[str, Collection[str]],
) -> None:
    """Validate an MSO whose signature was verified (9.3.1 steps 4 and 5, 9.1.2.4 on keyAuthorizations).

    Args:
        mso: The MSO.
        doc_type: ``docType`` of the document that it came in.
        now: The time of validation, the text of a tdate.
        certificate_validity: ``notBefore`` and ``notAfter`` of the signer's certificate, texts of tdates.
        device_name_spaces: Elements that the device signed, by namespace.

    Raises:
        MalformedInput: If a time given is not the text of a tdate.
        VerificationFailed: If the document type is another, the MSO is not valid now, was signed outside the
            validity of the certificate, or does not allow its key an element that the device signed.
    """
    if mso.doc_type != doc_type:
        failed(f"docType of the MSO is {mso.doc_type}, of the document {doc_type}", "9.3.1")
    _validate_times(mso.validity_info, now, certificate_validity)
    whole, parts = mso.key_authorizations or KeyAuthorizations()
    for name_space, identifiers in device_name_spaces.items():
        if name_space not in whole:
            refused = [name for name in identifiers if name not in parts.get(name_space, ())]
            if refused:
                failed(f"the device key is not authorized for {name_space} {refused[0]}", _CLAUSE)
