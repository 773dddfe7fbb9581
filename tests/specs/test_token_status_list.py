"""canonbench.specs.token_status_list: the lists of the draft's section 4.1, and every refusal."""

import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url, jws
from canonbench.specs.jws import Jws
from canonbench.specs.token_status_list import (
    MOST_OCTETS,
    Reference,
    StatusCheck,
    StatusListToken,
    check_status,
    decode_list,
    encode_list,
    reference,
    status_at,
    status_list_token,
)

_URI = "https://status.example/1"
_ONE_BIT = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]
_TWO_BITS = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]


def _token(**changes: Any) -> Jws:
    request = status_list_token(StatusListToken(_URI, 100, 2, _TWO_BITS, "EdDSA", expires=200, ttl=60))
    payload = {name: value for name, value in {**request.payload, **changes}.items() if value is not None}
    header = {**request.header, "typ": changes.pop("typ", request.header["typ"])}
    return jws.parse(jws.sign(jws.Signing(header, payload), sign=lambda message: message[:9]))


def _check(idx: int, token: Jws, **changes: Any) -> int:
    claims = {"status": {"status_list": {"uri": _URI, "idx": idx}}}
    request = StatusCheck(claims, token, "key", 150)._replace(**changes)
    return check_status(
        request, verify=lambda _algorithm, key, message, got: key == "key" and got == message[:9]
    )


@pytest.mark.parametrize(
    ("bits", "statuses", "octets", "text"),
    [(1, _ONE_BIT, "b9a3", "eNrbuRgAAhcBXQ"), (2, _TWO_BITS, "c944f9", "eNo76fITAAPfAgc")],
)
def test_the_lists_of_section_4(bits: int, statuses: list[int], octets: str, text: str) -> None:
    assert (bits, bytes.fromhex(octets)) == decode_list({"bits": bits, "lst": text})
    assert statuses == [status_at(bytes.fromhex(octets), bits, idx) for idx in range(len(statuses))]
    written = encode_list(statuses, bits)
    assert bytes.fromhex(octets) == zlib.decompress(base64url.decode(written["lst"]))


@given(st.sampled_from([1, 2, 4, 8]), st.data())
def test_decoding_undoes_encoding(bits: int, data: st.DataObject) -> None:
    statuses = data.draw(st.lists(st.integers(0, (1 << bits) - 1), max_size=40))
    read, octets = decode_list(encode_list(statuses, bits))
    assert read == bits
    assert statuses == [status_at(octets, bits, idx) for idx in range(len(statuses))]


@pytest.mark.parametrize("bits", [0, 3, 16, -1, True])
def test_only_1_2_4_and_8_bits_exist(bits: int) -> None:
    for refused in (
        lambda: encode_list([], bits),
        lambda: decode_list({"bits": bits, "lst": "eNrbuRgAAhcBXQ"}),
    ):
        with pytest.raises(MalformedInput, match="not 1, 2, 4 or 8"):
            refused()


@pytest.mark.parametrize("status", [-1, 2])
def test_a_status_must_fit(status: int) -> None:
    with pytest.raises(MalformedInput, match=f"the status {status} does not fit 1 bits"):
        encode_list([status], 1)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "no bits and lst"),
        ({"bits": 1}, "no bits and lst"),
        ({"bits": "1", "lst": ""}, "no bits and lst"),
        ({"bits": 1, "lst": "eNrbuRgAAhcBXQ=="}, "base64url"),
        ({"bits": 1, "lst": "AAAA"}, "no ZLIB data"),
        ({"bits": 1, "lst": "eNrbuRgAAhcB"}, "cut off"),
        ({"bits": 1, "lst": base64url.encode(zlib.compress(b"a") + b"b")}, "more after its end"),
        ({"bits": 1, "lst": base64url.encode(zlib.compress(bytes(MOST_OCTETS + 1)))}, "too long"),
    ],
)
def test_a_malformed_list_is_refused(value: Any, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        decode_list(value)


def test_an_accepted_status_is_returned() -> None:
    assert _check(2, _token()) == 0
    assert _check(3, _token(), accepted=(0, 3)) == 3


@pytest.mark.parametrize(("idx", "status"), [(0, 1), (1, 2), (3, 3)])
def test_another_status_is_refused(idx: int, status: int) -> None:
    with pytest.raises(VerificationFailed, match=f"the status is {status}, which is not accepted"):
        _check(idx, _token())


def test_an_index_beyond_the_list_is_refused() -> None:
    with pytest.raises(VerificationFailed, match=r"no index 12 .*step 6"):
        _check(12, _token())


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"typ": "JWT"}, r"typ is not statuslist\+jwt"),
        ({"sub": "https://status.example/2"}, "is another one"),
        ({"sub": None}, "is another one"),
        ({"iat": None}, "no iat"),
        ({"iat": 151}, "issued in the future"),
        ({"exp": 150}, "expired"),
    ],
)
def test_a_token_that_is_not_valid_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(VerificationFailed, match=reason):
        _check(2, _token(**changes))


def test_a_token_without_list_is_malformed() -> None:
    with pytest.raises(MalformedInput, match="no bits and lst"):
        _check(2, _token(status_list=None))


def test_a_token_needs_the_right_signature_and_algorithm() -> None:
    with pytest.raises(VerificationFailed, match="signature does not verify"):
        _check(2, _token(), key="another")
    with pytest.raises(VerificationFailed, match="is not allowed"):
        _check(2, _token(), algorithms=("ES256",))


def test_a_token_says_what_the_draft_asks_for() -> None:
    request = status_list_token(StatusListToken(_URI, 100, 2, _TWO_BITS, "EdDSA", expires=200, ttl=60))
    assert request.header == {"alg": "EdDSA", "typ": "statuslist+jwt"}
    assert {**request.payload, "status_list": None} == {
        "sub": _URI,
        "iat": 100,
        "exp": 200,
        "ttl": 60,
        "status_list": None,
    }


def test_times_are_optional() -> None:
    bare = status_list_token(StatusListToken(_URI, 1, 1, [], "ES256"))
    assert list(bare.payload) == ["sub", "iat", "status_list"]
    assert _check(2, _token(exp=None, ttl=None)) == 0


def test_the_reference_is_read() -> None:
    assert Reference("u", 5) == reference({"status": {"status_list": {"uri": "u", "idx": 5}, "more": 1}})


@pytest.mark.parametrize(
    "status",
    [
        None,
        {},
        {"status_list": {}},
        {"status_list": {"uri": "u", "idx": -1}},
        {"status_list": {"uri": "u", "idx": "1"}},
        {"status_list": {"uri": "u", "idx": True}},
        {"status_list": {"uri": 1, "idx": 1}},
    ],
)
def test_a_malformed_reference_is_refused(status: Any) -> None:
    with pytest.raises(MalformedInput, match=r"no status\.status_list with uri and idx"):
        reference({"status": status})
