"""eddsa-rdfc-2022, eddsa-jcs-2022, ecdsa-rdfc-2019 and ecdsa-jcs-2019: issue, present, verify.

None of them has derivation: who wants to show a part of a credential needs a signature over that part, and
only the issuer can give it. ``present`` is therefore *re-issuance with the issuer's key*, and no operation of
a holder. With scope ``holder`` the re-issued credential goes into a presentation that the holder signs.

Every operation canonicalizes twice, proof configuration and document, so an exchange of scope ``issuer`` six
times.

Data loss is refused when signing and when verifying (VC Data Integrity, section 2.4.3), by our own engine and
inside the clock. No library looks for it, and none is made to: a stack of one does less work, and leaves out
a check that the text demands. What it is timed on was found to lose nothing before (``di_requests``).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from canonbench.exchanges import Disclose, Source, Tampered
from canonbench.exchanges.di_proof import DOCUMENT, Signer, Trusted, Verifying, adding, verifying
from canonbench.exchanges.di_requests import AT, CHALLENGE, DOMAIN, Case, case, holder_of
from canonbench.exchanges.di_scopes import (
    Holder,
    checking_status,
    credentials_of,
    expected_presentation,
    presenting,
    verifying_presentation,
)
from canonbench.exchanges.di_tampering import tampered_requests
from canonbench.model.exchange import Role, RoleName, Variant, role
from canonbench.model.text import Text
from canonbench.model.use import Use
from canonbench.specs.data_integrity import CRYPTOSUITES, Cryptosuite, Expected, instant
from canonbench.stages import di, json
from canonbench.stages.texts import VC_DI_ECDSA, VC_DI_EDDSA

__all__ = [
    "EXCHANGES",
    "REISSUANCE",
    "ROLES",
    "IssueRequest",
    "PresentRequest",
    "VerifyRequest",
    "requests",
    "tampered",
    "verify_request",
]

REISSUANCE: Final = "re-issuance with the issuer's key"
"""What ``present`` is in these suites, for every table that shows it."""


class IssueRequest(NamedTuple):
    """An unsecured document (or one with proofs to add to), who signs it, and contexts by address."""

    document: dict[str, Any]
    signer: Signer
    contexts: Mapping[str, Any]


class PresentRequest(NamedTuple):
    """A secured credential as it came, what to show of it, and who signs that.

    Attributes:
        secured: JSON text.
        pointers: JSON pointers to what is shown.
        signer: the issuer.
        contexts: by address.
        holder: who presents, for the scopes ``holder`` and ``trust``.
    """

    secured: bytes
    pointers: tuple[str, ...]
    signer: Signer
    contexts: Mapping[str, Any]
    holder: Holder | None = None


class VerifyRequest(NamedTuple):
    """What came from the holder, and what the verifier expects and has at hand.

    Attributes:
        secured: JSON text: a credential, or with the scopes ``holder`` and ``trust`` a presentation.
        at: the verifier's clock, ``YYYY-MM-DDThh:mm:ssZ``.
        contexts: by address.
        controllers: controller documents by identifier; a did:key needs none.
        purpose: of the credential's proof.
        domain: of the presentation's proof.
        challenge: of the presentation's proof.
        status_lists: status list credentials, secured, as they came; for the scope ``trust``.
    """

    secured: bytes
    at: str
    contexts: Mapping[str, Any]
    controllers: Mapping[str, Any] = {}
    purpose: str = "assertionMethod"
    domain: str = ""
    challenge: str = ""
    status_lists: tuple[bytes, ...] = ()


def issue(use: Use, suite: Cryptosuite, variant: Variant) -> Callable[[IssueRequest], bytes]:
    """Bind Add Proof, from a document to JSON text."""
    add, serialize = adding(use, suite, variant), use(json.serialize)

    def run(request: IssueRequest) -> bytes:
        return serialize(add(request.document, request.signer, request.contexts))

    return run


def present(use: Use, suite: Cryptosuite, variant: Variant) -> Callable[[PresentRequest], bytes]:
    """Bind re-issuance of a part of a credential, and with a holder the presentation of that."""
    parse, select, serialize = use(json.parse), use(di.select), use(json.serialize)
    add = adding(use, suite, variant)
    if variant.scope == "issuer":

        def reissue(request: PresentRequest) -> bytes:
            part = select(di.Selection(request.pointers, unsecured(parse(request.secured))))
            return serialize(add(part, request.signer, request.contexts))

        return reissue
    wrap = presenting(use, suite, variant)

    def run(request: PresentRequest) -> bytes:
        assert request.holder is not None, "the scope asks for a holder"
        part = select(di.Selection(request.pointers, unsecured(parse(request.secured))))
        credential = add(part, request.signer, request.contexts)
        return serialize(wrap(credential, request.holder, request.contexts))

    return run


def unsecured(secured: Mapping[str, Any]) -> dict[str, Any]:
    """Return a secured document without its proofs."""
    return {member: value for member, value in secured.items() if member != "proof"}


def verify(
    use: Use,
    suite: Cryptosuite,
    variant: Variant,
    credential: Verifying | None = None,
    presentation: Cryptosuite | None = None,
) -> Callable[[VerifyRequest], dict[str, Any]]:
    """Bind Verify Proof, from JSON text to the verified credential.

    Args:
        use: hands out the stages.
        suite: that of the credential.
        variant: what is asked for.
        credential: what verifies a credential, where it is not Verify Proof of ``suite``.
        presentation: the suite of presentations and status lists, where it is another one.

    What is bound raises VerificationFailed and its like for the first proof, binding or status that is wrong.
    """
    parse = use(json.parse)
    verify_credential = credential or verifying(use, suite, variant, of=DOCUMENT)
    if variant.scope == "issuer":

        def run(request: VerifyRequest) -> dict[str, Any]:
            expected = Expected(instant(request.at), request.purpose, suite.name)
            trusted = Trusted(request.contexts, request.controllers)
            return verify_credential(parse(request.secured), expected, trusted)

        return run
    other = presentation or suite
    verify_presentation = verifying_presentation(use, other, variant)
    check_status = checking_status(use, other, variant) if variant.scope == "trust" else None

    def run_presentation(request: VerifyRequest) -> dict[str, Any]:
        expected = Expected(instant(request.at), request.purpose, suite.name)
        others = expected._replace(cryptosuite=other.name)
        trusted = Trusted(request.contexts, request.controllers)
        bound = expected_presentation(others, request.domain, request.challenge)
        shown = verify_presentation(parse(request.secured), bound, trusted)
        verified: dict[str, Any] = {}
        for each in credentials_of(shown):
            verified = verify_credential(each, expected, trusted)
            if check_status is not None:
                check_status(verified, request.status_lists, others, trusted)
        return verified

    return run_presentation


def _roles_of(suite: Cryptosuite, text: Text) -> tuple[Role, Role, Role]:
    """Return the three roles of a suite without derivation."""
    create, check = text.at(f"create-proof-{suite.name}"), text.at(f"verify-proof-{suite.name}")
    return (
        role(suite.name, "issue", create)(lambda use, variant: issue(use, suite, variant)),
        role(suite.name, "present", create)(lambda use, variant: present(use, suite, variant)),
        role(suite.name, "verify", check)(lambda use, variant: verify(use, suite, variant)),
    )


def requests(  # noqa: PLR0913, PLR0917 - the protocol of exchanges
    use: Use, name: str, document: Source, variant: Variant, disclose: Disclose, seed: int | None
) -> dict[RoleName, Any]:
    """Return the request of each role, as ``canonbench.exchanges`` describes it.

    Raises:
        BadDocument: the document cannot be signed by this suite.
        MalformedInput: a pointer to what is disclosed leads nowhere.
        DataLoss: the document says what would not be signed.
    """
    suite, deterministic = CRYPTOSUITES[name], seed is not None
    made = case(use, suite, suite, document, variant=variant, disclose=disclose, seed=seed)
    signer = made.issuer.signer(suite, deterministic=deterministic)
    issued = IssueRequest(made.document, signer, made.contexts)
    pointers = (*made.mandatory, *made.selective)
    holder = None
    if variant.scope != "issuer":
        holder = holder_of(made, suite, deterministic=deterministic)
    shown = PresentRequest(issue(use, suite, variant)(issued), pointers, signer, made.contexts, holder)
    secured = present(use, suite, variant)(shown)
    return {"issue": issued, "present": shown, "verify": verify_request(made, secured, variant)}


def verify_request(made: Case, secured: bytes, variant: Variant) -> VerifyRequest:
    """Return what a verifier has at hand for what was presented."""
    request = VerifyRequest(secured, AT, made.contexts)
    if variant.scope == "issuer":
        return request
    return request._replace(domain=DOMAIN, challenge=CHALLENGE, status_lists=made.status_lists)


def tampered(use: Use, _name: str, request: VerifyRequest, variant: Variant) -> Iterator[Tampered]:
    """Give *verify* requests that must be refused, as ``canonbench.exchanges`` describes it."""
    return tampered_requests(use, request, variant)


EXCHANGES: Final = ("eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019", "ecdsa-jcs-2019")

ROLES: tuple[Role, ...] = tuple(
    each
    for name in EXCHANGES
    for each in _roles_of(CRYPTOSUITES[name], VC_DI_EDDSA if name.startswith("eddsa") else VC_DI_ECDSA)
)
"""Issue, present and verify of each exchange, in the order of ``EXCHANGES``."""
