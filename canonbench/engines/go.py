"""Go: each library of it that is measured is an engine, in a child that runs its own loop.

The program is built from the sources that canonbench carries (``canonbench runtime install go``). json-gold
offers JSON-LD and a canonicalizer of URDNA2015, the algorithm that RDFC-1.0 grew from.
"""

from collections.abc import Callable
from typing import Any

from canonbench.model.engine import Engine, identity
from canonbench.model.stage import Stage
from canonbench.runtimes.install import Runtimes, go_program
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
    json,
    jsonld,
    nquads,
    rdfc,
    transform,
)

__all__ = ["engines"]

_LEAVE: dict[Stage[Any, Any], Callable[[Any], Any]] = {jsonld.to_quads: dataset, nquads.parse: dataset}
_URDNA2015 = frozenset({rdfc.canonicalize, transform.rdfc})

_STANDARD = "go"

_OFFERS: dict[str, tuple[Stage[Any, Any], ...]] = {
    _STANDARD: (
        json.parse,
        json.serialize,
        base64url.encode,
        base64url.decode,
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
    "go-json-gold": (jsonld.expand, jsonld.to_quads, rdfc.canonicalize, transform.rdfc, nquads.parse),
    "go-cbor": (cbor.encode, cbor.decode),
}


def engines(name: str, runtimes: Runtimes | None = None) -> tuple[Engine[Any, Any], ...]:
    """Return the engines called ``name``, by the program in ``runtimes`` (default: where it is installed).

    Raises:
        EngineUnavailable: the program is not built, or without the module that the engine is of.
    """
    command = go_program(name, runtimes or Runtimes.find(), modules=name != _STANDARD)
    runtime = Runtime(lambda: Session(command))
    return tuple(
        remote_engine(
            stage,
            name,
            runtime,
            leave=_LEAVE.get(stage, identity),
            named=NAMED,
            algorithm="URDNA2015" if stage in _URDNA2015 else "",
        )
        for stage in _OFFERS[name]
    )


def __getattr__(attribute: str) -> tuple[Engine[Any, Any], ...]:
    """Return the engines of ``GO_JSON_GOLD`` and so on: the name in capitals, with low lines."""
    name = attribute.lower().replace("_", "-")
    if name not in _OFFERS:
        raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
    return engines(name)
