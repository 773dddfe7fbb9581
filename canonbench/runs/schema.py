"""What every field of a record in ``run.jsonl`` may be, as far as something of canonbench reads it.

A record is checked when it is written and again when it is read, so that whoever uses one need not. Fields
that are not named here may be there and may be anything; records of older versions may lack some. The checks
are plain code: a run has thousands of records, and ``--help`` and analysis alike wait for them.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from canonbench.model.case import Case

__all__ = ["KINDS", "problem"]

_MOST_ROUNDS, _LARGEST, _LONGEST = 100_000, 2**53, 200


class _Type(NamedTuple):
    """What a value must be: in words, and as a check."""

    about: str
    holds: Callable[[Any], bool]


def _is_word(value: Any) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value) <= _LONGEST
        and value.isprintable()
        and not set(value) & set("/\\")
        and value[0] not in ".-"
    )


def _is_case(value: Any) -> bool:
    case = Case.of(value) if isinstance(value, str) and value.isprintable() else None
    return case is not None and _is_word(case.document)


def _is_number(value: Any) -> bool:
    return type(value) in {int, float} and 0 <= value <= _LARGEST and math.isfinite(value)


def _whole(least: int, most: int = _LARGEST) -> _Type:
    return _Type(
        f"a whole number from {least} to {most}", lambda value: type(value) is int and least <= value <= most
    )


def _list(kind: _Type) -> _Type:
    return _Type(
        f"a list, each {kind.about}",
        lambda value: isinstance(value, list | tuple) and all(map(kind.holds, value)),
    )


def _map(key: _Type, kind: _Type) -> _Type:
    return _Type(
        f"an object, each value {kind.about}",
        lambda value: (
            isinstance(value, Mapping) and all(map(key.holds, value)) and all(map(kind.holds, value.values()))
        ),
    )


def _object(needs: Mapping[str, _Type], may: Mapping[str, _Type] | None = None) -> _Type:
    def holds(value: Any) -> bool:
        return isinstance(value, Mapping) and not any(_amiss(value, needs, may or {}))

    return _Type(f"an object with {', '.join([*needs, *(may or {})])}", holds)


def _tuple(*kinds: _Type, least: int) -> _Type:
    def holds(value: Any) -> bool:
        return (
            isinstance(value, list | tuple)
            and least <= len(value) <= len(kinds)
            and all(kind.holds(part) for kind, part in zip(kinds, value, strict=False))
        )

    return _Type(f"a list of {', '.join(kind.about for kind in kinds)}", holds)


_TEXT = _Type("a text", lambda value: isinstance(value, str))
_LINE = _Type("a line of text", lambda value: isinstance(value, str) and value.isprintable())
_FLAG = _Type("true or false", lambda value: type(value) is bool)
_NUMBER = _Type("a number", _is_number)
_WORD = _Type("a name without a path", _is_word)
_CASE = _Type("the name of a case", _is_case)
_COUNT, _POSITIVE, _ROUNDS = _whole(0), _whole(1), _whole(1, _MOST_ROUNDS)
_PLACES = _list(_tuple(_TEXT, _TEXT, _COUNT, _COUNT, least=4))

_STACK = _object({"name": _WORD, "engine": _LINE}, {"python": _FLAG, "explicit": _FLAG})
_SETTINGS = {
    "values": _POSITIVE,
    "warmups": _COUNT,
    "min_time": _NUMBER,
    "timeout": _POSITIVE,
    "affinity": _LINE,
    "inherit": _list(_LINE),
    "keep_host": _FLAG,
}
_OPTIONS = {
    "rounds": _whole(0, _MOST_ROUNDS),
    "rigorous": _FLAG,
    "stacks": _list(_WORD),
    "given": _FLAG,
}
_PLAN = {
    "target": _WORD,
    "command": _TEXT,
    "rounds": _ROUNDS,
    "seed": _whole(-_LARGEST),
    "chapters": _map(_LINE, _list(_CASE)),
    "chapter_rounds": _map(_LINE, _ROUNDS),
    "stacks": _list(_STACK),
    "cells": _list(_tuple(_WORD, _WORD, _list(_CASE), _LINE, _whole(0, _MOST_ROUNDS), least=3)),
    "loops": _map(_WORD, _map(_CASE, _POSITIVE)),
    "settings": _object({}, _SETTINGS),
    "run": _WORD,
    "versions": _map(_CASE, _TEXT),
    "options": _object(_OPTIONS),
}
_DOCUMENT = _object(
    {"sha256": _LINE},
    {"size": _COUNT, "contexts_sha256": _LINE, "quads": _COUNT, "blank_nodes": _COUNT},
)
_FACTS = ("canonbench", "canonbench_source", "cpu_model", "architecture", "system", "kernel", "governor")
_MORE_FACTS = ("smt", "python", "python_build", "python_compiler", "gc", "openssl")
_ENVIRONMENT = {
    **dict.fromkeys((*_FACTS, *_MORE_FACTS), _TEXT),
    "machine": _WORD,
    "cpu_count": _COUNT,
    "load": _list(_NUMBER),
    "free_threaded": _FLAG,
    "gc_thresholds": _list(_COUNT),
    "libraries": _map(_TEXT, _TEXT),
    "contexts": _map(_TEXT, _TEXT),
    "engines": _map(_WORD, _map(_TEXT, _TEXT)),
    "documents": _map(_WORD, _DOCUMENT),
}
_AMOUNTS = dict.fromkeys(("calls", "peak", "allocated", "allocations"), _NUMBER)
_NOTE = {
    **dict.fromkeys(("about", "name", "stack", "reason", "stage"), _TEXT),
    "by_size": _PLACES,
    "by_count": _PLACES,
    "steps": _list(
        _object({"stage": _TEXT, "of": _TEXT, **_AMOUNTS}, {"by_size": _PLACES, "by_count": _PLACES})
    ),
}
_ROW = {"name": _TEXT, "stack": _TEXT, "reason": _TEXT}

_NEEDS: Mapping[str, Mapping[str, _Type]] = {
    "plan": {},
    "environment": {},
    "gate": {},
    "note": {},
    "null": _ROW,
    "refusal": _ROW,
    "violation": _ROW,
    "end": {"outcome": _LINE, "seconds": _NUMBER},
    "steps": {
        "name": _CASE,
        "steps": _list(
            _Type("a pair: a stage, and what it is applied to", _tuple(_TEXT, _TEXT, least=2).holds)
        ),
    },
    "work": {"document": _WORD, "counts": _map(_TEXT, _COUNT)},
    "variant": {"document": _WORD, "of": _WORD, "without": _TEXT},
}
"""What a record of each kind has at least."""

_MAY: Mapping[str, Mapping[str, _Type]] = {
    "plan": _PLAN,
    "environment": _ENVIRONMENT,
    "gate": {
        "name": _TEXT,
        "stack": _TEXT,
        "passed": _FLAG,
        "line": _COUNT,
        "digest": _TEXT,
        "part_of": _TEXT,
    },
    "note": _NOTE,
    "null": {"part_of": _TEXT},
    "refusal": {"part_of": _TEXT},
    "end": {"estimate": _NUMBER},
}
"""What it may have."""

KINDS = frozenset(_NEEDS)


def _amiss(record: Mapping[str, Any], needs: Mapping[str, _Type], may: Mapping[str, _Type]) -> list[str]:
    """Return what is wrong with the fields of ``record``: one line, or none."""
    if lacks := [name for name in needs if name not in record]:
        return [f"needs {', '.join(lacks)}"]
    return [
        f"has as its {name} something else than {kind.about}"
        for name, kind in {**needs, **may}.items()
        if name in record and not kind.holds(record[name])
    ][:1]


def problem(record: Any) -> str:
    """Return what is wrong with a record, empty if nothing is."""
    kind = record.get("kind") if isinstance(record, Mapping) else None
    if not isinstance(kind, str) or kind not in KINDS:
        return f"no JSON object with a kind of {', '.join(sorted(KINDS))}"
    for amiss in _amiss(record, _NEEDS[kind], _MAY.get(kind, {})):
        return f"{_an(kind)} {amiss}"
    if kind == "plan" and set(record.get("chapters", ())) - set(record.get("chapter_rounds", ())):
        return "a plan has a chapter without rounds"
    if kind == "note" and record.get("about") and not {"name", "stack"} <= record.keys():
        return "a note about something needs name, stack"
    return ""


def _an(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
