"""cryptography: keys in every form, raw signatures, and refusals that are errors of ours."""

from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue
from canonbench.engines.cryptography import ENGINES
from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.model.engine import Engine, identity
from canonbench.model.use import Neutral, Recorder, Stack, Use
from canonbench.specs import base64url, multibase
from canonbench.specs.cose_key import EC2, OKP, CoseKey
from canonbench.stages import ecdh, ecdsa, eddsa, key

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
PYNACL = Catalogue().load("pynacl")
LOAD = BY_STAGE["key.load"].neutral()
ALGORITHMS: tuple[key.Algorithm, ...] = ("Ed25519", "P-256", "P-384")
PUBLIC = serialization.PublicFormat.SubjectPublicKeyInfo
DER = serialization.Encoding.DER


def own(algorithm: str, owner: str = "issuer") -> key.Key:
    found: key.Key = LOAD(key.Material("multikey", secret_key(algorithm, owner), secret=True))
    return found


def forms(algorithm: str) -> list[key.Material]:
    """Return the public key of the issuer in every form."""
    found = own(algorithm)
    native = BY_STAGE["key.load"].run(key.Material("multikey", secret_key(algorithm), secret=True))
    octets = BY_STAGE["key.export"].run(native)
    half = len(found.public) // 2
    x, y = (
        (found.public, None) if algorithm == "Ed25519" else (found.public[1 : half + 1], found.public[-half:])
    )
    jwk = {"kty": "OKP" if y is None else "EC", "crv": algorithm, "x": base64url.encode(x)}
    curve = {"Ed25519": 6, "P-256": 1, "P-384": 2}[algorithm]
    made = [
        key.Material("multikey", octets),
        key.Material("multikey", multibase.encode(octets)),
        key.Material("jwk", jwk if y is None else {**jwk, "y": base64url.encode(y)}),
        key.Material("der", native.public_key().public_bytes(DER, PUBLIC)),
        key.Material("cose", CoseKey(OKP if y is None else EC2, curve, x, y)),
    ]
    return made if y is None else [*made, key.Material("cose", CoseKey(EC2, curve, x, y=bool(y[-1] & 1)))]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_public_key_is_the_same_in_every_form(algorithm: key.Algorithm) -> None:
    expected = own(algorithm)._replace(secret=b"")

    assert [LOAD(material) for material in forms(algorithm)] == [expected] * len(forms(algorithm))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_secret_key_is_the_same_in_every_form(algorithm: key.Algorithm) -> None:
    expected = own(algorithm)
    native = BY_STAGE["key.load"].run(key.Material("multikey", secret_key(algorithm), secret=True))
    pkcs8 = native.private_bytes(DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    public: Any = forms(algorithm)[2].value
    jwk = {**public, "d": base64url.encode(expected.secret)}

    assert expected == LOAD(key.Material("der", pkcs8, secret=True))
    assert expected == LOAD(key.Material("jwk", jwk, secret=True))
    assert expected == BY_STAGE["key.load"].leave(BY_STAGE["eddsa.sign"].part(expected))  # type: ignore[misc]  # it has one


def test_a_secret_key_must_belong_to_its_public_key() -> None:
    for algorithm in ALGORITHMS:
        public: Any = forms(algorithm)[2].value
        jwk = {**public, "d": base64url.encode(own(algorithm, "holder").secret)}
        with pytest.raises(MalformedInput, match="does not belong to its public key"):
            LOAD(key.Material("jwk", jwk, secret=True))


OFF_CURVE = {"kty": "EC", "crv": "P-256", "x": base64url.encode(bytes(32)), "y": base64url.encode(bytes(32))}
RSA = rsa.generate_private_key(65537, 2048).public_key().public_bytes(DER, PUBLIC)
KOBLITZ = ec.generate_private_key(ec.SECP256K1()).public_key().public_bytes(DER, PUBLIC)


@pytest.mark.parametrize(
    ("material", "message"),
    [
        (key.Material("jwk", OFF_CURVE), "no key of P-256"),
        (key.Material("multikey", b"\x80\x24\x02" + b"\xff" * 32), "no key of P-256"),
        (key.Material("multikey", b"\x86\x26" + b"\xff" * 32, secret=True), "no key of P-256"),
        (key.Material("multikey", b"\x86\x26" + bytes(32), secret=True), "no key of P-256"),
        (key.Material("der", b"nonsense"), "no public key in DER"),
        (key.Material("der", b"nonsense", secret=True), "no secret key in DER"),
        (key.Material("der", RSA), "of no curve here"),
        (key.Material("der", KOBLITZ), "of no curve here"),
        (key.Material("cose", CoseKey(OKP, 6, bytes(32)), secret=True), "does not stand in a message"),
    ],
)
def test_what_is_no_key_is_an_error_of_ours(material: key.Material, message: str) -> None:
    with pytest.raises(MalformedInput, match=message):
        LOAD(material)


def composition(use: Use, sign: Any, verify: Any) -> Any:
    """Sign with a key in wire form and verify with the exported public key, as an exchange does."""
    load, export = use(key.load), use(key.export)
    run_sign, run_verify = use(sign.sign), use(verify.verify)
    to_sign, to_verify = use.between(key.load, sign.sign), use.between(key.load, verify.verify)
    to_export = use.between(key.load, key.export)

    def run(text: str, message: bytes) -> tuple[bytes, bool]:
        secret = load(key.Material("multikey", text, secret=True))
        signature = run_sign(sign.Signing(to_sign(secret), message))
        public = load(key.Material("multikey", export(to_export(secret))))
        return signature, run_verify(verify.Verification(to_verify(public), message, signature))

    return run


@pytest.mark.parametrize(("algorithm", "family"), [("Ed25519", eddsa), ("P-256", ecdsa), ("P-384", ecdsa)])
@pytest.mark.parametrize("make", [Neutral, Stack, lambda engines: Recorder(Neutral(engines))])
def test_a_key_goes_from_wire_form_to_a_signature_under_every_use(
    make: Any, algorithm: str, family: Any
) -> None:
    signature, verified = composition(make(BY_STAGE), family, family)(secret_key(algorithm), b"message")

    assert verified is True
    assert len(signature) == {"Ed25519": 64, "P-256": 64, "P-384": 96}[algorithm]


def test_within_the_library_a_key_goes_on_untouched() -> None:
    for stage in (eddsa.sign, eddsa.verify, ecdsa.sign, ecdsa.verify, ecdh.agree, key.export):
        assert Stack(BY_STAGE).between(key.load, stage) is identity


def test_a_key_goes_on_to_another_library() -> None:
    mixed = {**BY_STAGE, "eddsa.sign": PYNACL["eddsa.sign"], "eddsa.verify": PYNACL["eddsa.verify"]}

    signature, verified = composition(Stack(mixed), eddsa, eddsa)(secret_key("Ed25519"), b"message")
    same, _ = composition(Stack(BY_STAGE), eddsa, eddsa)(secret_key("Ed25519"), b"message")

    assert verified is True
    assert same == signature


@pytest.mark.parametrize("name", ["eddsa.verify", "ecdsa.verify"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_key_of_the_wrong_kind_verifies_nothing(name: str, algorithm: str) -> None:
    family = {"eddsa.verify": eddsa, "ecdsa.verify": ecdsa}[name]
    right = own(algorithm)._replace(secret=b"")
    wrong = own(algorithm) if (algorithm == "Ed25519") is (name == "eddsa.verify") else right
    given = family.Verification(wrong, b"message", bytes(96 if algorithm == "P-384" else 64))

    with pytest.raises(VerificationFailed, match="the key is no public key"):
        BY_STAGE[name].neutral()(given)


def test_a_deterministic_signature_is_the_same_each_time() -> None:
    sign = BY_STAGE["ecdsa.sign"].neutral()
    signing = ecdsa.Signing(own("P-256"), b"message", deterministic=True)

    assert sign(signing) == sign(signing)
    assert sign(signing._replace(deterministic=False)) != sign(signing)


def test_two_keys_agree_from_both_sides() -> None:
    agree = BY_STAGE["ecdh.agree"].neutral()
    for curve in ("P-256", "P-384"):
        one, two = own(curve, "holder"), own(curve, "verifier")
        assert agree(ecdh.Agreement(one, two._replace(secret=b""))) == agree(
            ecdh.Agreement(two, one._replace(secret=b""))
        )
    with pytest.raises(MalformedInput, match="not of one curve"):
        agree(ecdh.Agreement(own("P-256"), own("P-384")._replace(secret=b"")))
    with pytest.raises(MalformedInput, match="not of one curve"):
        agree(ecdh.Agreement(own("Ed25519"), own("P-384")._replace(secret=b"")))
