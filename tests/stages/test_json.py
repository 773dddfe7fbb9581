"""JSON texts: layout and the order of members carry no meaning once they are parsed."""

from canonbench.stages import json


def test_what_is_written_counts_by_its_value() -> None:
    normal = json.serialize.normal

    assert normal(b'{"b": 1, "a": "\\u00e9"}') == normal('{"a":"é","b":1}'.encode())
    assert normal(b"[1,2]") != normal(b"[2,1]")
