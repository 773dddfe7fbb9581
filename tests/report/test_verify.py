"""The report of a verification."""

import io
import json

from canonbench.exchanges.di_findings import Finding
from canonbench.exchanges.mdoc_findings import ShownDocument
from canonbench.exchanges.verification import Verdict
from canonbench.report import verify
from canonbench.specs.cbor import Tag

GOOD = Finding("/proof", "proof", "eddsa-jcs-2022", "urn:1", "")
BAD = Finding("/proof", "proof", "eddsa-jcs-2022", "", "the signature is wrong", (("document", "00ff"),))
SHOWN = ShownDocument(
    "org.example.1",
    {"org.example": {"born": Tag(1004, "2000-01-01"), "face": b"\x00" * 40, "pin": b"\xff", "x": [{"y": 1}]}},
    {"org.device": {"note": "hi"}},
    ("2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"),
    True,
)


def _text(found: Verdict) -> str:
    stream = io.StringIO()
    verify.write("it.json", found, stream)
    return stream.getvalue()


def test_each_finding_has_its_verdict_its_place_and_its_reason() -> None:
    said = _text(Verdict("Data Integrity", (GOOD, BAD), ("status was not checked",), verified=False))

    assert said == (
        "it.json: Data Integrity\n"
        "  verified  proof eddsa-jcs-2022  /proof urn:1\n"
        "  REFUSED   proof eddsa-jcs-2022  /proof: the signature is wrong\n"
        "            hash of the document: 00ff\n"
        "  note: status was not checked\n"
        "NOT VERIFIED\n"
    )


def test_processed_claims_are_shown() -> None:
    said = _text(Verdict("SD-JWT", (GOOD,), (), verified=True, claims={"given_name": "Zoë"}))

    assert said.endswith('processed claims:\n{\n  "given_name": "Zoë"\n}\nverified\n')


def test_elements_are_shown_with_bytes_as_digits_or_as_their_number() -> None:
    said = _text(Verdict("mdoc", (), (), verified=True, documents=(SHOWN,)))

    assert said.splitlines()[1:-1] == [
        "org.example.1, valid from 2020-01-01T00:00:00Z until 2030-01-01T00:00:00Z",
        "  org.example",
        '    born: "2000-01-01"',
        '    face: "40 bytes"',
        "    pin: \"h'ff'\"",
        '    x: [{"y": 1}]',
        "  org.device (of the device)",
        '    note: "hi"',
    ]


def test_json_says_the_same() -> None:
    stream = io.StringIO()
    verify.write_json("it", Verdict("mdoc", (BAD,), ("a note",), verified=False, documents=(SHOWN,)), stream)
    found = json.loads(stream.getvalue())

    assert found["schema"] == verify.SCHEMA
    assert found["verified"] is False
    assert found["findings"][0]["hashes"] == [{"of": "document", "digest": "00ff"}]
    assert found["documents"][0]["elements"]["org.example"]["born"] == "2000-01-01"
    assert (found["claims"], found["notes"]) == (None, ["a note"])
