"""canonbench.specs.sd_jwt.verifier: the whole of RFC 9901 section 7.3, tampered with and generated."""

import base64
import hashlib
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url, jws
from canonbench.specs.sd_jwt import (
    Claims,
    Embedding,
    Frame,
    Policy,
    Selection,
    create_disclosures,
    digests,
    embed_digests,
    frame_of,
    parse,
    select,
    serialize,
    verify,
    verify_json,
)

_CLAIMS = {
    "iss": "i",
    "name": "Ada",
    "grades": [1.5, {"course": "Ö"}],
    "address": {"city": "K"},
    "plain": [True, None],
}
_POINTERS = ("/name", "/grades/0", "/grades/1", "/grades/1/course", "/address", "/address/city")
_REFUSALS = (MalformedInput, VerificationFailed)


@pytest.fixture
def issued(kit: Any) -> str:
    text: str = kit.issue(_CLAIMS, kit.frame_of(_POINTERS))
    return text


@pytest.fixture
def presented(kit: Any, issued: str) -> str:
    text: str = kit.bind(issued)
    return text


def _expected(kit: Any) -> dict[str, Any]:
    return {**_CLAIMS, "cnf": {"jwk": kit.holder.jwk}}


def _spelled(text: str) -> Iterator[str]:
    """Give other spellings of base64url text that a lax decoder takes for the same octets."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    free = {2: 4, 3: 2}.get(len(text) % 4, 0)
    if free:
        yield text[:-1] + alphabet[alphabet.index(text[-1]) ^ (1 << free - 2)]
        yield text + "=" * (-len(text) % 4)
    yield from (
        text + "=",
        text + "\n",
        " " + text,
        text + "\0",
        text[:4] + "\r\n" + text[4:],
        text[:5] + "." + text[5:],
    )
    if "-" in text or "_" in text:
        yield text.replace("-", "+").replace("_", "/")


def test_a_presentation_verifies(kit: Any, presented: str) -> None:
    verified = kit.verify(presented)
    assert _expected(kit) == verified.claims
    assert verified.header == {"alg": "ES256"}
    assert (verified.algorithm, verified.kb_algorithm) == ("ES256", "ES256")


@pytest.mark.parametrize("algorithm", ["ES256", "ES384", "EdDSA", "Ed25519"])
def test_the_algorithm_of_the_issuer_is_reported(kit: Any, algorithm: str) -> None:
    kit.issuer = kit.key(algorithm, 5)
    assert algorithm == kit.verify(kit.bind(kit.issue({}, kit.frame_of([])))).algorithm


# Section 7.1, step 2: the Issuer-signed JWT


@pytest.mark.parametrize("algorithm", ["none", "HS256", "RS256", "es256", None])
def test_step_2_1_another_algorithm_is_refused(kit: Any, issued: str, algorithm: str | None) -> None:
    header = base64url.encode(json.dumps({"alg": algorithm}).encode())
    _, _, rest = issued.partition(".")
    with pytest.raises(VerificationFailed, match=r"is not allowed, .*RFC 9901 section 7\.1 step 2\.1"):
        kit.verify(f"{header}.{rest}", key_binding="refused")


def test_step_2_1_an_unsecured_jwt_is_refused(kit: Any, issued: str) -> None:
    header = base64url.encode(b'{"alg":"none"}')
    _, payload, rest = issued.split(".", 2)
    _, _, disclosures = rest.partition("~")
    with pytest.raises(MalformedInput, match=r"unsecured: its signature is empty .*RFC 9901 section 4"):
        kit.verify(f"{header}.{payload}.~{disclosures}", key_binding="refused")


def test_step_2_2_the_signature_must_verify(kit: Any, presented: str) -> None:
    kit.issuer = kit.key("ES256", 9)
    with pytest.raises(VerificationFailed, match=r"signature does not verify .*RFC 7515 section 5\.2"):
        kit.verify(presented)


def test_step_2_2_a_key_for_another_algorithm_is_refused(kit: Any, presented: str) -> None:
    kit.issuer = kit.key("ES384", 1)
    with pytest.raises(VerificationFailed, match=r"'P-384', is not for ES256 .*RFC 8725 section 3\.1"):
        kit.verify(presented)


def test_step_2_3_the_issuer_is_validated_by_who_finds_the_key(kit: Any, presented: str) -> None:
    seen = []

    def issuer_key(header: Any, payload: Any) -> Any:
        seen.append((header, payload["iss"]))
        raise VerificationFailed("not an issuer we trust")

    with pytest.raises(VerificationFailed, match="not an issuer we trust"):
        verify(presented, kit.policy(), issuer_key=issuer_key, verify=kit.check_signature, hashes=kit.hashes)
    assert seen == [({"alg": "ES256"}, "i")]


def test_step_2_3_the_key_may_come_from_a_certificate(kit: Any) -> None:
    certificate = json.dumps(kit.issuer.jwk).encode()  # stands for DER, whose path somebody else validates
    issued = kit.issue({}, kit.frame_of([]), header={"x5c": [base64.b64encode(certificate).decode()]})
    verified = verify(
        issued,
        kit.policy(key_binding="refused"),
        issuer_key=lambda header, _payload: json.loads(jws.certificate_chain(header)[0]),
        verify=kit.check_signature,
        hashes=kit.hashes,
    )
    assert verified.claims == {"cnf": {"jwk": kit.holder.jwk}}


def test_step_2_4_only_accepted_hashes_are_used(kit: Any) -> None:
    issued = kit.issue(_CLAIMS, kit.frame_of(_POINTERS), algorithm="sha-384")
    assert _expected(kit) == kit.verify(kit.bind(issued, algorithm="sha-384")).claims
    kit.hashes = {"sha-256": kit.hash_function}
    with pytest.raises(VerificationFailed, match="'sha-384' is not understood, only sha-256"):
        kit.verify(issued, key_binding="refused")


def test_the_type_may_be_demanded(kit: Any) -> None:
    issued = kit.issue({}, kit.frame_of([]), header={"typ": "example+sd-jwt"})
    assert kit.verify(kit.bind(issued), types=("example+sd-jwt", "x")).header["typ"] == "example+sd-jwt"
    with pytest.raises(VerificationFailed, match=r"typ 'example\+sd-jwt' is not accepted .*section 9\.11"):
        kit.verify(kit.bind(issued), types=("dc+sd-jwt",))


# Section 7.1, step 6: validity, on the processed payload


@pytest.mark.parametrize(("name", "value"), [("exp", 0), ("nbf", 1), ("iat", 1)])
@pytest.mark.parametrize("pointers", [(), ("/exp", "/nbf", "/iat")])
def test_step_6_times_count_even_if_they_were_disclosed(
    kit: Any, name: str, value: int, pointers: tuple[str, ...]
) -> None:
    claims = {"exp": kit.now + 10, "nbf": kit.now, "iat": kit.now}
    assert kit.verify(kit.bind(kit.issue(claims, kit.frame_of(pointers)))).claims["nbf"] == kit.now
    wrong = {**claims, name: kit.now + value}
    with pytest.raises(VerificationFailed, match=r"RFC 7519 section 4\.1\.[456]"):
        kit.verify(kit.bind(kit.issue(wrong, kit.frame_of(pointers))))


def test_step_6_the_clock_is_the_policys(kit: Any) -> None:
    issued = kit.issue({"exp": kit.now + 10}, kit.frame_of([]))
    assert kit.verify(issued, key_binding="refused", now=kit.now + 9).claims["exp"] == kit.now + 10
    with pytest.raises(VerificationFailed, match="expired"):
        kit.verify(issued, key_binding="refused", now=kit.now + 10)
    assert kit.verify(issued, key_binding="refused", now=kit.now + 10, leeway=1).claims["exp"] == kit.now + 10


def test_step_6_a_holder_cannot_hide_a_claim_that_is_required(kit: Any) -> None:
    issued = kit.issue({"exp": kit.now - 10}, kit.frame_of(["/exp"]))
    assert "exp" not in kit.verify(kit.bind(kit.choose(issued))).claims
    with pytest.raises(VerificationFailed, match=r"'exp' is required and missing .*9\.7"):
        kit.verify(kit.bind(kit.choose(issued)), required=("exp",))


def test_step_6_an_audience_counts(kit: Any) -> None:
    assert kit.verify(kit.bind(kit.issue({"aud": [kit.audience]}, kit.frame_of([])))).claims["aud"]
    with pytest.raises(VerificationFailed, match="another audience"):
        kit.verify(kit.bind(kit.issue({"aud": "them"}, kit.frame_of([]))))


# Section 7.3: key binding is the policy's choice


def test_steps_1_and_2_required_key_binding_must_be_there(kit: Any, issued: str) -> None:
    with pytest.raises(VerificationFailed, match=r"required and there is none .*step 2"):
        kit.verify(issued)


def test_step_1_unchecked_key_binding_is_not_looked_at(kit: Any, issued: str) -> None:
    wrong = kit.bind(issued, nonce="another", key=kit.key("ES256", 9))
    for text in (issued, wrong):
        verified = kit.verify(text, key_binding="unchecked", audience=None, nonce=None)
        assert (_expected(kit), None) == (verified.claims, verified.kb_algorithm)
    with pytest.raises(VerificationFailed, match="RFC 9901 section 7"):
        kit.verify(wrong)


def test_step_3_an_unchecked_key_binding_must_still_be_a_jwt(kit: Any, issued: str) -> None:
    with pytest.raises(MalformedInput, match="Key Binding JWT has 1 parts"):
        kit.verify(f"{issued}rubbish", key_binding="unchecked")


def test_key_binding_may_be_refused(kit: Any, issued: str, presented: str) -> None:
    assert kit.verify(issued, key_binding="refused").kb_algorithm is None
    with pytest.raises(VerificationFailed, match=r"an SD-JWT is expected.*section 4"):
        kit.verify(presented, key_binding="refused")


@pytest.mark.parametrize("missing", ["audience", "nonce"])
def test_key_binding_needs_audience_and_nonce(kit: Any, presented: str, missing: str) -> None:
    with pytest.raises(VerificationFailed, match=r"needs audience and nonce .*step 5\.6"):
        kit.verify(presented, **{missing: None})


# Tampering


def test_any_octet_of_any_part_counts(kit: Any, presented: str) -> None:
    parts = presented.replace("~", "\0~\0").replace(".", "\0.\0").split("\0")
    tried = 0
    for index in range(0, len(parts), 2):
        octets = base64url.decode(parts[index])
        for place in range(len(octets)):
            changed = octets[:place] + bytes([octets[place] ^ 1 << place % 8]) + octets[place + 1 :]
            text = "".join([*parts[:index], base64url.encode(changed), *parts[index + 1 :]])
            tried += 1
            with pytest.raises(_REFUSALS):
                kit.verify(text)
    assert tried > 900


def test_any_octet_of_a_disclosure_counts_without_key_binding(kit: Any, issued: str) -> None:
    jwt, *disclosures, _ = issued.split("~")
    tried = 0
    for index, disclosure in enumerate(disclosures):
        octets = base64url.decode(disclosure)
        for place in range(len(octets)):
            changed = octets[:place] + bytes([octets[place] ^ 1 << place % 8]) + octets[place + 1 :]
            others = [*disclosures[:index], base64url.encode(changed), *disclosures[index + 1 :]]
            tried += 1
            with pytest.raises(_REFUSALS):
                kit.verify(serialize(jwt, others), key_binding="unchecked")
    assert tried > 200


@pytest.mark.parametrize("key_binding", ["required", "unchecked"])
def test_every_part_has_one_spelling(kit: Any, presented: str, key_binding: str) -> None:
    parts = presented.replace("~", "\0~\0").replace(".", "\0.\0").split("\0")
    tried = 0
    for index in range(0, len(parts), 2):
        for spelling in _spelled(parts[index]):
            tried += 1
            with pytest.raises(_REFUSALS):
                kit.verify("".join([*parts[:index], spelling, *parts[index + 1 :]]), key_binding=key_binding)
    assert tried > 80


@pytest.mark.parametrize("around", ["{} ", " {}", "{}\n", "{}~", "~{}", "{}.", "\ufeff{}", "{}é"])
def test_nothing_may_stand_around_it(kit: Any, presented: str, around: str) -> None:
    with pytest.raises(_REFUSALS):
        kit.verify(around.format(presented))


def test_disclosures_that_are_bound_stay_as_they_are(kit: Any, presented: str) -> None:
    jwt, *disclosures, bound = presented.split("~")
    foreign = parse(kit.issue(_CLAIMS, kit.frame_of(_POINTERS))).disclosures
    changes = [
        *([*disclosures[:index], *disclosures[index + 1 :]] for index in range(len(disclosures))),
        *([*disclosures, disclosures[index]] for index in range(len(disclosures))),
        *([*disclosures, other.text] for other in foreign),
        *(
            [*disclosures[:index], foreign[index].text, *disclosures[index + 1 :]]
            for index in range(len(disclosures))
        ),
        *(list(order) for order in itertools.permutations(disclosures) if list(order) != disclosures),
        [],
    ]
    for changed in changes:
        with pytest.raises(VerificationFailed):
            kit.verify(serialize(jwt, changed, bound))
    assert kit.verify(serialize(jwt, disclosures, bound)).kb_algorithm == "ES256"


def test_disclosures_that_are_not_bound_come_from_the_issuer_once(kit: Any, issued: str) -> None:
    jwt, *disclosures, _ = issued.split("~")
    foreign = parse(kit.issue(_CLAIMS, kit.frame_of(_POINTERS))).disclosures
    for changed in (
        *([*disclosures, text] for text in disclosures),
        *([*disclosures, other.text] for other in foreign),
        *([other.text, *disclosures[1:]] for other in foreign),
    ):
        with pytest.raises(VerificationFailed, match="RFC 9901"):
            kit.verify(serialize(jwt, changed), key_binding="refused")
    backwards = kit.verify(serialize(jwt, disclosures[::-1]), key_binding="refused")
    assert _expected(kit) == backwards.claims


def test_a_key_binding_of_another_presentation_is_refused(kit: Any, presented: str) -> None:
    other = kit.bind(kit.issue(_CLAIMS, kit.frame_of(_POINTERS)))
    with pytest.raises(VerificationFailed, match="sd_hash"):
        kit.verify(presented.rpartition("~")[0] + "~" + other.rpartition("~")[2])


def test_an_issuer_signed_jwt_is_no_key_binding(kit: Any, issued: str) -> None:
    with pytest.raises(VerificationFailed, match=r"typ is not kb\+jwt"):
        kit.verify(issued + issued.partition("~")[0])


# JWS JSON serialization


def _json_form(presented: str) -> dict[str, Any]:
    jwt, *disclosures, bound = presented.split("~")
    protected, payload, signature = jwt.split(".")
    header = {"disclosures": disclosures, "kb_jwt": bound, "kid": "unprotected"}
    return {"payload": payload, "protected": protected, "signature": signature, "header": header}


def _verify_json(kit: Any, form: Any, **changes: Any) -> Any:
    return verify_json(
        json.dumps(form).encode(),
        kit.policy(**changes),
        issuer_key=lambda _header, _payload: kit.issuer.jwk,
        verify=kit.check_signature,
        hashes=kit.hashes,
    )


def test_a_flattened_presentation_verifies(kit: Any, presented: str) -> None:
    assert kit.verify(presented) == _verify_json(kit, _json_form(presented))


def test_a_general_presentation_verifies_by_the_signature_asked_for(kit: Any, presented: str) -> None:
    form = _json_form(presented)
    first = {name: form[name] for name in ("protected", "signature", "header")}
    other = kit.key("ES256", 9)
    signature = base64url.encode(other.sign(f"{form['protected']}.{form['payload']}".encode()))
    general = {
        "payload": form["payload"],
        "signatures": [first, {"protected": form["protected"], "signature": signature}],
    }
    assert _verify_json(kit, general).kb_algorithm == "ES256"
    with pytest.raises(VerificationFailed, match="does not verify"):
        _verify_json(kit, general, signature=1)
    kit.issuer = other
    assert _verify_json(kit, general, signature=1).kb_algorithm == "ES256"
    for index in (2, -1):
        with pytest.raises(MalformedInput, match=f"no signature at index {index}"):
            _verify_json(kit, general, signature=index)


# Whatever is issued can be presented and verified

_OTHERS = ("_sd", "...", "_sd_alg", "exp", "nbf", "iat", "aud")
_NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=4).filter(
    lambda name: name not in _OTHERS
)
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=12,
)


def _sha256(octets: bytes) -> bytes:
    return hashlib.sha256(octets).digest()


def _pointers(value: Any, base: str = "") -> Iterator[str]:
    children = (
        enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    )
    for name, inner in children:
        pointer = f"{base}/{str(name).replace('~', '~0').replace('/', '~1')}"
        yield pointer
        yield from _pointers(inner, pointer)


def _visible(value: Any, hidden: set[str], base: str = "") -> Any:
    """Return ``value`` without what ``hidden`` pointers point to: what a verifier must see."""

    def pointer(name: Any) -> str:
        return f"{base}/{str(name).replace('~', '~0').replace('/', '~1')}"

    if isinstance(value, list):
        return [
            _visible(inner, hidden, pointer(i)) for i, inner in enumerate(value) if pointer(i) not in hidden
        ]
    if isinstance(value, dict):
        return {
            name: _visible(inner, hidden, pointer(name))
            for name, inner in value.items()
            if pointer(name) not in hidden
        }
    return value


def _with_decoys(frame: Frame, numbers: Iterator[int]) -> Frame:
    members = {name: _with_decoys(inner, numbers) for name, inner in frame.members.items()}
    return Frame(frame.disclosable, members, next(numbers) if members else 0)


@given(st.dictionaries(_NAMES, _VALUES, max_size=5), st.data())
@settings(max_examples=100)
def test_what_is_issued_is_presented_and_verified(claims: dict[str, Any], data: st.DataObject) -> None:
    everything = list(_pointers(claims))
    subset = st.lists(st.sampled_from(everything), unique=True) if everything else st.just([])
    disclosable, disclosed = data.draw(subset), data.draw(subset)
    numbers = itertools.cycle(data.draw(st.lists(st.integers(0, 2), min_size=1, max_size=4)))
    frame = _with_decoys(frame_of(disclosable), numbers)
    counter = itertools.count()

    created = create_disclosures(
        Claims(claims, frame), salt=lambda: str(next(counter)), hash_function=_sha256
    )
    payload = embed_digests(Embedding(claims, frame, digests(created.hashed, _sha256)))
    jwt = jws.sign(jws.Signing({"alg": "EdDSA"}, payload), sign=lambda message: message[:7])
    sd_jwt = parse(serialize(jwt, created.disclosures))
    taken = digests([disclosure.text for disclosure in sd_jwt.disclosures], _sha256)
    verified = verify(
        serialize(jwt, select(Selection(sd_jwt, taken, tuple(disclosed)))),
        Policy("refused", now=0),
        issuer_key=lambda _header, _payload: None,
        verify=lambda _algorithm, _key, message, signature: signature == message[:7],
        hashes={"sha-256": _sha256},
    )

    needed = {base for pointer in disclosed for base in _prefixes(pointer)}
    assert _visible(claims, set(disclosable) - needed) == verified.claims


def _prefixes(pointer: str) -> Iterator[str]:
    tokens = pointer.split("/")
    for end in range(2, len(tokens) + 1):
        yield "/".join(tokens[:end])
