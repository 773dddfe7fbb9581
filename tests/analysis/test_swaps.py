"""The swaps between two formats, and the cell that each combination of them is."""

from collections.abc import Callable

from canonbench.analysis.cells import Cell, Place, cell, clock, places
from canonbench.analysis.swaps import cell_of, named, subsets, swaps, takes, wanted
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]


def _places(run: Run) -> dict[tuple[str, str], Place]:
    return {(each.format, each.algorithm): each for each in places(run)}


def test_a_curve_is_swapped_only_where_the_other_format_has_another(
    plant: Plant, factorial: Factorial
) -> None:
    at = _places(plant(factorial()))
    eddsa = at["eddsa-rdfc-2022", "ed25519"]

    assert swaps(eddsa, at["sd-jwt-vc", "ed25519"]) == ("canonicalization", "library")
    assert swaps(eddsa, at["sd-jwt-vc", "p256"]) == ("curve", "canonicalization", "library")


def test_every_set_of_swaps_is_given_once() -> None:
    found = list(subsets(["a", "b", "c"]))

    assert found[0] == frozenset()
    assert len(set(found)) == len(found) == 8


def test_another_stack_is_no_other_cell() -> None:
    assert named(()) == named({"library"}) == "none"
    assert named({"library", "canonicalization", "curve"}) == "curve + canonicalization"


def test_each_cell_is_the_cryptosuite_with_its_swaps_made(plant: Plant, factorial: Factorial) -> None:
    at = _places(plant(factorial()))
    two = at["eddsa-rdfc-2022", "ed25519"], at["sd-jwt-vc", "p256"]
    there = [place for (name, _), place in at.items() if name != "ecdsa-jcs-2019"]

    assert dict(wanted(there, *two)) == {
        "none": at["eddsa-rdfc-2022", "ed25519"],
        "canonicalization": at["eddsa-jcs-2022", "ed25519"],
        "curve": at["ecdsa-rdfc-2019", "p256"],
        "curve + canonicalization": None,
    }


def test_a_swapped_library_takes_what_the_best_stack_takes(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial())
    place = _places(run)["eddsa-rdfc-2022", "ed25519"]
    found = cell(run, place, "pyld", clock(run, [place]))

    assert isinstance(found, Cell)
    cells = {"none": found}
    assert cell_of(cells, {"library"}) is found
    assert takes(cells, ()) == found.chosen.rounds
    assert takes(cells, {"library"}) == found.best.rounds != found.chosen.rounds
