"""People and courses that do not exist, drawn from a seeded source."""

from random import Random

__all__ = ["WORDS", "course", "person"]

_GIVEN = (
    *("Amara", "Bruno", "Celia", "Dario", "Elif", "Femke"),
    *("Goran", "Hana", "Idris", "Jana", "Kofi", "Lumi"),
)
_FAMILY = (
    *("Ardent", "Brookvale", "Corriedale", "Dunmoor"),
    *("Eastwick", "Fennimore", "Greyfell", "Holloway"),
)
_TOPICS = (
    *("Acoustics", "Bookkeeping", "Cartography", "Dendrology", "Ethics", "Fluid Mechanics", "Geodesy"),
    *("Hydrology", "Ichthyology", "Joinery", "Kinematics", "Linguistics", "Meteorology", "Navigation"),
    *("Optics", "Pedagogy", "Quarrying", "Rhetoric", "Statistics", "Typography"),
)
_FORMS = ("Introduction to", "Principles of", "Laboratory in", "Seminar on", "Advanced", "History of")

WORDS = (
    *("amber", "birch", "cedar", "delta", "ember", "fjord"),
    *("grove", "heath", "inlet", "juniper", "kelp", "lagoon"),
)


def person(random: Random) -> str:
    """Return a given and a family name."""
    return f"{random.choice(_GIVEN)} {random.choice(_FAMILY)}"


def course(index: int) -> str:
    """Return the title of course ``index``; titles repeat after 120, with a number."""
    form, topic = divmod(index, len(_TOPICS))
    turn, form = divmod(form, len(_FORMS))
    title = f"{_FORMS[form]} {_TOPICS[topic]}"
    return f"{title} {turn + 1}" if turn else title
