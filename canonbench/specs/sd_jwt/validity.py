"""Validity claims of a JWT, checked on the processed payload (RFC 7519 section 4.1, RFC 9901 section 7.1)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from canonbench.errors import VerificationFailed

__all__ = ["Validity", "check_times", "check_validity"]


class Validity(NamedTuple):
    """Input of ``check_validity``.

    ``now`` and ``leeway`` are in seconds, ``now`` since 1970-01-01T00:00:00Z. ``audience`` is the verifier's
    name, looked for only if the payload has ``aud``. ``required`` names claims that must be there: a claim
    such as ``exp`` may be selectively disclosable, and a Holder could hide it (RFC 9901 section 9.7).
    """

    claims: Mapping[str, Any]
    now: float
    leeway: float = 0
    audience: str | None = None
    required: tuple[str, ...] = ()


def check_validity(request: Validity) -> None:
    """Check exp, nbf, iat and aud where present, and that required claims are (RFC 9901 section 7.1 step 6).

    Raises:
        VerificationFailed: expired, not yet valid, issued in the future, meant for others, or incomplete.
    """
    claims = request.claims
    missing = [name for name in request.required if name not in claims]
    if missing:
        raise VerificationFailed(
            f"the claim {missing[0]!r} is required and missing (RFC 9901 sections 7.1 and 9.7)"
        )
    check_times(claims, request.now, request.leeway)
    if "aud" in claims:
        audience = claims["aud"]
        accepted = audience if type(audience) is list else [audience]
        if request.audience is None or request.audience not in accepted:
            raise VerificationFailed("the claims are for another audience (RFC 7519 section 4.1.3)")


def check_times(claims: Mapping[str, Any], now: float, leeway: float) -> None:
    """Check exp, nbf and iat, where present, against ``now``, in seconds (RFC 7519 sections 4.1.4 to 4.1.6).

    Raises:
        VerificationFailed: expired, not yet valid, issued in the future, or no number.
    """
    if "exp" in claims and now - leeway >= _seconds(claims, "exp"):
        raise VerificationFailed(f"expired at {claims['exp']} (RFC 7519 section 4.1.4)")
    if "nbf" in claims and now + leeway < _seconds(claims, "nbf"):
        raise VerificationFailed(f"not valid before {claims['nbf']} (RFC 7519 section 4.1.5)")
    if "iat" in claims and now + leeway < _seconds(claims, "iat"):
        raise VerificationFailed(f"issued in the future, at {claims['iat']} (RFC 7519 section 4.1.6)")


def _seconds(claims: Mapping[str, Any], name: str) -> float:
    value = claims[name]
    if type(value) not in (int, float):
        raise VerificationFailed(f"{name} is no number of seconds (RFC 7519 section 2)")
    seconds: float = value
    return seconds
