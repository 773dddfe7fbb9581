"""canonbench.specs.mdoc.mso: the mobile security object, made, read and validated."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec, embed, embedded
from canonbench.specs.cose_key import EC2, CoseKey
from canonbench.specs.mdoc.mso import (
    KeyAuthorizations,
    MobileSecurityObject,
    ValidityInfo,
    mobile_security_object,
    mso_map,
    parse_mso,
    validate_mso,
)

DAY = "2026-09-01T08:00:00Z"
VALIDITY = ValidityInfo(DAY, DAY, "2026-12-31T23:59:59Z")
MSO = MobileSecurityObject(
    "SHA-256",
    {"a": ((0, bytes(32)), (1, bytes(32)))},
    CoseKey(EC2, 1, bytes(32), bytes(32)),
    "type",
    VALIDITY,
)
CERTIFICATE = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")


@pytest.fixture
def changed(codec: Codec) -> Any:
    """Encode `MSO` with one member, at a path, changed or (``...``) taken away."""

    def change(path: str, value: Any) -> bytes:
        mso = mso_map(MSO, codec)
        *parents, name = path.split("/")
        place: Any = mso
        for parent in parents:
            place = place[parent]
        if value is ...:
            del place[name]
        else:
            place[name] = value
        return embed(codec.encode(mso))

    return change


@pytest.mark.parametrize(
    "mso",
    [
        MSO,
        MSO._replace(
            digest_algorithm="SHA-512", value_digests={"a": ((7, bytes(64)),), "b": ((0, bytes(64)),)}
        ),
        MSO._replace(digest_algorithm="SHA-384", value_digests={"a": ((7, bytes(48)),)}),
        MSO._replace(validity_info=VALIDITY._replace(expected_update="2026-12-01T00:00:00Z")),
        MSO._replace(key_authorizations=KeyAuthorizations()),
        MSO._replace(key_authorizations=KeyAuthorizations(("a", "b"), {"c": ("x", "y")})),
        MSO._replace(status={"status_list": {"idx": 3, "uri": "https://status.example/1"}}),
        MSO._replace(version="1.1", value_digests={}),
    ],
)
def test_an_mso_is_encoded_and_comes_back(codec: Codec, mso: MobileSecurityObject) -> None:
    payload = mobile_security_object(mso, codec)

    assert mso == parse_mso(payload, codec)
    assert codec.encode(mso_map(mso, codec)) == embedded(payload)


def test_its_dates_are_texts_under_tag_0(codec: Codec) -> None:
    payload = mobile_security_object(MSO, codec)

    assert payload.count(b"\xc0\x74" + DAY.encode()) == 2


@pytest.mark.parametrize(
    ("mso", "reason"),
    [
        (MSO._replace(digest_algorithm="SHA-1"), "SHA-1 is none of SHA-256, SHA-384, SHA-512"),
        (MSO._replace(value_digests={"a": ()}), "namespace a has no digest, or a digestID twice"),
        (MSO._replace(value_digests={"a": ((0, bytes(32)), (0, bytes(32)))}), "or a digestID twice"),
        (MSO._replace(value_digests={"a": ((0, bytes(31)),)}), "a digest that is no SHA-256"),
        (MSO._replace(value_digests={"a": ((-1, bytes(32)),)}), "a digest that is no SHA-256"),
        (
            MSO._replace(validity_info=VALIDITY._replace(signed="2026-09-01T08:00:00.5Z")),
            "signed of validityInfo",
        ),
        (MSO._replace(validity_info=VALIDITY._replace(valid_from="2026-09-01T10:00:00+02:00")), "validFrom"),
        (
            MSO._replace(validity_info=VALIDITY._replace(valid_until=DAY)),
            "order signed <= validFrom < validUntil",
        ),
        (MSO._replace(validity_info=VALIDITY._replace(signed="2026-09-01T08:00:01Z")), "order signed"),
        (
            MSO._replace(validity_info=VALIDITY._replace(expected_update="soon")),
            "expectedUpdate of validityInfo",
        ),
        (
            MSO._replace(key_authorizations=KeyAuthorizations(("a",), {"a": ("x",)})),
            "have a as a namespace and by elements",
        ),
    ],
)
def test_what_the_text_does_not_allow_is_not_encoded(
    codec: Codec, mso: MobileSecurityObject, reason: str
) -> None:
    with pytest.raises(MalformedInput, match=rf"{reason}.*ISO/IEC 18013-5:2021, 9\.1\.2\.[45]"):
        mobile_security_object(mso, codec)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("version", ..., "no version of type str"),
        ("version", 1.0, "no version of type str"),
        ("version", "2.0", r"version 2\.0 of the MSO is not one of 1\.x"),
        ("digestAlgorithm", ..., "no digestAlgorithm"),
        ("digestAlgorithm", "sha256", "sha256 is none of"),
        ("valueDigests", ..., "no valueDigests"),
        ("valueDigests", [], "no valueDigests"),
        ("valueDigests", {1: {0: bytes(32)}}, "not maps of digests under namespaces"),
        ("valueDigests", {"a": [bytes(32)]}, "not maps of digests under namespaces"),
        ("valueDigests", {"a": {}}, "has no digest"),
        ("valueDigests", {"a": {"0": bytes(32)}}, "a digest that is no SHA-256"),
        ("valueDigests", {"a": {0: "0" * 32}}, "a digest that is no SHA-256"),
        ("valueDigests", {"a": {0: bytes(48)}}, "a digest that is no SHA-256"),
        ("deviceKeyInfo", ..., "no deviceKeyInfo"),
        ("deviceKeyInfo/deviceKey", ..., "deviceKey is not a map"),
        ("deviceKeyInfo/deviceKey", {1: 2}, "deviceKey lacks"),
        ("deviceKeyInfo/keyAuthorizations", [], "no keyAuthorizations of type dict"),
        (
            "deviceKeyInfo/keyAuthorizations",
            {"dataElements": []},
            "dataElements of keyAuthorizations are not a map",
        ),
        ("deviceKeyInfo/keyAuthorizations", {"dataElements": {1: ["x"]}}, "not arrays of names"),
        ("deviceKeyInfo/keyAuthorizations", {"dataElements": {"a": "x"}}, "not arrays of names"),
        ("deviceKeyInfo/keyAuthorizations", {"nameSpaces": [1]}, "not arrays of names"),
        (
            "deviceKeyInfo/keyAuthorizations",
            {"nameSpaces": ["a"], "dataElements": {"a": ["x"]}},
            "have a as a namespace and by elements",
        ),
        ("docType", ..., "no docType"),
        ("validityInfo", ..., "no validityInfo"),
        ("validityInfo/signed", ..., "signed of validityInfo is not a tdate without fraction"),
        ("validityInfo/signed", DAY, "signed of validityInfo is not a tdate, tag 0"),
        ("validityInfo/validUntil", 1798761599, "validUntil of validityInfo is not a tdate, tag 0"),
        ("validityInfo/expectedUpdate", DAY, "expectedUpdate of validityInfo is not a tdate, tag 0"),
    ],
)
def test_a_payload_that_is_not_as_the_text_has_it_is_refused(
    codec: Codec, changed: Any, path: str, value: Any, reason: str
) -> None:
    with pytest.raises(MalformedInput, match=reason) as caught:
        parse_mso(changed(path, value), codec)

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["2026-09-01T08:00:00.000Z", "2026-09-01T08:00:00+00:00", "2026-09-01"])
def test_a_tdate_with_a_fraction_or_an_offset_is_refused(codec: Codec, changed: Any, text: str) -> None:
    with pytest.raises(
        MalformedInput, match=r"validFrom of validityInfo is not a tdate without fraction, in Z .*9\.1\.2\.4"
    ):
        parse_mso(changed("validityInfo/validFrom", codec.tag(0, text)), codec)


def test_a_payload_that_is_no_mso_is_refused(codec: Codec) -> None:
    with pytest.raises(
        MalformedInput, match="MobileSecurityObjectBytes is not one CBOR byte string under tag 24"
    ):
        parse_mso(embedded(mobile_security_object(MSO, codec)), codec)
    with pytest.raises(MalformedInput, match="the MSO is not a map"):
        parse_mso(embed(b"\x80"), codec)


def test_members_that_the_text_does_not_name_are_passed_over(codec: Codec, changed: Any) -> None:
    assert parse_mso(changed("more", 1), codec) == MSO


def validate(mso: MobileSecurityObject = MSO, **changes: Any) -> None:
    arguments: dict[str, Any] = {
        "doc_type": "type",
        "now": "2026-11-30T12:00:00Z",
        "certificate_validity": CERTIFICATE,
        "device_name_spaces": {},
    }
    validate_mso(mso, **{**arguments, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"now": DAY},
        {"now": "2026-12-31T23:59:59Z"},
        {"certificate_validity": (DAY, DAY)},
    ],
)
def test_the_ends_of_a_validity_belong_to_it(changes: dict[str, Any]) -> None:
    validate(**changes)

    with pytest.raises(VerificationFailed):
        validate(**{**changes, "doc_type": "other"})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"doc_type": "other"}, "docType of the MSO is type, of the document other"),
        ({"now": "2026-09-01T07:59:59Z"}, "is valid from"),
        ({"now": "2027-01-01T00:00:00Z"}, "was valid until"),
        (
            {"certificate_validity": ("2026-09-01T08:00:01Z", CERTIFICATE[1])},
            "was signed at .*, its certificate",
        ),
        (
            {"certificate_validity": (CERTIFICATE[0], "2026-09-01T07:59:59Z")},
            "was signed at .*, its certificate",
        ),
    ],
)
def test_anything_outside_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(VerificationFailed, match=rf"{reason}.*9\.3\.1"):
        validate(**changes)


def test_a_signature_set_back_to_midnight_is_before_its_certificate() -> None:
    midnight = VALIDITY._replace(signed="2026-09-01T00:00:00Z")

    with pytest.raises(VerificationFailed, match="was signed at 2026-09-01T00:00:00Z"):
        validate(
            MSO._replace(validity_info=midnight),
            certificate_validity=("2026-09-01T06:00:00Z", CERTIFICATE[1]),
        )


@pytest.mark.parametrize(
    "changes",
    [
        {"now": "2026-11-30T12:00:00.5Z"},
        {"now": ""},
        {"certificate_validity": ("2026-01-01", CERTIFICATE[1])},
    ],
)
def test_a_time_in_another_form_would_not_compare_and_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput, match="is not written YYYY-MM-DDThh:mm:ssZ"):
        validate(**changes)


@pytest.mark.parametrize(
    ("signed", "allowed"),
    [
        ({"a": ("x",)}, True),
        ({"c": ("x",)}, True),
        ({"a": ("anything",), "c": ("x", "y")}, True),
        ({"c": ("x", "z")}, False),
        ({"d": ("x",)}, False),
    ],
)
def test_the_device_signs_what_its_key_is_authorized_for(signed: dict[str, Any], allowed: bool) -> None:  # noqa: FBT001 - a row
    mso = MSO._replace(key_authorizations=KeyAuthorizations(("a",), {"c": ("x", "y")}))
    reasons = []
    try:
        validate(mso, device_name_spaces=signed)
    except VerificationFailed as error:
        reasons.append(str(error))

    assert allowed == (not reasons)
    with pytest.raises(VerificationFailed, match=r"the device key is not authorized for .*9\.1\.2\.4"):
        validate(device_name_spaces=signed)


@pytest.mark.suites
def test_the_mso_of_annex_d_is_read(codec: Codec, annex_d: dict[str, Any]) -> None:
    mso = parse_mso(embed(annex_d["derived"]["mobile_security_object"]), codec)

    assert (
        mso.digest_algorithm,
        mso.doc_type,
        mso.version,
        mso.key_authorizations,
    ) == ("SHA-256", "org.iso.18013.5.1.mDL", "1.0", None)
    assert (
        ValidityInfo("2020-10-01T13:30:02Z", "2020-10-01T13:30:02Z", "2021-10-01T13:30:02Z")
        == mso.validity_info
    )
    assert annex_d["vectors"]["static_device_key_x"] == mso.device_key.x
    assert annex_d["value_digests"] == {
        name_space: {str(number): digest.hex() for number, digest in pairs}
        for name_space, pairs in mso.value_digests.items()
    }
