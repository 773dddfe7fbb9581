"""What a measuring command is about: documents, where engines come from, and the plug-ins that load."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from canonbench.documents import contexts as sources
from canonbench.documents import corpus, private
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError, UsageError
from canonbench.harness.loss import refuse_loss
from canonbench.harness.plugins import load_plugin
from canonbench.model.stage import Stage

__all__ = ["Factors", "Subject", "find"]

Factors = tuple[tuple[str, str], ...]

_HASHED = frozenset(
    {
        "rdfc",
        "transform",
        "hashing",
        "hmac",
        "hkdf",
        "key",
        "eddsa",
        "ecdsa",
        "ecdh",
        "multibase",
        "base64url",
    }
)
"""Families whose inputs depend on the hash algorithm: the canonical form does, and the curve goes with it."""


@dataclass(frozen=True)
class Subject:
    """Documents, catalogue and plug-ins.

    ``problems`` says what was named and is left out, a line each. ``seed``, ``algorithm`` (of hashing) and
    ``overrides`` (addresses of contexts that were given) bear on a case's name if they are not the default.
    """

    documents: tuple[corpus.Document, ...]
    catalogue: Catalogue
    plugins: tuple[Path, ...]
    problems: tuple[str, ...]
    seed: int = 0
    algorithm: str = "sha256"
    overrides: frozenset[str] = frozenset()

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes of every document, by its name."""
        return {document.name: document.size for document in self.documents}

    @property
    def contexts(self) -> dict[str, str]:
        """The SHA-256 of every context that is used, by its address, which is withheld of a given one."""
        return {
            private.name_of(digest) if url in self.overrides else url: digest
            for document in self.documents
            for url, digest in document.context_digests.items()
        }

    def factors(self, document: corpus.Document) -> Callable[[Stage[Any, Any]], Factors]:
        """Return what gives a stage's factors on ``document``."""
        found = []
        if self.seed and document.seed is not None:
            found.append(("seed", str(self.seed)))
        if self.overrides:
            found.append(("contexts", document.contexts_sha256[:8]))

        def of(stage: Stage[Any, Any]) -> Factors:
            hashed = (
                [("hash", self.algorithm)] if self.algorithm != "sha256" and stage.family in _HASHED else []
            )
            return tuple(sorted([*hashed, *found]))

        return of


def find(
    names: Sequence[str],
    *,
    contexts: Sequence[str] = (),
    plugins: Sequence[Path] = (),
    seed: int = 0,
    algorithm: str = "sha256",
) -> Subject:
    """Find documents (names, files and folders) and load plug-ins.

    ``contexts`` are values of ``--context``. What fails is a problem as long as something is left.

    Raises:
        UsageError: a document or a plug-in that is named does not exist, or a plug-in's engine is none.
        CanonbenchError: no document is left.
    """
    given = sources.overrides(contexts)
    loader = sources.Contexts(given)
    found: dict[str, corpus.Document] = {}
    errors: list[CanonbenchError] = []
    for name in [file for each in names for file in corpus.files(each)]:
        try:
            document = corpus.find(name, seed=seed, contexts=loader)
            refuse_loss(document, name)
        except UsageError:
            raise
        except CanonbenchError as error:
            errors.append(error)
        else:
            found[document.name] = document
    if not found:
        raise errors[0]
    loaded, paths = [], []
    for path in plugins:
        try:
            loaded.append(load_plugin(path))
            paths.append(path)
        except UsageError:
            raise
        except CanonbenchError as error:
            errors.append(error)
    problems = tuple(str(error) for error in errors)
    catalogue = Catalogue.installed(loaded)
    return Subject(
        tuple(found.values()), catalogue, tuple(paths), problems, seed, algorithm, frozenset(given)
    )
