"""The requests of roles, and what they are frozen with."""

from pathlib import Path

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.harness import codec, requests, roles
from canonbench.model.case import Case

DOCUMENT = "credential-20"
ISSUE = Case("eddsa-jcs-2022.issue", DOCUMENT)
VERIFY = Case("eddsa-rdfc-2022.verify", DOCUMENT)
CATALOGUE = Catalogue()


def _requests(case: Case, seed: int = 0) -> roles.Requests:
    exchange = case.target.rpartition(".")[0]
    made = requests.make(exchange, corpus.find(DOCUMENT), roles.variant(case), roles.disclose(case), seed)
    return made[roles.role(case).role]


def test_one_request_is_the_same_again_and_the_other_is_not() -> None:
    first, second = _requests(ISSUE, 1), _requests(ISSUE, 1)

    assert codec.dump(first.fixed) == codec.dump(second.fixed)
    assert codec.dump(first.fixed) != codec.dump(_requests(ISSUE, 2).fixed)


def test_frozen_requests_come_with_what_is_expected_and_how_much_is_sent_on(tmp_path: Path) -> None:
    cases = [Case(f"eddsa-jcs-2022.{name}", DOCUMENT) for name in ("issue", "present", "verify")]
    frozen = requests.freeze(cases, [corpus.find(DOCUMENT)], CATALOGUE, tmp_path)
    entries = [frozen.inputs.entry(case) for case in cases]
    issued = codec.load(frozen.inputs.text(entries[1].input)).fixed.secured

    assert frozen.refusals == ()
    assert entries[0].output_size == len(issued)
    assert [bool(entry.output_size) for entry in entries] == [True, True, False]
    assert all(entry.expected for entry in entries)


def test_a_document_that_cannot_be_exchanged_is_refused_with_its_reason(tmp_path: Path) -> None:
    cases = [Case("mdoc.issue", "cycle-10"), Case("mdoc.issue", DOCUMENT)]
    documents = [corpus.find("cycle-10"), corpus.find(DOCUMENT)]
    frozen = requests.freeze(cases, documents, CATALOGUE, tmp_path)

    assert [(each.document, each.outcome) for each in frozen.refusals] == [
        ("cycle-10", "refused: BadDocument")
    ]
    assert list(frozen.inputs.cases) == [f"mdoc.issue/{DOCUMENT}"]
    assert frozen.inputs.documents["cycle-10"].quads == 0
