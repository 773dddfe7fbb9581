"""The packages of Node.js, installed once."""

import os
import re
import shutil
from typing import NoReturn

import pytest

from canonbench.errors import CanonbenchError
from canonbench.runtimes.install import Runtimes, install_node

_UNREACHABLE = re.compile(r"network|proxy|registry|no such host|timed? ?out|Timeout|ECONN|E40[34]")
"""In what npm says last where its registry cannot be reached, which is nobody's fault here."""


def _unless_ci(reason: str) -> NoReturn:
    """Skip, but where continuous integration must have everything."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def runtimes(tmp_path_factory: pytest.TempPathFactory) -> Runtimes:
    """Install the packages once, where npm and its registry are there."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        _unless_ci("Node.js and npm are not on the PATH")
    found = Runtimes(tmp_path_factory.mktemp("runtimes"))
    try:
        install_node(found)
    except CanonbenchError as error:
        reason = f"npm cannot install the packages here: {error}"
        if _UNREACHABLE.search(reason):
            pytest.skip(reason)
        _unless_ci(reason)
    return found
