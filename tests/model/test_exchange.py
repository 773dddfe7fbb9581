"""Roles of exchanges."""

from collections.abc import Callable

from canonbench.model.exchange import Variant, role
from canonbench.model.text import Text
from canonbench.model.use import Neutral, Use

PLACE = Text("text", "1", "https://text.example/").at("here")


def test_a_role_is_named_after_its_exchange() -> None:
    @role("fake", "issue", PLACE)
    def issue(use: Use, variant: Variant) -> Callable[[str], str]:
        return lambda value: f"{value} by {variant.algorithm} in scope {variant.scope}"

    assert issue.name == "fake.issue"
    assert issue.text is PLACE
    assert issue.bind(Neutral({}), Variant("p256"))("x") == "x by p256 in scope issuer"


def test_p384_goes_with_sha384() -> None:
    assert [Variant(name).hash for name in ("ed25519", "p256", "p384")] == ["sha256", "sha256", "sha384"]
