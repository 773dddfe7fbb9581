"""The protocol: what is asked of a child, and what its answers must look like.

``docs/other-runtimes.md`` describes it for whoever writes a child; here is the other end of the pipe.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import (
    EngineUnavailable,
    JcsDomainError,
    JsonLdError,
    MalformedInput,
    SpecError,
    VerificationFailed,
    WorkLimitExceeded,
)
from canonbench.runtimes.child import Child
from canonbench.runtimes.faults import RuntimeFault, nonsense
from canonbench.runtimes.neutral import encode

__all__ = ["VERSION", "WARM_UP", "Checked", "Greeting", "LibraryFailed", "Ran", "Session", "WarmUp", "Warmed"]

VERSION = 1

_NANO = 1e-9
_START_SECONDS = 30.0
_CASE_SECONDS = 120.0


class LibraryFailed(Exception):
    """The library under test crashed: it raised what its engine does not expect, and nobody on purpose."""


class WarmUp(NamedTuple):
    """When a child is warm: the test on its own series of CPU times a call, block by block.

    A block lasts about ``block`` seconds. The child is *steady* once, over the last ``window`` blocks, the
    medians of both halves differ by at most ``within`` of the first, and the quartiles lie at most ``spread``
    of the median apart: on a busy machine two medians are soon equal by chance. It gives up after ``budget``
    seconds.
    """

    block: float = 0.05
    window: int = 16
    within: float = 0.02
    spread: float = 0.1
    budget: float = 4.0

    def describe(self) -> str:
        """Say in one line what steady means."""
        return (
            f"over {self.window} blocks medians of the halves within {self.within:g}, "
            f"quartiles within {self.spread:g}"
        )


WARM_UP = WarmUp()


class Greeting(NamedTuple):
    """Who answers: the runtime, the library and where its code is from, and the stages that it does."""

    runtime: str
    version: str
    details: str
    openssl: str
    library: str
    library_version: str
    library_source: str
    stages: tuple[str, ...]


class Checked(NamedTuple):
    """The first call: its seconds of wall and CPU time, its output as JSON, and the digest of that."""

    wall: float
    cpu: float
    output: Any
    digest: str


class Ran(NamedTuple):
    """Calls: their seconds of wall and CPU time together, collections, the digest of the last output."""

    wall: float
    cpu: float
    collections: tuple[int, ...]
    digest: str


class Warmed(NamedTuple):
    """The warm-up: calls, whether steady, and the series of CPU seconds a call, block by block."""

    calls: int
    steady: bool
    series: tuple[float, ...]


def _json_ld_error(message: str) -> SpecError:
    """Return the error whose code begins ``message``, as the specification writes codes, if one does."""
    code, colon, rest = message.partition(": ")
    known = colon and code.replace("IRI", "iri").islower()
    return JsonLdError(code, rest) if known else MalformedInput(message)


_KINDS: Mapping[str, Any] = {
    "malformed": MalformedInput,
    "json-ld": _json_ld_error,
    "domain": JcsDomainError,
    "limit": WorkLimitExceeded,
    "verification": VerificationFailed,
    "unsupported": EngineUnavailable,
    "crash": LibraryFailed,
}


class Session:
    """A conversation with one child, from its greeting on."""

    def __init__(
        self, argv: Sequence[str], *, start: float = _START_SECONDS, case: float = _CASE_SECONDS
    ) -> None:
        """Start ``argv`` and greet it; ``start`` and ``case`` are seconds to wait for answers.

        Raises:
            RuntimeFault: it does not start, or speaks another version of the protocol.
            EngineUnavailable: it says itself that something is missing.
        """
        self._child, self._seconds = Child(argv), case
        try:
            self.greeting = _greeting(self._ask({"do": "hello", "protocol": VERSION}, start))
        except BaseException:
            self._child.end()
            raise

    @property
    def alive(self) -> bool:
        """Whether it can go on."""
        return self._child.alive

    def end(self) -> None:
        """End the child."""
        self._child.end()

    def prepare(  # noqa: PLR0913 - what a case is made of, by name
        self,
        stage: str,
        value: Any,
        *,
        cold: bool = False,
        fresh: bool = False,
        chunk: int = 1,
        expected: str = "",
    ) -> None:
        """Hand over a case: its neutral input, and the digest of the normal form that is expected of it.

        ``cold`` asks for an empty context cache for every call, ``fresh`` for an equal but distinct input;
        ``chunk`` is the most inputs to enter ahead.

        Raises:
            CanonbenchError: the engine does not take this input.
        """
        if stage not in self.greeting.stages:
            raise nonsense(f"does not offer {stage}, which its engine promises")
        request = {
            "do": "prepare",
            "stage": stage,
            "input": encode(value),
            "cold": cold,
            "fresh": fresh,
            "chunk": chunk,
            "expected": expected,
        }
        if self._ask(request).get("prepared") != stage:
            raise self._fault("does not say that it prepared the case")

    def check(self) -> Checked:
        """Let the first call be made, timed, and return its output.

        Raises:
            CanonbenchError: the engine refuses the input, in the words of the stage.
            LibraryFailed: the library failed otherwise.
        """
        answer = self._ask({"do": "check"})
        first, digest = answer.get("first"), answer.get("digest")
        if not isinstance(first, list) or len(first) != 2 or "output" not in answer:  # noqa: PLR2004 - a pair
            raise self._fault("gives no first time or no output")
        wall, cpu = (self._seconds_of(part) for part in first)
        return Checked(wall, cpu, answer["output"], self._text(digest, "digest"))

    def warm(self, test: WarmUp = WARM_UP) -> Warmed:
        """Let the child call until it is steady by its own series, or the budget of ``test`` is used up."""
        answer = self._ask({"do": "warm", **test._asdict()})
        calls, steady, series = answer.get("calls"), answer.get("steady"), answer.get("series")
        if not isinstance(calls, int) or not isinstance(steady, bool) or not isinstance(series, list):
            raise self._fault("does not tell calls, steady and series of its warm-up")
        return Warmed(calls, steady, tuple(self._seconds_of(part) for part in series))

    def run(self, loops: int) -> Ran:
        """Return the time of ``loops`` calls, as the child measured it."""
        answer = self._ask({"do": "run", "loops": loops})
        counts = answer.get("collections", [])
        if not isinstance(counts, list) or not all(isinstance(count, int) for count in counts):
            raise self._fault("counts collections in no numbers")
        return Ran(
            self._seconds_of(answer.get("wall")),
            self._seconds_of(answer.get("cpu")),
            tuple(counts),
            self._text(answer.get("digest"), "digest"),
        )

    def _ask(self, request: Mapping[str, Any], timeout: float | None = None) -> dict[str, Any]:
        answer = self._child.ask(request, self._seconds if timeout is None else timeout)
        if "failed" not in answer:
            return answer
        kind, message = answer["failed"], answer.get("message", "")
        if kind not in _KINDS or not isinstance(message, str):
            raise self._fault(f"fails for no reason of the protocol ({json.dumps(kind)[:40]})")
        raise _KINDS[kind](" ".join(message.split()) or "no reason given")

    def _fault(self, what: str) -> RuntimeFault:
        """End a child that talks nonsense, and return its fault."""
        self._child.end()
        return nonsense(what)

    def _seconds_of(self, value: Any) -> float:
        """Return nanoseconds as seconds."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise self._fault("gives a time that is none")
        return value * _NANO

    def _text(self, value: Any, what: str) -> str:
        if not isinstance(value, str):
            raise self._fault(f"gives no {what}")
        return value


def _greeting(answer: Mapping[str, Any]) -> Greeting:
    version = answer.get("protocol")
    if version != VERSION:
        raise RuntimeFault("version", f"the child speaks version {version!r} of the protocol, not {VERSION}")
    library, stages = answer.get("library"), answer.get("stages")
    if not isinstance(library, dict) or not isinstance(stages, list):
        raise nonsense("does not say its library and stages")
    said = {key: answer.get(key, "") for key in ("runtime", "version", "details", "openssl")}
    said["library"] = library.get("name", "")
    said |= {f"library_{key}": library.get(key, "") for key in ("version", "source")}
    if not all(isinstance(text, str) for text in (*said.values(), *stages)):
        raise nonsense("greets with something else than text")
    return Greeting(stages=tuple(stages), **said)
