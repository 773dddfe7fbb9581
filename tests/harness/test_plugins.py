"""Engines from a file."""

from pathlib import Path

import pytest

from canonbench.engines import BUILT_IN
from canonbench.errors import EngineUnavailable, UsageError
from canonbench.harness import plugins


def test_a_file_brings_its_engines(plugin: Path) -> None:
    name, engines = plugins.load_plugin(plugin)

    assert name == "fakes.py"
    assert engines[0].name == "right"


def test_the_catalogue_has_them_beside_the_built_in(plugin: Path) -> None:
    catalogue = plugins.catalogue([plugin])

    assert {"canonbench", "right", "wrong"} <= set(catalogue.names)


def test_a_built_in_engine_alone_costs_no_look_at_entry_points() -> None:
    assert plugins.catalogue([], "canonbench").modules is BUILT_IN


def test_a_stack_that_is_written_out_is_an_engine_too(plugin: Path) -> None:
    name = "json.parse=json,rdfc.canonicalize=right"
    found = plugins.catalogue([plugin], name).load(name)

    assert {stage: engine.name for stage, engine in found.items()} == {
        "json.parse": "json",
        "rdfc.canonicalize": "right",
    }


def test_a_plugin_does_not_run_where_a_built_in_engine_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "meddles.py"
    path.write_text("raise AssertionError('it ran')", encoding="utf-8")

    assert plugins.catalogue([path], "canonbench").names == tuple(BUILT_IN)


@pytest.mark.parametrize("name", ["../x", "a\nb", "", "a,b", "a@b", "x" * 65, "\u00e9", ".."])
def test_an_engine_name_that_no_file_or_list_can_hold_is_refused(plugin: Path, name: str) -> None:
    text = plugin.read_text(encoding="utf-8")
    plugin.write_text(text.replace('"right"', repr(name)), encoding="utf-8")

    with pytest.raises(UsageError, match=r"engine name .* is not 1 to 64 letters") as caught:
        plugins.load_plugin(plugin)

    assert "\n" not in str(caught.value)


def test_a_file_is_known_by_its_base_name_and_digest(plugin: Path) -> None:
    name, _, digest = plugins.source(plugin).partition(" sha256:")

    assert (name, len(digest)) == ("fakes.py", 64)
    assert plugins.source(Path("/gone/x.py")) == "x.py"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise ValueError('no\\nway')", "does not load: ValueError: no way"),
        ("x = 1", "it must define ENGINES"),
        ("ENGINES = 3", "does not load: TypeError"),
        ("import nowhere_to_be_found", "does not load: ModuleNotFoundError"),
        ("def", "does not load: SyntaxError"),
        ("raise SystemExit(0)", "does not load: SystemExit: 0"),
    ],
)
def test_a_file_that_does_not_load_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(EngineUnavailable, match=f"--plugin mine.py.*{message}"):
        plugins.load_plugin(path)


@pytest.mark.parametrize("name", ["gone.py", "text.txt"])
def test_a_file_that_is_none_says_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="no such Python file"):
        plugins.load_plugin(tmp_path / name)


def test_what_is_no_engine_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("ENGINES = (1,)", encoding="utf-8")

    with pytest.raises(UsageError, match="no canonbench Engine"):
        plugins.load_plugin(path)


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from canonbench.model.engine import Engine\nfrom canonbench.stages import rdfc\n"
        "ENGINES = (Engine(rdfc.label, 'pyld', run=print),)",
        encoding="utf-8",
    )

    with pytest.raises(UsageError, match=r"mine\.py brings an engine 'pyld', which exists already"):
        plugins.catalogue([path])
