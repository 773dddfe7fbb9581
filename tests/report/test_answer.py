"""The answer of a report, on invented exchanges with known times."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from canonbench.report.answer import NOTHING, answer, compared
from canonbench.report.material import Material, gather
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack

RECORDED = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"
NOISE = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)
NODE = "Node.js 20.20.2 (V8 11)"


def roles(name: str, seconds: float, runtime: str = "") -> list[Row]:
    """Make the three roles of an exchange that takes three times ``seconds``."""
    found = []
    for role in ("issue", "present", "verify"):
        about = {"key_algorithm": "ed25519", "scope": "issuer", "disclose": "5", "case_version": "v"}
        about |= {"format": name, "role": role, "runtime": runtime, "unit": "second"}
        processes = [
            Process((seconds * each,), (seconds * each,), about, Sitting("r", number))
            for number, each in enumerate(NOISE)
        ]
        found.append(Row(f"{name}.{role}/ob3", tuple(processes), about))
    return found


def material(stacks: Mapping[str, Sequence[Row]]) -> Material:
    run = Run("run", tuple(Stack(name, tuple(rows)) for name, rows in stacks.items()))
    return Material(run, None, "run", "a-machine", "ab" * 32, "2026-11-30", (), {})


def said(stacks: Mapping[str, Sequence[Row]]) -> str:
    materials = [material(stacks)]
    return answer(materials, [], compared(materials))


def test_two_sentences_say_how_formats_compare_and_who_takes_it() -> None:
    python = {
        "canonbench": [*roles("eddsa-rdfc-2022", 2e-3), *roles("mdoc", 1e-3)],
        "pyld": roles("eddsa-rdfc-2022", 10e-3),
        "slow": roles("eddsa-rdfc-2022", 20e-3),
    }
    told = said(python)

    assert "with canonbench, the least of all stacks, and 20" in told
    assert "with slow (ob3, Ed25519, scope issuer). Of the time" in told
    assert "the specification needs at most 6.00 ms [" in told
    assert "(with canonbench), and the library slow adds at least 54" in told
    assert told.endswith("].")
    assert "Python" not in told


def test_two_runtimes_are_both_named() -> None:
    told = said(
        {
            "canonbench": [*roles("eddsa-rdfc-2022", 2e-3), *roles("mdoc", 1e-3)],
            "node": [*roles("eddsa-rdfc-2022", 5e-3, NODE), *roles("mdoc", 1e-3, NODE)],
        }
    )

    assert "with canonbench (Python), the least of all stacks, and 5" in told
    assert "with node (Node.js) (ob3" in told
    assert "in Python the specification needs at most 6.00 ms" in told
    assert "; in Node.js the specification needs at most 15" in told
    assert told.endswith("(with node), and no other stack was measured.")


def test_equal_stacks_add_nothing_for_certain() -> None:
    one = [*roles("eddsa-rdfc-2022", 2e-3), *roles("mdoc", 1e-3)]

    assert said({"canonbench": one, "twin": one}).endswith("and no library takes certainly more.")


def test_one_stack_is_named_once() -> None:
    told = said({"canonbench": [*roles("eddsa-rdfc-2022", 2e-3), *roles("mdoc", 1e-3)]})

    assert "the time of mdoc with canonbench (ob3, Ed25519, scope issuer)." in told
    assert "least of all" not in told
    assert told.endswith("(with canonbench), and no other stack was measured.")


def test_without_exchanges_it_is_a_finding_and_without_that_nothing() -> None:
    recorded = gather([str(RECORDED)])

    assert answer(recorded, [], compared(recorded)).startswith("On ob3 ")
    assert answer([material({})], [], None) == NOTHING
