"""Outputs as neutral values."""

from canonbench.runtimes.leave import NAMED, dataset
from canonbench.runtimes.neutral import decode, encode
from canonbench.specs.cbor import Map, Simple, Tag
from canonbench.specs.rdf import XSD_STRING


def test_quads_in_lists_become_a_dataset_each_once() -> None:
    quad = ["_:b0", "urn:p", ["Ada", XSD_STRING, None], None]

    assert dataset([quad, [*quad]]) == (("_:b0", "urn:p", ("Ada", XSD_STRING, None), None),)


def test_what_cbor_has_beside_json_comes_back() -> None:
    for value in (Tag(24, b"x"), Simple(23), Map(((1, "a"), (b"k", None)))):
        assert decode(encode(value), NAMED) == value
