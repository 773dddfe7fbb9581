"""Generated Europass transcripts have what makes production ones heavy."""

from collections.abc import Iterator
from typing import Any

from canonbench.documents.europass import transcript


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "type" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from nodes(each)


def test_every_node_has_an_identifier() -> None:
    found = list(nodes(transcript(3, 0)))

    assert len(found) > 100
    assert all(":" in node["id"] for node in found)


def test_every_part_repeats_the_organisation_that_awarded_it() -> None:
    document = transcript(4, 0)
    parts = document["credentialSubject"]["hasClaim"]["hasPart"]
    university = document["issuer"]

    assert len(parts) == 4
    assert all(part["awardedBy"]["awardingBody"] == university for part in parts)
    assert all(part["provenBy"]["awardedBy"]["awardingBody"] == university for part in parts)


def test_the_seed_fixes_the_transcript() -> None:
    assert transcript(5, 1) == transcript(5, 1)
    assert transcript(5, 1) != transcript(5, 2)
