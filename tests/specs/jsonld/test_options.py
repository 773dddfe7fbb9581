"""canonbench.specs.jsonld.options: what is asked where nobody asks for anything."""

import pytest

from canonbench.errors import DataLoss
from canonbench.specs import jsonld
from canonbench.specs.jsonld.options import DEFAULT, Options


def test_the_defaults_are_those_that_signing_needs() -> None:
    document = {"@id": "relative", "urn:p": "a"}

    with pytest.raises(DataLoss, match="relative"):
        jsonld.to_quads(document, {}, DEFAULT)
    assert jsonld.to_quads(document, {}, DEFAULT._replace(base="https://base.example/"))[0][0] == (
        "https://base.example/relative"
    )


def test_options_are_a_value() -> None:
    assert Options() == DEFAULT
    assert hash(Options(base="urn:b")) == hash(DEFAULT._replace(base="urn:b"))
