"""json and base64 of Python: what they let pass is known, what they refuse is an error of ours."""

from typing import Any

import pytest

from canonbench.engines.own import ENGINES as OWN
from canonbench.engines.stdlib import ENGINES
from canonbench.errors import BadDocument, MalformedInput
from canonbench.model.engine import Engine

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
STRICT: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in OWN}


def test_a_repeated_member_passes_here_and_not_in_ours() -> None:
    text = b'{"a": 1, "a": 2}'

    assert BY_STAGE["json.parse"].run(text) == {"a": 2}
    with pytest.raises(BadDocument, match="twice"):
        STRICT["json.parse"].run(text)


def test_pad_bits_that_are_not_zero_pass_here_and_not_in_ours() -> None:
    assert BY_STAGE["base64url.decode"].run("--9") == BY_STAGE["base64url.decode"].run("--8")
    with pytest.raises(MalformedInput, match="pad bits"):
        STRICT["base64url.decode"].run("--9")


def test_what_is_refused_is_an_error_of_ours() -> None:
    with pytest.raises(MalformedInput, match="json: "):
        BY_STAGE["json.parse"].run(b"{")
    with pytest.raises(MalformedInput, match="base64: "):
        BY_STAGE["base64url.decode"].run("é")


def test_the_kit_s_json_is_no_jcs() -> None:
    value = {"n": 1.0, "\ufb33": 1, "\U0001f600": 2}

    assert BY_STAGE["kit.json_dumps"].run(value) != STRICT["jcs.canonicalize"].run(value)
