"""The format-neutral credential: what every format says, before any of them has its way of writing it.

An attribute's value is one of these; ``canonbench.documents.formats`` writes them in each format.

===================  =====================================================
value                what it is
===================  =====================================================
``str``              text
``bool``             true or false
``int``, ``float``   a number
`Date`               a day
`Moment`             a date and time in UTC
`Binary`             bytes of a media type, as an image is
``dict``             an object of such values
``list``             a set of such values: distinct, and their order says nothing
``None``             null, as only a user's document has it
===================  =====================================================

Arrays are sets because a JSON-LD array is one unless its context says otherwise, and formats are compared on
the same information.
"""

from random import Random
from typing import Any, NamedTuple, TypeAlias

from canonbench.documents.invented import WORDS, course, person
from canonbench.errors import UnknownName

__all__ = [
    "ATTRIBUTES",
    "SUBJECT_POINTER",
    "Binary",
    "Credential",
    "Date",
    "Moment",
    "Value",
    "chosen",
    "make",
]

ATTRIBUTES = 20
"""How many attributes a credential has if nobody says otherwise."""

SUBJECT_POINTER = "/credentialSubject/"
"""What stands before an attribute's name in its JSON pointer."""

_IMAGE_SIZE = 1024
_SLOTS = (
    *("full_name", "birth_date", "credits", "with_distinction", "awarding_body", "programme"),
    *("grade_average", "awarded_on", "languages", "portrait", "student_number", "degree", "major", "minor"),
    *("thesis_title", "enrolled_on", "study_mode", "semesters", "accredited", "campus"),
)


class Date(NamedTuple):
    """A day, ``YYYY-MM-DD``."""

    text: str


class Moment(NamedTuple):
    """A date and time, ``YYYY-MM-DDThh:mm:ssZ``."""

    text: str


class Binary(NamedTuple):
    """Bytes, and their media type as in ``image/png``."""

    media_type: str
    data: bytes


Value: TypeAlias = Any
"""One of the types in the table above."""


class Credential(NamedTuple):
    """What an issuer says about a subject; a value, whose ``attributes`` nobody changes.

    Attributes:
        issuer: a URL or DID.
        subject: a URL or DID, or ``None``.
        attributes: name to value, in order; the top-level ones are disclosed each by itself.
        valid_from: ``YYYY-MM-DDThh:mm:ssZ``, or ``None`` where the issuer does not say.
        valid_until: likewise.
    """

    issuer: str
    subject: str | None
    attributes: dict[str, Value]
    valid_from: str | None = None
    valid_until: str | None = None


def make(count: int = ATTRIBUTES, seed: int = 0) -> Credential:
    """Invent a credential with ``count`` attributes; ``seed`` fixes every byte of it.

    Of 20 attributes 8 are text, 3 dates, 3 numbers, 2 booleans, 2 objects, an array and an image of 1 KiB;
    the first five are of five types. From the 21st on the same kinds come again under numbered names.
    """
    random = Random(seed)  # noqa: S311 - reproducible, not secret
    attributes: dict[str, Value] = {}
    for index in range(count):
        turn, slot = divmod(index, len(_SLOTS))
        name = _SLOTS[slot]
        attributes[f"{name}_{turn + 1}" if turn else name] = _value(name, random)
    return Credential(
        "https://university.example/issuers/1",
        "did:example:learner",
        attributes,
        "2026-01-01T00:00:00Z",
        "2031-01-01T00:00:00Z",
    )


def chosen(credential: Credential, disclose: int | tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the attributes to disclose, in the credential's order.

    Args:
        credential: the credential.
        disclose: how many, the first ones (all if it has no more); or which, each by its name or by its JSON
            pointer in the VCDM form, as ``/credentialSubject/degree``.

    Raises:
        UnknownName: there is no such attribute: only whole ones are disclosed.
    """
    if isinstance(disclose, int):
        return tuple(credential.attributes)[:disclose]
    wanted = set()
    for each in disclose:
        name = each.removeprefix(SUBJECT_POINTER).replace("~1", "/").replace("~0", "~")
        if name not in credential.attributes:
            raise UnknownName("attribute", name, credential.attributes)
        wanted.add(name)
    return tuple(name for name in credential.attributes if name in wanted)


def _value(name: str, random: Random) -> Value:  # noqa: PLR0911 - a return for each kind of value
    if name in {"birth_date", "awarded_on", "enrolled_on"}:
        return Date(f"{random.randint(1985, 2025)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}")
    if name in {"credits", "semesters"}:
        return random.randint(2, 240)
    if name == "grade_average":
        return random.randint(8, 32) / 8 + 0.0625
    if name in {"with_distinction", "accredited"}:
        return random.random() < 0.5  # noqa: PLR2004 - a fair coin
    if name == "portrait":
        return Binary("image/png", b"\x89PNG\r\n\x1a\n" + random.randbytes(_IMAGE_SIZE - 8))
    if name == "languages":
        return sorted(random.sample(("cs", "de", "en", "es", "fi", "fr", "it", "pl"), 3))
    if name in {"awarding_body", "campus"}:
        return {
            "legal_name": f"University of {random.choice(WORDS).capitalize()}",
            "country": random.choice(("AT", "CZ", "FI", "PT")),
            "founded": random.randint(1400, 1990),
        }
    if name == "full_name":
        return person(random)
    return f"{course(random.randrange(120))}, {random.choice(WORDS)}"
