"""The stages of Data Integrity: their places in the texts, and which are parts."""

from canonbench.stages import FAMILIES, STAGES, di


def test_the_family_is_declared_in_the_order_of_the_data_flow() -> None:
    assert FAMILIES["di"] == (
        di.hash_data,
        di.skolemize,
        di.select,
        di.canonicalize_and_group,
        di.label_replacement,
    )


def test_a_part_names_its_whole() -> None:
    assert [stage.name for stage in FAMILIES["di"] if stage.part_of] == ["di.label_replacement"]
    assert di.label_replacement.part_of in STAGES


def test_places_are_in_the_published_texts() -> None:
    assert di.hash_data.text.url.endswith("REC-vc-data-integrity-20250515/#hashing")
    assert di.select.text.url.endswith("REC-vc-di-ecdsa-20250515/#selectjsonld")
