"""Keys in wire form and loaded can be frozen."""

import pytest

from canonbench.harness import codec
from canonbench.specs.cose_key import EC2, CoseKey
from canonbench.stages.key import Key, Material, load


@pytest.mark.parametrize(
    "given",
    [
        Material("multikey", "z6Mk"),
        Material("multikey", b"\xed\x01"),
        Material("jwk", {"kty": "EC"}, secret=True),
        Material("der", b"0"),
        Material("cose", CoseKey(EC2, 1, b"x", y=True)),
        Key("P-256", b"\x04"),
    ],
)
def test_a_key_survives_its_file(given: Material | Key) -> None:
    found = codec.load(codec.dump(given))

    assert found == given
    assert type(found) is type(given)


def test_a_key_counts_with_every_octet() -> None:
    assert load.normal(Key("P-256", b"\x04", b"\x01")) != load.normal(Key("P-256", b"\x04", b"\x02"))
