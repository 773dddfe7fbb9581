"""canonbench.suites.json_ld_api: what is read, with which options, and how outputs are judged."""

import json
from pathlib import Path

import pytest

from canonbench.specs.jsonld import Options
from canonbench.suites import Vector
from canonbench.suites.json_ld_api import BASE, vectors

_EXPAND = [
    {"@id": "#t0001", "input": "expand/a-in.json", "expect": "expand/a-out.json"},
    {"@id": "#t0002", "input": "expand/a-in.json", "option": {"specVersion": "json-ld-1.0"}},
    {
        "@id": "#ter01",
        "input": "expand/a-in.json",
        "expectErrorCode": "invalid base IRI",
        "option": {
            "processingMode": "json-ld-1.0",
            "base": "http://b/",
            "expandContext": "expand/c-context.jsonld",
        },
    },
]
_TO_RDF = [
    {"@id": "#t0003", "input": "expand/a-in.json", "expect": "toRdf/a-out.nq"},
    {
        "@id": "#t0004",
        "input": "expand/a-in.json",
        "option": {"produceGeneralizedRdf": True, "rdfDirection": "i18n-datatype"},
    },
]

_VALUES = [{"@value": 1}, {"@value": 2}]
_ITEMS = [{"@id": "urn:1"}, {"@id": "urn:2"}]


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Vector]:
    for name, content in {
        "expand-manifest.jsonld": json.dumps({"sequence": _EXPAND}),
        "toRdf-manifest.jsonld": json.dumps({"sequence": _TO_RDF}),
        "expand/a-in.json": '{"a": 1}',
        "expand/a-out.json": json.dumps([{"urn:p": _VALUES, "urn:l": [{"@list": _ITEMS}]}]),
        "expand/c-context.jsonld": '{"@context": {}}',
        "toRdf/c031/c-context.jsonld": '{"@context": {"x": "urn:x"}}',
        "toRdf/a-out.nq": '_:a <urn:p> "1" .\n_:a _:p "2" .\n',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(content)
    return {vector.name: vector for vector in vectors(tmp_path)}


def test_tests_of_json_ld_1_0_alone_are_left_out(found: dict[str, Vector]) -> None:
    assert list(found) == ["expand/0001", "expand/er01", "toRdf/0003", "toRdf/0004"]


def test_a_document_is_known_by_its_address_and_comes_with_the_contexts_of_both_sections(
    found: dict[str, Vector],
) -> None:
    document, contexts, options, *_ = found["expand/0001"].arrange()
    assert document == {"a": 1}
    assert contexts == {
        BASE + "expand/a-in.json": {"a": 1},
        BASE + "expand/c-context.jsonld": {"@context": {}},
        BASE + "toRdf/c031/c-context.jsonld": {"@context": {"x": "urn:x"}},
    }
    assert options == Options(base=BASE + "expand/a-in.json")


def test_the_options_of_a_test_are_handed_on(found: dict[str, Vector]) -> None:
    assert found["expand/er01"].arrange().options == Options(
        base="http://b/", processing_mode="json-ld-1.0", expand_context={"@context": {}}
    )
    assert found["toRdf/0004"].arrange().options == Options(
        base=BASE + "expand/a-in.json", produce_generalized_rdf=True, rdf_direction="i18n-datatype"
    )


def test_the_error_code_of_a_negative_test_is_asked_for(found: dict[str, Vector]) -> None:
    assert [vector.refuse for vector in found.values()] == [None, "invalid base IRI", None, None]


def test_arrays_are_compared_without_order_but_for_lists(found: dict[str, Vector]) -> None:
    judge = found["expand/0001"].judge
    assert judge([{"urn:p": _VALUES[::-1], "urn:l": [{"@list": _ITEMS}]}]) is None
    assert judge([{"urn:p": _VALUES[::-1], "urn:l": [{"@list": _ITEMS[::-1]}]}]) == (
        """line 7 is '      "@id": "urn:2"', not '      "@id": "urn:1"'"""
    )


def test_datasets_are_compared_up_to_blank_nodes_also_where_these_are_predicates(
    found: dict[str, Vector],
) -> None:
    string = "http://www.w3.org/2001/XMLSchema#string"
    one, two = (("1", string, None), ("2", string, None))
    judge = found["toRdf/0003"].judge
    assert judge((("_:x", "urn:p", one, None), ("_:x", "_:y", two, None))) is None
    assert judge((("_:x", "urn:p", one, None), ("_:z", "_:y", two, None))) is not None
    assert judge((("_:x", "urn:p", one, None),)) is not None


def test_an_output_that_only_lacks_lines_is_told_by_their_number(found: dict[str, Vector]) -> None:
    assert found["expand/0001"].judge([]) is not None


def test_a_syntax_test_accepts_every_output(found: dict[str, Vector]) -> None:
    assert found["toRdf/0004"].judge(()) is None
