"""Education credentials that are SD-JWT VC by birth: their claims, with the types that wallets know them by.

``vct`` and the names of the claims are those that the European wallet's issuer and the DC4EU pilot publish;
all values are invented. The pilot's claims lie inside ``credentialSubject``, as in the VCDM document that
they come from; the wallet's are flat.

====================  =================================================  ==========================
name                  ``vct``                                            published as
====================  =================================================  ==========================
sd-jwt-diploma        ``urn:eudi:diploma:1``                             type metadata (DC4EU)
sd-jwt-micro          ``urn:eudi:micro_credential:1``                    type metadata (DC4EU)
sd-jwt-learning       ``urn:eu.europa.ec.eudi:learning:credential:1``    issuer metadata (EUDI)
====================  =================================================  ==========================
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

from canonbench.documents.invented import WORDS, course, person

__all__ = ["SAMPLES", "diploma", "learning_credential", "micro_credential"]

_ISSUER: Final = "https://university.example"
_ISSUED: Final = 1_767_225_600  # 2026-01-01T00:00:00Z
_EXPIRES: Final = 1_924_992_000  # 2031-01-01T00:00:00Z


def diploma(seed: int = 0) -> dict[str, Any]:
    """Return the claims of a higher education diploma: who the learner is, and what was awarded by whom."""
    random = _random(seed)
    given, family = person(random).split()
    title = course(random.randrange(120))
    return {
        **_registered("urn:eudi:diploma:1"),
        "credentialSubject": {
            "givenName": {"und": given},
            "familyName": {"und": family},
            "dateOfBirth": _birthday(random),
            "hasClaim": {
                "title": {"en": f"Master of {title}", "nl": f"Master {title}"},
                "awardedBy": {
                    "awardingDate": "2025-06-30T10:00:00+02:00",
                    "awardingBody": {
                        "legalName": {"en": "Fjordhaven University", "nl": "Universiteit Fjordhaven"},
                        "location": {"address": {"countryCode": {"prefLabel": {"en": "Northmere"}}}},
                    },
                },
            },
        },
    }


def micro_credential(seed: int = 0) -> dict[str, Any]:
    """Return the claims of a micro-credential with its achievement, requirements and result."""
    random = _random(seed)
    grade = random.randint(6, 10)
    return {
        **_registered("urn:eudi:micro_credential:1"),
        "issuer": {"name": "Fjordhaven University", "address": {"addressCountryCodename": "Northmere"}},
        "validFrom": "2026-01-01T00:00:00Z",
        "validUntil": "2031-01-01T00:00:00Z",
        "credentialSubject": {
            "achievement": {
                "name": course(random.randrange(120)),
                "description": f"A short course of the {random.choice(WORDS)} programme.",
                "criteria": {"narrative": "An essay, a presentation and a written examination."},
                "ECTS": random.randint(1, 15),
                "educationProgramIdentifier": str(random.randrange(10**5)),
                "participationType": "blended",
                "supervisionType": "on-site",
                "resultDescription": [
                    {"name": "Final grade", "requiredValue": "6", "valueMin": "1", "valueMax": "10"},
                ],
            },
            "result": [{"value": str(grade)}],
        },
    }


def learning_credential(seed: int = 0) -> dict[str, Any]:
    """Return the claims of a learning credential, every one disclosable by itself."""
    random = _random(seed)
    given, family = person(random).split()
    return {
        **_registered("urn:eu.europa.ec.eudi:learning:credential:1"),
        "family_name": family,
        "given_name": given,
        "achievement_title": course(random.randrange(120)),
        "achievement_description": f"A course on {random.choice(WORDS)} and {random.choice(WORDS)}.",
        "learning_outcomes": [f"explain {word}" for word in random.sample(WORDS, 3)],
        "assessment_grade": random.choice("ABC"),
        "language_of_classes": ["en"],
        "learner_identification": f"learner-{random.randrange(10**6)}",
        "expected_study_time": f"PT{25 * random.randint(1, 15)}H",
        "level_of_learning_experience": f"ISCED {random.randint(5, 7)}",
        "types_of_quality_assurance": ["institutional accreditation"],
        "prerequisites_to_enroll": ["a secondary school leaving certificate"],
        "integration_stackability_options": "may be counted towards a degree",
        "issuing_authority": "Fjordhaven University",
        "issuing_country": "NM",
        "date_of_issuance": "2026-01-01",
        "date_of_expiry": "2031-01-01",
    }


SAMPLES: Mapping[str, Callable[[int], dict[str, Any]]] = MappingProxyType(
    {
        "sd-jwt-diploma": diploma,
        "sd-jwt-micro": micro_credential,
        "sd-jwt-learning": learning_credential,
    }
)
"""The samples by their names among the documents; each is made from a seed."""


def _random(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - reproducible, not secret


def _registered(vct: str) -> dict[str, Any]:
    return {"iss": _ISSUER, "vct": vct, "iat": _ISSUED, "nbf": _ISSUED, "exp": _EXPIRES}


def _birthday(random: Random) -> str:
    return f"{random.randint(1970, 2004)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
