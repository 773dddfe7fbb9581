"""Libraries of one origin are counted once, and a mixture not beside what it shares code with."""

import pytest

from canonbench.analysis.claims.lineages import independent, origins
from canonbench.engines import BUILT_IN


@pytest.mark.parametrize(
    ("engines", "expected"),
    [
        (("canonbench",), {"canonbench"}),
        (("pyld", "pyld@3.12"), {"pyld"}),
        (("node",), {"pyld"}),
        (("go-json-gold",), {"pyld"}),
        (("openvc-core",), {"pyld"}),
        (("pyld", "pyoxigraph"), {"pyld", "pyoxigraph"}),
        (("node-oxigraph",), {"pyld", "pyoxigraph"}),
        (("node-rdfjs",), {"jsonld-streaming-parser", "rdfjs-c14n"}),
        (("of.my-own",), {"of.my-own"}),
        ((), set()),
    ],
)
def test_where_the_code_is_from(engines: tuple[str, ...], expected: set[str]) -> None:
    assert origins(engines) == expected


@pytest.mark.parametrize(
    ("stacks", "expected"),
    [
        ((), 0),
        (("canonbench",), 1),
        (("canonbench", "pyld"), 2),
        (("canonbench", "pyld", "node"), 2),
        (("canonbench", "pyld", "pyoxigraph"), 3),
        (("canonbench", "node", "node-rdfjs"), 3),
        (("canonbench", "node", "node-oxigraph"), 2),
        (("canonbench", "pyoxigraph", "node-oxigraph"), 2),
        (("canonbench", "node-oxigraph", "pyld", "pyoxigraph"), 3),
        (("canonbench", "node", "node-oxigraph", "node-rdfjs"), 3),
        (("canonbench", "pyoxigraph", "node", "node-oxigraph", "node-rdfjs"), 4),
    ],
)
def test_how_many_have_no_lineage_in_common(stacks: tuple[str, ...], expected: int) -> None:
    assert independent(origins([stack]) for stack in stacks) == expected
    assert independent(origins([stack]) for stack in reversed(stacks)) == expected


def test_every_engine_of_another_runtime_that_canonicalizes_has_an_origin() -> None:
    away = [name for name in BUILT_IN if name.startswith(("node", "go"))]
    alone = {name for name in away if origins([name]) == {name}}

    assert alone == {
        "node-core",
        "node-crypto",
        "node-canonicalize",
        "node-cbor-x",
        "node-sd-jwt-vc",
        "node-mdoc",
        "go-cbor",
    }
