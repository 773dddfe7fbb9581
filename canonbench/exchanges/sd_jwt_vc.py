"""sd-jwt-vc: issue, present and verify of an SD-JWT VC (RFC 9901, draft-ietf-oauth-sd-jwt-vc-19).

Every attribute of the credential is a Disclosure of its own. Compact serialization. Scopes add up:

* ``issuer``: the issuer's signature, and the digest of every Disclosure that is shown;
* ``holder``: a Key Binding JWT by the key in ``cnf``: ``sd_hash``, audience, nonce and time;
* ``trust``: the issuer's key comes from ``x5c`` by a path to a root, and the credential's status from a
  Status List Token that is supplied offline.

With P-384 digests are SHA-384's. Key binding is demanded or refused by the scope, never by what was received.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from canonbench.errors import VerificationFailed
from canonbench.exchanges import Disclose, Source, Tampered
from canonbench.exchanges.randomness import drawing
from canonbench.exchanges.sd_jwt_requests import (
    IssueRequest,
    PresentRequest,
    VerifyRequest,
    scene,
    utc,
)
from canonbench.exchanges.sd_jwt_tampering import tampered_requests
from canonbench.exchanges.signature import KEY_ALGORITHMS, signing, verifying
from canonbench.exchanges.trust import checking_token_status
from canonbench.model.exchange import Algorithm, Role, RoleName, Variant, role
from canonbench.model.use import Use
from canonbench.specs.jws import Jws
from canonbench.specs.jws import Signing as Unsigned
from canonbench.specs.sd_jwt import (
    Binding,
    BindingCheck,
    Embedding,
    Processing,
    SdJwt,
    Selection,
    Validity,
    serialize,
)
from canonbench.specs.sd_jwt.vc import Credential, check_frame
from canonbench.stages import jws, kb_jwt, key, sd_jwt, x509
from canonbench.stages.texts import RFC9901

__all__ = ["NAME", "ROLES", "IssueRequest", "PresentRequest", "VerifyRequest", "requests", "tampered"]

NAME: Final = "sd-jwt-vc"

_DOCUMENT: Final = "document"
_KEY_BINDING: Final = "key binding"
_PRESENTATION: Final = "presentation"

_ALLOWED: Final[dict[Algorithm, tuple[str, ...]]] = {
    "ed25519": ("EdDSA", "Ed25519"),
    "p256": ("ES256",),
    "p384": ("ES384",),
}
_DIGESTS: Final = {"sha256": "sha-256", "sha384": "sha-384"}

_Signed = Callable[[Unsigned, key.Material, bool], str]


def _signing_jws(use: Use, variant: Variant, of: str) -> _Signed:
    """Bind a JWS: what to sign, the secret key, and whether ECDSA is to be deterministic, to its text."""
    make, attach = use(jws.signing_input, of=of), use(jws.attach, of=of)
    sign = signing(use, variant, of=of)

    def run(unsigned: Unsigned, secret: key.Material, deterministic: bool) -> str:  # noqa: FBT001 - as in `signing`
        signing_input = make(unsigned)
        return attach(jws.Attachment(signing_input, sign(secret, signing_input, deterministic)))

    return run


@role(NAME, "issue", RFC9901.at("section-7.1"))
def issue(use: Use, variant: Variant) -> Callable[[IssueRequest], bytes]:
    """Bind the issuer's part: claims to an SD-JWT with all its Disclosures."""
    create, digests, embed = use(sd_jwt.create_disclosures), use(sd_jwt.digests), use(sd_jwt.embed_digests)
    sign = _signing_jws(use, variant, _DOCUMENT)
    algorithm = _DIGESTS[variant.hash]

    def run(request: IssueRequest) -> bytes:
        claims, frame, header, secret, seed, deterministic = request
        check_frame(frame)
        random = drawing(seed)(sd_jwt.SALT_LENGTH * sd_jwt.salts_of(frame))
        created = create(sd_jwt.Creation(claims, frame, random, algorithm))
        taken = digests(sd_jwt.Digesting(created.hashed, algorithm))
        payload = embed(Embedding(claims, frame, taken, algorithm))
        return serialize(sign(Unsigned(header, payload), secret, deterministic), created.disclosures).encode()

    return run


@role(NAME, "present", RFC9901.at("section-7.2"))
def present(use: Use, variant: Variant) -> Callable[[PresentRequest], bytes]:
    """Bind the holder's part: an SD-JWT as issued to what is shown of it, with its Key Binding JWT."""
    parse, digests, select = use(sd_jwt.parse), use(sd_jwt.digests), use(sd_jwt.select)

    def show(request: PresentRequest) -> tuple[str, str]:
        text = request.issued.decode("latin-1")  # what is no ASCII is no base64url either
        issued = parse(text)
        algorithm = issued.jwt.payload.get("_sd_alg", "sha-256")
        taken = digests(sd_jwt.Digesting(_texts(issued), algorithm))
        disclosed = select(Selection(issued, taken, request.pointers))
        return serialize(text.partition("~")[0], disclosed), algorithm

    if variant.scope == "issuer":
        return lambda request: show(request)[0].encode()
    hash_shown = use(sd_jwt.digests, of=_PRESENTATION)
    claims, sign = use(kb_jwt.claims, of=_KEY_BINDING), _signing_jws(use, variant, _KEY_BINDING)
    name = jws.NAMES[KEY_ALGORITHMS[variant.algorithm]]

    def run(request: PresentRequest) -> bytes:
        assert request.holder is not None, "the scope asks for a holder"
        secret, audience, nonce, issued_at = request.holder
        shown, algorithm = show(request)
        (sd_hash,) = hash_shown(sd_jwt.Digesting((shown,), algorithm))
        unsigned = claims(Binding(audience, nonce, issued_at, sd_hash, name))
        return (shown + sign(unsigned, secret, request.deterministic)).encode()

    return run


@role(NAME, "verify", RFC9901.at("section-7.3"))
def verify(use: Use, variant: Variant) -> Callable[[VerifyRequest], dict[str, Any]]:
    """Bind the verifier's part: a presentation to the processed claims.

    What is bound raises MalformedInput, or VerificationFailed whose reason names the rule.
    """
    parse, process = use(sd_jwt.parse), use(sd_jwt.process)
    check_signature = _checking_issuer(use, variant)
    digests = use(sd_jwt.digests)
    check_credential, check_validity = use(sd_jwt.check_credential), use(sd_jwt.check_validity)
    check_binding = _checking_binding(use, variant)
    check_status = _checking_status(use, variant)

    def run(request: VerifyRequest) -> dict[str, Any]:
        received = parse(request.presented.decode("latin-1"))  # what is no ASCII is no base64url either
        header, payload = received.jwt.header, received.jwt.payload
        check_signature(received.jwt, request)
        algorithm = payload.get("_sd_alg", "sha-256")
        taken = digests(sd_jwt.Digesting(_texts(received), algorithm))
        claims = process(Processing(payload, received.disclosures, taken))
        check_credential(Credential(header, payload, claims))
        check_binding(received, claims, algorithm, request)
        check_validity(Validity(claims, request.now, audience=request.audience))
        check_status(claims, request)
        return claims

    return run


ROLES: tuple[Role, ...] = (issue, present, verify)


def _texts(parsed: SdJwt) -> tuple[str, ...]:
    return tuple([disclosure.text for disclosure in parsed.disclosures])


def _checking_issuer(use: Use, variant: Variant) -> Callable[[Jws, VerifyRequest], None]:
    """Bind the check of the issuer's signature."""
    check_header = use(jws.check_header)
    allowed = _ALLOWED[variant.algorithm]
    if variant.scope == "trust":
        chain_of, path, key_of = use(jws.certificate_chain), use(x509.path), use(x509.public_key)
        verify_by_chain = verifying(use, variant, x509.public_key, of=_DOCUMENT)

        def check_by_chain(signed: Jws, request: VerifyRequest) -> None:
            check_header(jws.HeaderCheck(signed.header, None, allowed))
            chain = chain_of(signed.header)
            path(x509.Path(chain, request.roots, utc(request.now)))
            public = key_of(chain[0])
            verify_by_chain(public, signed.signing_input, signed.signature)

        return check_by_chain
    load, verify_by_key = use(key.load), verifying(use, variant, key.load, of=_DOCUMENT)

    def check_by_key(signed: Jws, request: VerifyRequest) -> None:
        check_header(jws.HeaderCheck(signed.header, request.issuer, allowed))
        public = load(key.Material("jwk", request.issuer))
        verify_by_key(public, signed.signing_input, signed.signature)

    return check_by_key


def _checking_binding(
    use: Use, variant: Variant
) -> Callable[[SdJwt, dict[str, Any], str, VerifyRequest], None]:
    """Bind the check of the Key Binding JWT, which the scope demands or refuses."""
    if variant.scope == "issuer":

        def refuse(received: SdJwt, _claims: Any, _algorithm: str, _request: VerifyRequest) -> None:
            if received.kb_jwt is not None:
                raise VerificationFailed("an SD-JWT is expected, this is an SD-JWT+KB (RFC 9901 section 4)")

        return refuse
    hash_shown = use(sd_jwt.digests, of=_PRESENTATION)
    check, load = use(kb_jwt.check, of=_KEY_BINDING), use(key.load, of=_KEY_BINDING)
    verify_signature = verifying(use, variant, key.load, of=_KEY_BINDING)
    allowed = _ALLOWED[variant.algorithm]

    def run(received: SdJwt, claims: dict[str, Any], algorithm: str, request: VerifyRequest) -> None:
        bound = received.kb_jwt
        if bound is None:
            raise VerificationFailed(
                "key binding is required and there is none (RFC 9901 section 7.3 step 2)"
            )
        (sd_hash,) = hash_shown(sd_jwt.Digesting((received.text,), algorithm))
        checked = check(
            BindingCheck(
                bound,
                claims,
                sd_hash,
                request.audience,
                request.nonce,
                request.now,
                algorithms=allowed,
            )
        )
        public = load(key.Material("jwk", checked.key))
        verify_signature(public, bound.signing_input, bound.signature)

    return run


def _checking_status(use: Use, variant: Variant) -> Callable[[dict[str, Any], VerifyRequest], None]:
    """Bind the check of the credential's status, which the scope ``trust`` adds."""
    if variant.scope != "trust":
        return lambda _claims, _request: None
    check = checking_token_status(use, variant)
    return lambda claims, request: check(claims.get("status"), request.status_list, utc(request.now))


def requests(  # noqa: PLR0913, PLR0917 - the protocol of canonbench.exchanges
    use: Use, name: str, document: Source, variant: Variant, disclose: Disclose, seed: int | None
) -> Mapping[RoleName, Any]:
    """Return the request of each role, chained: see ``canonbench.exchanges``.

    Raises:
        BadDocument: the document has no claims to write in this format.
        UnknownName: it has no such attribute to disclose.
    """
    assert name == NAME
    made = scene(use, document.value, variant, disclose, seed)
    issued = issue.bind(use, variant)(made.issue)
    show = PresentRequest(issued, made.pointers, made.holder, deterministic=seed is not None)
    presented = present.bind(use, variant)(show)
    return {"issue": made.issue, "present": show, "verify": made.verify._replace(presented=presented)}


def tampered(_use: Use, name: str, request: VerifyRequest, variant: Variant) -> Iterator[Tampered]:
    """Give *verify* requests that must be refused: see ``canonbench.exchanges``."""
    assert name == NAME
    return tampered_requests(request, variant)
