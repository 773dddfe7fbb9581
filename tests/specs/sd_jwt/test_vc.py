"""canonbench.specs.sd_jwt.vc: what SD-JWT VC demands beyond RFC 9901."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.sd_jwt import vc

_HEADER = {"typ": "dc+sd-jwt"}
_CLAIMS = {"vct": "https://credentials.example/diploma", "iss": "https://issuer.example", "name": "Ada"}


def _verify(kit: Any, claims: Any, *pointers: str, header: Any = None, **changes: Any) -> Any:
    issued = kit.issue(claims, kit.frame_of(pointers), header=_HEADER if header is None else header)
    return kit.verify(kit.bind(issued), credential=True, **changes).claims


def test_a_credential_verifies(kit: Any) -> None:
    assert _verify(kit, _CLAIMS, "/name") == {**_CLAIMS, "cnf": {"jwk": kit.holder.jwk}}


@pytest.mark.parametrize("typ", [None, "JWT", "sd-jwt", "vc+sd-jwt", "DC+SD-JWT", "application/dc+sd-jwt", 1])
def test_another_type_is_refused(kit: Any, typ: Any) -> None:
    header = {} if typ is None else {"typ": typ}
    with pytest.raises(VerificationFailed, match=r"is not dc\+sd-jwt \(SD-JWT VC section 3\.2\.1\)"):
        _verify(kit, _CLAIMS, header=header)


def test_the_former_type_is_accepted_only_if_asked_for(kit: Any) -> None:
    former = {"typ": "vc+sd-jwt"}
    assert _verify(kit, _CLAIMS, header=former, transitional=True)["name"] == "Ada"
    assert _verify(kit, _CLAIMS, transitional=True)["name"] == "Ada"
    with pytest.raises(VerificationFailed, match=r"is not dc\+sd-jwt or vc\+sd-jwt"):
        _verify(kit, _CLAIMS, header={"typ": "JWT"}, transitional=True)


@pytest.mark.parametrize("vct", [None, "", 1, ["https://credentials.example/diploma"], {}])
def test_a_type_claim_is_required(kit: Any, vct: Any) -> None:
    claims = {"name": "Ada"} if vct is None else {"name": "Ada", "vct": vct}
    with pytest.raises(VerificationFailed, match=r"vct is missing or no text .*section 3\.2\.2\.1"):
        _verify(kit, claims)


@pytest.mark.parametrize("name", vc.NEVER_DISCLOSED)
def test_some_claims_must_not_be_in_disclosures(kit: Any, name: str) -> None:
    values: dict[str, Any] = {
        "exp": 1_900_000_000,
        "nbf": 1,
        "cnf": {"jwk": kit.holder.jwk},
        "status": {"a": 1},
    }
    claims = {**_CLAIMS, name: values.get(name, "text")}
    assert _verify(kit, claims)["name"] == "Ada"
    with pytest.raises(VerificationFailed, match=f"{name} must not be in Disclosures"):
        _verify(kit, claims, f"/{name}")


@pytest.mark.parametrize("pointer", ["/cnf/jwk", "/status/status_list", "/status/status_list/idx"])
def test_nor_may_parts_of_them(kit: Any, pointer: str) -> None:
    claims = {**_CLAIMS, "status": {"status_list": {"idx": 0, "uri": "u"}}}
    with pytest.raises(VerificationFailed, match=r"must not be in Disclosures .*section 3\.2\.2\.2"):
        _verify(kit, claims, pointer)


def test_subject_and_issuance_may_be(kit: Any) -> None:
    claims = {**_CLAIMS, "sub": "s", "iat": 5}
    assert _verify(kit, claims, "/sub", "/iat")["iat"] == 5


def test_such_a_frame_is_refused_before_issuing(kit: Any) -> None:
    vc.check_frame(kit.frame_of(["/name", "/address/iss"]))
    for name in vc.NEVER_DISCLOSED:
        with pytest.raises(MalformedInput, match=f"{name} must not be selectively disclosable"):
            vc.check_frame(kit.frame_of([f"/{name}/x"]))


def test_without_the_demand_anything_verifies(kit: Any) -> None:
    issued = kit.issue({"name": "Ada", "exp": 1_900_000_000}, kit.frame_of(["/exp"]))
    assert kit.verify(kit.bind(issued)).claims["exp"] == 1_900_000_000
