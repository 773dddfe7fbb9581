"""Status: what every verifier must refuse."""

from canonbench.specs.jws import Jws
from canonbench.stages import status


def test_list_type_and_claims_are_tampered_with() -> None:
    claims = {"status": {"status_list": {"uri": "https://status.example/1", "idx": 1}}}
    good = status.TokenCheck(claims, Jws({"typ": "statuslist+jwt"}, {"sub": "x"}, b"", b""), "ES256", 0)
    assert status.check.tampered is not None
    changed = list(status.check.tampered(good))
    assert [
        [field for field, old, new in zip(good._fields, good, each, strict=True) if old != new]
        for each in changed
    ] == [["token"], ["token"], ["claims"]]


def test_the_list_the_index_and_the_purpose_of_an_entry_are_tampered_with() -> None:
    good = status.BitstringCheck({"statusListIndex": "1"}, {"id": "https://status.example/1"})
    assert status.check.tampered is not None
    changed = list(status.check.tampered(good))
    assert [
        [field for field, old, new in zip(good._fields, good, each, strict=True) if old != new]
        for each in changed
    ] == [["list_credential"], ["status"], ["status"]]
