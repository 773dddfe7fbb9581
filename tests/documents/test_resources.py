"""The bundle is found in a wheel and in a source tree."""

from pathlib import Path

import pytest

from canonbench.documents import resources
from canonbench.errors import BadDocument


def put_manifest(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text('{"contexts": []}')
    return folder


def test_a_wheel_carries_the_bundle_inside_the_package(tmp_path: Path) -> None:
    inside = put_manifest(tmp_path / "site-packages" / "canonbench" / "education")
    put_manifest(tmp_path / "site-packages" / "schemas" / "education")

    assert inside == resources.education(tmp_path / "site-packages" / "canonbench")


def test_an_editable_install_has_the_bundle_beside_the_package(tmp_path: Path) -> None:
    beside = put_manifest(tmp_path / "schemas" / "education")

    assert beside == resources.education(tmp_path / "canonbench")


def test_an_installation_without_the_bundle_is_said_to_be_broken(tmp_path: Path) -> None:
    with pytest.raises(BadDocument, match=r"bundle is missing from .*; reinstall canonbench"):
        resources.education(tmp_path / "canonbench")


def test_the_running_package_has_a_bundle() -> None:
    manifest = resources.manifest(resources.education())

    assert {"format", "contexts", "jsonschema", "credentials"} == set(manifest)
