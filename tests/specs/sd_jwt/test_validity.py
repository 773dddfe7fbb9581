"""canonbench.specs.sd_jwt.validity: exp, nbf, iat and aud, with the clock as an argument."""

from typing import Any

import pytest

from canonbench.errors import VerificationFailed
from canonbench.specs.sd_jwt.validity import Validity, check_validity


def _refusal(claims: dict[str, Any], **changes: Any) -> str:
    request = Validity(claims, 1000)._replace(**changes)
    try:
        check_validity(request)
    except VerificationFailed as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "claims",
    [{}, {"exp": 1001}, {"exp": 1000.5}, {"nbf": 1000}, {"iat": 1000}, {"exp": 2000, "nbf": 0, "iat": -5}],
)
def test_claims_within_their_times_are_valid(claims: dict[str, Any]) -> None:
    assert _refusal(claims) == ""


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"exp": 1000}, "expired at 1000 (RFC 7519 section 4.1.4)"),
        ({"exp": 999.9}, "expired at 999.9 (RFC 7519 section 4.1.4)"),
        ({"nbf": 1001}, "not valid before 1001 (RFC 7519 section 4.1.5)"),
        ({"iat": 1000.5}, "issued in the future, at 1000.5 (RFC 7519 section 4.1.6)"),
        ({"exp": "2000"}, "exp is no number of seconds (RFC 7519 section 2)"),
        ({"exp": True}, "exp is no number of seconds (RFC 7519 section 2)"),
        ({"nbf": None}, "nbf is no number of seconds (RFC 7519 section 2)"),
        ({"iat": [1]}, "iat is no number of seconds (RFC 7519 section 2)"),
    ],
)
def test_claims_outside_their_times_are_refused(claims: dict[str, Any], reason: str) -> None:
    assert reason == _refusal(claims)


def test_leeway_moves_every_bound() -> None:
    assert _refusal({"exp": 991, "nbf": 1010, "iat": 1010}, leeway=10) == ""
    assert _refusal({"exp": 990}, leeway=10).startswith("expired")
    assert _refusal({"nbf": 1011}, leeway=10).startswith("not valid before")
    assert _refusal({"iat": 1011}, leeway=10).startswith("issued in the future")


def test_a_time_that_no_binary64_holds_is_compared_as_any_other() -> None:
    assert _refusal({"exp": 10**400}, leeway=1.5) == ""
    assert _refusal({"nbf": 10**400}, leeway=1.5).startswith("not valid before")


def test_a_required_claim_must_be_there() -> None:
    assert _refusal({"exp": 2000}, required=("exp",)) == ""
    assert (
        _refusal({"nbf": 0}, required=("nbf", "exp"))
        == "the claim 'exp' is required and missing (RFC 9901 sections 7.1 and 9.7)"
    )


@pytest.mark.parametrize("audience", ["us", ["them", "us"]])
def test_claims_for_us_are_valid(audience: Any) -> None:
    assert _refusal({"aud": audience}, audience="us") == ""


@pytest.mark.parametrize(
    ("audience", "ours"),
    [("us", None), ("them", "us"), ([], "us"), (None, None), ({"us": 1}, "us"), ("usa", "us")],
)
def test_claims_for_others_are_refused(audience: Any, ours: str | None) -> None:
    assert (
        _refusal({"aud": audience}, audience=ours)
        == "the claims are for another audience (RFC 7519 section 4.1.3)"
    )
