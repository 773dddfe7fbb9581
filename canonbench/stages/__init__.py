"""The stages, one module a family: what is measured, and no implementation.

``FAMILIES`` maps a family to its module's stages; a family is looked up by the part of a stage's name before
the dot. The order is the order of the data flow, which is the order of every table.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from canonbench.errors import UnknownName
from canonbench.model.stage import Stage
from canonbench.stages import (
    base64url,
    cbor,
    ecdh,
    ecdsa,
    eddsa,
    hashing,
    hkdf,
    hmac,
    jcs,
    json,
    jsonld,
    jws,
    kb_jwt,
    key,
    kit,
    multibase,
    nquads,
    rdfc,
    rdflib,
    sd_jwt,
    transform,
)

__all__ = ["FAMILIES", "STAGES", "select", "stage"]

FAMILIES: Mapping[str, tuple[Stage[Any, Any], ...]] = MappingProxyType(
    {
        "json": (json.parse, json.serialize),
        "transform": (transform.rdfc, transform.jcs),
        "jcs": (jcs.canonicalize,),
        "kit": (kit.json_dumps,),
        "jsonld": (jsonld.expand, jsonld.to_rdf, jsonld.to_quads),
        "nquads": (nquads.parse, nquads.serialize),
        "rdfc": (rdfc.canonicalize, rdfc.label, rdfc.hash_first_degree, rdfc.hash_n_degree, rdfc.serialize),
        "rdflib": (rdflib.to_canonical_graph,),
        "hashing": (hashing.sha256, hashing.sha384),
        "hmac": (hmac.sha256,),
        "hkdf": (hkdf.derive,),
        "key": (key.load, key.export),
        "eddsa": (eddsa.sign, eddsa.verify),
        "ecdsa": (ecdsa.sign, ecdsa.verify),
        "ecdh": (ecdh.agree,),
        "multibase": (multibase.encode, multibase.decode),
        "base64url": (base64url.encode, base64url.decode),
        "cbor": (cbor.encode, cbor.decode),
        "sd_jwt": (
            sd_jwt.issue,
            sd_jwt.create_disclosures,
            sd_jwt.embed_digests,
            sd_jwt.present,
            sd_jwt.select,
            sd_jwt.verify,
            sd_jwt.parse,
            sd_jwt.digests,
            sd_jwt.process,
            sd_jwt.check_credential,
            sd_jwt.check_validity,
        ),
        "jws": (
            jws.sign,
            jws.signing_input,
            jws.attach,
            jws.verify,
            jws.parse,
            jws.check_header,
            jws.certificate_chain,
        ),
        "kb_jwt": (kb_jwt.sign, kb_jwt.claims, kb_jwt.verify, kb_jwt.check),
    },
)

STAGES: Mapping[str, Stage[Any, Any]] = MappingProxyType(
    {stage.name: stage for stages in FAMILIES.values() for stage in stages},
)


def stage(name: str) -> Stage[Any, Any]:
    """Return the stage named ``name``.

    Raises:
        UnknownName: there is none.
    """
    if name not in STAGES:
        raise UnknownName("stage", name, STAGES)
    return STAGES[name]


def select(target: str) -> tuple[Stage[Any, Any], ...]:
    """Return the stages of a family (``"rdfc"``), or the one stage that ``target`` names.

    Raises:
        UnknownName: ``target`` is neither.
    """
    if target in FAMILIES:
        return FAMILIES[target]
    if target not in STAGES:
        raise UnknownName("stage or family", target, (*FAMILIES, *STAGES))
    return (STAGES[target],)
