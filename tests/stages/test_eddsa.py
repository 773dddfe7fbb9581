"""EdDSA: signatures are compared, and a verifier must refuse what was changed."""

from canonbench.stages import eddsa
from canonbench.stages.key import Key

GOOD = eddsa.Verification(Key("Ed25519", bytes(32)), b"message", bytes(64))


def test_every_part_that_is_signed_is_tampered_with() -> None:
    assert eddsa.verify.tampered is not None
    tampered = list(eddsa.verify.tampered(GOOD))

    assert GOOD not in tampered
    assert len(set(tampered)) == len(tampered) == 8
    assert {given.message for given in tampered} == {b"message", b"lessage", b"mesrage", b"messagd"}
    assert {len(given.signature) for given in tampered} == {63, 64, 65}


def test_a_signature_is_no_random_output() -> None:
    assert eddsa.sign.proof is None
