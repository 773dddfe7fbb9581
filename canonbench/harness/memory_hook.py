"""The pyperf hook ``memray``: memory of any pyperf benchmark, found by the entry point group ``pyperf.hook``.

``python -m pyperf timeit --hook memray STATEMENT`` and every script with a ``pyperf.Runner`` can use it. What
a value does is tracked, and nothing else of the process. The hook is not told how many loops a value has, so
it stores raw totals: readers divide by ``memray.values`` and by the loops of the Run.

A run under it is no timing: it takes about three times as long. ``canonbench compare`` refuses it as such.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from pyperf._hooks import HookBase, HookError

from canonbench.runs import keys

__all__ = ["Memray"]


class Memray(HookBase):  # type: ignore[misc]  # pyperf has no types
    """Tracks each value by a tracker of its own and keeps peak and totals of a series of values."""

    def __init__(self) -> None:
        """Find memray.

        Raises:
            HookError: it is not here.
        """
        try:
            from canonbench.harness import memory_capture  # noqa: PLC0415 - memray is not everywhere
        except ImportError as error:
            raise HookError(
                "the hook memray needs memray: pip install memray (there is none for Windows)"
            ) from error
        self._under = memory_capture
        self._folder = Path()
        self._tracker: Any = None
        self._peak = self._allocated = self._allocations = self._values = 0

    def __enter__(self) -> None:
        """Begin to track a value.

        Raises:
            HookError: this process is tracked already, as by ``memray run``.
        """
        self._folder = Path(tempfile.mkdtemp(prefix="canonbench-memray-"))
        self._tracker = self._under.tracker(self._folder / "value.bin")
        try:
            self._tracker.__enter__()
        except RuntimeError as error:
            shutil.rmtree(self._folder)
            raise HookError(f"memray cannot track this process: {error}") from error

    def __exit__(self, *exception: object) -> None:
        """End, and add the value to the totals."""
        self._tracker.__exit__(*exception)
        amounts = self._under.statistics(self._folder / "value.bin").amounts
        shutil.rmtree(self._folder)
        self._peak = max(self._peak, amounts.peak)
        self._allocated += amounts.allocated
        self._allocations += amounts.allocations
        self._values += 1

    def teardown(self, metadata: dict[str, Any]) -> None:
        """Put peak and totals into the metadata of the Run."""
        metadata[str(keys.MEMRAY_PEAK)] = self._peak
        metadata[str(keys.MEMRAY_ALLOCATED)] = self._allocated
        metadata[str(keys.MEMRAY_ALLOCATIONS)] = self._allocations
        metadata[str(keys.MEMRAY_VALUES)] = self._values
