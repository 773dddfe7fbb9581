"""One form of a document as text, made by one engine: on its way to canonical bytes, or in another format.

What other formats would hold is written unsigned: the claims of an SD-JWT VC, the elements of an mdoc, and
the mapping that leads to both, with what has no counterpart there.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import new
from typing import Any

from canonbench.documents import formats, mapping
from canonbench.documents.corpus import Document
from canonbench.documents.facts import quads, unsecured
from canonbench.engines import Catalogue
from canonbench.errors import BadDocument, EngineUnavailable
from canonbench.specs import jcs, nquads, rdfc10
from canonbench.specs.cbor import Tag
from canonbench.specs.rdf import Dataset
from canonbench.stages.jsonld import Source
from canonbench.stages.rdfc import Request

__all__ = ["FORMS"]


def _stage(name: str, stage: str) -> Callable[[Any], Any]:
    """Return the stage of an engine as a function between neutral values."""
    offered = Catalogue.installed().load(name)
    if stage not in offered:
        raise EngineUnavailable(f"engine {name} does not offer {stage}; it has {', '.join(offered)}")
    return offered[stage].neutral()


def _source(document: Document) -> Source:
    if document.kind != "jsonld":
        raise BadDocument(f"{document.name} is no JSON-LD: it has no @context; see it by --show jcs")
    return Source(unsecured(document.value), document.contexts)


def _dataset(document: Document, engine: str) -> Dataset:
    if document.kind == "dataset":
        return quads(document)
    source = _source(document)
    if engine in {"canonbench", "reference"}:
        return quads(document)
    made: Dataset = _stage(engine, "jsonld.to_quads")(source)
    return made


def _expanded(document: Document, engine: str, _algorithm: str) -> str:
    expanded = _stage(engine, "jsonld.expand")(_source(document))
    return json.dumps(expanded, indent=2, ensure_ascii=False)


def _quads(document: Document, engine: str, _algorithm: str) -> str:
    return nquads.serialize(_dataset(document, engine))


def _labels(document: Document, engine: str, algorithm: str) -> str:
    issued = _stage(engine, "rdfc.label")(_request(document, engine, algorithm))
    return json.dumps(issued, indent=2)


def _request(document: Document, engine: str, algorithm: str) -> Request:
    """Return what is canonicalized, if it is within the work limit: not every library has one.

    Raises:
        WorkLimitExceeded: it is not.
    """
    dataset = _dataset(document, engine)
    rdfc10.label(dataset, algorithm)
    return Request(dataset, algorithm)


def _canonical(document: Document, engine: str, algorithm: str) -> str:
    text: str = _stage(engine, "rdfc.canonicalize")(_request(document, engine, algorithm))
    return text


def _digest(document: Document, engine: str, algorithm: str) -> str:
    return new(algorithm, _canonical(document, engine, algorithm).encode()).hexdigest()


def _jcs(document: Document, _engine: str, _algorithm: str) -> str:
    if document.kind == "dataset":
        raise BadDocument(f"{document.name} is N-Quads, and JCS is of JSON; give a JSON document")
    return jcs.canonicalize(unsecured(document.value)).decode()


def _sd_jwt(document: Document, _engine: str, _algorithm: str) -> str:
    value = unsecured(document.value)
    if isinstance(value, dict) and "vct" in value and "@context" not in value:
        return json.dumps(value, indent=2, ensure_ascii=False)
    claims = formats.sd_jwt_claims(_mapped(document).credential)
    return json.dumps(claims, indent=2, ensure_ascii=False)


def _mdoc(document: Document, _engine: str, _algorithm: str) -> str:
    spaces = formats.mdoc_elements(_mapped(document).credential)
    return "\n".join(
        line
        for space, elements in spaces.items()
        for line in (space, *(f"  {name}: {_diagnostic(value)}" for name, value in elements.items()))
    )


def _mapping(document: Document, _engine: str, _algorithm: str) -> str:
    return "\n".join(mapping.lines(_mapped(document)))


def _mapped(document: Document) -> mapping.Mapping:
    if document.kind == "dataset":
        raise BadDocument(f"{document.name} is N-Quads, and a credential is JSON; give a VCDM credential")
    return mapping.from_vcdm(document.value)


def _diagnostic(value: Any) -> str:
    """Write a CBOR value in diagnostic notation (RFC 8949 section 8)."""
    if isinstance(value, Tag):
        return f"{value.number}({_diagnostic(value.content)})"
    if isinstance(value, bytes):
        return f"h'{value.hex()}'"
    if isinstance(value, dict):
        members = (f"{_diagnostic(name)}: {_diagnostic(member)}" for name, member in value.items())
        return f"{{{', '.join(members)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_diagnostic, value))}]"
    return json.dumps(value, ensure_ascii=False)


FORMS: Mapping[str, Callable[[Document, str, str], str]] = {
    "expanded": _expanded,
    "quads": _quads,
    "labels": _labels,
    "canonical": _canonical,
    "jcs": _jcs,
    "digest": _digest,
    "sd-jwt": _sd_jwt,
    "mdoc": _mdoc,
    "mapping": _mapping,
}
"""Each form's name, and its function of a document, the name of an engine, and a hash algorithm."""
