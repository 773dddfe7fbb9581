"""Fixtures that every test may use."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from canonbench.suites import folder

settings.register_profile("canonbench", max_examples=100, deadline=None)
settings.load_profile("canonbench")


@pytest.fixture(scope="session")
def suite() -> Callable[[str], Path]:
    """Find a public suite by name; skip where it is absent, fail where it must be there (``CI``)."""

    def find(name: str) -> Path:
        found = folder(name)
        if found is None:
            reason = f"suite {name} is not here: set CANONBENCH_SUITES to the folder that holds it"
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(reason)
        return found

    return find


@pytest.fixture(scope="session")
def shared_education() -> Path:
    """Find the published education schemas beside the suites; skip or fail as ``suite`` does."""
    suites = Path(os.environ.get("CANONBENCH_SUITES") or "../shared/suites")
    found = suites.parent / "schemas" / "education"
    if not found.is_dir():
        reason = f"{found} is not here: set CANONBENCH_SUITES to the folder that has ../schemas/education"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found
