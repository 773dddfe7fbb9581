"""The contrast rows that need no PyLD."""

import subprocess
import sys

import pytest

from canonbench.documents.keys import secret_key
from canonbench.engines import Catalogue
from canonbench.engines.kit import ENGINES, load, seal
from canonbench.errors import VerificationFailed
from canonbench.harness.freeze import default_stack
from canonbench.stages import kit
from canonbench.stages.jsonld import Source
from canonbench.stages.key import Key, Material

_RUN = {engine.stage: engine.neutral() for engine in ENGINES}


def _key() -> Key:
    own: Key = (
        default_stack(Catalogue())
        .engines["key.load"]
        .neutral()(Material("multikey", secret_key("Ed25519"), secret=True))
    )
    return own


def test_a_token_that_was_signed_verifies() -> None:
    own = _key()
    text = _RUN[kit.sd_jwt_sign](kit.Token(own, "aGVhZGVy", "cGF5bG9hZA"))

    assert _RUN[kit.sd_jwt_verify](kit.Presented(own._replace(secret=b""), text)) is True
    with pytest.raises(VerificationFailed, match="three parts"):
        _RUN[kit.sd_jwt_verify](kit.Presented(own._replace(secret=b""), text.rpartition(".")[0]))


def test_the_order_of_members_does_not_change_what_jcs_signs() -> None:
    own = _key()
    one, other = ({"a": 1, "b": 2}, {"b": 2, "a": 1})
    signed = _RUN[kit.jcs_sign](kit.Signing(own, Source(one, {})))

    assert signed == _RUN[kit.jcs_sign](kit.Signing(own, Source(other, {})))
    verification = kit.Verification(own._replace(secret=b""), Source(other, {}), signed.signature)
    assert _RUN[kit.jcs_verify](verification) is True


def test_what_is_sealed_is_the_hash_of_the_canonical_form() -> None:
    own = _key()
    sign = seal(lambda source: source.encode(), verifies=False)

    assert sign(kit.Signing(load(own), "abc")).message.hex().startswith("ba7816bf8f01cfea")  # type: ignore[arg-type]


def test_a_row_without_json_ld_imports_no_pyld() -> None:
    code = (
        "import sys; from canonbench.engines import Catalogue;"
        "Catalogue().load('kit', 'kit.mdoc_verify'); print('pyld' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"
