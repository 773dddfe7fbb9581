"""A specification, and a place in it."""

from dataclasses import dataclass

__all__ = ["Reference", "Text"]


@dataclass(frozen=True)
class Text:
    """A published specification: its short name, its version as published, and its address."""

    name: str
    version: str
    url: str

    def at(self, anchor: str) -> "Reference":
        """Return the place ``anchor`` of this text (a fragment of its address)."""
        return Reference(self, anchor)


@dataclass(frozen=True)
class Reference:
    """A place in a text."""

    text: Text
    anchor: str

    @property
    def url(self) -> str:
        """The address of this very place."""
        return f"{self.text.url}#{self.anchor}"

    def __str__(self) -> str:
        """Name text, version and place, as in ``RFC 8785 (2020-06) section-3.2``."""
        return f"{self.text.name} ({self.text.version}) {self.anchor}"
