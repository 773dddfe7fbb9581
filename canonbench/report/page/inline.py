"""A drawing of matplotlib made fit to stand inside a page: small, and with identifiers of its own."""

import re

__all__ = ["inline"]

_FONT = "system-ui, 'Liberation Sans', sans-serif"


def inline(drawing: str, ident: str, colours: dict[str, str]) -> str:
    """Return the SVG element of ``drawing``.

    Identifiers that something refers to start with ``ident``, others go, since a page may hold several
    drawings. ``colours`` says by what colours are replaced. Coordinates keep two decimals.
    """
    text = drawing[drawing.index("<svg") :]
    text = re.sub(r"<(metadata|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="patch_\d+">\s*<path [^>]*style="fill: none"/>\s*</g>', "", text)
    used = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", text))
    names = {name: f"{ident}{number}" for number, name in enumerate(sorted(used))}
    text = re.sub(r' id="([^"]*)"', lambda found: _id(found[1], names), text)
    text = re.sub(r"(url\(#|href=\"#)([^)\"]+)", lambda found: found[1] + names[found[2]], text)
    text = re.sub(r"font-family: [^;\"]*", f"font-family: {_FONT}", text)
    text = re.sub(r"font: ([^;\"]*?px) [^;\"]*", rf"font: \1 {_FONT}", text)
    text = re.sub(r"(?<=\d)(\.\d\d)\d+", r"\1", text)
    text = re.sub(r' (?:width|height)="[\d.]+pt"', "", text, count=2)
    text = re.sub(r"<g>\s*</g>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*\n\s*", " ", text).replace("> <", "><")
    for colour, other in colours.items():
        text = text.replace(colour, other)
    return text.replace("<svg ", '<svg stroke-linejoin="round" stroke-linecap="butt" ', 1).strip()


def _id(name: str, names: dict[str, str]) -> str:
    return f' id="{names[name]}"' if name in names else ""
