"""What a reader must know beside the figures of attribution: what is not divided, not in order, left out."""

from collections.abc import Iterator, Sequence

from canonbench.analysis.comparable import sentences
from canonbench.analysis.study import Study
from canonbench.analysis.wholes import BESTS
from canonbench.report import attribution_bounds as bounds
from canonbench.report.attribution_gaps import lacking
from canonbench.report.grid import Grid

__all__ = ["caveats"]

_SAID = 3
"""Most caveats of one kind that are told."""


def caveats(study: Study, sections: Sequence[str]) -> Grid:
    """Say what else a reader must know; ``sections`` are where the rest is."""
    said: list[str] = []
    reasons: dict[tuple[str, str], tuple[dict[str, None], dict[str, None]]] = {}
    for what, against, stack, reason in lacking(study):
        formats, stacks = reasons.setdefault((what, reason), ({}, {}))
        formats[against], stacks[stack] = None, None
    divided = [
        f"{what} over {', '.join(formats)} with {', '.join(stacks)}: {reason}"
        for (what, reason), (formats, stacks) in reasons.items()
    ]
    said += _some(divided, "Not divided", "gaps")
    orders = [
        found.removeprefix("ORDER: ").removesuffix(".") for found in bounds.violations(study.attributions)
    ]
    said += _some(orders, "ORDER fails", "exchanges,stages")
    open_ = [f"{each.case.name} {each.role} with {each.stack}" for each in study.costs if not each.closes]
    said += _some(open_, "VIOLATION: steps that do not add up", "steps")
    left = [f"{row} of {stack} in {run}" for run, stack, row in study.environment.left_out]
    said += _some(left, "Left out, since a newer run measured something else", "environment")
    said += sentences(study.environment.differing)
    found, total = bounds.told(study)
    every = [each.case.document for each in study.attributions if each.total or not total]
    documents = [name for name in dict.fromkeys(every) if name not in {each.case.document for each in found}]
    said += [f"Further documents (--document): {', '.join(documents)}."] if documents else []
    mixed = [name for name in study.stacks if name in BESTS]
    if mixed and len(study.stacks) > len(mixed):
        said.append(f"{' and '.join(mixed)}, put together of these, have their rows with --all.")
    said.append(f"The rest: --all, or --only with {', '.join(sections)}; {bounds.GLOSSARY}")
    return Grid(said[0], (), (), tuple(said[1:]))


def _some(found: Sequence[str], what: str, sections: str) -> Iterator[str]:
    if found:
        more = f"; and {len(found) - _SAID} more: --only {sections}" if len(found) > _SAID else ""
        yield f"{what}: {'; '.join(found[:_SAID])}{more}."
