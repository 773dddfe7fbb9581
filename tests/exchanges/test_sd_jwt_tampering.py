"""Tampered presentations: every part, every way, and each with its name."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.exchanges import load
from canonbench.exchanges.sd_jwt_tampering import tampered_requests
from canonbench.model.engine import Engine
from canonbench.model.exchange import Scope, Variant
from canonbench.model.use import Neutral
from canonbench.specs import base64url

Engines = Mapping[str, Engine[Any, Any]]


def _tampered(engines: Engines, scope: Scope, most: int | None = 4) -> tuple[Any, dict[str, Any]]:
    variant = Variant("p256", scope)
    document = corpus.find("credential-20")
    good = load("sd-jwt-vc").requests(Neutral(engines), document, variant, 2, 0)["verify"]
    return good, dict(tampered_requests(good, variant, most=most))


@pytest.mark.parametrize("scope", ["issuer", "holder", "trust"])
def test_every_byte_of_every_part_is_flipped(engines: Engines, scope: Scope) -> None:
    good, tampered = _tampered(engines, scope, None)
    jwt, first, second, bound = good.presented.decode().split("~")
    parts = {"Disclosure 0": first, "Disclosure 1": second}
    signed = {"Issuer-signed JWT": jwt, "Key Binding JWT": bound}
    if good.status_list is not None:
        signed["Status List Token"] = good.status_list.token
    for what, text in signed.items():
        if text:
            names = ("header", "payload", "signature")
            parts |= {f"{what}, {name}": part for name, part in zip(names, text.split("."), strict=True)}

    assert len(parts) == {"issuer": 5, "holder": 8, "trust": 11}[scope]
    for name, text in parts.items():
        for place in range(len(base64url.decode(text))):
            assert f"{name}: byte {place} flipped by 1" in tampered
        assert f"{name}: padded" in tampered


def test_what_only_key_binding_forbids_is_tampered_with_in_its_scope(engines: Engines) -> None:
    names = {scope: set(_tampered(engines, scope)[1]) for scope in ("issuer", "holder", "trust")}
    bound = {"Disclosure 0 dropped", "Disclosures 0 and 1 swapped", "no key binding", "another nonce"}

    assert names["issuer"] & bound == set()
    assert bound <= names["holder"]
    assert bound <= names["trust"]
    for each in names.values():
        assert {"a Disclosure of another credential", "Disclosure 1 twice", "no tilde"} <= each
    assert {"no root", "no status list", "another JWT as status list"} <= names["trust"]
    assert {"the issuer's key, another x", "the issuer's key, another use"} <= names["holder"]


def test_times_are_tampered_with_where_the_credential_has_some(engines: Engines) -> None:
    _, tampered = _tampered(engines, "issuer")
    good, _ = _tampered(engines, "issuer")
    header, payload, rest = good.presented.decode().split(".", 2)
    timeless = base64url.encode(b'{"vct":"t"}')
    other = good._replace(presented=f"{header}.{timeless}.{rest}".encode())
    names = {name for name, _ in tampered_requests(other, Variant("p256"))}

    assert {name for name in set(tampered) - names if name.startswith("the time")} == {
        "the time is that of its end",
        "the time is before its start",
    }
    assert payload != timeless


def test_every_request_is_another_one(engines: Engines) -> None:
    good, tampered = _tampered(engines, "trust")

    assert good not in tampered.values()


def test_of_many_disclosures_some_are_tampered_with(engines: Engines) -> None:
    variant = Variant("p256", "holder")
    many = corpus.find("credential-100")
    good = load("sd-jwt-vc").requests(Neutral(engines), many, variant, 100, 0)["verify"]
    names = [name for name, _ in tampered_requests(good, variant, most=3)]

    assert [name for name in names if name.endswith(" twice")] == [
        f"Disclosure {place} twice" for place in (0, 33, 66, 99)
    ]
    assert len(names) < 250
