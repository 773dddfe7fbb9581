"""An engine: one implementation of one stage."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from canonbench.model.stage import Stage

__all__ = ["Engine", "Measured", "Remote", "identity", "only_first"]

I = TypeVar("I")  # noqa: E741 - the input of a stage, as in the design
O = TypeVar("O")  # noqa: E741 - the output of a stage
T = TypeVar("T")


def identity(value: T) -> T:
    """Return ``value``: the neutral form is already what the library takes or gives."""
    return value


def only_first(part: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the ``enter`` that ``part`` makes: the same NamedTuple, its first member entered."""

    def enter(value: Any) -> Any:
        return value._replace(**{value._fields[0]: part(value[0])})

    return enter


class Measured(Protocol):
    """One case in another runtime: its input is there, and its first call was made.

    ``first`` is the time of that call, wall and CPU, in seconds; ``output`` is its neutral output.
    """

    first: tuple[float, float]
    output: Any

    def warm(self) -> Mapping[str, int | float | str]:
        """Make calls until they are steady, and return how that went, as metadata."""

    def run(self, loops: int) -> tuple[float, float, tuple[int, ...]]:
        """Return seconds of wall and CPU time of ``loops`` calls together, and garbage collections."""


class Remote(Protocol):
    """An engine in another runtime, which runs its own loop there and reads its own clocks."""

    def facts(self) -> Mapping[str, str]:
        """Return versions and sources of runtime and library, by their metadata keys."""

    def measure(self, value: Any, *, cold: bool, fresh: bool, chunk: int, expected: str = "") -> Measured:
        """Hand over the neutral input ``value`` and let the first call be made.

        ``cold`` gives every call an empty context cache, ``fresh`` an equal but distinct input; ``chunk`` is
        the most inputs to hold at a time; ``expected`` is the digest of the normal form of the output, where
        it is known.
        """


@dataclass(frozen=True, eq=False)
class Engine(Generic[I, O]):
    """One implementation of ``stage``.

    ``run`` is the only thing ever timed: one call, one argument.
    ``enter`` makes, untimed, the type that the library documents as its input out of the neutral input, and
    does nothing more: no work of the stage. ``leave`` makes the neutral output out of the result, untimed.
    ``consumes`` says that ``run`` changes its argument, so that every call needs a fresh one.
    ``cache`` makes an empty context cache; if given, ``enter`` takes ``(input, cache)``: one cache for all
    calls is the warm case, a new one for each call is the cold-context case. Nothing else survives a call.
    ``joins`` says how the result of another stage of the *same* engine becomes this one's input without the
    neutral form in between: the other stage's name to a function (``identity`` where the types are the same).
    ``part`` is ``enter`` for the first member of an input of several (the key of what signs, the dataset of
    what canonicalizes), where that is what comes from another stage and the others need no conversion: then
    ``joins`` are about that member too, and ``run`` takes the same tuple with the native member in it.
    ``algorithm`` names what really runs where that is not the stage's text (``"URDNA2015"``).
    ``remote`` measures an engine whose library runs in another runtime: then ``run`` crosses a pipe, serves
    gate and vectors alone, and is never timed.
    """

    stage: Stage[I, O]
    name: str
    run: Callable[[Any], Any]
    enter: Callable[..., Any] = identity
    leave: Callable[[Any], O] = identity
    consumes: bool = False
    cache: Callable[[], Any] | None = None
    joins: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    part: Callable[[Any], Any] | None = None
    algorithm: str = ""
    remote: Remote | None = None

    def entry(self, cache: Any = None) -> Callable[[I], Any]:
        """Return ``enter`` as a function of the neutral input alone, over ``cache`` (default: a new one)."""
        if self.cache is None:
            return self.enter
        enter, kept = self.enter, self.cache() if cache is None else cache
        return lambda value: enter(value, kept)

    def neutral(self) -> Callable[[I], O]:
        """Return this engine as a function from neutral input to neutral output, for use outside a clock.

        It is ``run`` itself where nothing has to be converted.
        """
        run, enter, leave = self.run, self.entry(), self.leave
        if enter is identity and leave is identity:
            return run
        return lambda value: leave(run(enter(value)))

    def __repr__(self) -> str:
        """Show stage and name."""
        return f"<Engine {self.name} of {self.stage.name}>"
