"""The stages of Data Integrity: their places in the texts, and which are parts."""

from canonbench.stages import FAMILIES, STAGES, di


def test_the_family_is_declared_in_the_order_of_the_data_flow() -> None:
    assert FAMILIES["di"] == (
        di.hash_data,
        di.skolemize,
        di.name_nodes,
        di.check_names,
        di.select,
        di.canonicalize_and_group,
        di.complete,
        di.deskolemize,
        di.label_replacement,
        di.label_map,
        di.replace_labels,
        di.match,
        di.sign_data,
        di.parse_base_proof,
        di.derive,
        di.compress_label_map,
        di.parse_derived_proof,
        di.separate,
    )


def test_a_part_names_its_whole() -> None:
    wholes = {stage.name: stage.part_of for stage in FAMILIES["di"] if stage.part_of}

    assert set(wholes.values()) < set(STAGES)
    assert {name for name, whole in wholes.items() if whole == "di.skolemize"} == {
        "di.name_nodes",
        "di.check_names",
    }
    assert {name for name, whole in wholes.items() if whole == "di.label_replacement"} == {
        "di.label_map",
        "di.replace_labels",
    }
    assert {name for name, whole in wholes.items() if whole == "di.canonicalize_and_group"} == {
        "di.complete",
        "di.deskolemize",
        "di.label_replacement",
        "di.match",
    }


def test_every_stage_of_the_table_is_named_in_it() -> None:
    assert di.__doc__ is not None
    wholes = {di.hash_data, di.skolemize, di.canonicalize_and_group, di.label_replacement}
    for stage in set(FAMILIES["di"]) - wholes:
        assert f"``{stage.name.partition('.')[2]}``" in di.__doc__


def test_places_are_in_the_published_texts() -> None:
    assert di.hash_data.text.url.endswith("REC-vc-data-integrity-20250515/#hashing")
    assert di.select.text.url.endswith("REC-vc-di-ecdsa-20250515/#selectjsonld")
