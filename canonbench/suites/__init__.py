"""Readers of the public conformance suites: each gives vectors, judged as the suite's own rules say.

The suites themselves do not travel with canonbench. They are looked for in the folder that the caller names,
else in ``CANONBENCH_SUITES``, else in ``../shared/suites`` beside the project. Only ``own``, a small set
worked by hand, is part of the package.
"""

import importlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

__all__ = ["ORIGINS", "OWN", "READERS", "Vector", "folder", "read"]

OWN = "own"
"""The suite that travels with canonbench."""

READERS: Mapping[str, str] = MappingProxyType(
    {
        OWN: "canonbench.suites.own",
        "rdf-canon": "canonbench.suites.rdf_canon",
        "rdfc10-disputed": "canonbench.suites.rdfc10_disputed",
        "json-ld-api": "canonbench.suites.json_ld_api",
        "jcs": "canonbench.suites.jcs",
        "vc-di-eddsa": "canonbench.suites.vc_di_vectors",
        "vc-di-ecdsa": "canonbench.suites.vc_di_vectors",
        "cbor-appendix-a": "canonbench.suites.cbor",
        "sd-jwt": "canonbench.suites.sd_jwt",
    },
)
"""Every suite that ``check`` can run, and the module that reads it."""


ORIGINS: Mapping[str, str] = MappingProxyType(
    {
        "rdf-canon": "w3c/rdf-canon, folder tests",
        "rdfc10-disputed": "two inputs, in docs/rdfc10.md",
        "json-ld-api": "w3c/json-ld-api, folder tests",
        "jcs": "cyberphone/json-canonicalization, folder testdata; RFC 8785, Appendix B",
        "vc-di-eddsa": "w3c/vc-di-eddsa, folder TestVectors",
        "vc-di-ecdsa": "w3c/vc-di-ecdsa, folder TestVectors",
        "cbor-appendix-a": "cbor/test-vectors, appendix_a.json",
        "sd-jwt": "oauth-wg/oauth-selective-disclosure-jwt, its examples",
    }
)
"""Where each suite that does not travel with canonbench is published: repositories on GitHub, or texts."""


@dataclass(frozen=True, eq=False)
class Vector:
    """One case of a conformance suite, for every engine of ``stage``.

    ``arrange`` reads the neutral input (lazily: suites are large). ``judge`` takes an output in neutral form
    and gives ``None`` if it is right, else what is wrong in one line. Where ``refuse`` is not ``None`` an
    error is the right answer; if it is not empty it is the error code that our own engines must give.
    """

    suite: str
    name: str
    stage: str
    arrange: Callable[[], Any]
    judge: Callable[[Any], str | None]
    refuse: str | None = None


def folder(suite: str, root: Path | None = None) -> Path | None:
    """Return the folder of ``suite`` (``"rdf-canon"``) under ``root``, or ``None`` if it is not there."""
    base = root or Path(os.environ.get("CANONBENCH_SUITES") or "../shared/suites")
    found = base / suite
    return found if found.is_dir() else None


def read(suite: str, root: Path | None = None) -> Iterator[Vector]:
    """Give the vectors of ``suite``; ``root`` is its folder, and none is needed for ``OWN``."""
    module = importlib.import_module(READERS[suite])
    vectors: Iterator[Vector] = module.vectors(root)
    return vectors
