"""Files under names that are free of the format."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyperf
import pytest

from canonbench.analysis.compare import compare
from canonbench.errors import RunFileError
from canonbench.model.case import Case
from canonbench.runs import by_format, files

Folder = Callable[..., Path]


@pytest.fixture
def run(tmp_path: Path) -> Folder:
    """Write a run file: a row for each name, a process of two values for each round."""

    def make(
        stack: str,
        rows: dict[str, Sequence[float]],
        *,
        rounds: Sequence[int] = tuple(range(8)),
        **metadata: Any,
    ) -> Path:
        benchmarks = []
        for name, values in rows.items():
            exchange, _, role = Case.parse(name).target.rpartition(".")
            about = {"format": exchange, "role": role, "key_algorithm": "ed25519", "run": "r", **metadata}
            runs = [
                pyperf.Run(
                    values,
                    metadata={
                        **about,
                        "name": name,
                        "round": number,
                        "cpu.values": ",".join(str(value / 2) for value in values),
                        "case_version": name,
                        "text": name,
                    },
                    collect_metadata=False,
                )
                for number in rounds
            ]
            benchmarks.append(pyperf.Benchmark(runs))
        path = tmp_path / f"{stack}.json"
        pyperf.BenchmarkSuite(benchmarks).dump(str(path))
        return path

    return make


def _rows(exchange: str, factor: float = 1.0, rest: str = "") -> dict[str, Sequence[float]]:
    times = {"issue": 1.0, "present": 2.0, "verify": 3.0}
    return {
        f"{exchange}.{role}/ob3{rest}": (factor * time, 1.01 * factor * time) for role, time in times.items()
    }


def _names(path: Path) -> list[str]:
    return [str(benchmark.get_name()) for benchmark in files.load_suite(path)]


def test_names_are_free_of_the_format_and_roles_are_added_up(run: Folder, tmp_path: Path) -> None:
    (path,) = by_format.write(tmp_path, [run("canonbench", _rows("mdoc"))])
    total = files.load_suite(path).get_benchmark("total/ob3")

    assert path == tmp_path / "by-format" / "mdoc.json"
    assert _names(path) == ["issue/ob3", "present/ob3", "verify/ob3", "total/ob3"]
    assert total.get_nrun() == 8
    assert total.get_runs()[0].values == pytest.approx((6.0, 6.06))
    assert total.get_runs()[0].get_metadata()["cpu.values"] == "3.0,3.0300000000000002"


@pytest.mark.parametrize(
    ("case", "algorithm", "expected"),
    [
        (Case("mdoc.issue", "ob3", (("algorithm", "p256"),)), "p256", "issue/ob3@algorithm=p256"),
        (Case("ecdsa-jcs-2019.issue", "ob3"), "p256", "issue/ob3@algorithm=p256"),
        (Case("mdoc.issue", "ob3", (("disclose", "3"),)), "p384", "issue/ob3@algorithm=p384,disclose=3"),
        (Case("eddsa-jcs-2022.issue", "ob3"), "ed25519", "issue/ob3"),
    ],
)
def test_the_algorithm_is_named_unless_it_is_ed25519(case: Case, algorithm: str, expected: str) -> None:
    assert by_format.name(case, "issue", algorithm) == expected


def test_every_stack_has_files_of_its_own_and_the_first_the_plain_names(run: Folder, tmp_path: Path) -> None:
    stacks = [
        run("canonbench", {**_rows("mdoc"), **_rows("sd-jwt-vc")}),
        run("pyld", {**_rows("eddsa-rdfc-2022"), **_rows("mdoc")}),
    ]
    written = by_format.write(tmp_path, stacks)

    assert [path.name for path in written] == [
        "mdoc.json",
        "sd-jwt-vc.json",
        "eddsa-rdfc-2022.json",
        "mdoc@pyld.json",
    ]
    assert {path.name for path in tmp_path.glob("*.json")} == {"canonbench.json", "pyld.json"}


def test_views_are_left_out_and_states_are_no_part_of_the_total(run: Folder, tmp_path: Path) -> None:
    rows = {
        **_rows("mdoc"),
        "mdoc.verify/ob3:cold-context": (9.0,),
        "mdoc.verify/ob3:split": (4.0,),
    }
    (path,) = by_format.write(tmp_path, [run("canonbench", rows)])

    assert _names(path) == ["issue/ob3", "present/ob3", "verify/ob3", "verify/ob3:cold-context", "total/ob3"]


def test_without_every_role_there_is_no_total(run: Folder, tmp_path: Path) -> None:
    rows = {name: values for name, values in _rows("mdoc").items() if "present" not in name}
    (path,) = by_format.write(tmp_path, [run("canonbench", rows)])

    assert _names(path) == ["issue/ob3", "verify/ob3"]


def test_rounds_that_a_role_lacks_are_no_part_of_the_total(run: Folder, tmp_path: Path) -> None:
    whole = run("whole", _rows("mdoc"))
    part = run("part", {"mdoc.issue/ob3": (1.0, 1.0)}, rounds=[2, 5])
    suite = [
        *files.load_suite(part),
        *(each for each in files.load_suite(whole) if "issue" not in each.get_name()),
    ]
    mixed = tmp_path / "mixed.json"
    pyperf.BenchmarkSuite(suite).dump(str(mixed))
    (path,) = by_format.write(tmp_path, [mixed])

    assert files.load_suite(path).get_benchmark("total/ob3").get_nrun() == 2


def test_what_differs_by_format_is_left_out_so_that_rounds_can_be_compared(
    run: Folder, tmp_path: Path
) -> None:
    path = run("canonbench", {**_rows("mdoc"), **_rows("sd-jwt-vc", 2.0)})
    mdoc, sd_jwt = by_format.write(tmp_path, [path])
    compared = compare(files.read(mdoc), files.read(sd_jwt))
    ratios = [row.ratio.value for row in compared.rows if row.ratio is not None]

    assert compared.refused == ()
    assert ratios == pytest.approx([2.0] * 4)


def test_pyperf_prints_the_table_of_formats(run: Folder, tmp_path: Path) -> None:
    rows = {**_rows("mdoc"), **_rows("sd-jwt-vc", 2.0), **_rows("eddsa-rdfc-2022", 3.0)}
    written = by_format.write(tmp_path, [run("canonbench", rows)])
    argv = [sys.executable, "-m", "pyperf", "compare_to", *map(str, written), "--table"]
    said = subprocess.run(argv, capture_output=True, text=True, check=True).stdout

    assert "| Benchmark      | mdoc     | sd-jwt-vc" in said
    assert [name for name in ("issue", "present", "verify", "total") if f"| {name}/ob3" not in said] == []


def test_rows_of_stages_and_an_interrupted_row_are_left_out(tmp_path: Path) -> None:
    stage = pyperf.Run([1.0], metadata={"name": "rdfc.label/ob3"}, collect_metadata=False)
    calibrated = pyperf.Run(
        [], warmups=[(1, 1.0)], metadata={"name": "mdoc.issue/ob3"}, collect_metadata=False
    )
    path = tmp_path / "stages.json"
    pyperf.BenchmarkSuite([pyperf.Benchmark([stage]), pyperf.Benchmark([calibrated])]).dump(str(path))

    assert by_format.write(tmp_path, [path]) == ()
    assert not (tmp_path / "by-format").exists()


def test_a_folder_that_cannot_be_made_is_one_line(run: Folder, tmp_path: Path) -> None:
    path = run("canonbench", _rows("mdoc"))
    (tmp_path / "by-format").write_text("in the way", encoding="utf-8")

    with pytest.raises(RunFileError, match="cannot create"):
        by_format.write(tmp_path, [path])
