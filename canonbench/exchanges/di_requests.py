"""Parties, documents and requests that the Data Integrity exchanges are measured with.

Keys are made of names (``canonbench.documents.keys``) and identified by did:key. A document is signed as it
is, without the proofs that it had, and with what it lacks for a proof:

* contexts: where neither VCDM 2.0 nor Data Integrity defines the terms of a proof, the context of Data
  Integrity is added at the end (VC Data Integrity, section 2.4.1);
* for the scope ``trust`` a ``credentialStatus``, instead of one that it had, and the terms of that.

Data loss is refused when the requests are made, under our own engine and outside every clock. So no stack is
timed on a document that loses data; but only our own engine looks for it inside the clock.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from canonbench.documents.contexts import Contexts
from canonbench.documents.keys import secret_key
from canonbench.errors import BadDocument
from canonbench.exchanges import Disclose, Source
from canonbench.exchanges.di_proof import Signer, adding
from canonbench.exchanges.di_scopes import CREDENTIALS_V1, CREDENTIALS_V2, Holder
from canonbench.exchanges.signature import KEY_ALGORITHMS
from canonbench.model.exchange import Variant
from canonbench.model.use import Use
from canonbench.specs import multibase
from canonbench.specs.bitstring_status_list import LEAST_BITS, encode_list
from canonbench.specs.data_integrity import Cryptosuite, proof_options
from canonbench.stages import json, key

__all__ = [
    "AT",
    "CHALLENGE",
    "DOMAIN",
    "Case",
    "Party",
    "case",
    "disclosed",
    "holder_of",
    "mandatory",
    "party",
    "status_list",
]

AT: Final = "2026-06-01T12:00:00Z"
"""The verifier's clock."""
DOMAIN: Final = "https://verifier.example"
CHALLENGE: Final = "3182bdea-63d9-11ea-b6de-3b7c1404d57f"

_CREATED: Final = "2026-01-02T03:04:05Z"
_PROOF_CONTEXTS: Final = frozenset(
    {
        CREDENTIALS_V2,
        "https://w3id.org/security/data-integrity/v2",
        "https://w3id.org/security/data-integrity/v1",
    }
)
_DATA_INTEGRITY: Final = "https://w3id.org/security/data-integrity/v2"
_STATUS_CONTEXT: Final = "https://www.w3.org/ns/credentials/status/v1"
_STATUS_TERM: Final = {
    "credentialStatus": {"@id": "https://www.w3.org/2018/credentials#credentialStatus", "@type": "@id"}
}
_STATUS_LIST: Final = "https://university.example/status/3"
_STATUS_INDEX: Final = 94_567
_REVOKED: Final = range(0, LEAST_BITS, 97)
_SUBJECT: Final = "credentialSubject"
_NO_CLAIMS: Final = frozenset({"id", "type", "@id", "@type", "@context"})
_ENVELOPE: Final = frozenset({"@context", "id", "type", "@id", "@type", "proof", _SUBJECT})


class Party(NamedTuple):
    """Somebody with a key: did:key, URL of its verification method, ``secretKeyMultibase``."""

    id: str
    method: str
    secret: str

    def signer(self, suite: Cryptosuite, *, deterministic: bool, **options: Any) -> Signer:
        """Return how this party signs by ``suite``; ``options`` go to the proof options."""
        made = proof_options(suite, self.method, **{"created": _CREATED, **options})
        return Signer(made, self.secret, deterministic)


class Case(NamedTuple):
    """What an exchange is made of, for one document.

    Attributes:
        document: as it is signed.
        contexts: of the document and of everything around it, by address.
        mandatory: JSON pointers to what every disclosure shows.
        selective: JSON pointers to the claims that are shown.
        issuer: who issues.
        holder: who presents; its key is of the same algorithm.
        status_lists: for the scope ``trust``, secured.
    """

    document: dict[str, Any]
    contexts: dict[str, Any]
    mandatory: tuple[str, ...]
    selective: tuple[str, ...]
    issuer: Party
    holder: Party
    status_lists: tuple[bytes, ...]


def party(use: Use, owner: str, variant: Variant, seed: int = 0) -> Party:
    """Return the party called ``owner``; ``use`` loads its key and exports it, to know the public one."""
    secret = secret_key(KEY_ALGORITHMS[variant.algorithm], owner, seed)
    loaded = use(key.load, of="party")(key.Material("multikey", secret, secret=True))
    multikey = multibase.encode(use(key.export, of="party")(loaded))
    return Party(f"did:key:{multikey}", f"did:key:{multikey}#{multikey}", secret)


def case(  # noqa: PLR0913 - what the protocol of exchanges hands on, and two suites
    use: Use,
    suite: Cryptosuite,
    whole: Cryptosuite,
    source: Source,
    *,
    variant: Variant,
    disclose: Disclose,
    seed: int | None,
) -> Case:
    """Return what an exchange of ``source`` is made of; ``whole`` is the suite of the status list.

    Raises:
        BadDocument: the document is no object, has no ``@context`` where the suite needs one, or holds
            nothing that could be shown.
        UnknownContext: a context that is added is not to be had.
    """
    issuer, holder = (party(use, owner, variant, seed or 0) for owner in ("issuer", "holder"))
    document = _unsecured(source.value)
    contexts = dict(source.contexts)
    lists: tuple[bytes, ...] = ()
    if variant.scope == "trust":
        document = {**document, "credentialStatus": _status_entry()}
        document = _with_context(document, _STATUS_TERM, frozenset({CREDENTIALS_V1, CREDENTIALS_V2}))
        document = _with_context(document, _STATUS_CONTEXT, frozenset({CREDENTIALS_V2, _STATUS_CONTEXT}))
    if "@context" in document:
        document = _with_context(document, _DATA_INTEGRITY, _PROOF_CONTEXTS)
    elif suite.transformation == "rdfc":
        raise BadDocument(f"there is no @context, which {suite.name} needs; sign it with a *-jcs-* suite")
    _complete(contexts, document, variant)
    if variant.scope == "trust":
        signer = issuer.signer(whole, deterministic=seed is not None)
        lists = (status_list(use, whole, variant, signer, contexts=contexts),)
    kept, shown = mandatory(document), disclosed(document, disclose)
    if not kept and not shown:
        raise BadDocument("there is nothing to show: no issuer and no claim; give a credential")
    return Case(document, contexts, kept, shown, issuer, holder, lists)


def holder_of(made: Case, suite: Cryptosuite, *, deterministic: bool) -> Holder:
    """Return the holder as a request names it, who signs presentations by ``suite``."""
    bound = {"purpose": "authentication", "domain": DOMAIN, "challenge": CHALLENGE}
    return Holder(made.holder.id, made.holder.signer(suite, deterministic=deterministic, **bound))


def status_list(  # noqa: PLR0913 - a signer and what is signed
    use: Use,
    suite: Cryptosuite,
    variant: Variant,
    signer: Signer,
    *,
    contexts: Mapping[str, Any],
    revoked: Sequence[int] = _REVOKED,
) -> bytes:
    """Return a status list credential as it comes, secured.

    ``revoked`` are the indexes that are set: one in 97, as in the lists that other formats are measured with.
    """
    credential = {
        "@context": [CREDENTIALS_V2],
        "id": _STATUS_LIST,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": signer.options["verificationMethod"].partition("#")[0],
        "validFrom": _CREATED,
        _SUBJECT: {
            "id": f"{_STATUS_LIST}#list",
            "type": "BitstringStatusList",
            "statusPurpose": "revocation",
            "encodedList": encode_list(revoked),
        },
    }
    secured = adding(use, suite, variant, of="status list")(credential, signer, contexts)
    return use(json.serialize, of="status list")(secured)


def mandatory(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return JSON pointers to every member beside the subject: issuer, validity, status and so on."""
    return tuple(_pointer(name) for name in document if name not in _ENVELOPE)


def disclosed(document: Mapping[str, Any], disclose: Disclose) -> tuple[str, ...]:
    """Return JSON pointers to the claims that are shown.

    ``disclose`` is how many members of the subject, the first ones (all if it has no more); or which, each as
    a JSON pointer into the document or as the name of a member of the subject.
    """
    if not isinstance(disclose, int):
        return tuple(each if each.startswith("/") else _pointer(_SUBJECT, each) for each in disclose)
    return tuple(_claims(document.get(_SUBJECT)))[:disclose]


def _claims(subject: Any) -> Iterator[str]:
    subjects = enumerate(subject) if isinstance(subject, list) else [(None, subject)]
    for index, each in subjects:
        place = (_SUBJECT,) if index is None else (_SUBJECT, str(index))
        if isinstance(each, Mapping):
            yield from (_pointer(*place, name) for name in each if name not in _NO_CLAIMS)


def _pointer(*tokens: str) -> str:
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)


def _unsecured(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadDocument("a document to sign is one JSON object; this is none: give one credential a file")
    return {name: member for name, member in value.items() if name != "proof"}


def _with_context(document: dict[str, Any], more: Any, any_of: frozenset[str]) -> dict[str, Any]:
    context = document.get("@context")
    listed = context if isinstance(context, list) else [context]
    if context is None or any(each in any_of for each in listed if isinstance(each, str)):
        return document
    return {**document, "@context": [*listed, more]}


def _status_entry() -> dict[str, Any]:
    return {
        "id": f"{_STATUS_LIST}#{_STATUS_INDEX}",
        "type": "BitstringStatusListEntry",
        "statusPurpose": "revocation",
        "statusListIndex": str(_STATUS_INDEX),
        "statusListCredential": _STATUS_LIST,
    }


def _complete(contexts: dict[str, Any], document: Mapping[str, Any], variant: Variant) -> None:
    """Add the contexts of what is added to the document, and of what stands around it."""
    context = document.get("@context")
    listed = context if isinstance(context, list) else [context]
    around = [] if variant.scope == "issuer" else [CREDENTIALS_V2]
    missing = [url for url in (*listed, *around) if isinstance(url, str) and url not in contexts]
    if missing:
        known = Contexts()
        contexts |= {url: known[url] for url in missing}
