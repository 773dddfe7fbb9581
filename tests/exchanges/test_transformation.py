"""One composition, whatever hands out its stages."""

from typing import Any

from canonbench.engines import Catalogue
from canonbench.exchanges import transformation
from canonbench.harness.freeze import default_stack
from canonbench.model.use import Recorder
from canonbench.specs import rdfc10
from canonbench.stages import jsonld

_SOURCE = jsonld.Source({"@context": {"@vocab": "urn:v#"}, "name": "Ada", "knows": {"name": "Bo"}}, {})
_DATASET: Any = (("_:a", "urn:p", "_:b", None), ("_:b", "urn:p", ("x", "urn:t", None), None))


def test_the_parts_of_rdfc_give_what_the_whole_gives() -> None:
    run = transformation.canonicalization(default_stack(Catalogue()), "sha384")

    assert run(_DATASET) == rdfc10.canonicalize(_DATASET, "sha384")


def test_the_way_from_json_ld_has_four_steps() -> None:
    recorder = Recorder(default_stack(Catalogue()))

    canonical = transformation.rdfc(recorder, of="proof configuration")(_SOURCE)

    assert canonical.count("\n") == 3
    assert [(step.stage, step.of) for step in recorder.steps] == [
        ("jsonld.expand", "proof configuration"),
        ("jsonld.to_rdf", "proof configuration"),
        ("rdfc.label", "proof configuration"),
        ("rdfc.serialize", "proof configuration"),
    ]


def test_wholes_and_parts_give_the_same_bytes() -> None:
    under = default_stack(Catalogue())

    whole = transformation.transformation(under, "rdfc")(_SOURCE)

    assert whole == transformation.rdfc(under)(_SOURCE).encode()


def test_jcs_takes_the_document_as_it_is() -> None:
    run = transformation.transformation(default_stack(Catalogue()), "jcs")

    assert run(_SOURCE) == b'{"@context":{"@vocab":"urn:v#"},"knows":{"name":"Bo"},"name":"Ada"}'
