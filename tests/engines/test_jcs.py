"""jcs rounds large integers, so it has no row where the text has nothing to say."""

from typing import Any

import pytest

from canonbench.engines.jcs import ENGINES
from canonbench.errors import EngineUnavailable, JcsDomainError
from canonbench.model.engine import Engine
from canonbench.stages import jsonld, transform

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
JCS = BY_STAGE["jcs.canonicalize"]


@pytest.mark.parametrize("value", [2**53, -(2**53), [{"a": (1, 2**60)}]])
def test_integers_beyond_the_common_domain_are_unavailable(value: Any) -> None:
    with pytest.raises(EngineUnavailable, match=r"beyond 2\^53 - 1"):
        JCS.enter(value)
    with pytest.raises(EngineUnavailable, match=r"beyond 2\^53 - 1"):
        BY_STAGE["transform.jcs"].enter(transform.Request(jsonld.Source(value, {})))


def test_the_common_domain_ends_at_the_last_safe_integer() -> None:
    assert JCS.neutral()([2**53 - 1, True, 2.0**53, "a"]) == b'[9007199254740991,true,9007199254740992,"a"]'


@pytest.mark.parametrize("value", [float("nan"), "\ud800", {1: 2}])
def test_what_is_outside_the_domain_is_an_error_of_ours(value: Any) -> None:
    with pytest.raises(JcsDomainError, match="jcs: "):
        JCS.neutral()(value)
