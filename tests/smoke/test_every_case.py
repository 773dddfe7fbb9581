"""Every case once: each engine on each stage, each role of each exchange, without a clock that counts."""

from pathlib import Path

import pytest

from canonbench import exchanges
from canonbench.cli import main
from canonbench.documents import corpus
from canonbench.engines import BUILT_IN, Catalogue
from canonbench.harness import plan, requests
from canonbench.harness.agreement import agreement
from canonbench.harness.gate import prove
from canonbench.model.case import Case
from canonbench.model.exchange import Variant
from canonbench.stages import FAMILIES

pytestmark = pytest.mark.smoke

ENGINES = [name for name in BUILT_IN if not name.startswith(("node", "go"))]
"""The engines of this runtime; the others have tests of their own, where they are installed."""

KNOWN = {
    "sd_jwt.verify by sd-jwt": "accepts a disclosure that no digest refers to",
    "jsonld.to_quads by rdflib": "writes numbers in another lexical form, and misses type-scoped terms",
    "kit.json_dumps by json": "is not RFC 8785, and stands there to show it",
}
"""What a library is known to do otherwise."""


@pytest.mark.parametrize("document", ["simple", "ob3", "credential-20", "cycle-10"])
def test_every_engine_is_proved_on_every_stage(document: str) -> None:
    found = agreement(corpus.find(document), ENGINES)
    differ = [line for line in found.differ if line.partition(" differs")[0] not in KNOWN]

    assert differ == []
    assert found.agreed > 10


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_plan(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stage", family, "--dry-run"]) == 0
    assert family in capsys.readouterr().out


def factors(name: str, variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return the factors of a variant: what differs from the format's default."""
    default = exchanges.variants(name)[0]
    return tuple(
        (factor, getattr(variant, factor))
        for factor in ("algorithm", "binding", "scope")
        if getattr(variant, factor) != getattr(default, factor)
    )


@pytest.mark.parametrize("name", exchanges.FORMATS)
def test_every_role_is_proved_in_every_variant(name: str, tmp_path: Path) -> None:
    document = exchanges.FORMATS[name].document
    cases = [
        Case(f"{name}.{role}", document, factors(name, variant))
        for variant in exchanges.variants(name)
        for role in exchanges.load(name).roles
    ]
    frozen = requests.freeze(cases, [corpus.find(document)], Catalogue(), tmp_path)
    (stack,) = plan.choose(["canonbench"], again=False)
    proved = prove(stack, cases, frozen.inputs)

    assert frozen.refusals == ()
    assert {case: outcome.kind for case, outcome in proved.outcomes.items()} == {
        case.name: "ok" for case in cases
    }
