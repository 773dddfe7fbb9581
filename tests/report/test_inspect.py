"""The facts of documents, written out."""

import json
from typing import NamedTuple

from canonbench.documents.facts import Facts
from canonbench.report import inspect
from canonbench.specs.jsonld import Loss
from canonbench.specs.rdfc10.work import WorkCounts

FULL = Facts(
    name="ob3",
    kind="jsonld",
    size=1660,
    depth=6,
    contexts=2,
    terms=236,
    quads=32,
    blank_nodes=4,
    named_graphs=0,
    work=WorkCounts(hash_calls=4, bytes_hashed=1719, first_degree_calls=4),
    canonical_size=3966,
    jcs_size=1330,
)
LOSSY = FULL._replace(losses=(Loss("/honours", "undefined term", "honours"),))
POISON = Facts("clique-10", "dataset", 900, quads=90, blank_nodes=10, named_graphs=0, over_budget=True)
PLAIN = Facts("user~12345678", "json", 20, depth=1, jcs_size=18)


def test_a_sheet_has_a_fact_a_line() -> None:
    lines = inspect.sheet(FULL).splitlines()

    assert "hash calls               4 over 1,719 bytes" in lines
    assert lines[-1] == "would not be signed      nothing is lost"


def test_a_sheet_says_how_much_is_lost() -> None:
    assert inspect.sheet(LOSSY).splitlines()[-1] == "would not be signed      1 members"


def test_a_poison_graph_is_said_to_be_refused() -> None:
    assert "RDFC-1.0                 over budget: refused at the default work limit" in inspect.sheet(POISON)


def test_json_alone_is_told_so() -> None:
    assert "no @context" in inspect.sheet(PLAIN)


def test_a_table_has_a_row_a_document_and_says_what_is_missing() -> None:
    header, *rows = inspect.table([("a.json", LOSSY), ("b.nq", POISON), ("c.json", PLAIN)]).splitlines()

    assert header.split()[0] == "document"
    assert rows[0].split() == ["a.json", "jsonld", "1660", "32", "4", "4", "0", "236", "6", "1"]
    assert rows[1].split() == [
        "b.nq",
        "dataset",
        "900",
        "90",
        "10",
        "over",
        "budget",
        "over",
        "budget",
        "-",
        "-",
        "-",
    ]
    assert rows[2].split() == ["c.json", "JSON", "only", "20", "-", "-", "-", "-", "-", "1", "-"]


def test_json_has_a_version_and_every_fact() -> None:
    written = json.loads(inspect.as_json([("a.json", LOSSY), ("b.nq", POISON)]))

    assert written["schema"] == inspect.SCHEMA
    assert written["documents"][0]["work"]["hash_calls"] == 4
    assert written["documents"][0]["losses"] == [
        {"pointer": "/honours", "kind": "undefined term", "value": "honours"}
    ]
    assert written["documents"][1]["work"] is None


class _Sized(NamedTuple):
    format: str
    issued: int | None
    shown: int | None
    reason: str = ""


def test_a_sheet_and_json_have_the_sizes_in_the_formats() -> None:
    found = (_Sized("mdoc", 4824, 2018), _Sized("sd-jwt-vc", None, None, "no claims"))

    assert inspect.sheet(FULL, found).splitlines()[-2:] == [
        "mdoc                     4,824 bytes issued, 2,018 bytes with 5 attributes shown",
        "sd-jwt-vc                not possible: no claims",
    ]
    written = json.loads(inspect.as_json([("a.json", FULL)], {"a.json": found}))["documents"][0]["formats"]
    assert written[0] == {"format": "mdoc", "issued": 4824, "shown": 2018, "reason": None}
