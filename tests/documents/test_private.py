"""Names of what is the user's own."""

from hashlib import sha256

from canonbench.documents import private

_DATA = b'{"diagnosis": 1}'


def test_a_file_is_called_by_its_digest() -> None:
    name = private.name_of(sha256(_DATA).hexdigest())

    assert name == f"user~{sha256(_DATA).hexdigest()[:8]}"
    assert private.is_private(name)
    assert private.is_private(f"{name}~without-5e6f7081")
    assert not private.is_private("ob3")


def test_the_name_of_a_part_takes_the_document_and_not_only_its_digest() -> None:
    found = private.part_of(_DATA, "diagnosis")

    assert found == sha256(b'diagnosis\0{"diagnosis": 1}').hexdigest()[:8]
    assert found != private.part_of(b'{"diagnosis": 2}', "diagnosis")
    assert found != private.part_of(sha256(_DATA).hexdigest().encode(), "diagnosis")
    assert len(private.part_of(_DATA, "\ud800")) == 8
