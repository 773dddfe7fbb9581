"""The COSE working group's examples of COSE_Sign1: the rows that must verify, and those that must not.

Messages are read from the suite's diagnostic notation, and its bytes are kept beside them. Two rules of the
suite: ``sign-pass-01`` sends ``h'a0'`` as its protected header, signs an empty string for it, and names its
algorithm in the unprotected header; ``sign-fail-01`` is a right message under a wrong tag, so it has to fail
where the tag is read, before there is anything to verify.
"""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from canonbench.specs.base64url import decode
from canonbench.specs.cbor import Map, Tag
from canonbench.specs.cose import EDDSA, ES256, ES384, ES512, SIGN1_TAG, Sign1, Verification
from canonbench.specs.cose_key import EC2, OKP, CoseKey
from canonbench.suites import Vector
from canonbench.suites.cbor import parse_diagnostic

__all__ = ["Example", "examples", "vectors"]

_CURVES = {"P-256": (EC2, 1), "P-384": (EC2, 2), "P-521": (EC2, 3), "Ed25519": (OKP, 6), "Ed448": (OKP, 7)}
_ALGORITHMS = {"ES256": ES256, "ES384": ES384, "ES512": ES512, "EdDSA": EDDSA}
_UNTAGGED = "RemoveCBORTag"


class Example(NamedTuple):
    """A row with one signer; ``tag`` is ``None`` if the message stands under none."""

    name: str
    data: bytes
    tag: int | None
    tag_is_right: bool
    verification: Verification
    to_be_signed: bytes
    fail: bool


def _coordinate(key: dict[str, str], name: str) -> bytes | None:
    if f"{name}_hex" in key:
        return bytes.fromhex(key[f"{name}_hex"])
    return decode(key[name]) if name in key else None


def _key(key: dict[str, str]) -> CoseKey:
    x = _coordinate(key, "x")
    if x is None:
        raise ValueError("a key of the suite has no x")
    return CoseKey(*_CURVES[key["crv"]], x, _coordinate(key, "y"))


def _headers(value: Any) -> tuple[tuple[int | str, Any], ...]:
    return value.entries if isinstance(value, Map) else tuple(value.items())


def _example(path: Path) -> Example | None:
    row = json.loads(path.read_text("utf-8"))
    signer = row["input"].get("sign0")
    if signer is None:
        return None
    message = parse_diagnostic(row["output"]["cbor_diag"])
    tag = message.number if isinstance(message, Tag) else None
    protected, unprotected, payload, signature = message.content if isinstance(message, Tag) else message
    expected = None if _UNTAGGED in row["input"].get("failures", {}) else SIGN1_TAG
    return Example(
        path.stem,
        bytes.fromhex(row["output"]["cbor"]),
        tag,
        tag == expected,
        Verification(
            Sign1(protected, _headers(unprotected), payload, signature),
            _ALGORITHMS[signer["alg"]],
            _key(signer["key"]),
            bytes.fromhex(signer.get("external", "")),
            algorithm_anywhere="alg" in signer["unprotected"],
        ),
        bytes.fromhex(row["intermediates"]["ToBeSign_hex"]),
        row.get("fail", False),
    )


def examples(root: Path) -> Iterator[Example]:
    """Give every COSE_Sign1 in ``root``, the folder ``cose``."""
    for path in sorted(root.glob("*/*.json")):
        example = _example(path)
        if example is not None:
            yield example


def _judge(expected: bytes | None, output: Any) -> str | None:
    return None if output == expected else f"payload {output!r} for {expected!r}"


def _given(verification: Verification) -> Verification:
    return verification


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``cose``.

    ``cose.verify1`` takes a `Verification` and gives the payload. Rows whose tag is wrong are left out.
    """
    for example in examples(root):
        if example.tag_is_right:
            yield Vector(
                "cose",
                example.name,
                "cose.verify1",
                partial(_given, example.verification),
                partial(_judge, example.verification.message.payload),
                "" if example.fail else None,
            )
