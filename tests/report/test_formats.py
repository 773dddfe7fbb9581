"""Formats beside each other, as text."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from canonbench.report import exchange
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack

Rows = Callable[..., list[Row]]

NOISE = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)
SPLIT = {
    "split.00.json.parse/document": "0.0002",
    "split.01.eddsa.sign/document": "0.0006",
    "glue.values": "0.0001",
    "split.residual": "0.0001",
    "stamp.cost": "0.00005",
    "split.steps": 2,
}


def _row(name: str, values: Sequence[float], metadata: dict[str, Any]) -> Row:
    processes = tuple(
        Process((value,), (value,), metadata, Sitting("r", number)) for number, value in enumerate(values)
    )
    return Row(name, processes, metadata)


@pytest.fixture
def roles() -> Rows:
    """Make the rows of a format, each role a millisecond times ``takes``."""

    def make(name: str, takes: float = 1.0, *, rounds: int = 8, view: str = "", **more: Any) -> list[Row]:
        about = {"format": name, "key_algorithm": "ed25519", "scope": "issuer", "disclose": "5"}
        about |= {"binding": "signature", **more}
        return [
            _row(
                f"{name}.{role}/ob3{view}",
                [0.001 * takes * each for each in NOISE[:rounds]],
                {**about, "role": role, "output_bytes": size} if size else {**about, "role": role},
            )
            for role, size in (("issue", 400), ("present", 200), ("verify", 0))
        ]

    return make


def _run(stacks: dict[str, list[Row]], folder: Path | None = None) -> Run:
    made = tuple(Stack(name, tuple(rows)) for name, rows in stacks.items())
    return Run("run", made, folder=folder)


def _text(run: Run, algorithms: Sequence[str] = ()) -> str:
    stream = io.StringIO()
    exchange.write(run, stream, plain=True, algorithms=algorithms)
    return stream.getvalue()


def test_several_formats_stand_in_one_table_against_mdoc(roles: Rows) -> None:
    run = _run({"canonbench": [*roles("eddsa-rdfc-2022", 2.0), *roles("mdoc")]}, Path("runs/x"))
    said = _text(run, ["ed25519"])

    assert said.startswith("ob3; Ed25519; scope issuer; 8 rounds; CPU time\n")
    row = next(line for line in said.splitlines() if line.startswith("eddsa-rdfc-2022"))
    assert "2.00x [" in row
    assert row.split()[1:3] == ["400", "200"]
    assert row.split()[-2:] == ["500", "500"]
    assert "not applicable: no Ed25519" in said
    assert "Finding: mdoc takes the least, 3.00 ms with canonbench, 1000 verified a second and core" in said
    assert "compare_to runs/x/by-format/mdoc.json runs/x/by-format/eddsa-rdfc-2022.json --table" in said


def test_stacks_of_formats_are_named_and_so_is_what_they_are_compared_with(roles: Rows) -> None:
    run = _run(
        {"canonbench": [*roles("mdoc"), *roles("sd-jwt-vc")], "pyld": roles("eddsa-rdfc-2022", 3.0)},
        Path("runs/x"),
    )
    said = _text(run)

    assert "eddsa-rdfc-2022 with pyld against it with canonbench" in said
    assert "Compare stacks by rounds: python -m canonbench compare runs/x:canonbench runs/x:pyld" in said
    assert "not applicable" not in said


def test_stacks_of_two_runtimes_are_each_compared_with_one_of_their_own(roles: Rows) -> None:
    away = {"runtime": "Node.js 20.1.0"}
    run = _run(
        {
            "canonbench": roles("mdoc"),
            "pyld": roles("eddsa-rdfc-2022", 3.0),
            "node": roles("mdoc", 2.0, **away),
            "node-other": roles("eddsa-rdfc-2022", 4.0, **away),
        },
        Path("runs/x"),
    )

    assert (
        "paired by round; eddsa-rdfc-2022 with pyld against it with canonbench; "
        "eddsa-rdfc-2022 with node-other against it with node.\n"
    ) in _text(run)


def test_formats_of_another_algorithm_stand_in_a_table_of_their_own(roles: Rows) -> None:
    p256 = [
        Row(row.name.replace("/ob3", "/ob3@algorithm=p256"), row.processes, row.metadata)
        for row in roles("mdoc", key_algorithm="p256")
    ]
    said = _text(_run({"canonbench": [*roles("mdoc"), *p256, *roles("sd-jwt-vc")]}), ["ed25519", "p256"])

    assert "ob3; Ed25519; scope issuer" in said
    assert "ob3; P-256; scope issuer" in said
    assert "ecdsa-sd-2023" in said
