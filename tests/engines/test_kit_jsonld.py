"""The contrast rows with PyLD's canonicalization."""

from hashlib import sha256

from canonbench.documents import corpus
from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue
from canonbench.engines.kit_jsonld import ENGINES
from canonbench.harness.freeze import default_stack
from canonbench.stages import kit, transform
from canonbench.stages.jsonld import Source
from canonbench.stages.key import Material


def test_the_documents_own_canonical_form_is_hashed_and_signed_and_nothing_else() -> None:
    under = default_stack(Catalogue()).engines
    own = under["key.load"].neutral()(Material("multikey", secret_key("Ed25519"), secret=True))
    document = corpus.find("credential-20")
    source = Source(document.value, dict(document.contexts))
    canonical = under["transform.rdfc"].neutral()(transform.Request(source))
    run = {engine.stage: engine.neutral() for engine in ENGINES}

    signed = run[kit.jsonld_sign](kit.Signing(own, source))

    assert signed.message == sha256(canonical).digest()
    public = own._replace(secret=b"")
    assert run[kit.jsonld_verify](kit.Verification(public, source, signed.signature)) is True


def test_contexts_stay_warm_and_the_algorithm_is_named() -> None:
    assert {engine.name for engine in ENGINES} == {"kit"}
    assert {engine.algorithm for engine in ENGINES} == {"URDNA2015"}
    assert all(engine.cache is not None and not engine.stage.cached for engine in ENGINES)
