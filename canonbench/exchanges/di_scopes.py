"""What the scopes ``holder`` and ``trust`` add to Data Integrity exchanges: a presentation, and a status.

Scopes add up: ``trust`` has everything that ``holder`` has.

* ``holder``: the credential goes into a presentation with a proof of its own by the holder's key, bound to
  the verifier by challenge and domain. Its transformation canonicalizes the credential once more.
* ``trust``: the status of the credential is looked up in a status list credential, supplied offline, whose
  own proof is verified as any other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from canonbench.errors import VerificationFailed
from canonbench.exchanges.di_proof import Signer, Trusted, Verifying, adding, verifying
from canonbench.model.exchange import Variant
from canonbench.model.use import Use
from canonbench.specs.data_integrity import Cryptosuite, Expected
from canonbench.stages import json, status

__all__ = [
    "CREDENTIALS_V1",
    "CREDENTIALS_V2",
    "Holder",
    "check_holder",
    "checking_status",
    "credentials_of",
    "entries_of",
    "expected_presentation",
    "presenting",
    "verifying_presentation",
]

CREDENTIALS_V1: Final = "https://www.w3.org/2018/credentials/v1"
CREDENTIALS_V2: Final = "https://www.w3.org/ns/credentials/v2"
_PRESENTATION: Final = "presentation"
_STATUS_LIST: Final = "status list"


class Holder(NamedTuple):
    """Who presents: an identifier, and the key that it controls."""

    id: str
    signer: Signer


def presenting(
    use: Use, suite: Cryptosuite, variant: Variant
) -> Callable[[dict[str, Any], Holder, Mapping[str, Any]], dict[str, Any]]:
    """Bind the making of a presentation: a secured credential to a secured presentation of it."""
    add = adding(use, suite, variant, of=_PRESENTATION)

    def run(credential: dict[str, Any], holder: Holder, contexts: Mapping[str, Any]) -> dict[str, Any]:
        presentation = {
            "@context": [CREDENTIALS_V2],
            "type": ["VerifiablePresentation"],
            "holder": holder.id,
            "verifiableCredential": [credential],
        }
        return add(presentation, holder.signer, contexts)

    return run


def verifying_presentation(use: Use, suite: Cryptosuite, variant: Variant) -> Verifying:
    """Bind the verification of a presentation's own proofs; its credentials are for who asks."""
    verify = verifying(use, suite, variant, of=_PRESENTATION)

    def run(secured: dict[str, Any], expected: Expected, trusted: Trusted) -> dict[str, Any]:
        presentation = verify(secured, expected, trusted)
        check_holder(secured)
        return presentation

    return run


def check_holder(secured: Mapping[str, Any]) -> None:
    """Refuse a presentation that was not signed by the holder that it names, if it names one.

    Raises:
        VerificationFailed: a proof is by another controller's key (VCDM 2.0, sections 4.13 and A.4).
    """
    holder = secured.get("holder")
    identifier = holder.get("id") if isinstance(holder, Mapping) else holder
    proofs = secured["proof"] if isinstance(secured["proof"], list) else [secured["proof"]]
    for proof in proofs:
        controller = proof["verificationMethod"].partition("#")[0]
        if identifier is not None and identifier != controller:
            raise VerificationFailed(
                f"the presentation names the holder {identifier!r} and is signed by {controller!r} (VCDM 2.0)"
            )


def credentials_of(presentation: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
    """Return the credentials of a presentation.

    Raises:
        VerificationFailed: it is none, or shows nothing that has a proof of its own.
    """
    types = presentation.get("type")
    credentials = presentation.get("verifiableCredential")
    found: list[Any] = credentials if isinstance(credentials, list) else [credentials]
    if "VerifiablePresentation" not in (types if isinstance(types, list) else [types]):
        raise VerificationFailed("this is no VerifiablePresentation (VCDM 2.0, Verifiable Presentations)")
    if not found or not all(isinstance(each, dict) for each in found):
        raise VerificationFailed(
            "verifiableCredential holds no credential (VCDM 2.0, Verifiable Presentations)"
        )
    return found


def expected_presentation(expected: Expected, domain: str, challenge: str) -> Expected:
    """Return what is expected of the proof of a presentation, by what is expected of a credential's."""
    return expected._replace(purpose="authentication", domain=frozenset({domain}), challenge=challenge)


def checking_status(
    use: Use, suite: Cryptosuite, variant: Variant
) -> Callable[[Mapping[str, Any], Sequence[bytes], Expected, Trusted], None]:
    """Bind the check of a credential's status against list credentials as they came.

    What is bound raises VerificationFailed where a list does not verify, or does not clear the credential.
    """
    parse, check = use(json.parse, of=_STATUS_LIST), use(status.check, of=_STATUS_LIST)
    verify = verifying(use, suite, variant, of=_STATUS_LIST)

    def run(
        credential: Mapping[str, Any], lists: Sequence[bytes], expected: Expected, trusted: Trusted
    ) -> None:
        verified = [verify(parse(each), expected, trusted) for each in lists]
        by_id = {each.get("id"): each for each in verified}
        for entry in entries_of(credential):
            name = entry.get("statusListCredential")
            if name not in by_id:
                raise VerificationFailed(f"the status list {name!r} is not at hand; give it")
            check(status.BitstringCheck(entry, by_id[name]))

    return run


def entries_of(credential: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
    """Return the entries of ``credentialStatus``.

    Raises:
        VerificationFailed: one is no object.
    """
    entries = credential.get("credentialStatus", [])
    found: list[Any] = entries if isinstance(entries, list) else [entries]
    if not all(isinstance(each, dict) for each in found):
        raise VerificationFailed("credentialStatus is neither an object nor an array of objects (VCDM 2.0)")
    return found
