"""Keys made of names are keys, the same everywhere, and each owner's own."""

import pytest

from canonbench.documents.keys import secret_key, secret_octets
from canonbench.engines import Catalogue
from canonbench.errors import MalformedInput
from canonbench.specs.multibase import read_secret_multikey
from canonbench.stages.key import Material


@pytest.mark.parametrize("algorithm", ["Ed25519", "P-256", "P-384"])
def test_a_key_of_a_name_loads(algorithm: str) -> None:
    load = Catalogue().load("cryptography")["key.load"].neutral()
    found = load(Material("multikey", secret_key(algorithm), secret=True))

    assert found.algorithm == algorithm
    assert found.secret == read_secret_multikey(secret_key(algorithm)).key


def test_owners_and_seeds_have_keys_of_their_own() -> None:
    keys = {secret_key("P-256", owner, seed) for owner in ("issuer", "holder") for seed in (0, 1)}

    assert len(keys) == 4
    assert secret_key("P-256", "issuer", 1) == secret_key("P-256", seed=1)
    assert len(secret_octets("salt", length=17)) == 17


def test_another_algorithm_is_refused() -> None:
    with pytest.raises(MalformedInput, match="'P-521' is not supported"):
        secret_key("P-521")
