"""canonbench.specs.sd_jwt.processing: every rule of RFC 9901 section 7.1, steps 2.4 and 3 to 5."""

import copy
import json
from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.sd_jwt.processing import Processing, hash_algorithm, match_digests, process
from canonbench.specs.sd_jwt.serialization import Disclosure


def test_claims_are_inserted_at_the_level_of_their_digest(kit: Any) -> None:
    top, inner = kit.disclosure("s", "name", "Ada"), kit.disclosure("s", "city", ["K"])
    payload = {"iss": "i", "_sd": [kit.digest(top)], "address": {"zip": 1, "_sd": [kit.digest(inner)]}}
    assert kit.processed(payload, inner, top) == {
        "iss": "i",
        "name": "Ada",
        "address": {"zip": 1, "city": ["K"]},
    }


def test_elements_take_the_place_of_their_digest(kit: Any) -> None:
    one, two = kit.disclosure("s", "US"), kit.disclosure("s", None)
    payload = {
        "list": [{"...": kit.digest(two)}, "x", [{"...": kit.digest(one)}], {"...": "unknown"}, {"a": 1}]
    }
    assert kit.processed(payload, one, two) == {"list": [None, "x", ["US"], {"a": 1}]}


def test_disclosed_values_are_processed_in_turn(kit: Any) -> None:
    leaf = kit.disclosure("s", "leaf", 1)
    element = kit.disclosure("s", {"_sd": [kit.digest(leaf), "decoy"]})
    member = kit.disclosure("s", "list", [{"...": kit.digest(element)}, {"...": "another decoy"}])
    assert kit.processed({"_sd": [kit.digest(member)]}, leaf, element, member) == {"list": [{"leaf": 1}]}


def test_digests_without_disclosure_are_ignored_and_removed(kit: Any) -> None:
    payload = {
        "_sd_alg": "sha-256",
        "_sd": ["x"],
        "object": {"_sd": ["y"]},
        "list": [{"...": "z"}],
        "empty": {"_sd": []},
    }
    assert kit.processed(payload) == {"object": {}, "list": [], "empty": {}}


def test_the_input_is_left_as_it_is() -> None:
    payload = {"_sd": ["d"], "_sd_alg": "sha-256", "list": [{"...": "e"}, {"a": [1]}]}
    disclosures = (Disclosure("t", "s", "n", {"_sd": ["f"]}), Disclosure("u", "s", None, [{"...": "g"}]))
    request = Processing(payload, disclosures, ("d", "e"))
    before = copy.deepcopy(request)
    assert process(request) == {"list": [[], {"a": [1]}], "n": {}}
    assert before == request


def test_the_digest_is_taken_over_the_text_as_received(kit: Any) -> None:
    # Another issuer's spacing and escapes; decoded and encoded again it would be another text.
    text = "WyJjMkZzZEEiLCAgImNpdHkiICwgIktcdTAwZjZsbiJd"
    assert kit.processed({"_sd": [kit.digest(text)]}, text) == {"city": "Köln"}
    again = kit.disclosure("c2FsdA", "city", "Köln")
    with pytest.raises(VerificationFailed, match=r"no digest in the SD-JWT .*section 7\.1 step 5"):
        kit.processed({"_sd": [kit.digest(text)]}, again)


def test_the_digest_is_not_taken_over_the_decoded_octets(kit: Any) -> None:
    decoded_digest = kit.digest('["s", "name", 1]')
    with pytest.raises(VerificationFailed, match="step 5"):
        kit.processed({"_sd": [decoded_digest]}, kit.disclosure("s", "name", 1))


@pytest.mark.parametrize(
    "payload",
    [
        {"_sd": ["D", "D"]},
        {"_sd": ["D"], "a": {"_sd": ["D"]}},
        {"_sd": ["D"], "a": [{"...": "D"}]},
        {"a": [{"...": "D"}, {"...": "D"}]},
        {"a": [[{"...": "D"}], {"_sd": ["D"]}]},
    ],
)
@pytest.mark.parametrize("disclosed", [True, False])
def test_step_4_a_digest_that_is_there_twice_is_refused(kit: Any, payload: Any, disclosed: bool) -> None:  # noqa: FBT001 - a case
    text = kit.disclosure("s", "name", 1)
    filled = json.loads(json.dumps(payload).replace('"D"', json.dumps(kit.digest(text))))
    with pytest.raises(VerificationFailed, match=r"twice .*step 4|has a name"):
        kit.processed(filled, *([text] if disclosed else []))


@pytest.mark.parametrize("inner", [{"_sd": ["D"]}, [{"...": "D"}], [[{"x": {"_sd": ["D"]}}]]])
def test_step_4_a_digest_is_there_twice_within_a_disclosure(kit: Any, inner: Any) -> None:
    outer = kit.disclosure("s", "outer", inner)
    with pytest.raises(VerificationFailed, match=r"a digest is there twice .*step 4"):
        kit.processed({"_sd": [kit.digest(outer), "D"]}, outer)


def test_step_5_a_disclosure_that_no_digest_refers_to_is_refused(kit: Any) -> None:
    known, foreign = kit.disclosure("s", "name", 1), kit.disclosure("s", "name", 2)
    with pytest.raises(VerificationFailed, match=r"1 Disclosures have no digest .*step 5"):
        kit.processed({"_sd": [kit.digest(known)]}, known, foreign)


def test_step_5_a_disclosure_whose_parent_is_not_disclosed_is_refused(kit: Any) -> None:
    inner = kit.disclosure("s", "inner", 1)
    outer = kit.disclosure("s", "outer", {"_sd": [kit.digest(inner)]})
    assert kit.processed({"_sd": [kit.digest(outer)]}, outer) == {"outer": {}}
    with pytest.raises(VerificationFailed, match=r"no digest .*step 5"):
        kit.processed({"_sd": [kit.digest(outer)]}, inner)


def test_a_disclosure_may_be_sent_once_only(kit: Any) -> None:
    text = kit.disclosure("s", "name", 1)
    with pytest.raises(VerificationFailed, match=r"a Disclosure is there twice .*section 4"):
        kit.processed({"_sd": [kit.digest(text)]}, text, text)


def test_step_3_3_2_1_a_member_needs_three_parts(kit: Any) -> None:
    text = kit.disclosure("s", "value")
    with pytest.raises(VerificationFailed, match=r"has no name .*step 3\.3\.2\.1"):
        kit.processed({"_sd": [kit.digest(text)]}, text)


def test_step_3_3_3_1_an_element_needs_two_parts(kit: Any) -> None:
    text = kit.disclosure("s", "name", "value")
    with pytest.raises(VerificationFailed, match=r"has a name .*step 3\.3\.3\.1"):
        kit.processed({"a": [{"...": kit.digest(text)}]}, text)


@pytest.mark.parametrize("contents", [[], ["s"], ["s", "n", 1, 2], [1, "n", 1], ["s", 1, 1], {"s": 1}])
def test_step_3_3_a_malformed_disclosure_is_refused_wherever_it_stands(kit: Any, contents: Any) -> None:
    text = kit.disclosure(*contents) if isinstance(contents, list) else kit.disclosure(contents)
    for payload in ({"_sd": [kit.digest(text)]}, {"a": [{"...": kit.digest(text)}]}):
        with pytest.raises(MalformedInput, match="no array of salt"):
            kit.processed(payload, text)


@pytest.mark.parametrize("name", ["_sd", "...", "_sd_alg"])
@pytest.mark.parametrize("nested", [True, False])
def test_step_3_3_2_2_a_disclosure_with_a_reserved_name_is_refused(kit: Any, name: str, nested: bool) -> None:  # noqa: FBT001 - a case
    text = kit.disclosure("s", name, ["x"])
    embedded = {"_sd": [kit.digest(text)]}
    with pytest.raises(VerificationFailed, match=r"a Disclosure is named .*step 3\.3\.2\.2"):
        kit.processed({"a": embedded} if nested else embedded, text)


def test_step_3_3_2_3_a_claim_that_is_already_there_is_refused(kit: Any) -> None:
    text, other = kit.disclosure("s", "name", 1), kit.disclosure("t", "name", 2)
    for payload, texts in (
        ({"name": 0, "_sd": [kit.digest(text)]}, [text]),
        ({"_sd": [kit.digest(text)], "name": 0}, [text]),
        ({"_sd": [kit.digest(text), kit.digest(other)]}, [text, other]),
        ({"a": {"_sd": [kit.digest(text)], "name": {"_sd": []}}}, [text]),
    ):
        with pytest.raises(VerificationFailed, match=r"'name' is already there .*step 3\.3\.2\.3"):
            kit.processed(payload, *texts)


def test_the_same_name_at_another_level_is_no_collision(kit: Any) -> None:
    text = kit.disclosure("s", "name", 1)
    assert kit.processed({"name": 0, "a": {"_sd": [kit.digest(text)]}}, text) == {"name": 0, "a": {"name": 1}}


@pytest.mark.parametrize("value", ["x", {"a": 1}, 1, None, True])
@pytest.mark.parametrize("nested", [True, False])
def test_sd_must_be_an_array(kit: Any, value: Any, nested: bool) -> None:  # noqa: FBT001 - a case
    payload = {"_sd": value}
    with pytest.raises(VerificationFailed, match=r"_sd is no array .*section 4\.2\.4\.1"):
        kit.processed({"a": [payload]} if nested else payload)


@pytest.mark.parametrize("digest", [1, None, True, 1.5, {}])
def test_a_digest_must_be_a_text(kit: Any, digest: Any) -> None:
    for payload in ({"_sd": ["x", digest]}, {"a": [{"...": digest}]}):
        with pytest.raises(VerificationFailed, match=r"a digest is no text .*section 4\.2\.4"):
            kit.processed(payload)


def test_an_array_digest_stands_alone(kit: Any) -> None:
    text = kit.disclosure("s", "value")
    besides: tuple[dict[str, Any], ...] = ({"a": 1}, {"_sd": []})
    for beside in besides:
        with pytest.raises(VerificationFailed, match=r"other members beside it .*section 4\.2\.4\.2"):
            kit.processed({"a": [{"...": kit.digest(text), **beside}]}, text)


@pytest.mark.parametrize(
    "payload", [{"...": "x"}, {"a": {"...": "x"}}, {"a": {"b": {"...": "x"}}}, {"a": [{"b": {"...": 1}}]}]
)
def test_three_dots_have_no_place_outside_arrays(kit: Any, payload: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"'\.\.\.' is not allowed there .*sections 4\.1"):
        kit.processed(payload)


@pytest.mark.parametrize("payload", [{"a": {"_sd_alg": "sha-256"}}, {"a": [[{"_sd_alg": "sha-256"}]]}])
def test_section_4_1_1_sd_alg_within_an_object_is_refused(kit: Any, payload: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"'_sd_alg' is not allowed there .*4\.1\.1"):
        kit.processed(payload)


def test_section_4_1_1_sd_alg_within_a_disclosure_is_refused(kit: Any) -> None:
    text = kit.disclosure("s", "name", {"_sd_alg": "sha-256"})
    with pytest.raises(VerificationFailed, match="'_sd_alg' is not allowed there"):
        kit.processed({"_sd": [kit.digest(text)]}, text)


def test_step_2_4_sha_256_is_meant_where_no_algorithm_is_named(kit: Any) -> None:
    assert hash_algorithm({}, kit.hashes) is kit.hashes["sha-256"]
    assert hash_algorithm({"_sd_alg": "sha-384"}, kit.hashes) is kit.hashes["sha-384"]


@pytest.mark.parametrize(
    "name", ["SHA-256", "sha256", "Sha-256", "sha-512", "md5", "", None, 256, ["sha-256"], {}]
)
def test_step_2_4_an_unknown_hash_algorithm_is_refused(kit: Any, name: Any) -> None:
    text = kit.disclosure("s", "name", 1)
    with pytest.raises(VerificationFailed, match=r"_sd_alg .* is not understood, .*section 7\.1 step 2\.4"):
        kit.processed({"_sd_alg": name, "_sd": [kit.digest(text)]}, text)


def test_the_named_hash_algorithm_is_the_one_used(kit: Any) -> None:
    text = kit.disclosure("s", "name", 1)
    with pytest.raises(VerificationFailed, match="step 5"):
        kit.processed({"_sd_alg": "sha-384", "_sd": [kit.digest(text)]}, text)


def test_there_is_one_digest_for_each_disclosure() -> None:
    with pytest.raises(ValueError, match="longer"):
        match_digests((Disclosure("t", "s", "n", 1),), ())


def test_a_chain_of_disclosures_that_is_too_long_is_refused(kit: Any) -> None:
    disclosures, value = [], 1
    for _ in range(3000):
        disclosures.append(Disclosure("t", "s", "n", value))
        value = {"_sd": [str(len(disclosures))]}  # type: ignore[assignment]  # any JSON value
    digests = tuple(str(number + 1) for number in range(3000))
    with pytest.raises(VerificationFailed, match="nested too deeply"):
        process(Processing(value, tuple(disclosures), digests))  # type: ignore[arg-type]  # an object by now
