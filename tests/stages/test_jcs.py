"""JCS: every octet counts."""

from canonbench.stages import jcs


def test_two_canonical_forms_are_equal_only_if_all_octets_are() -> None:
    assert jcs.canonicalize.normal(b'{"a":1}') == '{"a":1}'
    assert jcs.canonicalize.normal(b'{"a":1}') != jcs.canonicalize.normal(b'{"a": 1}')
