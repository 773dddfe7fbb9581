"""Plans of stages: which engines, what is measured beside, and what of it is of use."""

from pathlib import Path

import pytest

from canonbench.errors import UnknownName
from canonbench.harness import staged, subject
from canonbench.harness.plan import Plan
from canonbench.harness.staged import COLD, ENGINES, FINDING, FURTHER, Asked
from canonbench.harness.subject import Subject
from canonbench.model.case import Case

SUBJECT = subject.find(["ob3"])


def _targets(made: Plan, stack: str) -> list[str]:
    own = [case for cell in made.cells if cell.stack.name == stack for case in cell.cases]
    return [case.name.replace("/ob3", "") for case in own]


@pytest.mark.parametrize("family", sorted(ENGINES))
def test_a_family_has_its_engines_and_the_pair_of_the_first(family: str) -> None:
    made = staged.make(Asked(family), SUBJECT)

    assert [stack.name for stack in made.stacks] == [*ENGINES[family], f"{ENGINES[family][0]}-again"]
    assert not any(stack.explicit for stack in made.stacks)


def test_other_targets_have_all_engines_of_this_runtime_that_offer_one_of_them() -> None:
    made = staged.make(Asked("jsonld.to_quads"), SUBJECT)

    assert {"canonbench", "pyld"} <= {stack.engine for stack in made.stacks}
    assert not {"node", "reference", "replay", "jcs"} & {stack.engine for stack in made.stacks}


def test_an_engine_that_is_named_must_exist() -> None:
    with pytest.raises(UnknownName, match="did you mean pyld"):
        staged.make(Asked("rdfc", ("pyldd",)), SUBJECT)

    other = staged.make(Asked("rdfc", ("pyldd@python3",)), SUBJECT)
    assert other.stacks[0].engine == "pyldd"


def test_an_engine_may_be_of_a_plugin_that_did_not_load(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("ENGINES = 1 / 0\n", encoding="utf-8")
    broken = subject.find(["ob3"], plugins=[tmp_path / "broken.py"])

    assert staged.make(Asked("rdfc", ("canonbench", "mine")), broken).stacks[1].name == "mine"


@pytest.mark.parametrize("family", sorted(FINDING))
def test_a_family_has_what_its_finding_needs_beside(family: str) -> None:
    found = _targets(staged.make(Asked(family), SUBJECT), ENGINES[family][0])

    assert set(FINDING[family]) <= set(found)


def test_more_is_measured_beside_where_documents_are_named() -> None:
    usual = _targets(staged.make(Asked("rdfc"), SUBJECT), "pyld")
    more = _targets(staged.make(Asked("rdfc", named=True), SUBJECT), "pyld")

    assert set(more) - set(usual) == {*FURTHER, *(f"{name}:cold-context" for name in COLD)}


def test_nothing_is_measured_beside_one_stage_or_without_a_context() -> None:
    one = _targets(staged.make(Asked("rdfc.label", ("pyld",)), SUBJECT), "pyld")
    dataset = staged.make(Asked("rdfc", ("pyld",)), subject.find(["cycle-10"]))

    assert one == ["rdfc.label"]
    assert all(case.target.startswith("rdfc.") for cell in dataset.cells for case in cell.cases)


def test_calls_one_by_one_are_of_the_target_alone() -> None:
    found = _targets(staged.make(Asked("rdfc", single=True), SUBJECT), "pyld")

    single = [name for name in found if name.endswith(":single")]
    assert single
    assert all(name.startswith("rdfc.") for name in single)


def test_a_leaf_measures_the_target_and_nothing_beside() -> None:
    names = [case.name for case in staged.cases(Asked("jcs.canonicalize", single=True), SUBJECT)]

    assert names == ["jcs.canonicalize/ob3", "jcs.canonicalize/ob3:single"]
    assert all(case.target.startswith("rdfc.") for case in staged.cases(Asked("rdfc"), SUBJECT))


def _kept(asked: Asked, about: Subject = SUBJECT) -> Plan:
    return staged.make(asked, about).keep(staged.likely(asked, about))


def test_the_pair_and_a_replay_that_nobody_named_are_measured_on_wholes_only() -> None:
    usual = _kept(Asked("rdfc"))

    assert _targets(usual, "canonbench-again") == ["rdfc.canonicalize"]
    assert _targets(usual, "replay") == ["rdfc.canonicalize"]
    assert len(_targets(_kept(Asked("rdfc", ("replay",))), "replay")) > 1
    assert _targets(_kept(Asked("rdfc.label", ("reference",))), "reference-again") == ["rdfc.label"]


def test_calls_one_by_one_have_no_pair() -> None:
    made = _kept(Asked("jcs.canonicalize", ("jcs",), single=True))

    assert _targets(made, "jcs") == ["jcs.canonicalize", "jcs.canonicalize:single"]
    assert _targets(made, "jcs-again") == ["jcs.canonicalize"]


def test_steps_that_our_engine_does_not_take_are_measured_where_documents_are_named() -> None:
    steps = {"jsonld.expand", "jsonld.to_rdf"}

    assert not steps & set(_targets(_kept(Asked("rdfc")), "canonbench"))
    assert steps <= set(_targets(_kept(Asked("rdfc")), "pyld"))
    assert steps <= set(_targets(_kept(Asked("rdfc", named=True)), "canonbench"))


def test_what_an_engine_does_not_offer_is_not_foretold() -> None:
    assert staged.offers("gone", SUBJECT.catalogue) == {}
    assert not _kept(Asked("rdfc", ("jcs",))).cells
    assert staged.offers("pyld", SUBJECT.catalogue)["jsonld.expand"]


def test_a_cold_context_is_foretold_where_there_is_a_cache() -> None:
    cold = [name for name in _targets(_kept(Asked("jsonld", ("pyld", "pyoxigraph"))), "pyld") if ":" in name]

    assert cold
    assert not [n for n in _targets(_kept(Asked("jsonld", ("pyoxigraph",))), "pyoxigraph") if ":" in n]


def test_stages_of_json_are_not_foretold_of_a_dataset(tmp_path: Path) -> None:
    (tmp_path / "mine.nq").write_text("_:b <urn:p> <urn:o> .\n", encoding="utf-8")
    dataset = subject.find([str(tmp_path / "mine.nq")])

    assert not _kept(Asked("jcs", ("canonbench",)), dataset).cells
    assert _kept(Asked("rdfc.label", ("canonbench",)), dataset).cells


def test_the_stages_of_several_targets_are_joined() -> None:
    assert Asked("jcs.canonicalize,rdfc.label").stages == {"jcs.canonicalize", "rdfc.label"}
    assert Case.parse("rdfc.label/ob3") in staged.cases(Asked("rdfc.label"), SUBJECT)
