"""One call under memray, and what it allocated.

Every allocation and every free between two points of one process is written to a file, Python's own small
objects included (by default memray sees only what reaches the system's allocator). Nothing that was
allocated before counts, neither when it is there nor when it is freed.
"""

import gc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import memray
from memray._memray import compute_statistics

__all__ = ["LARGEST", "NATIVE", "Amounts", "Capture", "Place", "capture", "net", "statistics", "tracker"]

LARGEST = 5
"""How many of the largest places are kept."""

NATIVE = "native code"
"""The place of what an engine allocates that is called without a line of Python; it has no file."""

_OWN = Path(__file__).name


class Amounts(NamedTuple):
    """What a call allocated: the most bytes at a time, all bytes, and the number of allocations."""

    peak: int
    allocated: int
    allocations: int


class Place(NamedTuple):
    """A line that allocated: ``amount`` is bytes, or allocations, over the whole call.

    ``file`` is a base name: where a file lies on this machine is nobody's business. ``NATIVE`` has none.
    """

    function: str
    file: str
    line: int
    amount: int


class Capture(NamedTuple):
    """What one call did: its amounts, and the places that allocated most, by bytes and by number."""

    amounts: Amounts
    by_size: tuple[Place, ...]
    by_count: tuple[Place, ...]


def capture(
    run: Callable[[Any], Any], argument: Any, file: Path, *, native: bool = False
) -> tuple[Capture, Any]:
    """Call ``run`` once under memray and return what it allocated, and its result.

    The result counts: it is alive when the call is over. What existed before is taken out of the collector's
    sight, as when time is measured. ``file``, which must not be there, keeps the allocations for memray's own
    reports; ``native`` also notes frames of C, C++ and Rust in it.
    """
    gc.collect()
    gc.freeze()
    with tracker(file, native=native):
        result = _call(run, argument)
    return statistics(file), result


def _call(run: Callable[[Any], Any], argument: Any) -> Any:
    """Be the last line of Python before an engine that has none: what allocates here is native code."""
    return run(argument)


def tracker(file: Path, *, native: bool = False) -> memray.Tracker:
    """Return what writes to the new ``file`` all that is allocated while it is entered."""
    return memray.Tracker(file, native_traces=native, trace_python_allocators=True)


def statistics(file: Path) -> Capture:
    """Return what the allocations in ``file`` come to.

    A capture's own header counts frees as allocations, so memray's statistics are taken.
    """
    found = compute_statistics(str(file), num_largest=LARGEST + 3)
    amounts = Amounts(found.peak_memory_allocated, found.total_memory_allocated, found.total_num_allocations)
    return Capture(amounts, _places(found.top_locations_by_size), _places(found.top_locations_by_count))


def _places(found: Iterable[tuple[tuple[str, str, int], int]]) -> tuple[Place, ...]:
    """Return the largest places without memray's start and end, which are in this module."""
    places = []
    for (function, path, line), amount in found:
        file = path.replace("\\", "/").rpartition("/")[2]
        if file != _OWN:
            places.append(Place(function, file, line, amount))
        elif function == _call.__name__:
            places.append(Place(NATIVE, "", 0, amount))
    return tuple(places[:LARGEST])


def net(found: Amounts, empty: Amounts) -> Amounts:
    """Return what ``found`` has above ``empty``, the same measurement of a call that does nothing."""
    return Amounts(*(there - without for there, without in zip(found, empty, strict=True)))
