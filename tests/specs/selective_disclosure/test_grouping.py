"""canonbench.specs.selective_disclosure.grouping: which N-Quads a selection holds."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import nquads, rdfc10
from canonbench.specs.selective_disclosure import (
    Matching,
    Processor,
    canonicalize_and_group,
    hmac_label_map,
    label_replacement_canonicalize,
    match,
    select,
    skolemize,
    skolemize_in_place,
)

Mac = Callable[[bytes], Callable[[bytes], bytes]]

DOCUMENT: dict[str, Any] = {
    "@context": {"@vocab": "https://example.org/", "id": "@id", "type": "@type"},
    "type": "Diploma",
    "issuer": {"id": "urn:x:school", "name": "School"},
    "student": {"name": "Ada", "course": [{"code": "A"}, {"code": "B", "mark": 1}]},
    "other": {"@list": ["p", "q"]},
}


@pytest.fixture(params=["by compaction", "in place"])
def named(request: pytest.FixtureRequest, processor: Processor) -> Callable[[dict[str, Any]], Any]:
    if request.param == "in place":
        return lambda document: skolemize_in_place(document, "t", expand=processor.expand)
    return lambda document: skolemize(document, "t", expand=processor.expand, compact=processor.compact)


def test_lines_are_sorted_as_text_after_their_labels_were_replaced(
    named: Callable[[dict[str, Any]], Any], processor: Processor, mac: Mac
) -> None:
    factory = partial(hmac_label_map, hmac=mac(bytes(32)))
    pointers = {"one": ["/student/course/1/mark"], "none": [], "all": ["/issuer", "/student"]}
    grouped = canonicalize_and_group(named(DOCUMENT), factory, pointers, processor)
    assert sorted(grouped.nquads) == list(grouped.nquads)
    assert any(line.startswith("<urn:x:school>") for line in grouped.nquads)
    assert set(grouped.label_map.values()) == {label[2:] for label in grouped.labels.values()}
    one = [grouped.nquads[index] for index in grouped.groups["one"].matching]
    assert sorted(line.rsplit("https://example.org/")[-1].partition(">")[0] for line in one) == [
        "Diploma",
        "course",
        "mark",
        "student",
    ]
    everything = tuple(range(len(grouped.nquads)))
    assert ((), everything, ()) == grouped.groups["none"]
    for group in grouped.groups.values():
        assert everything == tuple(sorted(group.matching + group.non_matching))
    lists = {line for line in grouped.nquads if "22-rdf-syntax-ns#first" in line}
    assert len(lists) == 2
    assert lists <= {grouped.nquads[index] for index in grouped.groups["all"].non_matching}


@pytest.mark.parametrize("pointer", ["/other", "/second/other", "/credentials", ""])
def test_whole_lists_and_graphs_can_be_selected(
    pointer: str, named: Callable[[dict[str, Any]], Any], processor: Processor, mac: Mac
) -> None:
    context = DOCUMENT["@context"] | {"credentials": {"@container": "@graph"}}
    lists = {"@list": [{"name": "p"}, {"@list": ["q"]}]}
    credentials = [{"name": "one"}, {"name": "two"}, {"id": "urn:x:3", "name": "three"}]
    more = {"second": {"other": lists}, "credentials": credentials}
    document = DOCUMENT | {"@context": context} | more
    factory = partial(hmac_label_map, hmac=mac(bytes(32)))
    grouped = canonicalize_and_group(named(document), factory, {"g": [pointer], "all": [""]}, processor)
    assert tuple(range(len(grouped.nquads))) == grouped.groups["all"].matching
    group = grouped.groups["g"]
    lines = [grouped.nquads[index] for index in group.matching]
    alone = processor.to_rdf(processor.expand(select([pointer], document)))
    assert len(alone) == len(lines)
    assert rdfc10.canonicalize(alone) == rdfc10.canonicalize(group.dataset)
    assert rdfc10.canonicalize(alone) == rdfc10.canonicalize(nquads.parse("".join(lines)))


def test_a_part_of_a_list_cannot_be_selected(processor: Processor, mac: Mac) -> None:
    factory = partial(hmac_label_map, hmac=mac(bytes(32)))
    skolemized = skolemize_in_place(DOCUMENT, "t", expand=processor.expand)
    with pytest.raises(MalformedInput, match="group 'g': it says what the whole document does not"):
        canonicalize_and_group(skolemized, factory, {"g": ["/other/@list/1"]}, processor)


def test_a_blank_node_without_a_name_is_refused(processor: Processor, mac: Mac) -> None:
    factory = partial(hmac_label_map, hmac=mac(bytes(32)))
    skolemized = skolemize_in_place(DOCUMENT, "t", expand=processor.expand)
    other = skolemized._replace(compact=DOCUMENT)
    with pytest.raises(MalformedInput, match="group 'g': it says what the whole document does not"):
        canonicalize_and_group(other, factory, {"g": ["/student"]}, processor)


def test_a_selection_that_says_something_else_is_refused(processor: Processor, mac: Mac) -> None:
    skolemized = skolemize_in_place(DOCUMENT, "t", expand=processor.expand)
    other = skolemized._replace(compact=skolemized.compact | {"type": "Forgery"})
    factory = partial(hmac_label_map, hmac=mac(bytes(32)))
    with pytest.raises(MalformedInput, match="says what the whole document does not"):
        canonicalize_and_group(other, factory, {"g": ["/issuer"]}, processor)


def test_a_label_map_from_elsewhere_must_fit(processor: Processor) -> None:
    dataset = (("_:a", "urn:p", "_:b", None),)
    lines, label_map, labels = label_replacement_canonicalize(
        dataset, lambda _: {"c14n0": "u1", "c14n1": "u0"}, processor
    )
    assert len(lines) == 1
    assert label_map == {"c14n0": "u1", "c14n1": "u0"}
    assert {"_:u0", "_:u1"} == set(labels.values())
    with pytest.raises(MalformedInput, match="label map"):
        label_replacement_canonicalize(dataset, lambda _: {"c14n0": "u1"}, processor)


def test_characters_that_split_lines_elsewhere_do_not_split_them_here(processor: Processor) -> None:
    literal = ("a\u0085b\u2028c\x1d", "http://www.w3.org/2001/XMLSchema#string", None)
    lines, _, _ = label_replacement_canonicalize(
        (("urn:s", "urn:p", literal, None),), lambda _: {}, processor
    )
    assert len(lines) == 1


LINES = ("<urn:a> <urn:p> _:u0 .\n", '<urn:b> <urn:p> "b\u0085" .\n', "_:u0 <urn:p> <urn:a> .\n")


def test_the_lines_of_a_selection_are_told_from_the_others() -> None:
    assert match(LINES, LINES[2] + LINES[1]) == Matching((1, 2), (0,))
    assert match(LINES, "") == Matching((), (0, 1, 2))
    assert match((), "") == Matching((), ())


@pytest.mark.parametrize("selected", ["<urn:c> <urn:p> _:u0 .\n", LINES[0] + "<urn:a> <urn:p> _:u1 .\n"])
def test_a_line_that_the_document_has_not_is_refused(selected: str) -> None:
    with pytest.raises(MalformedInput, match="says what the whole document does not"):
        match(LINES, selected)


def test_a_document_known_to_be_complete_is_not_looked_through(processor: Processor, mac: Mac) -> None:
    document = {name: value for name, value in DOCUMENT.items() if name != "other"}
    factory = partial(hmac_label_map, hmac=mac(bytes(32)))
    skolemized = skolemize_in_place(document, "t", expand=processor.expand)
    assert skolemized.complete
    completed: list[Any] = []

    def noting(expanded: list[Any], _token: str) -> list[Any]:
        completed.append(expanded)
        return expanded

    watched = processor._replace(complete=noting)
    pointers = {"g": ["/student"]}
    found = canonicalize_and_group(skolemized, factory, pointers, watched)
    assert completed == []
    again = canonicalize_and_group(skolemized._replace(complete=False), factory, pointers, watched)
    assert len(completed) == 2
    assert found == again
