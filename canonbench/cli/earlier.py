"""``canonbench run --from``: the plan, the seed and the settings of an earlier run, and what differs here."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canonbench.errors import RunFileError, UsageError

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan
    from canonbench.harness.progress import Progress
    from canonbench.harness.subject import Subject

__all__ = ["DEFAULTS", "documents", "fill", "read", "say_differences"]

DEFAULTS: Mapping[str, Any] = {"values": 2, "warmups": 1, "min_time": 0.01, "timeout": 120, "seed": 0}
"""What holds where neither the command line nor an earlier run says it."""


def read(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the plan and the environment record of an earlier run.

    Raises:
        UsageError: it is no run of a plan.
    """
    from canonbench.runs import folders, record

    try:
        place, _ = folders.find(str(folder))
    except RunFileError as error:
        raise UsageError(str(error)) from error
    records = record.load(place) if place.is_dir() else ()
    found = {kind: next((r for r in records if r["kind"] == kind), {}) for kind in ("plan", "environment")}
    if not {"target", "seed", "stacks", "cells", "options"} <= found["plan"].keys():
        raise UsageError(f"{folder} is no run of a plan; give a folder that canonbench run wrote")
    return found


def fill(arguments: argparse.Namespace, before: Mapping[str, Any]) -> None:
    """Fill in what was not given: from the earlier run, else the default."""
    kept = {**before.get("settings", {}), **before.get("options", {}), **before}
    for name, default in DEFAULTS.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, kept.get(name, default))
    if before and not arguments.rounds:
        arguments.rounds = before["options"]["rounds"] or None
        arguments.rigorous = arguments.rigorous or before["options"]["rigorous"]
    if before and not arguments.stack:
        arguments.stack = list(before["options"]["stacks"])


def documents(before: Mapping[str, Any]) -> list[str]:
    """Return the documents that were given to an earlier run, empty if it had those of its plan.

    Raises:
        UsageError: one was a file of the user.
    """
    from canonbench.documents.private import is_private
    from canonbench.documents.variants import MARK

    if not before["plan"]["options"]["given"]:
        return []
    names = dict.fromkeys(str(cell[1]) for cell in before["plan"]["cells"] if MARK not in cell[1])
    for name in names:
        if is_private(name):
            raise UsageError(f"that run measured {name}, a file of its user: give yours by --document FILE")
    return list(names)


def say_differences(
    before: Mapping[str, Any], planned: "Plan", subject: "Subject", teller: "Progress"
) -> None:
    """Say what differs from an earlier run in plan, machine, versions and documents."""
    from canonbench.harness.differences import differences, replanned

    lines = [*replanned(before["plan"], planned), *differences(before["environment"], planned, subject)]
    teller.say("! differs from the earlier run:" if lines else "! nothing differs from the earlier run")
    for line in lines:
        teller.say(f"!   {line}")
