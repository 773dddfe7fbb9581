"""Random bytes: from the operating system, or the same for the same seed."""

from canonbench.exchanges.randomness import drawing, scalar, token_of

ORDER = 2**256 - 2**224 + 2**192 - 0x4319055258E8617B0C46353D039CDAAF


def test_a_seed_gives_the_same_bytes_and_none_gives_others() -> None:
    assert drawing(b"a")(32) == drawing(b"a")(32) != drawing(b"b")(32)
    assert drawing(None)(32) != drawing(None)(32)
    assert len(drawing(None)(7)) == 7


def test_a_scalar_lies_between_zero_and_the_order() -> None:
    draws = iter([bytes(40), (ORDER - 1).to_bytes(40, "big"), b"\xff" * 40])
    numbers = [int.from_bytes(scalar(lambda size: next(draws)[:size]), "big") for _ in range(3)]

    assert numbers[:2] == [1, 1]
    assert numbers[2] == (2**320 - 1) % (ORDER - 1) + 1
    assert len(scalar(drawing(b"a"))) == 32


def test_a_token_is_letters_and_digits_and_never_the_same() -> None:
    first, second = token_of(drawing(None)), token_of(drawing(None))

    assert first != second
    assert first.isalnum()
    assert len(first) == 33
