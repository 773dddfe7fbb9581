"""The tests mirror the package, so that whoever opens a module knows where its tests are."""

import ast
import re
from pathlib import Path

import pytest

from canonbench.cli import VERBS

ROOT = Path(__file__).parent.parent

DECLARATIONS = {f"stages/{name}.py" for name in ("nquads", "rdfc", "rdflib", "texts")} | {
    f"harness/plans/{name}.py" for name in ("algorithms", "blank_nodes", "education", "paper", "quick")
}
"""Modules that only declare, and have nothing of their own to run.

tests/stages/test_declarations.py holds every stage, its text and its input to the same rules, these too, and
tests/harness/plans/test_init.py every plan.
"""

OF_A_PACKAGE = {
    "report/page/test_in_a_browser.py": "template, style, script and pictures meet in a browser alone",
    "specs/jsonld/test_random_documents.py": "random documents go through all of its modules at once",
    "stages/test_declarations.py": "what every stage must be, whatever its module",
}
"""Tests that belong to no one module of their folder, and why."""


def test_every_module_has_its_test_file() -> None:
    modules = [path.relative_to(ROOT / "canonbench") for path in (ROOT / "canonbench").rglob("*.py")]
    expected = {
        path.parent / f"test_{path.stem}.py"
        for path in modules
        if not path.stem.startswith("__") and path.as_posix() not in DECLARATIONS
    }
    missing = [str(path) for path in sorted(expected) if not (ROOT / "tests" / path).is_file()]

    assert missing == []


@pytest.mark.parametrize("name", sorted(DECLARATIONS))
def test_a_module_without_a_test_file_only_declares(name: str) -> None:
    tree = ast.parse((ROOT / "canonbench" / name).read_text("utf-8"))
    allowed = ast.Import | ast.ImportFrom | ast.Expr | ast.Assign | ast.AnnAssign
    running = [
        ast.unparse(node)
        for statement in tree.body
        for node in (statement.body if isinstance(statement, ast.ClassDef) else [statement])
        if not isinstance(node, allowed)
        or (isinstance(node, ast.Expr) and not _is_docstring(node))
        or any(isinstance(inner, ast.Lambda) for inner in ast.walk(node))
    ]

    assert running == []


def _is_docstring(node: ast.Expr) -> bool:
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def test_every_test_file_in_a_folder_of_the_package_has_its_module() -> None:
    packages = {path.name for path in (ROOT / "canonbench").iterdir() if (path / "__init__.py").is_file()}
    tests = [
        path.relative_to(ROOT / "tests")
        for package in packages
        for path in (ROOT / "tests" / package).rglob("test_*.py")
    ]
    orphans = [
        path.as_posix()
        for path in tests
        if not (ROOT / "canonbench" / path.parent / f"{path.stem.removeprefix('test_')}.py").is_file()
        and not (
            ROOT / "canonbench" / path.parent / path.stem.removeprefix("test_") / "__init__.py"
        ).is_file()
        and path.stem != "test_init"
    ]

    assert set(orphans) == set(OF_A_PACKAGE)


@pytest.mark.parametrize("package", ["harness", "cli"])
def test_every_module_has_its_place_in_the_architecture(package: str) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, places = text.partition(f"| in `{package}` | modules |")
    named = set(re.findall(r"`([a-z_]+)`", places.partition("\n\n")[0]))
    there = {path.stem for path in (ROOT / "canonbench" / package).iterdir() if path.stem[0] != "_"}

    assert there - named <= set(VERBS)
    assert named <= there | set(VERBS)
