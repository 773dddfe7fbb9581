"""Texts and places in them."""

from canonbench.model.text import Text

RFC8785 = Text("RFC 8785", "2020-06", "https://www.rfc-editor.org/rfc/rfc8785")


def test_a_reference_names_text_version_and_place() -> None:
    place = RFC8785.at("section-3.2")

    assert str(place) == "RFC 8785 (2020-06) section-3.2"
    assert place.url == "https://www.rfc-editor.org/rfc/rfc8785#section-3.2"
