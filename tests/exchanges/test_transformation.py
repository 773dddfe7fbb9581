"""Transformations under every use and with every stack of libraries give the same octets."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.exchanges import transformation
from canonbench.harness.freeze import default_stack
from canonbench.model.use import HAND_OVER, Neutral, Playback, Recorder, Stack, Stopwatch
from canonbench.specs import rdfc10
from canonbench.stages import jsonld
from canonbench.stages.transform import Request

CATALOGUE = Catalogue()
DEFAULT = default_stack(CATALOGUE).engines
DOCUMENT = corpus.find("ob3")
SOURCE = jsonld.Source(DOCUMENT.value, dict(DOCUMENT.contexts))
LIBRARIES = ("canonbench", "pyld", "pyoxigraph")

_SOURCE = jsonld.Source({"@context": {"@vocab": "urn:v#"}, "name": "Ada", "knows": {"name": "Bo"}}, {})
_DATASET: Any = (("_:a", "urn:p", "_:b", None), ("_:b", "urn:p", ("x", "urn:t", None), None))


def stack_of(to_quads: str, canonicalize: str) -> dict[str, Any]:
    return {
        **DEFAULT,
        "jsonld.to_quads": CATALOGUE.load(to_quads)["jsonld.to_quads"],
        "rdfc.canonicalize": CATALOGUE.load(canonicalize)["rdfc.canonicalize"],
    }


def canonical(name: str) -> bytes:
    whole: bytes = DEFAULT[f"transform.{name}"].neutral()(Request(SOURCE))
    return whole


@pytest.mark.parametrize("canonicalize", LIBRARIES)
@pytest.mark.parametrize("to_quads", LIBRARIES)
def test_every_mixture_of_libraries_gives_the_same(to_quads: str, canonicalize: str) -> None:
    engines = stack_of(to_quads, canonicalize)

    for use in (Stack(engines), Neutral(engines)):
        run = transformation.transformation(use, "rdfc")
        assert run(SOURCE) == run(SOURCE) == canonical("rdfc")


@pytest.mark.parametrize("engine", LIBRARIES)
def test_the_whole_of_a_library_is_its_own_parts(engine: str) -> None:
    whole = CATALOGUE.load(engine)["transform.rdfc"].neutral()

    assert whole(Request(SOURCE)) == canonical("rdfc")


@pytest.mark.parametrize("engine", ["canonbench", "reference", "replay", "rfc8785", "jcs"])
def test_jcs_needs_the_document_alone(engine: str) -> None:
    engines = {**DEFAULT, **CATALOGUE.load(engine)}

    assert transformation.transformation(Neutral(engines), "jcs")(SOURCE) == canonical("jcs")
    assert engines["transform.jcs"].neutral()(Request(SOURCE)) == canonical("jcs")


def test_the_steps_are_the_two_wholes() -> None:
    recorder = Recorder(Neutral(DEFAULT))
    transformation.transformation(recorder, "rdfc", of="proof configuration")(SOURCE)
    transformation.transformation(recorder, "jcs")(SOURCE)

    assert [(step.stage, step.of) for step in recorder.steps] == [
        ("jsonld.to_quads", "proof configuration"),
        ("rdfc.canonicalize", "proof configuration"),
        ("jcs.canonicalize", "document"),
    ]


def test_what_passes_between_two_libraries_is_a_step_of_its_own() -> None:
    watch = Stopwatch(Stack(stack_of("pyld", "pyoxigraph")))
    play = Playback(Stack(stack_of("pyld", "pyoxigraph")))

    assert transformation.transformation(watch, "rdfc")(SOURCE) == canonical("rdfc")
    assert (HAND_OVER, "jsonld.to_quads to rdfc.canonicalize") in watch.seconds
    run = transformation.transformation(play, "rdfc")
    assert run(SOURCE) == canonical("rdfc")
    play.rewind()
    assert run(SOURCE) == canonical("rdfc")


def test_within_pyld_nothing_passes_over() -> None:
    watch = Stopwatch(Stack(stack_of("pyld", "pyld")))
    transformation.transformation(watch, "rdfc")

    assert (HAND_OVER, "jsonld.to_quads to rdfc.canonicalize") not in watch.seconds


def test_the_hash_reaches_the_canonicalization() -> None:
    recorder = Recorder(Neutral(DEFAULT))
    transformation.transformation(recorder, "rdfc", "sha384")(SOURCE)

    assert recorder.steps[-1].input.hash == "sha384"


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
