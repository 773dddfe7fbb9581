"""The stages of JSON-LD: their wholes, and what a source asks for."""

from canonbench.specs.jsonld import Options
from canonbench.stages import FAMILIES, jsonld


def test_expansion_and_deserialization_are_the_parts_of_a_whole() -> None:
    assert [stage.name for stage in FAMILIES["jsonld"] if stage.part_of == "jsonld.to_quads"] == [
        "jsonld.expand",
        "jsonld.to_rdf",
    ]
    assert [stage.name for stage in FAMILIES["jsonld"] if stage.cached] == [
        "jsonld.expand",
        "jsonld.to_quads",
        "jsonld.compact",
    ]


def test_a_source_has_no_base_and_lets_losses_pass_unless_asked() -> None:
    source = jsonld.Source({}, {})

    assert source.options == Options()
    assert source.options.base is None
    assert source.refuse_loss is False


def test_compact_documents_agree_whatever_the_order_of_their_arrays() -> None:
    normal = jsonld.compact.normal

    assert normal({"a": ["x", "y"], "b": 1}) == normal({"b": 1, "a": ["y", "x"]})
    assert normal({"a": ["x"]}) != normal({"a": ["y"]})
