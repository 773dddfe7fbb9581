"""The error tree: one base, one line, an exit code."""

import inspect

import pytest

from canonbench import errors
from canonbench.errors import CanonbenchError, JsonLdError, SpecError, UnknownName


def test_every_error_is_listed_and_drawn() -> None:
    classes = [
        name
        for name, value in vars(errors).items()
        if inspect.isclass(value) and value.__module__ == errors.__name__
    ]

    assert sorted(errors.__all__) == sorted([*classes, "one_line"])
    assert errors.__doc__ is not None
    assert not [name for name in classes if name not in errors.__doc__]


def test_an_unknown_name_says_what_is_near() -> None:
    error = UnknownName("engine", "pyl", ["pyld", "rdflib"])

    assert str(error) == "there is no engine 'pyl'; did you mean pyld?"
    assert error.exit_code == 2


def test_an_unknown_name_lists_what_is_known_if_nothing_is_near() -> None:
    assert str(UnknownName("engine", "zzz", ["pyld", "rdflib"])).endswith("known: pyld, rdflib")


def test_errors_of_the_specs_are_value_errors() -> None:
    assert issubclass(SpecError, ValueError)
    assert SpecError.exit_code == CanonbenchError.exit_code == 1


@pytest.mark.parametrize(("pointer", "end"), [("/a/0", " at /a/0"), ("", "not a string")])
def test_a_json_ld_error_has_its_code_first_and_its_place_last(pointer: str, end: str) -> None:
    error = JsonLdError("invalid term definition", "not a string", pointer)

    assert str(error).startswith("invalid term definition: not a string")
    assert str(error).endswith(end)
    assert (error.code, error.pointer) == ("invalid term definition", pointer)


def test_what_a_library_says_is_one_line() -> None:
    assert errors.one_line(ValueError("not\n  this")) == "ValueError: not this"
    assert errors.one_line(KeyError()) == "KeyError:"
