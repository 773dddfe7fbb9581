"""Engines from a file: ``--plugin FILE.py``, a module with ``ENGINES``."""

import hashlib
import importlib.util
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from canonbench.engines import BUILT_IN, Catalogue
from canonbench.errors import EngineUnavailable, UsageError, one_line
from canonbench.harness import stacks
from canonbench.model.engine import Engine

__all__ = ["catalogue", "load_plugin", "source"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+~-]{0,63}")


def load_plugin(path: Path) -> tuple[str, tuple[Engine[Any, Any], ...]]:
    """Run the file ``path`` as a module and return its base name and its ``ENGINES``.

    Raises:
        UsageError: there is no such Python file, or ``ENGINES`` holds what is no engine.
        EngineUnavailable: it raises, or has no ``ENGINES``.
    """
    name = f"canonbench_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UsageError(f"--plugin {path}: there is no such Python file; give a path to FILE.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        engines = tuple(module.ENGINES)
    except AttributeError as error:
        raise EngineUnavailable(f"--plugin {path.name}: {error}; it must define ENGINES, a tuple") from error
    except (Exception, SystemExit) as error:  # whatever a plug-in does
        raise EngineUnavailable(f"--plugin {path.name} does not load: {one_line(error)}") from error
    if not all(isinstance(engine, Engine) for engine in engines):
        raise UsageError(f"--plugin {path.name}: ENGINES holds something that is no canonbench Engine")
    for engine in engines:  # a name becomes a file's name and stands in metadata and option lists
        if not _NAME.fullmatch(str(engine.name)):
            problem = f"engine name {str(engine.name)[:64]!r} is not 1 to 64 letters, digits and . _ + ~ -"
            raise UsageError(f"--plugin {path.name}: {problem}; rename it")
    return path.name, engines


def source(path: Path) -> str:
    """Return what identifies a plug-in in a run file: its base name and digest, never its path."""
    try:
        return f"{path.name} sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
    except OSError:
        return path.name


def catalogue(plugins: Sequence[Path], engine: str = "") -> Catalogue:
    """Return the catalogue with ``plugins``; if ``engine`` is built in, the cheap one with nothing else.

    A plug-in's code runs only in the processes of its own engines: what it changes reaches no other row.

    ``engine`` may be a stack that is written out (``canonbench.harness.stacks``): it is known then.

    Raises:
        EngineUnavailable: a plug-in does not load.
        UsageError: a plug-in's engine has a name that is taken.
    """
    if engine in BUILT_IN:
        return Catalogue()
    return stacks.known(Catalogue.installed([load_plugin(path) for path in plugins]), engine)
