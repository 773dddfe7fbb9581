"""The model of cost: what each counted thing costs in a stage, or why there is no fit."""

from collections.abc import Iterator, Sequence

from canonbench.analysis.memory import is_memory
from canonbench.analysis.model import FIXED, Model, models
from canonbench.report.material import Material
from canonbench.report.page.model import Cell, Section, Statistic, Table
from canonbench.report.page.points import named

__all__ = ["section"]

_COMMAND = "canonbench run education"
_NAMED = 8
"""Most stages and stacks that one line names."""

_NOTES = (
    (
        "Seconds for each, none negative, by least squares of relative errors. Counts go together in most "
        "documents, so 0 does not say that a thing is free."
    ),
    "Error: the median size of the relative errors on each document by a fit on all others, and the worst.",
)


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no stage was timed on two documents whose work was counted."""
    tables: list[Table] = []
    short: list[Model] = []
    for material in materials:
        found = () if is_memory(material.run) else models(material.run)
        able = [each for each in found if each.enough]
        short += [each for each in found if not each.enough]
        tables += [_table(material, able)] if able else []
    if not tables and not short:
        return None
    notes = (*(_NOTES if tables else ()), *_reasons(short))
    said = (
        "What each thing that a document has adds to the time of a stage, where documents enough were timed."
        if tables
        else "There is no model of cost: too few documents were timed."
    )
    return Section("model", "A model of cost", said, (), tuple(tables), notes, () if tables else (_COMMAND,))


def _reasons(short: Sequence[Model]) -> Iterator[str]:
    groups: dict[tuple[int, int], dict[str, None]] = {}
    for each in short:
        groups.setdefault((len(each.documents), each.needed), {})[f"{each.target} with {each.stack}"] = None
    for (there, needed), names in sorted(groups.items()):
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        yield f"No fit from {there} of {needed} documents: {', '.join([*names][:_NAMED])}{more}."


def _table(material: Material, found: Sequence[Model]) -> Table:
    names = list(dict.fromkeys(name for each in found for name in each.coefficients if name != FIXED))
    columns = ("stage", "stack", FIXED, *(f"each of {name.replace('_', ' ')}" for name in names))
    return Table(
        f"model-{named(material.label)}",
        material.titled("Cost on counts"),
        (*columns, "error", "worst error", "documents"),
        tuple(_row(each, names, material.label) for each in found),
    )


def _row(each: Model, names: Sequence[str], label: str) -> tuple[Cell, ...]:
    fitted = f"fit on {len(each.documents)} documents"

    def coefficient(name: str) -> Cell:
        value = each.coefficients.get(name)
        if value is None:
            return ""
        return Statistic(
            f"cost of {name}", each.target, each.stack, "second", value, reason=fitted, run=label
        )

    def error(name: str, value: float | None) -> Cell:
        return Statistic(
            name, each.target, each.stack, "share", value, reason="on documents left out", run=label
        )

    return (
        each.target,
        each.stack,
        *(coefficient(name) for name in (FIXED, *names)),
        error("median error of the model", each.error),
        error("worst error of the model", each.worst),
        str(len(each.documents)),
    )
