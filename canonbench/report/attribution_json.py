"""Attribution as JSON: every figure with its interval, its stacks, engines and runtime; times in seconds."""

from collections.abc import Mapping, Sequence
from typing import Any

from canonbench.analysis.attribution import Attribution, Quantity
from canonbench.analysis.cells import Place
from canonbench.analysis.costs import Costs
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.gap import Gap, Part
from canonbench.analysis.growth import Growth
from canonbench.analysis.levers import Lever
from canonbench.analysis.model import Model
from canonbench.analysis.study import Study, ranges
from canonbench.report import tables

__all__ = ["SCHEMA", "document"]

SCHEMA = "canonbench.attribution/1"


def document(found: Sequence[Study]) -> dict[str, Any]:
    """Return the whole report as one JSON document."""
    return {
        "schema": SCHEMA,
        "environments": [_study(study) for study in found],
        "ranges": [
            {"name": each.name, "least": each.least, "most": each.most}
            | {"environments": {name: _estimate(value) for name, value in each.values.items()}}
            for each in ranges(found)
        ],
    }


def _study(study: Study) -> dict[str, Any]:
    environment = study.environment
    return {
        "name": environment.name,
        "runs": [run.label for run in environment.runs],
        "facts": dict(environment.facts),
        "versions": dict(environment.versions),
        "rounds": list(environment.rounds),
        "noise": None if environment.noise is None else list(environment.noise),
        "differing": [{"stack": each.stack, "name": each.row} for each in environment.differing],
        "document": study.document or None,
        "stacks": list(study.stacks),
        "costs": [_costs(each) for each in study.costs],
        "compositions": [
            {
                "exchange": each.exchange,
                "stage": each.stage,
                "stack": each.stack,
                "alone": each.alone,
                "in_place": each.in_place,
                "ratio": tables.ratio_json(each.ratio),
            }
            for each in study.compositions
        ],
        "attributions": [_attribution(each) for each in study.attributions],
        "gaps": [_gap(each) for each in study.gaps],
        "gaps_not_divided": [
            {
                "exchange": each.exchange,
                "document": each.document,
                "against": each.against,
                "stack": each.stack,
                "reason": each.reason,
            }
            for each in study.missing
        ],
        "growths": [_growth(each) for each in study.growths],
        "models": [_model(each) for each in study.models],
        "levers": [
            {
                "document": each.document,
                "exchange": None if each.place is None else _place(each.place),
                "stack": each.stack,
                "levers": [_lever(one) for one in each.found],
            }
            for each in study.levers
        ],
        "memory": [
            {"name": row.case.name, "stack": row.stack}
            | {view: tables.median_json(getattr(row, view)) for view in ("peak", "allocated", "allocations")}
            for row in study.memory
        ],
    }


def _estimate(found: Estimate | None) -> dict[str, Any] | None:
    if found is None:
        return None
    interval = tables.interval_json(found.interval)
    return {"value": found.value, "interval": interval, "method": found.method, "rounds": found.rounds}


def _costs(each: Costs) -> dict[str, Any]:
    return {
        "exchange": each.case.name,
        "role": each.role,
        "stack": each.stack,
        "runtime": each.runtime or None,
        "rounds": each.rounds,
        "clock": "wall",
        "mean": each.mean,
        "total": _estimate(each.total),
        "stamping": each.stamps,
        "rounds_far_off": each.left_out,
        "closes": each.closes,
        "lines": [
            {
                "what": line.what,
                "engine": line.engine or None,
                "mean": line.mean,
                "seconds": _estimate(line.seconds),
                "share": _estimate(line.share),
            }
            for line in each.lines
        ],
    }


def _quantity(found: Quantity | None) -> dict[str, Any] | None:
    if found is None:
        return None
    two = {"mean": tables.median_json(found.mean), "median": tables.median_json(found.median)}
    return {"stacks": list(found.stacks), "engines": list(found.engines), **two}


def _attribution(each: Attribution) -> dict[str, Any]:
    return {
        "name": each.case.name,
        "total": each.total,
        "part_of": each.part_of or None,
        "runtime": each.runtime or None,
        "clock": each.clock,
        "replay": _quantity(each.replay),
        "reference": _quantity(each.reference),
        "needs_at_most": _quantity(each.best),
        "needs_at_most_of_libraries": _quantity(each.libraries),
        "best_over_replay": tables.ratio_json(each.over_replay),
        "chosen": [
            {
                **(_quantity(one.quantity) or {}),
                "is_best": one.is_best,
                "takes_in_shared_rounds": None
                if one.paired is None
                else tables.median_json(one.paired.takes),
                "best_in_shared_rounds": None if one.paired is None else tables.median_json(one.paired.least),
                "adds_at_least": _estimate(one.adds),
                "adds_at_least_over_libraries": _estimate(one.adds_to_libraries),
                "over_best": tables.ratio_json(one.ratio),
            }
            for one in each.chosen
        ],
        "violations": list(each.violations),
        "work": dict(each.work) or None,
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "format": place.format,
        "document": place.document,
        "algorithm": place.algorithm,
        "factors": dict(place.factors),
    }


def _part(part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": part.name,
        "mean": part.mean,
        "seconds": _estimate(part.seconds),
        "share": _estimate(part.share),
    }
    return found | ({"parts": [_part(each) for each in part.below]} if part.below else {})


def _gap(gap: Gap) -> dict[str, Any]:
    return {
        "exchange": _place(gap.place),
        "over": _place(gap.other),
        "stack": gap.stack,
        "runtime": gap.runtime or None,
        "best": "all" if gap.own else "libraries",
        "clock": gap.clock,
        "ratio": tables.ratio_json(gap.ratio),
        "takes": tables.median_json(gap.takes),
        "other_takes": tables.median_json(gap.other_takes),
        "rounds": len(gap.gap.rounds),
        "rounds_far_off": len(gap.left_out),
        "gap": _part(gap.gap),
        "contributions": [_part(part) for part in gap.parts],
        "specification_keeps_at_most": _part(gap.least),
        "library_adds_at_least": _part(gap.added),
        "cells": {
            name: {
                "exchange": _place(cell.place),
                "chosen": cell.chosen.stack,
                "engines": dict(cell.chosen.engines),
                "library_offers_it": cell.offered,
                "best": [{"stack": one.stack, "engines": dict(one.engines)} for one in cell.picked],
            }
            for name, cell in gap.cells.items()
        },
    }


def _growth(each: Growth) -> dict[str, Any]:
    return {
        "what": each.target,
        "stack": each.stack,
        "runtime": each.runtime or None,
        "by": each.by,
        "family": each.family,
        "points": [list(point) for point in each.points],
        "exponent": _estimate(each.exponent),
        "value": each.value,
        "faster_than_linear": each.faster,
        "between": [
            {"from": one.low, "to": one.high, "value": one.value, "exponent": _estimate(one.estimate)}
            for one in each.locals
        ],
    }


def _model(each: Model) -> dict[str, Any]:
    coefficients: Mapping[str, float] | None = each.coefficients if each.enough else None
    return {
        "stage": each.target,
        "stack": each.stack,
        "documents": list(each.documents),
        "coefficients": None if coefficients is None else dict(coefficients),
        "reason": None if each.enough else f"too few documents: {len(each.documents)}, {each.needed} needed",
        "error": each.error,
        "worst": each.worst,
        "errors": dict(each.errors),
    }


def _lever(lever: Lever) -> dict[str, Any]:
    return {
        "change": lever.name,
        "unit": lever.unit,
        "saved": _estimate(lever.saved),
        "ratio": tables.ratio_json(lever.ratio),
        "changes_proof_format": lever.proof,
        "note": lever.note or None,
    }
