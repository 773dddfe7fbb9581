"""Literals: the rules of JSON-LD 1.1 API, section 8.2.2, for the values of value objects."""

import re
from typing import Final

from canonbench.errors import JcsDomainError, JsonLdError
from canonbench.specs import jcs
from canonbench.specs.jsonld.options import Json
from canonbench.specs.rdf import RDF, XSD

__all__ = [
    "I18N",
    "RDF_JSON",
    "XSD_BOOLEAN",
    "XSD_DOUBLE",
    "XSD_INTEGER",
    "canonical_double",
    "is_language_tag",
    "is_rounded",
    "json_literal",
    "number",
]

XSD_BOOLEAN: Final = XSD + "boolean"
XSD_DOUBLE: Final = XSD + "double"
XSD_INTEGER: Final = XSD + "integer"
RDF_JSON: Final = RDF + "JSON"
I18N: Final = "https://www.w3.org/ns/i18n#"

_TOO_LARGE: Final = 10**21
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*").fullmatch


def is_language_tag(tag: str) -> bool:
    """Tell whether ``tag`` is well-formed as RDF asks of it."""
    return _LANGUAGE_TAG(tag) is not None


def number(value: float, datatype: str | None) -> tuple[str, str]:
    """Return lexical form and datatype of a JSON number (steps 10 and 11).

    Raises:
        JsonLdError: ``number out of range``, a code of ours: it is neither an integer below 10**21 nor a
            finite double.
    """
    if datatype != XSD_DOUBLE and -_TOO_LARGE < value < _TOO_LARGE and value == int(value):
        return str(int(value)), datatype or XSD_INTEGER
    return canonical_double(value), datatype or XSD_DOUBLE


def is_rounded(lexical: str, value: float) -> bool:
    """Tell whether ``lexical``, which ``number`` made of ``value``, says another number."""
    return "E" in lexical and float(lexical) != value


def canonical_double(value: float) -> str:
    """Return the canonical form of an xsd:double, with at most 16 digits (section 8.6).

    Raises:
        JsonLdError: ``number out of range``, a code of ours: it is not a finite double.
    """
    try:
        mantissa, _, exponent = f"{value:.15E}".partition("E")
    except OverflowError:
        mantissa, exponent = "", ""
    if not exponent:
        raise JsonLdError("number out of range", "a number is no finite double")
    digits = mantissa.rstrip("0")
    return f"{digits}0E{int(exponent)}" if digits[-1] == "." else f"{digits}E{int(exponent)}"


def json_literal(value: Json) -> str:
    """Return the canonical form of a JSON literal, by the JSON Canonicalization Scheme (section 8.6).

    Raises:
        JsonLdError: ``invalid JSON literal``, it is outside the domain of RFC 8785.
    """
    try:
        return jcs.canonicalize(value).decode()
    except JcsDomainError as error:
        raise JsonLdError("invalid JSON literal", str(error)) from error
