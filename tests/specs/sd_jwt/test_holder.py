"""canonbench.specs.sd_jwt.holder: what a Holder takes and selects (RFC 9901 section 7.2)."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.sd_jwt.holder import Selection, received, select
from canonbench.specs.sd_jwt.serialization import Disclosure, SdJwt, parse

_CLAIMS = {
    "iss": "i",
    "name": "Ada",
    "address": {"city": "K", "zip": 1},
    "list": ["a", "b", {"c": 1, "d": [2, 3]}],
    "a/b": 1,
}
_POINTERS = ("/name", "/address", "/address/city", "/list/0", "/list/2", "/list/2/d/1", "/a~1b")


def _chosen(kit: Any, *pointers: str) -> list[Any]:
    chosen = parse(kit.choose(kit.issue(_CLAIMS, kit.frame_of(_POINTERS), cnf=False), *pointers))
    return [disclosure.name or disclosure.value for disclosure in chosen.disclosures]


def _select(payload: Any, disclosures: dict[str, Disclosure], *pointers: str) -> tuple[str, ...]:
    jwt = parse("e30.e30.AA~").jwt._replace(payload=payload)
    return select(Selection(SdJwt(jwt, tuple(disclosures.values()), None, ""), tuple(disclosures), pointers))


@pytest.mark.parametrize(
    ("pointers", "expected"),
    [
        ((), []),
        (("/name",), ["name"]),
        (("/iss", "/address/zip"), ["address"]),
        (("/address",), ["address"]),
        (("/address/city",), ["city", "address"]),
        (("/list/0", "/list/1"), ["a"]),
        (("/list/2/c", "/name", "/name"), ["name", {"c": 1, "d": [2, "..."]}]),
        (("/a~1b", "/list"), ["a/b"]),
    ],
)
def test_what_is_named_is_disclosed_and_what_it_lies_in(
    kit: Any, pointers: tuple[str, ...], expected: list[Any]
) -> None:
    assert expected == [
        {"c": 1, "d": [2, "..."]} if isinstance(name, dict) and "c" in name else name
        for name in _chosen(kit, *pointers)
    ]


def test_an_element_within_an_element_brings_both(kit: Any) -> None:
    inner, outer = _chosen(kit, "/list/2/d/1")
    assert inner == 3
    assert list(outer) == ["c", "d"]


def test_disclosures_keep_the_order_of_issuance(kit: Any) -> None:
    assert _chosen(kit, "/list/0", "/name") == _chosen(kit, "/name", "/list/0") == ["name", "a"]


def test_every_selection_verifies(kit: Any) -> None:
    issued = kit.issue(_CLAIMS, kit.frame_of(_POINTERS))
    for pointer in _POINTERS:
        claims = kit.verify(kit.bind(kit.choose(issued, pointer))).claims
        assert claims["iss"] == "i"


@pytest.mark.parametrize(
    "pointer",
    [
        "/nothing",
        "/_sd",
        "/_sd/0",
        "/list/3",
        "/list/x",
        "/list/00",
        "/iss/0",
        "/name/x",
        "/list/0/...",
        "/_sd_alg",
    ],
)
def test_a_pointer_to_nothing_is_refused(kit: Any, pointer: str) -> None:
    with pytest.raises(MalformedInput, match="names nothing in this SD-JWT"):
        _chosen(kit, pointer)


def test_names_that_are_alike_at_two_levels_are_told_apart() -> None:
    one, two = Disclosure("1", "s", "name", 1), Disclosure("2", "s", "name", 2)
    payload = {"_sd": ["d1"], "a": {"_sd": ["d2"]}, "b": {}}
    both = {"d1": one, "d2": two}
    assert _select(payload, both, "/name") == ("1",)
    assert _select(payload, both, "/a/name") == ("2",)
    with pytest.raises(MalformedInput, match="names nothing"):
        _select(payload, both, "/b/name")


@pytest.mark.parametrize(
    "payload", [{"_sd": "d1"}, {"_sd": None}, {"a": [{"...": ["d1"]}]}, {"a": [{"...": "decoy"}]}]
)
def test_malformed_digests_lead_nowhere(payload: Any) -> None:
    for pointer in ("/name", "/a/0"):
        with pytest.raises(MalformedInput, match="names nothing"):
            _select(payload, {"d1": Disclosure("1", "s", "name", 1)}, pointer)


def test_a_holder_refuses_an_sd_jwt_with_key_binding(kit: Any) -> None:
    issued = kit.issue({"a": 1}, kit.frame_of(["/a"]))
    assert received(parse(issued)).kb_jwt is None
    presented = parse(kit.bind(issued))
    with pytest.raises(VerificationFailed, match=r"a Holder refuses an SD-JWT\+KB .*section 7\.2"):
        received(presented)
    with pytest.raises(VerificationFailed, match="a Holder refuses"):
        select(Selection(presented, (kit.digest(presented.disclosures[0].text),), ()))


def test_a_disclosure_that_is_there_twice_is_refused() -> None:
    one = Disclosure("1", "s", "name", 1)
    jwt = parse("e30.e30.AA~").jwt
    with pytest.raises(VerificationFailed, match="twice"):
        select(Selection(SdJwt(jwt, (one, one), None, ""), ("d", "d"), ()))
