"""The documents of a plan: its own or the user's, and what each of them would be without a part of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from canonbench.documents import contexts as sources
from canonbench.documents import corpus
from canonbench.documents.variants import MARK
from canonbench.errors import CanonbenchError
from canonbench.harness import subject
from canonbench.harness.loss import refuse_loss
from canonbench.harness.plans.chapter import Definition
from canonbench.harness.subject import Subject

__all__ = ["find"]


def find(
    definition: Definition,
    given: Sequence[str] = (),
    *,
    contexts: Sequence[str] = (),
    plugins: Sequence[Path] = (),
    seed: int = 0,
) -> Subject:
    """Return the documents of ``definition``, or those ``given`` instead, with the variants that it measures.

    Raises:
        CanonbenchError: as ``canonbench.harness.subject.find``.
    """
    varied = [name for chapter in definition.chapters for part in chapter.parts for name in part.varied]
    names = [file for name in given or definition.documents for file in corpus.files(name)]
    loader = sources.Contexts(sources.overrides(contexts))
    more = [
        variant
        for name in (names if given and varied else dict.fromkeys(varied))
        for variant in _variants(name, seed, loader)
    ]
    return subject.find([*names, *more], contexts=contexts, plugins=plugins, seed=seed)


def _variants(name: str, seed: int, loader: sources.Contexts) -> Iterator[str]:
    """Give what the variants of a document are called; ``find`` says why one that is refused has none."""
    try:
        document = corpus.find(name, seed=seed, contexts=loader)
        refuse_loss(document, name)
    except CanonbenchError:
        return
    if not document.of:
        yield from (f"{name}{MARK}{each.suffix}" for each in corpus.without(document) if not each.reason)
