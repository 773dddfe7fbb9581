"""A child process that answers requests, a JSON object a line, each within a limited time.

It stays in the process group of whoever started it, so that what ends a leaf or a child of the gate ends it,
too. Standard error goes to a file, whose last line is told when the child fails.
"""

import contextlib
import json
import os
import selectors
import subprocess
import tempfile
import time
import weakref
from collections.abc import Mapping, Sequence
from typing import IO, Any

from canonbench.runtimes.faults import RuntimeFault, nonsense

__all__ = ["MOST_BYTES", "Child"]

MOST_BYTES = 256 * 2**20
"""The longest answer, in bytes; a child that writes more without a line feed talks nonsense."""

_PIECE = 1 << 16


class Child:
    """A child process, started at once; it ends with this object at the latest."""

    def __init__(self, argv: Sequence[str]) -> None:
        """Start ``argv``.

        Raises:
            RuntimeFault: it does not start.
        """
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the finalizer
        try:
            process = subprocess.Popen(  # noqa: S603 - a program of the catalogue
                argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said
            )
        except OSError as error:
            self._said.close()
            raise RuntimeFault("died", f"the child does not start: {error.strerror}") from error
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._rest = process, b""
        self._to, self._from = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._to, False)
        self._end = weakref.finalize(self, _end, process, self._said)

    @property
    def alive(self) -> bool:
        """Whether the child can be asked: it has not failed, nor been ended."""
        return self._end.alive and self._process.poll() is None

    def end(self) -> None:
        """End the child now."""
        self._end()

    def ask(self, request: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        """Return the answer to ``request``, which must be written, read and answered in ``timeout`` seconds.

        A child that fails is ended.

        Raises:
            RuntimeFault: it died, is late, or its answer is no JSON object on a line of its own.
        """
        try:
            deadline = time.monotonic() + timeout
            self._write(json.dumps(request, allow_nan=False).encode() + b"\n", deadline, timeout)
            line = self._read(deadline, timeout)
            if self._rest:
                raise nonsense("says more than was asked")
            try:
                answer = json.loads(line)
            except ValueError as error:
                raise nonsense("does not answer in JSON") from error
            if not isinstance(answer, dict):
                raise nonsense("answers with no object")
        except RuntimeFault as fault:
            fault.said = fault.said or self._last()
            self.end()
            raise
        return answer

    def _write(self, data: bytes, deadline: float, timeout: float) -> None:
        left = memoryview(data)
        with selectors.DefaultSelector() as selector:
            selector.register(self._to, selectors.EVENT_WRITE)
            while left:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise _late(timeout)
                try:
                    left = left[os.write(self._to, left[:_PIECE]) :]
                except OSError as error:
                    raise self._died() from error

    def _read(self, deadline: float, timeout: float) -> bytes:
        pieces, size = [self._rest], len(self._rest)
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            while b"\n" not in pieces[-1]:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise _late(timeout)
                piece = os.read(self._from, _PIECE)
                if not piece:
                    raise self._died(partial=size > 0)
                pieces.append(piece)
                size += len(piece)
                if size > MOST_BYTES:
                    raise nonsense(f"answers with more than {MOST_BYTES >> 20} MiB")
        line, _, self._rest = b"".join(pieces).partition(b"\n")
        return line

    def _died(self, *, partial: bool = False) -> RuntimeFault:
        """Return the fault of a child that closed its end of a pipe."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        code = self._process.poll()
        if code is None:
            how = "closed its pipe"
        else:
            how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return RuntimeFault("died", f"the child {how}{' in the middle of an answer' if partial else ''}")

    def _last(self) -> str:
        """Return the last line on standard error."""
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""


def _late(timeout: float) -> RuntimeFault:
    return RuntimeFault("late", f"the child did not answer in {timeout:g} s")


def _end(process: "subprocess.Popen[bytes]", said: IO[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, said):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
