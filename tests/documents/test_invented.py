"""Nobody in the documents exists, and the seed decides who is in them."""

from random import Random

from canonbench.documents.invented import course, person


def test_a_person_has_two_names_and_depends_on_the_seed_alone() -> None:
    def drawn(seed: int) -> str:
        return person(Random(seed))  # noqa: S311  # reproducible, not secret

    people = {drawn(seed) for seed in range(50)}

    assert drawn(7) == drawn(7)
    assert all(len(name.split()) == 2 for name in people)
    assert len(people) > 10


def test_courses_have_titles_of_their_own() -> None:
    assert len({course(index) for index in range(500)}) == 500
    assert course(0) == "Introduction to Acoustics"
    assert course(120) == "Introduction to Acoustics 2"
