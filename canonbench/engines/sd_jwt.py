"""sd-jwt: the reference library of RFC 9901, as engine of whole roles. Needs the extra ``peers``.

What is handled here, each seen in sd-jwt 0.10.4:

- it draws its own salts and, for key binding, reads its own clock;
- it has SHA-256 only, and verifies key binding by ES256 only: other inputs are unavailable, with the reason;
- it refuses by errors of any type, its own and those of jwcrypto: all of them are one refusal here;
- it passes over Disclosures that no digest refers to, and looks at no time at all, so that as a verifier it
  does not pass the gate. It is offered all the same: the gate says why it is not timed.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from jwcrypto.jwk import JWK
from sd_jwt.common import SDObj
from sd_jwt.holder import SDJWTHolder
from sd_jwt.issuer import SDJWTIssuer
from sd_jwt.verifier import SDJWTVerifier

from canonbench.errors import EngineUnavailable, MalformedInput, VerificationFailed, one_line
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.specs import base64url
from canonbench.specs.sd_jwt import Frame
from canonbench.specs.sd_jwt.disclosures import pointer_tokens
from canonbench.stages import kb_jwt, sd_jwt
from canonbench.stages.key import Key
from canonbench.stages.texts import RFC9901

__all__ = ["ENGINES"]

_NAME = "sd-jwt"


class _Issuing(NamedTuple):
    key: Any
    algorithm: str
    header: dict[str, Any]
    claims: dict[Any, Any]


class _Presenting(NamedTuple):
    key: Any
    text: str
    disclosed: Any
    audience: str
    nonce: str
    algorithm: str


class _Verifying(NamedTuple):
    key_of: Callable[[Any, Any], Any]
    text: str
    audience: str | None
    nonce: str | None


def _key(key: Key) -> Any:
    secret = {"d": base64url.encode(key.secret)} if key.secret else {}
    return JWK(**kb_jwt.public_jwk(key), **secret)


def _marked(value: Any, frame: Frame) -> Any:
    """Return ``value`` with what ``frame`` marks wrapped as the library wants it."""
    if frame.decoys:
        raise EngineUnavailable("sd-jwt adds as many decoys as it likes, never a given number")
    if isinstance(value, list):
        elements = list(value)
        for token, inner in frame.members.items():
            element = _marked(value[int(token)], inner)
            elements[int(token)] = SDObj(element) if inner.disclosable else element
        return elements
    members: dict[Any, Any] = {}
    for name, member in value.items():
        inner = frame.members.get(name, Frame(disclosable=False, members={}))
        marked = _marked(member, inner) if inner.members or inner.decoys else member
        members[SDObj(name) if inner.disclosable else name] = marked
    return members


def _enter_issuing(given: sd_jwt.Issuing) -> _Issuing:
    header = {name: value for name, value in given.header.items() if name != "alg"}
    return _Issuing(_key(given.key), given.header["alg"], header, _marked(given.claims, given.frame))


def _issue(given: _Issuing) -> str:
    key, algorithm, header, claims = given
    issuer = SDJWTIssuer(claims, key, sign_alg=algorithm, extra_header_parameters=header)
    text: str = issuer.sd_jwt_issuance
    return text


def _tree(paths: Sequence[Sequence[str]]) -> Any:
    """Return what is disclosed as the library wants it: ``True``, or an object or array of the same."""
    below: dict[str, list[Sequence[str]]] = {}
    for path in paths:
        if path:
            below.setdefault(path[0], []).append(path[1:])
    if not below:
        return True
    if all(token.isdecimal() for token in below):
        places = range(max(map(int, below)) + 1)
        return [_tree(below[str(place)]) if str(place) in below else None for place in places]
    return {token: _tree(rest) for token, rest in below.items()}


def _enter_presenting(given: sd_jwt.Presenting) -> _Presenting:
    paths = [pointer_tokens(pointer) for pointer in given.pointers]
    disclosed = _tree(paths) if paths else {}
    return _Presenting(_key(given.key), given.text, disclosed, given.audience, given.nonce, given.algorithm)


def _present(given: _Presenting) -> str:
    key, text, disclosed, audience, nonce, algorithm = given
    try:
        holder = SDJWTHolder(text)
        holder.create_presentation(disclosed, nonce, audience, key, algorithm)
    except Exception as error:  # whatever the libraries raise is a refusal
        raise MalformedInput(f"sd-jwt: {one_line(error)}") from error
    presented: str = holder.sd_jwt_presentation
    return presented


def _enter_verifying(given: sd_jwt.Verifying) -> _Verifying:
    policy = given.policy
    if policy.key_binding == "required" and given.key.algorithm != "P-256":
        raise EngineUnavailable("sd-jwt verifies key binding with ES256 only")
    bound = policy.key_binding == "required"
    native = _key(given.key)
    return _Verifying(
        lambda _issuer, _header: native,
        given.text,
        policy.audience if bound else None,
        policy.nonce if bound else None,
    )


def _verify(given: _Verifying) -> dict[str, Any]:
    key_of, text, audience, nonce = given
    try:
        claims: dict[str, Any] = SDJWTVerifier(text, key_of, audience, nonce).get_verified_payload()
    except Exception as error:  # whatever the libraries raise is a refusal
        raise VerificationFailed(f"sd-jwt: {one_line(error)}") from error
    return claims


def _enter_role(request: Any) -> Any:
    if not request.issuer:
        raise EngineUnavailable("sd-jwt knows no certificates and no status: --scope issuer or holder")
    if request.nonce and request.issuer.get("crv") != "P-256":
        raise EngineUnavailable("sd-jwt verifies key binding with ES256 only: --algorithm p256")
    return request


def _verify_role(request: Any) -> dict[str, Any]:
    """Verify a presentation by the issuer's JWK: key material and wire bytes to claims, as our roles do."""
    try:
        key = JWK(**request.issuer)
        text = request.presented.decode("ascii")
    except Exception as error:  # whatever the libraries raise is a refusal
        raise VerificationFailed(f"sd-jwt: {one_line(error)}") from error
    bound = (request.audience, request.nonce) if request.nonce else (None, None)
    return _verify(_Verifying(lambda _issuer, _header: key, text, *bound))


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(sd_jwt.issue, _NAME, run=_issue, enter=_enter_issuing),
    Engine(sd_jwt.present, _NAME, run=_present, enter=_enter_presenting),
    Engine(sd_jwt.verify, _NAME, run=_verify, enter=_enter_verifying),
    Engine(
        Stage[Any, Any]("sd-jwt-vc.verify", RFC9901.at("section-7.3")),
        _NAME,
        run=_verify_role,
        enter=_enter_role,
    ),
)
