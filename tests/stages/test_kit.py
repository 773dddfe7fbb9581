"""The contrast rows."""

import pytest

from canonbench.stages import FAMILIES, STAGES, ecdsa, kit, stage
from canonbench.stages.jsonld import Source
from canonbench.stages.key import Key

_KEY = Key("Ed25519", b"p" * 32)


def test_the_contrast_rows_are_a_family_of_their_own() -> None:
    assert FAMILIES["kit"][0] is kit.json_dumps
    assert kit.json_dumps.text.text.name == "Python json"
    assert {each.part_of for each in FAMILIES["kit"]} == {None}
    assert stage("kit.json_dumps") is kit.json_dumps


@pytest.mark.parametrize("name", [name for name in STAGES if name.startswith("kit.") and "dumps" not in name])
def test_a_row_names_the_one_of_the_public_kit_that_it_repeats(name: str) -> None:
    found = stage(name)

    assert found.text.text.name == "vcbench python/bench.py"
    assert found.text.anchor.rpartition("/")[2] == name.rpartition("_")[2]
    assert (found.proof is None) is name.endswith("_verify")
    assert (found.tampered is None) is name.endswith("_sign")


def test_a_random_signature_is_compared_by_its_length_and_one_that_is_none_by_its_octets() -> None:
    signed = kit.Signed(b"\x01", b"\x02\x03")

    assert kit.mdoc_sign.normal(signed) == "01\n2 bytes"
    assert kit.jcs_sign.normal(signed) == "01\n0203"


def test_a_signature_is_proved_over_what_was_signed_with_the_public_key() -> None:
    own = _KEY._replace(secret=b"s" * 32)
    token = kit.Token(own, "aGVhZGVy", "cGF5bG9hZA")

    assert kit.mdoc_sign.proof is not None
    assert kit.sd_jwt_sign.proof is not None
    given = kit.mdoc_sign.proof.given(kit.Elements(own, {}), kit.Signed(b"m", b"s"))
    assert given == ecdsa.Verification(_KEY, b"m", b"s")
    assert kit.sd_jwt_sign.proof.given(token, "aGVhZGVy.cGF5bG9hZA.--8") == (
        _KEY,
        b"aGVhZGVy.cGF5bG9hZA",
        b"\xfb\xef",
    )


def test_each_part_of_a_token_is_tampered_with() -> None:
    good = kit.Presented(_KEY, "aGVhZGVy.cGF5bG9hZA.--8")

    assert kit.sd_jwt_verify.tampered is not None
    tampered = [each.text for each in kit.sd_jwt_verify.tampered(good)]

    assert len({*tampered, good.text}) == len(tampered) + 1
    for place in range(3):
        assert any(text.split(".")[place] != good.text.split(".")[place] for text in tampered)


def test_signature_and_document_are_tampered_with() -> None:
    good = kit.Verification(_KEY, Source({"id": "urn:x:1"}, {}), b"signature")

    assert kit.jsonld_verify.tampered is not None
    tampered = list(kit.jsonld_verify.tampered(good))

    assert tampered[-1].source.document == {"id": "urn:x:other"}
    assert all(each != good for each in tampered)
