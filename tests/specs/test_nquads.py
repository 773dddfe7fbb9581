"""canonbench.specs.nquads: the grammar of RDF 1.1 N-Quads, and its canonical form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs.nquads import (
    escape,
    escape_literals,
    parse,
    serialize,
    serialize_quad,
    serialize_term,
)
from canonbench.specs.rdf import RDF_LANG_STRING, XSD, XSD_STRING, Dataset, Literal, Quad, Term, dataset

# --- parse ------------------------------------------------------------------------------------------------


def _object(text: str) -> Term:
    ((_, _, obj, _),) = parse(f"<urn:s> <urn:p> {text} .")
    return obj


@pytest.mark.parametrize(
    ("line", "quad"),
    [
        ("<urn:s> <urn:p> <urn:o> .", ("urn:s", "urn:p", "urn:o", None)),
        ("<urn:s><urn:p><urn:o>.", ("urn:s", "urn:p", "urn:o", None)),
        ("\t<urn:s> \t<urn:p>  <urn:o> <urn:g>\t.  ", ("urn:s", "urn:p", "urn:o", "urn:g")),
        ("_:s<urn:p>_:o _:g.", ("_:s", "urn:p", "_:o", "_:g")),
        ("_:é <urn:p> _:0.1 . # note", ("_:é", "urn:p", "_:0.1", None)),
        ("_:a.b.<urn:p>", None),
        ("_:a <urn:p> _:b..c .", ("_:a", "urn:p", "_:b..c", None)),
        ("_:a <urn:p> _:b.", ("_:a", "urn:p", "_:b", None)),
        ("_:a:b-c <urn:p> _:\U00010000\u00b7 .", ("_:a:b-c", "urn:p", "_:\U00010000\u00b7", None)),
        ("<http:/x> <tel:+1> <urn:\\u00E9> .", ("http:/x", "tel:+1", "urn:é", None)),
        ("<ur\\U0000006E:s> <urn:p> <urn:é> .", ("urn:s", "urn:p", "urn:é", None)),
    ],
)
def test_terms_are_read_wherever_the_grammar_allows_them(line: str, quad: Quad | None) -> None:
    if quad is None:
        with pytest.raises(MalformedInput):
            parse(line)
    else:
        assert parse(line) == (quad,)


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ('"x"', ("x", XSD_STRING, None)),
        (f'"x"^^<{XSD_STRING}>', ("x", XSD_STRING, None)),
        (f'"1" ^^ <{XSD}integer>', ("1", XSD + "integer", None)),
        ('"x"@en-GB', ("x", RDF_LANG_STRING, "en-GB")),
        ('"x"@EN', ("x", RDF_LANG_STRING, "EN")),
        (r'"\t\b\n\r\f\"\'\\"', ("\t\b\n\r\f\"'\\", XSD_STRING, None)),
        (r'"\u00e9\U0001F600\\u0041"', ("é\U0001f600\\u0041", XSD_STRING, None)),
        ('"\x00\x0b\x85\u2028"', ("\x00\x0b\x85\u2028", XSD_STRING, None)),
        ('"# no comment"', ("# no comment", XSD_STRING, None)),
    ],
)
def test_literals_are_read_as_values(text: str, literal: Literal) -> None:
    assert _object(text) == literal


def test_comments_blank_lines_and_any_line_end_are_skipped() -> None:
    text = "# first\r\n\n<urn:s> <urn:p> <urn:o> .# last\r \t\r\n  # more\n<urn:s> <urn:p> <urn:q> ."

    assert parse(text) == (("urn:s", "urn:p", "urn:o", None), ("urn:s", "urn:p", "urn:q", None))


def test_the_empty_document_is_the_empty_dataset() -> None:
    assert parse("") == ()


def test_a_quad_that_comes_twice_is_kept_once_however_it_is_written() -> None:
    text = f'<urn:s> <urn:p> "\\u0041" .\n<urn:s> <urn:p> "A"^^<{XSD_STRING}> .\n'

    assert parse(text) == (("urn:s", "urn:p", ("A", XSD_STRING, None), None),)


def test_language_tags_that_differ_in_case_stay_two_quads() -> None:
    assert len(parse('<urn:s> <urn:p> "x"@en-GB .\n<urn:s> <urn:p> "x"@en-gb .')) == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x", "line 2, column 1: expected a subject (IRI or blank node), found 'x'"),
        ('"s" <urn:p> <urn:o> .', "column 1: expected a subject"),
        ("<urn:s> _:p <urn:o> .", "column 9: expected a predicate (IRI), found '_:p <urn:o> .'"),
        ("<urn:s>", "column 8: expected a predicate (IRI), found ''"),
        (r'<urn:s> <urn:p> "a\q" .', "column 17: expected an object (IRI, blank node or literal)"),
        (r'<urn:s> <urn:p> "\u00ZZ" .', "column 17: expected an object"),
        ("<urn:s> <urn:p> <urn:a b> .", "column 17: expected an object"),
        ("<urn:s> <urn:p> <a b> .", "column 17: expected an object"),
        ('<urn:s> <urn:p> "x"^^<urn:"> .', "column 20: expected a graph name or the final dot"),
        ('<urn:s> <urn:p> "x"', "column 20: expected a graph name or the final dot, found ''"),
        ('<urn:s> <urn:p> "x" "y" .', "column 21: expected a graph name or the final dot"),
        ('<urn:s> <urn:p> "x"@1 .', "column 20: expected a graph name or the final dot, found '@1 .'"),
        ('<urn:s> <urn:p> "x" . <urn:y>', "column 23: expected nothing but a comment after the dot"),
        ("<s> <urn:p> <urn:o> .", "line 2: IRI <s> is not absolute: it needs a scheme"),
        ("<urn:s> <urn:p> <urn:o> <> .", "line 2: IRI <> is not absolute"),
        ('<urn:s> <urn:p> "x"^^<t> .', "line 2: IRI <t> is not absolute"),
        (f'<urn:s> <urn:p> "x"^^<{RDF_LANG_STRING}> .', "line 2: a literal of datatype rdf:langString needs"),
        (
            r"<urn:\u0020> <urn:p> <urn:o> .",
            r"line 2: the escape of U+0020 in IRI <urn:\u0020> is not allowed",
        ),
        (r'<urn:s> <urn:p> "\uD800" .', r"line 2: the escape \uD800 stands for no character"),
        (r'<urn:s> <urn:p> "\U00110000" .', r"line 2: the escape \U00110000 stands for no character"),
        ('<urn:s> <urn:p> "\ud800" .', "line 2, column 18: a lone surrogate is no character"),
        ("\ufeff<urn:s> <urn:p> <urn:o> .", "line 2, column 1: expected a subject"),
    ],
)
def test_what_is_malformed_is_refused_with_its_place(line: str, message: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        parse(f"# first\n{line}\n")

    assert message in str(caught.value)
    assert str(caught.value).startswith("N-Quads line 2")
    assert "\n" not in str(caught.value)


# --- canonical N-Quads ------------------------------------------------------------------------------------


def test_every_character_up_to_u_00ff_is_escaped_as_appendix_a_says() -> None:
    echar = {8: r"\b", 9: r"\t", 10: r"\n", 12: r"\f", 13: r"\r", 0x22: r"\"", 0x5C: r"\\"}
    uchar = [*range(8), 11, *range(14, 32), 127]
    expected = {c: chr(c) for c in range(256)} | echar | {c: f"\\u{c:04X}" for c in uchar}

    assert expected == {c: escape(chr(c)) for c in range(256)}


def test_characters_that_xml_1_1_leaves_out_are_escaped_and_their_neighbours_are_not() -> None:
    assert escape("\ufffd\ufffe\uffff\U00010000") == "\ufffd\\uFFFE\\uFFFF\U00010000"


def test_a_literal_of_a_control_character_is_written_as_in_rdfc_and_not_as_in_urdna2015() -> None:
    assert serialize_term(("a\x07b\x08c\x0cd", XSD_STRING, None)) == r'"a\u0007b\bc\fd"'


@pytest.mark.parametrize(
    "text",
    ["", "plain", "é", "\ufffd", 'a"b', "a\\b", "a\nb", "a\x7fb", "a\ufffeb", "é\uffff", "\x00"],
)
def test_literals_are_escaped_all_at_once_as_they_are_one_by_one(text: str) -> None:
    quads: list[Quad] = [
        ("urn:s", "urn:p", "urn:o", None),
        ("urn:s", "urn:p", (text, XSD_STRING, None), "_:g"),
        ("urn:s", "urn:p", ("x", RDF_LANG_STRING, "en"), None),
    ]
    expected = [*quads[:1], ("urn:s", "urn:p", (escape(text), XSD_STRING, None), "_:g"), *quads[2:]]

    assert expected == list(escape_literals(quads))
    assert (escape_literals(quads) is quads) is (escape(text) == text)


def test_a_lone_surrogate_in_a_literal_is_refused() -> None:
    with pytest.raises(MalformedInput, match=r"a literal holds U\+D800, which is no character"):
        escape_literals([("urn:s", "urn:p", ("\ud800", XSD_STRING, None), None)])


@pytest.mark.parametrize(
    ("quad", "line"),
    [
        (("urn:s", "urn:p", "urn:o", None), "<urn:s> <urn:p> <urn:o> .\n"),
        (("_:s", "urn:p", "_:o", "_:g"), "_:s <urn:p> _:o _:g .\n"),
        (("urn:s", "urn:p", ("x", XSD_STRING, None), "urn:g"), '<urn:s> <urn:p> "x" <urn:g> .\n'),
        (("urn:s", "urn:p", ("1", XSD + "integer", None), None), f'<urn:s> <urn:p> "1"^^<{XSD}integer> .\n'),
        (("urn:s", "urn:p", ("\n", RDF_LANG_STRING, "en-GB"), None), '<urn:s> <urn:p> "\\n"@en-GB .\n'),
    ],
)
def test_a_quad_is_written_on_one_line_with_single_spaces(quad: Quad, line: str) -> None:
    assert serialize_quad(quad) == line
    assert serialize([quad]) == line


def test_blank_nodes_are_written_as_the_caller_says() -> None:
    assert serialize_quad(("_:s", "urn:p", "_:o", None), str.upper) == "_:S <urn:p> _:O .\n"


def test_quads_are_written_in_their_own_order() -> None:
    quads = parse("<urn:z> <urn:p> <urn:o> .\n<urn:a> <urn:p> <urn:o> .\n")

    assert serialize(quads) == "<urn:z> <urn:p> <urn:o> .\n<urn:a> <urn:p> <urn:o> .\n"


# --- both ways --------------------------------------------------------------------------------------------

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_IRI = st.sampled_from(["urn:a", "https://é.example/#x", "tag:b,1:c"])
_NODE = st.sampled_from(["_:a", "_:b.c", "_:c14n0", "_:é"])
_LITERAL = st.one_of(
    st.tuples(_TEXT, st.sampled_from([XSD_STRING, XSD + "integer"]), st.none()),
    st.tuples(_TEXT, st.just(RDF_LANG_STRING), st.sampled_from(["en", "de-CH-1996"])),
)
_QUAD = st.tuples(_IRI | _NODE, _IRI, _IRI | _NODE | _LITERAL, st.none() | _IRI | _NODE)


@given(st.lists(_QUAD, max_size=6).map(dataset))
def test_what_is_written_is_read_back(quads: Dataset) -> None:
    assert parse(serialize(quads)) == quads
    assert parse("\n".join(f"\t{line} # a comment" for line in serialize(quads).split("\n")[:-1])) == quads
    assert serialize(quads) == "".join(map(serialize_quad, quads))
