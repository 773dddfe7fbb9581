"""canonbench.suites.sd_jwt, and our SD-JWT against all of its examples and specifications."""

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from canonbench.specs import base64url, jws
from canonbench.specs.sd_jwt import (
    Binding,
    Claims,
    Embedding,
    Frame,
    Policy,
    Selection,
    Verified,
    create_disclosures,
    digest,
    digests,
    embed_digests,
    frame_of,
    kb_jwt,
    parse,
    process,
    received,
    select,
    serialize,
    verify,
    verify_json,
)
from canonbench.suites import Vector, folder
from canonbench.suites.sd_jwt import (
    NONCE,
    Published,
    Specification,
    issuer_key,
    published,
    specifications,
    vectors,
)

_ROOT = folder("sd-jwt")
_PUBLISHED = [] if _ROOT is None else list(published(_ROOT))
_SPECIFICATIONS = [] if _ROOT is None else list(specifications(_ROOT))
_VECTORS = [] if _ROOT is None else list(vectors(_ROOT))
_NOW = 1_700_000_000
_RUN: dict[str, Callable[[Any], Any]] = {"sd_jwt.parse": parse, "sd_jwt.process": process}


def _sha256(octets: bytes) -> bytes:
    return hashlib.sha256(octets).digest()


def _check(algorithm: str, key: Any, message: bytes, signature: bytes) -> bool:
    x, y = (int.from_bytes(base64url.decode(key[axis]), "big") for axis in "xy")
    public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    try:
        public.verify(der, message, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return algorithm == "ES256" and len(signature) == 64


def _verify(text: str | bytes, policy: Policy, key: Any) -> Verified:
    whole: Callable[..., Verified] = verify if isinstance(text, str) else verify_json
    return whole(
        text, policy, issuer_key=lambda _header, _payload: key, verify=_check, hashes={"sha-256": _sha256}
    )


def _policy(example: Published, **changes: Any) -> Policy:
    kb_text = _key_binding(example)
    now = jws.parse(kb_text).payload["iat"] + 10 if kb_text else _NOW
    policy = Policy("required" if kb_text else "refused", now, example.audience, NONCE)
    return policy._replace(credential="vct" in (example.verified or {}), **changes)


def _key_binding(example: Published) -> str:
    if isinstance(example.presentation, str):
        return example.presentation.rpartition("~")[2]
    form = json.loads(example.presentation or b"")
    text: str = form.get("signatures", [form])[0]["header"]["kb_jwt"]
    return text


def _named(rows: list[Any]) -> Any:
    return [pytest.param(row, id=row.name) for row in rows] or [pytest.param(None, id="absent")]


@pytest.mark.suites
def test_the_suite_is_complete(suite: Callable[[str], Path]) -> None:
    root = suite("sd-jwt")
    assert [example.name for example in published(root) if example.presentation is not None] == [
        "ietf-draft-22/arf-pid",
        "ietf-draft-22/complex_ekyc",
        "ietf-draft-22/json_serialization_flattened",
        "ietf-draft-22/json_serialization_general",
        "ietf-draft-22/jsonld",
        "ietf-draft-22/simple",
        "ietf-draft-22/simple_structured",
        "rfc9901-main-example",
        "sd-jwt-vc-draft/01",
        "sd-jwt-vc-draft/02",
        "sd-jwt-vc-draft/03-pid",
    ]
    names = [each.name.partition("/")[0] for each in specifications(root)]
    assert [names.count(group) for group in dict.fromkeys(names)] == [17, 15, 15, 3]
    assert len(list(vectors(root))) == 24


@pytest.mark.suites
@pytest.mark.parametrize("vector", _named(_VECTORS))
def test_our_engine_gives_what_a_vector_says(suite: Callable[[str], Path], vector: Vector) -> None:
    assert suite("sd-jwt").is_dir()
    assert vector.judge(_RUN[vector.stage](vector.arrange())) is None


@pytest.mark.suites
@pytest.mark.parametrize("example", _named([each for each in _PUBLISHED if each.presentation is not None]))
def test_a_published_presentation_verifies(suite: Callable[[str], Path], example: Published) -> None:
    root = suite("sd-jwt")
    assert example.presentation is not None
    verified = _verify(example.presentation, _policy(example), issuer_key(root))
    if example.verified is not None:
        assert example.verified == verified.claims
    if example.second_key is not None:
        second = _verify(example.presentation, _policy(example, signature=1), example.second_key)
        assert second.claims == verified.claims
    assert verified.algorithm == "ES256"


@pytest.mark.suites
@pytest.mark.parametrize("example", _named(_PUBLISHED))
def test_published_digests_are_those_of_their_disclosures(
    suite: Callable[[str], Path], example: Published
) -> None:
    assert suite("sd-jwt").is_dir()
    texts = [row["disclosure"] for row in example.disclosures]
    assert [row["digest"] for row in example.disclosures] == list(digests(texts, _sha256))


_DECOYS = ("ietf-draft-22/simple_structured",)  # random, so its payload cannot come out again
_FIXED = [each for each in _PUBLISHED if each.payload and each.disclosures and each.name not in _DECOYS]


@pytest.mark.suites
@pytest.mark.parametrize("example", _named(_FIXED))
def test_our_payload_is_the_published_one(suite: Callable[[str], Path], example: Published) -> None:
    """With the published digest for each Disclosure the published payload comes out."""
    root = suite("sd-jwt")
    claims, frame = _as_specified(root, example)
    rows: dict[str, list[bytes]] = {}
    for row in example.disclosures:
        rows.setdefault(json.dumps(row["contents"][1:]), []).append(base64url.decode(row["digest"]))
    numbers = itertools.count()

    def given(text: bytes) -> bytes:
        return rows[json.dumps(json.loads(base64url.decode(text.decode()))[1:])].pop(0)

    created = create_disclosures(Claims(claims, frame), salt=lambda: str(next(numbers)), hash_function=given)
    payload = embed_digests(Embedding(claims, frame, digests(created.hashed, given)))
    published_payload = example.payload or {}
    assert {name: published_payload[name] for name in payload} == payload
    assert published_payload.keys() - payload.keys() <= {"iss", "iat", "exp", "cnf"}


def _as_specified(root: Path, example: Published) -> tuple[dict[str, Any], Frame]:
    name = "ietf-draft-22/simple" if example.name == "rfc9901-main-example" else example.name
    found = next(each for each in specifications(root) if each.name == name)
    return found.claims, found.frame


@pytest.mark.suites
@pytest.mark.parametrize("case", _named(_SPECIFICATIONS))
def test_a_specification_is_issued_presented_and_verified(
    suite: Callable[[str], Path], case: Specification
) -> None:
    root = suite("sd-jwt")
    settings = yaml.safe_load((root / "python-testcases" / "settings.yml").read_text())["key_settings"]
    sign_issuer, sign_holder = _signer(settings["issuer_keys"][0]), _signer(settings["holder_key"])
    cnf = {"jwk": {name: value for name, value in settings["holder_key"].items() if name != "d"}}
    claims = {
        "iss": "https://example.com/issuer",
        **case.claims,
        **({"cnf": cnf} if case.key_binding else {}),
    }
    numbers = itertools.count()

    created = create_disclosures(
        Claims(claims, case.frame), salt=lambda: f"salt{next(numbers)}", hash_function=_sha256
    )
    payload = embed_digests(Embedding(claims, case.frame, digests(created.hashed, _sha256)))
    jwt = jws.sign(jws.Signing({"alg": "ES256", **case.extra_header}, payload), sign=sign_issuer)

    sd_jwt = received(parse(serialize(jwt, created.disclosures)))
    taken = digests([each.text for each in sd_jwt.disclosures], _sha256)
    chosen = serialize(jwt, select(Selection(sd_jwt, taken, case.pointers)))
    binding = Binding("https://example.com/verifier", NONCE, _NOW, digest(chosen, _sha256), "ES256")
    presented = chosen + kb_jwt.sign(binding, sign=sign_holder) if case.key_binding else chosen

    policy = Policy(
        "required" if case.key_binding else "refused", _NOW, "https://example.com/verifier", NONCE
    )
    verified = _verify(presented, policy, issuer_key(root))
    extra: dict[str, Any] = {name: claims[name] for name in ("iss", "cnf") if name in claims}
    assert extra.items() <= verified.claims.items()
    if case.expected is not None:
        assert (case.expected | extra) == verified.claims
    assert (verified.kb_algorithm is not None) == case.key_binding


def _signer(key: dict[str, str]) -> Callable[[bytes], bytes]:
    private = ec.derive_private_key(int.from_bytes(base64url.decode(key["d"]), "big"), ec.SECP256R1())

    def sign(message: bytes) -> bytes:
        der = private.sign(message, ec.ECDSA(hashes.SHA256()))
        length = der[3]
        r, s = der[4 : 4 + length], der[6 + length :]
        return r[-32:].rjust(32, b"\0") + s[-32:].rjust(32, b"\0")

    return sign


# How outputs are judged, without the suite


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Vector]:
    disclosure = base64url.encode(b'["s","name","Ada"]')
    taken = digest(disclosure, _sha256)
    payload = {"_sd": [taken]}
    jwt = jws.sign(jws.Signing({"alg": "ES256"}, payload), sign=lambda _message: b"signature")
    rows = [{"digest": taken, "disclosure": disclosure, "contents": ["s", "name", "Ada"]}]
    folder = tmp_path / "ietf-draft-22" / "made"
    folder.mkdir(parents=True)
    for name, content in {
        "sd_jwt_payload.json": payload,
        "disclosures.json": rows,
        "verified_contents.json": {"name": "Ada"},
        "kb_jwt_payload.json": {"iat": 1},
    }.items():
        (folder / name).write_text(json.dumps(content))
    bound = jws.sign(jws.Signing({"alg": "ES256"}, {"iat": 1}), sign=lambda _message: b"signature")
    (folder / "sd_jwt_issuance.txt").write_text(f"{jwt}~{disclosure}~\n")
    (folder / "sd_jwt_presentation.txt").write_text(f"{jwt}~{disclosure}~{bound}\n")
    return {vector.name.rpartition("/")[2]: vector for vector in vectors(tmp_path)}


def test_a_right_output_is_right(made: dict[str, Vector]) -> None:
    assert set(made) == {"issuance", "presentation", "verified"}
    for vector in made.values():
        assert vector.judge(_RUN[vector.stage](vector.arrange())) is None


def _wrong(made: dict[str, Vector]) -> Iterator[tuple[str | None, str]]:
    issuance, presentation = (parse(made[name].arrange()) for name in ("issuance", "presentation"))
    (disclosure,) = issuance.disclosures
    yield made["issuance"].judge(issuance._replace(disclosures=())), "1 Disclosures are missing"
    wrong = disclosure._replace(value="Ida")
    yield (
        made["issuance"].judge(issuance._replace(disclosures=(wrong,))),
        "the contents of Disclosure WyJzIiwibmFtZSIs... differ",
    )
    jwt = issuance.jwt._replace(payload={})
    yield made["issuance"].judge(issuance._replace(jwt=jwt)), "the payload of the Issuer-signed JWT differs"
    yield (
        made["presentation"].judge(presentation._replace(kb_jwt=None)),
        "the payload of the Key Binding JWT differs",
    )
    yield made["verified"].judge({"name": "Ida"}), "the processed payload differs"


def test_a_wrong_output_is_named(made: dict[str, Vector]) -> None:
    verdicts = list(_wrong(made))
    assert [expected for _, expected in verdicts] == [verdict for verdict, _ in verdicts]


def test_marks_become_a_frame_and_wishes_become_pointers(tmp_path: Path) -> None:
    folder = tmp_path / "python-testcases" / "made"
    folder.mkdir(parents=True)
    (folder / "specification.yml").write_text(
        "user_claims:\n"
        "  plain: 1\n"
        "  !sd phone: +1-202\n"
        "  !sd a/b: {inner: [!sd 42, !sd '42', !sd {x: 1, !sd y: 2}, !sd [1], 5]}\n"
        "holder_disclosed_claims:\n"
        "  phone: true\n"
        "  a/b: {inner: [false, true, {x: true}, null]}\n"
    )
    (case,) = specifications(tmp_path)
    assert case.claims == {
        "plain": 1,
        "phone": "+1-202",
        "a/b": {"inner": [42, "42", {"x": 1, "y": 2}, [1], 5]},
    }
    marks = ["/phone", "/a~1b", *(f"/a~1b/inner/{index}" for index in range(4)), "/a~1b/inner/2/y"]
    assert frame_of(marks) == case.frame
    assert case.pointers == (
        "/phone",
        "/a~1b",
        "/a~1b/inner",
        "/a~1b/inner/1",
        "/a~1b/inner/2",
        "/a~1b/inner/2/x",
    )
    assert (case.expected, case.key_binding, case.extra_header) == (None, False, {})
