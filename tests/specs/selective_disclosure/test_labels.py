"""canonbench.specs.selective_disclosure.labels: label maps."""

from collections.abc import Callable

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs.selective_disclosure import (
    canonical_identifiers,
    compress_label_map,
    decompress_label_map,
    digest_label_map,
    hmac_label_map,
    replace_labels,
)

Mac = Callable[[bytes], Callable[[bytes], bytes]]

KEY = bytes.fromhex("00112233445566778899AABBCCDDEEFF" * 2)
LABEL = "u4YIOZn1MHES1Z4Ij2hWZG3R4dEYBqg5fHTyDEvYhC38"  # of c14n0, in both published cases


def test_a_label_is_the_hmac_of_the_canonical_identifier(mac: Mac) -> None:
    found = hmac_label_map({"_:e1": "_:c14n0", "_:e0": "_:c14n1"}, mac(KEY))
    assert list(found) == ["c14n0", "c14n1"]
    assert found["c14n0"] == LABEL


def test_a_label_map_is_made_of_digests_in_the_order_of_the_identifiers(mac: Mac) -> None:
    issued = {"_:e1": "_:c14n1", "_:e0": "_:c14n0"}
    assert canonical_identifiers(issued) == [b"c14n1", b"c14n0"]
    assert digest_label_map(issued, [bytes(2), mac(KEY)(b"c14n0")]) == {"c14n1": "uAAA", "c14n0": LABEL}
    with pytest.raises(ValueError, match="shorter"):
        digest_label_map(issued, [b""])


def test_labels_replace_those_of_the_dataset() -> None:
    assert replace_labels({"_:x": "_:c14n1", "_:y": "_:c14n0"}, {"c14n0": "uA", "c14n1": "uB"}) == {
        "_:x": "_:uB",
        "_:y": "_:uA",
    }


@pytest.mark.parametrize(
    "label_map",
    [{}, {"c14n0": "uA"}, {"c14n0": "uA", "c14n1": "uA"}, {"c14n0": "uA", "c14n1": "uB", "c14n2": "uC"}],
)
def test_a_map_that_does_not_fit_the_blank_nodes_is_refused(label_map: dict[str, str]) -> None:
    with pytest.raises(MalformedInput, match="label map does not name each blank node"):
        replace_labels({"_:x": "_:c14n1", "_:y": "_:c14n0"}, label_map)


def test_a_label_map_is_compressed_and_back() -> None:
    labels = {"c14n10": "uAAA", "c14n9": LABEL}
    compressed = compress_label_map(labels)
    assert list(compressed) == [9, 10]
    assert compressed[10] == bytes(2)
    assert len(compressed[9]) == 32
    assert labels == decompress_label_map(compressed)


@pytest.mark.parametrize(
    "label_map",
    ["c14n uAAA", "c14n01 uAAA", "b0 uAAA", "_:c14n0 uAAA", "c14n0 AAA", "c14n0 uAAB"],
)
def test_a_map_of_another_form_is_refused(label_map: str) -> None:
    identifier, label = label_map.split()
    with pytest.raises(MalformedInput):
        compress_label_map({identifier: label})
