"""Plans of exchanges."""

from typing import Any

import pytest

from canonbench import exchanges
from canonbench.errors import BadDocument, UnknownName, UsageError
from canonbench.harness import best, composed, subject
from canonbench.harness.composed import Asked, cases, make, variants
from canonbench.model.exchange import Variant

DOCUMENT = "credential-20"
SUBJECT = subject.find([DOCUMENT])


def _names(asked: Asked, about: subject.Subject = SUBJECT) -> list[str]:
    return [case.name for _, rows in cases(asked, about) for case in rows]


def _rows(asked: Asked, *, choose: bool = False) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for cell in make(asked, SUBJECT, choose=choose).cells:
        found.setdefault(cell.stack.name, []).extend(case.name for case in cell.cases)
    return found


def test_one_format_is_measured_bare_split_and_cold_at_verify() -> None:
    assert _names(Asked(("mdoc",))) == [
        "mdoc.issue/credential-20",
        "mdoc.issue/credential-20:split",
        "mdoc.present/credential-20",
        "mdoc.present/credential-20:split",
        "mdoc.verify/credential-20",
        "mdoc.verify/credential-20:split",
        "mdoc.verify/credential-20:cold-context",
    ]


def test_several_formats_are_split_only_if_asked_for() -> None:
    several = Asked(("mdoc", "sd-jwt-vc"))

    assert not any(name.endswith(":split") for name in _names(several))
    assert any(name.endswith(":split") for name in _names(Asked(several.formats, split=True)))
    assert not any(name.endswith(":split") for name in _names(Asked(("mdoc",), split=False)))


def test_calls_one_by_one_are_rows_of_every_role_but_not_of_the_pair() -> None:
    asked = Asked(("eddsa-rdfc-2022",), split=False, single=True, stacks=("canonbench", "openvc-core"))
    one_by_one = [f"eddsa-rdfc-2022.{role}/credential-20:single" for role in ("issue", "present", "verify")]

    rows = _rows(asked)

    assert [name for name in _names(asked) if name.endswith(":single")] == one_by_one
    assert not any(name.endswith(":single") for name in rows["canonbench-again"])
    for stack in ("canonbench", "openvc-core"):
        assert [name for name in rows[stack] if name.endswith(":single")] == one_by_one


def test_a_factor_is_named_where_it_differs_from_the_formats_default() -> None:
    asked = Asked(("mdoc",), ("p256",), "holder", "mac", "3", ("issue",), split=False)
    other = Asked(("ecdsa-jcs-2019",), ("p256",), disclose="5", roles=("issue",), split=False)

    assert _names(asked) == ["mdoc.issue/credential-20@algorithm=p256,binding=mac,disclose=3,scope=holder"]
    assert _names(other) == ["ecdsa-jcs-2019.issue/credential-20"]


def test_pointers_and_the_seed_are_factors() -> None:
    seeded = subject.find([DOCUMENT], seed=7)
    asked = Asked(("sd-jwt-vc",), disclose="/a,b", roles=("issue",), split=False)

    assert _names(asked, seeded) == ["sd-jwt-vc.issue/credential-20@disclose=%2Fa+b,seed=7"]


def test_a_context_of_ones_own_is_a_factor(tmp_path: Any) -> None:
    path = tmp_path / "context.json"
    path.write_text('{"@context": {}}', encoding="utf-8")
    own = subject.find([DOCUMENT], contexts=[f"https://example.org/c={path}"])
    digest = own.documents[0].contexts_sha256[:8]

    assert _names(Asked(("mdoc",), roles=("issue",), split=False), own) == [
        f"mdoc.issue/credential-20@contexts={digest}"
    ]


def test_all_formats_are_compared_under_each_algorithm_that_they_have() -> None:
    found = variants(Asked((composed.ALL,)))

    assert list(found) == list(exchanges.FORMATS)
    assert found["mdoc"] == (Variant("ed25519"), Variant("p256"))
    assert found["ecdsa-sd-2023"] == (Variant("p256"),)


def test_all_leaves_out_what_lacks_an_algorithm_and_keeps_its_own_binding() -> None:
    found = variants(Asked((composed.ALL,), ("p384",), "holder", "mac"))

    assert list(found) == ["ecdsa-rdfc-2019", "ecdsa-jcs-2019", "sd-jwt-vc", "mdoc"]
    assert found["sd-jwt-vc"] == (Variant("p384", "holder"),)
    assert found["mdoc"] == (Variant("p384", "holder", "mac"),)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (Asked(("eddsa-jcs-2022",), ("p256",)), "does not exist with p256"),
        (Asked(("sd-jwt-vc",), (), "holder", "mac"), "binding mac"),
        (Asked(("mdoc",), ("ed25519",), "holder", "mac"), "binding mac"),
        (Asked(("mdoc",), (), disclose=","), "--disclose needs"),
        (Asked(("mdoc",), stacks=("pyld",)), "stack pyld has no step of its own in mdoc"),
        (Asked(("mdoc",), stacks=("eddsa.sign=pyld",)), "pyld offers only"),
        (Asked(("mdoc",), stacks=("a", "a")), "named twice"),
    ],
)
def test_what_does_not_exist_is_a_usage_error(asked: Asked, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        make(asked, SUBJECT)


def test_an_unknown_format_lists_near_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean mdoc"):
        variants(Asked(("mdocs",)))
    with pytest.raises(UnknownName, match="no engine 'nothing'"):
        make(Asked(("mdoc",), stacks=("nothing",)), SUBJECT)


def test_stacks_have_the_rows_in_which_they_have_a_step() -> None:
    found = _rows(Asked(("eddsa-rdfc-2022",), roles=("verify",)))

    assert list(found) == ["canonbench", "pyld", "pyoxigraph", "best", "canonbench-again"]
    assert found["canonbench-again"] == ["eddsa-rdfc-2022.verify/credential-20"]
    assert [name.rpartition(":")[2] for name in found["pyld"]][1:] == ["split", "cold-context"]


def test_a_stack_that_has_no_step_is_left_out_and_so_are_contexts_where_none_are_processed() -> None:
    found = _rows(Asked(("mdoc",), roles=("verify",)))

    assert list(found) == ["canonbench", "best", "canonbench-again"]
    assert found["canonbench"] == ["mdoc.verify/credential-20", "mdoc.verify/credential-20:split"]


def test_formats_that_no_stack_has_a_step_in_are_done_by_the_default_one() -> None:
    found = _rows(Asked(("eddsa-rdfc-2022", "mdoc"), roles=("issue",), stacks=("pyld",)))

    assert found == {
        "pyld": ["eddsa-rdfc-2022.issue/credential-20"],
        "pyld-again": ["eddsa-rdfc-2022.issue/credential-20"],
        "canonbench": ["mdoc.issue/credential-20"],
    }


def test_a_stack_that_is_written_out_is_called_what_a_file_can_be_called() -> None:
    planned = make(Asked(("mdoc",), stacks=("mdoc:pynacl",)), SUBJECT)

    assert [(stack.name, stack.engine) for stack in planned.stacks] == [
        ("mdoc+pynacl", "mdoc:pynacl"),
        ("mdoc+pynacl-again", "mdoc:pynacl"),
    ]


def test_another_interpreter_is_taken_at_its_word() -> None:
    found = _rows(Asked(("mdoc",), roles=("issue",), stacks=("canonbench", "canonbench@other/bin/python")))

    assert list(found) == ["canonbench", "canonbench@other", "canonbench-again"]


def test_the_engines_of_best_are_found_once_for_the_stack_and_its_pair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked_for: list[set[str]] = []

    def chosen(rows: Any, given: Any, _catalogue: Any, *, own: bool) -> str:
        assert own
        asked_for.append({case.name for case in rows if case in given})
        return "mdoc:pynacl"

    said: list[str] = []
    monkeypatch.setattr(best, "best", chosen)
    planned = make(Asked(("mdoc",), stacks=("best",)), SUBJECT, say=said.append)

    assert [(stack.name, stack.engine) for stack in planned.stacks] == [
        ("best", "mdoc:pynacl"),
        ("best-again", "mdoc:pynacl"),
    ]
    assert asked_for == [{f"mdoc.{role}/credential-20" for role in ("issue", "present", "verify")}]
    assert said == ["choosing the engines of the stack best"]


def test_the_best_of_libraries_is_found_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "best", lambda *_, own: "mdoc:pynacl" if own else "mdoc:cryptography")
    said: list[str] = []
    asked = Asked(("mdoc",), stacks=("best", "best-of-libraries"))
    planned = make(asked, SUBJECT, say=said.append)

    assert {stack.name: stack.engine for stack in planned.stacks if not stack.again} == {
        "best": "mdoc:pynacl",
        "best-of-libraries": "mdoc:cryptography",
    }
    assert said == ["choosing the engines of the stack best and of best-of-libraries"]


def test_where_nothing_can_be_exchanged_there_is_no_best() -> None:
    planned = make(Asked(("mdoc",), stacks=("canonbench", "best")), subject.find(["cycle-10"]))

    assert [stack.name for stack in planned.stacks] == ["canonbench", "canonbench-again"]


def test_best_alone_says_why_nothing_can_be_exchanged() -> None:
    with pytest.raises(BadDocument):
        make(Asked(("mdoc",), stacks=("best",)), subject.find(["cycle-10"]))


def test_the_claims_of_an_sd_jwt_are_exchanged_in_their_own_format(tmp_path: Any) -> None:
    path = tmp_path / "claims.json"
    path.write_text('{"vct": "urn:x", "iss": "urn:y", "name": "Ada"}', encoding="utf-8")
    names = _names(Asked((composed.ALL,), roles=("issue",)), subject.find([str(path)]))

    assert {name.partition(".")[0] for name in names} == {"sd-jwt-vc"}
