"""The grammar of names in run files."""

import pytest

from canonbench.model.case import Case

NAMES = [
    ("rdfc.canonicalize/ob3", Case("rdfc.canonicalize", "ob3")),
    ("jsonld.expand/simple:cold-context", Case("jsonld.expand", "simple", state="cold-context")),
    ("rdfc.label/user~1a2b3c4d@hash=sha384", Case("rdfc.label", "user~1a2b3c4d", (("hash", "sha384"),))),
    (
        "eddsa-rdfc-2022.issue/attr-20@algorithm=p256,disclose=3:split",
        Case("eddsa-rdfc-2022.issue", "attr-20", (("algorithm", "p256"), ("disclose", "3")), view="split"),
    ),
    ("nquads.parse/bn-50:cold-process:glue", Case("nquads.parse", "bn-50", (), "cold-process", "glue")),
    ("rdfc.label/ob3:peak", Case("rdfc.label", "ob3", view="peak")),
    ("rdfc.label/ob3:cold-context:allocated", Case("rdfc.label", "ob3", (), "cold-context", "allocated")),
    ("rdfc.label/ob3:allocations", Case("rdfc.label", "ob3", view="allocations")),
]


@pytest.mark.parametrize(("name", "case"), NAMES)
def test_a_name_is_written_as_the_grammar_says(name: str, case: Case) -> None:
    assert name == case.name


@pytest.mark.parametrize(("name", "case"), NAMES)
def test_a_name_is_read_back(name: str, case: Case) -> None:
    assert case == Case.parse(name)


@pytest.mark.parametrize("name", ["", "timeit", "a/b/c", "a/b:lukewarm", "a/b@x=1/2"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not target/document"):
        Case.parse(name)

    assert Case.of(name) is None


def test_the_first_call_in_a_process_is_a_case_of_its_own() -> None:
    assert Case("rdfc.label", "ob3").cold().name == "rdfc.label/ob3:cold-process"
