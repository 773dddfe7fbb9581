"""canonbench.cli.offers: what an engine offers, on lines of a screen's width."""

from canonbench.cli.offers import lines, unavailable


def test_a_family_is_written_once_and_lines_keep_their_width() -> None:
    stages = ("jsonld.expand", "jsonld.to_rdf", "rdfc.canonicalize", "jsonld.to_quads")

    assert list(lines("own", stages, {}, 60)) == [
        "own               jsonld.expand, .to_rdf, rdfc.canonicalize,",
        "                  jsonld.to_quads",
    ]


def test_a_long_name_has_a_line_of_its_own() -> None:
    assert list(lines("jsonld-streaming-parser", ["jsonld.to_quads"], {}, 60)) == [
        "jsonld-streaming-parser",
        "                  jsonld.to_quads",
    ]
    assert next(lines("e" * 18, ["x.y"], {}, 60)) == "e" * 18


def test_stages_by_one_algorithm_are_said_together() -> None:
    stages = ("rdfc.canonicalize", "nquads.parse", "transform.rdfc")
    algorithms = dict.fromkeys(("rdfc.canonicalize", "transform.rdfc"), "URDNA2015")

    assert list(lines("other", stages, algorithms, 100))[1:] == [
        "                  rdfc.canonicalize, transform.rdfc by URDNA2015"
    ]


def test_a_reason_stands_in_the_column_of_the_stages() -> None:
    assert list(unavailable("other", "no such thing")) == ["other             unavailable: no such thing"]
    assert list(unavailable("jsonld-streaming-parser", "no such thing")) == [
        "jsonld-streaming-parser",
        "                  unavailable: no such thing",
    ]
