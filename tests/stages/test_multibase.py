"""Multibase: base-58-btc unless another base is named."""

from canonbench.harness import codec
from canonbench.stages import multibase


def test_the_base_is_that_of_most_proofs() -> None:
    assert multibase.Encoding(b"a") == (b"a", "z")
    assert multibase.Decoding("z2g") == ("z2g", "z")


def test_an_input_survives_its_file() -> None:
    for given in (multibase.Encoding(b"a", "u"), multibase.Decoding("uYQ", "u")):
        assert codec.load(codec.dump(given)) == given
