"""Documents and engines that are not real, for the tests of the harness."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

# A plug-in whose engines do every stage of RDFC-1.0 by our own code, but for what their names say.
_PLUGIN = '''
import os, signal, sys, time
from canonbench.errors import EngineUnavailable, MalformedInput, WorkLimitExceeded
from canonbench.model.engine import Engine
from canonbench.specs import rdfc10
from canonbench.stages import jsonld, rdfc

def right(request):
    return rdfc10.canonicalize(*request)

def wrong(request):
    return right(request).replace("_:c14n0", "_:c14n9")

def drift(request, seen=[]):
    seen.append(1)
    return right(request) if len(seen) % 2 else wrong(request)

def loud(request):
    print("a library that prints")
    return right(request)

def leave():
    os._exit(0)

def fail(error):
    def run(request):
        if request.hash == "sha384" or True:
            raise error
    return run

def on_large(action):
    """Do the right thing on small inputs, and ``action`` on large ones."""
    def run(request):
        if len(request.dataset) > 6:
            action()
        return right(request)
    return run

def spoil(request):
    result = right(request)
    request.append("spoilt")
    return result

def deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)

def engines(name, run, **options):
    return (Engine(rdfc.canonicalize, name, run=run, **options),)

ENGINES = (
    *engines("right", right),
    *engines("again", right),
    *engines("wrong", wrong),
    *engines("drift", drift),
    *engines("loud", loud),
    *engines("aborts", on_large(os.abort)),
    *engines("leaves", on_large(leave)),
    *engines("hangs", on_large(deaf)),
    *engines("poison", fail(WorkLimitExceeded("too many steps"))),
    *engines("picky", fail(MalformedInput("a secret value"))),
    *engines("raises", fail(KeyError("a secret value"))),
    *engines("absent", fail(EngineUnavailable("pip install absent"))),
    Engine(rdfc.label, "labels", run=lambda request: rdfc10.label(*request), algorithm="FAKE"),
)
'''


@dataclass(frozen=True)
class Paper:
    """A document as the harness sees it."""

    name: str
    kind: Literal["jsonld", "json", "dataset"]
    value: Any
    contexts: Mapping[str, Any] = field(default_factory=dict)
    sha256: str = "d1"
    size: int = 9
    contexts_sha256: str = "c1"


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """Write a plug-in file whose engines go wrong in every way there is."""
    path = tmp_path / "fakes.py"
    path.write_text(_PLUGIN, encoding="utf-8")
    return path


def _quads(count: int) -> tuple[Any, ...]:
    return tuple(("_:b", "urn:p", (str(number), "urn:t", None), None) for number in range(count))


@pytest.fixture
def paper() -> Callable[..., Paper]:
    """Make documents."""
    return Paper


@pytest.fixture
def small() -> Paper:
    """Give a dataset of two quads, which every engine of the plug-in can do."""
    return Paper("small", "dataset", _quads(2))


@pytest.fixture
def large() -> Paper:
    """Give a dataset of eight quads, which some engines of the plug-in cannot do."""
    return Paper("large", "dataset", _quads(8))
