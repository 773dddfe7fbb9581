"""Our own engine for Data Integrity, by the published vectors of ecdsa-sd-2023."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import DataLoss, MalformedInput, VerificationFailed
from canonbench.specs.cbor import Map
from canonbench.specs.jsonld import to_quads
from canonbench.stages import di, jsonld
from canonbench.suites import folder, own_di, vc_di

OWN = Catalogue().load("canonbench")
_FOLDER = folder("vc-di-ecdsa")
CASES = list(vc_di.selective_cases(_FOLDER.parent)) if _FOLDER else []


def _run(stage: Any, given: Any) -> Any:
    return OWN[stage.name].neutral()(given)


@pytest.fixture(scope="session")
def contexts(suite: Callable[[str], Path]) -> dict[str, Any]:
    return vc_di.contexts(suite("vc-di-ecdsa").parent)


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_skolemizing_and_grouping_give_the_values_of_the_vectors(
    case: vc_di.SelectiveCase, contexts: dict[str, Any]
) -> None:
    skolemized = _run(di.skolemize, di.Skolemization(jsonld.Source(case.unsecured, contexts), "k1"))
    definitions = {"mandatory": tuple(case.mandatory)}
    grouped = _run(di.canonicalize_and_group, di.Grouping(skolemized, contexts, case.hmac_key, definitions))
    dataset = to_quads(case.unsecured, contexts)
    labels = _run(di.label_replacement, di.LabelReplacement(dataset, case.hmac_key))

    assert case.steps["addBaseDocHMACCanon"] == list(grouped.nquads) == list(labels.nquads)
    assert grouped.label_map == labels.label_map
    mandatory = [line for _, line in case.steps["addBaseTransform"]["mandatory"]["value"]]
    assert mandatory == [grouped.nquads[index] for index in grouped.groups["mandatory"].matching]


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_selecting_gives_the_revealed_document_of_the_vectors(case: vc_di.SelectiveCase) -> None:
    pointers = (*case.mandatory, *case.selective)

    assert case.steps["derivedUnsignedReveal"] == _run(di.select, di.Selection(pointers, case.unsecured))


def test_what_does_not_fit_together_is_refused() -> None:
    rows: dict[str, Any] = {}
    for stage, _, given, _ in own_di.rows():
        rows.setdefault(stage, given)
    proof = rows["di.separate"].proof
    wrong: tuple[tuple[Any, Any, type[Exception]], ...] = (
        (di.deskolemize, rows["di.deskolemize"]._replace(labels={}), MalformedInput),
        (di.replace_labels, rows["di.replace_labels"]._replace(label_map={}), MalformedInput),
        (di.match, rows["di.match"]._replace(selected="<urn:x:1> <urn:x:2> <urn:x:3> .\n"), MalformedInput),
        (di.parse_base_proof, rows["di.parse_base_proof"][:4], MalformedInput),
        (di.parse_derived_proof, None, MalformedInput),
        (
            di.derive,
            rows["di.derive"]._replace(base=rows["di.derive"].base._replace(signatures=())),
            MalformedInput,
        ),
        (di.compress_label_map, {"b0": "uAAA"}, MalformedInput),
        (
            di.separate,
            rows["di.separate"]._replace(proof=proof._replace(mandatory_indexes=(9,))),
            VerificationFailed,
        ),
    )
    for of, changed, error in wrong:
        with pytest.raises(error):
            _run(of, changed)


def test_a_label_map_may_be_that_of_a_codec_or_neutral() -> None:
    given = next(given for stage, _, given, _ in own_di.rows() if stage == di.parse_derived_proof.name)
    native = [dict(each.entries) if isinstance(each, Map) else each for each in given]
    assert _run(di.parse_derived_proof, given) == OWN[di.parse_derived_proof.name].run(native)


def test_hash_data_has_the_configuration_first() -> None:
    assert _run(di.hash_data, di.Hashes(b"a" * 32, b"b" * 32)) == b"a" * 32 + b"b" * 32
    with pytest.raises(MalformedInput, match="one hash function"):
        _run(di.hash_data, di.Hashes(b"a" * 32, b"b" * 48))


def test_loss_is_an_error_where_the_source_says_so() -> None:
    source = jsonld.Source({"@context": {"a": "urn:a"}, "a": 1, "b": 2}, {})
    for stage in (jsonld.expand, jsonld.to_quads):
        assert _run(stage, source)
        with pytest.raises(DataLoss, match="undefined term 'b'"):
            _run(stage, source._replace(refuse_loss=True))


def test_compaction_and_expansion_are_inverse_with_pyld() -> None:
    context = {"name": "https://schema.example/name", "knows": "https://schema.example/knows"}
    document = {"@context": context, "name": "Ada", "knows": {"name": "Grace"}}
    pyld = Catalogue().load("pyld")
    expanded = pyld[jsonld.expand.name].neutral()(jsonld.Source(document, {}))
    compact = pyld[jsonld.compact.name].neutral()

    assert document == compact(jsonld.Compaction(expanded, context, {}))
