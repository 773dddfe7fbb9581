"""Verify a document with Data Integrity proofs: everything that can be checked, each with its own finding.

Credentials and presentations, sets and chains, of every suite in ``canonbench.specs.data_integrity``. Nothing
is fetched: contexts come from the bundle and the caller, keys from did:key, a controller document or the
caller, status lists from the caller. Data loss is refused. What is measured is in the other modules; here the
same compositions run under our own engines, and every refusal is told.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from canonbench.documents.contexts import Contexts
from canonbench.documents.ijson import read
from canonbench.engines import Catalogue
from canonbench.errors import BadDocument, CanonbenchError, MalformedInput, VerificationFailed
from canonbench.exchanges import ecdsa_sd
from canonbench.exchanges.di_findings import Finding, Noted, Options, Report
from canonbench.exchanges.di_proof import Trusted, VerifyingOne, verifying_one
from canonbench.exchanges.di_scopes import check_holder, credentials_of, entries_of
from canonbench.exchanges.signature import KEY_ALGORITHMS
from canonbench.model.exchange import Algorithm, Variant
from canonbench.model.use import Neutral, Use
from canonbench.specs import multibase
from canonbench.specs.data_integrity import (
    Cryptosuite,
    Expected,
    check_proof,
    instant,
    proofs_of,
    retrieve_method,
    verify_each,
)
from canonbench.stages import json, status
from canonbench.stages import key as key_stages

__all__ = ["Finding", "Options", "Report", "own_use", "verify"]

_BASE_PROOF: Final = b"\xd9\x5d\x00"
_MULTIKEYS: Final[Mapping[str, Algorithm]] = {"z6Mk": "ed25519", "zDn": "p256", "z82L": "p384"}
_PRESENTATION: Final = "VerifiablePresentation"
_PURPOSES: Final = {"VerifiableCredential": "assertionMethod", _PRESENTATION: "authentication"}
_ENGINES: Final = ("canonbench", "cryptography", "hashlib", "cbor2", "json")


def own_use() -> Neutral:
    """Return our own engines, and those of the libraries for what we have none of."""
    catalogue = Catalogue()
    loaded = [catalogue.load(name) for name in reversed(_ENGINES)]
    return Neutral({stage: engine for engines in loaded for stage, engine in engines.items()})


def verify(data: bytes, options: Options, *, name: str = "the document", use: Use | None = None) -> Report:
    """Verify the JSON text ``data``.

    Args:
        data: a secured credential or presentation, or another object with proofs.
        options: see there.
        name: what messages call it.
        use: hands out the stages; our own engines if not given.

    Raises:
        BadDocument: it is no I-JSON object; or has no proof and is no presentation of what has one.
    """
    value = read(data, name)
    if not isinstance(value, dict):
        raise BadDocument(f"{name} is no JSON object; give one credential or presentation")
    verifier = _Verifier(use or own_use(), options)
    verifier.document(value, "", options)
    return Report(tuple(verifier.findings), tuple(dict.fromkeys(verifier.notes)))


class _Verifier:
    """One document on its way to a report."""

    def __init__(self, use: Use, options: Options) -> None:
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self._use = use
        self._at = options.at or datetime.now(UTC)
        self._contexts = options.contexts or Contexts()
        self._controllers = options.controllers
        self._lists = options.status_lists

    def document(self, secured: dict[str, Any], place: str, options: Options) -> None:
        """Check a document and what it contains; ``options`` are what is expected of its own proofs."""
        purpose = options.purpose or next(
            (_PURPOSES[kind] for kind in _types(secured) if kind in _PURPOSES), None
        )
        domain = None if options.domain is None else frozenset({options.domain})
        expected = Expected(self._at, purpose, None, domain, options.challenge)
        self._proofs(secured, place, expected, options.key)
        self._validity(secured, place)
        if _PRESENTATION in _types(secured):
            self._presentation(secured, place)
        if "credentialStatus" in secured:
            self._status(secured, place)

    def _proofs(
        self, secured: dict[str, Any], place: str, expected: Expected, given: key_stages.Material | None
    ) -> None:
        hashes: dict[int, tuple[tuple[str, str], ...]] = {}

        def run(unsecured: dict[str, Any], proof: dict[str, Any]) -> None:
            noted = Noted(self._use)
            try:
                self._proof(noted, unsecured, proof, expected, given)
            except CanonbenchError:
                hashes[id(proof)] = tuple(noted.hashes)
                raise
            except RecursionError:
                raise MalformedInput("the document is nested too deeply") from None

        try:
            proofs, verdicts = proofs_of(secured), verify_each(secured, run)
        except VerificationFailed as error:
            self._found(f"{place}/proof", "proof", error)
            return
        several = isinstance(secured["proof"], list)
        for proof, verdict in zip(proofs, verdicts, strict=True):
            where = f"{place}/proof/{verdict.place}" if several else f"{place}/proof"
            known = hashes.get(id(proof), ())
            suite, identifier = verdict.cryptosuite, verdict.id or ""
            self.findings.append(Finding(where, "proof", suite, identifier, verdict.reason, known))

    def _proof(
        self,
        use: Use,
        unsecured: dict[str, Any],
        proof: dict[str, Any],
        expected: Expected,
        given: key_stages.Material | None,
    ) -> None:
        suite = check_proof(proof, expected)
        controllers = self._controllers
        if given is not None:
            controllers = self._with_key(proof, given)
        method = retrieve_method(proof, controllers, expected.at)
        variant = Variant(_algorithm(method.multikey, suite))
        contexts: dict[str, Any] = {}
        if suite.transformation == "rdfc":
            contexts = {url: each.document for url, each in self._contexts.needed(unsecured).items()}
        trusted = Trusted(contexts, controllers)
        if not suite.selective:
            verify_one: VerifyingOne = verifying_one(use, suite, variant)
            verify_one(unsecured, proof, expected, trusted)
            return
        if multibase.decode(proof["proofValue"]).startswith(_BASE_PROOF):
            self.notes.append("a base proof is for the holder alone: it was checked by disclosing everything")
            unsecured, proof = self._all_of(unsecured, proof, contexts)
        ecdsa_sd.verifying_one(use, variant)(unsecured, proof, expected, trusted)

    def _all_of(
        self, unsecured: dict[str, Any], proof: dict[str, Any], contexts: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Derive a proof that discloses everything; return the document and the derived proof."""
        text = self._use(json.serialize)({**unsecured, "proof": proof})
        derive = ecdsa_sd.derive(self._use, Variant("p256"))
        derived = self._use(json.parse)(derive(ecdsa_sd.DeriveRequest(text, ("",), contexts)))
        return {name: value for name, value in derived.items() if name != "proof"}, derived["proof"]

    def _with_key(self, proof: dict[str, Any], given: key_stages.Material) -> dict[str, dict[str, Any]]:
        """Return the controller document that ``proof`` would have if its key were the one given."""
        multikey = multibase.encode(self._use(key_stages.export)(self._use(key_stages.load)(given)))
        url, purpose = proof["verificationMethod"], proof["proofPurpose"]
        controller = url.partition("#")[0]
        self.notes.append(f"the key was given: whether it is {url} was not checked")
        method = {"id": url, "type": "Multikey", "controller": controller, "publicKeyMultibase": multikey}
        return {controller: {"id": controller, "verificationMethod": [method], purpose: [url]}}

    def _presentation(self, secured: dict[str, Any], place: str) -> None:
        try:
            credentials = credentials_of(secured)
        except VerificationFailed as error:
            self._found(f"{place}/verifiableCredential", "proof", error)
            return
        if "holder" in secured and any(each.what == "proof" for each in self.findings):
            self._holder(secured, place)
        several = isinstance(secured["verifiableCredential"], list)
        for index, credential in enumerate(credentials):
            where = f"{place}/verifiableCredential" + (f"/{index}" if several else "")
            self.document(credential, where, Options())

    def _holder(self, secured: dict[str, Any], place: str) -> None:
        try:
            check_holder(secured)
        except VerificationFailed as error:
            self._found(f"{place}/holder", "holder", error)
        except (KeyError, TypeError, AttributeError):
            self.notes.append("the holder was not checked: the presentation has no proof that names a method")
        else:
            self.findings.append(Finding(f"{place}/holder", "holder", "", "", ""))

    def _validity(self, secured: Mapping[str, Any], place: str) -> None:
        limits = (
            ("validFrom", False),
            ("issuanceDate", False),
            ("validUntil", True),
            ("expirationDate", True),
        )
        for name, is_end in limits:
            if name not in secured:
                continue
            reason = _outside(secured[name], self._at, is_end=is_end)
            self.findings.append(Finding(f"{place}/{name}", "validity", "", "", reason))

    def _status(self, secured: Mapping[str, Any], place: str) -> None:
        if not self._lists:
            self.notes.append("credentialStatus was not checked: give the status list")
            return
        where = f"{place}/credentialStatus"
        try:
            lists = dict(self._verified_lists())
            for entry in entries_of(secured):
                purpose = str(entry.get("statusPurpose", ""))
                try:
                    self._check_status(entry, lists)
                except CanonbenchError as error:
                    self._found(where, "status", error, purpose)
                else:
                    self.findings.append(Finding(where, "status", purpose, "", ""))
        except CanonbenchError as error:
            self._found(where, "status", error)

    def _check_status(self, entry: dict[str, Any], lists: Mapping[str, dict[str, Any]]) -> None:
        name = entry.get("statusListCredential")
        if not isinstance(name, str) or name not in lists:
            raise VerificationFailed(f"the status list {name!r} is not among those given; give it")
        self._use(status.check)(status.BitstringCheck(entry, lists[name]))

    def _verified_lists(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for data in self._lists:
            credential = read(data, "the status list")
            if not isinstance(credential, dict):
                raise BadDocument("the status list is no JSON object; give its credential, secured")
            inner = _Verifier(
                self._use, Options(self._at, contexts=self._contexts, controllers=self._controllers)
            )
            inner.document(credential, "", Options())
            for finding in inner.findings:
                if not finding.verified:
                    raise VerificationFailed(f"the status list does not verify: {finding.reason}")
            yield str(credential.get("id")), credential

    def _found(self, place: str, what: str, error: CanonbenchError, name: str = "") -> None:
        self.findings.append(Finding(place, what, name, "", str(error)))


def _types(document: Mapping[str, Any]) -> list[Any]:
    types = document.get("type", document.get("@type", []))
    return [each for each in (types if isinstance(types, list) else [types]) if isinstance(each, str)]


def _algorithm(multikey: str, suite: Cryptosuite) -> Algorithm:
    """Return the algorithm of a key, as its Multikey begins.

    Raises:
        VerificationFailed: ``suite`` does not sign with such keys.
    """
    found = next((each for start, each in _MULTIKEYS.items() if multikey.startswith(start)), None)
    if found is None or KEY_ALGORITHMS[found] not in suite.algorithms:
        known = " or ".join(suite.algorithms)
        raise VerificationFailed(f"{suite.name} verifies with a key of {known}, and {multikey!r} is none")
    return found


def _outside(text: Any, at: datetime, *, is_end: bool) -> str:
    """Return why ``at`` lies outside a limit, or ``""``."""
    try:
        limit = instant(text) if isinstance(text, str) else None
    except MalformedInput as error:
        return str(error)
    if limit is None:
        return "it is no text (VCDM 2.0, Validity Period)"
    if is_end and at >= limit:
        return f"the credential is valid until {text} only (VCDM 2.0, Validity Period)"
    if not is_end and at < limit:
        return f"the credential is valid from {text} on (VCDM 2.0, Validity Period)"
    return ""
