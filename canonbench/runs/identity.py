"""The identifier of a run: what a citation names, so that a reader can tell the files from others."""

import hashlib
from pathlib import Path

from canonbench.errors import RunFileError

__all__ = ["identifier"]


def identifier(path: Path) -> str:
    """Return the SHA-256, in hexadecimal digits, over all files of the run folder ``path``, or over a file.

    Of a folder it is over one line for each file, in the order of their relative names:
    the name with ``/``, a space, the SHA-256 of the file's octets, a line feed.

    Raises:
        RunFileError: a file cannot be read.
    """
    try:
        if not path.is_dir():
            return hashlib.sha256(path.read_bytes()).hexdigest()
        whole = hashlib.sha256()
        files = {file.relative_to(path).as_posix(): file for file in path.rglob("*") if file.is_file()}
        for name in sorted(files):
            whole.update(f"{name} {hashlib.sha256(files[name].read_bytes()).hexdigest()}\n".encode())
    except OSError as error:
        raise RunFileError(f"cannot read {error.filename or path}: {error.strerror}") from error
    return whole.hexdigest()
