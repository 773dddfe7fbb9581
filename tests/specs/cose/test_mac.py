"""canonbench.specs.cose.mac: COSE_Mac0."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec

KEY = b"k" * 32


def mac(data: bytes) -> bytes:
    return hmac.digest(KEY, data, hashlib.sha256)


def test_the_mac_structure_is_that_of_rfc_8152_c_6_1() -> None:
    assert (
        cose.mac_structure(bytes.fromhex("a1010f"), b"This is the content.").hex()
        == "84644d41433043a1010f4054546869732069732074686520636f6e74656e742e"
    )


@given(payload=st.binary(), external=st.binary(), detached=st.booleans())
def test_what_is_authenticated_verifies(
    codec: Codec,
    payload: bytes,
    external: bytes,
    detached: bool,  # noqa: FBT001 - drawn
) -> None:
    authentic = cose.mac0(payload, mac=mac, codec=codec, external_aad=external, detached=detached)

    def check(external_aad: bytes) -> bytes:
        given_payload = payload if detached else None
        return cose.verify_mac0(
            authentic, mac=mac, codec=codec, external_aad=external_aad, payload=given_payload
        )

    assert check(external) == payload
    with pytest.raises(VerificationFailed, match="tag of COSE_Mac0 does not verify"):
        check(external + b"x")


def test_a_mac_of_another_kind_or_size_is_refused(codec: Codec) -> None:
    authentic = cose.mac0(b"x", mac=mac, codec=codec)

    with pytest.raises(MalformedInput, match="has 8 bytes, not 32"):
        cose.verify_mac0(authentic._replace(tag=bytes(8)), mac=mac, codec=codec)
    with pytest.raises(VerificationFailed, match="gives algorithm 4, the key is for 5"):
        cose.verify_mac0(authentic._replace(protected=codec.encode({1: 4})), mac=mac, codec=codec)
