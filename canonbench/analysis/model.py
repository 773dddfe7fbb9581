"""A small model: the cost of a stage as a sum of what each member, term definition, quad, ... costs.

The coefficients are seconds for each of what is counted, none negative, chosen so that the relative errors
over the documents are least (non-negative least squares; Lawson and Hanson 1974, chapter 23). How far the
model may be trusted is said by documents that had no part in it: each is predicted by a fit on all others.
Counts go together in most documents, so a coefficient of nothing does not say that a thing is free.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from canonbench.analysis import sample
from canonbench.analysis.attribution import work
from canonbench.analysis.wholes import NO_ENGINES
from canonbench.runs import keys
from canonbench.runs.rows import Run

__all__ = ["COUNTS", "FIXED", "Model", "fit", "models"]

COUNTS = ("members", "term_definitions", "quads", "blank_nodes", "bytes_hashed")
"""What is counted of a document, as in its ``work`` record."""

FIXED = "fixed"
"""The name of what every call costs."""

_SPARE = 2


@dataclass(frozen=True)
class Model:
    """The model of a stage with a stack; ``coefficients`` are seconds for each, empty if not ``enough``.

    ``documents`` were fitted. ``errors`` are the relative errors on each document by the fit on all others:
    0.1 is "10 % too much". ``needed`` is how many documents a fit needs: two more than it has coefficients.
    """

    target: str
    stack: str
    documents: tuple[str, ...]
    needed: int
    coefficients: Mapping[str, float]
    errors: Mapping[str, float]

    @property
    def enough(self) -> bool:
        """Whether there were documents enough for a fit."""
        return len(self.documents) >= self.needed

    @property
    def error(self) -> float | None:
        """The median size of the errors on documents that were not used for the fit."""
        return median(map(abs, self.errors.values())) if self.errors else None

    @property
    def worst(self) -> float | None:
        """The largest of these errors, by size."""
        return max(map(abs, self.errors.values()), default=None)


def models(run: Run) -> tuple[Model, ...]:
    """Return a model for each stage and each stack asked for that has several documents with work counts."""
    counted = work(run)
    costs: dict[tuple[str, str], dict[str, float]] = {}
    for stack in run.chosen:
        if stack.again or stack.name in NO_ENGINES:
            continue
        for row in stack.rows:
            case = row.case
            if case is None:
                continue
            plain = (case.state, case.view, case.factors) == ("warm", "bare", ())
            timed_stage = row.is_time and not row.text(keys.FORMAT)
            if plain and timed_stage and case.document in counted:
                seconds = median(sample.units(row, sample.clock(row)))
                costs.setdefault((case.target, stack.name), {})[case.document] = seconds
    return tuple(fit(*key, own, counted) for key, own in costs.items() if len(own) > 1)


def fit(
    target: str, stack: str, costs: Mapping[str, float], counted: Mapping[str, Mapping[str, int]]
) -> Model:
    """Fit the cost of each document (seconds) to what is counted of it.

    Counts take part, beside the fixed cost, that most documents have and that differ between documents; a
    document that lacks one of them (too large to be counted) does not.
    """
    most = [name for name in COUNTS if 2 * sum(name in counted[document] for document in costs) > len(costs)]
    documents = tuple(document for document in costs if all(name in counted[document] for name in most))
    columns = [name for name in most if len({counted[document][name] for document in documents}) > 1]
    needed = len(columns) + 1 + _SPARE
    if len(documents) < needed:
        return Model(target, stack, documents, needed, {}, {})
    rows = {document: [1.0, *(float(counted[document][name]) for name in columns)] for document in documents}
    found = _solve([rows[document] for document in documents], [costs[document] for document in documents])
    errors = {}
    for left in documents:
        others = [document for document in documents if document != left]
        without = _solve([rows[document] for document in others], [costs[document] for document in others])
        errors[left] = sum(a * b for a, b in zip(rows[left], without, strict=True)) / costs[left] - 1
    return Model(target, stack, documents, needed, dict(zip((FIXED, *columns), found, strict=True)), errors)


def _solve(rows: Sequence[Sequence[float]], seconds: Sequence[float]) -> list[float]:
    """Return the coefficients, none negative, with the least sum of squared relative errors."""
    from scipy.optimize import nnls  # noqa: PLC0415 - 0.3 s that only an analysis pays

    scale = [max(column) or 1.0 for column in zip(*rows, strict=True)]
    relative = [
        [value / most / second for value, most in zip(row, scale, strict=True)]
        for row, second in zip(rows, seconds, strict=True)
    ]
    least = min(seconds)
    found, _ = nnls([[value * least for value in row] for row in relative], [1.0] * len(rows))
    return [float(value) * least / most for value, most in zip(found, scale, strict=True)]
