"""From a name or a path to a document: built in, generated, or the user's own."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple

from canonbench.documents import (
    credential,
    europass,
    formats,
    generate,
    learner_record,
    private,
    resources,
    sd_jwt_education,
    variants,
)
from canonbench.documents.contexts import Contexts, digest
from canonbench.documents.ijson import MAX_BYTES, read
from canonbench.errors import BadDocument, SpecError, UnknownName, UsageError
from canonbench.specs.rdf import Dataset

__all__ = ["Document", "files", "find", "find_all", "names", "without"]

_N_QUADS = (".nq", ".nquads", ".nt")
_JSON = (".json", ".jsonld")


@dataclass(frozen=True, eq=False)
class Document:
    """An input of the stages, with all that it needs and the digests that identify it.

    Attributes:
        name: as in ``list documents``; ``user~`` and eight digits of the digest for a user's file; for a
            variant of another document as in ``canonbench.documents.variants``.
        kind: ``"jsonld"`` (JSON with an ``@context``), ``"json"`` (without) or ``"dataset"``.
        value: the parsed JSON, or the dataset of ``canonbench.specs.rdf``.
        contexts: every context document that ``value`` needs, parsed, by URL.
        source: ``"generated"``, ``"user"``, or the file in the bundle.
        data: the bytes: the file's own, compact JSON, or N-Quads.
        sha256: digest of ``data``, hex.
        contexts_sha256: digest over the URLs and digests of ``contexts``, hex.
        context_digests: SHA-256 of each context's file, by URL.
        seed: what a generated document was made from, else ``None``.
        of: the name of the document that this one is a variant of, else empty.
        without: what a variant is without: a member, or the URL of a context of the bundle; eight digits for
            any other context, and for a member of a user's file.
    """

    name: str
    kind: Literal["jsonld", "json", "dataset"]
    value: Any
    contexts: Mapping[str, dict[str, Any]]
    source: str
    data: bytes
    sha256: str
    contexts_sha256: str
    context_digests: Mapping[str, str]
    seed: int | None = None
    of: str = ""
    without: str = ""

    @property
    def size(self) -> int:
        """Size of ``data`` in bytes."""
        return len(self.data)


class _Origin(NamedTuple):
    name: str
    source: str
    seed: int | None = None


class _Family(NamedTuple):
    """A generated family: ``make(n, seed)`` for n from ``least`` to ``most``; ``shown`` are listed."""

    make: Callable[[int, int], Any]
    least: int
    most: int
    shown: tuple[int, ...]


def _families() -> dict[str, _Family]:
    return {
        "attr": _Family(generate.attributes, 1, 20_000, (5, 20, 100, 500)),
        "credential": _Family(
            lambda count, seed: formats.vcdm(credential.make(count, seed)), 1, 2_000, (20,)
        ),
        "bn": _Family(generate.blank_nodes, 1, 20_000, (10, 50)),
        "cycle": _Family(generate.cycle, 2, 10_000, (10,)),
        "double-circle": _Family(generate.double_circle, 3, 10_000, (6,)),
        "clique": _Family(generate.clique, 2, 64, (4,)),
        "disjoint": _Family(generate.disjoint, 1, 1_000_000, (50,)),
        "clr": _Family(learner_record.transcript, 1, 2_000, (30,)),
        "elm": _Family(europass.transcript, 1, 2_000, (20, 100)),
    }


def names() -> tuple[str, ...]:
    """Return the names of all built-in documents; any other size of a generated family may be asked for."""
    families = (f"{name}-{size}" for name, family in _families().items() for size in family.shown)
    return ("simple", *families, *sd_jwt_education.SAMPLES, *_bundled(resources.education()))


def find(name_or_path: str, *, seed: int = 0, contexts: Contexts | None = None) -> Document:
    """Return one document.

    Args:
        name_or_path: a name of ``names()``, a family with another size (``"bn-200"``), or a file; with
            ``~without-`` and what is gone, a variant of that.
        seed: of what is generated.
        contexts: where contexts come from; the bundle alone if not given.

    Raises:
        UnknownName: neither a name nor a file.
        BadDocument: a file that cannot be read, is not I-JSON or N-Quads, is too large, or needs a context
            that is not to be had; or nothing would remain of a variant.
    """
    loader = contexts or Contexts()
    of, suffix = variants.divide(name_or_path)
    if suffix and not Path(name_or_path).exists():
        return _variant(find(of, seed=seed, contexts=loader), suffix, loader)
    made = _generated(name_or_path, seed)
    if made is not None:
        return _document(_Origin(name_or_path, "generated", seed), made, _bytes_of(made), loader)
    folder = resources.education()
    item = _bundled(folder).get(name_or_path)
    if item is not None:
        data = resources.checked(folder / item["file"], item["sha256"], name_or_path)
        origin = _Origin(name_or_path, f"education/{item['file']}")
        return _document(origin, read(data, name_or_path), data, loader)
    path = Path(name_or_path)
    if path.is_dir():
        raise BadDocument(f"{name_or_path} is a folder; name one file in it")
    if not path.is_file():
        if path.exists():
            raise BadDocument(f"{name_or_path} is no file; copy what it holds into one")
        if path.suffix in (*_JSON, *_N_QUADS) or len(path.parts) > 1:
            raise BadDocument(f"there is no file {name_or_path}; check the path")
        raise UnknownName("document", name_or_path, names())
    return _users(path, loader)


def without(document: Document) -> tuple[variants.Variant, ...]:
    """Return every variant of ``document``, with the reason where there can be none; of JSON-LD alone.

    What a user's document may be without is told by digests that nobody else can make: names of documents
    stand in run files.
    """
    found = variants.variants(document.value, document.contexts) if document.kind == "jsonld" else ()
    if not private.is_private(document.name):
        return found
    return tuple(each._replace(suffix=private.part_of(document.data, each.without)) for each in found)


def _variant(document: Document, suffix: str, loader: Contexts) -> Document:
    """Return the variant of ``document`` that ``suffix`` names.

    Raises:
        UnknownName: it has none of that name.
        BadDocument: nothing would remain of it.
    """
    found = {variant.suffix: variant for variant in without(document)}
    if suffix not in found:
        suffix = next((key for key, each in found.items() if each.without == suffix), suffix)
    name = f"{document.name}{variants.MARK}{suffix}"
    if suffix not in found:
        able = [f"{document.name}{variants.MARK}{each.suffix}" for each in found.values() if not each.reason]
        raise UnknownName("document", name, able)
    variant = found[suffix]
    if variant.value is None:
        raise BadDocument(f"there is no {name}: {variant.reason}; see: canonbench list --variants NAME")
    origin = _Origin(name, document.source, document.seed)
    made = _document(origin, variant.value, _bytes_of(variant.value), loader)
    clear = loader.carries(variant.without) if variant.context else not private.is_private(document.name)
    told = variant.without if clear else suffix
    return replace(made, of=document.name, without=told)


def find_all(name_or_path: str, *, seed: int = 0, contexts: Contexts | None = None) -> tuple[Document, ...]:
    """Return the document of a name or a file, or one for each JSON and N-Quads file of a folder, sorted.

    Raises:
        UnknownName: as ``find``.
        BadDocument: as ``find``; or a folder without any such file.
    """
    loader = contexts or Contexts()
    return tuple(find(each, seed=seed, contexts=loader) for each in files(name_or_path))


def files(name_or_path: str) -> tuple[str, ...]:
    """Return ``name_or_path`` itself, or the paths of the JSON and N-Quads files of a folder, sorted.

    Raises:
        UsageError: it is empty.
        BadDocument: a folder without any such file.
    """
    if not name_or_path:
        raise UsageError("a document without a name; give a name, a file or a folder")
    folder = Path(name_or_path)
    if not folder.is_dir():
        return (name_or_path,)
    found = sorted(
        str(each) for each in folder.iterdir() if each.suffix in (*_JSON, *_N_QUADS) and each.is_file()
    )
    if not found:
        raise BadDocument(
            f"{name_or_path} holds no file {', '.join((*_JSON, *_N_QUADS))}; name another folder"
        )
    return tuple(found)


def _bundled(folder: Path) -> dict[str, dict[str, Any]]:
    return {item["name"]: item for item in resources.manifest(folder)["credentials"]}


def _generated(name: str, seed: int) -> Any:
    """Return the value of a generated document, or ``None`` if ``name`` names none."""
    if name == "simple":
        return generate.simple(seed)
    if name in sd_jwt_education.SAMPLES:
        return sd_jwt_education.SAMPLES[name](seed)
    match = re.fullmatch(r"([a-z-]+)-([1-9][0-9]{0,6})", name)
    family = _families().get(match[1]) if match else None
    if match is None or family is None:
        return None
    size = int(match[2])
    if not family.least <= size <= family.most:
        raise UnknownName("document", name, [f"{match[1]}-N with N from {family.least} to {family.most}"])
    return family.make(size, seed)


def _users(path: Path, contexts: Contexts) -> Document:
    """Read a user's file; the result holds no trace of its name or place."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadDocument(f"cannot read {path}: {error.strerror}; check the file") from error
    if len(data) > MAX_BYTES:
        raise BadDocument(f"{path} has more than {MAX_BYTES} bytes; use a smaller document")
    value = _dataset(data, path) if path.suffix in _N_QUADS else read(data, str(path))
    name = private.name_of(sha256(data).hexdigest())
    return _document(_Origin(name, "user"), value, data, contexts)


def _dataset(data: bytes, path: Path) -> Dataset:
    from canonbench.specs import nquads  # noqa: PLC0415  # its patterns take long to compile

    try:
        return nquads.parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadDocument(f"{path} is not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except SpecError as error:
        raise BadDocument(f"{path} is not N-Quads: {error}; mend it there") from error


def _bytes_of(value: Any) -> bytes:
    if isinstance(value, tuple):
        from canonbench.specs import nquads  # noqa: PLC0415  # its patterns take long to compile

        return nquads.serialize(value).encode()
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _document(origin: _Origin, value: Any, data: bytes, contexts: Contexts) -> Document:
    kind: Literal["jsonld", "json", "dataset"] = "dataset" if isinstance(value, tuple) else "json"
    if kind == "json" and any(isinstance(top, dict) and "@context" in top for top in _tops(value)):
        kind = "jsonld"
    needed = contexts.needed(value) if kind == "jsonld" else {}
    return Document(
        name=origin.name,
        kind=kind,
        value=value,
        contexts={url: context.document for url, context in needed.items()},
        source=origin.source,
        data=data,
        sha256=sha256(data).hexdigest(),
        contexts_sha256=digest(needed),
        context_digests={url: context.sha256 for url, context in needed.items()},
        seed=origin.seed,
    )


def _tops(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
