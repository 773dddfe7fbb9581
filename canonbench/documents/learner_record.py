"""Transcripts in the Comprehensive Learner Record Standard 2.0 (1EdTech), of any number of courses.

What makes such a record heavy is that each course is a credential of its own, with its own ``@context``, and
that all letter-graded courses repeat one result description: its ordered list of allowed grades hangs on the
same node many times over, so that hundreds of blank nodes share their first-degree hash.
"""

from random import Random
from typing import Any

from canonbench.documents.invented import course, person

__all__ = ["transcript"]

_VCDM = "https://www.w3.org/ns/credentials/v2"
_OPEN_BADGES = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"
_CLR = "https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json"
_UNIVERSITY = "https://university.example"
_LEARNER = "did:example:learner"
_PROGRAMME = "urn:example:credential:programme"
_GRADES = ("A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D", "F")
_UNGRADED_EACH = 6
_EARLIER_EACH = 3


def transcript(courses: int, seed: int) -> dict[str, Any]:
    """Return a record with ``courses`` course credentials and one for the programme (about 55 quads each).

    Without loss under the bundled contexts; 13 blank nodes a letter-graded course.
    """
    random = Random(seed)  # noqa: S311  # reproducible, not secret
    parts = [_course(index, random) for index in range(courses)]
    return {
        "@context": [_VCDM, _CLR, _OPEN_BADGES],
        "id": "urn:example:record:1",
        "type": ["VerifiableCredential", "ClrCredential"],
        "name": "Academic transcript",
        "description": f"All {courses} courses of one degree programme.",
        "issuer": {
            **_profile("registrar", "Fjordhaven University"),
            "url": _UNIVERSITY,
            "email": "registrar@university.example",
            "address": {
                "type": ["Address"],
                "streetAddress": "Harbour Road 9",
                "addressLocality": "Fjordhaven",
                "postalCode": "4021",
                "addressCountry": "Northmere",
            },
        },
        "validFrom": "2026-06-30T00:00:00Z",
        "partial": False,
        "credentialSubject": {
            "id": _LEARNER,
            "type": ["ClrSubject"],
            "identifier": [
                _identity("emailAddress", f"{person(random).replace(' ', '.').lower()}@university.example"),
                _identity("sourcedId", str(random.randrange(10**6))),
            ],
            "verifiableCredential": [*parts, _programme(courses)],
            "association": _associations(courses, random),
        },
    }


def _profile(name: str, label: str) -> dict[str, Any]:
    return {"id": f"{_UNIVERSITY}/profiles/{name}", "type": ["Profile"], "name": label}


def _identity(kind: str, value: str) -> dict[str, Any]:
    return {"type": "IdentityObject", "hashed": False, "identityHash": value, "identityType": kind}


def _credential(identifier: str, achievement: dict[str, Any], subject: dict[str, Any]) -> dict[str, Any]:
    return {
        "@context": [_VCDM, _OPEN_BADGES],
        "id": identifier,
        "type": ["VerifiableCredential", "AchievementCredential"],
        "name": achievement["name"],
        "issuer": _profile("registrar", "Fjordhaven University"),
        "validFrom": "2026-06-30T00:00:00Z",
        "credentialSubject": {
            "id": _LEARNER,
            "type": ["AchievementSubject"],
            "achievement": achievement,
            **subject,
        },
    }


def _course(index: int, random: Random) -> dict[str, Any]:
    title = course(index)
    letter = index % _UNGRADED_EACH != _UNGRADED_EACH - 1
    scale = "letter" if letter else "status"
    description: dict[str, Any] = {
        "id": f"urn:example:scale:{scale}",
        "type": ["ResultDescription"],
        "name": "Letter grade" if letter else "Passed or failed",
        "resultType": "LetterGrade" if letter else "Status",
    }
    if letter:
        description["allowedValue"] = list(_GRADES)
    outcome = {"value": random.choice(_GRADES[:-1])} if letter else {"status": "Completed"}
    achievement = {
        "id": f"{_UNIVERSITY}/courses/{index}",
        "type": ["Achievement"],
        "achievementType": "Course",
        "name": title,
        "description": f"One term of lectures and exercises: {title}.",
        "criteria": {"narrative": "Every exercise handed in and the examination passed."},
        "humanCode": f"C {100 + index}",
        "fieldOfStudy": "Coastal studies",
        "inLanguage": "en",
        "tag": ["coastal studies", f"term {1 + index % 8}"],
        "creator": _profile("department", "Department of Coastal Studies"),
        "alignment": [
            {
                "type": ["Alignment"],
                "targetCode": f"CS.{index}",
                "targetName": title,
                "targetFramework": "Fjordhaven competency framework, edition 4",
                "targetType": "CFItem",
                "targetUrl": f"{_UNIVERSITY}/framework/4/{index}",
                "targetDescription": f"Applies the methods of the course {title}.",
            }
        ],
        "resultDescription": [description],
    }
    subject = {
        "result": [{"type": ["Result"], **outcome, "resultDescription": description["id"]}],
        "creditsEarned": random.choice((3, 4, 6)),
        "term": f"Term {1 + index % 8}",
    }
    return _credential(f"urn:example:credential:{index}", achievement, subject)


def _programme(courses: int) -> dict[str, Any]:
    achievement = {
        "id": f"{_UNIVERSITY}/programmes/1",
        "type": ["Achievement"],
        "achievementType": "BachelorDegree",
        "name": "Bachelor of Science in Coastal Studies",
        "description": "The degree to which all courses of this record belong.",
        "criteria": {"narrative": f"All {courses} courses completed."},
        "creator": _profile("department", "Department of Coastal Studies"),
    }
    return _credential(_PROGRAMME, achievement, {})


def _associations(courses: int, random: Random) -> list[dict[str, Any]]:
    """Put every course under the programme, and after some earlier course."""
    pairs = [("isChildOf", index, None) for index in range(courses)]
    after = [
        ("precedes", random.randrange(index), index) for index in range(1, courses) if index % _EARLIER_EACH
    ]
    return [
        {
            "type": "Association",
            "associationType": kind,
            "sourceId": f"urn:example:credential:{source}",
            "targetId": _PROGRAMME if target is None else f"urn:example:credential:{target}",
        }
        for kind, source, target in (*pairs, *after)
    ]
