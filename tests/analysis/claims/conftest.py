"""Invented exchanges with planted totals: what a claim says of them is known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canonbench.analysis.claims.reading import Reading
from canonbench.analysis.environments import environments
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]

STEADY = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)
SHAKEN = (1.0, 1.6, 0.6, 1.2, 1.5, 0.7, 1.4, 0.8)
"""Noise that makes an interval reach far to both sides."""

STAMP = 0.05
"""What stamping one step costs, in seconds: enough to be seen if it were not taken off."""


_FORMATS = (
    *("mdoc", "sd-jwt-vc", "eddsa-rdfc-2022", "eddsa-jcs-2022"),
    *("ecdsa-rdfc-2019", "ecdsa-sd-2023"),
)


@pytest.fixture
def exchange(invent: Invent) -> Callable[..., list[Row]]:
    """Make the roles of a format, whose total is ``total`` seconds; each format has its own noise."""

    def make(  # noqa: PLR0913 - a test names only what it is about
        name: str,
        total: float,
        *,
        algorithm: str = "ed25519",
        scope: str = "issuer",
        roles: Sequence[str] = ("issue", "present", "verify"),
        verify: float = 0.4,
        noise: Sequence[float] = STEADY,
        steps: Mapping[str, float] | None = None,
        **metadata: Any,
    ) -> list[Row]:
        shares = {"issue": (1 - verify) / 2, "present": (1 - verify) / 2, "verify": verify}
        told = {"format": name, "key_algorithm": algorithm, "scope": scope, "disclose": "5", **metadata}
        turn = _FORMATS.index(name)
        turned = [*noise[turn:], *noise[:turn]]
        rows = []
        for role in roles:
            values = [total * shares[role] * each for each in turned]
            case = f"{name}.{role}/credential-20{'' if scope == 'issuer' else '@scope=' + scope}"
            case += "@algorithm=p256" if algorithm == "p256" and name in {"mdoc", "sd-jwt-vc"} else ""
            rows.append(invent(case, values, **told))
            if steps is not None:
                spent = {
                    f"split.{number:02d}.{stage}/document": repr(seconds / 3)
                    for number, (stage, seconds) in enumerate(steps.items())
                }
                stamps = {"split.steps": len(steps), "stamp.cost": repr(STAMP)}
                stamped = [value + len(steps) * STAMP for value in values]
                rows.append(invent(f"{case}:split", stamped, **told, **spent, **stamps))
        return rows

    return make


@pytest.fixture
def read(gather: Callable[..., Run]) -> Callable[..., Reading]:
    """Read an invented run as the one environment ``machine``."""

    def made(
        stacks: Mapping[str, Sequence[Row]],
        *,
        machine: str = "xeon",
        records: Sequence[Mapping[str, Any]] = (),
    ) -> Reading:
        run = replace(gather(stacks, records=records), folder=Path("runs", machine, "run"))
        (found,) = environments([run])
        return Reading.of(found)

    return made
