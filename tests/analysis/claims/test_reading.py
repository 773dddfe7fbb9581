"""Rows by what they measured, and what lacks in words."""

from collections.abc import Callable

import pytest

from canonbench.analysis.claims.decide import Lacking
from canonbench.analysis.claims.reading import NODE, PYTHON, Exchange, Place, Reading, over, seconds
from canonbench.analysis.environments import merged
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Rows = Callable[..., list[Row]]
Read = Callable[..., Reading]

_MDOC = {"format": "mdoc", "disclose": "5", "key_algorithm": "ed25519", "scope": "issuer"}
VCDM, MDOC = Exchange("eddsa-rdfc-2022"), Exchange("mdoc")


def test_roles_are_found_by_format_algorithm_scope_and_view(exchange: Rows, read: Read) -> None:
    rows = [
        *exchange("mdoc", 1.0, steps={"cbor.encode": 0.1}),
        *exchange("mdoc", 2.0, algorithm="p256"),
        *exchange("mdoc", 3.0, scope="holder"),
    ]
    reading = read({"canonbench": rows})

    assert reading.role("canonbench", MDOC, "issue").name == "mdoc.issue/credential-20"
    assert reading.role("canonbench", MDOC, "issue", "split").name == "mdoc.issue/credential-20:split"
    p256 = reading.role("canonbench", Exchange("mdoc", "p256"), "issue")
    assert p256.name == "mdoc.issue/credential-20@algorithm=p256"
    assert reading.scopes("mdoc") == ["issuer", "holder"]
    assert reading.scopes("sd-jwt-vc") == ["issuer"]


def test_another_document_disclosure_state_or_binding_is_not_looked_at(
    invent: Invent, exchange: Rows, read: Read
) -> None:
    rows = [
        *exchange("eddsa-rdfc-2022", 1.0, disclose="10"),
        *exchange("sd-jwt-vc", 1.0, binding="mac"),
        invent("mdoc.issue/mine", [1.0], **_MDOC),
        invent("mdoc.issue/credential-20:cold-context", [1.0], format="mdoc", disclose="5"),
    ]

    assert read({"canonbench": rows}).roles == {}


def test_partners_memory_and_names_of_other_tools_are_left_out(invent: Invent, read: Read) -> None:
    rows = [
        invent("jcs/ob3", [1.0]),
        invent("of another tool", [1.0]),
        invent("jcs/ob3:peak", [1.0], unit="byte"),
    ]
    reading = read({"canonbench": rows, "canonbench-again": rows})

    assert [(stack, case.name) for stack, case in reading.stages] == [("canonbench", "jcs/ob3")]


def test_the_runtime_of_a_stack_is_that_of_its_roles(invent: Invent, exchange: Rows, read: Read) -> None:
    foreign = [invent("jcs/ob3", [1.0], runtime="Node.js 20.1.0 (V8 11)")]
    reading = read(
        {
            "canonbench": exchange("mdoc", 1.0),
            "node": exchange("mdoc", 1.0, runtime="Node.js 20.1.0"),
            "jsonld": foreign,
            "best": [*foreign, *exchange("mdoc", 1.0)],
        }
    )

    assert reading.runtimes == {"canonbench": PYTHON, "node": NODE, "jsonld": NODE, "best": PYTHON}


def test_a_stack_stands_for_another_of_its_runtime_in_formats_that_it_lacks(
    exchange: Rows, read: Read
) -> None:
    reading = read(
        {
            "canonbench": [*exchange("mdoc", 1.0), *exchange("eddsa-rdfc-2022", 2.0)],
            "pyld": exchange("eddsa-rdfc-2022", 5.0),
            "node": exchange("eddsa-rdfc-2022", 1.0, runtime="Node.js 20"),
        }
    )

    assert reading.leading(VCDM) == ["canonbench", "pyld", "node"]
    assert reading.standing("pyld", MDOC) == "canonbench"
    assert Place(reading, "pyld", "issuer").ratio(MDOC, VCDM).value == pytest.approx(5.0, rel=0.02)
    with pytest.raises(Lacking, match=r"^mdoc.issue \(ed25519\) with node: no row"):
        reading.total("node", MDOC)


def test_the_default_stack_stands_for_another_before_one_that_was_first(exchange: Rows, read: Read) -> None:
    reading = read(
        {
            "best": exchange("mdoc", 1.0),
            "canonbench": exchange("mdoc", 2.0),
            "pyld": exchange("eddsa-rdfc-2022", 5.0),
        }
    )
    alone = read({"best": exchange("mdoc", 1.0), "pyld": exchange("eddsa-rdfc-2022", 5.0)})

    assert reading.standing("pyld", MDOC) == "canonbench"
    assert alone.standing("pyld", MDOC) == "best"


def test_what_lacks_says_what_would_measure_it(exchange: Rows, read: Read) -> None:
    reading = read({"canonbench": exchange("mdoc", 1.0)})

    with pytest.raises(Lacking, match="with any stack: no row; measure it: canonbench run paper"):
        reading.role("", VCDM, "issue")
    with pytest.raises(Lacking, match=r"scope trust\) .*exchange all --scope trust --split"):
        reading.role("canonbench", Exchange("mdoc", scope="trust"), "issue")
    with pytest.raises(Lacking, match=r"mdoc.issue \(ed25519, split\) with canonbench: no row"):
        reading.role("canonbench", MDOC, "issue", "split")
    with pytest.raises(Lacking, match=r"canonbench stage rdfc.label --document ob3"):
        reading.stage("canonbench", "rdfc.label", "ob3")


def test_what_could_not_be_measured_says_why(exchange: Rows, read: Read) -> None:
    records = [
        {"kind": "null", "name": "eddsa-rdfc-2022.issue/credential-20", "stack": "pyld", "reason": "crashed"},
        {
            "kind": "null",
            "name": "mdoc.verify/credential-20@algorithm=p256,scope=holder",
            "stack": "node",
            "reason": "never timed as a verifier",
        },
        {"kind": "refusal", "name": "rdfc.label/ob3", "stack": "pyld", "reason": "over budget"},
        {"kind": "gate", "name": "rdfc.label/ob3", "stack": "pyld", "passed": True},
    ]
    reading = read({"canonbench": exchange("mdoc", 1.0)}, records=records)

    with pytest.raises(Lacking, match="with pyld: crashed"):
        reading.role("pyld", VCDM, "issue")
    with pytest.raises(Lacking, match="with node: never timed as a verifier"):
        reading.role("node", Exchange("mdoc", "p256", "holder"), "verify")
    with pytest.raises(Lacking, match="with node: no row"):
        reading.role("node", Exchange("mdoc", "p256"), "verify")
    with pytest.raises(Lacking, match="with node: no row"):
        reading.role("node", Exchange("mdoc", scope="holder"), "verify")
    with pytest.raises(Lacking, match="with pyld: over budget"):
        reading.stage("pyld", "rdfc.label", "ob3")


def test_times_under_memray_are_refused(invent: Invent, exchange: Rows, read: Read) -> None:
    rows = [*exchange("mdoc", 1.0, hooks="memray"), invent("jcs/ob3", [1.0], hooks="memray")]
    reading = read({"canonbench": rows})

    with pytest.raises(Lacking, match="timed under memray"):
        reading.role("canonbench", MDOC, "issue")
    with pytest.raises(Lacking, match="timed under memray"):
        reading.stage("canonbench", "jcs", "ob3")


def test_floors_are_no_libraries(invent: Invent, read: Read) -> None:
    rows = [invent("rdfc.canonicalize/ob3", [1.0])]

    assert read(dict.fromkeys(("pyld", "replay", "reference"), rows)).libraries() == ["pyld"]


def test_a_ratio_needs_shared_rounds_and_enough_of_them(invent: Invent) -> None:
    rows = {run: [invent("jcs/ob3", [1.0] * count, run=run)] for run, count in (("a", 8), ("b", 8), ("c", 5))}

    with pytest.raises(Lacking, match="no shared rounds"):
        over(rows["a"], rows["b"])
    with pytest.raises(Lacking, match="5 shared, 8 needed"):
        over(rows["c"], rows["c"])
    assert over(rows["a"], rows["a"]).value == pytest.approx(1.0)
    assert seconds(rows["a"]).value == pytest.approx(1.0)


def test_an_exchange_has_a_name_to_print() -> None:
    assert (str(Exchange("mdoc", "p256")), str(Exchange("mdoc", "p384"))) == ("mdoc (P-256)", "mdoc (p384)")


def test_a_place_without_a_stack_is_of_python(read: Read) -> None:
    place = Place(read({}), "", "holder")

    assert place.runtime == PYTHON
    assert place.exchange("mdoc", "p256") == Exchange("mdoc", "p256", "holder")


def test_a_stage_is_found_whatever_the_seed_of_its_document(invent: Invent, read: Read) -> None:
    row = invent("rdfc.label/simple@seed=1", [1e-3] * 8)

    assert read({"canonbench": [row]}).stage("canonbench", "rdfc.label", "simple") is row


def test_of_rows_that_differ_in_their_seed_the_newest_stands(
    invent: Invent, gather: Callable[..., Run], read: Read
) -> None:
    older, newer = (
        [
            invent(f"rdfc.label/simple@seed={seed}", [1e-3] * 8, run=str(seed)),
            invent(f"mdoc.issue/credential-20@seed={seed}", [1.0], **_MDOC, run=str(seed)),
        ]
        for seed in (1, 2)
    )
    runs = [gather({"canonbench": rows}, label=label) for label, rows in (("1", older), ("2", newer))]
    run, _ = merged(runs)
    reading = read({stack.name: list(stack.rows) for stack in run.stacks})

    assert reading.stage("canonbench", "rdfc.label", "simple").name == newer[0].name
    assert reading.role("canonbench", MDOC, "issue").name == newer[1].name
