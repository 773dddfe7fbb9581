"""The cells of the factorial, found in a run."""

from collections.abc import Callable

from canonbench.analysis.cells import Cell, Place, cell, clock, places, shared
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

OWN = "rdfc.canonicalize=canonbench"
THEIRS = "rdfc.canonicalize=pyld"


def _place(run: Run, name: str, algorithm: str = "ed25519") -> Place:
    return next(each for each in places(run) if (each.format, each.algorithm) == (name, algorithm))


def _cell(run: Run, name: str, stack: str, **options: object) -> Cell | str:
    place = _place(run, name)
    return cell(run, place, stack, clock(run, [place]), **options)  # type: ignore[arg-type]  # own and runtime


def test_a_run_has_each_exchange_once_with_its_algorithm(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(), about={})
    found = [(each.format, each.algorithm, each.factors) for each in places(run)]

    assert found == [
        ("eddsa-rdfc-2022", "ed25519", ()),
        ("eddsa-jcs-2022", "ed25519", ()),
        ("ecdsa-rdfc-2019", "p256", ()),
        ("ecdsa-jcs-2019", "p256", ()),
        ("sd-jwt-vc", "ed25519", ()),
        ("sd-jwt-vc", "p256", (("algorithm", "p256"),)),
        ("mdoc", "ed25519", ()),
        ("mdoc", "p256", (("algorithm", "p256"),)),
    ]


def test_factors_but_the_algorithm_are_compared_whatever_their_order(plant: Plant) -> None:
    rows = {
        "mdoc.issue/ob3@algorithm=p256,disclose=3": 1.0,
        "mdoc.issue/ob3@disclose=3,scope=holder": 1.0,
        "mdoc.issue/ob3@scope=holder,disclose=3,algorithm=p256": 1.0,
    }
    one, two, three = places(plant({"a": rows, "a-again": {"mdoc.issue/other": 1.0}}))

    assert one.others == {("disclose", "3")}
    assert two.others == three.others


def test_a_stack_without_rows_of_its_own_is_the_default_one_there(plant: Plant, factorial: Factorial) -> None:
    found = _cell(plant(factorial()), "sd-jwt-vc", "pyld")

    assert isinstance(found, Cell)
    assert found.chosen.stack == "canonbench"


def test_the_best_without_our_own_engine_is_theirs_where_there_is_one(
    plant: Plant, factorial: Factorial
) -> None:
    run = plant(factorial(), engines={"canonbench": OWN, "pyld": THEIRS})
    found, fallback = _cell(run, "eddsa-rdfc-2022", "pyld", own=False), _cell(run, "mdoc", "pyld", own=False)

    assert isinstance(found, Cell)
    assert isinstance(fallback, Cell)
    assert (found.best.names, found.own) == (("pyld",), False)
    assert (fallback.best.names, fallback.own) == (("canonbench",), True)


def test_no_stack_of_another_runtime_stands_in(plant: Plant, factorial: Factorial) -> None:
    found = _cell(plant(factorial()), "mdoc", "node", runtime="node 22")

    assert found == "mdoc (ed25519) has no total with node: measure issue, present, verify"


def test_one_round_is_too_few(plant: Plant, factorial: Factorial) -> None:
    assert (
        _cell(plant(factorial(), rounds=1), "mdoc", "pyld") == "mdoc (ed25519) was measured in too few rounds"
    )


def test_shared_rounds_are_those_of_all_cells(plant: Plant, factorial: Factorial) -> None:
    found = _cell(plant(factorial(), rounds=9), "mdoc", "pyld")

    assert isinstance(found, Cell)
    assert (len(shared([found])), shared([])) == (9, [])
