"""One reader of keys for all libraries that take octets."""

import pytest

from canonbench.engines.keys import octets
from canonbench.errors import EngineUnavailable
from canonbench.specs.cose_key import OKP, CoseKey
from canonbench.specs.key_material import KeyOctets
from canonbench.stages.key import Material


def test_every_form_but_der_is_read() -> None:
    expected = KeyOctets("Ed25519", bytes(32))

    assert expected == octets(Material("multikey", b"\xed\x01" + bytes(32)))
    assert expected == octets(Material("jwk", {"kty": "OKP", "crv": "Ed25519", "x": "A" * 43}))
    assert expected == octets(Material("cose", CoseKey(OKP, 6, bytes(32))))
    with pytest.raises(EngineUnavailable, match="no keys in the form 'der'"):
        octets(Material("der", b""))
