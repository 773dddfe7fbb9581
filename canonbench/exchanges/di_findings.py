"""What a verifier of Data Integrity proofs is asked, and what it finds."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from canonbench.documents.contexts import Contexts
from canonbench.model.stage import Stage
from canonbench.model.use import Use
from canonbench.stages import key as key_stages

__all__ = ["Finding", "Noted", "Options", "Report"]


class Options(NamedTuple):
    """What a verifier expects and has at hand; what is ``None`` is not asked for.

    Attributes:
        at: the instant at which all is judged, with a time zone; ``None`` is now.
        purpose: of the outermost proofs; ``None`` is what the document's type calls for.
        domain: of the outermost proofs.
        challenge: of the outermost proofs.
        key: the public key of the outermost proofs, whatever their verification methods say of it.
        controllers: controller documents, by identifier.
        status_lists: status list credentials, secured, as they came.
        contexts: more contexts than the bundle has, and before it.
    """

    at: datetime | None = None
    purpose: str | None = None
    domain: str | None = None
    challenge: str | None = None
    key: key_stages.Material | None = None
    controllers: Mapping[str, Mapping[str, Any]] = {}
    status_lists: tuple[bytes, ...] = ()
    contexts: Contexts | None = None


class Finding(NamedTuple):
    """What became of one thing that was checked.

    Attributes:
        place: JSON pointer to it.
        what: ``"proof"``, ``"holder"``, ``"validity"`` or ``"status"``.
        name: of a proof its suite, of a status its purpose, else ``""``.
        id: of a proof its ``id``, else ``""``.
        reason: why it does not verify; ``""`` if it does.
        hashes: of a proof that does not verify, what was hashed and its digest in hex, as far as it came.
    """

    place: str
    what: str
    name: str
    id: str
    reason: str
    hashes: tuple[tuple[str, str], ...] = ()

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong."""
        return not self.reason


class Report(NamedTuple):
    """All findings, and what could not be checked, a line each."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    @property
    def verified(self) -> bool:
        """Whether something was checked, and all of it verifies."""
        return bool(self.findings) and all(each.verified for each in self.findings)


class Noted(Use):
    """Hands out the stages of another ``use``, and notes what was hashed, and its digest in hex."""

    def __init__(self, under: Use) -> None:
        """Note nothing yet."""
        self.hashes: list[tuple[str, str]] = []
        self._under = under

    def __call__(self, stage: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:
        """Return the stage; one of the hash functions with a note of what it gives."""
        run = self._under(stage, of=of)
        if stage.family != "hashing":
            return run

        def noted(value: bytes) -> bytes:
            digest: bytes = run(value)
            self.hashes.append((of, digest.hex()))
            return digest

        return noted

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return what the other has between them."""
        return self._under.between(before, after)
