"""The engine canonbench for COSE, mdoc and status lists: on the very inputs that an exchange gives it."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue, own_mdoc
from canonbench.engines.own_mdoc import ENGINES
from canonbench.errors import SpecError, VerificationFailed
from canonbench.exchanges import load
from canonbench.harness.codec import dump
from canonbench.harness.codec import load as undump
from canonbench.harness.freeze import default_stack
from canonbench.model.exchange import Variant
from canonbench.model.use import Recorder, Step
from canonbench.specs.bitstring_status_list import encode_list
from canonbench.specs.cose import HMAC_256, MacVerification
from canonbench.stages import STAGES, cose, status

NAMED = {engine.stage.name: engine for engine in ENGINES}
WHOLES = {"cose.mac0", "cose.verify_mac0"}


@pytest.fixture(scope="module")
def steps() -> Mapping[str, Step]:
    """Every step of an exchange by MAC and one by signature: the last of each stage."""
    found: dict[str, Step] = {}
    for variant in (Variant("p256", "holder"), Variant("p384", "trust", "mac")):
        recorder = Recorder(default_stack(Catalogue()))
        exchange = load("mdoc")
        document = corpus.find("credential-20", seed=1)
        requests = exchange.requests(recorder.under, document, variant, 3, 1)
        for name, role in exchange.roles.items():
            role.bind(recorder, variant)(requests[name])
        found |= {step.stage: step for step in recorder.steps}
    return found


def test_an_exchange_uses_every_engine_but_the_wholes(steps: Mapping[str, Step]) -> None:
    assert set(NAMED) - set(steps) == WHOLES


@pytest.mark.parametrize("name", sorted(set(NAMED) - WHOLES))
def test_an_input_can_be_frozen_and_gives_the_same_again(steps: Mapping[str, Step], name: str) -> None:
    step = steps[name]
    run = NAMED[name].neutral()
    before = repr(step.input)

    assert run(undump(dump(step.input))) == step.output
    assert run(step.input) == step.output
    assert repr(step.input) == before


@pytest.mark.parametrize("name", [name for name in NAMED if STAGES[name].tampered and name not in WHOLES])
def test_every_tampered_input_is_refused(steps: Mapping[str, Step], name: str) -> None:
    tampered = STAGES[name].tampered
    assert tampered is not None
    changed = list(tampered(steps[name].input))
    assert changed
    for each in changed:
        with pytest.raises((VerificationFailed, SpecError)):
            NAMED[name].neutral()(each)


def test_a_mac_is_made_and_verified_and_its_tampered_forms_are_refused() -> None:
    for detached in (False, True):
        message = NAMED["cose.mac0"].run(cose.MacAuthentication(bytes(32), b"payload", b"aad", detached))
        given = MacVerification(message, bytes(32), b"aad", b"payload" if detached else None)

        assert message.protected == bytes([0xA1, 1, HMAC_256])
        assert NAMED["cose.verify_mac0"].run(given) == b"payload"
        assert cose.verify_mac0.tampered is not None
        for each in cose.verify_mac0.tampered(given):
            with pytest.raises(VerificationFailed if len(each.message.tag) == 32 else SpecError):
                NAMED["cose.verify_mac0"].run(each)


def test_a_status_of_a_credential_is_looked_up_in_its_list() -> None:
    entry: dict[str, Any] = {
        "type": "BitstringStatusListEntry",
        "statusPurpose": "revocation",
        "statusListIndex": "7",
        "statusListCredential": "https://status.example/3",
    }

    def listed(*places: int) -> status.BitstringCheck:
        subject = {
            "type": "BitstringStatusList",
            "statusPurpose": "revocation",
            "encodedList": encode_list(places),
        }
        return status.BitstringCheck(entry, {"id": "https://status.example/3", "credentialSubject": subject})

    assert NAMED["status.check"].run(listed(8)) == 0
    with pytest.raises(VerificationFailed):
        NAMED["status.check"].run(listed(7))
    assert status.check.tampered is not None
    for each in status.check.tampered(listed(8)):
        with pytest.raises((VerificationFailed, SpecError)):
            NAMED["status.check"].run(each)


def test_no_codec_hides_in_an_engine() -> None:
    with pytest.raises(AssertionError, match="stages of their own"):
        own_mdoc._TAGS_ONLY.encode(1)
