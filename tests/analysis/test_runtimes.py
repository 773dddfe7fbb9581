"""The best stack of each runtime."""

from collections.abc import Callable

import pytest

from canonbench.analysis.runtimes import HOME, Best, bests, family
from canonbench.analysis.table import Cell, tables
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]
NEAR = (1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.005, 0.995)
NODE = "Node.js 20.1.0 (V8 1)"


def cells(invent: Invent, gather: Gather, **stacks: tuple[float, str]) -> tuple[Cell, ...]:
    rows = {
        name: [
            invent(
                "transform.rdfc/ob3",
                [value * near for near in NEAR],
                **({"runtime": runtime} if runtime else {}),
            )
        ]
        for name, (value, runtime) in stacks.items()
    }
    (table,) = tables(gather(rows))
    return table.lines[0].cells


def told(found: tuple[Best, ...]) -> list[tuple[str, str, bool]]:
    return [(best.runtime, best.cell.stack, best.libraries) for best in found]


def test_the_best_overall_comes_first_then_that_of_each_other_runtime(invent: Invent, gather: Gather) -> None:
    found = bests(
        cells(invent, gather, pyld=(9.0, ""), slow=(5.0, NODE), fast=(4.0, NODE), pyoxigraph=(3.0, ""))
    )

    assert told(found) == [(HOME, "pyoxigraph", False), ("Node.js", "fast", False)]
    assert found[0].cell.best
    assert found[1].cell.ratio is not None
    assert found[1].cell.ratio.value == pytest.approx(4 / 3)


def test_libraries_stand_beside_our_own_engines(invent: Invent, gather: Gather) -> None:
    own = {"canonbench": (1.0, ""), "pyld": (9.0, ""), "node": (4.0, NODE), "replay": (0.5, "")}

    assert told(bests(cells(invent, gather, **own))) == [
        (HOME, "canonbench", False),
        ("Node.js", "node", False),
        (HOME, "pyld", True),
    ]


def test_our_own_engine_may_be_alone_in_its_runtime(invent: Invent, gather: Gather) -> None:
    found = bests(cells(invent, gather, canonbench=(5.0, ""), node=(4.0, NODE)))

    assert told(found) == [("Node.js", "node", False), (HOME, "canonbench", False)]


def test_one_runtime_is_not_compared_with_itself(invent: Invent, gather: Gather) -> None:
    assert bests(cells(invent, gather, canonbench=(1.0, ""), pyld=(2.0, ""))) == ()
    assert bests((Cell("node", reason="not here"), *cells(invent, gather, pyld=(2.0, "")))) == ()


def test_versions_are_no_part_of_the_name_of_a_runtime() -> None:
    assert [family(name) for name in (NODE, "Go 1.22.1", "")] == ["Node.js", "Go", "Python"]
