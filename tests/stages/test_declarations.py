"""Every stage of every family, as it is declared: its name, its place in a text, its whole, its input."""

import importlib
import types
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from canonbench.harness import codec
from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.specs.jcs import Json
from canonbench.stages import FAMILIES, STAGES, texts

NAMES = sorted(STAGES)
PLAIN: Mapping[Any, Any] = {
    Any: {"any": [None, 1.5, "é"]},
    None: None,
    bool: True,
    bytes: b"\0\xff",
    float: 0.5,
    int: 7,
    str: "text",
    type(None): None,
    ForwardRef(str(Json)): {"json": [True, None, 1, 0.5, "é", {}]},
}
"""A value of each neutral type without parts, and of JSON, whose definition names itself."""


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_module_offers_the_stages_that_are_listed_of_its_family(family: str) -> None:
    module = importlib.import_module(f"canonbench.stages.{family}")
    declared = {
        value for value in vars(module).values() if isinstance(value, Stage) and value.family == family
    }

    assert declared == set(FAMILIES[family])


@pytest.mark.parametrize("name", NAMES)
def test_a_stage_is_called_what_its_module_calls_it(name: str) -> None:
    family, verb = name.split(".")
    module = importlib.import_module(f"canonbench.stages.{family}")

    assert STAGES[name] is getattr(module, verb)
    assert STAGES[name].name == name
    assert {verb, *(kind for kind in _own_types(module))} <= set(module.__all__)


def _own_types(module: types.ModuleType) -> list[str]:
    """Return the names of the types that a module declares for others to use."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and not name.startswith("_")
    ]


def test_no_two_stages_have_one_name() -> None:
    names = [stage.name for stages in FAMILIES.values() for stage in stages]

    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", NAMES)
def test_a_stage_is_a_place_of_a_published_text(name: str) -> None:
    place = STAGES[name].text

    assert place.text.url.startswith("https://")
    assert place.text.name.strip()
    assert place.text.version.strip()
    assert place.anchor.split() == [place.anchor]
    assert "#" not in place.anchor


def test_each_text_has_a_name_and_an_address_of_its_own() -> None:
    published = {name: value for name, value in vars(texts).items() if isinstance(value, Text)}

    assert sorted(published) == sorted(texts.__all__)
    assert len({text.name for text in published.values()}) == len(published)
    assert len({text.url for text in published.values()}) == len(published)


@pytest.mark.parametrize("name", [name for name in NAMES if STAGES[name].part_of])
def test_wholes_exist_and_end(name: str) -> None:
    above = [name]
    while whole := STAGES[above[-1]].part_of:
        assert whole in STAGES
        assert whole not in above
        above.append(whole)

    assert len(above) > 1


@pytest.mark.parametrize("name", NAMES)
def test_an_input_is_made_of_neutral_values_and_survives_its_file(name: str) -> None:
    family, verb = name.split(".")
    declared = importlib.import_module(f"canonbench.stages.{family}").__annotations__[verb]
    kind, _ = get_args(declared)

    given = _sample(kind)
    found = codec.load(codec.dump(given))

    assert given == found
    assert type(given) is type(found)


def _sample(kind: Any, depth: int = 4) -> Any:
    """Return a value of the neutral type ``kind``; any other is a fault of the declaration.

    A type that may hold itself, as JSON does, is empty ``depth`` levels down.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin in {list, Sequence, Collection, dict, Mapping}:
        members = [_sample(parts[-1], depth - 1)] if depth else []
        mapped = {f"member {place}": each for place, each in enumerate(members)}
        return mapped if origin in {dict, Mapping} else members
    if origin in {Literal, Union, types.UnionType}:
        return parts[0] if origin is Literal else _sample(parts[0], depth)
    if origin is tuple:
        several = parts[-1:] == (...,)
        return (_sample(parts[0], depth),) * 2 if several else tuple(_sample(part, depth) for part in parts)
    if hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        return kind(*(_sample(hints[member], depth) for member in kind._fields))
    return PLAIN[kind]
