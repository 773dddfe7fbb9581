"""Node.js: each library of it that is measured is an engine, in a child that runs its own loop.

An engine is found as an attribute of this module when it is asked for, because what it needs (Node.js, the
packages of ``canonbench runtime install node``) is looked for only then. What is handled in the child, each
seen in the versions that the lock file names:

- jsonld.js keeps resolved contexts in a cache of its module: every operation gets a resolver over an explicit
  cache, made as jsonld.js makes its own; its loader says ``static``; ``base`` is null; safe mode is off;
- rdf-canonize refuses more than n deep comparisons by default, which is too few for the conformance suite:
  its work factor is 3, explicitly;
- canonicalize gives text, and its octets are part of the call;
- cbor-x keeps keys that are no text, and their order, only in a ``Map``;
- @sd-jwt/sd-jwt-vc is handed hashes, salts and signatures of node:crypto, and draws its own salts;
- node:crypto has no deterministic ECDSA, and signs in the form r, s if it is asked to.
"""

from collections.abc import Callable
from typing import Any

from canonbench.model.engine import Engine, identity
from canonbench.model.stage import Stage
from canonbench.runtimes.install import Runtimes, node_command
from canonbench.runtimes.leave import NAMED, dataset
from canonbench.runtimes.protocol import Session
from canonbench.runtimes.remote import Runtime, remote_engine
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
    nquads,
    rdfc,
    sd_jwt,
    transform,
)

__all__ = ["engines"]

_LEAVE: dict[Stage[Any, Any], Callable[[Any], Any]] = {
    jsonld.to_rdf: dataset,
    jsonld.to_quads: dataset,
    nquads.parse: dataset,
}

_OFFERS: dict[str, tuple[Stage[Any, Any], ...]] = {
    "node": (json.parse, json.serialize, base64url.encode, base64url.decode),
    "node-crypto": (
        hashing.sha256,
        hashing.sha384,
        hmac.sha256,
        hkdf.derive,
        eddsa.sign,
        eddsa.verify,
        ecdsa.sign,
        ecdsa.verify,
        ecdh.agree,
    ),
    "node-jsonld": (jsonld.expand, jsonld.to_rdf, jsonld.to_quads, transform.rdfc),
    "node-rdf-canonize": (rdfc.canonicalize, nquads.parse, nquads.serialize),
    "node-canonicalize": (jcs.canonicalize, transform.jcs),
    "node-cbor-x": (cbor.encode, cbor.decode),
    "node-sd-jwt-vc": (sd_jwt.issue, sd_jwt.present, sd_jwt.verify),
}
_BUILT_IN = frozenset({"node", "node-crypto"})


def engines(name: str, runtimes: Runtimes | None = None) -> tuple[Engine[Any, Any], ...]:
    """Return the engines called ``name``, with packages of ``runtimes`` (default: where they are installed).

    Node.js is asked for its version; the child itself starts with the first call.

    Raises:
        EngineUnavailable: Node.js or the packages are not here.
    """
    command = node_command(name, runtimes or Runtimes.find(), packages=name not in _BUILT_IN)
    runtime = Runtime(lambda: Session(command))
    return tuple(
        remote_engine(stage, name, runtime, leave=_LEAVE.get(stage, identity), named=NAMED)
        for stage in _OFFERS[name]
    )


def __getattr__(attribute: str) -> tuple[Engine[Any, Any], ...]:
    """Return the engines of ``NODE_JSONLD`` and so on: the name in capitals, with low lines."""
    name = attribute.lower().replace("_", "-")
    if name not in _OFFERS:
        raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
    return engines(name)
