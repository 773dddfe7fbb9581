"""What hmac is given can be frozen, and is the same when it is read again."""

from canonbench.harness import codec
from canonbench.stages import hmac


def test_an_input_survives_its_file() -> None:
    given = hmac.Authentication(b"key", b"message")

    assert codec.load(codec.dump(given)) == given == (b"key", b"message")
    assert type(codec.load(codec.dump(given))) is hmac.Authentication
