"""Certificates and a status list that are the same everywhere, and the check of a status."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.exchanges.trust import certified, checking_token_status, listed, secret
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs.certificate import DOCUMENT_SIGNER
from canonbench.stages import key, x509

Engines = Mapping[str, Engine[Any, Any]]
VALID = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")
ALGORITHMS = ["ed25519", "p256", "p384"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_chain_is_valid_and_the_same_each_time(engines: Engines, algorithm: Any) -> None:
    use, variant = Neutral(engines), Variant(algorithm)
    made = certified(use, variant, VALID, DOCUMENT_SIGNER)

    assert made == certified(use, variant, VALID, DOCUMENT_SIGNER)
    assert use(x509.path)(x509.Path(*made, VALID[0], DOCUMENT_SIGNER)) is True
    issuer = use(key.load)(secret(variant, "issuer"))
    assert use(x509.public_key)(made.chain[0]) == issuer._replace(secret=b"")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_status_is_valid_unless_it_is_revoked(engines: Engines, algorithm: Any) -> None:
    variant = Variant(algorithm, "trust")
    check = checking_token_status(Stack(engines), variant)
    claim, good = listed(Neutral(engines), variant, VALID[0])
    _, revoked = listed(Neutral(engines), variant, VALID[0], revoked=True)

    check(claim, good, VALID[0])
    with pytest.raises(VerificationFailed, match="the status is 1, which is not accepted"):
        check(claim, revoked, VALID[0])
    with pytest.raises(VerificationFailed, match="no Status List Token: give it"):
        check(claim, None, VALID[0])
    with pytest.raises(MalformedInput, match=r"no status\.status_list"):
        check(None, good, VALID[0])


def test_a_list_by_a_stranger_or_of_another_algorithm_is_refused(engines: Engines) -> None:
    use = Neutral(engines)
    claim, good = listed(use, Variant("p256"), VALID[0])
    _, other = listed(use, Variant("p384"), VALID[0])

    with pytest.raises(VerificationFailed):
        checking_token_status(use, Variant("p256"))(claim, good._replace(key=other.key), VALID[0])
    with pytest.raises(VerificationFailed):
        checking_token_status(use, Variant("p256"))(claim, other, VALID[0])
    with pytest.raises(VerificationFailed):
        checking_token_status(use, Variant("p256"))(claim, good._replace(token=other.token), VALID[0])
