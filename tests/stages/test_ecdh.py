"""What ecdh is given can be frozen, and is the same when it is read again."""

from canonbench.harness import codec
from canonbench.stages import ecdh
from canonbench.stages.key import Key

KEY = Key("P-256", b"\x04" + bytes(64))


def test_an_input_survives_its_file() -> None:
    given = ecdh.Agreement(KEY, KEY)

    assert codec.load(codec.dump(given)) == given == (KEY, KEY)
    assert type(codec.load(codec.dump(given))) is ecdh.Agreement
