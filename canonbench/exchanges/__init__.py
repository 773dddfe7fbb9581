"""Compositions of stages: transformations, and the exchanges that are built of them.

``FORMATS`` says what exchanges there are and in which variants; ``load`` imports the module of one, which may
serve several. Such a module holds what a harness needs:

``ROLES``
    *issue*, *present* and *verify* of each of its formats. ``bind(use, variant)`` of a role asks for the
    stages and returns straight-line code from a request to its answer: wire bytes, wire bytes, verified
    claims. A request is a NamedTuple of neutral values, so it can be frozen and read again elsewhere.

``requests(use, name, document, variant, disclose, seed)``
    The request of each role of the format ``name``, for one document of ``canonbench.documents.corpus``:
    what *present* is given was issued, and what *verify* is given was presented, under ``use`` (a ``Neutral``
    stack of default engines). ``disclose`` is how many attributes are shown, or which. With ``seed`` ``None``
    the roles draw from the operating system, as when timing; a number fixes every random byte and makes
    signatures deterministic, so that two runs give equal answers.

``tampered(use, name, request, variant)``
    `Tampered` *verify* requests, made out of the good one, each of which must be refused by
    ``VerificationFailed`` or a ``SpecError``. A stack is timed only after it refused all of them.

``variants`` lists those of a format, and ``check`` refuses every other as a usage error.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from canonbench.errors import UnknownName, UsageError
from canonbench.model.exchange import Algorithm, Binding, Role, RoleName, Scope, Variant
from canonbench.model.use import Use

__all__ = [
    "FORMATS",
    "Disclose",
    "Exchange",
    "Format",
    "Source",
    "Tampered",
    "check",
    "load",
    "variants",
    "writes",
]

Disclose: TypeAlias = int | tuple[str, ...]
"""How many attributes are disclosed, the first ones; or which, by name or JSON pointer."""


class Source(Protocol):
    """A document as ``canonbench.documents.corpus`` gives it."""

    @property
    def value(self) -> Any:
        """Parsed JSON of a VCDM credential."""

    @property
    def contexts(self) -> Mapping[str, Any]:
        """Every context it needs, parsed, by URL."""


class Tampered(NamedTuple):
    """A *verify* request that must be refused, and what was done to it."""

    name: str
    request: Any


@dataclass(frozen=True, eq=False)
class Exchange:
    """What a harness needs of one format; the parts are described above, without ``name``."""

    name: str
    roles: Mapping[RoleName, Role]
    requests: Callable[[Use, Source, Variant, Disclose, int | None], Mapping[RoleName, Any]]
    tampered: Callable[[Use, Any, Variant], Iterator[Tampered]]


class Format(NamedTuple):
    """A format: where its exchange is, and in which variants it exists, the default first.

    ``document`` and ``disclose`` are what is exchanged if nobody says otherwise.
    """

    name: str
    module: str
    algorithms: tuple[Algorithm, ...]
    scopes: tuple[Scope, ...] = ("issuer", "holder", "trust")
    bindings: tuple[Binding, ...] = ("signature",)
    document: str = "credential-20"
    disclose: int = 5


_DATA_INTEGRITY = "canonbench.exchanges.data_integrity"
_ECDSA: tuple[Algorithm, ...] = ("p256", "p384")
_ALL: tuple[Algorithm, ...] = ("ed25519", "p256", "p384")

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        each.name: each
        for each in (
            Format("eddsa-rdfc-2022", _DATA_INTEGRITY, ("ed25519",)),
            Format("eddsa-jcs-2022", _DATA_INTEGRITY, ("ed25519",)),
            Format("ecdsa-rdfc-2019", _DATA_INTEGRITY, _ECDSA),
            Format("ecdsa-jcs-2019", _DATA_INTEGRITY, _ECDSA),
            Format("ecdsa-sd-2023", "canonbench.exchanges.ecdsa_sd", ("p256",)),
            Format("sd-jwt-vc", "canonbench.exchanges.sd_jwt_vc", _ALL),
            Format("mdoc", "canonbench.exchanges.mdoc", _ALL, bindings=("signature", "mac")),
        )
    }
)
"""The formats, by name."""


def load(name: str) -> Exchange:
    """Import the module of the format ``name`` and return its exchange.

    Raises:
        UnknownName: there is no such format.
    """
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    module = importlib.import_module(FORMATS[name].module)

    def requests(
        use: Use, document: Source, variant: Variant, disclose: Disclose, seed: int | None
    ) -> Mapping[RoleName, Any]:
        found: Mapping[RoleName, Any] = module.requests(use, name, document, variant, disclose, seed)
        return found

    def tampered(use: Use, request: Any, variant: Variant) -> Iterator[Tampered]:
        found: Iterator[Tampered] = module.tampered(use, name, request, variant)
        return found

    roles = {each.role: each for each in module.ROLES if each.exchange == name}
    return Exchange(name, roles, requests, tampered)


def check(name: str, variant: Variant) -> None:
    """Make sure that ``variant`` exists for the format ``name``.

    Raises:
        UnknownName: there is no such format.
        UsageError: the format has not that algorithm, scope or binding.
    """
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    if variant not in variants(name):
        made = f"{variant.algorithm}, scope {variant.scope}, binding {variant.binding}"
        has = FORMATS[name]
        raise UsageError(
            f"{name} does not exist with {made}; it has {', '.join(has.algorithms)}, scopes "
            f"{', '.join(has.scopes)}, bindings {', '.join(has.bindings)} (mac: no ed25519, no scope issuer)"
        )


def writes(name: str, value: Any) -> bool:
    """Tell whether the format ``name`` is one that a document may be exchanged in: its parsed JSON.

    The claims of an SD-JWT VC (``vct``, no ``@context``) are exchanged in that format only.
    """
    claims = isinstance(value, dict) and "vct" in value and "@context" not in value
    return not claims or name == "sd-jwt-vc"


def variants(name: str) -> tuple[Variant, ...]:
    """Return every variant of a format: algorithm by algorithm, from the narrowest scope to the widest."""
    has = FORMATS[name]
    return tuple(
        Variant(algorithm, scope, binding)
        for algorithm in has.algorithms
        for scope in has.scopes
        for binding in has.bindings
        if binding == "signature" or (scope != "issuer" and algorithm != "ed25519")
    )
