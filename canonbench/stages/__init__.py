"""The stages, one module a family: what is measured, and no implementation.

``FAMILIES`` maps a family to its module's stages; a family is looked up by the part of a stage's name before
the dot, and its module is imported only then: a worker that measures one stage must not pay for all others.
The order is the order of the data flow, which is the order of every table.
"""

import importlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from canonbench.errors import UnknownName
from canonbench.model.stage import Stage

__all__ = ["FAMILIES", "STAGES", "select", "stage"]

# The stages of a family by the names that they have in its module, and after the dot.
_VERBS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "json": ("parse", "serialize"),
        "transform": ("rdfc", "jcs"),
        "jcs": ("canonicalize",),
        "kit": (
            "json_dumps",
            "mdoc_sign",
            "mdoc_verify",
            "sd_jwt_sign",
            "sd_jwt_verify",
            "jsonld_sign",
            "jsonld_verify",
            "jcs_sign",
            "jcs_verify",
        ),
        "jsonld": ("to_quads", "expand", "process_context", "to_rdf", "compact"),
        "nquads": ("parse", "serialize"),
        "rdfc": ("canonicalize", "label", "hash_first_degree", "hash_n_degree", "serialize"),
        "rdflib": ("to_canonical_graph",),
        "hashing": ("sha256", "sha384"),
        "di": (
            "hash_data",
            "skolemize",
            "name_nodes",
            "check_names",
            "select",
            "canonicalize_and_group",
            "complete",
            "deskolemize",
            "label_replacement",
            "label_map",
            "replace_labels",
            "match",
            "sign_data",
            "parse_base_proof",
            "derive",
            "compress_label_map",
            "parse_derived_proof",
            "separate",
        ),
        "hmac": ("sha256",),
        "hkdf": ("derive",),
        "key": ("load", "export"),
        "eddsa": ("sign", "verify"),
        "ecdsa": ("sign", "verify"),
        "ecdh": ("agree",),
        "multibase": ("encode", "decode"),
        "base64url": ("encode", "decode"),
        "cbor": ("encode", "decode"),
        "cose": (
            "sign1",
            "to_be_signed",
            "verify1",
            "to_be_verified",
            "mac0",
            "to_be_maced",
            "verify_mac0",
            "mac_to_be_verified",
        ),
        "mdoc": (
            "issuer_signed_items",
            "value_digests",
            "mobile_security_object",
            "device_authentication",
            "parse_message",
            "parse_mso",
            "parse_items",
            "validate_digests",
            "validate_mso",
        ),
        "sd_jwt": (
            "issue",
            "create_disclosures",
            "embed_digests",
            "present",
            "select",
            "verify",
            "parse",
            "digests",
            "process",
            "check_credential",
            "check_validity",
        ),
        "jws": ("sign", "signing_input", "attach", "verify", "parse", "check_header", "certificate_chain"),
        "kb_jwt": ("sign", "claims", "verify", "check"),
        "x509": ("public_key", "validity", "path"),
        "status": ("check",),
    },
)


class _Families(Mapping[str, tuple[Stage[Any, Any], ...]]):
    """The stages of each family; looking one up imports its module."""

    def __getitem__(self, family: str) -> tuple[Stage[Any, Any], ...]:
        """Return the stages of ``family``."""
        verbs = _VERBS[family]
        module = importlib.import_module(f"{__name__}.{family}")
        return tuple(getattr(module, verb) for verb in verbs)

    def __iter__(self) -> Iterator[str]:
        """Give the names of the families, and import nothing."""
        return iter(_VERBS)

    def __len__(self) -> int:
        """Count the families."""
        return len(_VERBS)


class _Stages(Mapping[str, Stage[Any, Any]]):
    """Each stage by its name; looking one up imports the module of its family."""

    def __getitem__(self, name: str) -> Stage[Any, Any]:
        """Return the stage called ``name``."""
        family, _, verb = name.partition(".")
        if verb not in _VERBS.get(family, ()):
            raise KeyError(name)
        found: Stage[Any, Any] = getattr(importlib.import_module(f"{__name__}.{family}"), verb)
        return found

    def __iter__(self) -> Iterator[str]:
        """Give the names of the stages, and import nothing."""
        return (f"{family}.{verb}" for family, verbs in _VERBS.items() for verb in verbs)

    def __len__(self) -> int:
        """Count the stages."""
        return sum(map(len, _VERBS.values()))


FAMILIES: Mapping[str, tuple[Stage[Any, Any], ...]] = _Families()
STAGES: Mapping[str, Stage[Any, Any]] = _Stages()


def stage(name: str) -> Stage[Any, Any]:
    """Return the stage named ``name``.

    Raises:
        UnknownName: there is none.
    """
    try:
        return STAGES[name]
    except KeyError:
        raise UnknownName("stage", name, STAGES) from None


def select(target: str) -> tuple[Stage[Any, Any], ...]:
    """Return the stages of a family (``"rdfc"``), or the one stage that ``target`` names.

    Raises:
        UnknownName: ``target`` is neither.
    """
    if target in _VERBS:
        return FAMILIES[target]
    try:
        return (STAGES[target],)
    except KeyError:
        raise UnknownName("stage or family", target, (*FAMILIES, *STAGES)) from None
