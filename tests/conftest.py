"""Fixtures that every test may use."""

import os
import random
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import pytest
from hypothesis import settings

from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack
from canonbench.specs.cbor import Codec
from canonbench.suites import folder

settings.register_profile("canonbench", max_examples=100, deadline=None)
settings.load_profile("canonbench")


@pytest.fixture(scope="session")
def suite() -> Callable[[str], Path]:
    """Find a public suite by name; skip where it is absent, fail where it must be there (``CI``)."""

    def find(name: str) -> Path:
        found = folder(name)
        if found is None:
            reason = f"suite {name} is not here: set CANONBENCH_SUITES to the folder that holds it"
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(reason)
        return found

    return find


@pytest.fixture(scope="session")
def codec() -> Codec:
    """CBOR by cbor2, as strict as it can be: one item, no duplicate keys, definite lengths, tags kept."""

    def kept(number: int) -> Callable[[Any, bool], cbor2.CBORTag]:
        return lambda value, _immutable: cbor2.CBORTag(number, value)

    tags = {number: kept(number) for number in (0, 1, 4, 5, 30, 32, 35, 36, 37, 100, 258, 260, 261, 1004)}

    def decode(data: bytes) -> Any:
        source = BytesIO(data)
        value = cbor2.CBORDecoder(
            source, semantic_decoders=tags, allow_duplicate_keys=False, allow_indefinite=False
        ).decode()
        if source.tell() != len(data):
            raise ValueError(f"{len(data) - source.tell()} bytes follow the item")
        return value

    return Codec(cbor2.dumps, decode, cbor2.CBORTag, (cbor2.CBORDecodeError, ValueError))


@pytest.fixture(scope="session")
def shared_education() -> Path:
    """Find the published education schemas beside the suites; skip or fail as ``suite`` does."""
    suites = Path(os.environ.get("CANONBENCH_SUITES") or "../shared/suites")
    found = suites.parent / "schemas" / "education"
    if not found.is_dir():
        reason = f"{found} is not here: set CANONBENCH_SUITES to the folder that has ../schemas/education"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="session")
def plant() -> Callable[..., Run]:
    """Make a run with planted truth: seconds for each row, shaken by noise from a seed.

    ``truth`` is ``{stack: {row: seconds}}``. Every value is the truth times what its round brings to all rows
    (``drift``) times noise of its own (``noise``), both of a given standard deviation. ``engines`` gives a
    stack its ``stack_engines``, ``runtimes`` its runtime. ``steps`` is ``{row: {stage: seconds}}``: such a
    row gets a split row, whose steps are what is given and whose glue is the rest, with every stack.
    """

    def make(  # noqa: PLR0913 - a test names only what it is about
        truth: Mapping[str, Mapping[str, float]],
        *,
        rounds: int = 16,
        noise: float = 0.01,
        drift: float = 0.05,
        seed: int = 0,
        engines: Mapping[str, str] | None = None,
        runtimes: Mapping[str, str] | None = None,
        steps: Mapping[str, Mapping[str, float]] | None = None,
        records: Sequence[Mapping[str, Any]] = (),
        about: Mapping[str, Mapping[str, Any]] | None = None,
        run: str = "planted",
    ) -> Run:
        source = random.Random(seed)  # noqa: S311 - noise, not secrets
        shared = [1 + source.gauss(0, drift) for _ in range(rounds)]
        stacks = []
        for stack, rows in truth.items():
            own = {"engine": stack, "engine_version": "1.0", "unit": "second"}
            own |= {"runtime": runtimes[stack]} if runtimes and stack in runtimes else {}
            made = []
            for name, seconds in rows.items():
                case = Case.parse(name)
                told: dict[str, Any] = {**own, "document": case.document, "stage": case.target}
                if engines and stack in engines:
                    told["stack_engines"] = engines[stack]
                format_, _, role = case.target.rpartition(".")
                if role in {"issue", "present", "verify"}:
                    factors = dict(case.factors)
                    curve = "p256" if format_.startswith("ecdsa") else factors.get("algorithm", "ed25519")
                    told |= {"format": format_, "role": role, "key_algorithm": curve, "scope": "issuer"}
                    told |= {"binding": "signature", "disclose": factors.get("disclose", "5")}
                told |= (about or {}).get(name, {})
                values = [seconds * part * (1 + source.gauss(0, noise)) for part in shared]
                made.append(_row(name, values, told, run))
                if steps and name in steps and case.view == "bare":
                    made.append(_split(made[-1], steps[name], seconds))
            stacks.append(Stack(stack, tuple(made)))
        return Run(run, tuple(stacks), tuple(records))

    return make


def _row(name: str, values: Sequence[float], told: Mapping[str, Any], run: str) -> Row:
    processes = (
        Process((value,), (value,), told, Sitting(run, number)) for number, value in enumerate(values)
    )
    return Row(name, tuple(processes), told)


def _split(bare: Row, steps: Mapping[str, float], seconds: float) -> Row:
    """Make the split row of a bare one: the steps take what they are planted to, and the rest is glue."""
    told = {**bare.metadata, "view": "split"}
    processes = []
    for process in bare.processes:
        scale = process.wall[0] / seconds
        keyed = {
            keys.split_key(index, stage): repr(own * scale)
            for index, (stage, own) in enumerate(steps.items())
        }
        metadata = {
            **told,
            **keyed,
            keys.GLUE_VALUES: repr((seconds - sum(steps.values())) * scale),
            keys.STAMP_COST: "0.0",
            keys.RESIDUAL: "0.0",
            keys.STEPS: len(steps),
        }
        processes.append(Process(process.wall, None, metadata, process.sitting))
    return Row(f"{bare.name}:split", tuple(processes), told)


@pytest.fixture(scope="session")
def factorial() -> Callable[..., dict[str, dict[str, float]]]:
    """Make the truth of a whole factorial for ``plant``: what each exchange takes, its roles in thirds.

    Data Integrity takes ``base`` with our engines and ``library`` more with PyLD if it uses RDFC-1.0, ``jcs``
    less with JCS, and 0.2 ms more with P-256, as every format; SD-JWT VC and mdoc take half a millisecond.
    """

    def make(
        *, base: float = 1e-3, library: float = 2e-3, jcs: float = 0.4e-3, document: str = "ob3"
    ) -> dict[str, dict[str, float]]:
        curves = {"": 0.0, "@algorithm=p256": 0.2e-3}
        found: dict[str, dict[str, float]] = {"canonbench": {}, "pyld": {}}

        def add(stack: str, name: str, factors: str, seconds: float) -> None:
            for role in ("issue", "present", "verify"):
                found[stack][f"{name}.{role}/{document}{factors}"] = seconds / 3

        for name, more in (("eddsa-{}-2022", 0.0), ("ecdsa-{}-2019", 0.2e-3)):
            add("canonbench", name.format("rdfc"), "", base + more)
            add("canonbench", name.format("jcs"), "", base + more - jcs)
            add("pyld", name.format("rdfc"), "", base + more + library)
        for name in ("sd-jwt-vc", "mdoc"):
            for factors, more in curves.items():
                add("canonbench", name, factors, 0.5e-3 + more)
        return found

    return make
