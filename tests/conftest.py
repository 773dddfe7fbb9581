"""Fixtures that every test may use."""

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import pytest
from hypothesis import settings

from canonbench.specs.cbor import Codec
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
def codec() -> Codec:
    """CBOR by cbor2, as strict as it can be: one item, no duplicate keys, definite lengths, tags kept."""

    def kept(number: int) -> Callable[[Any, bool], cbor2.CBORTag]:
        return lambda value, _immutable: cbor2.CBORTag(number, value)

    tags = {number: kept(number) for number in (0, 1, 4, 5, 30, 32, 35, 36, 37, 100, 258, 260, 261, 1004)}

    def decode(data: bytes) -> Any:
        source = BytesIO(data)
        value = cbor2.CBORDecoder(
            source, semantic_decoders=tags, allow_duplicate_keys=False, allow_indefinite=False
        ).decode()
        if source.tell() != len(data):
            raise ValueError(f"{len(data) - source.tell()} bytes follow the item")
        return value

    return Codec(cbor2.dumps, decode, cbor2.CBORTag, (cbor2.CBORDecodeError, ValueError))


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
