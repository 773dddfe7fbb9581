"""The model of cost on counts, with planted coefficients."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from canonbench.analysis.model import FIXED, Model, fit, models
from canonbench.runs.rows import Run, Stack

Seeded = Callable[[int], random.Random]
Plant = Callable[..., Run]

NAMES = ("members", "term_definitions", "quads", "blank_nodes", "bytes_hashed")
EACH = {"members": 2e-6, "quads": 1e-6, "bytes_hashed": 1e-9}


def _counted(source: random.Random, number: int = 12) -> dict[str, dict[str, int]]:
    return {f"doc-{place}": {name: source.randint(1, 1000) for name in NAMES} for place in range(number)}


def _costs(counted: dict[str, dict[str, int]], fixed: float = 1e-5) -> dict[str, float]:
    return {
        name: fixed + sum(each * counts[what] for what, each in EACH.items())
        for name, counts in counted.items()
    }


def test_planted_coefficients_are_recovered(seeded: Seeded) -> None:
    counted = _counted(seeded(1))
    found = fit("jsonld.expand", "pyld", _costs(counted), counted)

    assert found.enough
    assert found.coefficients[FIXED] == pytest.approx(1e-5, rel=1e-3)
    for name in NAMES:
        assert found.coefficients[name] == pytest.approx(EACH.get(name, 0.0), rel=1e-3, abs=1e-11)
    assert found.worst is not None
    assert found.worst < 1e-3
    assert set(found.errors) == set(counted)


def test_no_coefficient_is_negative(seeded: Seeded) -> None:
    counted = _counted(seeded(2))
    costs = {name: 2e-3 - 1e-6 * counts["quads"] for name, counts in counted.items()}

    assert min(fit("a.b", "pyld", costs, counted).coefficients.values()) >= 0


def test_the_error_is_that_on_documents_that_were_not_fitted(seeded: Seeded) -> None:
    """One document costs five times what the others say: the fit on the others is 80 % too low there."""
    counted = _counted(seeded(3))
    costs = _costs(counted)
    costs["doc-0"] *= 5
    found = fit("a.b", "pyld", costs, counted)

    assert found.errors["doc-0"] == pytest.approx(-0.8, abs=0.01)
    assert found.worst is not None
    assert found.worst >= 0.8


def test_too_few_documents_are_said_and_not_fitted(seeded: Seeded) -> None:
    counted = _counted(seeded(4), 7)
    found = fit("a.b", "pyld", _costs(counted), counted)

    assert (found.enough, found.needed, found.coefficients) == (False, 8, {})
    assert (found.error, found.worst) == (None, None)


def test_counts_that_most_lack_or_that_never_change_take_no_part(seeded: Seeded) -> None:
    counted = _counted(seeded(5))
    for place, counts in enumerate(counted.values()):
        counts["blank_nodes"] = 3
        if place % 2:
            del counts["term_definitions"]
    found = fit("a.b", "pyld", _costs(counted), counted)

    assert list(found.coefficients) == [FIXED, "members", "quads", "bytes_hashed"]


def test_a_document_that_was_too_large_to_be_counted_takes_no_part(seeded: Seeded) -> None:
    counted = _counted(seeded(7))
    costs = {**_costs(counted), "large": 1.0}
    found = fit("a.b", "pyld", costs, {"large": {"bytes": 10**8}, **counted})

    assert "large" not in found.documents
    assert found.coefficients["members"] == pytest.approx(2e-6, rel=1e-3)


def test_a_run_gives_a_model_for_each_stage_and_stack(plant: Plant, seeded: Seeded) -> None:
    counted = _counted(seeded(6))
    costs = _costs(counted)
    rows = {f"jsonld.expand/{name}": seconds for name, seconds in costs.items()}
    others = {"mdoc.issue/doc-0": 1.0, "jsonld.expand/doc-0:cold-context": 1.0, "jsonld.expand/unknown": 1.0}
    records = [{"kind": "work", "document": name, "counts": counts} for name, counts in counted.items()]
    stacks = {name: {**rows, **others} for name in ("pyld", "pyld-again", "replay")}
    run = plant(stacks, records=records, noise=0.001, drift=0.0)
    strange = replace(run.stacks[0].rows[0], name="no case")
    found: tuple[Model, ...] = models(
        Run("run", (Stack("pyld", (*run.stacks[0].rows, strange)), *run.stacks[1:]), run.records)
    )

    assert [(each.target, each.stack) for each in found] == [("jsonld.expand", "pyld")]
    assert found[0].coefficients["members"] == pytest.approx(2e-6, rel=0.05)
    assert found[0].error is not None
    assert found[0].error < 0.02
