"""The test vectors of VC-DI-EDDSA and VC-DI-ECDSA: every value on the way to a proof.

The readers take the folder that holds all suites: the vectors name contexts and files of each other.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

__all__ = [
    "Case",
    "Keys",
    "SecuredDocument",
    "SelectiveCase",
    "cases",
    "contexts",
    "secured_documents",
    "selective_cases",
]

_DIGESTS = {"SHA-256": "sha256", "SHA-384": "sha384"}
_CHAINS = ("signedProofSet1", "signedProofSet2", "signedProofChain1", "signedProofChain2")


class Keys(NamedTuple):
    """A key pair as Multikey."""

    public: str
    secret: str


class Case(NamedTuple):
    """One single proof of a cryptosuite without selective disclosure."""

    name: str
    cryptosuite: str
    algorithm: str
    """``"Ed25519"``, ``"P-256"`` or ``"P-384"``."""
    digest: str
    """``"sha256"`` or ``"sha384"``."""
    keys: Keys
    unsecured: dict[str, Any]
    configuration: dict[str, Any]
    canonical_document: bytes
    canonical_configuration: bytes
    document_hash: bytes
    configuration_hash: bytes
    hash_data: bytes
    signature: bytes
    proof_value: str
    secured: dict[str, Any]
    deterministic: bool
    """Whether every right implementation gives this very signature."""


class SecuredDocument(NamedTuple):
    """A document with a set or a chain of proofs, all of which verify."""

    name: str
    secured: dict[str, Any]


class SelectiveCase(NamedTuple):
    """A base proof and a derived proof of ecdsa-sd-2023; ``steps`` maps a file's stem to what it holds."""

    name: str
    base_keys: Keys
    proof_keys: Keys
    hmac_key: bytes
    mandatory: list[str]
    selective: list[str]
    unsecured: dict[str, Any]
    """The document that was signed: for ``prc`` it is not the published unsigned one."""
    secured: dict[str, Any]
    revealed: dict[str, Any]
    canonical_configuration: bytes
    steps: dict[str, Any]


def contexts(suites: Path) -> dict[str, Any]:
    """Return the contexts that the vectors name: address to parsed document."""
    folder = suites / "contexts"
    return {url: _json(folder / entry["file"]) for url, entry in _json(folder / "index.json").items()}


def cases(suites: Path) -> Iterator[Case]:
    """Give the ten single proofs."""
    for row in _json(suites / "vc-di-cases.json"):
        yield _case(suites, row)


def secured_documents(suites: Path) -> Iterator[SecuredDocument]:
    """Give the proof sets and proof chains."""
    folder = suites / "vc-di-eddsa" / "proof-set-chain"
    for name in _CHAINS:
        yield SecuredDocument(name, _json(folder / f"{name}.json"))


def selective_cases(suites: Path) -> Iterator[SelectiveCase]:
    """Give the cases of ecdsa-sd-2023."""
    folder = suites / "vc-di-ecdsa"
    keys = _json(folder / "ecdsa-sd-2023" / "SDKeyMaterial.json")
    for name, stem in (("prc", "prCred"), ("employ", "employ")):
        files = folder / "ecdsa-sd-2023" / name
        steps = {path.stem: _json(path) for path in sorted(files.glob("*.json"))}
        secured = steps["addSignedSDBase"]
        yield SelectiveCase(
            name=name,
            base_keys=_keys(keys["baseKeyPair"]),
            proof_keys=_keys(keys["proofKeyPair"]),
            hmac_key=bytes.fromhex(keys["hmacKeyString"]),
            mandatory=_json(folder / f"{stem}Mandatory.json"),
            selective=_json(folder / f"{stem}Selective.json"),
            unsecured={member: value for member, value in secured.items() if member != "proof"},
            secured=secured,
            revealed=steps["derivedRevealDocument"],
            canonical_configuration=(files / "addProofConfigCanon.txt").read_bytes(),
            steps=steps,
        )


def _case(suites: Path, row: dict[str, Any]) -> Case:
    secured = _json(suites / row["signed"])
    unsecured = {member: value for member, value in secured.items() if member != "proof"}
    same = row["unsigned_equals_signed_minus_proof"]
    return Case(
        name=row["id"],
        cryptosuite=row["cryptosuite"],
        algorithm=row["curve"],
        digest=_DIGESTS[row["hash"]],
        keys=_keys(_json(suites / row["keys"])),
        unsecured=_json(suites / row["unsigned"]) if same else unsecured,
        configuration=_json(suites / row["proofConfig"]),
        canonical_document=(suites / row["canonDoc"]).read_bytes(),
        canonical_configuration=(suites / row["canonProof"]).read_bytes(),
        document_hash=_hex(suites / row["docHash"]),
        configuration_hash=_hex(suites / row["proofHash"]),
        hash_data=_hex(suites / row["combinedHash"]),
        signature=_hex(suites / row["sigHex"]),
        proof_value=(suites / row["sigBase58"]).read_text("ascii").strip(),
        secured=secured,
        deterministic=row["deterministic_signature"],
    )


def _keys(pair: dict[str, str]) -> Keys:
    secret = pair.get("secretKeyMultibase") or pair["privateKeyMultibase"]  # the older vectors' word
    return Keys(pair["publicKeyMultibase"], secret)


def _json(path: Path) -> Any:
    return json.loads(path.read_bytes())


def _hex(path: Path) -> bytes:
    return bytes.fromhex(path.read_text("ascii"))
