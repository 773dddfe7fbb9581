"""Engines whose library runs in another runtime: one child for all stages of an engine."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from canonbench.model.engine import Engine, identity
from canonbench.model.stage import Stage
from canonbench.runs import keys
from canonbench.runtimes.faults import RuntimeFault
from canonbench.runtimes.neutral import decode
from canonbench.runtimes.protocol import WARM_UP, Checked, Session, WarmUp

__all__ = ["Case", "Runtime", "remote_engine"]

_CPU_OF = "process"


class Runtime:
    """A runtime with one library: its session, which begins with the first question.

    After a fault the next question begins a new one, with a child that knows nothing of the last.
    """

    def __init__(self, begin: Callable[[], Session], warm_up: WarmUp = WARM_UP) -> None:
        """Begin sessions by ``begin``; a child is warm by ``warm_up``."""
        self.warm_up = warm_up
        self._begin, self._session = begin, None
        self._lock = threading.Lock()

    _session: Session | None

    @property
    def session(self) -> Session:
        """The session, begun if there is none that can go on.

        Raises:
            RuntimeFault: the child does not start, or speaks another version.
            EngineUnavailable: it says that something is missing.
        """
        with self._lock:
            if self._session is None or not self._session.alive:
                self._session = self._begin()
            return self._session

    def end(self) -> None:
        """End the session, if there is one."""
        with self._lock:
            if self._session is not None:
                self._session.end()
                self._session = None

    def facts(self) -> dict[str, str]:
        """Return versions and sources of the runtime and its library, by their metadata keys."""
        said = self.session.greeting
        details = f" ({said.details})" if said.details else ""
        found = {
            keys.ENGINE_VERSION: said.library_version,
            keys.ENGINE_SOURCE: said.library_source or f"{said.library} {said.library_version}",
            keys.OPENSSL_VERSION: said.openssl and f"OpenSSL {said.openssl}",
            keys.RUNTIME: f"{said.runtime} {said.version}{details}",
        }
        return {str(key): value for key, value in found.items() if value}


class Case:
    """One case in the child of a ``Runtime``: prepared, and its first call made.

    ``first`` is the time of that call, wall and CPU, in seconds; ``output`` is its neutral output.
    """

    def __init__(self, session: Session, warm_up: WarmUp, checked: Checked, output: Any) -> None:
        """Keep what the first call gave."""
        self._session, self._warm_up = session, warm_up
        self._digest = checked.digest
        self.first = (checked.wall, checked.cpu)
        self.output = output

    def warm(self) -> Mapping[str, keys.Scalar]:
        """Let the child call until it is steady, and return how that went, as metadata."""
        warmed = self._session.warm(self._warm_up)
        found: dict[str, keys.Scalar] = {
            str(keys.CPU_OF): _CPU_OF,
            str(keys.WARM_CALLS): warmed.calls,
            str(keys.WARM_STEADY): "yes" if warmed.steady else "no",
            str(keys.WARM_TEST): self._warm_up.describe(),
        }
        if warmed.series:
            found[str(keys.WARM_CPU)] = keys.join(warmed.series)
        return found

    def run(self, loops: int) -> tuple[float, float, tuple[int, ...]]:
        """Return seconds of wall and CPU time of ``loops`` calls together, and collections by generation.

        Raises:
            RuntimeFault: the last of them gave another output than the first call of all.
        """
        ran = self._session.run(loops)
        if ran.digest != self._digest:
            raise RuntimeFault(
                "digest",
                f"a timed call gave an output of digest {ran.digest[:16]}, not {self._digest[:16]} as the "
                "first one: the library changes its input, or keeps something between calls",
            )
        return ran.wall, ran.cpu, ran.collections


class _Remote:
    """What the harness asks of an engine that measures itself; see ``canonbench.model.engine.Remote``."""

    def __init__(
        self, runtime: Runtime, stage: str, leave: Callable[[Any], Any], named: Mapping[str, Any]
    ) -> None:
        self._runtime, self._stage, self._leave, self._named = runtime, stage, leave, named

    def facts(self) -> dict[str, str]:
        return self._runtime.facts()

    def measure(self, value: Any, *, cold: bool, fresh: bool, chunk: int, expected: str = "") -> Case:
        session = self._runtime.session
        session.prepare(self._stage, value, cold=cold, fresh=fresh, chunk=chunk, expected=expected)
        checked = session.check()
        output = self._leave(decode(checked.output, self._named))
        return Case(session, self._runtime.warm_up, checked, output)

    def call(self, value: Any) -> Any:
        session = self._runtime.session
        session.prepare(self._stage, value, cold=False, chunk=1)
        return decode(session.check().output, self._named)


def remote_engine(  # noqa: PLR0913 - what an engine is made of, by name
    stage: Stage[Any, Any],
    name: str,
    runtime: Runtime,
    *,
    leave: Callable[[Any], Any] = identity,
    named: Mapping[str, Any] | None = None,
    algorithm: str = "",
    caches: bool = True,
) -> Engine[Any, Any]:
    """Return the engine ``name`` of ``stage``, whose calls are made in the child of ``runtime``.

    ``leave`` makes the neutral output out of the decoded one, ``named`` its tuples that have a name;
    ``caches`` tells whether it keeps what the stage may keep, so that cold is another case than warm. Its
    ``run`` is for the gate and the vectors; a measurement goes by ``remote``, where the child has the clock.
    """
    remote = _Remote(runtime, stage.name, leave, named or {})
    cached = stage.cached and caches
    return Engine(
        stage,
        name,
        run=remote.call,
        enter=_without_cache if cached else identity,
        leave=leave,
        cache=dict if cached else None,
        algorithm=algorithm,
        remote=remote,
    )


def _without_cache(value: Any, _cache: Any) -> Any:
    return value
