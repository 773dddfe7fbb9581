"""canonbench.specs.selective_disclosure.pointers: what a JSON pointer selects."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs.selective_disclosure import parse_pointer, select

DOCUMENT: dict[str, Any] = {
    "@context": ["https://example.org/"],
    "id": "urn:x:1",
    "type": ["Diploma"],
    "issuer": {"id": "did:example:school", "name": "School"},
    "a/b": {"m~n": {"": 1}},
    "student": {
        "id": "_:b0",
        "type": "Person",
        "name": "Ada",
        "courses": [
            {"type": "Course", "code": "A", "marks": [1, 2, 3]},
            {"id": "urn:c:2", "code": "B", "marks": [[4], [5, 6]]},
            {"code": "C"},
        ],
    },
}
COURSES = {"courses": DOCUMENT["student"]["courses"]}
TOP = {name: DOCUMENT[name] for name in ("id", "type", "@context")}


@pytest.mark.parametrize(
    ("pointer", "tokens"),
    [
        ("", ()),
        ("/", ("",)),
        ("/a~1b/m~0n/", ("a/b", "m~n", "")),
        ("/~01", ("~1",)),
        ("/a/0/b", ("a", "0", "b")),
    ],
)
def test_pointers_are_taken_apart(pointer: str, tokens: tuple[str, ...]) -> None:
    assert tokens == parse_pointer(pointer)


@pytest.mark.parametrize("pointer", ["a", "a/b", "#/a", "/a~", "/~2", " /a"])
def test_what_is_no_pointer_is_refused(pointer: str) -> None:
    with pytest.raises(MalformedInput, match="is no JSON pointer"):
        parse_pointer(pointer)


@given(st.lists(st.text("~/01a", max_size=4), min_size=1))
def test_escapes_are_undone(tokens: list[str]) -> None:
    pointer = "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)
    assert tuple(tokens) == parse_pointer(pointer)


@pytest.mark.parametrize(
    ("pointers", "expected"),
    [
        (["/issuer/name"], {"issuer": {"id": "did:example:school", "name": "School"}}),
        (["/a~1b/m~0n/"], {"a/b": {"m~n": {"": 1}}}),
        (["/student/name"], {"student": {"type": "Person", "name": "Ada"}}),
        (
            ["/student/courses/1/code"],
            {"student": {"type": "Person", "courses": [{"id": "urn:c:2", "code": "B"}]}},
        ),
        (
            ["/student/courses/2", "/student/courses/0/marks/2", "/student/courses/0/marks/0"],
            {
                "student": {
                    "type": "Person",
                    "courses": [{"type": "Course", "marks": [1, 3]}, {"code": "C"}],
                }
            },
        ),
        (
            ["/student/courses/1/marks/1/1"],
            {"student": {"type": "Person", "courses": [{"id": "urn:c:2", "marks": [[6]]}]}},
        ),
        (["/student/courses/1/marks/1/1", "/student/courses"], {"student": {"type": "Person", **COURSES}}),
        (["/student/courses", "/student/courses/1/marks/1/1"], {"student": {"type": "Person", **COURSES}}),
        (["/student/name", "/student"], {"student": DOCUMENT["student"]}),
        (["/student", "/student/name", "/student/courses/0/code"], {"student": DOCUMENT["student"]}),
        (["/issuer/name", "/issuer/id"], {"issuer": DOCUMENT["issuer"]}),
        (["/type"], {}),
    ],
)  # fmt: skip
def test_selections_by_hand(pointers: list[str], expected: dict[str, Any]) -> None:
    before = repr(DOCUMENT)
    assert TOP | expected == select(pointers, DOCUMENT)
    assert before == repr(DOCUMENT)


def test_no_pointer_selects_nothing_and_the_empty_one_everything() -> None:
    assert select([], DOCUMENT) is None
    assert select(["/issuer", "", "/student/name"], DOCUMENT) == DOCUMENT


def test_a_document_without_name_type_and_context_has_none_in_its_selection() -> None:
    assert select(["/a"], {"a": 1, "b": 2}) == {"a": 1}
    assert select(["/a/b"], {"id": "_:x", "a": {"id": "_:y", "b": 1, "c": 2}}) == {"a": {"b": 1}}
    assert select(["/a"], {"id": 5, "a": 1}) == {"id": 5, "a": 1}


@pytest.mark.parametrize(
    "pointer",
    [
        "/nothing",
        "/issuer/name/x",
        "/student/courses/3",
        "/student/courses/-",
        "/student/courses/01",
        f"/student/courses/{'9' * 5000}",
        "/student/courses/-1",
        "/student/courses/x/y",
        "/student/courses/1/marks/1/2",
        "/a~1b/0",
    ],
)
def test_a_pointer_that_leads_nowhere_is_refused(pointer: str) -> None:
    with pytest.raises(MalformedInput, match="leads nowhere"):
        select(["/issuer", pointer], DOCUMENT)


@given(st.data())
def test_every_pointer_selects_the_value_that_it_points_to(data: st.DataObject) -> None:
    paths: list[str] = []

    def walk(value: Any, pointer: str) -> None:
        items = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, item in items:
            path = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
            paths.append(path)
            walk(item, path)

    walk(DOCUMENT, "")
    chosen = data.draw(st.lists(st.sampled_from(paths), min_size=1, max_size=5))
    selection = select(chosen, DOCUMENT)
    assert selection == select(list(reversed(chosen)), DOCUMENT)
    assert selection == select(chosen * 2, DOCUMENT)
    for path in chosen:
        if not any(token.isdigit() for token in parse_pointer(path)):
            value, selected = DOCUMENT, selection
            for token in parse_pointer(path):
                value, selected = value[token], (selected or {})[token]
            assert value == selected
