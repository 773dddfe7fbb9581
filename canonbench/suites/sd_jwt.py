"""SD-JWT: published examples with their outputs (RFC 9901, its drafts, SD-JWT VC), and others without.

``published`` gives the examples whose bytes are fixed, ``specifications`` those that say what to issue, what
to disclose and what a verifier must see, and ``vectors`` the cases of single stages. The specifications are
YAML with the tag ``!sd``; PyYAML is imported when they are read, and only then.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.specs.sd_jwt import Frame, Processing, digests, parse, parse_json
from canonbench.specs.sd_jwt.serialization import SdJwt
from canonbench.suites import Vector

__all__ = ["NONCE", "Published", "Specification", "issuer_key", "published", "specifications", "vectors"]

NONCE = "1234567890"
"""The nonce of every Key Binding JWT in the suite."""

_AUDIENCES = {
    "ietf-draft-22": "https://verifier.example.org",
    "rfc9901-main-example": "https://verifier.example.org",
    "sd-jwt-vc-draft": "https://example.com/verifier",
}


@dataclass(frozen=True, eq=False)
class Published:
    """One example with its outputs; what it lacks is ``None``.

    ``presentation`` and ``issuance`` are compact text, or the octets of a JWS JSON serialization.
    ``second_key`` is the public JWK for the second signature of a general JSON serialization.
    """

    name: str
    audience: str
    payload: dict[str, Any] | None
    disclosures: list[dict[str, Any]]
    issuance: str | bytes | None
    presentation: str | bytes | None
    verified: dict[str, Any] | None
    kb_payload: dict[str, Any] | None
    second_key: dict[str, Any] | None = None


@dataclass(frozen=True, eq=False)
class Specification:
    """One specification: claims and frame to issue, pointers to disclose, and the claims that must come out.

    ``expected`` is ``None`` where the specification does not say; the issuer's ``iss`` and ``cnf`` are extra.
    """

    name: str
    claims: dict[str, Any]
    frame: Frame
    pointers: tuple[str, ...]
    expected: dict[str, Any] | None
    key_binding: bool
    extra_header: dict[str, Any] = field(default_factory=dict)


def issuer_key(root: Path) -> dict[str, Any]:
    """Return the issuer's public JWK in ``root``, the folder ``sd-jwt``; all examples are signed with it."""
    key: dict[str, Any] = json.loads((root / "ietf-draft-22" / "issuer_public_jwk.json").read_bytes())
    return key


def published(root: Path) -> Iterator[Published]:
    """Give the examples with outputs in ``root``, the folder ``sd-jwt``."""
    for group, audience in _AUDIENCES.items():
        for folder in sorted({path.parent for path in (root / group).rglob("*.json")}):
            found = _published(folder, folder.relative_to(root).as_posix(), audience)
            if found.disclosures or found.presentation is not None:
                yield found


def specifications(root: Path) -> Iterator[Specification]:
    """Give the specifications in ``root``, the folder ``sd-jwt``: test cases first, then examples."""
    for group in ("python-testcases", "python-examples", "ietf-draft-22", "sd-jwt-vc-draft"):
        for path in sorted((root / group).rglob("specification.yml")):
            yield _specification(path, path.parent.relative_to(root).as_posix())


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors of ``sd_jwt.parse`` and ``sd_jwt.process`` in ``root``, the folder ``sd-jwt``.

    Input of ``sd_jwt.parse`` is compact text, of ``sd_jwt.process`` a ``Processing`` with the published
    digests where there are any.
    """
    for example in published(root):
        for kind, text in (("issuance", example.issuance), ("presentation", example.presentation)):
            if isinstance(text, str):
                yield _parsing(example, kind, text)
        if example.presentation is not None and example.verified is not None:
            yield _processing(example)


def _parsing(example: Published, kind: str, text: str) -> Vector:
    return Vector(
        suite="sd-jwt",
        name=f"{example.name}/{kind}",
        stage="sd_jwt.parse",
        arrange=lambda: text,
        judge=lambda output: _judge_parsed(example, kind, output),
    )


def _judge_parsed(example: Published, kind: str, output: SdJwt) -> str | None:
    expected = {row["disclosure"]: row["contents"] for row in example.disclosures}
    for disclosure in output.disclosures:
        name = [] if disclosure.name is None else [disclosure.name]
        contents = [disclosure.salt, *name, disclosure.value]
        if expected and contents != expected.get(disclosure.text):
            return f"the contents of Disclosure {disclosure.text[:16]}... differ"
    if example.payload is not None and output.jwt.payload != example.payload:
        return "the payload of the Issuer-signed JWT differs"
    if kind == "issuance":
        missing = expected.keys() - {disclosure.text for disclosure in output.disclosures}
        return f"{len(missing)} Disclosures are missing" if missing else None
    kb_payload = None if output.kb_jwt is None else output.kb_jwt.payload
    differ = example.kb_payload is not None and kb_payload != example.kb_payload
    return "the payload of the Key Binding JWT differs" if differ else None


def _processing(example: Published) -> Vector:
    return Vector(
        suite="sd-jwt",
        name=f"{example.name}/verified",
        stage="sd_jwt.process",
        arrange=lambda: _presented(example),
        judge=lambda output: None if output == example.verified else "the processed payload differs",
    )


def _presented(example: Published) -> Processing:
    text = example.presentation
    sd_jwt = parse(text) if isinstance(text, str) else parse_json(text or b"")[0]
    given = {row["disclosure"]: row["digest"] for row in example.disclosures}
    texts = [disclosure.text for disclosure in sd_jwt.disclosures]
    taken = digests(texts, lambda octets: hashlib.sha256(octets).digest())
    chosen = tuple([given.get(text, computed) for text, computed in zip(texts, taken, strict=True)])
    return Processing(sd_jwt.jwt.payload, sd_jwt.disclosures, chosen)


def _published(folder: Path, name: str, audience: str) -> Published:
    specification = folder / "specification.yml"
    second = _second_key(specification) if (folder / "sd_jwt_presentation.json").exists() else None
    return Published(
        name=name,
        audience=audience,
        payload=_json(folder / "sd_jwt_payload.json"),
        disclosures=_json(folder / "disclosures.json") or [],
        issuance=_text(folder, "sd_jwt_issuance"),
        presentation=_text(folder, "sd_jwt_presentation"),
        verified=_json(folder / "verified_contents.json"),
        kb_payload=_json(folder / "kb_jwt_payload.json"),
        second_key=second,
    )


def _json(path: Path) -> Any:
    return json.loads(path.read_bytes()) if path.exists() else None


def _text(folder: Path, stem: str) -> str | bytes | None:
    if (folder / f"{stem}.txt").exists():
        return (folder / f"{stem}.txt").read_text("ascii").strip()
    return (folder / f"{stem}.json").read_bytes() if (folder / f"{stem}.json").exists() else None


def _second_key(path: Path) -> dict[str, Any] | None:
    keys = _load(path).get("settings_override", {}).get("key_settings", {}).get("issuer_keys", [])
    return {name: value for name, value in keys[1].items() if name != "d"} if len(keys) > 1 else None


def _specification(path: Path, name: str) -> Specification:
    content = _load(path)
    claims, frame = _split(content["user_claims"])
    return Specification(
        name=name,
        claims=claims,
        frame=frame,
        pointers=tuple(_pointers(content["holder_disclosed_claims"], claims, "")),
        expected=content.get("expect_verified_user_claims"),
        key_binding=bool(content.get("key_binding")),
        extra_header=content.get("extra_header_parameters", {}),
    )


class _Marked:
    """A value, or a member name, with the tag ``!sd``; equal names stay distinct from plain ones."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _load(path: Path) -> Any:
    import yaml  # noqa: PLC0415 - a test dependency, needed nowhere else

    class Loader(yaml.SafeLoader):
        """Safe loading, in which times stay texts and ``!sd`` marks what it stands before."""

    def marked(loader: yaml.SafeLoader, node: yaml.Node) -> _Marked:
        if isinstance(node, yaml.MappingNode):
            return _Marked(loader.construct_mapping(node, deep=True))
        if isinstance(node, yaml.SequenceNode):
            return _Marked(loader.construct_sequence(node, deep=True))
        scalar = node.value
        if getattr(node, "style", None) is None:
            tag = loader.resolve(yaml.ScalarNode, scalar, (True, False))  # type: ignore[no-untyped-call]  # the stubs lack it
            scalar = loader.construct_object(yaml.ScalarNode(tag, scalar))
        return _Marked(scalar)

    Loader.add_constructor("!sd", marked)
    with path.open(encoding="utf-8") as stream:
        return yaml.load(stream, Loader)  # noqa: S506 - a safe loader


def _split(value: Any) -> tuple[Any, Frame]:
    """Return the claims without marks, and the frame of the marks."""
    if isinstance(value, _Marked):
        plain, frame = _split(value.value)
        return plain, frame._replace(disclosable=True)
    members: dict[str, Frame] = {}
    if isinstance(value, dict):
        claims: dict[str, Any] = {}
        for name, inner in value.items():
            bare = name.value if isinstance(name, _Marked) else name
            claims[bare], frame = _split(inner)
            if isinstance(name, _Marked) or frame.members:
                members[bare] = frame._replace(disclosable=isinstance(name, _Marked))
        return claims, Frame(False, members)
    if isinstance(value, list):
        elements = []
        for index, inner in enumerate(value):
            element, frame = _split(inner)
            elements.append(element)
            if frame.disclosable or frame.members:
                members[str(index)] = frame
        return elements, Frame(False, members)
    return value, Frame(False, members)


def _pointers(disclosed: Any, claims: Any, base: str) -> Iterator[str]:
    """Give a JSON pointer for each claim that is to be disclosed, outer ones first.

    One published specification wishes for claims that it does not issue; such wishes are passed over.
    """
    children: Iterable[tuple[Any, Any, Any]] = ()
    if isinstance(disclosed, dict) and isinstance(claims, dict):
        children = ((name, inner, claims[name]) for name, inner in disclosed.items() if name in claims)
    elif isinstance(disclosed, list) and isinstance(claims, list):
        children = zip(range(len(claims)), disclosed, claims, strict=False)
    for name, inner, value in children:
        if inner is not False and inner is not None:
            pointer = f"{base}/{str(name).replace('~', '~0').replace('/', '~1')}"
            yield pointer
            yield from _pointers(inner, value, pointer)
