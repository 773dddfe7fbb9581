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
- the suites of @digitalbazaar/data-integrity load Multikeys; a document loader serves contexts, and the
  verification method and controller document of a did:key. Those without selective disclosure take their
  canonicalization as a function, and with it an explicit cache of contexts; ecdsa-sd-2023 keeps contexts in
  the cache of jsonld.js's module, and has no cold row; those of JCS load no context at all, and bring a
  canonicalize of their own;
- @owf/mdoc is handed random octets, hashes, signatures and certificates by node:crypto; it draws digestIDs of
  32 bits where ISO/IEC 18013-5 wants less than 2^31, so the first bit that it is handed for one is clear;
- libraries of whole roles accept what their texts have refused, and the suites of JCS compare contexts by
  identity. They get the checks that they leave out (``node_roles.CHECKS``), in the clock; the stage
  ``sd_jwt.verify`` is the bare library;
- node:crypto has no deterministic ECDSA, and signs in the form r, s if it is asked to.

An engine of a whole role is one of the stage with the role's name, on the request of that role: key material
and wire bytes, loaded and read in the clock. ``node`` is the runtime as a whole: its most used library for
each stage and role that one offers, each in a child of its own. Libraries beside those are
in ``node_others``.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from canonbench.engines import node_others, node_roles
from canonbench.model.engine import Engine, identity
from canonbench.model.stage import Stage
from canonbench.runs import keys
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

_WHOLE = "node"

_LEAVE: dict[Stage[Any, Any], Callable[[Any], Any]] = {
    jsonld.to_rdf: dataset,
    jsonld.to_quads: dataset,
    nquads.parse: dataset,
}

_OFFERS: dict[str, tuple[Stage[Any, Any], ...]] = {
    "node-core": (json.parse, json.serialize, base64url.encode, base64url.decode),
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
    "node-sd-jwt-vc": (sd_jwt.issue, sd_jwt.present, sd_jwt.verify, *node_roles.SD_JWT_VC),
    "node-data-integrity": node_roles.DATA_INTEGRITY,
    "node-mdoc": node_roles.MDOC,
}
_BUILT_IN = frozenset({"node-core", "node-crypto"})


def engines(name: str, runtimes: Runtimes | None = None) -> tuple[Engine[Any, Any], ...]:
    """Return the engines called ``name``, with packages of ``runtimes`` (default: where they are installed).

    Node.js is asked for its version; the child itself starts with the first call.

    Raises:
        EngineUnavailable: Node.js or the packages are not here.
    """
    found = runtimes or Runtimes.find()
    command = node_command(name, found, packages=name not in _BUILT_IN)
    if name != _WHOLE:
        runtime = Runtime(lambda: Session(command))
        return tuple(_engine(stage, name, runtime) for stage in {**_OFFERS, **node_others.OFFERS}[name])
    return tuple(
        _engine(stage, name, runtime)
        for library, stages in _OFFERS.items()
        for runtime in [_Part((*command[:-1], library), found)]
        for stage in stages
    )


class _Part(Runtime):
    """A library of the runtime as a whole, whose version is that of Node.js, its source all packages."""

    def __init__(self, command: tuple[str, ...], runtimes: Runtimes) -> None:
        super().__init__(lambda: Session(command))
        self._lock_file = runtimes.node / "package-lock.json"

    def facts(self) -> dict[str, str]:
        locked = hashlib.sha256(self._lock_file.read_bytes()).hexdigest()
        version = self.session.greeting.version
        whole = {keys.ENGINE_VERSION: version, keys.ENGINE_SOURCE: f"npm lock sha256:{locked}"}
        return {**super().facts(), **{str(key): value for key, value in whole.items()}}


def _engine(stage: Stage[Any, Any], name: str, runtime: Runtime) -> Engine[Any, Any]:
    added = "; ".join(node_roles.CHECKS.get(stage, ()))
    together = node_others.together(name, stage)
    return remote_engine(
        stage,
        name,
        runtime,
        leave=_LEAVE.get(stage) or node_roles.LEAVE.get(stage, identity),
        named=NAMED,
        algorithm=f"{together or 'the library'}, and checks added by canonbench: {added}"
        if added
        else together,
        caches=name not in node_others.OFFERS,
    )


def __getattr__(attribute: str) -> tuple[Engine[Any, Any], ...]:
    """Return the engines of ``NODE_JSONLD`` and so on: the name in capitals, with low lines."""
    name = attribute.lower().replace("_", "-")
    if name not in {_WHOLE, *_OFFERS, *node_others.OFFERS}:
        raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
    return engines(name)
