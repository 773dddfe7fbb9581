"""Generated learner records have what makes production ones heavy."""

from collections import Counter

from canonbench.documents.learner_record import transcript


def test_every_course_is_a_credential_with_a_context_of_its_own() -> None:
    nested = transcript(9, 0)["credentialSubject"]["verifiableCredential"]

    assert len(nested) == 10
    assert all(len(each["@context"]) == 2 for each in nested)
    assert len({each["id"] for each in nested}) == 10


def test_letter_graded_courses_repeat_one_list_of_grades() -> None:
    nested = transcript(12, 0)["credentialSubject"]["verifiableCredential"]
    scales = [
        scale
        for each in nested
        for scale in each["credentialSubject"]["achievement"].get("resultDescription", [])
    ]

    assert Counter(scale["id"] for scale in scales) == {
        "urn:example:scale:letter": 10,
        "urn:example:scale:status": 2,
    }
    assert {len(scale.get("allowedValue", [])) for scale in scales} == {0, 11}


def test_associations_point_to_credentials_of_the_record() -> None:
    subject = transcript(9, 0)["credentialSubject"]
    known = {each["id"] for each in subject["verifiableCredential"]}
    ends = {each[end] for each in subject["association"] for end in ("sourceId", "targetId")}

    assert ends <= known
    assert len(subject["association"]) > 9


def test_the_seed_fixes_the_record() -> None:
    assert transcript(5, 1) == transcript(5, 1)
    assert transcript(5, 1) != transcript(5, 2)
