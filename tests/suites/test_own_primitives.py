"""The vectors around canonicalization: at least one a stage, each of them an input that can be frozen."""

from canonbench.harness import codec
from canonbench.stages import FAMILIES, STAGES
from canonbench.suites import own_primitives

ROWS = list(own_primitives.rows())
CONTRAST = {stage.name for stage in FAMILIES["kit"]} - {"kit.json_dumps"}
"""What others time: no text says what it should give."""


def test_every_stage_around_canonicalization_has_a_vector() -> None:
    families = {
        *("json", "jcs", "kit", "hashing", "hmac", "hkdf", "key", "eddsa", "ecdsa", "ecdh"),
        *("multibase", "base64url", "cbor"),
    }

    expected = {name for name, stage in STAGES.items() if stage.family in families}
    assert {stage for stage, *_ in ROWS} == expected - CONTRAST


def test_no_name_stands_for_two_vectors() -> None:
    assert len({(stage, name) for stage, name, *_ in ROWS}) == len(ROWS)


def test_every_input_survives_its_file() -> None:
    inputs = [given for *_, given, _ in ROWS]

    assert [codec.load(codec.dump(given)) for given in inputs] == inputs
