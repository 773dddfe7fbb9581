"""canonbench.specs.cose_key: public keys, as maps."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs.cose_key import EC2, OKP, CoseKey, key_algorithm, key_map, parse_key

P256 = {1: 2, -1: 1, -2: bytes(32), -3: bytes(32)}
ED25519 = {1: 1, -1: 6, -2: bytes(32)}


@pytest.mark.parametrize(
    "key",
    [
        CoseKey(EC2, 1, bytes(32), bytes(32)),
        CoseKey(EC2, 2, bytes(48), bytes(48)),
        CoseKey(EC2, 3, bytes(66), bytes(66)),
        CoseKey(EC2, 1, bytes(32), True),
        CoseKey(OKP, 4, bytes(32)),
        CoseKey(OKP, 5, bytes(56)),
        CoseKey(OKP, 6, bytes(32)),
        CoseKey(OKP, 7, bytes(57)),
    ],
)
def test_a_key_goes_into_a_map_and_comes_back(key: CoseKey) -> None:
    assert key == parse_key(key_map(key))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "is not a map"),
        ({**P256, -4: bytes(32)}, "holds a private key"),
        ({}, "lacks a key type"),
        ({**P256, 1: "EC"}, "lacks a key type"),
        ({**P256, -1: True}, "lacks a key type"),
        ({**P256, -2: "x"}, "lacks a key type"),
        ({**P256, -1: 8}, "of type 2 and curve 8, not known here"),
        ({**P256, 1: 1}, "of type 1 and curve 1, not known here"),
        ({**P256, -2: bytes(31)}, "coordinates that are not those of its curve"),
        ({**P256, -3: bytes(33)}, "coordinates that are not those of its curve"),
        ({**P256, -3: None}, "coordinates that are not those of its curve"),
        ({**ED25519, -3: bytes(32)}, "coordinates that are not those of its curve"),
        ({**ED25519, -2: bytes(33)}, "coordinates that are not those of its curve"),
    ],
)
def test_what_is_no_public_key_of_these_types_is_refused(value: Any, reason: str) -> None:
    with pytest.raises(MalformedInput, match=rf"^deviceKey .*{reason}.*\(RFC 905[23], 7"):
        parse_key(value, "deviceKey")


@pytest.mark.parametrize(
    ("kty", "crv", "algorithm"), [(EC2, 1, -7), (EC2, 2, -35), (EC2, 3, -36), (OKP, 6, -8), (OKP, 7, -8)]
)
def test_the_curve_says_the_algorithm(kty: int, crv: int, algorithm: int) -> None:
    assert algorithm == key_algorithm(CoseKey(kty, crv, b""))


def test_a_key_for_agreement_signs_nothing() -> None:
    with pytest.raises(MalformedInput, match="curve 4 does not sign here"):
        key_algorithm(CoseKey(OKP, 4, bytes(32)))
