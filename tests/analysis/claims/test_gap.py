"""Claims on the gap, on planted totals and steps."""

from collections.abc import Callable, Mapping

import pytest

from canonbench.analysis.claims.decide import Judgement, Verdict
from canonbench.analysis.claims.gap import JUDGES
from canonbench.analysis.claims.reading import Reading
from canonbench.analysis.estimate import Estimate
from canonbench.runs.rows import Row

from .conftest import SHAKEN, STEADY

Rows = Callable[..., list[Row]]
Read = Callable[..., Reading]

HOLDS, FAILS, UNDECIDED = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED
OWN = "jsonld.to_quads=canonbench,rdfc.canonicalize=canonbench,eddsa.sign=cryptography"
THEIRS = "jsonld.to_quads=pyld,rdfc.canonicalize=pyld,eddsa.sign=cryptography,json.parse=canonbench"


def _of(claim: str, reading: Reading) -> dict[str, Judgement]:
    return {found.stack: found for judge in JUDGES for found in judge(reading) if found.claim == claim}


def _stacks(exchange: Rows, chosen: float, best: float) -> dict[str, list[Row]]:
    return {
        "pyld": exchange("eddsa-rdfc-2022", chosen, noise=STEADY[::-1], stack_engines=THEIRS),
        "canonbench": [
            *exchange("eddsa-rdfc-2022", best, stack_engines=OWN),
            *exchange("sd-jwt-vc", 1.0),
            *exchange("mdoc", 0.5),
        ],
    }


@pytest.mark.parametrize(
    ("chosen", "kept", "verdict"), [(2.0, 0.8, HOLDS), (5.0, 0.2, FAILS), (2.6, 0.5, UNDECIDED)]
)
def test_c11_holds_if_best_keeps_more_than_half_of_the_gap(
    exchange: Rows, read: Read, chosen: float, kept: float, verdict: Verdict
) -> None:
    found = _of("C11", read(_stacks(exchange, chosen, 1.8)))["pyld"]
    (part,) = found.parts

    assert (found.verdict, part.unit) == (verdict, "share")
    assert isinstance(part.measured, Estimate)
    assert part.measured.value == pytest.approx(kept, abs=0.03)
    assert {each.what: each.said for each in found.beside if each.what.startswith("best for")} == {
        "best for eddsa-rdfc-2022": "canonbench",
        "best for sd-jwt-vc": "canonbench",
    }


def test_c11_stands_without_our_own_engine_beside(exchange: Rows, read: Read) -> None:
    found = _of("C11", read(_stacks(exchange, 5.0, 1.8)))["pyld"]
    said = {each.what: each.said for each in found.beside}

    assert said["gap to SD-JWT VC that the best of libraries keeps"] == "all of it, by definition"


def test_c11_compares_libraries_with_the_best_of_them(exchange: Rows, read: Read) -> None:
    oxigraph = "jsonld.to_quads=pyoxigraph,rdfc.canonicalize=pyoxigraph,eddsa.sign=cryptography"
    stacks = {
        **_stacks(exchange, 5.0, 1.8),
        "pyoxigraph": exchange("eddsa-rdfc-2022", 3.0, stack_engines=oxigraph),
    }
    found = _of("C11", read(stacks))["pyld"]
    libraries = next(each.said for each in found.beside if "best of libraries" in each.what)

    assert isinstance(libraries, Estimate)
    assert libraries.value == pytest.approx(0.5, abs=0.03)


def test_c11_of_the_best_stack_itself_is_by_definition_and_counts_for_nothing(
    exchange: Rows, read: Read
) -> None:
    found = _of("C11", read(_stacks(exchange, 5.0, 1.8)))["canonbench"]

    assert (found.verdict, found.words, found.parts) == (UNDECIDED, "by definition", ())
    assert "the stack is the best one itself" in found.reason
    assert [each.what for each in found.beside] == ["best for eddsa-rdfc-2022", "best for sd-jwt-vc"]


def test_c11_of_our_own_engine_has_no_best_of_libraries_beside(exchange: Rows, read: Read) -> None:
    stacks = {**_stacks(exchange, 5.0, 1.8), "best": exchange("eddsa-rdfc-2022", 1.5)}
    found = _of("C11", read(stacks))["canonbench"]

    assert found.parts != ()
    assert not any("best of libraries" in each.what for each in found.beside)


def test_c11_has_no_best_of_libraries_where_all_is_our_own(exchange: Rows, read: Read) -> None:
    stacks = {"canonbench": _stacks(exchange, 5.0, 1.8)["canonbench"]}
    said = [each.what for each in _of("C11", read(stacks))["canonbench"].beside]

    assert "gap to SD-JWT VC that the best of libraries keeps" not in said


def test_c11_is_not_asked_of_stacks_that_are_mixtures(exchange: Rows, read: Read) -> None:
    stacks = {**_stacks(exchange, 5.0, 1.8), "best": exchange("eddsa-rdfc-2022", 1.5)}
    found = _of("C11", read(stacks))

    assert list(found) == ["pyld", "canonbench"]
    assert (
        next(each.said for each in found["pyld"].beside if each.what == "best for eddsa-rdfc-2022") == "best"
    )


def test_c11_and_c12_say_what_lacks(exchange: Rows, read: Read) -> None:
    reading = read({"pyld": exchange("eddsa-rdfc-2022", 5.0)})
    c11, c12 = _of("C11", reading)["pyld"], _of("C12", reading)["pyld"]

    assert (c11.verdict, c12.verdict) == (UNDECIDED, UNDECIDED)
    assert "sd-jwt-vc.issue (ed25519) with pyld: no row" in c11.reason
    assert "split) with pyld: no row" in c12.reason
    assert "best for sd-jwt-vc" not in {each.what for each in c11.beside}


def test_without_a_gap_there_is_nothing_to_divide(exchange: Rows, read: Read) -> None:
    found = _of("C11", read(_stacks(exchange, 0.9, 0.8)))["pyld"]

    assert found.reason.startswith("in 8 of 8 rounds VCDM took no longer: no share is given")


def test_c12_says_in_how_many_stamped_rounds_there_is_no_gap(exchange: Rows, read: Read) -> None:
    steps = {"jsonld.to_quads": 0.2}
    noise = [0.2, *[1.0] * 7]
    found = _of("C12", read(_split(exchange, steps, noise=noise)))["canonbench"]

    assert found.reason.startswith("in 1 of 8 stamped rounds VCDM took no longer (wall time): no share")


def test_too_few_rounds_are_undecided(exchange: Rows, read: Read) -> None:
    short = STEADY[:5]
    stacks = {
        "pyld": exchange("eddsa-rdfc-2022", 9.0, noise=short),
        "canonbench": [
            *exchange("eddsa-rdfc-2022", 3.0, noise=short),
            *exchange("sd-jwt-vc", 1.0, noise=short),
        ],
    }

    assert "too few rounds: 5 shared" in _of("C11", read(stacks))["pyld"].reason


def test_without_shared_rounds_there_is_no_best(exchange: Rows, read: Read) -> None:
    one = STEADY[:1]
    stacks = {
        "canonbench": [
            *exchange("eddsa-rdfc-2022", 3.0, noise=one),
            *exchange("sd-jwt-vc", 1.0, noise=one),
        ]
    }

    assert "no stack to be the best one" in _of("C11", read(stacks))["canonbench"].reason


def _split(exchange: Rows, steps: Mapping[str, float], **more: object) -> dict[str, list[Row]]:
    return {
        "canonbench": [
            *exchange("eddsa-rdfc-2022", 3.0, steps=steps, **more),
            *exchange("eddsa-jcs-2022", 1.2, steps={"jcs.canonicalize": 0.2, "eddsa.sign": 0.1}),
            *exchange("sd-jwt-vc", 1.0, steps={"eddsa.sign": 0.1}),
        ]
    }


@pytest.mark.parametrize(
    ("json_ld", "share", "verdict"), [(1.2, 0.8, HOLDS), (0.1, 0.25, FAILS), (0.605, 0.5025, UNDECIDED)]
)
def test_c12_holds_if_over_half_of_the_gap_is_rdfc_less_jcs(
    exchange: Rows, read: Read, json_ld: float, share: float, verdict: Verdict
) -> None:
    steps = {
        "jsonld.to_quads": json_ld,
        "rdfc.canonicalize": 0.4,
        "hand-over": 0.15,
        "nquads.parse": 0.05,
        "eddsa.sign": 0.5,
    }
    found = _of("C12", read(_split(exchange, steps)))["canonbench"]
    (part,) = found.parts
    beside = {each.what: each.said for each in found.beside}

    assert found.verdict is verdict
    assert isinstance(part.measured, Estimate)
    assert part.measured.value == pytest.approx((json_ld + 0.6 - 0.2) / 2.0, rel=0.02)
    assert part.measured.value == pytest.approx(share, rel=0.02)
    assert list(beside) == [
        "JSON-LD to quads, of the gap",
        "RDFC-1.0 proper, of the gap",
        "hand-over between them, of the gap",
    ]
    shares = [said.value for said in beside.values() if isinstance(said, Estimate)]
    assert shares == pytest.approx([json_ld / 2, 0.2, 0.1], rel=0.02)


def test_c12_counts_steps_that_a_stack_does_not_have_as_nothing(exchange: Rows, read: Read) -> None:
    found = _of("C12", read(_split(exchange, {"rdfc.canonicalize": 0.4})))["canonbench"]
    json_ld = next(each.said for each in found.beside if each.what.startswith("JSON-LD"))

    assert isinstance(json_ld, Estimate)
    assert json_ld.value == 0.0


def test_noise_leaves_the_share_undecided(exchange: Rows, read: Read) -> None:
    steps = {"jsonld.to_quads": 0.8, "rdfc.canonicalize": 0.4}
    found = _of("C12", read(_split(exchange, steps, noise=[(each + 3) / 4 for each in SHAKEN])))["canonbench"]

    assert found.verdict is UNDECIDED
