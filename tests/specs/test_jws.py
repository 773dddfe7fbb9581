"""canonbench.specs.jws: JSON Web Signatures, decoded strictly."""

import base64
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url, jws
from canonbench.specs.jws import Jws, Signing, Verification

_ED25519 = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}


def _encode(text: str) -> str:
    return base64url.encode(text.encode())


def _accept(algorithm: str, key: Any, message: bytes, signature: bytes) -> bool:
    return (algorithm, key, message, signature) == ("EdDSA", "key", b"e30.e30", b"sig")


def test_the_example_of_rfc_8037_appendix_a_4_verifies() -> None:
    # Signed text is "Example of Ed25519 signing", no JSON object, so the parts are put together by hand.
    seed = base64url.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")
    message = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
    signature = Ed25519PrivateKey.from_private_bytes(seed).sign(message)
    expected = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
    assert f"{message.decode()}.{expected}" == jws.attach(message, signature)


def test_parsing_undoes_signing() -> None:
    text = jws.sign(Signing({"alg": "EdDSA", "kid": "ä"}, {"a": [1, None]}), sign=lambda _input: b"sig")
    message, _, _ = text.rpartition(".")
    assert Jws({"alg": "EdDSA", "kid": "ä"}, {"a": [1, None]}, message.encode(), b"sig") == jws.parse(text)


def test_signing_is_the_signing_input_and_the_signature_attached() -> None:
    request = Signing({"alg": "EdDSA"}, {"a": 1})
    signing_input = jws.signing_input(request)
    assert signing_input == b"eyJhbGciOiJFZERTQSJ9.eyJhIjoxfQ"
    assert jws.sign(request, sign=lambda text: text[:3]) == jws.attach(signing_input, b"eyJ")


@pytest.mark.parametrize("header", [{}, {"alg": "none"}])
def test_nothing_is_signed_without_an_algorithm(header: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput, match=r"no signature algorithm .*RFC 7515 section 4\.1\.1"):
        jws.sign(Signing(header, {}), sign=lambda _input: b"sig")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), b"bytes", "\ud800", {("a", "b"): 1}])
def test_what_json_does_not_have_is_not_signed(value: Any) -> None:
    with pytest.raises(MalformedInput, match="the payload is not JSON"):
        jws.sign(Signing({"alg": "EdDSA"}, {"a": value}), sign=lambda _input: b"sig")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("e30.e30", "has 2 parts"),
        ("e30.e30.AA.AA", "has 4 parts"),
        ("e30.e30.", "unsecured: its signature is empty"),
        (".e30.AA", "header of the JWS is not I-JSON"),
        ("e30..AA", "payload of the JWS is not I-JSON"),
        ("e30.e30.AB", "signature of the JWS: base64url: the last character"),
        ("e30=.e30.AA", "header of the JWS: base64url"),
        ("e30 .e30.AA", "header of the JWS: base64url"),
        (f"{_encode('[]')}.e30.AA", "header of the JWS is no JSON object"),
        (f"e30.{_encode('1')}.AA", "payload of the JWS is no JSON object"),
        (
            f"{_encode(json.dumps({'alg': 'x'})[:-1] + ', ' + chr(34) + 'alg' + chr(34) + ':1}')}.e30.AA",
            "'alg' is there twice",
        ),
    ],
)
def test_a_malformed_jws_is_refused(text: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        jws.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b'{"a":1,"b":{"x":0,"c":1,"c":2}}', "'c' is there twice"),
        (b'{"\\u0061":1,"a":2}', "'a' is there twice"),
        (b'{"a":NaN}', "NaN is no JSON number"),
        (b'{"a":-Infinity}', "-Infinity is no JSON number"),
        (b'{"a":1e999}', "1e999 is beyond binary64"),
        (b'"\\ud800"', "surrogates not allowed"),
        (b'"\xff"', "invalid start byte"),
        (b"\xef\xbb\xbf{}", "Expecting value|BOM"),
        (b"{} x", "Extra data"),
        (b"", "Expecting value"),
        (b"[" * 100_000, "recursion"),
        (b"1" * 5000, "integer string conversion"),
    ],
)
def test_what_is_not_i_json_is_refused(text: bytes, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        jws.json_value(text, "it")


@pytest.mark.parametrize(
    ("text", "expected"),
    [(b' {"a" : 1.5} \n', {"a": 1.5}), (b'["\\u00f6\\ud83d\\ude00"]', ["ö\U0001f600"]), (b"null", None)],
)
def test_i_json_is_read(text: bytes, expected: Any) -> None:
    assert expected == jws.json_value(text, "it")


def test_verifying_hands_on_algorithm_key_message_and_signature() -> None:
    parsed = Jws({"alg": "EdDSA"}, {}, b"e30.e30", b"sig")
    assert jws.verify(Verification(parsed, "key"), verify=_accept) == "EdDSA"
    with pytest.raises(VerificationFailed, match=r"does not verify .*RFC 7515 section 5\.2"):
        jws.verify(Verification(parsed, "another key"), verify=_accept)


def test_only_true_is_a_verified_signature() -> None:
    parsed = Jws({"alg": "EdDSA"}, {}, b"e30.e30", b"sig")
    with pytest.raises(VerificationFailed, match="does not verify"):
        jws.verify(Verification(parsed, "key"), verify=lambda *_: 1)  # type: ignore[arg-type]  # what a careless engine returns


@pytest.mark.parametrize("algorithm", ["EdDSA", "Ed25519", "ES256", "ES384"])
def test_the_algorithm_met_is_returned(algorithm: str) -> None:
    assert algorithm == jws.checked_algorithm({"alg": algorithm})


@pytest.mark.parametrize("algorithm", ["none", "None", "HS256", "RS256", "es256", "", None, 1, ["ES256"]])
def test_an_algorithm_that_is_not_allowed_is_refused(algorithm: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"is not allowed.*RFC 8725 section 3\.1"):
        jws.checked_algorithm({"alg": algorithm})


def test_none_is_refused_even_by_a_policy_that_names_it() -> None:
    with pytest.raises(VerificationFailed, match="'none' is not allowed"):
        jws.checked_algorithm({"alg": "none"}, ("none", "ES256"))


def test_a_header_without_algorithm_is_refused() -> None:
    with pytest.raises(VerificationFailed, match="alg None is not allowed"):
        jws.checked_algorithm({})


def test_critical_extensions_are_refused() -> None:
    with pytest.raises(VerificationFailed, match=r"critical.*RFC 7515 section 4\.1\.11"):
        jws.checked_algorithm({"alg": "ES256", "crit": ["b64"], "b64": False})


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [
        (_ED25519, "EdDSA"),
        (_ED25519, "Ed25519"),
        ({**_ED25519, "alg": "EdDSA", "use": "sig", "key_ops": ["verify"]}, "Ed25519"),
        ({"kty": "EC", "crv": "P-256", "x": "", "y": ""}, "ES256"),
        ({"kty": "EC", "crv": "P-384", "x": "", "y": "", "alg": "ES384"}, "ES384"),
    ],
)
def test_a_key_that_fits_is_accepted(key: Any, algorithm: str) -> None:
    jws.check_key(key, algorithm)
    assert isinstance(key, dict)


@pytest.mark.parametrize(
    ("key", "algorithm", "reason"),
    [
        ("key", "EdDSA", "no JWK object"),
        ({}, "ES256", "a key of type None"),
        (_ED25519, "ES256", "'OKP', curve 'Ed25519', is not for ES256"),
        ({"kty": "EC", "crv": "P-256"}, "ES384", "is not for ES384"),
        ({"kty": "oct", "k": ""}, "HS256", "is not for HS256"),
        ({"kty": ["EC"], "crv": {}}, "ES256", "is not for ES256"),
        ({**_ED25519, "use": "enc"}, "EdDSA", "not meant for verifying"),
        ({**_ED25519, "key_ops": ["sign"]}, "EdDSA", "not meant for verifying"),
        ({**_ED25519, "key_ops": "verify"}, "EdDSA", "not meant for verifying"),
        ({**_ED25519, "alg": "ES256"}, "EdDSA", "meant for 'ES256'"),
        ({**_ED25519, "alg": ["EdDSA"]}, "EdDSA", "meant for"),
    ],
)
def test_a_key_that_does_not_fit_is_refused(key: Any, algorithm: str, reason: str) -> None:
    with pytest.raises(VerificationFailed, match=reason):
        jws.check_key(key, algorithm)


def test_the_certificate_chain_is_decoded() -> None:
    chain = [base64.b64encode(der).decode() for der in (b"signer", b"\xff\xfe\xfd")]
    assert jws.certificate_chain({"x5c": chain}) == (b"signer", b"\xff\xfe\xfd")


@pytest.mark.parametrize("x5c", [None, [], "c2lnbmVy", [1], ["c2lnbmV"], ["__79"], ["c2ln bmVy"]])
def test_a_malformed_certificate_chain_is_refused(x5c: Any) -> None:
    with pytest.raises(MalformedInput, match=r"x5c is not .*RFC 7515 section 4\.1\.6"):
        jws.certificate_chain({"x5c": x5c})
