"""Drawings made fit for a page."""

from canonbench.report.page.inline import inline

DRAWING = """<?xml version="1.0"?>
<!DOCTYPE svg>
<svg width="10pt" height="5pt" viewBox="0 0 10 5">
 <metadata>made by <!-- x --></metadata>
 <defs><style type="text/css">*{}</style><path id="m1" d="M 0.123456 1
L 2 3"/></defs>
 <g id="patch_1"><path d="M 0 0" style="fill: none"/></g>
 <g id="line_1"><use xlink:href="#m1" style="fill: #111111"/></g>
 <text style="font-size: 9px; font-family: 'DejaVu Sans', serif; fill: #111111">a</text>
</svg>"""


def test_it_is_small_and_its_identifiers_are_its_own() -> None:
    found = inline(DRAWING, "w0-", {"#111111": "var(--ink)"})

    assert found.startswith("<svg ")
    assert 'id="w0-0"' in found
    assert 'href="#w0-0"' in found
    assert "line_1" not in found
    assert "patch_1" not in found
    assert 'd="M 0.12 1 L 2 3"' in found
    assert "fill: var(--ink)" in found
    assert all(gone not in found for gone in ("metadata", "<style", "DejaVu", 'pt"', "#111111"))
