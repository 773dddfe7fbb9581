"""JWS: what must be refused is made of what is accepted, and random signatures are verified."""

from canonbench.specs import base64url
from canonbench.stages import jws
from canonbench.stages.key import Key

KEY = Key("P-256", b"\x04" + bytes(64), b"\1" * 32)
TEXT = ".".join(base64url.encode(part) for part in (b'{"alg":"ES256"}', b'{"a":1}', b"\1" * 64))


def test_every_part_of_the_text_is_tampered_with() -> None:
    tampered = list(jws.tampered_text(TEXT))

    assert TEXT not in tampered
    changed = [text.split(".") for text in tampered if text.count(".") == 2]
    for place, part in enumerate(TEXT.split(".")):
        assert sum(parts[place] != part for parts in changed) >= 3
    assert {text.count(".") for text in tampered} == {1, 2, 3}
    assert any(text.endswith(".") for text in tampered)


def test_no_algorithm_is_allowed_by_the_data() -> None:
    assert jws.verify.tampered is not None
    assert any(given.algorithms == () for given in jws.verify.tampered(jws.Verification(KEY, TEXT)))


def test_a_header_is_tampered_with_by_algorithm_extension_and_key() -> None:
    assert jws.check_header.tampered is not None
    without = list(jws.check_header.tampered(jws.HeaderCheck({"alg": "ES256"})))
    with_key = list(jws.check_header.tampered(jws.HeaderCheck({"alg": "ES256"}, {"crv": "P-256"})))

    assert {"none", "HS256"} <= {given.header["alg"] for given in without}
    assert any("crit" in given.header for given in without)
    assert len(with_key) == len(without) + 2


def test_signatures_are_alike_in_length_only() -> None:
    other = f"{TEXT.rpartition('.')[0]}.{base64url.encode(b'2' * 64)}"

    assert jws.sign.normal(TEXT) == jws.sign.normal(other)
    assert jws.sign.normal(TEXT) != jws.sign.normal(f"{TEXT}AA")
    assert jws.sign.proof is not None
    assert jws.sign.proof.by is jws.verify
    given = jws.sign.proof.given(jws.Signing(KEY, {"alg": "ES256"}, {"a": 1}), TEXT)
    assert given == jws.Verification(KEY._replace(secret=b""), TEXT)
