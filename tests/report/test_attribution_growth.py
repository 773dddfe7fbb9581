"""Growth, model, memory and levers as tables."""

from collections.abc import Callable

from canonbench.analysis.study import Study, studies
from canonbench.report.attribution_growth import of_growths, of_levers, of_memory, of_models
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]


def _study(*runs: Run) -> Study:
    (found,) = studies(runs)
    return found


def test_what_grows_faster_than_linearly_is_named(plant: Plant) -> None:
    truth = {f"rdfc.label/credential-{size}": 1e-6 * size**2 for size in (5, 20, 100)}
    (grid,) = of_growths(_study(plant({"pyld": truth})))

    assert grid.rows[0][:4] == ("rdfc.label", "pyld", "attributes, credential-N", "5 to 100")
    assert grid.rows[0][4].startswith("2.0")
    assert grid.notes[0] == "Faster than linearly: rdfc.label with pyld in attributes (credential-N)."


def test_nothing_faster_is_said_too_and_few_rounds_have_no_interval(plant: Plant) -> None:
    truth = {f"rdfc.label/credential-{size}": 1e-6 * size for size in (5, 20, 100)}
    (grid,) = of_growths(_study(plant({"pyld": truth}, rounds=3)))

    assert "[" not in grid.rows[0][4]
    assert grid.notes[0] == "Nothing certainly grows faster than linearly."
    assert [*of_growths(_study(plant({"pyld": {"rdfc.label/ob3": 1e-6}})))] == []


def test_roles_are_left_to_json_where_their_exchange_is_shown(plant: Plant) -> None:
    truth = {
        f"mdoc.{role}/credential-{size}": 1e-6 * size
        for role in ("issue", "present", "verify")
        for size in (5, 20, 100)
    }
    (grid,) = of_growths(_study(plant({"canonbench": truth})))

    assert [row[0] for row in grid.rows] == ["mdoc"]


def test_a_model_gives_its_coefficients_and_its_error(plant: Plant) -> None:
    quads = (5, 17, 43, 120, 203, 260, 377, 499)
    counted = {f"doc-{number}": {"quads": number, "members": 7} for number in quads}
    records = [{"kind": "work", "document": name, "counts": counts} for name, counts in counted.items()]
    truth = {f"rdfc.label/{name}": 1e-6 * counts["quads"] for name, counts in counted.items()}
    free = {f"rdfc.serialize/{name}": 1e-6 for name in counted}
    few = {f"jsonld.expand/{name}": 1e-6 for name in list(counted)[:2]}
    run = plant({"pyld": {**truth, **few, **free}}, records=records, noise=0.0, drift=0.0)
    (grid,) = of_models(_study(run))

    assert grid.columns == ("stage", "stack", "fixed", "quads", "error", "documents")
    assert grid.rows[0] == ("rdfc.label", "pyld", "0", "1.00 us", "0 %, worst 0 %", "8")
    assert grid.rows[1][3] == "0"
    assert grid.notes[0] == "Too few documents for a model: 2, and 4 are needed."


def test_without_documents_enough_there_is_only_the_reason(plant: Plant) -> None:
    records = [{"kind": "work", "document": f"doc-{n}", "counts": {"quads": n}} for n in (1, 2)]
    run = plant({"pyld": {f"rdfc.label/doc-{n}": 1e-6 for n in (1, 2)}}, records=records)
    (grid,) = of_models(_study(run))

    assert (grid.title, grid.rows) == ("model of cost on counts: too few documents", (("2", "4"),))
    assert [*of_models(_study(plant({"pyld": {"rdfc.label/ob3": 1e-6}})))] == []


def test_memory_is_written_in_its_units(plant: Plant) -> None:
    time = plant({"pyld": {"rdfc.label/ob3": 1e-6}})
    memory = plant(
        {"pyld": {"rdfc.label/ob3:peak": 2**20}},
        about={"rdfc.label/ob3:peak": {"unit": "byte"}},
        noise=0.0,
        drift=0.0,
    )
    (grid,) = of_memory(_study(time, memory))

    assert grid.rows == (("rdfc.label/ob3", "pyld", "1.00 MiB", "null", "null"),)
    assert [*of_memory(_study(time))] == []


def test_levers_say_what_they_save_and_whether_the_proof_changes(plant: Plant, factorial: Factorial) -> None:
    grids = [*of_levers(_study(plant(factorial(), noise=0.002)))]
    pyld = next(grid for grid in grids if "with pyld" in grid.title)

    assert pyld.title == "levers: eddsa-rdfc-2022 (Ed25519) on ob3 with pyld, largest first"
    assert [(row[0], row[3]) for row in pyld.rows] == [
        ("a JCS suite: eddsa-jcs-2022", "changes"),
        ("another engine: canonbench", "stays"),
    ]
    assert pyld.rows[0][1].endswith("an exchange")


def test_levers_of_other_formats_stand_where_that_suite_is_not(plant: Plant, factorial: Factorial) -> None:
    mdoc = {name: each for name, each in factorial()["canonbench"].items() if "mdoc" in name}
    shown = {name.replace("ob3", "ob3@disclose=3").replace("=3@", "=3,"): each for name, each in mdoc.items()}
    plain = [*of_levers(_study(plant({"canonbench": mdoc}, noise=0.002)))]
    factors = [*of_levers(_study(plant({"canonbench": shown}, noise=0.002)))]

    assert [grid.title for grid in plain] == ["levers: mdoc (P-256) on ob3 with canonbench, largest first"]
    assert factors[0].title == "levers: mdoc (P-256, disclose 3) on ob3 with canonbench, largest first"


def test_levers_of_a_document_by_itself_stand_below(plant: Plant) -> None:
    truth = {"canonbench": {"transform.rdfc/clr": 1e-4}, "pyld": {"transform.rdfc/clr": 9e-4}}
    (grid,) = of_levers(_study(plant(truth)))

    assert grid.title == "levers: from JSON to canonical bytes on clr with pyld, largest first"
    assert grid.rows[0][1].endswith("a transformation")
