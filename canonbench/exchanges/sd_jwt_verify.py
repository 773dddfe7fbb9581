"""Verify an SD-JWT or SD-JWT VC in a file: everything that can be checked, each with its own finding.

The same stages as in the exchange, under our own engines; which of them is run follows from the file and
the options, as no exchange may do. Nothing is fetched: the issuer's key is given, or that of the first
certificate in ``x5c`` of the protected header; the holder's is the one in ``cnf``. A key that a header merely
states (``jwk``, ``jku``, ``kid``) is not used. What cannot be checked is said.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from canonbench.errors import BadDocument, MalformedInput, SpecError, UsageError, VerificationFailed
from canonbench.exchanges.di_findings import Finding
from canonbench.exchanges.di_verify import own_use
from canonbench.exchanges.sd_jwt_findings import SdJwtOptions, SdJwtReport
from canonbench.exchanges.sd_jwt_requests import utc
from canonbench.exchanges.signature import ALGORITHMS, verifying
from canonbench.model.exchange import Algorithm, Variant
from canonbench.model.use import Use
from canonbench.specs.jws import Jws
from canonbench.specs.sd_jwt import BindingCheck, Processing, SdJwt, Validity, parse_json
from canonbench.specs.sd_jwt.vc import TRANSITIONAL_TYPE, TYPE, Credential
from canonbench.stages import jws, kb_jwt, key, sd_jwt, status, x509

__all__ = ["SdJwtOptions", "SdJwtReport", "is_sd_jwt", "verify"]

_MET: Final[dict[str, Algorithm]] = {
    "ES256": "p256",
    "ES384": "p384",
    "EdDSA": "ed25519",
    "Ed25519": "ed25519",
}
_ALLOWED: Final = {
    algorithm: tuple(name for name, other in _MET.items() if other == algorithm)
    for algorithm in ALGORITHMS.values()
}


def is_sd_jwt(data: bytes) -> bool:
    """Tell whether a file looks like an SD-JWT: compact, or in a JWS JSON serialization."""
    text = data.strip()
    if text.startswith(b"{"):
        return b'"payload"' in text and (b'"signature"' in text or b'"signatures"' in text)
    return b"~" in text and text.partition(b"~")[0].count(b".") == 2  # noqa: PLR2004 - of a JWS


def verify(
    data: bytes, options: SdJwtOptions | None = None, *, name: str = "the file", use: Use | None = None
) -> SdJwtReport:
    """Verify an SD-JWT or SD-JWT+KB.

    Args:
        data: compact, or a JWS JSON serialization, flattened or general; white space around it is allowed.
        options: see there.
        name: what messages call it.
        use: hands out the stages; our own engines if not given.

    Raises:
        BadDocument: it is no SD-JWT; the message names the rule.
        UsageError: one of audience and nonce without the other, or there is no such signature.
    """
    wanted = options or SdJwtOptions()
    if (wanted.audience is None) != (wanted.nonce is None):
        raise UsageError(
            "key binding is checked against audience and nonce: give both, --audience and --nonce"
        )
    handed = use or own_use()
    try:
        found = _read(handed, data.strip())
    except MalformedInput as error:
        raise BadDocument(f"{name} is no SD-JWT: {error}") from error
    if not 0 <= wanted.signature < len(found):
        raise UsageError(f"{name} has {len(found)} signatures, there is no number {wanted.signature}")
    verifier = _Verifier(handed, wanted, found[wanted.signature])
    if len(found) > 1:
        verifier.notes.append(f"of {len(found)} signatures only number {wanted.signature} was checked")
    return verifier.report()


def _read(use: Use, data: bytes) -> tuple[SdJwt, ...]:
    if data.startswith(b"{"):
        return parse_json(data)
    return (use(sd_jwt.parse)(data.decode("latin-1")),)  # what is no ASCII is no base64url either


class _Binding(NamedTuple):
    audience: str
    nonce: str


class _Verifier:
    """One SD-JWT on its way to a report."""

    def __init__(self, use: Use, options: SdJwtOptions, received: SdJwt) -> None:
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self._use = use
        self._options = options
        self._received = received
        self._now = int((options.at or datetime.now(UTC)).timestamp())

    def report(self) -> SdJwtReport:
        """Check everything, in the order of RFC 9901 section 7.3."""
        received = self._received
        header, payload = received.jwt.header, received.jwt.payload
        issuer = self._issuer_key()
        algorithm = issuer and self._check("issuer signature", lambda: self._signature(received.jwt, issuer))
        shown = f"{len(received.disclosures)} Disclosures"
        claims = self._check("digests", self._process, shown)
        kb_algorithm = None
        if claims is not None:
            self._credential(Credential(header, payload, claims))
            kb_algorithm = self._key_binding(claims)
            self._check("validity", lambda: self._validity(claims))
            self._status(claims, issuer)
        return SdJwtReport(
            claims if algorithm and claims is not None else {},
            header,
            algorithm or "",
            kb_algorithm or "",
            tuple(self.findings),
            tuple(dict.fromkeys(self.notes)),
        )

    def _check(self, what: str, run: Callable[[], Any], name: str = "") -> Any:
        """Run a check, add what it finds, and return its result; ``None`` if it was refused."""
        try:
            result = run()
        except (VerificationFailed, SpecError) as error:
            self._find(what, str(error), name)
            return None
        self._find(what, "", name or (result if isinstance(result, str) else ""))
        return result

    def _find(self, what: str, reason: str, name: str = "") -> None:
        self.findings.append(Finding("", what, name, "", reason))

    def _missing(self, what: str, reason: str, *, demanded: bool) -> None:
        """Say that ``what`` was not checked: as a finding where the scope demands it, else as a note."""
        if demanded:
            self._find(what, reason)
        else:
            self.notes.append(f"{what} was not checked: {reason}")

    def _issuer_key(self) -> key.Key | None:
        """Find the issuer's key without a network, and the trust in it."""
        header, roots, what = self._received.jwt.header, self._options.roots, "trust in the issuer"
        given, demanded = self._options.key, self._options.scope == "trust"
        if given is not None:
            self._missing(what, "its key was given, not found by a certificate", demanded=demanded)
            return self._key(lambda: self._use(key.load)(given))
        if "x5c" not in header:
            reason = "there is no key: neither x5c in the protected header, nor one given with --key"
            self._find("issuer signature", f"{reason} (SD-JWT VC section 3.5)")
            return None
        try:
            chain = self._use(jws.certificate_chain)(header)
        except MalformedInput as error:
            self._find("issuer signature", str(error))
            return None
        if roots:
            path = x509.Path(chain, roots, utc(self._now))
            self._check(what, lambda: bool(self._use(x509.path)(path)))
        else:
            self._missing(what, "give root certificates with --trust", demanded=demanded)
        return self._key(lambda: self._use(x509.public_key)(chain[0]))

    def _key(self, load: Callable[[], key.Key]) -> key.Key | None:
        """Return the issuer's key, or ``None`` and a finding."""
        try:
            return load()
        except (VerificationFailed, SpecError) as error:
            self._find("issuer signature", str(error))
            return None

    def _signature(self, signed: Jws, public: key.Key) -> str:
        given = self._options.key
        jwk = given.value if given is not None and isinstance(given.value, dict) else None
        return self._verified(signed, public, jwk)

    def _verified(self, signed: Jws, public: key.Key, jwk: dict[str, Any] | None = None) -> str:
        """Verify a JWS by a key, and return the algorithm that was met."""
        algorithm = ALGORITHMS[public.algorithm]
        met = self._use(jws.check_header)(jws.HeaderCheck(signed.header, jwk, _ALLOWED[algorithm]))
        verifying(self._use, Variant(algorithm), key.load, of="document")(
            public, signed.signing_input, signed.signature
        )
        return met

    def _process(self) -> dict[str, Any]:
        payload, disclosures = self._received.jwt.payload, self._received.disclosures
        taken = self._digests(*(disclosure.text for disclosure in disclosures))
        return self._use(sd_jwt.process)(Processing(payload, disclosures, taken))

    def _digests(self, *texts: str) -> tuple[str, ...]:
        algorithm = self._received.jwt.payload.get("_sd_alg", "sha-256")
        return self._use(sd_jwt.digests)(sd_jwt.Digesting(texts, algorithm))

    def _credential(self, credential: Credential) -> None:
        kind = credential.header.get("typ")
        if kind not in (TYPE, TRANSITIONAL_TYPE):  # which may be anything, so not in a set
            self.notes.append(f"typ is {kind!r}: checked as an SD-JWT, not as an SD-JWT VC")
            return
        if kind == TRANSITIONAL_TYPE:
            self.notes.append(f"typ is {kind!r}, the name of {TYPE!r} until November 2024")
        run = self._use(sd_jwt.check_credential)
        self._check("credential", lambda: run(credential._replace(transitional=True)), str(kind))

    def _key_binding(self, claims: dict[str, Any]) -> str | None:
        bound, what, demanded = (
            self._received.kb_jwt,
            "key binding",
            self._options.scope in {"holder", "trust"},
        )
        audience, nonce = self._options.audience, self._options.nonce
        if audience is None or nonce is None:
            if bound is not None:
                self._missing(what, "give --audience and --nonce", demanded=demanded)
            elif demanded:
                self._find(what, "there is none (RFC 9901 section 7.3 step 2)")
            return None
        if bound is None:
            self._find(what, "key binding is required and there is none (RFC 9901 section 7.3 step 2)")
            return None
        found: str | None = self._check(what, lambda: self._bound(bound, claims, _Binding(audience, nonce)))
        return found

    def _bound(self, bound: Jws, claims: dict[str, Any], asked: _Binding) -> str:
        (sd_hash,) = self._digests(self._received.text)
        check = BindingCheck(
            bound,
            claims,
            sd_hash,
            asked.audience,
            asked.nonce,
            self._now,
            self._options.max_age,
            self._options.leeway,
        )
        checked = self._use(kb_jwt.check, of="key binding")(check)
        public = self._use(key.load, of="key binding")(key.Material("jwk", checked.key))
        verifying(self._use, Variant(_MET[checked.algorithm]), key.load, of="key binding")(
            public, bound.signing_input, bound.signature
        )
        return checked.algorithm

    def _validity(self, claims: dict[str, Any]) -> None:
        options = self._options
        self._use(sd_jwt.check_validity)(
            Validity(claims, self._now, options.leeway, audience=options.audience)
        )

    def _status(self, claims: dict[str, Any], issuer: key.Key | None) -> None:
        text = self._options.status_list
        if "status" not in claims:
            return
        if text is None:
            demanded = self._options.scope == "trust"
            self._missing("status", "give its list with --status-list", demanded=demanded)
            return
        self._check("status", lambda: self._token_status(claims, text, issuer))

    def _token_status(self, claims: dict[str, Any], text: str, issuer: key.Key | None) -> int:
        token = self._use(jws.parse, of="status list token")(text.strip())
        met = self._verified(token, self._status_key(token, issuer))
        return self._use(status.check)(status.TokenCheck(claims, token, met, self._now))

    def _status_key(self, token: Jws, issuer: key.Key | None) -> key.Key:
        if self._options.status_key is not None:
            return self._use(key.load)(self._options.status_key)
        if "x5c" in token.header and self._options.roots:
            chain = self._use(jws.certificate_chain)(token.header)
            self._use(x509.path)(x509.Path(chain, self._options.roots, utc(self._now)))
            return self._use(x509.public_key)(chain[0])
        if issuer is None:
            raise VerificationFailed(
                "nobody vouches for the Status List Token: it needs x5c and a root, or its issuer's key "
                "(Token Status List section 8.3)"
            )
        return issuer
