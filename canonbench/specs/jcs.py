"""JSON Canonicalization Scheme (RFC 8785), as fast as pure Python allows.

RFC 8785 differs from the compact form that :mod:`json` writes with sorted member names in four points only:

* numbers are written as ECMAScript writes them (section 3.2.2.3);
* member names are sorted by UTF-16 code unit, not by code point (section 3.2.3): the two orders differ only
  where a name beyond U+FFFF meets one in U+E000 to U+FFFF;
* what is outside I-JSON (RFC 7493) is refused: integers beyond 2**53 - 1, NaN, infinities, lone surrogates;
* names that are no strings are refused.

So one pass looks whether any of these points arises; where none does (nearly always), the encoder of
:mod:`json`, which escapes strings exactly as section 3.2.2.2 does, writes the text. The literal transcription
is :mod:`canonbench.specs.jcs_reference`.
"""

from collections.abc import Mapping, Sequence
from json import JSONEncoder
from json.encoder import encode_basestring
from typing import Any, TypeAlias

from canonbench.errors import JcsDomainError

__all__ = ["SAFE_INTEGER", "Json", "canonicalize", "domain_error", "number", "utf16"]

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

SAFE_INTEGER = 2**53 - 1
"""The largest integer whose neighbours a binary64 number can tell apart (RFC 7493, section 2.2)."""

_LAST_OF_PLANE_0 = "\uffff"
_LEAST_DECIMAL, _DIGITS = -6, 21  # ECMAScript writes an exponent below 1e-6 and from 1e21 on
_LEAST_PLAIN_FLOAT, _LEAST_EXPONENT_FLOAT = 1e-4, 1e16  # between these repr() writes no exponent

_write = JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def canonicalize(value: Json) -> bytes:
    """Return the canonical form of ``value``, UTF-8 (RFC 8785, section 3.2).

    Args:
        value: JSON as Python has it; tuples count as arrays.

    Raises:
        JcsDomainError: ``value`` is outside the domain of the text; the message gives the JSON pointer.
    """
    try:
        return (_write(value) if _is_plain((value,)) else _serialize(value)).encode()
    except (JcsDomainError, TypeError, UnicodeEncodeError, RecursionError) as error:
        raise domain_error(value) from error


def number(value: float) -> str:
    """Return a finite number as ECMAScript writes it (RFC 8785, section 3.2.2.3; ECMA-262, Number::toString).

    Python and ECMAScript choose the same shortest digits; they differ in when an exponent is used.

    Raises:
        JcsDomainError: ``value`` is NaN or infinite.
    """
    text = repr(value)
    if text.endswith(".0"):
        return text[:-2] if value else "0"
    mantissa, found, exponent = text.partition("e")
    if not found:
        if text in {"nan", "inf", "-inf"}:
            raise JcsDomainError(f"{text} is not a JSON number; leave the member out, or write null")
        return text
    power = int(exponent)
    if _LEAST_DECIMAL <= power < 0:
        sign, digits = ("-", mantissa[1:]) if value < 0 else ("", mantissa)
        return f"{sign}0.{'0' * (-power - 1)}{digits.replace('.', '')}"
    if 0 < power < _DIGITS:
        whole, _, fraction = mantissa.partition(".")
        return whole + fraction.ljust(power, "0")
    return f"{mantissa}e{power:+d}"


def utf16(name: str) -> bytes:
    """Return the UTF-16 code units of ``name``, big-endian: by these bytes names are sorted (3.2.3)."""
    return name.encode("utf-16-be")


def _is_plain(values: Any) -> bool:  # noqa: C901, PLR0911 - one flat loop, since it runs on every value
    """Tell whether the encoder of json writes ``values`` (of an array or an object) canonically."""
    for value in values:
        kind = value.__class__
        if kind is str or value is None:
            continue
        if kind is dict:
            names = "".join(value)  # TypeError if a name is no string
            if not names.isascii() and max(names) > _LAST_OF_PLANE_0:
                return False
            if not _is_plain(value.values()):
                return False
        elif kind is list:
            if not _is_plain(value):
                return False
        elif kind is int:
            if not -SAFE_INTEGER <= value <= SAFE_INTEGER:
                return False
        elif kind is float:
            if not (value % 1 and _LEAST_PLAIN_FLOAT <= abs(value) < _LEAST_EXPONENT_FLOAT):
                return False
        elif kind is not bool:
            return False
    return True


def _serialize(value: Any) -> str:  # noqa: PLR0911 - one case for each JSON type
    """Write ``value`` without the help of the encoder of json."""
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, Mapping):
        names = "".join(value)
        order = sorted(value, key=utf16) if names and max(names) > _LAST_OF_PLANE_0 else sorted(value)
        return (
            "{" + ",".join([f"{encode_basestring(name)}:{_serialize(value[name])}" for name in order]) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ",".join([_serialize(item) for item in value]) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, int) and -SAFE_INTEGER <= value <= SAFE_INTEGER:
        return int.__repr__(value)
    raise JcsDomainError("outside the domain")


def domain_error(value: Any) -> JcsDomainError:
    """Return the error that says what in ``value`` is outside the domain, and where.

    It looks at every value, so it is only called once something is known to be outside.
    """
    try:
        return _first_fault(value, "") or JcsDomainError("the value cannot be canonicalized; report this")
    except RecursionError:
        return JcsDomainError("the value is nested too deeply, or contains itself; make it flatter")


def _first_fault(value: Any, pointer: str) -> JcsDomainError | None:
    """Return the first fault in ``value``, which stands at ``pointer`` (RFC 6901)."""
    where = f"at {pointer!r}" if pointer else "at the top"
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                return JcsDomainError(f"member name {name!r} {where} is no string; quote it")
            if not _is_unicode(name):
                return JcsDomainError(f"member name {name!r} {where} holds a lone surrogate; mend the text")
        members = [(name.replace("~", "~0").replace("/", "~1"), item) for name, item in value.items()]
    elif isinstance(value, list | tuple):
        members = [(str(index), item) for index, item in enumerate(value)]
    else:
        problem = _fault_of_primitive(value)
        return JcsDomainError(problem.format(where)) if problem else None
    faults = (_first_fault(item, f"{pointer}/{token}") for token, item in members)
    return next((fault for fault in faults if fault), None)


def _fault_of_primitive(value: Any) -> str:
    """Return what is wrong with ``value``, with ``{}`` where the place is to stand; empty if nothing is."""
    if isinstance(value, str):
        return "" if _is_unicode(value) else "string {} holds a lone surrogate; mend the text"
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float):
        finite = value - value == 0
        return "" if finite else f"{value!r} {{}} is not a JSON number; leave the member out, or write null"
    if isinstance(value, int):
        inside = -SAFE_INTEGER <= value <= SAFE_INTEGER
        return "" if inside else "integer {} is beyond 2^53 - 1 (RFC 7493); write it as a string"
    return f"{type(value).__name__} {{}} is not a JSON type; convert it first"


def _is_unicode(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
