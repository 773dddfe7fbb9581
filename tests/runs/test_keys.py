"""The table of metadata keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import RunFileError
from canonbench.runs import keys


def test_every_constant_stands_in_the_table_once() -> None:
    constants = {value for value in vars(keys).values() if isinstance(value, keys.Key)}

    assert constants == set(keys.TABLE)
    assert len(keys.TABLE) == len({str(key) for key in keys.TABLE})


def test_every_key_says_its_type_and_its_writer() -> None:
    assert {key.writer for key in keys.TABLE} == {"leaf", "worker", "conductor", "pyperf"}
    assert {key.kind for key in keys.TABLE} == {int, float, str}
    assert all(key.meaning for key in keys.TABLE)
    assert (keys.FIRST_CPU.kind, keys.FIRST_CPU.unit) == (float, "seconds")


def test_the_keys_of_a_split_sort_in_the_order_of_the_steps() -> None:
    steps = [keys.split_key(2, "eddsa.sign"), keys.split_key(10, "multibase.encode", "proof value")]

    assert steps == ["split.02.eddsa.sign/document", "split.10.multibase.encode/proof value"]
    assert steps == sorted(steps)


@given(st.lists(st.floats(min_value=0, allow_infinity=False), min_size=1))
def test_joined_numbers_are_read_back_exactly(values: list[float]) -> None:
    assert keys.numbers(keys.join(values)) == tuple(values)


def test_a_bare_number_is_one_value() -> None:
    assert keys.numbers(0.5) == (0.5,)


@pytest.mark.parametrize("text", ["", "1,,2", "1;2", "fast"])
def test_what_is_no_list_of_numbers_is_refused(text: str) -> None:
    with pytest.raises(RunFileError, match="no comma-joined list of numbers"):
        keys.numbers(text)


@pytest.mark.parametrize(
    "metadata",
    [
        {"round": 3, "engine": "pyld", "first.wall": 0.5},
        {"first.wall": 1, "anything": 2.5},
        {"text": "RDF-CANON https://www.w3.org/TR/rdf-canon/#canon-algorithm", "name": "rdfc.label/ob3"},
    ],
)
def test_metadata_of_the_right_types_pass(metadata: dict[str, keys.Scalar]) -> None:
    keys.check(metadata)

    assert keys.scrub(metadata) == metadata


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({"engine": ""}, "'engine' must be one line that is not empty"),
        ({"engine": "a\nb"}, "'engine' must be one line"),
        ({"round": "3"}, "'round' is str, the table in canonbench/runs/keys.py says int"),
        ({"round": 2.5}, "'round' is float"),
        ({"gc": True}, "'gc' is a bool, neither int, float nor str"),
        ({"contexts": ["a"]}, "'contexts' is a list"),
        ({"plugin": "/home/someone/engine.py"}, "'plugin' holds a path of this machine"),
        ({"plugin": "from C:\\Users\\someone"}, "'plugin' holds a path of this machine"),
        ({"plugin": "~/engine.py"}, "'plugin' holds a path of this machine"),
        ({"options": "--context x=/data/x.json"}, "'options' holds a path of this machine"),
    ],
)
def test_other_metadata_are_refused_by_name(metadata: dict[str, keys.Scalar], problem: str) -> None:
    with pytest.raises(RunFileError) as caught:
        keys.check(metadata)

    assert problem in str(caught.value)


PYPERF: dict[str, keys.Scalar] = {
    "hostname": "someones-laptop",
    "python_executable": "/home/someone/bin/python",
    "python_config_args": "'--prefix=/home/someone'",
    "python_cflags": "-O3 -I/home/someone/include -Wall -LC:\\lib",
    "python_version": "3.11.7",
}


def test_host_name_and_paths_are_taken_out() -> None:
    assert keys.scrub(PYPERF) == {
        "hostname": "withheld",
        "python_executable": "withheld",
        "python_config_args": "withheld",
        "python_cflags": "-O3 -Wall",
        "python_version": "3.11.7",
    }
    keys.check(keys.scrub(PYPERF))


def test_a_host_name_may_be_kept_paths_never() -> None:
    kept = keys.scrub(PYPERF, keep_host=True)

    assert (kept["hostname"], kept["python_executable"]) == ("someones-laptop", "withheld")
    assert "hostname" not in keys.overrides(keep_host=True)


def test_a_leaf_overrides_what_pyperf_would_write() -> None:
    withheld = {"hostname": "withheld", "python_executable": "withheld", "python_config_args": "withheld"}

    assert keys.overrides() == withheld
    assert keys.overrides("-O3 -I/usr/include") == {**withheld, "python_cflags": "-O3"}
    assert keys.overrides("-I/usr/include")["python_cflags"] == "withheld"
