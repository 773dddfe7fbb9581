"""canonbench.specs.sd_jwt.disclosures: what an issuer makes (RFC 9901 section 4.2)."""

import hashlib
import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import base64url
from canonbench.specs.sd_jwt.disclosures import (
    Claims,
    Created,
    Embedding,
    Frame,
    array_index,
    create_disclosures,
    digest,
    digests,
    embed_digests,
    frame_of,
    pointer_tokens,
    salts,
)


def _sha256(octets: bytes) -> bytes:
    return hashlib.sha256(octets).digest()


def _salt() -> Callable[[], str]:
    counter = count()
    return lambda: f"salt{next(counter)}"


def _create(claims: Any, frame: Frame) -> Created:
    return create_disclosures(Claims(claims, frame), salt=_salt(), hash_function=_sha256)


def _contents(created: Created) -> list[Any]:
    return [json.loads(base64url.decode(text)) for text in created.disclosures]


def _issue(claims: Any, frame: Frame, algorithm: str = "sha-256") -> dict[str, Any]:
    taken = digests(_create(claims, frame).hashed, _sha256)
    return embed_digests(Embedding(claims, frame, taken, algorithm))


def test_the_digest_of_section_4_2_3_is_over_the_encoded_text() -> None:
    text = "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0"
    assert digest(text, _sha256) == "X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0"
    assert digests([text], _sha256) == ("X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0",)


def test_a_salt_has_128_bits() -> None:
    asked: list[int] = []

    def octets(number: int) -> bytes:
        asked.append(number)
        return b"\xfb" * number

    assert salts(octets)() == "-_v7-_v7-_v7-_v7-_v7-w"
    assert asked == [16]


def test_a_member_has_three_parts_and_an_element_two() -> None:
    created = _create({"name": "Müller", "list": ["US", {"a": None}]}, frame_of(["/name", "/list/1"]))
    assert _contents(created) == [["salt0", "name", "Müller"], ["salt1", {"a": None}]]
    assert created.hashed == created.disclosures


def test_digests_take_the_place_of_what_they_hide() -> None:
    claims = {
        "iss": "i",
        "b": 1,
        "a": 2,
        "address": {"city": "K", "zip": 3},
        "list": ["US", "DE", ["x", "y"]],
    }
    frame = frame_of(["/b", "/a", "/address/city", "/list/0", "/list/2/1"])
    created = _create(claims, frame)
    b, a, city, element, inner = digests(created.hashed, _sha256)
    expected = {
        "iss": "i",
        "address": {"zip": 3, "_sd": [city]},
        "list": [{"...": element}, "DE", ["x", {"...": inner}]],
        "_sd": sorted([a, b]),
        "_sd_alg": "sha-256",
    }
    assert expected == embed_digests(Embedding(claims, frame, (b, a, city, element, inner)))


def test_the_order_of_claims_cannot_be_seen() -> None:
    names = [f"claim{number}" for number in range(20)]
    payload = _issue(dict.fromkeys(names, 1), frame_of([f"/{name}" for name in names]))
    assert sorted(payload["_sd"]) == payload["_sd"]


def test_the_claims_are_left_as_they_are() -> None:
    claims = {"a": {"b": [1, 2]}, "c": 3}
    _issue(claims, frame_of(["/a/b/0", "/a/b", "/c"]))
    assert claims == {"a": {"b": [1, 2]}, "c": 3}


def test_a_disclosure_within_another_is_made_first_and_hashed_into_it() -> None:
    frame = frame_of(["/address", "/address/city", "/address/lines/1"])
    created = _create({"address": {"city": "K", "zip": 3, "lines": ["x", "y"]}}, frame)
    city, line, address = _contents(created)
    inner = digests(created.disclosures[:2], _sha256)
    assert city == ["salt0", "city", "K"]
    assert line == ["salt1", "y"]
    assert address == ["salt2", "address", {"zip": 3, "lines": ["x", {"...": inner[1]}], "_sd": [inner[0]]}]
    assert created.hashed == created.disclosures[2:]


def test_decoys_are_digests_without_disclosures() -> None:
    frame = frame_of(["/a", "/list/0"])
    frame.members["list"] = frame.members["list"]._replace(decoys=2)
    frame.members["inner"] = Frame(disclosable=True, members={}, decoys=1)
    claims = {"a": 1, "list": ["x"], "inner": {"y": 1}}
    created = _create(claims, frame._replace(decoys=3))
    payload = embed_digests(Embedding(claims, frame._replace(decoys=3), digests(created.hashed, _sha256)))
    assert len(created.disclosures) == 3
    assert len(created.hashed) == 3 + 2 + 3
    assert len(payload["_sd"]) == 2 + 3
    assert [list(element) for element in payload["list"]] == [["..."]] * 3
    assert len(_contents(created)[2][2]["_sd"]) == 1


def test_the_hash_algorithm_is_named_where_digests_or_another_algorithm_need_it() -> None:
    assert _issue({"a": 1}, frame_of([])) == {"a": 1}
    assert _issue({"a": 1}, frame_of([]), "sha-384") == {"a": 1, "_sd_alg": "sha-384"}
    assert _issue({"a": 1}, frame_of(["/a"]))["_sd_alg"] == "sha-256"


@pytest.mark.parametrize("name", ["_sd", "...", "_sd_alg"])
@pytest.mark.parametrize("pointer", ["/a", "/a/0", "/a/0/b"])
def test_no_claim_may_have_a_reserved_name(name: str, pointer: str) -> None:
    for claims in ({name: 1, "a": [{"b": 1}]}, {"a": [{"b": {name: 1}}]}, {"a": [{"b": [[{name: 1}]]}]}):
        with pytest.raises(MalformedInput, match=r"no claim may be named .*RFC 9901 sections 4\.1"):
            _create(claims, frame_of([pointer]))


@pytest.mark.parametrize(
    "pointer",
    [
        "/b",
        "/a/2",
        "/a/-1",
        "/a/01",
        "/a/x",
        "/a/00",
        "/a/1e0",
        "/a/0/x",
        "/s/0",
        "/n/x",
        f"/a/{'9' * 5000}",
        "/a/²",
    ],
)
def test_a_frame_that_does_not_fit_the_claims_is_refused(pointer: str) -> None:
    with pytest.raises(MalformedInput, match="is not in the claims"):
        _create({"a": [1, 2], "s": "text", "n": None}, frame_of([pointer]))


@pytest.mark.parametrize("value", [float("nan"), b"", "\udfff", object()])
def test_what_is_not_json_is_refused(value: Any) -> None:
    with pytest.raises(MalformedInput, match="the claims are not JSON"):
        _create({"a": value}, frame_of(["/a"]))


def test_claims_nested_too_deeply_are_refused() -> None:
    claims: dict[str, Any] = {}
    for _ in range(100_000):
        claims = {"a": claims}
    with pytest.raises(MalformedInput, match="recursion"):
        _create(claims, frame_of(["/a"]))


def test_salts_that_repeat_are_noticed() -> None:
    with pytest.raises(MalformedInput, match=r"a Disclosure is there twice.*section 4\.2\.1"):
        create_disclosures(
            Claims({"a": [1, 1]}, frame_of(["/a/0", "/a/1"])), salt=lambda: "s", hash_function=_sha256
        )
    with pytest.raises(MalformedInput, match=r"a digest is there twice.*sections 4\.1"):
        embed_digests(Embedding({"a": [1, 2]}, frame_of(["/a/0", "/a/1"]), ("d", "d")))


@pytest.mark.parametrize(("taken", "reason"), [((), "fewer"), (("d", "e", "f"), "more")])
def test_digests_must_be_those_of_the_frame(taken: tuple[str, ...], reason: str) -> None:
    with pytest.raises(MalformedInput, match=f"there are {reason} digests"):
        embed_digests(Embedding({"a": [1], "b": 2}, frame_of(["/a/0", "/b"]), taken))


@pytest.mark.parametrize(
    "frame",
    [
        Frame(disclosable=False, members={}, decoys=1),
        Frame(disclosable=False, members={"a": Frame(disclosable=False, members={}, decoys=1)}),
    ],
)
def test_decoys_need_digests_too(frame: Frame) -> None:
    with pytest.raises(MalformedInput, match="there are fewer digests"):
        embed_digests(Embedding({"a": []}, frame, ()))


@pytest.mark.parametrize("pointers", [["/a", "/a/b"], ["/a/b", "/a"]])
def test_a_frame_does_not_depend_on_the_order_of_pointers(pointers: list[str]) -> None:
    inner = Frame(disclosable=True, members={})
    assert frame_of(pointers) == Frame(False, {"a": Frame(True, {"b": inner})})


@pytest.mark.parametrize(
    ("pointer", "tokens"),
    [("/a", ["a"]), ("/", [""]), ("/a~1b/~0~01/0", ["a/b", "~~1", "0"]), ("/a//b", ["a", "", "b"])],
)
def test_pointers_are_unescaped(pointer: str, tokens: list[str]) -> None:
    assert tokens == pointer_tokens(pointer)


@pytest.mark.parametrize("pointer", ["", "a", "/~", "/~2", "/a~", "#/a"])
def test_what_is_no_pointer_is_refused(pointer: str) -> None:
    with pytest.raises(MalformedInput, match="is no JSON pointer"):
        frame_of([pointer])


@pytest.mark.parametrize(
    ("token", "expected"),
    [("0", 0), ("9", 9), ("11", 11), ("12", None), ("01", None), ("", None), ("x", None), ("٣", None)],
)
def test_an_array_index_is_written_in_one_way(token: str, expected: int | None) -> None:
    assert expected == array_index(token, [None] * 12)
