"""The vectors around canonicalization: at least one a stage, each of them an input that can be frozen."""

from canonbench.harness import codec
from canonbench.stages import STAGES
from canonbench.suites import own_primitives

ROWS = list(own_primitives.rows())


def test_every_stage_around_canonicalization_has_a_vector() -> None:
    families = {
        *("json", "jcs", "kit", "hashing", "hmac", "hkdf", "key", "eddsa", "ecdsa", "ecdh"),
        *("multibase", "base64url", "cbor"),
    }

    assert {stage for stage, *_ in ROWS} == {
        name for name, stage in STAGES.items() if stage.family in families
    }


def test_no_name_stands_for_two_vectors() -> None:
    assert len({(stage, name) for stage, name, *_ in ROWS}) == len(ROWS)


def test_every_input_survives_its_file() -> None:
    inputs = [given for *_, given, _ in ROWS]

    assert [codec.load(codec.dump(given)) for given in inputs] == inputs
