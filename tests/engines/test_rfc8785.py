"""rfc8785 refuses what is outside the domain of the text, by an error of ours."""

from typing import Any

import pytest

from canonbench.engines.rfc8785 import ENGINES
from canonbench.errors import JcsDomainError
from canonbench.model.engine import Engine

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}


@pytest.mark.parametrize("value", [2**53, float("nan"), float("-inf"), "\ud800", {1: 2}])
def test_what_is_outside_the_domain_is_an_error_of_ours(value: Any) -> None:
    with pytest.raises(JcsDomainError, match="rfc8785: "):
        BY_STAGE["jcs.canonicalize"].neutral()(value)
