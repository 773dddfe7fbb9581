"""The mdoc exchange: what it does step by step, in every variant, and what it refuses."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.credential import chosen, make
from canonbench.documents.formats import mdoc_elements
from canonbench.errors import SpecError, VerificationFailed
from canonbench.exchanges import load, variants
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Neutral, Recorder, Stack, Stopwatch

VARIANTS = variants("mdoc")
Engines = Mapping[str, Engine[Any, Any]]
ROLES: tuple[RoleName, ...] = ("issue", "present", "verify")


def _name(variant: Variant) -> str:
    return f"{variant.algorithm}-{variant.scope}-{variant.binding}"


def _requests(engines: Engines, variant: Variant, disclose: Any = 5, seed: int | None = 7) -> Any:
    document = corpus.find("credential-20", seed=1)
    return load("mdoc").requests(Neutral(engines), document, variant, disclose, seed)


def _run(role: RoleName, use: Any, variant: Variant, request: Any) -> Any:
    return load("mdoc").roles[role].bind(use, variant)(request)


def _steps(engines: Engines, role: RoleName, variant: Variant) -> list[str]:
    recorder = Recorder(Neutral(engines))
    _run(role, recorder, variant, _requests(engines, variant, 2)[role])
    steps = [f"{step.stage} of {step.of}" for step in recorder.steps]
    counted: list[list[Any]] = []
    for step in steps:
        if counted and counted[-1][0] == step:
            counted[-1][1] += 1
        else:
            counted.append([step, 1])
    return [f"{step} x{times}" if times > 1 else step for step, times in counted]


ISSUE = [
    "mdoc.issuer_signed_items of document",
    "cbor.encode of items x20",
    "hashing.sha256 of items x20",
    "mdoc.value_digests of document",
    "mdoc.mobile_security_object of document",
    "cbor.encode of mobile security object",
    "cbor.encode of issuerAuth",
    "cose.to_be_signed of issuerAuth",
    "key.load of issuerAuth",
    "ecdsa.sign of issuerAuth",
    "cbor.encode of message",
]
CHOOSE = [
    "cbor.decode of message",
    "mdoc.parse_message of document",
    "cbor.decode of items x20",
    "mdoc.parse_items of document",
]
SIGN = [
    "mdoc.device_authentication of document",
    "cbor.encode of deviceAuth",
    "cose.to_be_signed of deviceAuth",
    "key.load of deviceAuth",
    "ecdsa.sign of deviceAuth",
]
AGREE = [
    "key.load of session x2",
    "ecdh.agree of session",
    "hashing.sha256 of session",
    "hkdf.derive of session",
]
PRESENTED = ["cbor.encode of message x2"]
READ = ["cbor.decode of message", "mdoc.parse_message of document"]
VALIDATE = [
    "x509.validity of issuerAuth",
    "x509.public_key of issuerAuth",
    "cbor.decode of issuerAuth",
    "cose.to_be_verified of issuerAuth",
    "ecdsa.verify of issuerAuth",
    "cbor.decode of mobile security object",
    "mdoc.parse_mso of document",
    "cbor.decode of items x2",
    "mdoc.parse_items of document",
    "hashing.sha256 of items x2",
    "mdoc.validate_digests of document",
    "mdoc.validate_mso of document",
]
GOLDEN: dict[tuple[RoleName, Variant], list[str]] = {
    ("issue", Variant("p256")): ISSUE,
    ("issue", Variant("p256", "trust")): ISSUE,
    ("present", Variant("p256")): [*CHOOSE, "cbor.encode of message"],
    ("present", Variant("p256", "holder")): [*CHOOSE, *SIGN, *PRESENTED],
    ("present", Variant("p256", "holder", "mac")): [
        *CHOOSE,
        "mdoc.device_authentication of document",
        *AGREE,
        "cbor.encode of deviceAuth",
        "cose.to_be_maced of deviceAuth",
        "hmac.sha256 of deviceAuth",
        *PRESENTED,
    ],
    ("verify", Variant("p256")): [*READ, *VALIDATE],
    ("verify", Variant("p256", "holder")): [
        *READ,
        *VALIDATE,
        "mdoc.device_authentication of document",
        "key.load of deviceAuth",
        "cbor.decode of deviceAuth",
        "cose.to_be_verified of deviceAuth",
        "ecdsa.verify of deviceAuth",
    ],
    ("verify", Variant("p256", "trust", "mac")): [
        *READ,
        "x509.path of issuerAuth",
        *VALIDATE,
        "mdoc.device_authentication of document",
        *AGREE,
        "cbor.decode of deviceAuth",
        "cose.mac_to_be_verified of deviceAuth",
        "hmac.sha256 of deviceAuth",
        "key.load of status list token",
        "ecdsa.verify of status list token",
        "status.check of status list token",
    ],
}


@pytest.mark.parametrize(
    ("role", "variant"), GOLDEN, ids=[f"{role}-{_name(variant)}" for role, variant in GOLDEN]
)
def test_the_steps_are_the_texts(engines: Engines, role: RoleName, variant: Variant) -> None:
    assert _steps(engines, role, variant) == GOLDEN[role, variant]


@pytest.mark.parametrize(("algorithm", "signature"), [("ed25519", "eddsa"), ("p384", "ecdsa")])
def test_another_algorithm_changes_signature_and_hash_only(
    engines: Engines, algorithm: Any, signature: str
) -> None:
    hash_name = "sha384" if algorithm == "p384" else "sha256"
    for role in ROLES:
        expected = [
            step.replace("ecdsa.", f"{signature}.").replace("sha256 of items", f"{hash_name} of items")
            for step in _steps(engines, role, Variant("p256", "holder"))
        ]
        assert _steps(engines, role, Variant(algorithm, "holder")) == expected


@pytest.mark.parametrize("role", ROLES)
def test_steps_do_not_depend_on_data(engines: Engines, role: RoleName) -> None:
    variant = Variant("p256", "holder")
    recorded = []
    for seed in (1, 2):
        document = corpus.find("credential-20", seed=seed)
        recorder = Recorder(Neutral(engines))
        request = load("mdoc").requests(recorder.under, document, variant, 5, seed)[role]
        _run(role, recorder, variant, request)
        recorded.append([(step.stage, step.of) for step in recorder.steps])
    assert recorded[0] == recorded[1]


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_every_use_gives_the_same_bytes_and_claims(engines: Engines, variant: Variant) -> None:
    requests = _requests(engines, variant)
    for role in ROLES:
        bare = _run(role, Stack(engines), variant, requests[role])
        assert bare == _run(role, Recorder(Neutral(engines)), variant, requests[role])
        assert bare == _run(role, Stopwatch(Stack(engines)), variant, requests[role])


CHOICES: tuple[Any, ...] = (1, 20, ("portrait", "/credentialSubject/languages"))


@pytest.mark.parametrize(
    ("variant", "disclose"),
    [(variant, 5) for variant in VARIANTS] + [(Variant("p256", "holder"), choice) for choice in CHOICES],
)
def test_what_was_chosen_is_verified_and_nothing_else_shown(
    engines: Engines, variant: Variant, disclose: Any
) -> None:
    requests = _requests(engines, variant, disclose)
    verified = _run("verify", Stack(engines), variant, requests["verify"])
    credential = make(20, 1)
    names = chosen(credential, disclose)
    assert verified.elements == {
        name_space: {name: value for name, value in values.items() if name in names}
        for name_space, values in mdoc_elements(credential).items()
    }
    assert (b"thesis_title" in requests["verify"].presented) == ("thesis_title" in names)


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_without_a_seed_two_issuings_differ_and_both_verify(engines: Engines, variant: Variant) -> None:
    requests = _requests(engines, variant, seed=None)
    assert len({_run("issue", Stack(engines), variant, requests["issue"]) for _ in range(2)}) == 2
    assert _run("verify", Stack(engines), variant, requests["verify"]).device_elements == {}


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_every_tampered_request_is_refused_by_its_rule(engines: Engines, variant: Variant) -> None:
    exchange = load("mdoc")
    good = _requests(engines, variant, 2)["verify"]
    verify = exchange.roles["verify"].bind(Stack(engines), variant)
    verify(good)
    accepted, names, reasons = [], set(), []
    for name, request in exchange.tampered(Neutral(engines), good, variant):
        names.add(name)
        assert request != good
        try:
            verify(request)
        except (VerificationFailed, SpecError) as error:
            reasons.append(str(error))
            continue
        accepted.append(name)
    assert accepted == []
    assert len(names) > 20
    assert [reason for reason in reasons if "\n" in reason or not reason.endswith(")")] == []


def test_a_holder_cannot_show_what_it_has_not(engines: Engines) -> None:
    variant = Variant("p256", "holder")
    request = _requests(engines, variant)["present"]
    wanted = dict.fromkeys(request.wanted, ("height",))
    with pytest.raises(VerificationFailed, match=r"has not each of .* height once"):
        _run("present", Stack(engines), variant, request._replace(wanted=wanted))


@pytest.mark.parametrize("other", ["ed25519", "p384"])
def test_a_credential_of_another_algorithm_is_refused(engines: Engines, other: Any) -> None:
    request = _requests(engines, Variant(other, "holder"))["verify"]
    with pytest.raises(VerificationFailed, match="the key is for -7"):
        _run("verify", Stack(engines), Variant("p256", "holder"), request)
