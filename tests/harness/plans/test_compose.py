"""A plan is what its definition says, less what is not there, without a row twice."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from canonbench.engines import own
from canonbench.errors import UnknownName, UsageError
from canonbench.harness import best
from canonbench.harness.plan import Plan
from canonbench.harness.plans.chapter import ALL, Chapter, Definition, Roles, Stages
from canonbench.harness.plans.compose import Wanted, choose, compose
from canonbench.harness.subject import Subject, find

if TYPE_CHECKING:
    from canonbench.model.engine import Remote

_TWO = ("canonbench", "pyld")
SMALL = Definition(
    "small",
    "",
    (
        Chapter(
            "exchange",
            "",
            (Roles(("eddsa-jcs-2022", "eddsa-rdfc-2022"), _TWO, cold=True, again=True),),
            rounds=16,
        ),
        Chapter(
            "sizes",
            "",
            (Roles(("mdoc",), _TWO, ("credential-5", "credential-20"), roles=("issue",)),),
            own=True,
        ),
        Chapter(
            "stages",
            "",
            (
                Stages(("jsonld.to_quads", "jcs"), (*_TWO, "jcs"), ("simple",), cold=("jsonld.to_quads",)),
                Stages(("rdfc.label",), ("canonbench", "replay"), ("simple", "cycle-5")),
            ),
        ),
    ),
)


@pytest.fixture(scope="module")
def subject() -> Subject:
    return find(SMALL.documents)


def _rows(planned: Plan, chapter: str) -> set[tuple[str, str]]:
    cells = [cell for cell in planned.cells if cell.chapter == chapter]
    return {(cell.stack.name, case.name) for cell in cells for case in cell.cases}


def test_roles_have_the_stacks_that_take_part_cold_contexts_and_the_pair(subject: Subject) -> None:
    found = _rows(compose(SMALL, Wanted(), subject).plan, "exchange")

    assert ("pyld", "eddsa-rdfc-2022.issue/credential-20") in found
    assert not any(stack == "pyld" and "jcs" in name for stack, name in found)
    assert ("pyld", "eddsa-rdfc-2022.verify/credential-20:cold-context") in found
    assert ("canonbench-again", "eddsa-jcs-2022.verify/credential-20") in found
    assert not any(stack == "canonbench-again" and "cold" in name for stack, name in found)


def test_stages_have_the_engines_that_offer_them(subject: Subject) -> None:
    found = _rows(compose(SMALL, Wanted(), subject).plan, "stages")

    assert found == {
        ("canonbench", "jsonld.to_quads/simple"),
        ("canonbench", "jsonld.to_quads/simple:cold-context"),
        ("canonbench", "jcs.canonicalize/simple"),
        ("canonbench", "rdfc.label/simple"),
        ("canonbench", "rdfc.label/cycle-5"),
        ("pyld", "jsonld.to_quads/simple"),
        ("pyld", "jsonld.to_quads/simple:cold-context"),
        ("jcs", "jcs.canonicalize/simple"),
        ("replay", "rdfc.label/simple"),
        ("replay", "rdfc.label/cycle-5"),
    }


def test_rounds_are_those_of_the_chapters_and_of_their_parts(subject: Subject) -> None:
    planned = compose(SMALL, Wanted(), subject).plan

    assert planned.rounds == 16
    assert dict(planned.chapters) == {"exchange": 16, "sizes": 8, "stages": 8}
    visits = {case.name: planned.times(cell, case) for cell in planned.cells for case in cell.cases}
    assert visits["eddsa-jcs-2022.issue/credential-20"] == 16
    assert visits["jcs.canonicalize/simple"] == 8


@pytest.mark.parametrize(("wanted", "rounds"), [(Wanted(rounds=3), {3}), (Wanted(factor=2), {16, 32})])
def test_rounds_that_are_asked_for_are_those_of_every_chapter(
    wanted: Wanted, rounds: set[int], subject: Subject
) -> None:
    assert set(compose(SMALL, wanted, subject).plan.chapters.values()) == rounds


def test_a_row_that_two_chapters_have_is_the_first_ones(subject: Subject) -> None:
    whole = Roles(("mdoc",), ("canonbench",))
    twice = Definition("twice", "", (Chapter("one", "", (whole,)), Chapter("two", "", (whole, *_split()))))

    planned = compose(twice, Wanted(), subject).plan

    assert {name for _, name in _rows(planned, "two")} == {
        f"mdoc.{role}/credential-20:split" for role in ("issue", "present", "verify")
    }


def _split() -> tuple[Roles, ...]:
    return (Roles(("mdoc",), ("canonbench",), views=("bare", "split")),)


def test_views_of_a_role_are_those_of_its_warm_state() -> None:
    part = Roles(("eddsa-rdfc-2022",), ("pyld",), roles=("verify",), views=("bare", "single"), cold=True)
    planned = compose(
        Definition("x", "", (Chapter("c", "", (part,)),)), Wanted(), find(["credential-20"])
    ).plan

    name = "eddsa-rdfc-2022.verify/credential-20"
    assert {row for _, row in _rows(planned, "c")} == {name, f"{name}:single", f"{name}:cold-context"}


def test_each_number_of_disclosed_attributes_is_a_case(subject: Subject) -> None:
    part = Roles(("sd-jwt-vc",), ("canonbench",), disclose=("1", "5", "20"), roles=("present",))
    planned = compose(Definition("x", "", (Chapter("c", "", (part,)),)), Wanted(), subject).plan

    assert {name for _, name in _rows(planned, "c")} == {
        "sd-jwt-vc.present/credential-20@disclose=1",
        "sd-jwt-vc.present/credential-20",
        "sd-jwt-vc.present/credential-20@disclose=20",
    }


def test_one_algorithm_for_all_leaves_out_the_formats_that_lack_it(subject: Subject) -> None:
    part = Roles(ALL, ("canonbench",), algorithms=("p384",), roles=("issue",))
    planned = compose(Definition("x", "", (Chapter("c", "", (part,)),)), Wanted(), subject).plan

    assert {name.partition(".")[0] for _, name in _rows(planned, "c")} == {
        "ecdsa-rdfc-2019",
        "ecdsa-jcs-2019",
        "sd-jwt-vc",
        "mdoc",
    }


def test_stacks_of_the_plan_that_are_named_are_its_only_ones(subject: Subject) -> None:
    planned = compose(SMALL, Wanted(stacks=("pyld",)), subject).plan

    assert [stack.name for stack in planned.stacks] == ["pyld", "pyld-again"]
    assert planned.stacks[0].explicit


def test_stacks_that_the_plan_has_not_are_added_wherever_they_have_rows(subject: Subject) -> None:
    planned = compose(SMALL, Wanted(stacks=("rfc8785",)), subject).plan

    rows = {(s, name) for chapter in SMALL.chapters for s, name in _rows(planned, chapter.name)}
    assert ("rfc8785", "jcs.canonicalize/simple") in rows
    assert ("rfc8785", "eddsa-jcs-2022.issue/credential-20") in rows
    assert ("pyld", "jsonld.to_quads/simple") in rows
    assert not any(stack == "rfc8785" and "rdfc" in name for stack, name in rows)


def test_a_stack_under_another_interpreter_is_asked_by_the_gate(subject: Subject) -> None:
    planned = compose(SMALL, Wanted(stacks=("pyld@old/bin/python",)), subject).plan

    assert {name for s, name in _rows(planned, "stages") if s == "pyld@old"} >= {
        "jcs.canonicalize/simple",
        "rdfc.label/simple",
    }


def test_a_stack_that_does_not_exist_is_refused(subject: Subject) -> None:
    with pytest.raises(UnknownName, match="pyldd"):
        choose(SMALL, Wanted(stacks=("pyldd",)), subject)


def test_engines_of_other_runtimes_are_added_to_the_chapters_that_have_them(
    subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = type(subject.catalogue)
    load = catalogue.load

    def loads(self: Any, name: str, *more: str) -> Any:
        if name != "node":
            return load(self, name, *more)
        (engine,) = (each for each in own.ENGINES if each.stage.name == "jcs.canonicalize")
        return {engine.stage.name: replace(engine, name="node", remote=cast("Remote", object()))}

    monkeypatch.setattr(catalogue, "load", loads)
    part = Stages(("jcs",), ("canonbench",), ("simple",))
    other = Stages(("jcs",), ("canonbench",), ("credential-20",))
    chapters = (Chapter("a", "", (part,), rounds=16, remote=True), Chapter("b", "", (other,)))
    definition = Definition("x", "", chapters)

    planned = compose(definition, Wanted(stacks=("node",)), subject).plan

    assert ("node", "jcs.canonicalize/simple") in _rows(planned, "a")
    assert _rows(planned, "b") == {("canonbench", "jcs.canonicalize/credential-20")}
    assert _times(planned, "a") == {"canonbench": 16, "node": 8}
    assert _times(compose(definition, Wanted(("node",), factor=2), subject).plan, "a")["node"] == 16
    assert _times(compose(definition, Wanted(("node",), rounds=9), subject).plan, "a")["node"] == 9


def _times(planned: Plan, chapter: str) -> dict[str, int]:
    return {
        cell.stack.name: planned.times(cell, cell.cases[0])
        for cell in planned.cells
        if cell.chapter == chapter
    }


def test_documents_of_the_user_take_the_place_of_the_plans(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text('{"a": [1, 2]}', encoding="utf-8")
    graphs = Chapter("graphs", "", (Stages(("rdfc.label",), ("canonbench",), ("simple",)),))
    definition = Definition("d", "", (*SMALL.chapters, graphs))

    made = compose(definition, Wanted(given=True), find([str(mine)]))

    assert all(document.startswith("user~") for document in made.plan.documents)
    assert {name.partition("/")[0] for _, name in _rows(made.plan, "stages")} == {"jcs.canonicalize"}
    assert made.left_out == (
        "chapter sizes is left out: it is about documents of its own",
        "chapter graphs is left out: nothing of it can be done on the documents",
    )


def test_a_plan_of_which_nothing_is_left_is_refused(subject: Subject) -> None:
    only = Definition("only", "", (Chapter("c", "", (Stages(("jcs",), ("jcs",), ("simple",)),), own=True),))

    with pytest.raises(UsageError, match="nothing of plan only can be measured; chapter c is left out"):
        compose(only, Wanted(given=True), subject)


def test_best_is_chosen_on_the_first_chapter_that_has_it(
    subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def chosen(cases: Any, *_: Any, own: bool) -> str:
        assert own
        tried.extend(case.name for case in cases)
        return "eddsa-jcs-2022:jcs.canonicalize=jcs"

    monkeypatch.setattr(best, "best", chosen)
    part = Roles(
        ("eddsa-jcs-2022",), ("canonbench", best.NAME), roles=("issue",), cold=True, views=("split",)
    )
    later = Roles(("mdoc",), (best.NAME,), roles=("issue",))
    wanted = Definition("x", "", (Chapter("c", "", (part,)), Chapter("d", "", (later,))))

    planned = compose(wanted, Wanted(), subject).plan
    waiting = compose(wanted, Wanted(), subject, resolve=False).plan

    assert tried == ["eddsa-jcs-2022.issue/credential-20"]
    assert {s.engine for s in planned.stacks if s.name == "best"} == {"eddsa-jcs-2022:jcs.canonicalize=jcs"}
    assert {s.engine for s in waiting.stacks if s.name == "best"} == {"best"}


def test_best_is_left_out_where_no_engine_can_be_chosen(
    subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best, "best", lambda *_, **_options: "")
    part = Roles(("mdoc",), ("canonbench", best.NAME), roles=("issue",))

    planned = compose(Definition("x", "", (Chapter("c", "", (part,)),)), Wanted(), subject).plan

    assert [stack.name for stack in planned.stacks] == ["canonbench"]
