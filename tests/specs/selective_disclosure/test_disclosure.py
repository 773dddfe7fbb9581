"""canonbench.specs.selective_disclosure.disclosure: from the base proof to the verifier, by the vectors."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import multibase
from canonbench.specs.cbor import Codec
from canonbench.specs.data_integrity import prepare_issue, prepare_verification
from canonbench.specs.rdfc10 import canonicalize
from canonbench.specs.selective_disclosure import (
    BaseProof,
    DerivedProof,
    DisclosureData,
    Group,
    LabelMapFactory,
    Processor,
    create_disclosure_data,
    create_verify_data,
    derive,
    hash_mandatory_nquads,
    hmac_label_map,
    parse_base_proof,
    parse_derived_proof,
    separate,
    serialize_base_proof,
    serialize_derived_proof,
    serialize_sign_data,
    skolemize,
    skolemize_in_place,
    transform_base,
)
from canonbench.suites import folder, vc_di

_FOLDER = folder("vc-di-ecdsa")
CASES = list(vc_di.selective_cases(_FOLDER.parent)) if _FOLDER else []
NONCE = "t0k3n"

Mac = Callable[[bytes], Callable[[bytes], bytes]]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def factory(mac: Callable[[bytes], bytes]) -> LabelMapFactory:
    return partial(hmac_label_map, hmac=mac)


def verify(public: multibase.PublicKey, signature: bytes, data: bytes) -> None:
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public.key)
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    key.verify(utils.encode_dss_signature(r, s), data, ec.ECDSA(hashes.SHA256()))


def sign(secret: multibase.SecretKey, data: bytes) -> bytes:
    key = ec.derive_private_key(int.from_bytes(secret.key, "big"), ec.SECP256R1())
    r, s = utils.decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256(), deterministic_signing=True)))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_value_of_the_issuer_equals_the_vector(
    case: vc_di.SelectiveCase, processor: Processor, mac: Mac, codec: Codec
) -> None:
    steps = case.steps
    skolemized = skolemize(case.unsecured, NONCE, expand=processor.expand, compact=processor.compact)
    base = transform_base(skolemized, case.mandatory, factory(mac(case.hmac_key)), processor)
    assert steps["addBaseDocHMACCanon"] == list(base.nquads)
    assert [line for _, line in steps["addBaseTransform"]["mandatory"]["value"]] == list(base.mandatory)
    assert [line for _, line in steps["addBaseTransform"]["nonMandatory"]["value"]] == list(
        base.non_mandatory
    )
    mandatory_hash = hash_mandatory_nquads(base.mandatory, sha256)
    assert steps["addHashData"]["mandatoryHash"] == mandatory_hash.hex()
    proof = case.secured["proof"]
    options = {name: value for name, value in proof.items() if name != "proofValue"}
    prepared = prepare_issue(case.unsecured, options)
    assert steps["addProofConfig"] == prepared.configuration
    configuration = canonicalize(processor.to_rdf(processor.expand(prepared.configuration))).encode()
    assert case.canonical_configuration == configuration
    assert steps["addHashData"]["proofHash"] == sha256(configuration).hex()
    public = multibase.public_multikey_bytes(multibase.read_public_multikey(case.proof_keys.public))
    assert len(public) == 35
    data = serialize_sign_data(sha256(configuration), public, mandatory_hash)
    raw = steps["addRawBaseSignatureInfo"]
    base_signature = sign(multibase.read_secret_multikey(case.base_keys.secret), data)
    proof_secret = multibase.read_secret_multikey(case.proof_keys.secret)
    signatures = tuple(sign(proof_secret, line.encode()) for line in base.non_mandatory)
    assert raw["baseSignature"] == base_signature.hex()
    assert raw["signatures"] == [signature.hex() for signature in signatures]
    value = BaseProof(base_signature, public, case.hmac_key, signatures, tuple(case.mandatory))
    assert proof["proofValue"] == multibase.encode(serialize_base_proof(value, codec), "u")
    assert value == parse_base_proof(multibase.decode(proof["proofValue"], "u"), codec)


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_value_of_the_holder_equals_the_vector(
    case: vc_di.SelectiveCase, processor: Processor, mac: Mac, codec: Codec
) -> None:
    steps = case.steps
    base = parse_base_proof(multibase.decode(case.secured["proof"]["proofValue"], "u"), codec)
    recovered = steps["derivedRecoveredBaseData"]
    assert recovered["hmacKey"] == base.hmac_key.hex()
    assert recovered["signatures"] == [signature.hex() for signature in base.signatures]
    assert recovered["mandatoryPointers"] == list(base.mandatory_pointers)
    skolemized = skolemize(case.unsecured, NONCE, expand=processor.expand, compact=processor.compact)
    disclosed = create_disclosure_data(
        case.unsecured,
        skolemized,
        base,
        case.selective,
        factory=factory(mac(base.hmac_key)),
        processor=processor,
    )
    data = steps["derivedDisclosureData"]
    assert data["signatures"] == [signature.hex() for signature in disclosed.proof.signatures]
    assert data["mandatoryIndexes"] == list(disclosed.proof.mandatory_indexes)
    assert dict(data["labelMap"]["value"]) == disclosed.proof.label_map
    assert steps["derivedUnsignedReveal"] == disclosed.reveal_document
    value = multibase.encode(serialize_derived_proof(disclosed.proof, codec), "u")
    assert case.revealed["proof"]["proofValue"] == value


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_value_of_the_verifier_equals_the_vector(
    case: vc_di.SelectiveCase, processor: Processor, codec: Codec
) -> None:
    steps, proof = case.steps, case.revealed["proof"]
    document = {name: value for name, value in case.revealed.items() if name != "proof"}
    derived = parse_derived_proof(multibase.decode(proof["proofValue"], "u"), codec)
    data = create_verify_data(processor.to_rdf(processor.expand(document)), derived, processor)
    assert steps["verifyNQuads"] == list(data.nquads)
    assert steps["verifyCreateVerifyData"]["nonMandatory"] == list(data.non_mandatory)
    mandatory_hash = hash_mandatory_nquads(data.mandatory, sha256)
    assert steps["verifyCreateVerifyData"]["mandatoryHash"] == mandatory_hash.hex()
    prepared = prepare_verification(document, proof)
    proof_hash = sha256(canonicalize(processor.to_rdf(processor.expand(prepared.configuration))).encode())
    assert steps["verifyCreateVerifyData"]["proofHash"] == proof_hash.hex()
    signed = serialize_sign_data(proof_hash, derived.public_key, mandatory_hash)
    verify(multibase.read_public_multikey(case.base_keys.public), derived.base_signature, signed)
    scoped = multibase.read_public_multikey_bytes(derived.public_key)
    for signature, line in zip(derived.signatures, data.non_mandatory, strict=True):
        verify(scoped, signature, line.encode())


DOCUMENT: dict[str, Any] = {
    "@context": {"@vocab": "https://example.org/", "id": "@id", "type": "@type"},
    "type": "Diploma",
    "issuer": "School",
    "student": {"type": "Person", "name": "Ada", "course": [{"code": "A"}, {"code": "B", "mark": 1}]},
    "a/b": {"m~n": 5, "z": 6},
}
MANDATORY = ["/issuer"]
KEY = bytes(range(32))


def signature_of(line: str) -> bytes:
    """Stand in for a signature: a digest of the line, twice."""
    return sha256(line.encode()) * 2


@pytest.fixture
def base(processor: Processor, mac: Mac) -> BaseProof:
    skolemized = skolemize_in_place(DOCUMENT, NONCE, expand=processor.expand)
    transformed = transform_base(skolemized, MANDATORY, factory(mac(KEY)), processor)
    signatures = tuple(map(signature_of, transformed.non_mandatory))
    return BaseProof(bytes(64), b"\x80\x24\x02" + bytes(32), KEY, signatures, tuple(MANDATORY))


def disclose(
    base: BaseProof, pointers: list[str], processor: Processor, mac: Mac, document: dict[str, Any] = DOCUMENT
) -> DisclosureData:
    skolemized = skolemize_in_place(document, NONCE, expand=processor.expand)
    return create_disclosure_data(
        document, skolemized, base, pointers, factory=factory(mac(base.hmac_key)), processor=processor
    )


@pytest.mark.parametrize(
    "pointers",
    [
        [],
        ["/student/course/1/mark"],
        ["/student/course/0", "/a~1b/m~0n"],
        ["/student/course/1", "/student/course/0/code"],
        ["/issuer", "/student"],
        [""],
    ],
)
def test_every_disclosed_line_has_its_own_signature(
    pointers: list[str], base: BaseProof, processor: Processor, mac: Mac
) -> None:
    disclosed = disclose(base, pointers, processor, mac)
    dataset = processor.to_rdf(processor.expand(disclosed.reveal_document))
    data = create_verify_data(dataset, disclosed.proof, processor)
    assert tuple(map(signature_of, data.non_mandatory)) == disclosed.proof.signatures
    whole = disclose(base, [""], processor, mac)
    everything = create_verify_data(
        processor.to_rdf(processor.expand(whole.reveal_document)), whole.proof, processor
    )
    assert everything.mandatory == data.mandatory
    assert set(data.nquads) <= set(everything.nquads)


def test_what_is_not_disclosed_is_not_there(base: BaseProof, processor: Processor, mac: Mac) -> None:
    disclosed = disclose(base, ["/student/course/1/mark"], processor, mac)
    assert disclosed.reveal_document == {
        "@context": DOCUMENT["@context"],
        "type": "Diploma",
        "issuer": "School",
        "student": {"type": "Person", "course": [{"mark": 1}]},
    }


def test_to_disclose_nothing_is_refused(base: BaseProof, processor: Processor, mac: Mac) -> None:
    with pytest.raises(MalformedInput, match="nothing is to be disclosed"):
        disclose(base._replace(mandatory_pointers=()), [], processor, mac)


def test_a_base_proof_of_another_document_is_refused(base: BaseProof, processor: Processor, mac: Mac) -> None:
    with pytest.raises(MalformedInput, match="of another document: it has 11 signatures for 12"):
        disclose(base, [], processor, mac, DOCUMENT | {"more": 1})


def test_a_pointer_that_leads_nowhere_is_refused(base: BaseProof, processor: Processor, mac: Mac) -> None:
    with pytest.raises(MalformedInput, match="'/student/age' leads nowhere"):
        disclose(base, ["/student/age"], processor, mac)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda proof: proof._replace(mandatory_indexes=(0, 0)),
            "mandatory indexes do not fit the 5 N-Quads",
        ),
        (lambda proof: proof._replace(mandatory_indexes=(0, 5)), "mandatory indexes do not fit"),
        (lambda proof: proof._replace(mandatory_indexes=(0,)), "3 signatures for 4 N-Quads"),
        (lambda proof: proof._replace(signatures=proof.signatures[1:]), "2 signatures for 3 N-Quads"),
        (lambda proof: proof._replace(label_map={}), "label map does not name"),
        (
            lambda proof: proof._replace(label_map=proof.label_map | {"c14n9": "uAAA"}),
            "label map does not name",
        ),
        (
            lambda proof: proof._replace(label_map=dict.fromkeys(proof.label_map, "uAAA")),
            "label map does not name",
        ),
    ],
)
def test_a_proof_value_that_does_not_fit_the_document_is_refused(
    change: Callable[[DerivedProof], DerivedProof],
    reason: str,
    base: BaseProof,
    processor: Processor,
    mac: Mac,
) -> None:
    disclosed = disclose(base, ["/student/name"], processor, mac)
    dataset = processor.to_rdf(processor.expand(disclosed.reveal_document))
    assert create_verify_data(dataset, disclosed.proof, processor)
    with pytest.raises(VerificationFailed, match=reason) as caught:
        create_verify_data(dataset, change(disclosed.proof), processor)
    assert "VC-DI-ECDSA" in str(caught.value)


def test_signatures_indexes_and_labels_are_those_of_what_is_shown() -> None:
    signatures = tuple(bytes([place]) * 64 for place in range(4))
    base = BaseProof(b"b" * 64, b"k" * 35, KEY, signatures, ("/a",))
    groups = {
        "mandatory": Group((1, 3), (0, 2, 4, 5), ()),
        "selective": Group((1, 2, 5), (0, 3, 4), ()),
        "combined": Group((1, 2, 3, 5), (0, 4), ()),
    }
    proof = derive(base, groups, {"_:x": "_:uX", "_:y": "_:uY"}, {"_:y": "_:c14n0"})
    assert proof == DerivedProof(
        base.base_signature, base.public_key, (signatures[1], signatures[3]), {"c14n0": "uY"}, (0, 2)
    )
    data = separate(("m1", "s2", "m3", "s5"), proof)
    assert (data.mandatory, data.non_mandatory) == (("m1", "m3"), ("s2", "s5"))
    with pytest.raises(MalformedInput, match="3 signatures for 4 N-Quads"):
        derive(base._replace(signatures=signatures[:3]), groups, {}, {})
    with pytest.raises(VerificationFailed, match="2 signatures for 3 N-Quads"):
        separate(("m1", "s2", "m3", "s5", "s6"), proof)
