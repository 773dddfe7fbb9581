"""Parts as leaves write them, made of invented values."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyperf
import pytest


@pytest.fixture
def write_part(tmp_path: Path) -> Callable[..., Path]:
    """Write a part with one process and return its path."""

    def write(
        file: str, values: Sequence[float] = (1.0, 2.0), name: str = "rdfc.label/ob3", **metadata: Any
    ) -> Path:
        known = {"case_version": "v1", "cpu.values": ",".join(str(value / 2) for value in values)}
        metadata = {str(key).replace("__", "."): value for key, value in metadata.items()}
        run = pyperf.Run(
            values, metadata={**known, **metadata, "name": name}, collect_metadata=False, warmups=[(1, 3.0)]
        )
        path = tmp_path / file
        pyperf.BenchmarkSuite([pyperf.Benchmark([run])]).dump(str(path))
        return path

    return write
