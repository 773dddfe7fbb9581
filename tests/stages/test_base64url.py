"""base64url: texts are compared as they are, octets in hexadecimal."""

from canonbench.stages import base64url


def test_outputs_are_told_apart() -> None:
    assert base64url.encode.normal("--8") == "--8"
    assert base64url.decode.normal(b"\xfb\xef") == "fbef"
