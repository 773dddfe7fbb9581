"""The program's frame: verbs, exit codes, one line an error, and quick help."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from canonbench import __version__, cli
from canonbench.cli import VERBS, main


def test_help_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out

    assert [verb for verb in VERBS if f"\n  {verb} " not in said] == []


def test_no_verb_is_a_usage_error_with_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "examples:" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"canonbench {__version__}\n"


def test_an_unknown_verb_says_what_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stagee"]) == 2
    assert capsys.readouterr().err == "canonbench: there is no verb 'stagee'; did you mean stage?\n"


def test_an_error_is_one_line_and_v_adds_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "no-such-document"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["inspect", "no-such-document", "-v"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_a_file_that_the_system_refuses_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_arguments: Sequence[str]) -> int:
        raise PermissionError(13, "Permission denied", "some/file")

    monkeypatch.setattr(cli, "_dispatch", refused)
    monkeypatch.setattr(sys, "stdout", sys.stdout)

    assert main(["list"]) == 1
    sys.stdout.close()  # what main put in its place
    assert capsys.readouterr().err == (
        "canonbench: some/file: permission denied; free or mend that place and repeat\n"
    )


@pytest.mark.parametrize("verb", VERBS)
def test_an_unknown_option_is_one_line_that_names_the_verb(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([verb, "--no-such-option\x1b[2J"])

    said = capsys.readouterr().err
    assert stopped.value.code == 2
    assert said.startswith(f"canonbench {verb}: error: ")
    assert said.endswith("; see --help\n")
    assert said.count("\n") == 1
    assert "\x1b" not in said


def test_ctrl_c_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_arguments: Sequence[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_dispatch", interrupted)

    assert main(["list"]) == 130


@pytest.mark.parametrize("verb", [[], *([verb] for verb in VERBS)])
def test_help_imports_nothing_heavy(verb: list[str]) -> None:
    code = (
        "import sys\n"
        "from canonbench.cli import main\n"
        "try:\n    main([*sys.argv[1:], '--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'pyld', 'rdflib', 'cryptography', 'pyperf', 'rich', 'scipy', 'numpy', 'jsonschema'}\n"
        "heavy |= {'jinja2', 'matplotlib'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    said = subprocess.run([sys.executable, "-c", code, *verb], capture_output=True, text=True, check=True)

    assert said.stderr.strip() == "[]"
    assert "examples:" in said.stdout


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m canonbench list | head -1"
    said = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)

    assert said.stdout == "stages\n"
    assert said.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [["list"], ["inspect", "simple"], ["--help"]])
def test_an_output_that_cannot_be_written_is_one_line(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        said = subprocess.run(
            [sys.executable, "-m", "canonbench", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert said.returncode == 1
    assert said.stderr.startswith("canonbench: cannot write the results: no space left on standard output;")
    assert said.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes a stream")
@pytest.mark.parametrize("command", ["list engines", "inspect simple", "--help"])
def test_a_closed_output_is_one_line(command: str) -> None:
    said = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m canonbench {command} >&-'],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert said.returncode == 1
    assert said.stderr == (
        "canonbench: standard output is closed; send the results to a file or to /dev/null\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes a stream")
def test_what_is_said_beside_stays_out_of_the_results_where_standard_error_is_closed() -> None:
    said = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m canonbench inspect no-such-document 2>&-'],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert (said.returncode, said.stdout) == (2, "")
