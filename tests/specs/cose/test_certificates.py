"""canonbench.specs.cose.certificates: x5chain."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec


@pytest.mark.parametrize("chain", [(b"leaf",), (b"leaf", b"middle"), (b"leaf", b"middle", b"upper")])
def test_a_chain_is_carried_as_a_certificate_or_an_array(
    codec: Codec, signed: cose.Sign1, chain: tuple[bytes, ...]
) -> None:
    headers = (("kid", 1), *cose.x5chain_header(chain))

    assert chain == cose.x5chain(signed._replace(unprotected=headers), codec)


@pytest.mark.parametrize("value", [None, "leaf", [], [b"leaf"], [b"leaf", "middle"], {}])
def test_anything_else_is_no_chain(codec: Codec, signed: cose.Sign1, value: Any) -> None:
    with pytest.raises(MalformedInput, match="neither a certificate nor an array of two or more"):
        cose.x5chain(signed._replace(unprotected=((33, value),)), codec)


def test_a_chain_that_is_absent_or_only_protected_is_no_chain(codec: Codec, signed: cose.Sign1) -> None:
    with pytest.raises(VerificationFailed, match="there is no x5chain"):
        cose.x5chain(signed, codec)
    with pytest.raises(VerificationFailed, match="stands in the protected header only"):
        cose.x5chain(signed._replace(protected=codec.encode({1: -8, 33: b"leaf"})), codec)
