"""Plans of runs that measure memory."""

import pytest

from canonbench.errors import UnknownName, UsageError
from canonbench.harness import composed, memory_plan, subject
from canonbench.harness.memory_plan import Asked, formats, make, processes

SUBJECT = subject.find(["credential-20"])


def _rows(asked: Asked, *, offered: bool = False) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for cell in make(asked, SUBJECT, offered=offered).cells:
        found.setdefault(cell.stack.name, []).extend(case.name for case in cell.cases)
    return found


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("mdoc", ("mdoc",)),
        ("mdoc.verify,sd-jwt-vc", ("mdoc.verify", "sd-jwt-vc")),
        ("mdoc.validate_mso", ()),
        ("rdfc,jcs", ()),
    ],
)
def test_a_role_is_told_from_a_stage(target: str, found: tuple[str, ...]) -> None:
    assert formats(target) == found


def test_stages_and_roles_are_not_mixed() -> None:
    with pytest.raises(UsageError, match=r"rdfc,mdoc\.verify mixes stages and roles"):
        formats("rdfc,mdoc.verify")


def test_stages_have_the_engines_that_offer_one_and_no_pair() -> None:
    found = _rows(Asked("jcs.canonicalize"))

    assert found == {name: ["jcs.canonicalize/credential-20"] for name in ("canonbench", "rfc8785", "jcs")}


def test_what_an_engine_does_not_offer_is_left_out_if_asked() -> None:
    asked = Asked("rdfc,jcs", ("jcs", "canonbench"))

    assert "rdfc.canonicalize/credential-20" in _rows(asked)["jcs"]
    assert _rows(asked, offered=True)["jcs"] == ["jcs.canonicalize/credential-20"]


def test_roles_are_measured_whole_and_warm_each_once() -> None:
    exchange = composed.Asked((), ("p256",), "holder", disclose="3")
    found = _rows(Asked("mdoc.verify,sd-jwt-vc", ("canonbench",), 8, exchange))

    factors = "@algorithm=p256,disclose=3,scope=holder"
    assert found == {
        "canonbench": [
            f"mdoc.verify/credential-20{factors}",
            *(f"sd-jwt-vc.{role}/credential-20{factors}" for role in ("issue", "present", "verify")),
        ]
    }


def test_a_stack_without_a_step_of_its_own_has_no_row() -> None:
    assert list(_rows(Asked("mdoc.issue"))) == ["canonbench"]
    assert list(_rows(Asked("ecdsa-rdfc-2019.issue"))) == list(memory_plan.STACKS)


def test_an_engine_or_a_stack_that_does_not_exist_is_an_error() -> None:
    for target in ("jcs", "mdoc"):
        with pytest.raises(UnknownName, match="did you mean pyld"):
            make(Asked(target, ("pyldd",)), SUBJECT)


def test_every_stack_has_a_process_a_round_that_does_nothing() -> None:
    assert processes(make(Asked("jcs.canonicalize", rounds=3), SUBJECT)) == 3 * (3 + 3)
