"""What a worker publishes, and how often a leaf has pyperf measure."""

import argparse
from dataclasses import replace

from canonbench.harness.leaf import HOOK, _Hook, _set
from canonbench.harness.loops import Spent
from canonbench.model.case import Case
from canonbench.runs import keys

_CASE = Case("rdfc.canonicalize", "small")


def test_calls_one_by_one_set_pyperfs_numbers() -> None:
    usual = (3, None, 20)
    arguments = argparse.Namespace(values=3, warmups=None, processes=20, loops=0)

    _set(arguments, replace(_CASE, view="single"), usual)
    own = vars(arguments).copy()
    _set(arguments, _CASE, usual)

    assert own == {"values": 2000, "warmups": 0, "processes": 5, "loops": 1}
    assert (arguments.values, arguments.warmups, arguments.processes) == usual


def test_the_hook_publishes_the_series_that_has_just_ended() -> None:
    hook = _Hook()
    hook.first = True
    metadata: dict[str, keys.Scalar] = {}

    warm = hook.load()()
    hook.kept.values.append(Spent(9.0, 9.0))
    warm.teardown(metadata)
    measured = hook.load()()
    hook.kept.first = Spent(0.5, 0.25)
    hook.kept.values += [Spent(1.0, 0.5), Spent(2.0, 0.75)]
    hook.kept.collections[:] = [3, 1, 0]
    hook.kept.extra["split.00.x/document"] = [0.1, 0.2]
    with measured:
        pass
    measured.teardown(metadata)

    assert metadata == {
        "cpu.values": "0.5,0.75",
        "gc.collections": "3,1,0",
        "first.wall": 0.5,
        "first.cpu": 0.25,
        "split.00.x/document": "0.1,0.2",
    }
    keys.check(metadata)


def test_the_first_call_is_published_only_where_it_is_one() -> None:
    hook = _Hook()
    hook.kept.first = Spent(0.5, 0.25)
    metadata: dict[str, keys.Scalar] = {}

    hook.load()().teardown(metadata)

    assert metadata == {}
    assert hook.name == HOOK
