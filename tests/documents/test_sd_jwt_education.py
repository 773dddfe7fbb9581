"""Education samples of SD-JWT VC have the types and the claims that are published, and invented values."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.sd_jwt_education import SAMPLES, diploma, learning_credential, micro_credential
from canonbench.specs.sd_jwt.vc import NEVER_DISCLOSED

TYPE_METADATA = {"vctm-dc4eu-diploma.json": diploma, "vctm-dc4eu-microcredential.json": micro_credential}


def _at(value: Any, path: list[str]) -> Any:
    for step in path:
        name, _, index = step.partition("[")
        value = value[name]
        value = value[int(index[:-1])] if index else value
    return value


def _members(value: Any, name: str) -> Iterator[Any]:
    if isinstance(value, dict):
        if name in value:
            yield value[name]
        value = list(value.values())
    for item in value if isinstance(value, list) else []:
        yield from _members(item, name)


@pytest.mark.parametrize("file", TYPE_METADATA)
def test_every_claim_of_the_type_metadata_is_there(shared_education: Path, file: str) -> None:
    metadata = json.loads((shared_education / "jsonschema" / file).read_bytes())
    claims = TYPE_METADATA[file](0)

    assert claims["vct"] == metadata["vct"]
    for claim in metadata["claims"]:
        assert _at(claims, claim["path"]) is not None


def test_every_claim_of_the_wallets_learning_credential_is_there(shared_education: Path) -> None:
    path = shared_education / "jsonschema" / "eudi-learning_credential_jwt_vc.json"
    metadata = json.loads(path.read_bytes())
    claims = learning_credential(0)
    published = [path[0] for path in _members(metadata, "path")]

    assert list(_members(metadata, "vct")) == [claims["vct"]]
    assert len(published) > 15
    assert set(published) <= claims.keys()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_a_document_and_follows_its_seed(name: str) -> None:
    document = corpus.find(name)

    assert (document.kind, document.source, document.value) == ("json", "generated", SAMPLES[name](0))
    assert SAMPLES[name](1) == SAMPLES[name](1) != SAMPLES[name](2)
    assert name in corpus.names()
    assert {"iss", "vct", "iat", "nbf", "exp"} == set(document.value) & {*NEVER_DISCLOSED, "iat"}
