"""isomdoc as a peer: it verifies what ours presents, and the gate says what it lets pass."""

from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, VerificationFailed
from canonbench.harness import prove, requests, role_engines, roles
from canonbench.model.case import Case
from canonbench.model.engine import Engine

NAME = "isomdoc"
DOCUMENT = "credential-20"
HOLDER = Case("mdoc.verify", DOCUMENT, (("algorithm", "p256"), ("scope", "holder")))
NEEDED = f"engine {NAME} needs {NAME}: pip install 'canonbench[peers]'"


def _last(case: Case, folder: Path) -> dict[str, Any]:
    requests.freeze([case], [corpus.find(DOCUMENT)], Catalogue(), folder)
    request = {"engine": NAME, "plugins": [], "inputs": str(folder), "cases": [case.name], "min_time": 0.0}
    *_, last = prove.serve(request)
    return last


@pytest.fixture
def peer() -> Engine[Any, Any]:
    try:
        return role_engines.engine(NAME, HOLDER, Catalogue(), timed=False)
    except EngineUnavailable:
        pytest.skip(NEEDED)


def _requests() -> roles.Requests:
    return requests.make("mdoc", corpus.find(DOCUMENT), roles.variant(HOLDER), 5, 0)["verify"]


def test_it_accepts_what_was_tampered_with_and_has_the_reason_instead_of_a_row(tmp_path: Path) -> None:
    last = _last(HOLDER, tmp_path)

    if "unavailable" in last:
        assert last == {"unavailable": NEEDED}
    else:
        assert (last["outcome"], last["reason"]) == ("differs", "accepts tampered: item 0: twice")


def test_what_it_cannot_do_is_unavailable(tmp_path: Path) -> None:
    last = _last(Case("mdoc.verify", DOCUMENT), tmp_path)

    if "unavailable" in last:
        assert last == {"unavailable": NEEDED}
    else:
        assert last["outcome"] == "unavailable"
        assert "--scope holder" in last["reason"]


def test_it_finds_the_claims_that_ours_finds(peer: Engine[Any, Any]) -> None:
    made = _requests()
    ours = role_engines.engine("canonbench", HOLDER, Catalogue(), timed=False).neutral()

    assert peer.neutral()(made) == ours(made)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"doc_type": "another"}, "not the one document of that type"),
        ({"presented": b"deviceSigned\x43\xa1\x01\x26"}, NAME),
    ],
)
def test_what_it_refuses_is_one_refusal(peer: Engine[Any, Any], change: dict[str, Any], why: str) -> None:
    made = _requests()

    with pytest.raises(VerificationFailed, match=why):
        peer.neutral()(made._replace(fixed=made.fixed._replace(**change)))
