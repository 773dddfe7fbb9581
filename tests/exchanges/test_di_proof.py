"""One proof, changed in every place: it fails, or what was changed lies outside what is signed."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import CanonbenchError
from canonbench.exchanges import load, variants
from canonbench.exchanges.di_proof import configuration_of
from canonbench.model.engine import Engine
from canonbench.model.use import Neutral, Stack
from canonbench.specs import base64url, multibase

Engines = Mapping[str, Engine[Any, Any]]
Path = tuple[str | int, ...]

DOCUMENT: dict[str, Any] = {
    "@context": [
        "https://www.w3.org/ns/credentials/v2",
        {
            "grade": "https://vocab.example/terms#grade",
            "passed": "https://vocab.example/terms#passed",
            "tags": "https://vocab.example/terms#tags",
            "steps": {"@id": "https://vocab.example/terms#steps", "@container": "@list"},
            "school": "https://vocab.example/terms#school",
            "other": "https://vocab.example/terms#other",
        },
    ],
    "id": "urn:uuid:77d0f4cc-6d9c-45ae-8ec2-5d2ab1d2a1d1",
    "type": ["VerifiableCredential"],
    "issuer": "https://university.example/issuers/1",
    "validFrom": "2026-01-01T00:00:00Z",
    "credentialSubject": {
        "id": "did:example:learner",
        "grade": 1.5,
        "passed": True,
        "tags": ["a", "b"],
        "steps": ["first", "second"],
        "school": {"name": "Fjordhaven"},
    },
}
SUITES = ["eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019", "ecdsa-jcs-2019", "ecdsa-sd-2023"]


class Given:
    """The document, with its context from the bundle."""

    value = DOCUMENT
    contexts = corpus.find("ob3").contexts


Check = Callable[[Any], bool]


@pytest.fixture(scope="session", params=SUITES)
def signed(request: pytest.FixtureRequest, engines: Engines) -> tuple[str, dict[str, Any], Check]:
    """A suite, a secured document, and whether a changed one verifies."""
    name = request.param
    variant, exchange = variants(name)[0], load(name)
    verify_request = exchange.requests(Neutral(engines), Given(), variant, 99, 0)["verify"]
    run = exchange.roles["verify"].bind(Stack(engines), variant)

    def verifies(secured: Any) -> bool:
        try:
            run(verify_request._replace(secured=json.dumps(secured).encode()))
        except CanonbenchError:
            return False
        return True

    secured = json.loads(verify_request.secured)
    assert verifies(secured)
    return name, secured, verifies


def _places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Give every leaf with its place."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not isinstance(value, dict | list):
        yield path, value
    for key, member in pairs:
        yield from _places(member, (*path, key))


def _at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def _changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else value + "x"


def _with(document: Any, path: Path, value: Any) -> Any:
    copy = deepcopy(document)
    _at(copy, path[:-1])[path[-1]] = value
    return copy


def test_every_leaf_is_signed(signed: tuple[str, dict[str, Any], Check]) -> None:
    _, secured, verifies = signed
    for path, value in _places(secured):
        if path[0] == "@context" and isinstance(path[1], int) and path[-1] == "other":
            continue
        changed = _with(secured, path, _changed(value))
        assert (path, verifies(changed)) == (path, False)


def test_a_term_that_is_defined_and_not_used_is_signed_by_jcs_alone(
    signed: tuple[str, dict[str, Any], Check],
) -> None:
    name, secured, verifies = signed
    changed = _with(secured, ("@context", 1, "other"), "https://vocab.example/terms#another")

    assert verifies(changed) is ("jcs" not in name)


def test_every_member_is_signed_by_its_name(signed: tuple[str, dict[str, Any], Check]) -> None:
    _, secured, verifies = signed
    members = {path[:place] for path, _ in _places(secured) for place in range(1, len(path) + 1)}
    for path in members:
        if not isinstance(path[-1], str) or path[-1] == "other":
            continue
        renamed, removed = deepcopy(secured), deepcopy(secured)
        for copy in (renamed, removed):
            value = _at(copy, path[:-1]).pop(path[-1])
            if copy is renamed:
                _at(copy, path[:-1])[path[-1] + "x"] = value
        assert (path, verifies(renamed), verifies(removed)) == (path, False, False)


def test_what_is_added_is_refused(signed: tuple[str, dict[str, Any], Check]) -> None:
    name, secured, verifies = signed
    places: list[Path] = [("other",), ("credentialSubject", "other"), ("proof", "challenge")]
    for path in places:
        assert (path, verifies(_with(secured, path, "x"))) == (path, False)
    assert not verifies({**secured, "undefined": "x"})
    later = [*secured["@context"], {"later": "https://vocab.example/terms#later"}]
    assert verifies({**secured, "@context": later}) is True, "contexts added since do no harm"
    before = [{"later": "https://vocab.example/terms#later"}, *secured["@context"]]
    assert verifies({**secured, "@context": before}) is ("jcs" not in name)


def test_order_counts_where_it_carries_meaning(signed: tuple[str, dict[str, Any], Check]) -> None:
    name, secured, verifies = signed
    ordered, unordered = ("credentialSubject", "steps"), ("credentialSubject", "tags")

    assert not verifies(_with(secured, ordered, _at(secured, ordered)[::-1]))
    assert verifies(_with(secured, unordered, _at(secured, unordered)[::-1])) is ("jcs" not in name)
    backwards = dict(reversed(list(secured.items())))
    assert verifies(backwards) is True, "members have no order"


def test_a_context_in_the_proof_is_replaced_in_rdfc_and_binding_in_jcs(
    signed: tuple[str, dict[str, Any], Check],
) -> None:
    name, secured, verifies = signed
    changed = _with(secured, ("proof", "@context"), "https://www.w3.org/ns/credentials/v2")

    assert verifies(changed) is ("jcs" not in name)


def test_every_byte_of_the_proof_value_counts(signed: tuple[str, dict[str, Any], Check]) -> None:
    name, secured, verifies = signed
    text = secured["proof"]["proofValue"]
    data = multibase.decode(text)
    for place in range(len(data)):
        flipped = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        changed = _with(secured, ("proof", "proofValue"), multibase.encode(flipped, text[0]))
        assert (name, place, verifies(changed)) == (name, place, False)
    for other in (data[:-1], data + b"\0", b"\0" + data, b"", data[::-1]):
        assert not verifies(_with(secured, ("proof", "proofValue"), multibase.encode(other, text[0])))


def test_a_proof_value_has_one_spelling(signed: tuple[str, dict[str, Any], Check]) -> None:
    _, secured, verifies = signed
    text = secured["proof"]["proofValue"]
    data = multibase.decode(text)
    other = multibase.encode(data, "z" if text[0] == "u" else "u")
    spellings = [text + "=", text + " ", " " + text, text + "\n", text[0] + " " + text[1:], text[1:], other]
    spellings += [text.upper(), text[0].upper() + text[1:], text[0] + "1" + text[1:], "", text[0]]
    spellings += [text[:5] + "-_" + text[5:], text[:-1] + "O", "m" + text[1:]]
    if text[0] == "u" and len(data) % 3:  # pad bits that are not zero
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        spellings.append(text[:-1] + alphabet[alphabet.index(text[-1]) | 1])
        assert base64url.encode(data) == text[1:]
    for spelling in spellings:
        if spelling != text:
            changed = _with(secured, ("proof", "proofValue"), spelling)
            assert (spelling, verifies(changed)) == (spelling, False)


def test_the_key_in_a_method_has_one_spelling(signed: tuple[str, dict[str, Any], Check]) -> None:
    _, secured, verifies = signed
    method = secured["proof"]["verificationMethod"]
    multikey = method.partition("#")[2]
    for other in (multikey + "1", multikey + "=", multikey[:-1], " " + multikey, multikey.swapcase()):
        changed = _with(secured, ("proof", "verificationMethod"), f"did:key:{other}#{other}")
        assert not verifies(changed)


def test_configurations_are_named_by_what_they_belong_to() -> None:
    assert configuration_of("document") == "proof configuration"
    assert configuration_of("presentation") == "proof configuration of the presentation"
