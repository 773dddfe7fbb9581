"""ECDSA: random signatures are verified, not compared, and DER is one of the refused forms."""

from canonbench.stages import ecdsa
from canonbench.stages.key import Key

GOOD = ecdsa.Verification(Key("P-256", b"\x04" + bytes(64)), b"message", b"\x80" + bytes(30) + b"\1" * 33)


def test_every_part_that_is_signed_is_tampered_with() -> None:
    assert ecdsa.verify.tampered is not None
    tampered = list(ecdsa.verify.tampered(GOOD))

    assert GOOD not in tampered
    assert len({given.message for given in tampered}) == 4
    assert {len(given.signature) for given in tampered} == {63, 64, 65, 71}
    assert any(given.signature[:32] == bytes(32) for given in tampered)


def test_der_is_what_a_library_would_write() -> None:
    assert ecdsa.verify.tampered is not None
    der = list(ecdsa.verify.tampered(GOOD))[-1].signature

    r, s = GOOD.signature[:32], GOOD.signature[32:]
    assert der == b"\x30\x45\x02\x21\0" + r + b"\x02\x20" + s


def test_signatures_are_alike_in_length_only() -> None:
    assert ecdsa.sign.normal(bytes(64)) == ecdsa.sign.normal(b"\1" * 64) == "64 bytes"
    assert ecdsa.sign.proof is not None
    assert ecdsa.sign.proof.by is ecdsa.verify
