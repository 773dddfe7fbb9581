"""Where the education bundle is: contexts, JSON Schemas, credentials and their manifest."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from canonbench.errors import BadDocument

__all__ = ["checked", "education", "manifest"]


def education(package: Path | None = None) -> Path:
    """Return the folder of the bundle.

    A wheel carries it as ``education`` inside the package; a source tree, and so an editable install, has it
    as ``schemas/education`` beside the package.

    Args:
        package: the folder of the package ``canonbench``; the running one if not given.

    Raises:
        BadDocument: neither place has it.
    """
    base = package or Path(__file__).resolve().parent.parent
    places = (base / "education", base.parent / "schemas" / "education")
    for folder in places:
        if (folder / "manifest.json").is_file():
            return folder
    raise BadDocument(f"the education bundle is missing from {places[0]}; reinstall canonbench")


def manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in ``folder``, with the lists ``contexts``, ``jsonschema`` and ``credentials``."""
    loaded: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
    return loaded


def checked(path: Path, expected: str | None, name: str) -> bytes:
    """Return the bytes of ``path``, which ``name`` stands for.

    Raises:
        BadDocument: it cannot be read, or its SHA-256 is not ``expected`` (``None`` accepts any).
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadDocument(f"{name}: cannot read {path.name}: {error.strerror}; check the file") from error
    found = sha256(data).hexdigest()
    if expected not in {None, found}:
        raise BadDocument(
            f"{name}: {path.name} has SHA-256 {found}, not {expected} as the manifest says; "
            "reinstall canonbench"
        )
    return data
