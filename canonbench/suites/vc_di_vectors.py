"""The vectors of VC-DI-EDDSA and VC-DI-ECDSA, stage by stage, for every engine that offers one.

Whole proofs, sets and chains are judged by the exchanges; here are the values in between.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from canonbench.specs import multibase
from canonbench.stages import di, eddsa, key, stage, transform
from canonbench.stages import multibase as multibase_stages
from canonbench.stages.jsonld import Source
from canonbench.suites import Vector, vc_di, vc_di_selective

__all__ = ["vectors"]

_JCS = "jcs"
_MOST_SHOWN = 80


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``vc-di-eddsa`` or ``vc-di-ecdsa`` beside the contexts."""
    suites = root.parent
    contexts = cache(lambda: vc_di.contexts(suites))
    for case in vc_di.cases(suites):
        if root.name == f"vc-di-{case.name.partition('/')[0]}":
            yield from _single(root.name, case, contexts)
    if root.name == "vc-di-ecdsa":
        for selective in vc_di.selective_cases(suites):
            yield from _selective(root.name, selective, contexts)


def _single(suite: str, case: vc_di.Case, contexts: Callable[[], dict[str, Any]]) -> Iterator[Vector]:
    name = case.name.partition("/")[2]
    kind = "transform.jcs" if _JCS in case.cryptosuite else "transform.rdfc"

    def transformation(document: Any) -> Callable[[], Any]:
        return lambda: transform.Request(Source(document, contexts()), case.digest)

    hashing = f"hashing.{case.digest}"
    hashes = di.Hashes(case.configuration_hash, case.document_hash)
    for what, given, canonical, digest in (
        ("document", case.unsecured, case.canonical_document, case.document_hash),
        ("configuration", case.configuration, case.canonical_configuration, case.configuration_hash),
    ):
        yield _vector(suite, kind, f"{name}/{what}", transformation(given), canonical)
        yield _vector(suite, hashing, f"{name}/{what}", _given(canonical), digest)
    yield _vector(suite, "di.hash_data", name, _given(hashes), case.hash_data)
    encoding = multibase_stages.Encoding(case.signature)
    yield _vector(suite, "multibase.encode", name, _given(encoding), case.proof_value)
    decoding = multibase_stages.Decoding(case.proof_value)
    yield _vector(suite, "multibase.decode", name, _given(decoding), case.signature)
    if case.algorithm == "Ed25519":
        yield from _ed25519(suite, name, case)


def _ed25519(suite: str, name: str, case: vc_di.Case) -> Iterator[Vector]:
    public = multibase.read_public_multikey(case.keys.public).key
    own = key.Key("Ed25519", public, multibase.read_secret_multikey(case.keys.secret).key)
    material = key.Material("multikey", case.keys.secret, secret=True)
    yield _vector(suite, "key.load", f"{name}/secret", _given(material), own)
    yield _vector(suite, "eddsa.sign", name, _given(eddsa.Signing(own, case.hash_data)), case.signature)
    good = eddsa.Verification(own._replace(secret=b""), case.hash_data, case.signature)
    yield _vector(suite, "eddsa.verify", name, _given(good), True)
    swapped = case.document_hash + case.configuration_hash
    bad = good._replace(message=swapped)
    yield _vector(suite, "eddsa.verify", f"{name}/hashes-swapped", _given(bad), True, refuse="")


def _selective(
    suite: str, case: vc_di.SelectiveCase, contexts: Callable[[], dict[str, Any]]
) -> Iterator[Vector]:
    for row in vc_di_selective.rows(case, contexts):
        name = f"ecdsa-sd-2023/{case.name}{row.name}"
        yield _vector(suite, row.stage, name, row.arrange, row.expected, row.part)


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


def _vector(  # noqa: PLR0913, PLR0917 - the parts of a vector
    suite: str,
    of: str,
    name: str,
    arrange: Callable[[], Any],
    expected: Any,
    part: Callable[[Any], Any] | None = None,
    refuse: str | None = None,
) -> Vector:
    normal = stage(of).normal

    def judge(output: Any) -> str | None:
        found, right = (output, expected) if part is None else (part(output), expected)
        if part is None:
            found, right = normal(found), normal(right)
        return (
            None
            if found == right
            else f"expected {str(right)[:_MOST_SHOWN]}, found {str(found)[:_MOST_SHOWN]}"
        )

    return Vector(suite, f"{of}/{name}", of, arrange, judge, refuse)
