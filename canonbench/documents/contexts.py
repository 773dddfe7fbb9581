"""The frozen loader: JSON-LD contexts from the bundle and from files the user names, never from a network.

Each file of the bundle is checked against the digest in its manifest when it is first read.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

from canonbench.documents import resources
from canonbench.documents.ijson import pointer, read
from canonbench.errors import BadDocument, UnknownContext, UsageError

__all__ = ["Context", "Contexts", "digest", "overrides"]


class Context(NamedTuple):
    """A parsed context document (whole, with its ``@context`` member) and the digest of its file."""

    document: dict[str, Any]
    sha256: str


class Contexts(Mapping[str, dict[str, Any]]):
    """Context documents by URL, read and checked on first use."""

    def __init__(self, files: Mapping[str, Path] | None = None, *, folder: Path | None = None) -> None:
        """Take the bundle in ``folder`` (the package's own if not given); ``files`` go before it.

        Args:
            files: URL to file, as ``overrides`` reads them from ``--context URL=FILE``.
            folder: a folder with a ``manifest.json``.
        """
        bundle = folder or resources.education()
        self._files: dict[str, tuple[Path, str | None]] = {}
        for item in resources.manifest(bundle)["contexts"]:
            for url in (item["url"], *item.get("aliases", ())):
                self._files[url] = (bundle / item["file"], item["sha256"])
        for url, path in (files or {}).items():
            self._files[url] = (path, None)
        self._read: dict[str, Context] = {}

    def __getitem__(self, url: str) -> dict[str, Any]:
        """Return the context document of ``url``; raises ``UnknownContext`` or ``BadDocument``."""
        return self.get_context(url).document

    def __iter__(self) -> Iterator[str]:
        """Give every known URL, aliases included."""
        return iter(self._files)

    def __len__(self) -> int:
        """Count the known URLs."""
        return len(self._files)

    def get_context(self, url: str, where: str = "") -> Context:
        """Return the context of ``url``, parsed and with the SHA-256 of its file.

        Args:
            url: absolute URL, exactly as a document writes it.
            where: for the message, what asks for it.

        Raises:
            UnknownContext: nothing stands for ``url``; the message names the option that gives it.
            BadDocument: the file cannot be read, is no context, or is not the one in the manifest.
        """
        known = self._read.get(url)
        if known is not None:
            return known
        if url not in self._files:
            raise UnknownContext(url, where)
        path, expected = self._files[url]
        data = resources.checked(path, expected, f"context {url}")
        document = read(data, f"context {url}")
        if not isinstance(document, dict) or "@context" not in document:
            raise BadDocument(f"context {url}: {path.name} has no @context at the top; give the right file")
        self._read[url] = Context(document, sha256(data).hexdigest())
        return self._read[url]

    def carries(self, url: str) -> bool:
        """Tell whether ``url`` is in the bundle, and not given by the user."""
        return url in self._files and self._files[url][1] is not None

    def needed(self, document: Any) -> dict[str, Context]:
        """Return every context that ``document`` refers to, directly or through another one, by URL.

        Looks at each ``@context`` at any depth, at ``@import`` and at the scoped contexts of terms
        (JSON-LD 1.1 sections 3.1, 4.1.8 to 4.1.10). A relative reference is resolved against the context that
        holds it; in the document itself there is no base, so it stays as it is.

        Raises:
            UnknownContext: one of them is not to be had; the message names the place that asks for it.
            BadDocument: one of them cannot be read.
        """
        found: dict[str, Context] = {}
        waiting = [(url, f"at {pointer(path)}") for url, path in _references(document, ())]
        while waiting:
            url, where = waiting.pop(0)
            if url in found:
                continue
            found[url] = self.get_context(url, where)
            body = found[url].document["@context"]
            waiting += [(urljoin(url, inner), f"in {url}") for inner, _ in _inside(body, ())]
        return found


def digest(contexts: Mapping[str, Context]) -> str:
    """Return one SHA-256 (hex) over the URLs and digests of ``contexts``, whatever their order."""
    lines = sorted(f"{url} {context.sha256}\n" for url, context in contexts.items())
    return sha256("".join(lines).encode()).hexdigest()


def overrides(options: Iterable[str]) -> dict[str, Path]:
    """Read the values of ``--context URL=FILE``.

    A URL may hold ``=`` itself, so the first ``=`` after which an existing file is named divides the two.

    Raises:
        UsageError: no ``=``, or no such file.
    """
    files: dict[str, Path] = {}
    for option in options:
        parts = option.split("=")
        divided = [("=".join(parts[:at]), Path("=".join(parts[at:]))) for at in range(1, len(parts))]
        existing = [(url, path) for url, path in divided if url and path.is_file()]
        if not existing:
            raise UsageError(f"--context {option}: no such file; write --context URL=FILE")
        url, path = existing[0]
        files[url] = path
    return files


_Path = tuple[str | int, ...]


def _references(value: Any, path: _Path) -> Iterator[tuple[str, _Path]]:
    """Give the context URLs in a document, with their places."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "@context":
                yield from _inside(member, (*path, name))
            else:
                yield from _references(member, (*path, name))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from _references(element, (*path, index))


def _inside(local: Any, path: _Path) -> Iterator[tuple[str, _Path]]:
    """Give the context URLs in a local context: itself, its ``@import``, its terms' scoped contexts."""
    if isinstance(local, str):
        yield local, path
    elif isinstance(local, list):
        for index, element in enumerate(local):
            yield from _inside(element, (*path, index))
    elif isinstance(local, dict):
        for term, definition in local.items():
            if term == "@import" and isinstance(definition, str):
                yield definition, (*path, term)
            elif isinstance(definition, dict) and "@context" in definition:
                yield from _inside(definition["@context"], (*path, term, "@context"))
