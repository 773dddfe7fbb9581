"""RFC 8785 transcribed step by step, in the order of its section 3.2, without shortcuts.

It is the yardstick for what the text itself asks for. It tells how much work a value takes (:func:`count`),
and it keeps the primitive calls of a literal run, so that these alone can be made again (:func:`trace`,
:func:`replay`). :mod:`canonbench.specs.jcs` gives the same bytes sooner.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from math import isfinite
from typing import Any, Final, NamedTuple

from canonbench.errors import JcsDomainError
from canonbench.specs.jcs import SAFE_INTEGER, Json, domain_error

__all__ = ["Trace", "Work", "canonicalize", "count", "replay", "trace"]

_ESCAPES: Final = {code: f"\\u{code:04x}" for code in range(0x20)} | {
    ord("\b"): "\\b",
    ord("\t"): "\\t",
    ord("\n"): "\\n",
    ord("\f"): "\\f",
    ord("\r"): "\\r",
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}
_MOST_WHOLE_DIGITS: Final = 21  # ECMA-262, Number::toString, steps 6 and 7
_MOST_LEADING_ZEROS: Final = 6  # step 8


class Work(NamedTuple):
    """How much there is to do in one canonicalization; the same on every machine."""

    objects: int
    arrays: int
    members: int
    """Names that are sorted and written."""
    strings: int
    """String values, names not among them."""
    numbers: int
    literals: int
    bytes: int
    """Length of the canonical form."""


class Trace(NamedTuple):
    """The arguments of every primitive call that a literal run makes, in its order."""

    names: tuple[tuple[bytes, ...], ...]
    """For each object the UTF-16 code units (big-endian) of its names, as they stood in the input."""
    numbers: tuple[float, ...]
    """What the ECMAScript number serialization is called with."""
    tokens: tuple[str, ...]
    """What is joined to the canonical form."""


class _Run:
    """One run: everything it emits and all it hands to a primitive."""

    def __init__(self) -> None:
        self.names: list[tuple[bytes, ...]] = []
        self.numbers: list[float] = []
        self.tokens: list[str] = []
        self.arrays = self.strings = self.literals = 0

    def serialize(self, value: Any) -> None:
        """Emit ``value``: section 3.2.1 has no white space emitted, section 3.2.2 each kind of token."""
        emit = self.tokens.append
        if value is None or isinstance(value, bool):  # 3.2.2.1
            self.literals += 1
            emit({None: "null", True: "true", False: "false"}[value])
        elif isinstance(value, str):  # 3.2.2.2
            self.strings += 1
            emit(_string(value))
        elif isinstance(value, int | float):  # 3.2.2.3
            self.numbers.append(value)
            emit(_number(value))
        elif isinstance(value, list | tuple):
            self.arrays += 1
            emit("[")
            for index, item in enumerate(value):  # 3.2.3: the order of elements must not be changed
                if index:
                    emit(",")
                self.serialize(item)
            emit("]")
        elif isinstance(value, Mapping):
            units = {_code_units(name): name for name in value}
            self.names.append(tuple(units))
            emit("{")
            for index, name in enumerate(sorted(units)):  # 3.2.3, again for each object inside
                if index:
                    emit(",")
                emit(_string(units[name]))
                emit(":")
                self.serialize(value[units[name]])
            emit("}")
        else:
            raise JcsDomainError("not a JSON type")


def _run(value: Json) -> _Run:
    run = _Run()
    try:
        run.serialize(value)
    except (JcsDomainError, RecursionError) as error:
        raise domain_error(value) from error
    return run


def canonicalize(value: Json) -> bytes:
    """Return the canonical form of ``value``, UTF-8 (RFC 8785, section 3.2.4).

    Raises:
        JcsDomainError: ``value`` is outside the domain of the text; the message gives the JSON pointer.
    """
    return _encode(_run(value).tokens)


def count(value: Json) -> Work:
    """Return how much work the canonicalization of ``value`` is.

    Raises:
        JcsDomainError: as :func:`canonicalize`.
    """
    run = _run(value)
    return Work(
        objects=len(run.names),
        arrays=run.arrays,
        members=sum(map(len, run.names)),
        strings=run.strings,
        numbers=len(run.numbers),
        literals=run.literals,
        bytes=len(_encode(run.tokens)),
    )


def trace(value: Json) -> Trace:
    """Return the arguments of the primitive calls that :func:`canonicalize` makes for ``value``.

    Raises:
        JcsDomainError: as :func:`canonicalize`.
    """
    run = _run(value)
    return Trace(tuple(run.names), tuple(run.numbers), tuple(run.tokens))


def replay(calls: Trace) -> bytes:
    """Make the primitive calls again and nothing else: the sorts, the shortest digits, the join, UTF-8."""
    for names in calls.names:
        sorted(names)
    for value in calls.numbers:
        repr(value)
    return _encode(calls.tokens)


def _encode(tokens: Iterable[str]) -> bytes:
    """Section 3.2.4."""
    return "".join(tokens).encode()


def _code_units(name: Any) -> bytes:
    """Section 3.2.3: a name as an array of UTF-16 code units, compared as unsigned integers."""
    if not isinstance(name, str):
        raise JcsDomainError("not a name")
    try:
        return name.encode("utf-16-be")
    except UnicodeEncodeError as error:
        raise JcsDomainError("lone surrogate") from error


def _string(text: str) -> str:
    """Section 3.2.2.2, where a lone surrogate must cause an error."""
    _code_units(text)
    return '"' + text.translate(_ESCAPES) + '"'


def _number(value: float) -> str:
    """Section 3.2.2.3; ECMA-262, Number::toString, with the names ``k``, ``n`` and ``s`` of that text."""
    if isinstance(value, int) and abs(value) > SAFE_INTEGER:  # section 3.1, RFC 7493 section 2.2
        raise JcsDomainError("beyond 2^53 - 1")
    if not isfinite(value):
        raise JcsDomainError("no number")
    if value == 0:
        return "0"
    if value < 0:
        return "-" + _number(-value)
    _, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    s, k = "".join(map(str, digits)), len(digits)
    n = k + int(exponent)
    if k <= n <= _MOST_WHOLE_DIGITS:
        return s + "0" * (n - k)
    if 0 < n <= _MOST_WHOLE_DIGITS:
        return s[:n] + "." + s[n:]
    if -_MOST_LEADING_ZEROS < n <= 0:
        return "0." + "0" * -n + s
    power = ("+" if n > 0 else "-") + str(abs(n - 1))
    return (s if k == 1 else s[0] + "." + s[1:]) + "e" + power
