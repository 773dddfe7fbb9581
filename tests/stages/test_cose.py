"""COSE: what every verifier must refuse, and what two random signatures have in common."""

from typing import Any

from canonbench.specs.cose import EDDSA, ES256, Mac0, MacVerification, Sign1, Verification
from canonbench.specs.cose_key import EC2, OKP, CoseKey
from canonbench.stages import cose
from canonbench.stages.key import Key

KEY = CoseKey(OKP, 6, bytes(32))
ATTACHED = Verification(Sign1(b"\xa1\x01\x27", (), b"payload", bytes(64)), EDDSA, KEY)
DETACHED = Verification(Sign1(b"\xa1\x01\x27", (), None, bytes(64)), EDDSA, KEY, b"", b"payload")


def _tampered(stage: Any, good: Any) -> list[Any]:
    assert stage.tampered is not None
    changed = list(stage.tampered(good))
    assert good not in changed
    return changed


def test_header_payload_and_signature_are_tampered_with() -> None:
    changed = _tampered(cose.verify1, ATTACHED)
    assert len({each.message.protected for each in changed}) == 4
    assert len({each.message.payload for each in changed}) == 4
    assert {len(each.message.signature) for each in changed} == {63, 64}


def test_a_detached_payload_is_tampered_with_where_it_is() -> None:
    changed = _tampered(cose.verify1, DETACHED)
    assert {each.message.payload for each in changed} == {None}
    assert len({each.payload for each in changed}) == 4


def test_tag_and_key_of_a_mac_are_tampered_with() -> None:
    good = MacVerification(Mac0(b"\xa1\x01\x05", (), None, bytes(32)), bytes(32), b"", b"payload")
    changed = _tampered(cose.verify_mac0, good)
    assert len({each.message.tag for each in changed}) == 5
    assert len({each.key for each in changed}) == 4


def test_a_signature_is_proved_with_the_public_key_only() -> None:
    point = b"\x04" + bytes(range(64))
    given = cose.Signing(Key("P-256", point, b"secret"), b"payload", detached=True)
    message = Sign1(b"\xa1\x01\x26", (), None, bytes(64))
    assert cose.sign1.proof is not None
    verification = cose.sign1.proof.given(given, message)

    assert verification == Verification(
        message, ES256, CoseKey(EC2, 1, point[1:33], point[33:]), b"", b"payload"
    )
    assert cose.sign1.proof.given(given._replace(detached=False), message).payload is None
    assert cose.cose_key(Key("Ed25519", bytes(32))) == KEY


def test_signatures_are_alike_but_for_their_bytes() -> None:
    first, second = (Sign1(b"\xa0", (), b"x", bytes([number] * 64)) for number in (1, 2))
    assert cose.sign1.normal(first) == cose.sign1.normal(second)
    assert cose.sign1.normal(first) != cose.sign1.normal(first._replace(payload=None))
