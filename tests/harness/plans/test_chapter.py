"""What a definition says of itself."""

from canonbench.harness.plans.chapter import Chapter, Definition, Roles, Stages


def test_documents_and_stacks_of_a_plan_come_once_each_in_order() -> None:
    first = Roles(("mdoc",), ("b", "a"), ("y", "x"))
    second = Stages(("jcs",), ("a", "c"), ("x", "z"))
    definition = Definition("p", "", (Chapter("one", "", (first,)), Chapter("two", "", (second, first))))

    assert definition.documents == ("y", "x", "z")
    assert definition.stacks == ("b", "a", "c")
