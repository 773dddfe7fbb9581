"""A question to a child process, and its answers line by line, each awaited for a limited time only."""

import json
import os
import selectors
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from canonbench.harness.process import child

__all__ = ["ask"]


class _Lines:
    """Lines of a pipe, each awaited for a limited time."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe, self._rest = pipe, b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(pipe, selectors.EVENT_READ)

    def next(self, timeout: float) -> bytes | None:
        """Return the next line, ``None`` at the end.

        Raises:
            TimeoutError: it did not come in ``timeout`` seconds.
        """
        deadline = time.monotonic() + timeout
        while b"\n" not in self._rest:
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                raise TimeoutError
            data = os.read(self._pipe.fileno(), 1 << 16)
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line


def ask(
    argv: Sequence[str],
    request: Mapping[str, Any],
    timeout: float,
    env: Mapping[str, str] | None = None,
) -> Iterator[dict[str, Any]]:
    """Give the lines of the child ``argv``, which reads ``request``; the last line says how it ended.

    That line has ``ended`` (``"over budget"``, ``"crashed"``, or empty where it came to its end), ``reason``
    and perhaps ``detail``. ``timeout`` is in seconds, for each line. ``env`` is the child's environment
    (default: this process's).
    """
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as asked:
        asked.write(json.dumps(request).encode())
        asked.seek(0)
        try:
            with child(argv, stdin=asked, stdout=subprocess.PIPE, stderr=said, env=env) as process:
                yield from _answers(process.stdout, timeout)
                code = process.wait(timeout)
        except (TimeoutError, subprocess.TimeoutExpired):
            yield {"ended": "over budget", "reason": f"more than {timeout:g} s"}
            return
        except OSError as error:
            yield {"ended": "crashed", "reason": f"cannot start: {error.strerror}", "detail": str(error)}
            return
        said.seek(0)
        last = said.read().decode(errors="replace").strip().split("\n")[-1]
    how = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
    yield {"ended": "crashed" if code else "", "reason": how, "detail": last}


def _answers(pipe: IO[bytes] | None, timeout: float) -> Iterator[dict[str, Any]]:
    assert pipe is not None
    lines = _Lines(pipe)
    while (line := lines.next(timeout)) is not None:
        yield json.loads(line)
