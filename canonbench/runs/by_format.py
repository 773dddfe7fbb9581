"""``by-format/FORMAT.json`` beside the run files: the same values under names that are free of the format.

``pyperf compare_to`` and ``canonbench compare`` pair rows by their names, so that with these files they print
formats beside each other::

    eddsa-rdfc-2022.issue/credential-20         issue/credential-20
    mdoc.issue/credential-20@algorithm=p256     issue/credential-20@algorithm=p256
    ecdsa-jcs-2019.issue/credential-20          issue/credential-20@algorithm=p256

``total`` is the sum of the roles, value by value, of the same round. The algorithm is named unless it is
Ed25519, whatever the format's own default is. The first stack gives ``FORMAT.json``, every other one
``FORMAT@STACK.json``. Step times and the digest of the case, which differ by format, are left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

from canonbench.errors import RunFileError
from canonbench.model.case import Case
from canonbench.model.exchange import ROLES
from canonbench.runs import files, folders, keys
from canonbench.runs.keys import Scalar

__all__ = ["FOLDER", "TOTAL", "name", "write"]

FOLDER = "by-format"
TOTAL = "total"
_UNNAMED = "ed25519"
_OF_THE_FORMAT = (keys.CASE_VERSION, keys.OUTPUT_SHA256, keys.TEXT, keys.GC_COUNTS)


def name(case: Case, role: str, algorithm: str) -> str:
    """Return the name of the row ``case`` that is free of its format."""
    factors = {key: value for key, value in case.factors if key != "algorithm"}
    if algorithm != _UNNAMED:
        factors["algorithm"] = algorithm
    return changed(case, target=role, factors=tuple(sorted(factors.items()))).name


def write(folder: Path, stacks: Sequence[Path], *, replace: bool = False) -> tuple[Path, ...]:
    """Write the files by format of the run files ``stacks`` of the run ``folder``, and return them.

    ``replace`` is as for ``canonbench.runs.files.write_suite``.

    Raises:
        RunFileError: a run file is damaged, or there is no room.
    """
    written: list[Path] = []
    first: set[str] = set()
    place = folder / FOLDER
    for path in stacks:
        for exchange, rows in _formats(path).items():
            try:
                place.mkdir(exist_ok=True)
            except OSError as error:
                raise RunFileError(f"cannot create {place}: {error.strerror}") from error
            stem = f"{exchange}@{path.name.removesuffix('.json')}" if exchange in first else exchange
            first.add(exchange)
            written.append(files.write_suite(_suite(rows), folders.stack_file(place, stem), replace=replace))
    return tuple(written)


def _formats(path: Path) -> dict[str, dict[str, list[Any]]]:
    """Return the runs of every row by its new name, for each format in a run file."""
    found: dict[str, dict[str, list[Any]]] = {}
    roles: dict[tuple[str, str], dict[str, list[Any]]] = {}
    for benchmark in files.load_suite(path):
        runs = [run for run in benchmark.get_runs() if run.values]
        about = runs[0].get_metadata() if runs else {}
        if keys.FORMAT not in about:
            continue
        case, role = Case.parse(benchmark.get_name()), str(about[keys.ROLE])
        if case.view != "bare":
            continue
        exchange, algorithm = str(about[keys.FORMAT]), str(about[keys.KEY_ALGORITHM])
        found.setdefault(exchange, {})[name(case, role, algorithm)] = runs
        if case.state == "warm":
            total = name(case, TOTAL, algorithm)
            roles.setdefault((exchange, total), {})[role] = runs
    for (exchange, total), own in roles.items():
        if all(role in own for role in ROLES) and (runs := _totals([own[role] for role in ROLES])):
            found[exchange][total] = runs
    return found


def _suite(rows: Mapping[str, Iterable[Any]]) -> Any:
    import pyperf  # noqa: PLC0415 - 60 ms that --help must not pay

    benchmarks = []
    for row, runs in rows.items():
        named = [_run(run.values, {**run.get_metadata(), keys.NAME: row}) for run in runs]
        benchmarks.append(pyperf.Benchmark(named))
    return pyperf.BenchmarkSuite(benchmarks)


def _run(values: Sequence[float], metadata: Mapping[str, Scalar]) -> Any:
    import pyperf  # noqa: PLC0415 - as above

    kept = {key: value for key, value in metadata.items() if key not in _OF_THE_FORMAT}
    return pyperf.Run(values, metadata=kept, collect_metadata=False)


def _totals(roles: Sequence[Sequence[Any]]) -> list[Any]:
    """Return a run for each round that all roles have: its values are their sums."""
    rounds = [{_sitting(number, run): run for number, run in enumerate(runs)} for runs in roles]
    shared = [sitting for sitting in rounds[0] if all(sitting in other for other in rounds)]
    return [_total([own[sitting] for own in rounds]) for sitting in shared]


def _sitting(number: int, run: Any) -> tuple[str, Scalar]:
    told = run.get_metadata()
    return str(told.get(keys.RUN, "")), told.get(keys.ROUND, number)


def _total(runs: Sequence[Any]) -> Any:
    told = [run.get_metadata() for run in runs]
    common = {key: value for key, value in told[0].items() if all(each.get(key) == value for each in told)}
    common |= {keys.ROLE: TOTAL, keys.STAGE: TOTAL, keys.LOOPS: 1}
    if all(keys.CPU_VALUES in each for each in told):
        series = [keys.numbers(each[keys.CPU_VALUES]) for each in told]
        common[keys.CPU_VALUES] = keys.join(map(sum, zip(*series, strict=False)))
    values = [sum(values) for values in zip(*(run.values for run in runs), strict=False)]
    return _run(values, common)
