"""The whole of a Verifier's work (RFC 9901 section 7.3), composed of the steps of the other modules."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import jws
from canonbench.specs.jws import ALGORITHMS, Jws, Verification, Verify
from canonbench.specs.sd_jwt import kb_jwt, vc
from canonbench.specs.sd_jwt.disclosures import Hash, digest, digests
from canonbench.specs.sd_jwt.kb_jwt import BindingCheck
from canonbench.specs.sd_jwt.processing import Processing, hash_algorithm, process
from canonbench.specs.sd_jwt.serialization import SdJwt, parse, parse_json
from canonbench.specs.sd_jwt.validity import Validity, check_validity

__all__ = ["IssuerKey", "Policy", "Verified", "verify", "verify_json", "verify_parsed"]

IssuerKey: TypeAlias = Callable[[dict[str, Any], dict[str, Any]], Any]


class Policy(NamedTuple):
    """What a Verifier demands; it is decided before a presentation is seen (RFC 9901 section 7.3 step 1).

    ``key_binding``: ``"required"`` needs ``audience`` and ``nonce``; ``"unchecked"`` takes a presentation
    with or without a Key Binding JWT and does not look at it; ``"refused"`` wants an SD-JWT only.
    ``now`` (since 1970), ``leeway`` and ``max_age`` (of the Key Binding JWT) are in seconds.
    ``types`` are the accepted ``typ`` of the Issuer-signed JWT; empty accepts any.
    ``credential`` demands an SD-JWT VC, ``transitional`` accepts its former type too.
    ``signature`` is the index of the one to verify in a general JWS JSON serialization, where the application
    says which signatures count (RFC 7515 section 5.2).
    """

    key_binding: Literal["required", "unchecked", "refused"]
    now: float
    audience: str | None = None
    nonce: str | None = None
    leeway: float = 0
    max_age: float = 300
    algorithms: tuple[str, ...] = ALGORITHMS
    types: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    credential: bool = False
    transitional: bool = False
    signature: int = 0


class Verified(NamedTuple):
    """What was verified: the processed payload, the protected header, and the algorithms that were met.

    ``kb_algorithm`` is ``None`` where key binding was not checked, whether or not there was any.
    """

    claims: dict[str, Any]
    header: dict[str, Any]
    algorithm: str
    kb_algorithm: str | None


def verify(
    text: str,
    policy: Policy,
    *,
    issuer_key: IssuerKey,
    verify: Verify,
    hashes: Mapping[str, Hash],
) -> Verified:
    """Verify a presentation in compact serialization (RFC 9901 section 7.3).

    Args:
        text: SD-JWT or SD-JWT+KB.
        policy: what is demanded.
        issuer_key: gives the issuer's key for the protected header and payload, after validating that it is
            the issuer's: an explicit key, or the first certificate of ``jws.certificate_chain(header)``.
        verify: the signature check.
        hashes: the accepted hash functions by their IANA names.

    Raises:
        MalformedInput: not an SD-JWT.
        VerificationFailed: the reason names the rule.
    """
    return verify_parsed(parse(text), policy, issuer_key=issuer_key, verify=verify, hashes=hashes)


def verify_json(
    octets: bytes,
    policy: Policy,
    *,
    issuer_key: IssuerKey,
    verify: Verify,
    hashes: Mapping[str, Hash],
) -> Verified:
    """Verify a presentation in JWS JSON serialization, flattened or general (RFC 9901 section 8.4).

    For arguments and errors see ``verify``.
    """
    parsed = parse_json(octets)
    if not 0 <= policy.signature < len(parsed):
        raise MalformedInput(f"there is no signature at index {policy.signature} (RFC 7515 section 7.2)")
    chosen = parsed[policy.signature]
    return verify_parsed(chosen, policy, issuer_key=issuer_key, verify=verify, hashes=hashes)


def verify_parsed(
    sd_jwt: SdJwt,
    policy: Policy,
    *,
    issuer_key: IssuerKey,
    verify: Verify,
    hashes: Mapping[str, Hash],
) -> Verified:
    """Verify a parsed presentation; see ``verify``."""
    required = _required_binding(sd_jwt, policy)
    header, payload = sd_jwt.jwt.header, sd_jwt.jwt.payload
    key = issuer_key(header, payload)
    algorithm = jws.verify(Verification(sd_jwt.jwt, key, policy.algorithms), verify=verify)
    if policy.types and header.get("typ") not in policy.types:
        raise VerificationFailed(f"typ {header.get('typ')!r} is not accepted (RFC 9901 section 9.11)")
    hash_function = hash_algorithm(payload, hashes)
    taken = digests([disclosure.text for disclosure in sd_jwt.disclosures], hash_function)
    claims = process(Processing(payload, sd_jwt.disclosures, taken))
    if policy.credential:
        vc.check(vc.Credential(header, payload, claims, policy.transitional))
    kb_algorithm = None
    if required is not None:
        sd_hash = digest(sd_jwt.text, hash_function)
        check = BindingCheck(
            required.kb_jwt,
            claims,
            sd_hash,
            required.audience,
            required.nonce,
            policy.now,
            policy.max_age,
            policy.leeway,
            policy.algorithms,
        )
        kb_algorithm = kb_jwt.verify(check, verify=verify)
    check_validity(Validity(claims, policy.now, policy.leeway, policy.audience, policy.required))
    return Verified(claims, header, algorithm, kb_algorithm)


class _Required(NamedTuple):
    kb_jwt: Jws
    audience: str
    nonce: str


def _required_binding(sd_jwt: SdJwt, policy: Policy) -> _Required | None:
    """Return what must be bound, by the policy alone (RFC 9901 section 7.3 steps 1 and 2)."""
    if policy.key_binding == "refused" and sd_jwt.kb_jwt is not None:
        raise VerificationFailed("an SD-JWT is expected, this is an SD-JWT+KB (RFC 9901 section 4)")
    if policy.key_binding != "required":
        return None
    if policy.audience is None or policy.nonce is None:
        raise VerificationFailed(
            "key binding needs audience and nonce in the policy (RFC 9901 section 7.3 step 5.6)"
        )
    if sd_jwt.kb_jwt is None:
        raise VerificationFailed("key binding is required and there is none (RFC 9901 section 7.3 step 2)")
    return _Required(sd_jwt.kb_jwt, policy.audience, policy.nonce)
