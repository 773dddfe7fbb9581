"""ecdsa-sd-2023 on P-256: issue makes a base proof, present derives from it, verify checks what was derived.

The issuer signs every statement that is not mandatory by a key made for this one proof, and that key with the
mandatory ones by its own. So a holder can leave statements out, and the issuer's signature stays: ``present``
needs none of the issuer's secrets. Blank nodes are named where they stand, without compaction (see
``canonbench.specs.selective_disclosure.skolem_in_place``). The token of these names, which no document may
know, is drawn when a role is bound: names never leave the role, and a playback of it finds its own.

A presentation (scopes ``holder`` and ``trust``) and a status list are not disclosed in part: their proofs are
of ecdsa-rdfc-2019.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.exchanges import Disclose, Source, Tampered, data_integrity
from canonbench.exchanges.codec import codec
from canonbench.exchanges.data_integrity import VerifyRequest, unsecured, verify_request
from canonbench.exchanges.di_proof import (
    DOCUMENT,
    Signer,
    Trusted,
    VerifyingOne,
    configuration_of,
    each_of,
    public_key,
)
from canonbench.exchanges.di_requests import case, holder_of
from canonbench.exchanges.di_scopes import Holder, presenting
from canonbench.exchanges.di_tampering import tampered_requests
from canonbench.exchanges.randomness import drawing, scalar, token_of
from canonbench.exchanges.sd_processor import algorithms, deriving, separating
from canonbench.exchanges.transformation import transformation
from canonbench.model.exchange import Role, RoleName, Variant, role
from canonbench.model.use import Use
from canonbench.specs.cbor import Codec
from canonbench.specs.data_integrity import (
    CRYPTOSUITES,
    Expected,
    add_proof,
    check_proof,
    prepare_issue,
    prepare_verification,
    proofs_of,
    retrieve_method,
    unsecured_document,
)
from canonbench.specs.multibase import KEY_TYPES
from canonbench.specs.selective_disclosure import (
    BaseProof,
    create_disclosure_data,
    create_verify_data,
    hash_mandatory_nquads,
    parse_base_proof,
    parse_derived_proof,
    serialize_base_proof,
    serialize_derived_proof,
    transform_base,
)
from canonbench.stages import cbor, di, ecdsa, hashing, json, jsonld, key, multibase
from canonbench.stages.texts import VC_DI_ECDSA

__all__ = ["EXCHANGES", "ROLES", "DeriveRequest", "IssueRequest", "requests", "tampered", "verifying_one"]

_SUITE: Final = CRYPTOSUITES["ecdsa-sd-2023"]
_WHOLE: Final = CRYPTOSUITES["ecdsa-rdfc-2019"]
_SCOPED: Final = "proof-scoped key"
_MANDATORY: Final = "mandatory statements"
_STATEMENTS: Final = "statements"


class IssueRequest(NamedTuple):
    """An unsecured document, who signs it, and what every disclosure shows.

    Attributes:
        document: with one ``@context``, at the top, that aliases ``@id`` to ``id`` and ``@type`` to ``type``.
        signer: the issuer, with a key of P-256.
        contexts: by address.
        mandatory: JSON pointers.
        seed: of the HMAC key, the proof-scoped key and names; ``None`` draws them from the operating system.
        secrets: HMAC key and ``secretKeyMultibase`` of the proof-scoped key, given instead of drawn: vectors.
    """

    document: dict[str, Any]
    signer: Signer
    contexts: Mapping[str, Any]
    mandatory: tuple[str, ...] = ()
    seed: bytes | None = None
    secrets: tuple[bytes, str] | None = None


class DeriveRequest(NamedTuple):
    """A credential with a base proof as it came, and what to show of it besides the mandatory parts.

    Attributes:
        secured: JSON text.
        selective: JSON pointers.
        contexts: by address.
        seed: of names; ``None`` draws them from the operating system.
        holder: who presents, for the scopes ``holder`` and ``trust``.
    """

    secured: bytes
    selective: tuple[str, ...]
    contexts: Mapping[str, Any]
    seed: bytes | None = None
    holder: Holder | None = None


def issue(use: Use, _variant: Variant) -> Callable[[IssueRequest], bytes]:
    """Bind Create Base Proof, from a document to JSON text."""
    load, load_scoped = use(key.load), use(key.load, of=_SCOPED)
    export, out = use(key.export, of=_SCOPED), use.between(key.load, key.export)
    transform = transformation(use, "rdfc", of=configuration_of(DOCUMENT))
    hash_configuration = use(hashing.sha256, of=configuration_of(DOCUMENT))
    hash_mandatory = use(hashing.sha256, of=_MANDATORY)
    keep, sign = use.between(key.load, ecdsa.sign), use(ecdsa.sign)
    sign_data, sign_statements = use(di.sign_data), use.each(ecdsa.sign, of=_STATEMENTS)
    encoder, encode, serialize = codec(use), use(multibase.encode), use(json.serialize)
    steps, names = algorithms(use), token_of(drawing(None))

    def run(request: IssueRequest) -> bytes:
        document, signer, contexts, mandatory, seed, secrets = request
        draw = drawing(seed)
        token = names if seed is None else token_of(draw)
        hmac_key, scoped_secret = secrets or (draw(32), KEY_TYPES["P-256"].secret_header + scalar(draw))
        issuer = keep(load(key.Material("multikey", signer.secret, secret=True)))
        scoped = load_scoped(key.Material("multikey", scoped_secret, secret=True))
        public, scoped_key = export(out(scoped)), keep(scoped)
        unsigned = document
        if "proof" in document:
            unsigned = unsecured_document(document, signer.options, proofs_of(document))
        prepared = prepare_issue(unsigned, signer.options)
        skolemized = steps.skolemize(prepared.document, token, contexts)
        base = transform_base(skolemized, mandatory, steps.labels(hmac_key), steps.processor(contexts))
        configuration = transform(jsonld.Source(prepared.configuration, contexts, refuse_loss=True))
        proof_hash = hash_configuration(configuration)
        mandatory_hash = hash_mandatory_nquads(base.mandatory, hash_mandatory)
        data = sign_data(di.SignData(proof_hash, public, mandatory_hash))
        signature = sign(ecdsa.Signing(issuer, data, signer.deterministic))
        statements = [
            ecdsa.Signing(scoped_key, line.encode(), signer.deterministic) for line in base.non_mandatory
        ]
        proof = BaseProof(signature, public, hmac_key, tuple(sign_statements(statements)), mandatory)
        value = encode(multibase.Encoding(serialize_base_proof(proof, encoder), _SUITE.base))
        return serialize(add_proof(document, {**prepared.proof, "proofValue": value}))

    return run


def derive(use: Use, variant: Variant) -> Callable[[DeriveRequest], bytes]:
    """Bind Add Derived Proof, from JSON text to JSON text."""
    parse, decode, reader, encoder = use(json.parse), use(multibase.decode), _reader(use), codec(use)
    parse_base, steps, names = use(di.parse_base_proof), algorithms(use), token_of(drawing(None))
    derive, compress = deriving(use), use(di.compress_label_map)
    encode, serialize = use(multibase.encode), use(json.serialize)

    def reveal(request: DeriveRequest) -> dict[str, Any]:
        secured, contexts = parse(request.secured), request.contexts
        proof, document = _base_proof_of(secured), unsecured(secured)
        octets = decode(multibase.Decoding(proof["proofValue"], _SUITE.base))
        base = parse_base_proof(octets, reader, parse_base)
        token = names if request.seed is None else token_of(drawing(request.seed))
        skolemized = steps.skolemize(document, token, contexts)
        data = create_disclosure_data(
            document,
            skolemized,
            base,
            request.selective,
            factory=steps.labels(base.hmac_key),
            processor=steps.processor(contexts),
            derive=derive,
        )
        derived = serialize_derived_proof(data.proof, encoder, compress)
        value = encode(multibase.Encoding(derived, _SUITE.base))
        return {**data.reveal_document, "proof": {**proof, "proofValue": value}}

    if variant.scope == "issuer":
        return lambda request: serialize(reveal(request))
    wrap = presenting(use, _WHOLE, variant)

    def run(request: DeriveRequest) -> bytes:
        assert request.holder is not None, "the scope asks for a holder"
        return serialize(wrap(reveal(request), request.holder, request.contexts))

    return run


def verifying_one(use: Use, variant: Variant) -> VerifyingOne:
    """Bind Verify Derived Proof for one proof and the document that it signs: the verified document.

    What is bound raises VerificationFailed, MalformedInput or DataLoss.
    """
    load, load_scoped = use(key.load), use(key.load, of=_SCOPED)
    keep, decode, reader = use.between(key.load, ecdsa.verify), use(multibase.decode), _reader(use)
    parse_derived, sign_data = use(di.parse_derived_proof), use(di.sign_data)
    transform = transformation(use, "rdfc", of=configuration_of(DOCUMENT))
    hash_configuration = use(hashing.sha256, of=configuration_of(DOCUMENT))
    hash_mandatory = use(hashing.sha256, of=_MANDATORY)
    enter, to_quads, leave = (
        use.between(None, jsonld.to_quads),
        use(jsonld.to_quads),
        use.between(jsonld.to_quads, None),
    )
    steps, separate = algorithms(use), separating(use)
    verify, verify_statements = use(ecdsa.verify), use.each(ecdsa.verify, of=_STATEMENTS)

    def run(
        unsecured: dict[str, Any], proof: dict[str, Any], expected: Expected, trusted: Trusted
    ) -> dict[str, Any]:
        contexts = trusted.contexts
        check_proof(proof, expected)
        method = retrieve_method(proof, trusted.controllers, expected.at)
        public = keep(load(public_key(method, variant)))
        octets = decode(multibase.Decoding(proof["proofValue"], _SUITE.base))
        derived = parse_derived_proof(octets, reader, parse_derived)
        prepared = prepare_verification(unsecured, proof)
        configuration = transform(jsonld.Source(prepared.configuration, contexts, refuse_loss=True))
        quads = leave(to_quads(enter(jsonld.Source(prepared.document, contexts, refuse_loss=True))))
        data = create_verify_data(quads, derived, steps.bare, separate)
        proof_hash = hash_configuration(configuration)
        mandatory_hash = hash_mandatory_nquads(data.mandatory, hash_mandatory)
        signed = sign_data(di.SignData(proof_hash, derived.public_key, mandatory_hash))
        verify(ecdsa.Verification(public, signed, derived.base_signature))
        scoped = keep(load_scoped(key.Material("multikey", derived.public_key)))
        verify_statements(
            [
                ecdsa.Verification(scoped, line.encode(), signature)
                for line, signature in zip(data.non_mandatory, derived.signatures, strict=True)
            ]
        )
        return prepared.document

    return run


def verify(use: Use, variant: Variant) -> Callable[[VerifyRequest], dict[str, Any]]:
    """Bind Verify Derived Proof, from JSON text to the verified credential."""
    return data_integrity.verify(use, _SUITE, variant, each_of(verifying_one(use, variant)), _WHOLE)


def requests(
    use: Use, _name: str, document: Source, variant: Variant, disclose: Disclose, seed: int | None
) -> dict[RoleName, Any]:
    """Return the request of each role, as ``canonbench.exchanges`` describes it.

    What stands beside the subject is mandatory; of the subject, ``disclose`` says what is shown.

    Raises:
        BadDocument: the document cannot be signed.
        MalformedInput: a pointer to what is disclosed leads nowhere or into a list, or nodes of the document
            cannot be named where they stand.
        DataLoss: the document says what would not be signed.
    """
    made = case(use, _SUITE, _WHOLE, document, variant=variant, disclose=disclose, seed=seed)
    deterministic, octets = seed is not None, None if seed is None else f"ecdsa-sd-2023/{seed}".encode()
    signer = made.issuer.signer(_SUITE, deterministic=deterministic)
    issued = IssueRequest(made.document, signer, made.contexts, made.mandatory, octets)
    holder = None
    if variant.scope != "issuer":
        holder = holder_of(made, _WHOLE, deterministic=deterministic)
    shown = DeriveRequest(issue(use, variant)(issued), made.selective, made.contexts, octets, holder)
    secured = derive(use, variant)(shown)
    return {"issue": issued, "present": shown, "verify": verify_request(made, secured, variant)}


def tampered(use: Use, _name: str, request: VerifyRequest, variant: Variant) -> Iterator[Tampered]:
    """Give *verify* requests that must be refused, as ``canonbench.exchanges`` describes it."""
    return tampered_requests(use, request, variant)


def _reader(use: Use) -> Codec:
    """Bind a codec that gives what ``cbor.decode`` gives: the stage that takes it is of the text itself."""
    return codec(use)._replace(decode=use(cbor.decode))


def _base_proof_of(secured: Mapping[str, Any]) -> dict[str, Any]:
    """Return the one proof of ``secured`` that can be derived from.

    Raises:
        MalformedInput: there is none, or there are several.
    """
    found = [proof for proof in proofs_of(secured) if proof.get("cryptosuite") == _SUITE.name]
    if len(found) != 1 or not isinstance(found[0].get("proofValue"), str):
        raise MalformedInput(f"{len(found)} proofs of {_SUITE.name} with a value; derive from exactly one")
    return found[0]


EXCHANGES: Final = ("ecdsa-sd-2023",)

_role = partial(role, "ecdsa-sd-2023")

ROLES: tuple[Role, ...] = (
    _role("issue", VC_DI_ECDSA.at("create-base-proof-ecdsa-sd-2023"))(issue),
    _role("present", VC_DI_ECDSA.at("add-derived-proof-ecdsa-sd-2023"))(derive),
    _role("verify", VC_DI_ECDSA.at("verify-derived-proof-ecdsa-sd-2023"))(verify),
)
"""Issue, present and verify."""
