"""canonbench.specs.cose.message: form, headers and payload of a COSE message."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec


def sign(data: bytes) -> bytes:
    """Stand in for Ed25519: a digest of what is signed."""
    return hashlib.sha512(data).digest()


def test_a_message_is_an_untagged_array(codec: Codec, signed: cose.Sign1) -> None:
    data = codec.encode(cose.structure(signed._replace(unprotected=((4, b"11"),))))

    assert data[:10].hex() == "8443a10127a104423131"
    assert signed._replace(unprotected=((4, b"11"),)) == cose.parse_sign1(codec.decode(data))
    assert signed.protected == codec.encode({cose.ALG: cose.EDDSA})


@pytest.mark.parametrize("value", [[b"", {}, None, b""], None])
def test_a_tag_that_is_missing_is_missed(value: Any) -> None:
    with pytest.raises(MalformedInput, match=r"does not stand under tag 18 \(RFC 9052, 2\)"):
        cose.untagged(value)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "not an array of four"),
        ([b"", {}, None], "not an array of four"),
        ([{}, {}, None, b""], r"not \[bstr, map"),
        ([b"", b"", None, b""], r"not \[bstr, map"),
        ([b"", {}, None, None], r"not \[bstr, map"),
        ([b"", {}, "", b""], "neither a byte string nor nil"),
    ],
)
def test_what_is_no_message_is_refused(value: Any, reason: str) -> None:
    for parse in (cose.parse_sign1, cose.parse_mac0):
        with pytest.raises(MalformedInput, match=rf"a thing.* {reason}"):
            parse(value, "a thing")


@pytest.mark.parametrize(
    ("header", "found"), [({}, "None"), ({1: "EdDSA"}, "'EdDSA'"), ({1: -7}, "-7"), ({1: -8.0}, "-8.0")]
)
def test_the_algorithm_of_the_protected_header_is_that_of_the_key(
    codec: Codec, signed: cose.Sign1, check: Callable[..., bytes], header: dict[int, Any], found: str
) -> None:
    with pytest.raises(VerificationFailed, match=f"gives algorithm {found}, the key is for -8"):
        check(signed._replace(protected=codec.encode(header), unprotected=((4, b""),)))


@pytest.mark.parametrize("empty", [b"", b"\xa0"])
def test_an_empty_protected_header_is_an_empty_string_in_what_is_signed(
    check: Callable[..., bytes], empty: bytes
) -> None:
    message = cose.Sign1(empty, ((1, -8),), b"x", sign(cose.sig_structure(b"", b"x")))

    assert check(message, algorithm_anywhere=True) == b"x"
    with pytest.raises(VerificationFailed, match="gives algorithm None"):
        check(message)


@pytest.mark.parametrize(
    ("protected", "unprotected", "error", "reason"),
    [
        (b"\x80", (), MalformedInput, "a protected header is not a map"),
        (b"\xa1", (), MalformedInput, "a protected header is not well-formed"),
        ({1: -8}, ((1, -8),), MalformedInput, "label 1 stands in both headers"),
        ({1: -8}, ((2, [1]),), MalformedInput, "crit stands in the unprotected header"),
        ({1: -8, 2: []}, (), MalformedInput, "crit is not an array"),
        ({1: -8, 2: 1}, (), MalformedInput, "crit is not an array"),
        ({1: -8, 2: [3]}, (), MalformedInput, "crit is not an array of labels of the protected header"),
        ({1: -8, 2: [[1]]}, (), MalformedInput, "crit is not an array of labels"),
        ({1: -8, 2: [True]}, (), MalformedInput, "crit is not an array of labels"),
        ({1: -8, 2: [-70], -70: 1}, (), VerificationFailed, "a header that is not understood"),
    ],
)
def test_headers_that_are_not_as_the_text_has_them_are_refused(  # noqa: PLR0913, PLR0917 - a row
    codec: Codec,
    signed: cose.Sign1,
    check: Callable[..., bytes],
    protected: Any,
    unprotected: cose.Headers,
    error: type[Exception],
    reason: str,
) -> None:
    encoded = protected if isinstance(protected, bytes) else codec.encode(protected)

    with pytest.raises(error, match=reason):
        check(signed._replace(protected=encoded, unprotected=unprotected))


def test_a_critical_header_that_is_understood_is_no_obstacle(
    codec: Codec, check: Callable[..., bytes]
) -> None:
    protected = codec.encode({1: -8, 2: [1]})

    assert check(cose.Sign1(protected, (), b"x", sign(cose.sig_structure(protected, b"x")))) == b"x"


def test_a_payload_is_in_the_message_or_beside_it(signed: cose.Sign1, check: Callable[..., bytes]) -> None:
    with pytest.raises(MalformedInput, match="carries no payload, and none is given"):
        check(signed._replace(payload=None))
    with pytest.raises(MalformedInput, match="must be detached"):
        check(signed, payload=b"payload")
