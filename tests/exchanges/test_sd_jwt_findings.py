"""What a verifier of an SD-JWT is asked, and what it finds."""

from canonbench.exchanges.di_findings import Finding
from canonbench.exchanges.sd_jwt_findings import SdJwtOptions, SdJwtReport

GOOD, BAD = Finding("", "digests", "", "", ""), Finding("", "validity", "", "", "expired (RFC 7519)")


def test_a_report_verifies_if_all_that_was_checked_does() -> None:
    assert SdJwtReport({}, {}, "", "", (GOOD,), ("a note",)).verified
    assert not SdJwtReport({}, {}, "", "", (GOOD, BAD), ()).verified


def test_nothing_is_asked_for_by_itself() -> None:
    options = SdJwtOptions()

    assert (options.key, options.audience, options.nonce, options.status_list, options.scope) == (None,) * 5
    assert options.roots == ()
