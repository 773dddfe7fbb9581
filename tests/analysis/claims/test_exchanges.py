"""Claims on exchanges, on planted totals: each verdict is reached."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from canonbench.analysis.claims.decide import Judgement, Verdict
from canonbench.analysis.claims.exchanges import JUDGES, places
from canonbench.analysis.claims.reading import NODE, PYTHON, Reading
from canonbench.runs.rows import Row

from .conftest import SHAKEN

Rows = Callable[..., list[Row]]
Read = Callable[..., Reading]

HOLDS, FAILS, UNDECIDED = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED


def _of(claim: str, reading: Reading) -> list[Judgement]:
    return [found for judge in JUDGES for found in judge(reading) if found.claim == claim]


def _one(claim: str, reading: Reading) -> Judgement:
    (found,) = _of(claim, reading)
    return found


@pytest.fixture
def formats(exchange: Rows, read: Read) -> Callable[..., Reading]:
    """Read one stack with totals of mdoc, SD-JWT VC and VCDM, in seconds."""

    def made(mdoc: float, sd_jwt: float, vcdm: float, noise: Sequence[float] | None = None) -> Reading:
        more = {} if noise is None else {"noise": noise}
        rows = [
            *exchange("mdoc", mdoc),
            *exchange("sd-jwt-vc", sd_jwt),
            *exchange("eddsa-rdfc-2022", vcdm, **more),
        ]
        return read({"canonbench": rows})

    return made


@pytest.mark.parametrize(("vcdm", "verdict"), [(2.0, HOLDS), (1.1, FAILS), (1.0, FAILS), (1.32, UNDECIDED)])
def test_c1_holds_if_vcdm_is_above_both_by_more_than_the_band(
    formats: Callable[..., Reading], vcdm: float, verdict: Verdict
) -> None:
    found = _one("C1", formats(1.0, 1.2, vcdm))

    assert (found.verdict, found.stack, found.scope, found.environment) == (
        verdict,
        "canonbench",
        "issuer",
        "xeon",
    )
    assert [part.what for part in found.parts] == ["VCDM over mdoc", "VCDM over SD-JWT VC"]
    assert [beside.what for beside in found.beside] == [
        "mdoc exchange",
        "SD-JWT VC exchange",
        "VCDM exchange",
    ]


@pytest.mark.parametrize(
    ("sd_jwt", "vcdm", "verdict"),
    [(1.12, 1.9, HOLDS), (1.12, 2.5, FAILS), (0.8, 1.9, FAILS), (1.06, 1.9, UNDECIDED)],
)
def test_c2_holds_if_both_multiples_are_those_of_the_paper(
    formats: Callable[..., Reading], sd_jwt: float, vcdm: float, verdict: Verdict
) -> None:
    assert _one("C2", formats(1.0, sd_jwt, vcdm)).verdict is verdict


@pytest.mark.parametrize(("vcdm", "verdict"), [(1.9, HOLDS), (1.2, FAILS), (1.5, UNDECIDED)])
def test_c14_holds_if_both_multiples_are_one_and_a_half_at_least(
    formats: Callable[..., Reading], vcdm: float, verdict: Verdict
) -> None:
    assert _one("C14", formats(1.0, 1.0, vcdm)).verdict is verdict


def test_what_was_not_measured_is_undecided_with_the_command(read: Read) -> None:
    found = _one("C1", read({}))

    assert (found.verdict, found.stack, found.runtime) == (UNDECIDED, "", PYTHON)
    assert "canonbench run paper" in found.reason
    assert found.beside == ()


def test_each_stack_and_scope_is_judged(exchange: Rows, read: Read) -> None:
    rows = [
        *exchange("mdoc", 1.0),
        *exchange("sd-jwt-vc", 1.0),
        *exchange("eddsa-rdfc-2022", 2.0),
        *exchange("eddsa-rdfc-2022", 2.0, scope="holder"),
    ]
    reading = read({"canonbench": rows, "pyld": exchange("eddsa-rdfc-2022", 9.0)})

    assert [(each.scope, each.stack, each.verdict) for each in _of("C1", reading)] == [
        ("issuer", "canonbench", HOLDS),
        ("issuer", "pyld", HOLDS),
        ("holder", "canonbench", UNDECIDED),
    ]
    assert [place.stack for place in places(reading, "mdoc", "verify")] == ["canonbench"]


def _algorithms(exchange: Rows, p256: float, ed25519: float = 2.0) -> list[Row]:
    return [
        *exchange("mdoc", 1.0),
        *exchange("sd-jwt-vc", 1.2),
        *exchange("eddsa-rdfc-2022", ed25519),
        *exchange("mdoc", 1.2, algorithm="p256"),
        *exchange("sd-jwt-vc", 1.2, algorithm="p256", noise=SHAKEN[::-1]),
        *exchange("ecdsa-rdfc-2019", p256, algorithm="p256"),
    ]


@pytest.mark.parametrize(("p256", "verdict"), [(5.0, HOLDS), (0.2, FAILS), (1.2, UNDECIDED)])
def test_c3_holds_if_vcdm_is_slowest_under_each_algorithm(
    exchange: Rows, read: Read, p256: float, verdict: Verdict
) -> None:
    found = _one("C3", read({"canonbench": _algorithms(exchange, p256)}))

    assert found.verdict is verdict
    assert found.beside[0].said == "mdoc < SD-JWT VC < VCDM"


def test_c3_tells_an_order_from_a_tie(exchange: Rows, read: Read) -> None:
    found = _one("C3", read({"canonbench": _algorithms(exchange, 5.0)}))

    assert str(found.beside[1].said) in {"SD-JWT VC ~ mdoc < VCDM", "mdoc ~ SD-JWT VC < VCDM"}


def test_c3_says_which_order_it_does_not_know(exchange: Rows, read: Read) -> None:
    found = _one("C3", read({"canonbench": exchange("eddsa-rdfc-2022", 2.0)}))

    assert found.verdict is UNDECIDED
    assert str(found.beside[1].said).startswith("not known: mdoc.issue (p256) with canonbench")
    assert _one("C3", read({})).stack == ""


@pytest.mark.parametrize(
    ("sd_jwt", "said"), [(1.05, "within the band here"), (1.3, "beyond the band here"), (1.1, "the interval")]
)
def test_c4_says_what_is_seen_here_and_leaves_the_verdict_to_all_environments(
    exchange: Rows, read: Read, sd_jwt: float, said: str
) -> None:
    found = _one("C4", read({"canonbench": [*exchange("mdoc", 1.0), *exchange("sd-jwt-vc", sd_jwt)]}))

    assert found.verdict is UNDECIDED
    assert found.reason.startswith(said)
    assert [part.what for part in found.parts] == [
        "SD-JWT VC over mdoc, exchange",
        "SD-JWT VC over mdoc, verify",
    ]


def test_c4_needs_both_formats_with_one_stack(exchange: Rows, read: Read) -> None:
    assert _one("C4", read({"canonbench": exchange("mdoc", 1.0)})).stack == ""


@pytest.mark.parametrize(("jcs", "verdict"), [(1.02, HOLDS), (1.3, FAILS), (0.8, FAILS), (1.05, UNDECIDED)])
def test_c6_compares_the_verification_of_vcdm_with_jcs(
    exchange: Rows, read: Read, jcs: float, verdict: Verdict
) -> None:
    rows = [
        *exchange("sd-jwt-vc", 1.0),
        *exchange("eddsa-jcs-2022", jcs, roles=["verify"]),
    ]

    assert _one("C6", read({"canonbench": rows})).verdict is verdict


@pytest.mark.parametrize(
    ("issue", "others", "verdict"),
    [(6.4, 3.5, HOLDS), (2.0, 3.5, FAILS), (6.4, 1.0, FAILS), (7.04, 3.5, UNDECIDED)],
)
def test_c8_compares_roles_of_ecdsa_sd_with_a_whole_exchange(
    exchange: Rows, read: Read, issue: float, others: float, verdict: Verdict
) -> None:
    selective = [
        *exchange("ecdsa-sd-2023", issue / 0.3, algorithm="p256", roles=["issue"]),
        *exchange("ecdsa-sd-2023", others / 0.3, algorithm="p256", roles=["present"]),
        *exchange("ecdsa-sd-2023", others / 0.4, algorithm="p256", roles=["verify"]),
    ]
    found = _one("C8", read({"canonbench": [*exchange("eddsa-rdfc-2022", 1.0), *selective]}))

    assert found.verdict is verdict
    assert [part.what for part in found.parts] == [
        "issue over the eddsa-rdfc-2022 exchange",
        "derive over the eddsa-rdfc-2022 exchange",
        "verify over the eddsa-rdfc-2022 exchange",
    ]
    assert [beside.what for beside in found.beside] == [
        "ecdsa-sd-2023 issue",
        "ecdsa-sd-2023 derive",
        "ecdsa-sd-2023 verify",
    ]


def _stack(exchange: Rows, mdoc: float, sd_jwt: float, vcdm: float, **more: object) -> list[Row]:
    return [
        *exchange("mdoc", mdoc, **more),
        *exchange("sd-jwt-vc", sd_jwt, **more),
        *exchange("eddsa-rdfc-2022", vcdm, **more),
    ]


@pytest.mark.parametrize(
    ("other", "verdict"), [((1.0, 1.3, 9.0), HOLDS), ((1.3, 1.0, 9.0), FAILS), ((1.0, 1.0, 9.0), UNDECIDED)]
)
def test_c13_holds_if_every_stack_has_the_same_order(
    exchange: Rows, read: Read, other: tuple[float, float, float], verdict: Verdict
) -> None:
    reading = read(
        {
            "canonbench": _stack(exchange, 1.0, 1.2, 2.0),
            "pyld": _stack(exchange, *other),
            "pyoxigraph": _stack(exchange, 1.0, 1.2, 2.0),
        }
    )
    found = _one("C13", reading)

    assert (found.verdict, found.stack) == (verdict, "")
    assert [part.measured for part in found.parts] == [3 if verdict is HOLDS else 2, 3, 3]
    assert [beside.what for beside in found.beside] == ["canonbench", "pyld", "pyoxigraph"]


@pytest.mark.parametrize("third", ["pyld@3.12", "node-jsonld", "rfc8785"])
def test_c13_of_fewer_lineages_than_three_is_consistent_at_most(
    exchange: Rows, read: Read, third: str
) -> None:
    own = {"stack_engines": "jsonld.to_quads=canonbench,jcs.canonicalize=rfc8785"}
    reading = read(
        {
            "canonbench": _stack(exchange, 1.0, 1.2, 2.0),
            "pyld": _stack(exchange, 1.0, 1.3, 9.0),
            third: _stack(exchange, 1.0, 1.3, 9.0, **(own if third == "rfc8785" else {})),
        }
    )
    found = _one("C13", reading)

    assert (found.verdict, found.words) == (UNDECIDED, "consistent in 2 of 3")
    assert found.reason == "3 implementations are needed that do not come from one another"


def test_c13_of_node_holds_by_three_lineages_of_which_python_has_one(exchange: Rows, read: Read) -> None:
    node = {"runtime": "Node.js 20"}
    vcdm = partial(exchange, "eddsa-rdfc-2022", 2.0, **node)
    stacks = {
        "canonbench": _stack(exchange, 1.0, 1.2, 2.0),
        "node": _stack(exchange, 1.0, 1.2, 2.0, **node),
        "node-oxigraph": vcdm(),
    }
    of_two = {each.runtime: each for each in _of("C13", read(stacks))}[NODE]
    of_three = {each.runtime: each for each in _of("C13", read({**stacks, "node-rdfjs": vcdm()}))}[NODE]

    assert (of_two.verdict, of_two.words) == (UNDECIDED, "consistent in 2 of 3")
    assert of_three.verdict is HOLDS
    assert [part.measured for part in of_three.parts] == [4, 4, 4]
    assert of_three.note == (
        "for node-oxigraph, mdoc and sd-jwt-vc are node's; for node-rdfjs, mdoc and sd-jwt-vc are node's"
    )


def test_a_stack_that_another_one_stands_for_says_so(exchange: Rows, read: Read) -> None:
    reading = read(
        {
            "canonbench": [*_stack(exchange, 1.0, 1.2, 2.0), *exchange("eddsa-jcs-2022", 1.5)],
            "pyld": exchange("eddsa-rdfc-2022", 9.0),
            "rfc8785": exchange("eddsa-jcs-2022", 1.4),
        }
    )
    notes = {claim: {each.stack: each.note for each in _of(claim, reading)} for claim in ("C1", "C6", "C13")}

    assert notes == {
        "C1": {"canonbench": "", "pyld": "for pyld, mdoc and sd-jwt-vc are canonbench's"},
        "C6": {"canonbench": "", "rfc8785": "for rfc8785, sd-jwt-vc is canonbench's"},
        "C13": {"": "for pyld, mdoc and sd-jwt-vc are canonbench's"},
    }


def test_c13_holds_too_if_every_stack_has_another_order_than_the_paper(exchange: Rows, read: Read) -> None:
    reading = read(
        {
            "canonbench": _stack(exchange, 3.0, 2.0, 1.0),
            "pyld": _stack(exchange, 3.0, 2.0, 1.0),
            "pyoxigraph": _stack(exchange, 3.0, 2.0, 1.0),
        }
    )

    assert _one("C13", reading).verdict is HOLDS


def test_c13_does_not_count_shared_rows_as_agreement(exchange: Rows, read: Read) -> None:
    reading = read(
        {
            "canonbench": _stack(exchange, 1.0, 1.2, 2.0),
            "pyld": exchange("eddsa-rdfc-2022", 9.0),
        }
    )
    found = _one("C13", reading)

    assert [part.what for part in found.parts] == [
        "VCDM and mdoc: stacks of one order",
        "VCDM and SD-JWT VC: stacks of one order",
    ]
    assert found.beside[-1].said == "the same rows stand for every stack"


def test_c13_needs_two_stacks_and_takes_no_mixture_for_one(exchange: Rows, read: Read) -> None:
    reading = read(
        {
            "canonbench": _stack(exchange, 1.0, 1.2, 2.0),
            "best": _stack(exchange, 1.0, 1.2, 2.0),
        }
    )
    found = _one("C13", reading)

    assert found.verdict is UNDECIDED
    assert found.reason.startswith("one stack cannot agree with itself")
    assert _one("C13", read({})).verdict is UNDECIDED


def test_c13_of_node_is_agreement_with_python(exchange: Rows, read: Read) -> None:
    reading = read(
        {
            "canonbench": _stack(exchange, 1.0, 1.2, 2.0),
            "node": _stack(exchange, 1.0, 1.2, 0.5, runtime="Node.js 20"),
        }
    )
    found = {each.runtime: each for each in _of("C13", reading)}

    assert found[PYTHON].verdict is UNDECIDED
    assert found[NODE].verdict is FAILS


def test_c13_says_what_lacks(exchange: Rows, read: Read) -> None:
    reading = read(
        {
            "canonbench": exchange("eddsa-rdfc-2022", 2.0),
            "node": _stack(exchange, 1.0, 1.2, 0.5, runtime="Node.js 20"),
        }
    )
    found = {each.runtime: each for each in _of("C13", reading)}

    assert "mdoc.issue (ed25519) with canonbench: no row" in found[NODE].reason


def test_noise_leaves_a_claim_undecided(formats: Callable[..., Reading]) -> None:
    found = _one("C2", formats(1.0, 1.12, 1.9, SHAKEN))

    assert found.verdict is UNDECIDED
    assert found.reason.startswith("the interval reaches over the edge")
