"""Data loss: what a document says and its dataset does not (VC Data Integrity, section 2.4.3)."""

from typing import NamedTuple

__all__ = ["Loss"]


class Loss(NamedTuple):
    """One thing that would not be signed.

    Attributes:
        pointer: JSON pointer (RFC 6901) of the member or item in the document.
        kind: what happened, one of the kinds of ``docs/jsonld.md``, such as ``"undefined term"``.
        value: the term, IRI or value in question, as text.
    """

    pointer: str
    kind: str
    value: str
