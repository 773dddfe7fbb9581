"""The device authenticates the session, by signature or by MAC, and by that alone which is asked for."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.errors import VerificationFailed
from canonbench.exchanges.mdoc_device import Authentication, Session, authenticating, validating_device
from canonbench.exchanges.trust import secret
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.stages import key
from canonbench.stages.cose import cose_key

Engines = Mapping[str, Engine[Any, Any]]
TRANSCRIPT = b"\x83\xf6\xf6\xf6"
BY_SIGNATURE, BY_MAC = Variant("p256", "holder"), Variant("p256", "holder", "mac")
VARIANTS = [
    Variant("ed25519", "holder"),
    BY_MAC,
    Variant("p384", "holder"),
    Variant("p384", "holder", "mac"),
]


def _public(engines: Engines, variant: Variant, owner: str) -> Any:
    return cose_key(Neutral(engines)(key.load)(secret(variant, owner)))


def _signed(engines: Engines, variant: Variant) -> Any:
    reader = _public(engines, variant, "reader")
    given = Authentication(TRANSCRIPT, "type", secret(variant, "holder"), reader, deterministic=True)
    return authenticating(Stack(engines), variant)(given)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: f"{each.algorithm}-{each.binding}")
def test_the_session_and_the_document_type_are_authenticated(engines: Engines, variant: Variant) -> None:
    signed = _signed(engines, variant)
    device = _public(engines, variant, "holder")
    validate = validating_device(Stack(engines), variant)
    session = Session(TRANSCRIPT, "type", secret(variant, "reader"))

    validate(signed, device, session)
    assert (signed.mac is None) == (variant.binding == "signature")
    for other in (
        session._replace(transcript=b"\x83\xf6\xf6\x00"),
        session._replace(doc_type="other"),
    ):
        with pytest.raises(VerificationFailed, match="of deviceAuth does not verify"):
            validate(signed, device, other)
    with pytest.raises(VerificationFailed, match="of deviceAuth does not verify"):
        validate(signed, _public(engines, variant, "other"), session)


def test_a_mac_is_for_one_reader(engines: Engines) -> None:
    with pytest.raises(VerificationFailed, match="the tag of deviceAuth does not verify"):
        validating_device(Stack(engines), BY_MAC)(
            _signed(engines, BY_MAC),
            _public(engines, BY_MAC, "holder"),
            Session(TRANSCRIPT, "type", secret(BY_MAC, "other")),
        )


def test_a_signature_is_no_answer_where_a_mac_is_asked_for_and_the_other_way_round(engines: Engines) -> None:
    by_signature, by_mac = _signed(engines, BY_SIGNATURE), _signed(engines, BY_MAC)
    both = by_signature._replace(mac=by_mac.mac)
    device = _public(engines, BY_MAC, "holder")
    session = Session(TRANSCRIPT, "type", secret(BY_MAC, "reader"))

    for signed in (by_signature, both, by_signature._replace(signature=None)):
        with pytest.raises(VerificationFailed, match="not a deviceMac alone"):
            validating_device(Stack(engines), BY_MAC)(signed, device, session)
    for signed in (by_mac, both, by_mac._replace(mac=None)):
        with pytest.raises(VerificationFailed, match="not a deviceSignature alone"):
            validating_device(Stack(engines), BY_SIGNATURE)(signed, device, session)


def test_a_mac_takes_the_readers_key_on_both_sides(engines: Engines) -> None:
    given = Authentication(TRANSCRIPT, "type", secret(BY_MAC, "holder"), None, deterministic=True)
    with pytest.raises(VerificationFailed, match="takes the reader's public key"):
        authenticating(Stack(engines), BY_MAC)(given)
    with pytest.raises(VerificationFailed, match="reader's ephemeral key only: give it"):
        validating_device(Stack(engines), BY_MAC)(
            _signed(engines, BY_MAC), _public(engines, BY_MAC, "holder"), Session(TRANSCRIPT, "type", None)
        )
