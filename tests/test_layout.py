"""The tests mirror the package, so that whoever opens a module knows where its tests are."""

from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_module_has_its_test_file() -> None:
    modules = [path.relative_to(ROOT / "canonbench") for path in (ROOT / "canonbench").rglob("*.py")]
    expected = {path.parent / f"test_{path.stem}.py" for path in modules if not path.stem.startswith("__")}
    missing = [str(path) for path in sorted(expected) if not (ROOT / "tests" / path).is_file()]

    assert missing == []


def test_every_test_file_in_a_folder_of_the_package_has_its_module() -> None:
    packages = {path.name for path in (ROOT / "canonbench").iterdir() if (path / "__init__.py").is_file()}
    tests = [
        path.relative_to(ROOT / "tests")
        for package in packages
        for path in (ROOT / "tests" / package).rglob("test_*.py")
    ]
    orphans = [
        str(path)
        for path in tests
        if not (ROOT / "canonbench" / path.parent / f"{path.stem.removeprefix('test_')}.py").is_file()
        and not (
            ROOT / "canonbench" / path.parent / path.stem.removeprefix("test_") / "__init__.py"
        ).is_file()
        and path.stem != "test_init"
    ]

    assert orphans == []
