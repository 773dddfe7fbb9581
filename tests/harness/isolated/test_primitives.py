"""Every stage that stands alone gets its input from the document, the same on every machine."""

from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.harness.freeze import default_stack, freeze, record
from canonbench.model.case import Case
from canonbench.model.use import Step
from canonbench.stages import FAMILIES, STAGES

CONTRAST = {stage.name for stage in FAMILIES["kit"]} - {"kit.json_dumps"}
"""What no engine of ours does: tests/harness/isolated/test_kit.py has its inputs."""

UNDER = default_stack(Catalogue())


def last(name: str, algorithm: str = "sha256", wanted: Any = tuple(STAGES)) -> dict[str, Step]:
    steps, error = record(corpus.find(name), UNDER, wanted, algorithm)
    assert error is None
    return {step.stage: step for step in steps}


def test_every_stage_has_an_input_on_a_json_ld_document() -> None:
    families = {
        *("json", "transform", "jcs", "kit", "nquads", "rdfc", "hashing", "hmac", "hkdf", "key"),
        *("eddsa", "ecdsa", "ecdh", "multibase", "base64url", "cbor"),
    }

    own = {name for name, stage in STAGES.items() if stage.family in families}
    assert own - set(last("simple")) == CONTRAST


@pytest.mark.parametrize(("algorithm", "curve", "size"), [("sha256", "P-256", 64), ("sha384", "P-384", 96)])
def test_the_hash_decides_the_curve(algorithm: str, curve: str, size: int) -> None:
    found = last("simple", algorithm)

    for name in ("ecdsa.sign", "ecdsa.verify"):
        assert found[name].input.key.algorithm == curve
        assert len(found[name].input.message) == size
    assert found["key.load"].output.algorithm == curve
    assert found["transform.rdfc"].input.hash == algorithm
    assert found["eddsa.sign"].input.key.algorithm == "Ed25519"


def test_inputs_are_what_their_table_says() -> None:
    found = last("simple")
    canonical = found["transform.rdfc"].output

    assert found["rdfc.canonicalize"].output.encode() == canonical
    assert {
        "hashing.sha256": canonical,
        "hashing.sha384": canonical,
        "base64url.encode": canonical,
        "multibase.decode": found["multibase.encode"].output,
        "jcs.canonicalize": corpus.find("simple").value,
    } == {
        "hashing.sha256": found["hashing.sha256"].input,
        "hashing.sha384": found["hashing.sha384"].input,
        "base64url.encode": found["base64url.encode"].input,
        "multibase.decode": found["multibase.decode"].input.text,
        "jcs.canonicalize": found["jcs.canonicalize"].input,
    }
    assert found["multibase.encode"].input.data == found["eddsa.sign"].output
    assert not found["key.load"].input.secret
    assert not found["ecdsa.sign"].input.deterministic


def test_inputs_are_the_same_each_time() -> None:
    one, two = last("simple"), last("simple")
    random = {"cose.sign1", "ecdsa.sign", "jws.sign", "kb_jwt.sign", "sd_jwt.issue", "sd_jwt.present"}

    assert {name: step.input for name, step in one.items()} == {
        name: step.input for name, step in two.items()
    }
    assert {name for name in one if one[name].output != two[name].output} == random


def test_what_is_not_wanted_is_not_run() -> None:
    found = last("simple", wanted=("rdfc.label",))

    assert {name.partition(".")[0] for name in found} <= {"jsonld", "rdfc", "nquads"}


def test_a_cold_case_reads_the_input_of_the_warm_one(tmp_path: Path) -> None:
    cold = Case("transform.rdfc", "simple", state="cold-context")
    frozen = freeze([cold], [corpus.find("simple")], Catalogue(), tmp_path)

    assert frozen.inputs.entry(cold) is frozen.inputs.cases["transform.rdfc/simple"]


def test_a_dataset_has_no_json_stages(tmp_path: Any) -> None:
    path = tmp_path / "a.nq"
    path.write_text("<urn:a> <urn:b> _:c .\n")
    found = last(str(path))

    assert found["hashing.sha256"].input == b"<urn:a> <urn:b> _:c14n0 .\n"
    assert not {"json.parse", "jcs.canonicalize", "transform.jcs", "cbor.encode"} & set(found)


def test_json_that_is_no_json_ld_is_hashed_in_its_jcs_form(tmp_path: Any) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"b": 1.0, "a": 2}')
    found = last(str(path))

    assert found["hashing.sha256"].input == b'{"a":2,"b":1}'
    assert "transform.rdfc" not in found


def test_a_document_outside_the_domain_of_jcs_has_its_rdf_stages_all_the_same(tmp_path: Any) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"@context": {"n": "urn:n"}, "n": 9007199254740993}')
    steps, error = record(corpus.find(str(path)), UNDER, tuple(STAGES))

    assert "beyond 2^53 - 1" in str(error)
    assert "rdfc.canonicalize" in {step.stage for step in steps}
