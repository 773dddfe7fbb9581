"""canonbench.specs.jsonld.iri: reference resolution by the examples of RFC 3986, and the forms of IRIs."""

import pytest

from canonbench.specs.jsonld.iri import has_scheme, is_datatype, is_well_formed, resolve, scheme_of

# RFC 3986, sections 5.4.1 and 5.4.2, with the base http://a/b/c/d;p?q
_EXAMPLES = """
g:h g:h | g http://a/b/c/g | ./g http://a/b/c/g | g/ http://a/b/c/g/ | /g http://a/g | //g http://g
?y http://a/b/c/d;p?y | g?y http://a/b/c/g?y | #s http://a/b/c/d;p?q#s | g#s http://a/b/c/g#s
g?y#s http://a/b/c/g?y#s | ;x http://a/b/c/;x | g;x http://a/b/c/g;x | g;x?y#s http://a/b/c/g;x?y#s
. http://a/b/c/ | ./ http://a/b/c/ | .. http://a/b/ | ../ http://a/b/ | ../g http://a/b/g | ../.. http://a/
../../ http://a/ | ../../g http://a/g | ../../../g http://a/g | ../../../../g http://a/g | /./g http://a/g
/../g http://a/g | g. http://a/b/c/g. | .g http://a/b/c/.g | g.. http://a/b/c/g.. | ..g http://a/b/c/..g
./../g http://a/b/g | ./g/. http://a/b/c/g/ | g/./h http://a/b/c/g/h | g/../h http://a/b/c/h
g;x=1/./y http://a/b/c/g;x=1/y | g;x=1/../y http://a/b/c/y | g?y/./x http://a/b/c/g?y/./x
g?y/../x http://a/b/c/g?y/../x | g#s/./x http://a/b/c/g#s/./x | g#s/../x http://a/b/c/g#s/../x | http:g http:g
"""


@pytest.mark.parametrize(
    "example", [e.strip() for line in _EXAMPLES.split("\n") for e in line.split("|") if e]
)
def test_references_are_resolved_as_rfc_3986_says(example: str) -> None:
    reference, expected = example.split()
    assert resolve(reference, "http://a/b/c/d;p?q") == expected


@pytest.mark.parametrize(
    ("reference", "base", "expected"),
    [
        ("", "http://a/b?q#f", "http://a/b?q"),
        ("g", "http://a", "http://a/g"),
        ("g", "urn:x:y", "urn:g"),
        ("../g", "tag:a/b/c", "tag:a/g"),
        ("..", "tag:a", "tag:"),
        ("g", None, "g"),
    ],
)
def test_bases_without_authority_or_path_are_bases_too(
    reference: str, base: str | None, expected: str
) -> None:
    assert resolve(reference, base) == expected


@pytest.mark.parametrize("iri", ["urn:a", "http://a/?b#c", "did:key:z#z", "a+1.-:", "https://é/"])
def test_an_iri_is_well_formed(iri: str) -> None:
    assert is_well_formed(iri)


@pytest.mark.parametrize(
    "iri", [None, "", "a", "1:a", "_:a", "http://a/ b", "http://a#b#c", "u:<", "u:`", "u:\n"]
)
def test_what_the_grammar_excludes_is_ill_formed(iri: str | None) -> None:
    assert not is_well_formed(iri)


def test_expansion_asks_less_of_an_iri_than_rdf_does() -> None:
    assert has_scheme("a b") is False
    assert has_scheme("a:b c") is True
    assert (is_datatype("a:b#c#d"), is_datatype("a:b c"), is_datatype("b")) == (True, False, False)


def test_a_scheme_could_be_a_prefix_unless_an_authority_follows() -> None:
    assert [scheme_of(value) for value in ("did:a:b", "https://a/", "a b:c", "b")] == ["did", "", None, None]
