"""The protocol, as a child that is not real keeps it or does not."""

from collections.abc import Callable

import pytest

from canonbench.errors import (
    EngineUnavailable,
    JcsDomainError,
    JsonLdError,
    MalformedInput,
    VerificationFailed,
    WorkLimitExceeded,
)
from canonbench.runtimes.faults import RuntimeFault
from canonbench.runtimes.protocol import (
    Greeting,
    LibraryFailed,
    Ran,
    Session,
    Warmed,
    _json_ld_error,
)

Fake = Callable[..., tuple[str, ...]]
_STAGE = "hashing.sha256"


def _talk(session: Session) -> None:
    """Ask everything there is, in the order of a measurement."""
    session.prepare(_STAGE, b"data", cold=False, chunk=1)
    session.check()
    session.warm()
    session.run(3)


def test_a_case_is_prepared_checked_warmed_and_run(fake: Fake) -> None:
    session = Session(fake())

    assert session.greeting == Greeting(
        "Fake", "3", "really", "", "fake", "1.2", "git 0123", (_STAGE, "ecdsa.sign")
    )
    session.prepare(_STAGE, b"data", cold=True, chunk=8, expected="00")
    checked = session.check()
    assert (checked.wall, checked.cpu) == (2000 * 1e-9, 1000 * 1e-9)
    assert session.warm() == Warmed(40, True, (300 * 1e-9, 200.5 * 1e-9))
    assert session.run(3) == Ran(9000 * 1e-9, 6000 * 1e-9, (1, 0), checked.digest)
    assert session.alive
    session.end()
    assert not session.alive


@pytest.mark.parametrize("at", ["prepare", "check", "warm", "run"])
@pytest.mark.parametrize("fault", ["dies", "nonsense", "noise", "odd"])
def test_a_fault_at_any_request_is_named_and_ends_the_child(fake: Fake, fault: str, at: str) -> None:
    session = Session(fake(fault, at))

    with pytest.raises(RuntimeFault) as caught:
        _talk(session)

    assert caught.value.kind == ("died" if fault == "dies" else "nonsense")
    assert not session.alive


@pytest.mark.parametrize(
    ("fault", "at"),
    [
        ("no time", "run"),
        ("negative", "run"),
        ("infinite", "run"),
        ("no digest", "run"),
        ("no counts", "run"),
        ("negative", "check"),
        ("infinite", "check"),
        ("one time", "check"),
        ("no digest", "check"),
        ("other stage", "prepare"),
        ("no series", "warm"),
    ],
)
def test_an_answer_without_its_parts_is_nonsense(fake: Fake, fault: str, at: str) -> None:
    session = Session(fake(fault, at))

    with pytest.raises(RuntimeFault) as caught:
        _talk(session)

    assert caught.value.kind == "nonsense"
    assert not session.alive


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("old", "version"),
        ("no stages", "nonsense"),
        ("no library", "nonsense"),
        ("number", "nonsense"),
        ("dies", "died"),
    ],
)
def test_a_greeting_that_is_none_is_a_fault(fake: Fake, fault: str, kind: str) -> None:
    with pytest.raises(RuntimeFault) as caught:
        Session(fake(fault, "hello"))

    assert caught.value.kind == kind


def test_a_child_that_hangs_is_late(fake: Fake) -> None:
    session = Session(fake("hangs", "run"), case=0.4)

    with pytest.raises(RuntimeFault, match=r"did not answer in 0\.4 s"):
        _talk(session)

    assert not session.alive


def test_a_child_that_never_greets_is_late(fake: Fake) -> None:
    with pytest.raises(RuntimeFault, match=r"did not answer in 0\.3 s"):
        Session(fake("hangs", "hello"), start=0.3)


def test_a_stage_that_the_child_does_not_offer_is_nonsense(fake: Fake) -> None:
    session = Session(fake())

    with pytest.raises(RuntimeFault, match=r"does not offer rdfc\.label"):
        session.prepare("rdfc.label", None, cold=False, chunk=1)
    session.end()


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("malformed", MalformedInput),
        ("json-ld", MalformedInput),
        ("domain", JcsDomainError),
        ("limit", WorkLimitExceeded),
        ("verification", VerificationFailed),
        ("unsupported", EngineUnavailable),
        ("crash", LibraryFailed),
    ],
)
def test_a_failure_is_the_error_of_its_kind_and_the_child_goes_on(
    fake: Fake, kind: str, error: type[Exception]
) -> None:
    session = Session(fake(kind))
    session.prepare(_STAGE, b"bad", cold=False, chunk=1)

    with pytest.raises(error, match="a library's own words"):
        session.check()

    session.prepare(_STAGE, b"good", cold=False, chunk=1)
    assert session.check().digest
    session.end()


@pytest.mark.parametrize("code", ["invalid term definition", "invalid IRI mapping", "invalid @id value"])
def test_a_json_ld_error_keeps_its_code(code: str) -> None:
    error = _json_ld_error(f"{code}: no such thing")

    assert isinstance(error, JsonLdError)
    assert error.code == code


def test_an_error_without_a_code_is_a_malformed_input() -> None:
    assert isinstance(_json_ld_error("Nothing: at all"), MalformedInput)
