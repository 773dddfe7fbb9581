"""The stages of JSON-LD: their wholes, and what a source asks for."""

from canonbench.specs.jsonld import Options
from canonbench.stages import FAMILIES, jsonld


def test_expansion_and_deserialization_are_the_parts_of_a_whole() -> None:
    assert [stage.name for stage in FAMILIES["jsonld"] if stage.part_of == "jsonld.to_quads"] == [
        "jsonld.expand",
        "jsonld.to_rdf",
    ]
    assert [stage.name for stage in FAMILIES["jsonld"] if stage.cached] == [
        "jsonld.to_quads",
        "jsonld.expand",
        "jsonld.process_context",
        "jsonld.compact",
    ]
    assert jsonld.process_context.part_of == "jsonld.expand"


def test_a_source_has_no_base_and_lets_losses_pass_unless_asked() -> None:
    source = jsonld.Source({}, {})

    assert source.options == Options()
    assert source.options.base is None
    assert source.refuse_loss is False


def test_compact_documents_agree_whatever_the_order_of_their_arrays() -> None:
    normal = jsonld.compact.normal

    assert normal({"a": ["x", "y"], "b": 1}) == normal({"b": 1, "a": ["y", "x"]})
    assert normal({"a": ["x"]}) != normal({"a": ["y"]})


def test_active_contexts_are_told_once_and_then_by_number() -> None:
    one = jsonld.Processed("urn:v:", {"b": None, "a": "urn:a"})
    same, other = one._replace(terms={"a": "urn:a", "b": None}), one._replace(vocab=None)

    normal = jsonld.process_context.normal([one, other, same])

    assert normal.splitlines() == [
        "call 0: context 0, 2 terms",
        "  @vocab urn:v:",
        "  a urn:a",
        "  b None",
        "call 1: context 1, 2 terms",
        "  @vocab None",
        "  a urn:a",
        "  b None",
        "call 2: context 0, 2 terms",
    ]
