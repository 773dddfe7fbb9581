"""X.509: what every verifier must refuse."""

from canonbench.stages import x509


def test_every_certificate_the_roots_the_time_and_the_purpose_are_tampered_with() -> None:
    good = x509.Path((b"signer", b"between"), (b"root",), "2026-01-01T00:00:00Z")
    assert x509.path.tampered is not None
    changed = list(x509.path.tampered(good))
    assert good not in changed
    assert len({each.chain for each in changed}) == 8
    assert [each for each in changed if not each.roots] == [good._replace(roots=())]
    assert len({each.now for each in changed}) == 3
    assert {each.purpose for each in changed} == {"", "2.999"}
