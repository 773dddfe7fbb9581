"""The hand-written mdoc is what it says, octet for octet, and nothing else passes for it."""

from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import SpecError, VerificationFailed
from canonbench.stages import STAGES
from canonbench.suites.own_mdoc import DECODED, rows

ROWS = {f"{stage}/{name}": (stage, given) for stage, name, given, _ in rows()}


@pytest.mark.parametrize(("value", "octets"), DECODED)
def test_octets_and_values_are_the_same_item(value: Any, octets: bytes) -> None:
    library = Catalogue().load("cbor2")

    assert value == library["cbor.decode"].neutral()(octets)
    assert octets == library["cbor.encode"].neutral()(value)


@pytest.mark.parametrize("name", [name for name, (stage, _) in ROWS.items() if STAGES[stage].tampered])
def test_what_is_tampered_with_is_refused(name: str) -> None:
    stage, given = ROWS[name]
    engine = next(found[stage] for found in _catalogues() if stage in found).neutral()
    tampered = STAGES[stage].tampered
    assert tampered is not None

    changed = list(tampered(given))

    assert len(changed) > 1
    for each in changed:
        with pytest.raises((VerificationFailed, SpecError)):
            engine(each)


def _catalogues() -> list[Any]:
    return [Catalogue().load(name) for name in ("canonbench", "cryptography")]
