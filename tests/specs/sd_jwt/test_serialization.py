"""canonbench.specs.sd_jwt.serialization: SD-JWT as text, compact and JSON (RFC 9901 sections 4 and 8)."""

import json
from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import base64url
from canonbench.specs.sd_jwt.serialization import Disclosure, parse, parse_disclosure, parse_json, serialize


def _flattened(kit: Any, **changes: Any) -> dict[str, Any]:
    protected, payload, signature = kit.jwt({"a": 1}).split(".")
    form = {"payload": payload, "protected": protected, "signature": signature, **changes}
    return {name: value for name, value in form.items() if value is not None}


def _parsed(form: Any) -> Any:
    return parse_json(json.dumps(form).encode())


def test_the_parts_come_apart_and_together_again(kit: Any) -> None:
    jwt, bound = kit.jwt({"a": 1}), kit.jwt({"b": 2})
    one, two = kit.disclosure("s", "n", "v"), kit.disclosure("t", [])
    text = serialize(jwt, (one, two), bound)
    parsed = parse(text)
    assert f"{jwt}~{one}~{two}~{bound}" == text
    assert parsed.jwt.payload == {"a": 1}
    assert parsed.disclosures == (Disclosure(one, "s", "n", "v"), Disclosure(two, "t", None, []))
    assert parsed.kb_jwt is not None
    assert parsed.kb_jwt.payload == {"b": 2}
    assert f"{jwt}~{one}~{two}~" == parsed.text


def test_without_key_binding_the_text_ends_in_a_tilde(kit: Any) -> None:
    jwt = kit.jwt({"a": 1})
    assert f"{jwt}~" == serialize(jwt, ())
    assert parse(f"{jwt}~").kb_jwt is None
    assert parse(f"{jwt}~").disclosures == ()
    assert f"{jwt}~" == parse(f"{jwt}~").text


def test_a_jwt_alone_is_no_sd_jwt(kit: Any) -> None:
    with pytest.raises(MalformedInput, match=r"no tilde.*RFC 9901 section 4"):
        parse(kit.jwt({}))


@pytest.mark.parametrize(
    "text", ["{jwt}~~", "~", "{jwt}~{jwt}~", "{jwt}~!~", "{jwt}~{jwt}x=", "{jwt} ~", "\n{jwt}~", "{jwt}~\n"]
)
def test_what_the_grammar_does_not_have_is_refused(kit: Any, text: str) -> None:
    with pytest.raises(MalformedInput, match=r"Disclosure|JWT"):
        parse(text.replace("{jwt}", kit.jwt({})))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNX HUwMGY2Yml1cyJd".replace(" ", ""),
            "Möbius",
        ),
        ("WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsImZhbWlseV9uYW1lIiwiTcO2Yml1cyJd", "Möbius"),
        ("WwoiXzI2YmM0TFQtYWM2cTJLSTZjQlc1ZXMiLAoiZmFtaWx5X25hbWUiLAoiTcO2Yml1cyIKXQ", "Möbius"),
    ],
)
def test_the_spellings_of_section_4_2_1_all_mean_the_same(text: str, value: str) -> None:
    assert Disclosure(text, "_26bc4LT-ac6q2KI6cBW5es", "family_name", value) == parse_disclosure(text)


@pytest.mark.parametrize(
    "contents",
    [
        [],
        ["salt"],
        ["salt", "name", 1, 2],
        [1, "value"],
        [None, "name", "value"],
        [["salt"], "name", "value"],
        ["salt", 1, "value"],
        ["salt", None, "value"],
        {"salt": 1, "name": 2},
        "salt",
        12,
        None,
    ],
)
def test_a_disclosure_of_another_form_is_refused(contents: Any) -> None:
    with pytest.raises(MalformedInput, match=r"no array of salt, name and value.*RFC 9901 section 4\.2"):
        parse_disclosure(base64url.encode(json.dumps(contents).encode()))


@pytest.mark.parametrize(
    "octets",
    [
        b'["s","n",{"a":1,"a":2}]',
        b'["s","n",NaN]',
        b'["s","n",1] x',
        b"\xff",
        b"",
        b'["s","\\ud800",1]',
        b'["s",1e400]',
    ],
)
def test_a_disclosure_that_is_not_i_json_is_refused(octets: bytes) -> None:
    with pytest.raises(MalformedInput, match="a Disclosure is not I-JSON"):
        parse_disclosure(base64url.encode(octets))


def test_flattened_json_is_read_like_the_compact_form(kit: Any) -> None:
    disclosure, bound = kit.disclosure("s", "n", "v"), kit.jwt({"b": 2})
    form = _flattened(kit, header={"disclosures": [disclosure], "kb_jwt": bound, "kid": "k"})
    compact = f"{form['protected']}.{form['payload']}.{form['signature']}~{disclosure}~{bound}"
    assert (parse(compact),) == _parsed(form)


def test_json_without_unprotected_header_has_no_disclosures(kit: Any) -> None:
    (parsed,) = _parsed(_flattened(kit))
    assert (parsed.disclosures, parsed.kb_jwt) == ((), None)


def test_general_json_gives_one_sd_jwt_for_each_signature(kit: Any) -> None:
    flattened = _flattened(kit)
    first = {"protected": flattened["protected"], "signature": flattened["signature"]}
    second = {**first, "signature": "AAAA", "header": {"kid": "2"}}
    disclosure = kit.disclosure("s", "n", "v")
    form = {
        "payload": flattened["payload"],
        "signatures": [{**first, "header": {"disclosures": [disclosure]}}, second],
    }
    one, two = _parsed(form)
    assert (one.jwt.signature, two.jwt.signature) == (base64url.decode(first["signature"]), b"\0\0\0")
    assert (
        one.text == two.text == f"{first['protected']}.{form['payload']}.{first['signature']}~{disclosure}~"
    )
    assert len(two.disclosures) == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"payload": None}, "no object with a payload"),
        ({"payload": 1}, "no object with a payload"),
        ({"protected": None}, "no protected header or no signature"),
        ({"protected": {}}, "no protected header or no signature"),
        ({"signature": None}, "no protected header or no signature"),
        ({"signatures": []}, "not one or more signatures"),
        ({"signatures": [{}]}, "not one or more signatures"),
        ({"signatures": {}, "signature": None}, "not one or more signatures"),
        ({"signatures": {"a": 1}, "signature": None}, "not one or more signatures"),
        ({"signatures": [], "signature": None}, "not one or more signatures"),
        ({"signatures": [1], "signature": None}, "no protected header or no signature"),
        ({"header": []}, "unprotected header is no object"),
        ({"header": {"disclosures": "x"}}, "disclosures is not an array of texts"),
        ({"header": {"disclosures": [1]}}, "disclosures is not an array of texts"),
        ({"header": {"disclosures": ["a~b"]}}, "Disclosure"),
        ({"header": {"disclosures": [""]}}, "Disclosure"),
        ({"header": {"kb_jwt": 1}}, "kb_jwt is no text"),
        ({"header": {"kb_jwt": "x"}}, "Key Binding JWT has 1 parts"),
        ({"header": {"alg": "ES256"}}, r"both protected and not.*RFC 7515 section 7\.2\.1"),
        ({"protected": "e30~WyJzIiwxXQ~e30"}, "Issuer-signed JWT"),
    ],
)
def test_malformed_json_serializations_are_refused(kit: Any, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        _parsed(_flattened(kit, **changes))


@pytest.mark.parametrize("octets", [b"[]", b"{", b'{"payload":"a","payload":"b"}', b"null"])
def test_what_is_no_json_object_is_refused(octets: bytes) -> None:
    with pytest.raises(MalformedInput, match="JSON serialization"):
        parse_json(octets)


@pytest.mark.parametrize("header", [{"disclosures": []}, {"kb_jwt": ""}])
def test_only_the_first_unprotected_header_has_disclosures(kit: Any, header: dict[str, Any]) -> None:
    form = _flattened(kit)
    signature = {"protected": form["protected"], "signature": form["signature"]}
    general = {"payload": form["payload"], "signatures": [signature, {**signature, "header": header}]}
    with pytest.raises(MalformedInput, match=r"outside the first unprotected header.*section 8\.3"):
        _parsed(general)
