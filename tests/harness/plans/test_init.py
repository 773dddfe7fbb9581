"""Every plan is one that can be carried out, whatever is written in its table."""

import pytest

from canonbench import exchanges
from canonbench.documents import corpus
from canonbench.engines import BUILT_IN
from canonbench.errors import UnknownName
from canonbench.harness import plans
from canonbench.harness.best import NAME as BEST
from canonbench.harness.best import OF_LIBRARIES
from canonbench.harness.plans.chapter import ALL, Definition, Roles, Stages
from canonbench.harness.plans.documents import find
from canonbench.stages import select

PLANS = sorted(plans.PLANS.values(), key=lambda each: each.name)


def test_the_plans_that_the_command_line_knows() -> None:
    assert set(plans.PLANS) == {"quick", "paper", "education", "blank-nodes", "algorithms"}
    assert plans.find("paper") is plans.PLANS["paper"]


def test_an_unknown_plan_lists_near_names() -> None:
    with pytest.raises(UnknownName, match=r"there is no plan 'papper'; did you mean paper\?"):
        plans.find("papper")


@pytest.mark.parametrize("definition", PLANS, ids=lambda each: each.name)
def test_all_that_a_plan_names_exists(definition: Definition) -> None:
    found = [document for document in find(definition).documents if not document.of]
    assert len(found) == len(definition.documents)
    assert set(definition.stacks) <= {*BUILT_IN, BEST, OF_LIBRARIES}
    for chapter in definition.chapters:
        for part in chapter.parts:
            if isinstance(part, Stages):
                assert set(part.varied) <= set(definition.documents)
                named = {stage.name for target in part.targets for stage in select(target)}
                assert named >= {*part.cold, *part.again}
            else:
                assert part.formats == ALL or set(part.formats) <= set(exchanges.FORMATS)


@pytest.mark.parametrize("definition", PLANS, ids=lambda each: each.name)
def test_chapters_have_names_of_their_own_and_rounds_that_give_an_interval(definition: Definition) -> None:
    names = [chapter.name for chapter in definition.chapters]

    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalpha() for name in names)
    assert all(chapter.rounds >= 8 for chapter in definition.chapters)
    assert all(chapter.about for chapter in definition.chapters)


@pytest.mark.parametrize("definition", PLANS, ids=lambda each: each.name)
def test_every_plan_has_an_a_a_pair(definition: Definition) -> None:
    assert any(part.again for chapter in definition.chapters for part in chapter.parts)


def test_the_study_splits_what_it_exchanges_by_the_same_stacks() -> None:
    chapters = {chapter.name: chapter for chapter in plans.find("paper").chapters}
    (whole,) = chapters["exchange"].parts

    assert isinstance(whole, Roles)
    assert set(whole.documents) <= set(corpus.names())
    for split in chapters["breakdown"].parts:
        assert isinstance(split, Roles)
        assert split.views == ("split",)
        assert set(split.stacks) <= set(whole.stacks)
        assert set(split.documents) <= set(whole.documents)
