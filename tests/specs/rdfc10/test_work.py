"""canonbench.specs.rdfc10.work: the ledger of a literal run."""

import hashlib

import pytest

from canonbench.errors import MalformedInput, WorkLimitExceeded
from canonbench.specs.rdfc10.search import STEPS_PER_NODE
from canonbench.specs.rdfc10.work import Primitives, Work, WorkCounts


@pytest.mark.parametrize("algorithm", ["sha256", "sha384"])
def test_hashes_are_lower_case_hexadecimal_of_utf_8(algorithm: str) -> None:
    work = Work(algorithm)

    assert work.hash("é") == hashlib.new(algorithm, b"\xc3\xa9").hexdigest()
    assert (work.hash_calls, work.bytes_hashed) == (1, 2)


def test_a_lone_surrogate_cannot_be_hashed() -> None:
    with pytest.raises(MalformedInput, match=r"a term holds U\+DC00, which is no character"):
        Work().hash("urn:\udc00")


def test_sorts_are_in_code_point_order_and_counted_by_what_they_sort() -> None:
    work = Work()

    assert work.sort_lines(["\U00010000", "\uffff", "b", "B"]) == ["B", "b", "\uffff", "\U00010000"]
    assert work.sort_hashes(["f", "0"]) == ["0", "f"]
    assert work.counts() == WorkCounts(sorts=2, lines_sorted=4, hashes_sorted=2)


def test_what_is_kept_is_handed_out_once() -> None:
    work = Work(keep=True)
    work.hash("b")
    work.hash("a")
    work.sort_lines(["z", "y"])

    assert work.take() == Primitives((b"b", b"a"), (("z", "y"),))
    assert work.take() == Primitives((), ())


def test_nothing_is_kept_unless_asked_for() -> None:
    work = Work()
    work.hash("b")
    work.sort_lines(["z", "y"])

    assert work.take() == Primitives((), ())


def test_calls_and_permutations_together_are_held_to_the_bound() -> None:
    work = Work(work_limit=3, alike=2)
    work.n_degree_calls, work.related_calls, work.permutations = 1, 2, STEPS_PER_NODE * 2
    work.step()
    work.permutations += 1

    with pytest.raises(WorkLimitExceeded, match=f"more than {3 + 2 * STEPS_PER_NODE} steps"):
        work.step()


def test_no_limit_is_no_limit() -> None:
    work = Work(work_limit=None, permutations=10**12)
    work.step()

    assert work.counts().permutations == 10**12
