"""The file of a hand-run leaf: checked before anything is measured, whole at every moment.

pyperf rewrites its file in place after every benchmark and loses all of it on a full disk, so a leaf writes
it itself: beside it, to the disk, then in its place.
"""

import tempfile
from pathlib import Path
from typing import Any

from canonbench.errors import RunFileError, UsageError
from canonbench.runs import files

__all__ = ["Output"]


class Output:
    """The benchmarks of a leaf, and the file that holds them; no file is kept where none is asked for."""

    def __init__(self, path: Path | None, suite: Any = None) -> None:
        """Write to ``path``; ``suite`` is what the file holds already."""
        self._path, self._suite = path, suite

    @classmethod
    def of(cls, output: str | None, append: str | None) -> "Output":
        """Take pyperf's ``-o`` and ``--append``, and refuse what cannot be written.

        Raises:
            RunFileError: the file is there already, or damaged, or its folder is not writable or missing.
            UsageError: both are given.
        """
        name = output or append
        if not name:
            return cls(None)
        if output and append:
            raise UsageError("give either -o or --append, not both")
        path = Path(name)
        if output and (path.exists() or path.is_symlink()):
            raise RunFileError(f"{path} is already there; run files are never overwritten: give another name")
        if not path.parent.is_dir():
            raise RunFileError(f"{path}: there is no folder {path.parent}; create it first")
        try:
            with tempfile.TemporaryFile(dir=path.parent) as probe:
                probe.write(b"\0" * 65536)
                probe.flush()
        except OSError as error:
            raise RunFileError(f"cannot write {path}: {error.strerror}; give another place") from error
        return cls(path, _load(path) if path.exists() else None)

    def add(self, benchmark: Any) -> None:
        """Add a ``pyperf.Benchmark`` (``None``: nothing was measured) and write the file.

        Raises:
            RunFileError: it cannot be written; what it held before is whole.
        """
        if self._path is None or benchmark is None:
            return
        import pyperf  # noqa: PLC0415 - 60 ms that --help must not pay

        if self._suite is None:
            self._suite = pyperf.BenchmarkSuite([benchmark])
        else:
            self._suite.add_runs(benchmark)
        try:
            files.put(self._path, self._suite.dump)
        except OSError as error:
            raise RunFileError(
                f"cannot write {self._path}: {error.strerror or error}; what it held before is whole"
            ) from error


def _load(path: Path) -> Any:
    import pyperf  # noqa: PLC0415 - as above

    try:
        return pyperf.BenchmarkSuite.load(str(path))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunFileError(f"{path} is damaged or no pyperf file; give another one to --append") from error
