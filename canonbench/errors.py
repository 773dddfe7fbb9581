"""Every error that canonbench raises on purpose.

::

    CanonbenchError                 exit code 1
    |-- UsageError                  exit code 2: the command line asks for what cannot be
    |   `-- UnknownName             a stage, engine, document or exchange that does not exist
    |-- EngineUnavailable           a distribution is not installed, or fails to load
    |-- ExtraMissing                a library of an optional extra is not installed
    |-- BadDocument                 not I-JSON, unknown context, data loss; names the place
    |   `-- UnknownContext (also KeyError) no bundled or named file stands for a context's URL
    |-- EnginesDisagree             an output is not that of the other engines
    |-- SpecError (also ValueError) raised by the algorithms in ``canonbench.specs``
    |   |-- MalformedInput          not in the grammar of its specification
    |   |-- JcsDomainError          outside the domain of RFC 8785
    |   |-- JsonLdError             carries the JSON-LD error code and a JSON pointer
    |   |   `-- DataLoss            a document says what its dataset would not
    |   `-- WorkLimitExceeded       a stated bound on work was reached
    |-- VerificationFailed          a proof, signature, digest or binding does not verify
    `-- RunFileError                unreadable, of another version, or already there

``str(error)`` is one line: what happened, where, and what to do next.
Only ``canonbench.cli.main`` prints an error and exits.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

__all__ = [
    "BadDocument",
    "CanonbenchError",
    "DataLoss",
    "EngineUnavailable",
    "EnginesDisagree",
    "ExtraMissing",
    "JcsDomainError",
    "JsonLdError",
    "MalformedInput",
    "RunFileError",
    "SpecError",
    "UnknownContext",
    "UnknownName",
    "UsageError",
    "VerificationFailed",
    "WorkLimitExceeded",
    "one_line",
]


class CanonbenchError(Exception):
    """Base of everything raised on purpose; ``exit_code`` is what the program exits with."""

    exit_code = 1


class UsageError(CanonbenchError):
    """The command line asks for something that cannot be."""

    exit_code = 2


class UnknownName(UsageError):
    """A name that stands for nothing; the message lists near ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """Say that ``name`` is no ``kind`` (as in ``"engine"``), and which of ``known`` are near."""
        known = list(known)
        near = get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else f"known: {', '.join(known)}"
        super().__init__(f"there is no {kind} {name!r}; {hint}")


class EngineUnavailable(CanonbenchError):
    """An engine cannot be loaded here; the message names the distribution that is missing."""


class ExtraMissing(CanonbenchError):
    """A library that comes with an extra of canonbench is not installed."""

    def __init__(self, library: str, extra: str, purpose: str) -> None:
        """Say that ``library`` is needed for ``purpose`` and comes with ``extra``."""
        super().__init__(
            f"{purpose} need {library}, which is not installed; get it by: "
            f"python -m pip install 'canonbench[{extra}]'"
        )


class BadDocument(CanonbenchError):
    """A document that must not be measured or signed; the message names the place."""


class UnknownContext(BadDocument, KeyError):
    """A JSON-LD context that neither the bundle nor the user provides; nothing is fetched."""

    def __init__(self, url: str, where: str = "") -> None:
        """Name the ``url``, ``where`` it is asked for, and the option that gives it."""
        shown = url if url.isprintable() else ascii(url)
        place = f" ({where})" if where else ""
        super().__init__(
            f"context {shown}{place} is not in the bundle, and nothing is fetched: without it a document "
            f"is JSON only; give it with --context {shown}=FILE"
        )
        self.url = url

    def __str__(self) -> str:
        """Return the message; ``KeyError`` would quote it."""
        return str(self.args[0])


class EnginesDisagree(CanonbenchError):
    """An output differs from the expected output of the other engines."""


class SpecError(CanonbenchError, ValueError):
    """Base of the errors raised by the algorithms in ``canonbench.specs``."""


class MalformedInput(SpecError):
    """Input that is outside the grammar of its specification."""


class JcsDomainError(SpecError):
    """A value outside the domain of RFC 8785 (section 3.1 and 3.2.2.3)."""


class JsonLdError(SpecError):
    """A JSON-LD error, with the code that JSON-LD 1.1 API section 9.6 (JsonLdErrorCode) gives it."""

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        """Keep ``code`` (``"invalid term definition"``), and ``pointer``, an RFC 6901 JSON pointer."""
        super().__init__(f"{code}: {message}" + (f" at {pointer}" if pointer else ""))
        self.code = code
        self.pointer = pointer


class DataLoss(JsonLdError):
    """Signing or verifying would leave parts of a document out (VC Data Integrity, section 2.4.3)."""

    def __init__(self, losses: Sequence[tuple[str, str, str]]) -> None:
        """Keep ``losses``, each (JSON pointer, kind, value), at least one; the message shows the first."""
        pointer, kind, value = losses[0]
        more = f" and {len(losses) - 1} more" if len(losses) > 1 else ""
        super().__init__("DATA_LOSS_DETECTION_ERROR", f"{kind} {value!r} would not be signed{more}", pointer)
        self.losses = tuple(losses)


class WorkLimitExceeded(SpecError):
    """A stated bound on work was reached, as on a poison graph."""


class VerificationFailed(CanonbenchError):
    """A proof, a signature, a digest or a binding does not verify; never a bare ``False``."""


class RunFileError(CanonbenchError):
    """A run file that is unreadable, of another version, or already there."""


def one_line(error: BaseException) -> str:
    """Return what ``error`` is and what it says, as it goes into the one line of another message."""
    return " ".join(f"{type(error).__name__}: {error}".split())
