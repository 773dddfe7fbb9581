"""hashlib: HKDF is put together here, so it is held against another implementation."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from canonbench.engines.cryptography import ENGINES as LIBRARY
from canonbench.engines.hashlib import ENGINES
from canonbench.model.engine import Engine
from canonbench.stages.hkdf import Derivation

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
OTHERS: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in LIBRARY}


@given(st.binary(max_size=64), st.binary(max_size=64), st.binary(max_size=64), st.integers(1, 255 * 32))
def test_hkdf_is_that_of_cryptography(secret: bytes, salt: bytes, info: bytes, length: int) -> None:
    derivation = Derivation(secret, salt, info, length)

    assert BY_STAGE["hkdf.derive"].run(derivation) == OTHERS["hkdf.derive"].run(derivation)
