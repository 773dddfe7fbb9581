"""What a run says of itself before it measures: structure that is counted, and a plan to take up again."""

from pathlib import Path

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.harness import account, requests
from canonbench.harness.gate import Gate, Outcome, Proved
from canonbench.harness.inputs import Entry, Facts, Inputs
from canonbench.harness.plan import Cell, Chosen, Plan
from canonbench.model.case import Case

_STACK = Chosen("pyld@old", "pyld", "old/bin/python")
_ROLE = Case("eddsa-rdfc-2022.verify", "credential-20")


def _plan(*cells: Cell) -> Plan:
    return Plan("p", cells, 8, 3, {"one": 4})


def test_a_plan_with_chapters_says_which_cases_each_has_and_how_often() -> None:
    stage = Case("rdfc.label", "simple", state="cold-context")
    made = _plan(
        Cell(_STACK, "credential-20", (_ROLE,), "one"),
        Cell(Chosen("a", "a"), "credential-20", (_ROLE,), "one"),
        Cell(Chosen("a", "a"), "simple", (stage,), "two", 3),
    )
    outcome = Outcome("a", _ROLE.name, "ok", loops={_ROLE.name: 7})
    gate = Gate(Inputs(Path(), {}, {}), {"a": Proved(outcomes={_ROLE.name: outcome}), "pyld@old": Proved()})

    told = account.planned(made, gate, command="c")

    assert told["chapters"] == {"one": [_ROLE.name], "two": [stage.name]}
    assert told["chapter_rounds"] == {"one": 4, "two": 8}
    assert told["cells"][1:] == [
        ["a", "credential-20", [_ROLE.name], "one"],
        ["a", "simple", [stage.name], "two", 3],
    ]
    assert told["stacks"][0] == {"name": "pyld@old", "engine": "pyld", "python": True, "explicit": True}
    assert told["loops"]["a"] == {_ROLE.name: 7}
    assert "bin" not in str(told)


def test_a_plan_without_chapters_is_written_as_ever() -> None:
    made = Plan("p", (Cell(Chosen("a", "a"), "simple", (Case("rdfc.label", "simple"),)),), 8, 3)
    gate = Gate(Inputs(Path(), {}, {}), {"a": Proved()})

    told = account.planned(made, gate)

    assert told["cells"] == [["a", "simple", ["rdfc.label/simple"]]]
    assert not {"chapters", "chapter_rounds"} & told.keys()


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Inputs:
    folder, document = tmp_path_factory.mktemp("inputs"), corpus.find("credential-20")
    return requests.freeze([_ROLE], [document], Catalogue.installed(), folder).inputs


def test_the_calls_of_a_role_are_counted_in_order_once_a_case(frozen: Inputs) -> None:
    cold = Case(_ROLE.target, _ROLE.document, state="cold-context")
    other = Case("rdfc.label", "credential-20")
    made = _plan(Cell(_STACK, "credential-20", (_ROLE, cold, other)), Cell(Chosen("a", "a"), "x", (_ROLE,)))

    (told,) = account.steps(made, frozen, Catalogue.installed())

    assert told["name"] == _ROLE.name
    assert [stage for stage, _ in told["steps"]].count("rdfc.canonicalize") == 2
    assert told["steps"][-1][0] in {"eddsa.verify", "key.load"}


def test_a_version_is_the_same_whenever_a_role_is_frozen(frozen: Inputs, tmp_path: Path) -> None:
    made = _plan(Cell(_STACK, "credential-20", (_ROLE,)))
    mdoc = Case("mdoc.verify", "credential-20")
    both = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        documents, catalogue = [corpus.find("credential-20")], Catalogue.installed()
        both.append(requests.freeze([mdoc], documents, catalogue, tmp_path / name).inputs)

    assert set(account.versions(made, frozen)) == {_ROLE.name}
    assert both[0].entry(mdoc).input != both[1].entry(mdoc).input
    cells = _plan(Cell(_STACK, "credential-20", (mdoc,)))
    assert account.versions(cells, both[0]) == account.versions(cells, both[1])


def test_work_is_counted_for_what_a_document_has() -> None:
    documents = [corpus.find(name) for name in ("ob3", "cycle-5", "sd-jwt-micro", "elm-100")]
    told = {entry["document"]: entry["counts"] for entry in account.work([*documents, "no document"])}

    assert told["ob3"]["quads"] == 32
    assert told["ob3"]["blank_nodes"] == 4
    assert set(told["ob3"]) == {
        *("bytes", "members", "term_definitions", "quads", "blank_nodes"),
        *("hash_calls", "bytes_hashed", "n_degree_calls", "lines_sorted"),
    }
    assert told["cycle-5"]["n_degree_calls"] > 0
    assert "members" not in told["cycle-5"]
    assert set(told["sd-jwt-micro"]) == {"bytes"}
    assert set(told["elm-100"]) == {"bytes"}


def test_what_a_stage_has_nothing_to_do_on_is_a_null(tmp_path: Path) -> None:
    from canonbench.harness.freeze import Frozen  # noqa: PLC0415 - next to its one use

    case = Case("rdfc.hash_n_degree", "simple")
    inputs = Inputs(tmp_path, {case.name: Entry(case.target, "simple", "i", 1, "e", nothing=True)}, {})
    gate = Gate(inputs, {"a": Proved(outcomes={case.name: Outcome("a", case.name, "ok")})})

    told = list(account.gated(_plan(Cell(Chosen("a", "a"), "simple", (case,))), Frozen(inputs), gate))

    assert [entry["kind"] for entry in told] == ["gate", "null"]
    assert told[1]["reason"] == account.NONE_NEEDED
    assert told[1]["part_of"] == "rdfc.label"


def test_surroundings_have_machine_engines_and_documents(tmp_path: Path) -> None:
    from canonbench.harness.freeze import Frozen  # noqa: PLC0415 - next to its one use

    inputs = Inputs(tmp_path, {}, {"simple": Facts("d", 5)})
    gate = Gate(inputs, {"a": Proved({"engine_version": "1"})})
    made = _plan(Cell(Chosen("a", "a"), "simple", (Case("rdfc.label", "simple"),)))

    told = account.surroundings(made, Frozen(inputs), gate, {"contexts": {}})

    assert told["engines"] == {"a": {"engine_version": "1"}}
    assert told["documents"]["simple"]["size"] == 5
    assert {"cpu_model", "cpu_count", "kernel", "python", "contexts"} <= told.keys()


def test_a_document_that_is_another_one_less_something_is_told() -> None:
    documents = [corpus.find(name) for name in ("ob3", "ob3~without-e8edcc7b", "ob3~without-name")]

    assert list(account.variants([*documents, "no document"])) == [
        {
            "kind": "variant",
            "document": "ob3~without-e8edcc7b",
            "of": "ob3",
            "without": "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
        },
        {"kind": "variant", "document": "ob3~without-name", "of": "ob3", "without": "name"},
    ]
