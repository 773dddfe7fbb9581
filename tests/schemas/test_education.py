"""The education bundle is what its manifest says, and equal to what its projects publish."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pyld import jsonld

from canonbench.documents import corpus, resources, schemas
from canonbench.documents.contexts import Contexts
from canonbench.errors import UnknownContext
from canonbench.specs import jsonld as specs_jsonld
from canonbench.specs import rdfc10

EDUCATION = resources.education()
MANIFEST = resources.manifest(EDUCATION)
FILES = [item for kind in ("contexts", "jsonschema", "credentials") for item in MANIFEST[kind]]
SAMPLES = [*(item["name"] for item in MANIFEST["credentials"]), "clr-6", "elm-3"]
EBSI = (
    "https://api-pilot.ebsi.eu/trusted-schemas-registry/v3/schemas/"
    "0xbe77a21356835dc09d3d8149ea832ae0a4bae0ae9c869d18219ef8f4a74b4644"
)

# SHA-256 of context files as VC Data Model 2.0, Data Integrity 1.0 and Controlled Identifiers 1.0 state them.
PUBLISHED = {
    "https://www.w3.org/ns/credentials/v2": (
        "59955ced6697d61e03f2b2556febe5308ab16842846f5b586d7f1f7adec92734"
    ),
    "https://w3id.org/security/data-integrity/v2": (
        "67f21e6e33a6c14e5ccfd2fc7865f7474fb71a04af7e94136cb399dfac8ae8f4"
    ),
    "https://w3id.org/security/multikey/v1": (
        "ba2c182de2d92f7e47184bcca8fcf0beaee6d3986c527bf664c195bbc7c58597"
    ),
    "https://w3id.org/security/jwk/v1": "0f14b62f6071aafe00df265770ea0c7508e118247d79b7d861a406d2aa00bece",
}


@cache
def canonical(name: str) -> str:
    """Return the canonical N-Quads of a document by PyLD, an implementation that is not ours."""
    return normalized(corpus.find(name).value, Contexts())


def frozen(contexts: Mapping[str, Any]) -> dict[str, Any]:
    """Return PyLD's options for loading from ``contexts`` alone; untagged answers are not cached by URL."""
    return {
        "documentLoader": lambda url, _: {"contextUrl": None, "documentUrl": url, "document": contexts[url]}
    }


def normalized(document: Any, contexts: Mapping[str, Any]) -> str:
    options = {"algorithm": "URDNA2015", "format": "application/n-quads", **frozen(contexts)}
    text: str = jsonld.normalize(document, options)
    return text


def published(folder: Path, kind: str) -> Iterator[dict[str, Any]]:
    items = json.loads((folder / "manifest.json").read_bytes())["items"]
    return (item for item in items if item["kind"] == kind and "variant" not in item["file"])


@pytest.mark.parametrize("item", FILES, ids=lambda item: item["file"])
def test_a_file_is_the_one_in_the_manifest(item: dict[str, Any]) -> None:
    data = (EDUCATION / item["file"]).read_bytes()

    assert (len(data), sha256(data).hexdigest()) == (item["bytes"], item["sha256"])
    assert isinstance(json.loads(data), dict)


def test_every_file_is_in_the_manifest() -> None:
    present = {
        str(path.relative_to(EDUCATION))
        for folder in ("contexts", "jsonschema", "credentials")
        for path in (EDUCATION / folder).iterdir()
    }

    assert present == {item["file"] for item in FILES}


def test_no_file_is_large() -> None:
    assert [item["file"] for item in FILES if item["bytes"] > 100 * 1024] == []


@pytest.mark.parametrize("item", MANIFEST["contexts"], ids=lambda item: item["file"])
def test_a_context_has_an_origin_a_licence_and_an_attribution(item: dict[str, Any]) -> None:
    origin = item["origin"]

    assert re.fullmatch(r"(@[a-z]+/)?[a-z0-9-]+@\d+\.\d+\.\d+", origin.get("package", "p@0.0.0"))
    assert ("package" in origin) != (origin.get("written") == "from the published term table")
    assert item["licence"]
    assert item["attribution"]
    assert item["published_bytes"] == (item["sha256"] == item["published_sha256"])


@pytest.mark.parametrize("item", MANIFEST["contexts"], ids=lambda item: item["file"])
def test_contexts_of_1edtech_and_of_the_european_union_keep_their_notices(item: dict[str, Any]) -> None:
    url = item["url"]
    if "imsglobal.org" in url or "openbadges" in url:
        assert "1EdTech Consortium" in item["attribution"]
    elif "data.europa.eu" in url:
        assert (item["licence"], "European Union" in item["attribution"]) == ("EUPL-1.2", True)
    else:
        assert "1EdTech" not in item["attribution"]


def test_carried_schemas_are_under_mit_or_apache() -> None:
    assert {item["licence"] for item in MANIFEST["jsonschema"]} <= {"MIT", "Apache-2.0"}


@pytest.mark.parametrize("url", PUBLISHED)
def test_a_context_has_the_digest_that_its_recommendation_prints(url: str) -> None:
    item = next(item for item in MANIFEST["contexts"] if item["url"] == url)

    assert sha256((EDUCATION / item["file"]).read_bytes()).hexdigest() == PUBLISHED[url]
    assert item["published_bytes"]


@pytest.mark.parametrize("item", MANIFEST["credentials"], ids=lambda item: item["name"])
def test_a_credential_has_the_canonical_form_in_the_manifest(item: dict[str, Any]) -> None:
    text = canonical(item["name"])

    assert sha256(text.encode()).hexdigest() == item["canonical_sha256"]
    assert text.count("\n") == item["quads"]
    assert len(set(re.findall(r"_:c14n\d+", text))) == item["blank_nodes"]


@pytest.mark.parametrize("name", SAMPLES)
def test_our_own_engine_gives_the_same_canonical_form(name: str) -> None:
    document = corpus.find(name)
    quads = specs_jsonld.to_quads(document.value, document.contexts)

    assert rdfc10.canonicalize(quads) == canonical(name)


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_in_a_credential_escapes_its_signature(name: str) -> None:
    document = corpus.find(name)
    dropped: list[Any] = []
    jsonld.expand(document.value, frozen(document.contexts), on_property_dropped=dropped.append)

    assert specs_jsonld.data_loss(document.value, document.contexts) == ()
    assert dropped == []
    assert "//example.org/base/" not in canonical(name)


@pytest.mark.parametrize("name", SAMPLES)
def test_everybody_in_a_credential_is_invented(name: str) -> None:
    text = corpus.find(name).data.decode()
    hosts = set(re.findall(r"https?://([^/\"#]+)", text))
    standards = {
        "data.europa.eu",
        "publications.europa.eu",
        "purl.imsglobal.org",
        "w3id.org",
        "www.w3.org",
        "schema.org",
    }

    assert {host for host in hosts - standards if not host.endswith(".example")} == set()
    assert set(re.findall(r"did:(\w+):", text)) <= {"example"}
    assert [mail for mail in re.findall(r"\w@[\w.]+", text) if not mail.endswith(".example")] == []


@pytest.mark.suites
def test_a_context_is_equal_to_the_published_one(shared_education: Path) -> None:
    contexts = Contexts()
    items = {item["url"]: item for item in published(shared_education, "context")}
    carried = {item["url"]: item for item in MANIFEST["contexts"]}
    different = [
        url
        for url in carried
        if contexts[url] != json.loads((shared_education / items[url]["file"]).read_bytes())
        or carried[url]["published_sha256"] != items[url]["sha256"]
    ]

    assert different == []


@pytest.mark.suites
@pytest.mark.parametrize("name", SAMPLES)
def test_canonical_n_quads_are_equal_under_the_published_contexts(name: str, shared_education: Path) -> None:
    files = {item["url"]: item["file"] for item in published(shared_education, "context")}
    needed = corpus.find(name).contexts
    read = {url: json.loads((shared_education / files[url]).read_bytes()) for url in needed}

    assert normalized(corpus.find(name).value, read) == canonical(name)


@pytest.mark.suites
def test_published_credentials_have_their_digests_under_the_bundled_contexts(shared_education: Path) -> None:
    contexts = Contexts()
    expected = {
        item["file"]: item["canonical"]["nquads_sha256"]
        for item in published(shared_education, "credential")
        if "nquads_sha256" in item.get("canonical", {})
    }
    found = {}
    for file in expected:
        document = corpus.find(str(shared_education / file), contexts=contexts)
        unsecured = {name: member for name, member in document.value.items() if name != "proof"}
        quads = specs_jsonld.to_quads(unsecured, document.contexts, loss="ignore")
        found[file] = sha256(rdfc10.canonicalize(quads).encode()).hexdigest()

    assert len(expected) == 42
    assert expected == found


@pytest.mark.suites
def test_published_credentials_are_json_ld_or_said_to_be_json_only(shared_education: Path) -> None:
    contexts = Contexts()
    kinds: Counter[tuple[bool, str]] = Counter()
    for item in published(shared_education, "credential"):
        try:
            kind: str = corpus.find(str(shared_education / item["file"]), contexts=contexts).kind
        except UnknownContext as error:
            kind = "said to be JSON only" if "is JSON only; give it with --context" in str(error) else "?"
        kinds[item["jsonld"], kind] += 1

    assert kinds == {
        (True, "jsonld"): 47,
        (False, "said to be JSON only"): 9,
        (False, "json"): 1,
        (False, "jsonld"): 1,  # its only context defines none of its claims: nearly all of it is lost
    }


@pytest.mark.suites
@pytest.mark.parametrize("name", [name for name in SAMPLES if schemas.schema_of(name)] + ["clr-6", "elm-3"])
def test_a_credential_follows_the_schema_that_it_names(name: str, shared_education: Path) -> None:
    known = {
        **{
            item["url"]: json.loads((shared_education / item["file"]).read_bytes())
            for item in published(shared_education, "json-schema")
        },
        **schemas.carried(),
    }
    known["http://data.europa.eu/snb/model/ap/edc-generic-full"] = known.pop(
        "http://data.europa.eu/snb/model/ap/edc-generic-full (JSON Schema)"
    )
    known[EBSI] = known.pop(f"ebsi:{EBSI.rpartition('/')[2]} (family)")
    family = {"clr-6": "clr-simple", "elm-3": "elm-diploma"}.get(name, name)

    assert (
        schemas.violations(
            as_old_editions_ask(corpus.find(name).value), str(schemas.schema_of(family)), known
        )
        == ()
    )


def as_old_editions_ask(value: Any) -> Any:
    """Name dates as VCDM 1.1 does, and add the type that the Europass context does not define."""
    if isinstance(value, list):
        return [as_old_editions_ask(each) for each in value]
    if not isinstance(value, dict):
        return value
    adapted = {name: as_old_editions_ask(member) for name, member in value.items()}
    if "validFrom" in value:
        adapted = {"issuanceDate": value["validFrom"], **adapted}
    if "EuropeanDigitalCredential" in value.get("type", ()):
        adapted["type"] = [*value["type"], "VerifiableAttestation"]
    return adapted
