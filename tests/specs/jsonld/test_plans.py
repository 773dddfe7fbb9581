"""canonbench.specs.jsonld.plans: what is worked out once of a member and of a set of types."""

from typing import Any

import pytest

from canonbench.specs.jsonld import ContextCache, Options
from canonbench.specs.jsonld.cache import Session
from canonbench.specs.jsonld.plans import CONTEXT, LOST, SKIP, Plan, Reading, reading_of
from canonbench.specs.rdf import RDF_LANG_STRING, XSD_STRING


def opened(context: dict[str, Any]) -> tuple[Reading, Session]:
    session = Session(ContextCache({}), Options())
    return reading_of(session.local(session.initial(None), context)), session


def plan(context: dict[str, Any], key: str = "p") -> Plan:
    reading, session = opened(context)
    return reading.plan(key, session)


@pytest.mark.parametrize(
    ("definition", "read"),
    [
        ("urn:p", {"datatype": XSD_STRING, "item_type": XSD_STRING}),
        ({"@id": "urn:p", "@type": "urn:t"}, {"datatype": "urn:t", "scalar_type": "urn:t"}),
        ({"@id": "urn:p", "@type": "@id"}, {"datatype": None, "item_type": None, "vocab": False}),
        ({"@id": "urn:p", "@type": "@vocab"}, {"datatype": None, "vocab": True}),
        ({"@id": "urn:p", "@language": "fr"}, {"datatype": RDF_LANG_STRING, "language": "fr"}),
        ({"@id": "urn:p", "@container": "@list"}, {"datatype": None, "item_type": XSD_STRING, "list": True}),
        ({"@id": "urn:p", "@container": "@graph"}, {"datatype": None, "graph": True}),
        ({"@id": "urn:p", "@container": ["@set", "@language"]}, {"languages": True, "list": False}),
    ],
    ids=str,
)
def test_a_plan_says_how_values_are_read(definition: Any, read: dict[str, Any]) -> None:
    found = plan({"p": definition})

    assert (found.predicate, found.odd) == ("urn:p", False)
    assert {name: getattr(found, name) for name in read} == read


@pytest.mark.parametrize(
    "definition",
    [
        {"@reverse": "urn:p"},
        {"@id": "urn:p", "@type": "@json"},
        {"@id": "urn:p", "@container": "@index"},
        {"@id": "urn:p", "@container": ["@graph", "@id"]},
        {"@id": "urn:p", "@direction": "rtl"},
        {"@id": "urn:p", "@language": "not a tag"},
        {"@id": "urn:p", "@type": "urn:not an IRI"},
        "urn:not an IRI",
    ],
    ids=str,
)
def test_what_only_expansion_can_read_is_odd(definition: Any) -> None:
    assert plan({"p": definition}).odd is True


def test_members_that_say_nothing_have_plans_of_their_own() -> None:
    reading, session = opened({"id": "@id", "p": None})

    assert (reading.plans["id"], reading.plans["@type"], reading.plans["@context"]) == (SKIP, SKIP, CONTEXT)
    assert reading.plan("p", session) is LOST
    assert reading.plan("q", session) is LOST


def test_the_context_of_a_term_is_that_of_its_values() -> None:
    found = plan({"p": {"@id": "urn:p", "@context": {"q": "urn:q"}}})

    assert found.child is found.kept
    assert found.child.active.terms.keys() == {"p", "q"}


def test_the_context_of_a_type_ends_where_the_next_node_begins() -> None:
    reading, session = opened({"p": "urn:p", "T": {"@id": "urn:T", "@context": {"q": "urn:q"}}})
    typed = reading.type("T", session)
    assert typed is not None
    inner, iris = typed

    found = inner.plan("q", session)

    assert iris == ("urn:T",)
    assert (found.child, found.kept) == (reading, inner)


def test_several_types_apply_in_the_order_of_their_names() -> None:
    context: dict[str, Any] = {
        name: {"@id": f"urn:{name}", "@context": {"p": f"urn:of:{name}"}} for name in ("B", "A")
    }
    reading, session = opened(context)

    typed = reading.type(("B", "A"), session)

    assert typed is not None
    assert typed[1] == ("urn:B", "urn:A")
    assert typed[0].plan("p", session).predicate == "urn:of:B"
    assert reading.types[("B", "A")] == typed


@pytest.mark.parametrize("value", ["relative", "@reserved", "T"])
def test_types_that_only_expansion_can_read_are_not_remembered(value: str) -> None:
    reading, session = opened({"T": {"@id": "urn:T", "@context": {"id": "@id"}}})

    assert reading.type(value, session) is None
    assert reading.types == {}


def test_what_is_forgotten_is_worked_out_again() -> None:
    reading, session = opened({"p": "urn:p", "T": "urn:T"})
    before = reading.plan("p", session)
    reading.type("T", session)

    reading.forget()

    assert reading.types == {}
    assert reading.plans == {"@context": CONTEXT, "@id": SKIP, "@type": SKIP}
    assert reading.plan("p", session) is not before
    assert reading_of(reading.active) is reading
