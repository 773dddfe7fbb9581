"""Grids as narrow as a terminal."""

from canonbench.report.fitting import fitted
from canonbench.report.grid import Grid


def test_a_grid_is_as_narrow_as_the_screen() -> None:
    rows = (("1", "2", "3"),)
    grid = Grid("a title of some words", ("a", "b" * 9, "c" * 9), rows, ("it takes 9.1 ms [8.5, 9.9]",))
    found = fitted(grid, 14)

    assert found.title == "a title of"
    assert (found.columns, found.rows) == (("a", "b" * 9), (("1", "2"),))
    assert found.notes[:4] == ("some words", "it takes", "9.1 ms [8.5,", "9.9]")
    assert " ".join(found.notes[4:]) == "Not here for want of room: ccccccccc."
    assert fitted(grid, None) is grid
