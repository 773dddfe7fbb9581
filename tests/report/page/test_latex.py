"""The tables as LaTeX: compiled where there is a LaTeX, by their structure everywhere."""

import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from canonbench.report.page.latex import PACKAGES, escaped, write
from canonbench.report.page.model import Page


@pytest.fixture
def text(page: Page) -> str:
    stream = io.StringIO()
    write(page, stream)
    return stream.getvalue()


def test_every_row_has_the_columns_of_its_table(text: str) -> None:
    tables = re.findall(r"\\begin\{longtable\}\{([^\n]*)\}\n(.*?)\\end\{longtable\}", text, re.DOTALL)

    assert len(tables) == 6
    for widths, body in tables:
        rows = [line for line in body.splitlines() if line.endswith(r" \\")]
        assert {len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows} == {widths.count("p{")}
        assert all(rule in body for rule in (r"\toprule", r"\midrule", r"\bottomrule"))


def test_no_name_is_a_command(text: str) -> None:
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("%"))

    assert r"\alpha" not in lines.replace(r"\textbackslash{}alpha", "")
    assert "U+4E2D" in text
    assert [line for line in text.splitlines() if line.startswith("%") and not line.isascii()] == []
    assert escaped("a_b & 50 % <x>") == r"a\_\allowbreak{}b \& 50 \% \textless{}x\textgreater{}"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex here; the structure is tested")
def test_it_compiles(text: str, tmp_path: Path) -> None:
    head = "\n".join(rf"\usepackage{package}" for package in PACKAGES)
    (tmp_path / "tables.tex").write_text(text, encoding="utf-8")
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\n" + head + "\n\\begin{document}\n\\input{tables}\n\\end{document}\n",
        encoding="utf-8",
    )
    said = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],  # noqa: S607 - as it is found
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )

    assert said.returncode == 0, said.stdout[-2000:]
    assert (tmp_path / "paper.pdf").stat().st_size > 1000
