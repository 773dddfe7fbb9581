"""What hkdf is given can be frozen, and is the same when it is read again."""

from canonbench.harness import codec
from canonbench.stages import hkdf


def test_an_input_survives_its_file() -> None:
    given = hkdf.Derivation(b"secret", b"salt", b"info")

    assert codec.load(codec.dump(given)) == given == (b"secret", b"salt", b"info", 32)
    assert type(codec.load(codec.dump(given))) is hkdf.Derivation
