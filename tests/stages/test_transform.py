"""The two transformations take one and the same input."""

from canonbench.stages import STAGES, jsonld, transform


def test_both_take_the_same_request_with_the_hash_that_is_usual() -> None:
    source = jsonld.Source({"a": 1}, {})

    assert transform.Request(source) == (source, "sha256")
    assert transform.rdfc.normal(b"a") == transform.jcs.normal(b"a")


def test_the_parts_are_those_of_the_two_ways() -> None:
    parts = {whole: [each.name for each in STAGES.values() if each.part_of == whole] for whole in STAGES}

    assert parts["transform.rdfc"] == ["jsonld.to_quads", "rdfc.canonicalize"]
    assert parts["transform.jcs"] == ["jcs.canonicalize"]
    assert transform.rdfc.cached
    assert not transform.jcs.cached
