"""Vectors of JWS, SD-JWT and Key Binding JWT: from the texts, or worked by hand from their definitions.

RFC 9901 prints a Disclosure and its digest (sections 4.2.1 and 4.2.3), RFC 7515 an ES256 signature (section
A.3). All else is put together here out of these.
"""

import base64
import json
from collections.abc import Iterator
from typing import Any

from canonbench.specs.jws import Jws
from canonbench.specs.jws import Signing as Unsigned
from canonbench.specs.sd_jwt import (
    Binding,
    BindingCheck,
    Created,
    Disclosure,
    Embedding,
    Processing,
    SdJwt,
    Selection,
    Validity,
    frame_of,
)
from canonbench.specs.sd_jwt.vc import Credential
from canonbench.stages.jws import Attachment, HeaderCheck, Verification
from canonbench.stages.kb_jwt import Checked
from canonbench.stages.key import Key
from canonbench.stages.sd_jwt import Creation, Digesting

__all__ = ["rows"]


def _encoded(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def _octets(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


# RFC 7515, section A.3: ES256, the payload with line breaks in it.
_SIGNED = (
    "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19y"
    "b290Ijp0cnVlfQ"
)
_SIGNATURE = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
_X, _Y = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
_KEY = Key("P-256", b"\x04" + _octets(_X) + _octets(_Y))
_PAYLOAD = {"iss": "joe", "exp": 1300819380, "http://example.com/is_root": True}
_JWS = Jws({"alg": "ES256"}, _PAYLOAD, _SIGNED.encode(), _octets(_SIGNATURE))
_JWK = {"kty": "EC", "crv": "P-256", "x": _X, "y": _Y}

# RFC 9901, sections 4.2.1 and 4.2.3: a Disclosure as another implementation writes it, and its digest.
_TEXT = "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0"
_DIGEST = "X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0"
_DISCLOSURE = Disclosure(_TEXT, "_26bc4LT-ac6q2KI6cBW5es", "family_name", "Möbius")

_RANDOM = bytes(range(16))
_CLAIMS = {"vct": "urn:example:type", "family_name": "Möbius"}
_FRAME = frame_of(["/family_name"])
_CREATED = _encoded('["AAECAwQFBgcICQoLDA0ODw","family_name","Möbius"]'.encode())
_HIDDEN = {"vct": "urn:example:type", "_sd": [_DIGEST], "_sd_alg": "sha-256"}
_HEADER = _encoded(b'{"alg":"ES256"}')
_ISSUED = f"{_HEADER}.{_encoded(json.dumps(_HIDDEN).encode())}"
_SD_JWT = SdJwt(
    Jws({"alg": "ES256"}, _HIDDEN, _ISSUED.encode(), b"\1"), (_DISCLOSURE,), None, f"{_ISSUED}.AQ~{_TEXT}~"
)

_BINDING = Binding("https://verifier.example", "n-1", 1300819380, _DIGEST, "ES256")
_BOUND = {"iat": 1300819380, "aud": "https://verifier.example", "nonce": "n-1", "sd_hash": _DIGEST}
_KB_HEADER = {"alg": "ES256", "typ": "kb+jwt"}
_KB_CHECK = BindingCheck(
    Jws(_KB_HEADER, _BOUND, b"not looked at", b"\1"),
    {"cnf": {"jwk": _JWK}},
    _DIGEST,
    "https://verifier.example",
    "n-1",
    1300819390,
)


def rows() -> Iterator[tuple[str, str, Any, Any]]:
    """Give a stage's name, the vector's name, the input and the output."""
    yield "jws.parse", "rfc7515-a.3", f"{_SIGNED}.{_SIGNATURE}", _JWS
    unsigned = Unsigned({"alg": "ES256"}, {"iss": "é"})
    signing_input = f"{_HEADER}.".encode() + _encoded('{"iss":"é"}'.encode()).encode()
    yield "jws.signing_input", "header-and-payload", unsigned, signing_input
    attachment = Attachment(_SIGNED.encode(), _octets(_SIGNATURE))
    yield "jws.attach", "rfc7515-a.3", attachment, f"{_SIGNED}.{_SIGNATURE}"
    yield "jws.check_header", "es256", HeaderCheck({"alg": "ES256"}, _JWK), "ES256"
    yield "jws.certificate_chain", "two", {"x5c": ["AQI=", "Aw=="]}, (b"\1\2", b"\3")
    yield "jws.verify", "rfc7515-a.3", Verification(_KEY, f"{_SIGNED}.{_SIGNATURE}"), _PAYLOAD
    yield (
        "sd_jwt.create_disclosures",
        "member",
        Creation(_CLAIMS, _FRAME, _RANDOM),
        Created((_CREATED,), (_CREATED,)),
    )
    yield "sd_jwt.digests", "rfc9901-4.2.3", Digesting((_TEXT,)), (_DIGEST,)
    yield "sd_jwt.embed_digests", "member", Embedding(_CLAIMS, _FRAME, (_DIGEST,)), _HIDDEN
    yield "sd_jwt.parse", "rfc9901-4.2.1", _SD_JWT.text, _SD_JWT
    yield "sd_jwt.select", "all", Selection(_SD_JWT, (_DIGEST,), ("/family_name",)), (_TEXT,)
    yield "sd_jwt.select", "nothing", Selection(_SD_JWT, (_DIGEST,), ()), ()
    yield "sd_jwt.process", "shown", Processing(_HIDDEN, (_DISCLOSURE,), (_DIGEST,)), _CLAIMS
    yield "sd_jwt.process", "hidden", Processing(_HIDDEN, (), ()), {"vct": "urn:example:type"}
    credential = Credential({"typ": "dc+sd-jwt"}, _HIDDEN, _CLAIMS)
    yield "sd_jwt.check_credential", "typ-and-vct", credential, None
    yield "sd_jwt.check_validity", "last-second", Validity({"nbf": 10, "exp": 20}, 19), None
    yield "kb_jwt.claims", "es256", _BINDING, Unsigned(_KB_HEADER, _BOUND)
    yield "kb_jwt.check", "ten-seconds-later", _KB_CHECK, Checked("ES256", _JWK)
