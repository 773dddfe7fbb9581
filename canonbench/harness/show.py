"""One form of a document as text: expanded, quads, labels, canonical, JCS or digest, made by one engine."""

import json
from collections.abc import Callable, Mapping
from hashlib import new
from typing import Any

from canonbench.documents.corpus import Document
from canonbench.documents.facts import quads, unsecured
from canonbench.engines import Catalogue
from canonbench.errors import BadDocument, EngineUnavailable
from canonbench.specs import jcs, nquads
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
        raise BadDocument(f"{document.name} is no JSON-LD: it has no @context; only --show jcs applies to it")
    return Source(unsecured(document.value), document.contexts)


def _dataset(document: Document, engine: str) -> Dataset:
    if document.kind == "dataset" or engine in {"canonbench", "reference"}:
        return quads(document)
    made: Dataset = _stage(engine, "jsonld.to_quads")(_source(document))
    return made


def _expanded(document: Document, engine: str, _algorithm: str) -> str:
    expanded = _stage(engine, "jsonld.expand")(_source(document))
    return json.dumps(expanded, indent=2, ensure_ascii=False)


def _quads(document: Document, engine: str, _algorithm: str) -> str:
    return nquads.serialize(_dataset(document, engine))


def _labels(document: Document, engine: str, algorithm: str) -> str:
    issued = _stage(engine, "rdfc.label")(Request(_dataset(document, engine), algorithm))
    return json.dumps(issued, indent=2)


def _canonical(document: Document, engine: str, algorithm: str) -> str:
    text: str = _stage(engine, "rdfc.canonicalize")(Request(_dataset(document, engine), algorithm))
    return text


def _digest(document: Document, engine: str, algorithm: str) -> str:
    return new(algorithm, _canonical(document, engine, algorithm).encode()).hexdigest()


def _jcs(document: Document, _engine: str, _algorithm: str) -> str:
    if document.kind == "dataset":
        raise BadDocument(f"{document.name} is N-Quads, and JCS is of JSON; give a JSON document")
    return jcs.canonicalize(unsecured(document.value)).decode()


FORMS: Mapping[str, Callable[[Document, str, str], str]] = {
    "expanded": _expanded,
    "quads": _quads,
    "labels": _labels,
    "canonical": _canonical,
    "jcs": _jcs,
    "digest": _digest,
}
"""Each form's name, and its function of a document, the name of an engine, and a hash algorithm."""
