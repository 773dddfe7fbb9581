"""The engines: one module a distribution, the only place that imports it, loaded by name when asked.

Nothing registers itself. A module holds ``ENGINES``, a tuple; a ``Catalogue`` is built from the table below,
from the entry-point group ``canonbench.engines`` and from plug-in files.
"""

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from canonbench.errors import EngineUnavailable, UnknownName, UsageError, one_line
from canonbench.model.engine import Engine

__all__ = ["BUILT_IN", "COMPOSED", "GROUP", "WHOLES", "Catalogue"]

GROUP = "canonbench.engines"

# A name to the modules of its engine, each "MODULE" or "MODULE:ATTRIBUTE", divided by spaces.
BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "canonbench": " ".join(f"canonbench.engines.own{part}" for part in ("", "_di", "_mdoc", "_sd_jwt")),
        "reference": "canonbench.engines.reference",
        "replay": "canonbench.engines.replay",
        "pyld": "canonbench.engines.pyld",
        "pyoxigraph": "canonbench.engines.pyoxigraph",
        "rdflib": "canonbench.engines.rdflib",
        "rfc8785": "canonbench.engines.rfc8785",
        "jcs": "canonbench.engines.jcs",
        "hashlib": "canonbench.engines.hashlib",
        "cryptography": "canonbench.engines.cryptography",
        "pynacl": "canonbench.engines.pynacl",
        "openvc-core": "canonbench.engines.openvc",
        "isomdoc": "canonbench.engines.isomdoc",
        "pymdoccbor": "canonbench.engines.pymdoccbor",
        "cbor2": "canonbench.engines.cbor2",
        "json": "canonbench.engines.stdlib",
        "base64": "canonbench.engines.stdlib",
        "sd-jwt": "canonbench.engines.sd_jwt",
        "kit": "canonbench.engines.kit canonbench.engines.kit_jsonld",
        "node": "canonbench.engines.node:NODE",
        "node-core": "canonbench.engines.node:NODE_CORE",
        "node-crypto": "canonbench.engines.node:NODE_CRYPTO",
        "node-jsonld": "canonbench.engines.node:NODE_JSONLD",
        "node-rdf-canonize": "canonbench.engines.node:NODE_RDF_CANONIZE",
        "node-canonicalize": "canonbench.engines.node:NODE_CANONICALIZE",
        "node-cbor-x": "canonbench.engines.node:NODE_CBOR_X",
        "node-sd-jwt-vc": "canonbench.engines.node:NODE_SD_JWT_VC",
        "node-data-integrity": "canonbench.engines.node:NODE_DATA_INTEGRITY",
        "node-mdoc": "canonbench.engines.node:NODE_MDOC",
        "node-jsonld-streaming-parser": "canonbench.engines.node:NODE_JSONLD_STREAMING_PARSER",
        "node-rdfjs-c14n": "canonbench.engines.node:NODE_RDFJS_C14N",
        "node-rdfjs": "canonbench.engines.node:NODE_RDFJS",
        "node-oxigraph": "canonbench.engines.node:NODE_OXIGRAPH",
        "go": "canonbench.engines.go:GO",
        "go-json-gold": "canonbench.engines.go:GO_JSON_GOLD",
        "go-cbor": "canonbench.engines.go:GO_CBOR",
    },
)

WHOLES = frozenset({"node"})
"""Names of whole runtimes: what one offers, the engine of a library of that runtime offers, too."""

COMPOSED: Mapping[str, tuple[str, ...]] = MappingProxyType({"kit": ("pyld", "cryptography", "cbor2")})
"""Engines that are no distribution, but put together from those of several: their versions are its own."""


@dataclass(frozen=True)
class Catalogue:
    """Where to find an engine by name: the built-in table, then entry points, then plug-in files.

    ``extra`` maps a name to the engines of a plug-in file. Only the engine that is asked for is imported.
    """

    modules: Mapping[str, str] = field(default_factory=lambda: BUILT_IN)
    extra: Mapping[str, tuple[Engine[Any, Any], ...]] = field(default_factory=dict)

    @classmethod
    def installed(cls, plugins: Iterable[tuple[str, tuple[Engine[Any, Any], ...]]] = ()) -> "Catalogue":
        """Return the catalogue of the built-in engines, those installed beside canonbench, and ``plugins``.

        ``plugins`` are pairs of a file's name and its engines. The names of entry points are read here;
        nothing of theirs is imported.

        Raises:
            UsageError: a name is taken twice.
        """
        modules = dict(BUILT_IN)
        for point in entry_points(group=GROUP):
            _claim(point.name, modules, f"the entry point of {_distribution(point)}")
            modules[point.name] = point.value
        extra: dict[str, tuple[Engine[Any, Any], ...]] = {}
        for source, engines in plugins:
            for name in dict.fromkeys(engine.name for engine in engines):
                _claim(name, {**modules, **extra}, source)
                extra[name] = tuple(engine for engine in engines if engine.name == name)
        return cls(MappingProxyType(modules), MappingProxyType(extra))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all engines, loadable or not."""
        return (*self.modules, *self.extra)

    def load(self, name: str, stage: str = "") -> Mapping[str, Engine[Any, Any]]:
        """Import the engine ``name`` and return what it offers, by stage.

        With ``stage``, its modules are imported only until one offers that stage: a worker must not hold what
        it does not measure.

        Raises:
            UnknownName: there is no such engine.
            EngineUnavailable: it is known but does not load here.
        """
        if name in self.extra:
            return {engine.stage.name: engine for engine in self.extra[name]}
        if name not in self.modules:
            raise UnknownName("engine", name, self.names)
        offered: dict[str, Engine[Any, Any]] = {}
        for place in self.modules[name].split():
            engines = _import(name, place)
            offered |= {engine.stage.name: engine for engine in engines if engine.name == name}
            if stage in offered:
                break
        return offered


def _import(name: str, place: str) -> Iterable[Engine[Any, Any]]:
    """Import the engines at ``place``, whatever happens there."""
    module, _, attribute = place.partition(":")
    try:
        engines: Iterable[Engine[Any, Any]] = getattr(importlib.import_module(module), attribute or "ENGINES")
    except EngineUnavailable:
        raise
    except ModuleNotFoundError as error:
        raise EngineUnavailable(f"engine {name} needs {error.name}: pip install {error.name}") from error
    except Exception as error:  # a library may fail in any way when it is imported
        raise EngineUnavailable(f"engine {name} does not load: {one_line(error)}") from error
    return engines


def _claim(name: str, taken: Mapping[str, object], source: str) -> None:
    if name in taken:
        raise UsageError(f"{source} brings an engine {name!r}, which exists already; rename it")


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value
