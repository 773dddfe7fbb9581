"""Our own engine for Data Integrity, by the published vectors of ecdsa-sd-2023."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import DataLoss, MalformedInput
from canonbench.specs.jsonld import to_quads
from canonbench.stages import di, jsonld
from canonbench.suites import folder, vc_di

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
