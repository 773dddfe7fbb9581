"""canonbench.specs.mdoc.education: names under a domain reserved for examples."""

from canonbench.specs.mdoc.education import EDUCATION_DOCTYPE, EDUCATION_NAMESPACE


def test_both_names_stand_under_a_domain_reserved_for_examples() -> None:
    assert EDUCATION_NAMESPACE.split(".")[:2] == ["org", "example"]
    assert EDUCATION_DOCTYPE.startswith(f"{EDUCATION_NAMESPACE}.")
