"""The catalogue: engines by name, loaded when they are asked for."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any

import pytest

from canonbench import engines
from canonbench.engines import BUILT_IN, Catalogue
from canonbench.errors import EngineUnavailable, UnknownName, UsageError
from canonbench.model.engine import Engine
from canonbench.stages import nquads

FAKE: Engine[str, Any] = Engine(nquads.parse, "fake", run=str.strip)


def test_an_engine_of_the_package_offers_stages_by_name() -> None:
    offered = Catalogue().load("reference")

    assert offered["rdfc.label"].name == "reference"


def test_modules_are_imported_only_until_one_offers_the_stage() -> None:
    first, everything = Catalogue().load("canonbench", "jsonld.expand"), Catalogue().load("canonbench")

    assert "jsonld.expand" in first
    assert "mdoc.parse_mso" not in first
    assert first.keys() < everything.keys()
    assert "mdoc.parse_mso" in Catalogue().load("canonbench", "mdoc.parse_mso")


def test_only_the_engine_asked_for_is_imported() -> None:
    code = (
        "import sys; from canonbench.engines import Catalogue; Catalogue.installed().load('pyoxigraph');"
        "others = ('pyld', 'rdflib', 'cryptography', 'pyperf', 'rich', 'scipy');"
        "print([name for name in others if name in sys.modules])"
    )

    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )


def test_plug_ins_bring_engines_and_cannot_replace_one() -> None:
    catalogue = Catalogue.installed([("mine.py", (FAKE,))])

    assert catalogue.names[-1] == "fake"
    assert catalogue.load("fake") == {"nquads.parse": FAKE}
    taken: Engine[str, Any] = Engine(nquads.parse, "pyld", run=str.strip)
    with pytest.raises(UsageError, match=r"mine\.py brings an engine 'pyld', which exists already"):
        Catalogue.installed([("mine.py", (taken,))])


def test_entry_points_bring_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("outside", "canonbench.engines.reference:ENGINES", engines.GROUP)
    monkeypatch.setattr(engines, "entry_points", lambda group: [point])
    catalogue = Catalogue.installed()

    assert catalogue.names == (*BUILT_IN, "outside")
    assert catalogue.load("outside") == {}


def test_a_name_of_an_entry_point_that_is_taken_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("pyld", "other:ENGINES", engines.GROUP)._for(SimpleNamespace(name="other-dist"))  # type: ignore[attr-defined]
    monkeypatch.setattr(engines, "entry_points", lambda group: [point])

    with pytest.raises(UsageError, match="the entry point of other-dist brings an engine 'pyld'"):
        Catalogue.installed()


def test_what_does_not_load_says_why() -> None:
    catalogue = Catalogue({"absent": "no_such_distribution", "broken": "canonbench.errors:nothing"})

    with pytest.raises(
        EngineUnavailable, match="needs no_such_distribution: pip install no_such_distribution"
    ):
        catalogue.load("absent")
    with pytest.raises(EngineUnavailable, match="engine broken does not load: AttributeError"):
        catalogue.load("broken")
    with pytest.raises(UnknownName, match="did you mean absent"):
        catalogue.load("absentt")
