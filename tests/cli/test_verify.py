"""``canonbench verify`` from the command line."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from canonbench import exchanges
from canonbench.cli import main
from canonbench.documents import corpus
from canonbench.exchanges.di_verify import own_use
from canonbench.model.exchange import Scope, Variant


def _request(name: str, scope: Scope = "issuer") -> Any:
    variant = Variant(exchanges.FORMATS[name].algorithms[0], scope)
    document = corpus.find("credential-20")
    return exchanges.load(name).requests(own_use(), document, variant, 5, 1)["verify"]


@pytest.fixture
def credential(tmp_path: Path) -> tuple[Path, str]:
    """Write a secured credential, and say when it is valid."""
    request = _request("eddsa-jcs-2022")
    path = tmp_path / "diploma.json"
    path.write_bytes(request.secured)
    return path, request.at


def test_a_file_that_verifies_exits_with_0(
    credential: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, at = credential

    assert main(["verify", str(path), "--at", at]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "verified"


def test_a_file_that_does_not_verify_exits_with_1(
    credential: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, at = credential
    path.write_bytes(path.read_bytes().replace(b'"type"', b'"typo"', 1))

    assert main(["verify", str(path), "--at", at, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verified"] is False
    assert any(finding["reason"] for finding in found["findings"])


def test_an_sd_jwt_is_verified_by_a_jwk_for_its_audience(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    request = _request("sd-jwt-vc", "holder")
    (tmp_path / "it.sd-jwt").write_bytes(request.presented)
    (tmp_path / "key.jwk").write_text(json.dumps(request.issuer), encoding="utf-8")
    argv = ["verify", str(tmp_path / "it.sd-jwt"), "--key", str(tmp_path / "key.jwk")]
    argv += ["--audience", request.audience, "--nonce", request.nonce, "--at"]
    moment = datetime.fromtimestamp(request.now, UTC).isoformat()

    assert main([*argv, moment]) == 0
    assert "verified  key binding" in capsys.readouterr().out


def test_an_mdoc_is_verified_with_its_transcript(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    request = _request("mdoc", "holder")
    (tmp_path / "it.cbor").write_bytes(request.presented)
    argv = ["verify", str(tmp_path / "it.cbor"), "--at", request.now, "--scope", "holder"]

    assert main(argv) == 1
    assert main([*argv, "--transcript", request.transcript.hex()]) == 0
    assert "device authentication" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["--at", "yesterday"], "is no time"),
        (["--at", "2026-01-01T00:00:00"], "no time zone"),
        (["--transcript", "xyz"], "no hexadecimal"),
    ],
)
def test_an_option_that_cannot_be_read_is_a_usage_error(
    credential: tuple[Path, str], capsys: pytest.CaptureFixture[str], argv: list[str], why: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["verify", str(credential[0]), *argv])

    assert stopped.value.code == 2
    assert why in capsys.readouterr().err


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "absent.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_another_formats_option_is_a_usage_error(
    credential: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(credential[0]), "--nonce", "1", "--audience", "me"]) == 2
    assert "--audience is for SD-JWT" in capsys.readouterr().err
