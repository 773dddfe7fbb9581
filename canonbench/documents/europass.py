"""Transcripts in the European Learning Model 3 (Europass), of any number of courses.

What makes such a transcript heavy is its size: every node has an identifier, so there is no blank node, but
each course repeats the organisation that awarded it, down to the country of its address.
"""

from random import Random
from typing import Any

from canonbench.documents.invented import course, person

__all__ = ["transcript"]

_VCDM = "https://www.w3.org/2018/credentials/v1"
_ELM = "http://data.europa.eu/snb/model/context/edc-ap"
_AUTHORITY = "http://publications.europa.eu/resource/authority"
_SNB = "http://data.europa.eu/snb"
_ISSUED = "2026-06-30T10:00:00Z"
_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mOQzZ8DAAHVASljr0N5AAAAAElFTkSuQmCC"
_GRADES = ("A", "B", "C", "D", "E")


def transcript(courses: int, seed: int) -> dict[str, Any]:
    """Return a transcript of records with ``courses`` parts (about 42 quads each, no blank node)."""
    random = Random(seed)  # noqa: S311  # reproducible, not secret
    given, family = person(random).split()
    parts = [_part(index, random) for index in range(courses)]
    return {
        "@context": [_VCDM, _ELM],
        "id": "urn:credential:transcript",
        "type": ["VerifiableCredential", "EuropeanDigitalCredential"],
        "credentialProfiles": _concept(f"{_SNB}/credential/e34929035b", f"{_SNB}/credential/25831c2"),
        "displayParameter": {
            "id": "urn:example:display",
            "type": "DisplayParameter",
            "title": {"en": "Transcript of records"},
            "primaryLanguage": _concept(f"{_AUTHORITY}/language/ENG", f"{_AUTHORITY}/language"),
            "language": _concept(f"{_AUTHORITY}/language/ENG", f"{_AUTHORITY}/language"),
            "individualDisplay": _display(),
        },
        "issuer": _university(),
        "credentialSubject": {
            "id": "did:example:learner",
            "type": "Person",
            "givenName": {"en": given},
            "familyName": {"en": family},
            "fullName": {"en": f"{given} {family}"},
            "dateOfBirth": f"{random.randrange(1985, 2006)}-04-17T00:00:00Z",
            "hasClaim": {
                "id": "urn:example:achievement:programme",
                "type": "LearningAchievement",
                "title": {"en": "Bachelor of Science in Coastal Studies", "no": "Bachelor i kystfag"},
                "awardedBy": _awarding("programme"),
                "hasPart": parts,
            },
        },
        "credentialSchema": {"id": f"{_SNB}/model/ap/edc-generic-full", "type": "ShaclValidator2017"},
        "issuanceDate": _ISSUED,
        "issued": _ISSUED,
        "validFrom": _ISSUED,
    }


def _display() -> dict[str, Any]:
    """Return how the transcript looks: one page, an image of one pixel."""
    return {
        "id": "urn:example:individual-display",
        "type": "IndividualDisplay",
        "language": _concept(f"{_AUTHORITY}/language/ENG", f"{_AUTHORITY}/language"),
        "displayDetail": {
            "id": "urn:example:display-detail",
            "type": "DisplayDetail",
            "page": 1,
            "image": {
                "id": "urn:example:page-image",
                "type": "MediaObject",
                "content": _PIXEL,
                "contentEncoding": _concept(f"{_SNB}/encoding/6146cde7dd", f"{_SNB}/encoding/25831c2"),
                "contentType": _concept(f"{_AUTHORITY}/file-type/PNG", f"{_AUTHORITY}/file-type"),
            },
        },
    }


def _concept(identifier: str, scheme: str, label: str = "") -> dict[str, Any]:
    concept: dict[str, Any] = {
        "id": identifier,
        "type": "Concept",
        "inScheme": {"id": scheme, "type": "ConceptScheme"},
    }
    return {**concept, "prefLabel": {"en": label}} if label else concept


def _university() -> dict[str, Any]:
    return {
        "id": "urn:example:organisation:1",
        "type": "Organisation",
        "legalName": {"en": "Fjordhaven University", "no": "Universitetet i Fjordhaven"},
        "location": {
            "id": "urn:example:location:1",
            "type": "Location",
            "address": {
                "id": "urn:example:address:1",
                "type": "Address",
                "countryCode": _concept(f"{_AUTHORITY}/country/NOR", f"{_AUTHORITY}/country"),
            },
        },
        "identifier": _identifier("organisation:1", "national register", "XN-0099"),
        "homepage": {
            "id": "urn:example:homepage:1",
            "type": "WebResource",
            "contentURL": "https://university.example/",
        },
    }


def _identifier(name: str, scheme: str, notation: str) -> dict[str, Any]:
    return {
        "id": f"urn:example:identifier:{name}",
        "type": "Identifier",
        "schemeName": scheme,
        "notation": notation,
    }


def _awarding(name: str) -> dict[str, Any]:
    return {
        "id": f"urn:example:awarding:{name}",
        "type": "AwardingProcess",
        "awardingBody": _university(),
        "awardingDate": "2026-06-24T00:00:00Z",
    }


def _credit(name: str, points: str) -> dict[str, Any]:
    return {
        "id": f"urn:example:credit:{name}",
        "type": "CreditPoint",
        "framework": _concept(f"{_SNB}/education-credit/6fcec5c5af", f"{_SNB}/education-credit/25831c2"),
        "point": points,
    }


def _part(index: int, random: Random) -> dict[str, Any]:
    title = {"en": course(index), "no": f"Emne {index + 1}"}
    points = random.choice(("5", "7.5", "10", "15"))
    return {
        "id": f"urn:example:achievement:{index}",
        "type": "LearningAchievement",
        "title": title,
        "identifier": _identifier(f"course:{index}", "local", f"CS{100 + index}"),
        "awardedBy": _awarding(f"course:{index}"),
        "creditReceived": _credit(f"received:{index}", points),
        "provenBy": {
            "id": f"urn:example:assessment:{index}",
            "type": "LearningAssessment",
            "title": title,
            "awardedBy": _awarding(f"assessment:{index}"),
            "dateIssued": "2026-06-24T00:00:00Z",
            "grade": {
                "id": f"urn:example:grade:{index}",
                "type": "Note",
                "noteLiteral": {"en": random.choice(_GRADES)},
            },
            "gradeStatus": _concept(f"{_SNB}/grade-status/pass", f"{_SNB}/grade-status", "pass"),
            "specifiedBy": {
                "id": f"urn:example:assessment-specification:{index}",
                "type": "LearningAssessmentSpecification",
                "title": title,
            },
        },
        "specifiedBy": {
            "id": f"urn:example:course:{index}",
            "type": "LearningAchievementSpecification",
            "title": title,
            "creditPoint": _credit(f"course:{index}", points),
            "learningOutcome": {
                "id": f"urn:example:outcome:{index}",
                "type": "LearningOutcome",
                "title": {"en": f"Applies what {title['en']} teaches."},
            },
        },
    }
