"""mdoc: what every verifier must refuse."""

from canonbench.specs.cose_key import OKP, CoseKey
from canonbench.specs.mdoc import IssuerSignedItem, MobileSecurityObject, ValidityInfo
from canonbench.stages import mdoc

ITEM = IssuerSignedItem(0, bytes(32), "name", "Ada", b"item")
RECEIVED = mdoc.ReceivedItems({"a": (ITEM,)}, {"a": ((0, b"digest"),)}, {"a": (b"digest",)})
DATE = "2026-01-01T00:00:00Z"
MSO = MobileSecurityObject(
    "SHA-256", {}, CoseKey(OKP, 6, bytes(32)), "type", ValidityInfo(DATE, DATE, "2027-01-01T00:00:00Z")
)


def test_a_digest_is_changed_an_item_repeated_and_the_digests_left_out() -> None:
    assert mdoc.validate_digests.tampered is not None
    changed = list(mdoc.validate_digests.tampered(RECEIVED))
    assert [each.found["a"] for each in changed] == [(b"eigest",), (b"digest", b"digest"), (b"digest",)]
    assert [len(each.items["a"]) for each in changed] == [1, 2, 1]
    assert changed[-1].expected == {}


def test_everything_that_an_mso_must_agree_with_is_changed() -> None:
    good = mdoc.MsoCheck(MSO, "type", DATE, (DATE, DATE), {})
    assert mdoc.validate_mso.tampered is not None
    changed = list(mdoc.validate_mso.tampered(good))
    fields = [
        field
        for each in changed
        for field, old, new in zip(good._fields, good, each, strict=True)
        if old != new
    ]
    assert fields == ["doc_type", "now", "now", "certificate_validity", "device_name_spaces"]
