"""Normal forms of outputs that may differ in ways that carry no meaning."""

import json
from typing import Any

from canonbench.specs import nquads, rdfc10
from canonbench.specs.rdf import Dataset

__all__ = ["dataset_normal", "expanded_normal", "text_normal"]


def dataset_normal(dataset: Dataset) -> str:
    """Return the canonical N-Quads of ``dataset``: blank node labels and order carry no meaning."""
    return rdfc10.canonicalize(dataset)


def expanded_normal(expanded: Any) -> str:
    """Return expanded JSON-LD with its arrays in one order, but for those of ``@list``, a member a line.

    A whole number is written as an integer: JSON has one type of numbers, and so have other runtimes.
    """
    ordered = _ordered(_numbers(expanded), in_list=False)
    return json.dumps(ordered, indent=1, sort_keys=True, ensure_ascii=False)


def _numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _numbers(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _ordered(value: Any, *, in_list: bool) -> Any:
    if isinstance(value, dict):
        if value.get("@type") == "@json":
            return value
        return {key: _ordered(member, in_list=key == "@list") for key, member in value.items()}
    if isinstance(value, list):
        items = [_ordered(item, in_list=False) for item in value]
        return items if in_list else sorted(items, key=lambda item: json.dumps(item, sort_keys=True))
    return value


def text_normal(text: str) -> str:
    """Return the canonical N-Quads of what ``text`` says: layout, labels and order carry no meaning."""
    return dataset_normal(nquads.parse(text))
