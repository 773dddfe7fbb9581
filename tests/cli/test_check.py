"""The verb ``check``."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from canonbench import suites
from canonbench.cli import check, main


def test_engines_that_are_right_pass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = main(
        ["check", "nquads", "--engine", "canonbench", "--document", "simple", "--suites", str(tmp_path)]
    )
    said = capsys.readouterr()

    assert code == 0
    assert "own              canonbench   2 of 2 pass" in said.out
    assert "rdf-canon        not here: w3c/rdf-canon, folder tests" in said.out
    assert "simple                     2 outputs agree, none differs" in said.out
    verdict, absent = said.out.splitlines()[-2:]
    assert verdict == "every engine gives what the specifications say"
    assert absent.startswith(f"{len(suites.ORIGINS)} of {len(suites.ORIGINS)} suites were not there: ")
    assert said.out.count("--suites DIR") == 1


def test_an_engine_that_differs_fails_the_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bell = tmp_path / "bell.nq"
    bell.write_text('<urn:a> <urn:b> "\\u0007" .\n', encoding="utf-8")
    code = main(["check", "rdfc", "--engine", "pyld", "--document", str(bell), "--suites", str(tmp_path)])
    said = capsys.readouterr()

    assert code == 1
    assert "rdfc.canonicalize/apart: expected" in said.out
    assert "rdfc.canonicalize by pyld differs" in said.out
    assert "\nengines differ: see above\n" in said.out


def test_suites_alone_can_be_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert (
        main(["check", "rdfc.label", "--engine", "reference", "--no-documents", "--suites", str(tmp_path)])
        == 0
    )
    assert "outputs agree" not in capsys.readouterr().out


def test_a_suite_that_needs_an_absent_module_is_named_and_passed_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def read(suite: str, root: Path | None = None) -> Iterator[suites.Vector]:
        if suite != suites.OWN:
            raise ModuleNotFoundError(name="yaml")
        return own(suite, root)

    own = suites.read
    monkeypatch.setattr(suites, "folder", lambda _suite, _root=None: tmp_path)
    monkeypatch.setattr(suites, "read", read)

    assert main(["check", "rdfc.label", "--engine", "reference", "--no-documents"]) == 0
    said = capsys.readouterr().out
    assert "sd-jwt           not read: it needs the Python module yaml" in said
    assert "were not there" not in said


def test_every_suite_but_our_own_has_an_origin() -> None:
    assert list(suites.ORIGINS) == [suite for suite in suites.READERS if suite != suites.OWN]


def test_a_run_file_is_for_pyperf(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "runs/pyld.json"]) == 2
    assert "python -m pyperf check runs/pyld.json" in capsys.readouterr().err


def test_an_unknown_target_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "rdfcc"]) == 2
    assert "did you mean rdfc" in capsys.readouterr().err


def test_by_default_the_libraries_of_a_runtime_are_judged_and_not_it_as_a_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judged: list[str] = []

    def offers(engines: Iterable[str]) -> dict[str, set[str]]:
        judged.extend(engines)
        return {}

    monkeypatch.setattr(check, "_offers", offers)

    assert main(["check", "--no-documents"]) == 0
    assert "every engine gives" in capsys.readouterr().out
    assert {"node-jsonld", "node-core", "pyld"} <= set(judged)
    assert "node" not in judged
