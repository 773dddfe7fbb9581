"""canonbench.specs.bitstring_status_list: lists made and read, and every refusal."""

import gzip
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url
from canonbench.specs.bitstring_status_list import (
    LEAST_BITS,
    MOST_OCTETS,
    check_status,
    decode_list,
    encode_list,
    entry,
    status_at,
)

_URL = "https://status.example/1"


def _packed(octets: bytes) -> str:
    return "u" + base64url.encode(gzip.compress(octets, mtime=0))


def _entry(**changes: Any) -> dict[str, Any]:
    return {
        "id": f"{_URL}#94567",
        "type": "BitstringStatusListEntry",
        "statusPurpose": "revocation",
        "statusListIndex": "94567",
        "statusListCredential": _URL,
        **changes,
    }


def _list(text: str, **changes: Any) -> dict[str, Any]:
    subject = {"type": "BitstringStatusList", "statusPurpose": "revocation", "encodedList": text, **changes}
    return {
        "id": _URL,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "credentialSubject": subject,
    }


def test_the_list_of_the_recommendations_example_is_empty() -> None:
    text = "uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA"
    assert bytes(LEAST_BITS // 8) == decode_list(text)


def test_the_first_bit_is_the_most_significant_one() -> None:
    octets = decode_list(encode_list([0, 9, LEAST_BITS - 1]))
    assert (octets[0], octets[1], octets[-1]) == (0b1000_0000, 0b0100_0000, 1)
    assert [index for index in range(LEAST_BITS) if status_at(octets, 1, index)] == [0, 9, LEAST_BITS - 1]


@given(st.integers(1, 12), st.integers(0, 40), st.data())
def test_entries_of_several_bits_are_read(size: int, index: int, data: st.DataObject) -> None:
    status = data.draw(st.integers(0, (1 << size) - 1))
    bits = (status << 1000 - (index + 1) * size).to_bytes(125, "big")
    assert status == status_at(bits, size, index)
    assert sum(status_at(bits, size, other) for other in range(1000 // size)) == status


def test_a_status_that_is_not_set_is_zero() -> None:
    assert check_status(_entry(), _list(encode_list([]))) == 0
    assert (
        check_status(_entry(), _list(encode_list([94566, 94568]), statusPurpose=["message", "revocation"]))
        == 0
    )


@pytest.mark.parametrize("purpose", ["revocation", "suspension"])
def test_a_revoked_or_suspended_credential_is_refused(purpose: str) -> None:
    with pytest.raises(VerificationFailed, match=f"the status for {purpose} is set"):
        check_status(_entry(statusPurpose=purpose), _list(encode_list([94567]), statusPurpose=purpose))


def test_a_message_is_returned() -> None:
    status = _entry(statusPurpose="message", statusSize=2, statusListIndex="1")
    octets = bytes([0b0010_0000]) + bytes(LEAST_BITS // 4)
    assert check_status(status, _list(_packed(octets), statusPurpose="message")) == 2


@pytest.mark.parametrize(
    ("status", "listed", "reason"),
    [
        (_entry(statusListCredential="https://x.example"), _list(encode_list([])), "is another one"),
        (_entry(statusPurpose="suspension"), _list(encode_list([])), "not of purpose 'suspension'"),
        (_entry(statusListIndex=str(LEAST_BITS)), _list(encode_list([])), f"no index {LEAST_BITS}"),
        (_entry(statusSize=2), _list(encode_list([])), "fewer than 131072 entries"),
        (_entry(), _list(_packed(bytes(LEAST_BITS // 8 - 1))), "fewer than 131072 entries"),
    ],
)
def test_a_list_that_does_not_serve_is_refused(status: Any, listed: Any, reason: str) -> None:
    with pytest.raises(VerificationFailed, match=reason):
        check_status(status, listed)


@pytest.mark.parametrize("subject", [None, [], {}, {"type": "StatusList2021"}])
def test_a_credential_without_list_is_malformed(subject: Any) -> None:
    with pytest.raises(MalformedInput, match="holds no BitstringStatusList"):
        check_status(_entry(), {"id": _URL, "credentialSubject": subject})


def test_the_last_index_that_a_list_can_have_is_read() -> None:
    assert entry(_entry(statusListIndex=str(MOST_OCTETS * 8 - 1))).position == MOST_OCTETS * 8 - 1


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "StatusList2021Entry"},
        {"statusListIndex": 94567},
        {"statusListIndex": "-1"},
        {"statusListIndex": "²"},
        {"statusListIndex": "٣"},
        {"statusListIndex": "1" * 5000},
        {"statusListCredential": None},
        {"statusPurpose": 1},
        {"statusSize": 0},
        {"statusSize": "1"},
        {"statusSize": True},
    ],
)
def test_a_malformed_entry_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput, match=r"section 2\.1"):
        entry(_entry(**changes))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "no Multibase base64url text"),
        ("zabc", "no Multibase base64url text"),
        ("u!", "base64url"),
        ("uAAAA", "no GZIP data"),
        (encode_list([])[:-4], "cut off"),
        (_packed(bytes(LEAST_BITS // 8)) + "AAAA", "more after its end"),
        (_packed(bytes(MOST_OCTETS + 1)), "too long"),
    ],
)
def test_a_malformed_list_is_refused(text: Any, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        decode_list(text)


@pytest.mark.parametrize(
    ("indexes", "bits", "reason"),
    [
        ([], LEAST_BITS - 8, "or more, in whole bytes"),
        ([], LEAST_BITS + 1, "whole bytes"),
        ([LEAST_BITS], LEAST_BITS, "no index"),
        ([-1], LEAST_BITS, "no index -1"),
    ],
)
def test_a_list_that_cannot_be_is_not_made(indexes: list[int], bits: int, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        encode_list(indexes, bits)
