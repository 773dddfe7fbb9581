"""IRIs: their forms, and reference resolution (RFC 3986, section 5.2; RFC 3987)."""

import re

__all__ = ["has_authority", "has_scheme", "is_datatype", "is_well_formed", "resolve", "scheme_of"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:").match
_AUTHORITY = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://").match
_DATATYPE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:\S*").fullmatch

# The IRIREF production of N-Quads within a scheme, and at most one number sign: a second one is no IRI.
_PART = r"""[^\x00-\x20<>"{}|\\^`#]*"""
_WELL_FORMED = re.compile(rf"([A-Za-z][A-Za-z0-9+.\-]*):(//)?{_PART}(?:#{_PART})?").fullmatch

# RFC 3986, appendix B.
_COMPONENTS = re.compile(
    r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
).fullmatch


def has_scheme(value: str) -> bool:
    """Tell whether ``value`` has the form of an IRI, as against a relative reference."""
    return _SCHEME(value) is not None


def has_authority(value: str) -> bool:
    """Tell whether ``value`` is an IRI beyond doubt, since no compact IRI has ``//`` after its colon."""
    return _AUTHORITY(value) is not None


def is_datatype(value: str) -> bool:
    """Tell whether ``value`` passes for the IRI of a datatype in Expansion, which asks for less than RDF."""
    return _DATATYPE(value) is not None


def is_well_formed(value: str | None) -> bool:
    """Tell whether ``value`` may stand for an IRI in a dataset."""
    return value is not None and _WELL_FORMED(value) is not None


def scheme_of(value: str) -> str | None:
    """Return what a term would have to be called so that ``value`` is no IRI but a compact IRI.

    Returns:
        The scheme; ``""``, which no term is called, where ``//`` follows it; ``None`` for an ill-formed IRI.
    """
    match = _WELL_FORMED(value)
    if match is None:
        return None
    return match[1] if match[2] is None else ""


def resolve(reference: str, base: str | None) -> str:
    """Return ``reference`` resolved against ``base`` (RFC 3986, section 5.2.2), or as it is without one."""
    if base is None:
        return reference
    scheme, authority, path, query, fragment = _split(reference)
    if scheme is None:
        base_scheme, base_authority, base_path, base_query, _ = _split(base)
        scheme = base_scheme
        if authority is None:
            authority = base_authority
            if not path:
                path = base_path
                query = base_query if query is None else query
            else:
                path = _remove_dot_segments(
                    path if path[0] == "/" else _merge(base_authority, base_path, path)
                )
        else:
            path = _remove_dot_segments(path)
    else:
        path = _remove_dot_segments(path)
    return _join(scheme, authority, path, query, fragment)


def _split(reference: str) -> tuple[str | None, str | None, str, str | None, str | None]:
    match = _COMPONENTS(reference)
    assert match is not None, "every string matches"
    scheme, authority, path, query, fragment = match.groups()
    return scheme, authority, path, query, fragment


def _join(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    return (
        ("" if scheme is None else f"{scheme}:")
        + ("" if authority is None else f"//{authority}")
        + path
        + ("" if query is None else f"?{query}")
        + ("" if fragment is None else f"#{fragment}")
    )


def _merge(authority: str | None, base_path: str, path: str) -> str:
    if authority is not None and not base_path:
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


def _remove_dot_segments(path: str) -> str:
    """Return ``path`` without ``.`` and ``..`` (RFC 3986, section 5.2.4), segment by segment."""
    segments = path.split("/")
    kept: list[str] = []
    floor = 1 if segments[0] == "" else 0  # a leading slash cannot be climbed over
    for segment in segments[:-1]:
        if segment == "..":
            del kept[max(floor, len(kept) - 1) :]
        elif segment != ".":
            kept.append(segment)
    last = segments[-1]
    if last == "..":
        del kept[max(floor, len(kept) - 1) :]
    kept.append("" if last in (".", "..") else last)
    return "/".join(kept)
