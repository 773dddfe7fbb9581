"""The published cases of ecdsa-sd-2023, stage by stage: what each is given, and what it must give.

Skolem names and blank nodes of the vectors are those of another run: where they are in what is given, they
are as published, and where a stage makes them, what it gives is canonicalized.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from canonbench.specs import base64url, jsonld, multibase, rdfc10
from canonbench.specs.selective_disclosure import BaseProof, DerivedProof, Group, skolemize_in_place
from canonbench.stages import di
from canonbench.suites.vc_di import SelectiveCase

__all__ = ["Row", "rows"]

_TOKEN = "k1"  # noqa: S105 - a part of names
_THEIR_TOKEN = "bnid"  # noqa: S105 - as above
_NODE = re.compile(r"_:[^ ]+")
_ORDER = re.compile(r"[0-9]+")


class Row(NamedTuple):
    """One value of a case.

    Attributes:
        stage: name of the stage.
        name: set where the stage has several in a case.
        arrange: makes the input.
        expected: what is published.
        part: takes it out of the output; ``None`` compares the whole.
    """

    stage: str
    name: str
    arrange: Callable[[], Any]
    expected: Any
    part: Callable[[Any], Any] | None = None


def rows(case: SelectiveCase, contexts: Callable[[], dict[str, Any]]) -> Iterator[Row]:
    """Give the values of ``case``; ``contexts`` are those of the vectors."""
    yield from _wholes(case, contexts)
    yield from _labels(case)
    yield from _grouping(case)
    yield from _proofs(case)


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


def _wholes(case: SelectiveCase, contexts: Callable[[], dict[str, Any]]) -> Iterator[Row]:
    pointers = (*case.mandatory, *case.selective)
    selection = di.Selection(pointers, case.unsecured)
    yield Row("di.select", "", _given(selection), case.steps["derivedUnsignedReveal"])
    lines = case.steps["addBaseDocHMACCanon"]

    def replacement() -> di.LabelReplacement:
        return di.LabelReplacement(jsonld.to_quads(case.unsecured, contexts()), case.hmac_key)

    def grouping() -> di.Grouping:
        skolemized = skolemize_in_place(
            case.unsecured, _TOKEN, expand=lambda document: jsonld.expand(document, contexts())
        )
        return di.Grouping(skolemized, contexts(), case.hmac_key, {"mandatory": tuple(case.mandatory)})

    mandatory = [index for index, _ in case.steps["addBaseTransform"]["mandatory"]["value"]]
    yield Row("di.label_replacement", "", replacement, lines, lambda found: list(found.nquads))
    yield Row(
        "di.canonicalize_and_group",
        "",
        grouping,
        [lines, mandatory],
        lambda found: [list(found.nquads), list(found.groups["mandatory"].matching)],
    )

    def skolemized() -> di.Deskolemization:
        published = case.steps["derivedAllGroupData"]["skolemized"]["expanded"]
        return di.Deskolemization(jsonld.to_rdf(published), _THEIR_TOKEN)

    canonical = "".join(case.steps["addBaseDocCanon"])
    yield Row("di.deskolemize", "", skolemized, canonical, rdfc10.canonicalize)


def _labels(case: SelectiveCase) -> Iterator[Row]:
    labels = _published(case.steps["derivedAllGroupData"]["labelMap"])
    made = {_hmac_label(case.hmac_key, f"c14n{place}"): f"c14n{place}" for place in range(len(labels))}
    issued = {f"_:{node}": f"_:{made[label]}" for node, label in labels.items()}
    label_map = {made[label]: label for label in labels.values()}
    digests = tuple(base64url.decode(label[1:]) for label in labels.values())
    yield Row("di.label_map", "", _given(di.LabelDigests(issued, digests)), label_map)
    replaced = {f"_:{node}": f"_:{label}" for node, label in labels.items()}
    yield Row("di.replace_labels", "", _given(di.Labeling(issued, label_map)), replaced)


def _grouping(case: SelectiveCase) -> Iterator[Row]:
    published = case.steps["derivedAllGroupData"]
    labels = _published(published["labelMap"])
    nquads = tuple(published["nquads"])
    for name, group in published["groups"].items():
        selected = [
            _NODE.sub(lambda node: f"_:{labels[node[0][2:]]}", line) for line in group["deskolemizedNQuads"]
        ]
        yield Row(
            "di.match",
            f"/{name}",
            _given(di.Match(nquads, "".join(sorted(selected)))),
            [_indexes(group["matching"]), _indexes(group["nonMatching"])],
            lambda found: [list(found.matching), list(found.non_matching)],
        )


def _proofs(case: SelectiveCase) -> Iterator[Row]:
    base, derived = _base(case), _derived(case)
    components = [base[0], base[1], base[2], list(base[3]), list(base[4])]
    yield Row("di.parse_base_proof", "", _given(components), base)
    data = case.steps["addHashData"]
    parts = di.SignData(
        bytes.fromhex(data["proofHash"]), base.public_key, bytes.fromhex(data["mandatoryHash"])
    )
    yield Row("di.sign_data", "", _given(parts), b"".join(parts))
    yield Row("di.derive", "", _given(_derivation(case, base)), derived)
    compressed = {
        int(_ORDER.findall(identifier)[-1]): base64url.decode(label[1:])
        for identifier, label in derived.label_map.items()
    }
    yield Row("di.compress_label_map", "", _given(derived.label_map), compressed)
    shown = [derived[0], derived[1], list(derived[2]), compressed, list(derived[4])]
    yield Row("di.parse_derived_proof", "", _given(shown), derived)
    check = case.steps["verifyCreateVerifyData"]
    separation = di.Separation(tuple(case.steps["verifyNQuads"]), derived)
    yield Row(
        "di.separate",
        "",
        _given(separation),
        [check["mandatoryHash"], check["nonMandatory"]],
        lambda found: [
            hashlib.sha256("".join(found.mandatory).encode()).hexdigest(),
            list(found.non_mandatory),
        ],
    )


def _base(case: SelectiveCase) -> BaseProof:
    told = case.steps["derivedRecoveredBaseData"]
    return BaseProof(
        bytes.fromhex(told["baseSignature"]),
        _public_key(told["proofPublicKey"]),
        bytes.fromhex(told["hmacKey"]),
        tuple(map(bytes.fromhex, told["signatures"])),
        tuple(told["mandatoryPointers"]),
    )


def _derived(case: SelectiveCase) -> DerivedProof:
    told = case.steps["derivedDisclosureData"]
    return DerivedProof(
        bytes.fromhex(told["baseSignature"]),
        _public_key(told["publicKey"]),
        tuple(map(bytes.fromhex, told["signatures"])),
        _published(told["labelMap"]),
        tuple(told["mandatoryIndexes"]),
    )


def _derivation(case: SelectiveCase, base: BaseProof) -> di.Derivation:
    published = case.steps["derivedAllGroupData"]
    groups = {
        name: Group(tuple(_indexes(group["matching"])), tuple(_indexes(group["nonMatching"])), ())
        for name, group in published["groups"].items()
    }
    labels = {f"_:{node}": f"_:{label}" for node, label in _published(published["labelMap"]).items()}
    nodes = {label[2:]: node for node, label in labels.items()}
    shown = _published(case.steps["derivedDisclosureData"]["labelMap"])
    canonical = {nodes[label]: f"_:{identifier}" for identifier, label in shown.items()}
    return di.Derivation(base, groups, labels, canonical)


def _public_key(text: str) -> bytes:
    return multibase.public_multikey_bytes(multibase.read_public_multikey(text))


def _hmac_label(key: bytes, identifier: str) -> str:
    return "u" + base64url.encode(hmac.digest(key, identifier.encode(), hashlib.sha256))


def _published(entries: Mapping[str, Any]) -> dict[str, str]:
    """Return a map as the vectors write it, a list of pairs under ``value``."""
    return dict(entries["value"])


def _indexes(entries: Mapping[str, Any]) -> list[int]:
    return [index for index, _ in entries["value"]]
