"""The table of formats, and the protocol of their modules."""

import sys
from typing import Any

import pytest

from canonbench import exchanges
from canonbench.errors import UnknownName, UsageError
from canonbench.exchanges import FORMATS, check, load, variants, writes
from canonbench.model.exchange import Variant


def test_every_format_of_the_table_has_its_three_roles() -> None:
    for name in FORMATS:
        exchange = load(name)
        assert list(exchange.roles) == ["issue", "present", "verify"]
        assert [role.name for role in exchange.roles.values()] == [
            f"{name}.{role}" for role in ("issue", "present", "verify")
        ]


def test_a_format_that_is_not_there_lists_near_ones() -> None:
    with pytest.raises(UnknownName, match="no format 'mdocs'; did you mean mdoc"):
        load("mdocs")
    with pytest.raises(UnknownName, match="no format 'jwt'"):
        check("jwt", Variant("p256"))


def test_variants_go_from_the_narrowest_scope_to_the_widest() -> None:
    assert variants("eddsa-rdfc-2022") == tuple(
        Variant("ed25519", scope) for scope in FORMATS["eddsa-rdfc-2022"].scopes
    )


def test_a_mac_is_for_mdoc_beyond_the_issuer_and_for_keys_that_agree() -> None:
    with_mac = [variant for name in FORMATS for variant in variants(name) if variant.binding == "mac"]
    assert with_mac == [
        Variant(algorithm, scope, "mac")
        for algorithm in FORMATS["mdoc"].algorithms[1:]
        for scope in ("holder", "trust")
    ]


def test_every_other_variant_is_a_usage_error() -> None:
    for variant in variants("mdoc"):
        check("mdoc", variant)
    with pytest.raises(UsageError, match="ecdsa-sd-2023 does not exist with p384, scope issuer"):
        check("ecdsa-sd-2023", Variant("p384"))
    with pytest.raises(UsageError, match=r"mdoc does not exist with ed25519, scope holder, binding mac"):
        check("mdoc", Variant("ed25519", "holder", "mac"))


def test_a_format_is_imported_when_it_is_loaded() -> None:
    for name in [name for name in sys.modules if name.startswith("canonbench.exchanges.mdoc")]:
        del sys.modules[name]
    assert exchanges.FORMATS["mdoc"].module not in sys.modules
    load("mdoc")
    assert exchanges.FORMATS["mdoc"].module in sys.modules


@pytest.mark.parametrize(
    ("value", "formats"),
    [
        ({"vct": "urn:x"}, ["sd-jwt-vc"]),
        ({"vct": "urn:x", "@context": []}, list(FORMATS)),
        ([], list(FORMATS)),
    ],
)
def test_the_claims_of_an_sd_jwt_vc_are_exchanged_in_that_format_only(value: Any, formats: list[str]) -> None:
    assert [name for name in FORMATS if writes(name, value)] == formats
