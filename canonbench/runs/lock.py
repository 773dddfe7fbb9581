"""One process at a time measures into a run folder.

The lock is the system's own, on the folder itself: it leaves no file, and ends with its process however that
ends, so that there is no stale one. Where the system has no such locks, nothing is locked.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from canonbench.errors import RunFileError

__all__ = ["hold"]


@contextlib.contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Keep other processes from measuring into ``folder``, to the end of the block.

    Raises:
        RunFileError: another process does.
        OSError: there is no such folder.
    """
    try:
        import fcntl  # noqa: PLC0415 - not every system has it
    except ImportError:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunFileError(
                f"{folder} is being measured by another process; let that one end first"
            ) from None
        except OSError:  # a file system that locks no folders
            pass
        yield
    finally:
        os.close(descriptor)
