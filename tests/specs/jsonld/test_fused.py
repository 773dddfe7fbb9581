"""canonbench.specs.jsonld.fused: one pass gives what two give, and goes the long way where it must."""

from collections.abc import Callable
from typing import Any

import pytest

from canonbench.errors import DataLoss, JsonLdError
from canonbench.specs import jsonld, rdfc10
from canonbench.specs.jsonld import ContextCache, Options
from canonbench.specs.jsonld.cache import Session
from canonbench.specs.jsonld.fused import FusedPass, NotFused
from canonbench.specs.jsonld.loss import LossLog
from canonbench.specs.jsonld.options import DEFAULT

_CONTEXT = {
    "@version": 1.1,
    "ex": "https://ex.example/#",
    "id": "@id",
    "type": "@type",
    "name": "ex:name",
    "ref": {"@id": "ex:ref", "@type": "@id"},
    "term": {"@id": "ex:term", "@type": "@vocab"},
    "date": {"@id": "ex:date", "@type": "ex:dt"},
    "any": {"@id": "ex:any", "@type": "@none"},
    "set": {"@id": "ex:set", "@container": "@set"},
    "list": {"@id": "ex:list", "@container": "@list"},
    "refs": {"@id": "ex:refs", "@container": "@list", "@type": "@id"},
    "text": {"@id": "ex:text", "@container": "@language"},
    "graph": {"@id": "ex:graph", "@container": "@graph"},
    "json": {"@id": "ex:json", "@type": "@json"},
    "index": {"@id": "ex:index", "@container": "@index", "@index": "name"},
    "back": {"@reverse": "ex:back"},
    "french": {"@id": "ex:french", "@language": "fr"},
    "scoped": {
        "@id": "ex:scoped",
        "@context": {"name": "ex:inner", "scoped": {"@id": "ex:s", "@type": "@id"}},
    },
    "Badge": {"@id": "ex:Badge", "@context": {"name": {"@id": "ex:title", "@language": "en"}}},
    "none": "@none",
}
_SHARED = {"https://ctx.example/": {"@context": _CONTEXT}}

_FUSED: dict[str, dict[str, Any]] = {
    "scalars": {"name": ["a", 1, 1.5, True, False, None, 1e21]},
    "typed scalars": {"date": ["a", 1, 2.5, True]},
    "references": {"ref": ["did:ex:1", "https://a/", "ex:a", "_:b", "_:b", {"id": "ex:n"}, 5]},
    "terms": {"term": ["Badge", "ex:x", "https://a/", "_:b"]},
    "no coercion": {"any": ["a", 1]},
    "nodes": {"name": {"name": [{"name": "a"}, {"id": "urn:n", "type": "ex:T", "ref": "urn:m"}]}},
    "types": {"type": ["Badge", "ex:T", "https://t/"], "name": "a"},
    "a scoped type ends at the next node": {"type": "Badge", "name": {"name": "a"}, "ref": {"id": "ex:r"}},
    "a scoped property": {"scoped": [{"name": "a"}, "ex:b", {"id": "ex:c"}, 7]},
    "sets and empty arrays": {"set": ["a", {"name": "b"}], "name": []},
    "lists": {"list": ["a", 1, True], "refs": ["urn:a", "_:b"], "set": {"list": []}},
    "one value for a list": {"list": "a"},
    "languages": {"text": {"en": "a", "DE": ["b", None]}, "french": "c"},
    "a language map of no map": {"text": ["a", {"name": "b"}]},
    "graphs": {"graph": [{"name": "a", "graph": {"name": "b"}}, {"id": "urn:n", "name": "c"}]},
    "a nested context": {"name": {"@context": {"name": "ex:other"}, "name": "a"}},
    "value objects": {"name": [{"@value": "a", "@language": "en"}, {"@value": 5}, {"@value": None}]},
    "lists of nodes": {"list": [{"name": "a"}, "b", {"@value": "c"}, [1]]},
    "a list that is a map": {"list": {"@list": ["a"]}},
    "a null in a list": {"list": [None, "a"]},
    "explicit lists and sets": {"name": [{"@list": ["a"]}, {"@set": ["b"]}]},
    "arrays in arrays": {"name": [["a", ["b"]], []]},
    "json": {"json": {"@id": [1, "a"]}},
    "values in graphs": {"graph": [{"@id": "urn:n", "@graph": [{"name": "a"}]}, {"@set": [{"name": "b"}]}]},
    "a reference in a graph": {"graph": {"id": "urn:n"}},
    "an index that is a property": {"index": {"i": {"ref": "urn:a"}, "j": [{"name": "b"}]}},
    "reverse properties": {"back": [{"name": "a"}, {"id": "urn:n"}]},
    "nodes with a graph": {"name": {"@graph": [{"name": "a"}], "name": "b"}},
    "included nodes": {"name": {"@included": {"name": "a"}}},
    "keywords by their own names": {"name": {"@id": "urn:n", "@type": "ex:T", "name": "a"}},
    "language tags that are terms": {"text": {"none": "a", "en": "b"}},
}


@pytest.mark.parametrize("members", _FUSED.values(), ids=_FUSED.keys())
def test_one_pass_gives_the_quads_of_two(members: dict[str, Any]) -> None:
    document = {"@context": "https://ctx.example/", "id": "urn:x:1", **members}
    session = Session(ContextCache(_SHARED), DEFAULT)
    log = LossLog(DEFAULT)
    fused = FusedPass(session, DEFAULT, log)
    fused.document(document, session.initial(None))
    composed = jsonld.to_rdf(jsonld.expand(document, _SHARED))
    assert composed, "the document says something"
    assert rdfc10.canonicalize(tuple(dict.fromkeys(fused.quads))) == rdfc10.canonicalize(composed)
    assert log.losses == list(jsonld.data_loss(document, _SHARED))


def _outcome(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except JsonLdError as error:
        return error.code, error.pointer


_NOT_FUSED: dict[str, Any] = {
    "no map": "a",
    "a graph at the top": {"@graph": [{"name": "a"}]},
    "a named node and no more": {"id": "urn:x:1"},
    "a relative name": {"id": "x", "name": "a"},
    "a name that is null": {"id": None, "name": "a"},
    "a name that is no string": {"id": 7, "name": "a"},
    "a type that is null": {"type": None, "name": "a"},
    "types that are no strings": {"type": [7], "name": "a"},
    "a type that is a map": {"type": {}, "name": "a"},
    "a relative type": {"type": "T", "name": "a"},
    "a relative reference": {"ref": "x"},
    "a reserved reference": {"ref": "@x"},
    "a language without a string": {"text": {"en": 5}},
    "too deep a map": {"name": {"name": {"name": {"name": {"name": "a"}}}}},
    "too deep an array": {"name": {"name": {"name": {"name": ["a"]}}}},
}


@pytest.mark.parametrize("members", _NOT_FUSED.values(), ids=_NOT_FUSED.keys())
def test_what_cannot_be_said_in_one_pass_is_left_to_two(members: Any) -> None:
    options = Options(max_depth=4)
    document = {"@context": _CONTEXT, **members} if isinstance(members, dict) else members
    session = Session(ContextCache({}), options)
    with pytest.raises((NotFused, JsonLdError)):
        FusedPass(session, options, LossLog(options)).document(document, session.initial(None))
    composed = _outcome(lambda: jsonld.to_rdf(jsonld.expand(document, {}, options), options))
    fused = _outcome(lambda: jsonld.to_quads(document, {}, options, loss="ignore"))
    assert composed == fused


def test_a_term_of_a_scoped_context_may_give_keywords_other_names() -> None:
    context = {
        **_CONTEXT,
        "Odd": {"@id": "ex:Odd", "@context": {"key": "@id", "worth": "@value", "name": "ex:odd"}},
        "other": {"@id": "ex:other", "@context": {"key": "@id", "kind": "@type"}},
    }
    document = {
        "@context": context,
        "type": "Odd",
        "key": "urn:x",
        "name": [{"worth": "a"}, {"key": "urn:k"}, {"name": "b"}],
        "other": {"key": "urn:y", "kind": "ex:K"},
    }
    composed = jsonld.to_rdf(jsonld.expand(document, {}))
    assert len(composed) == 7
    assert rdfc10.canonicalize(jsonld.to_quads(document, {})) == rdfc10.canonicalize(composed)


def test_a_direction_is_kept_where_it_is_asked_for() -> None:
    options = Options(rdf_direction="i18n-datatype")
    document = {
        "@context": {**_CONTEXT, "@direction": "rtl", "@language": "AR"},
        "name": "a",
        "text": {"en": "b"},
    }
    datatypes = [quad[2][1] for quad in jsonld.to_quads(document, {}, options)]
    assert datatypes == ["https://www.w3.org/ns/i18n#ar_rtl", "https://www.w3.org/ns/i18n#en_rtl"]


def test_losses_without_consequences_do_not_end_the_pass() -> None:
    document = {"@context": _CONTEXT, "name": "a", "honours": "first", "any": 0.1 + 0.2}
    session = Session(ContextCache({}), DEFAULT)
    log = LossLog(DEFAULT)
    fused = FusedPass(session, DEFAULT, log)
    fused.document(document, session.initial(None))
    assert len(fused.quads) == 2
    assert len(log.losses) == 2
    with pytest.raises(DataLoss) as caught:
        jsonld.to_quads(document, {})
    assert [loss[0] for loss in caught.value.losses] == ["/honours", "/any"]
