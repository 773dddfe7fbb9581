"""How far the figures go, the commands that give them again, and how to cite them."""

from collections.abc import Sequence

from canonbench.report.material import Material
from canonbench.report.page.model import Section, Table

__all__ = ["LIMITS", "cite", "limits", "reproduce"]

LIMITS = (
    "One machine is one machine, and Python is one runtime of several: believe ratios within a run.",
    (
        "An interval is over rounds of fresh processes: 95 % for a median, 99 % for a ratio. It says how "
        "well this machine was measured on this day, not how other machines do."
    ),
    "Of a hundred 99 % intervals one is expected to miss: measure a lone small difference twice.",
    (
        "The fastest engines were written by those who measure. That is why others stand beside them, and "
        "why the public conformance suites run in every change."
    ),
    "The gate proves against mistakes, not fraud: an engine runs in the process that times it.",
    "What could not be measured is null with its reason, and nothing was dropped as an outlier.",
)
"""What holds for every report."""


def limits() -> Section:
    """Return the section on the limits of the method."""
    lead = "These figures are evidence about this code on these machines, and no more than that."
    return Section("limits", "Limits of the method", lead, notes=LIMITS)


def reproduce(materials: Sequence[Material]) -> Section:
    """Return the section with the commands that made the runs."""
    commands = tuple(dict.fromkeys(command for material in materials for command in material.commands))
    silent = [material.label for material in materials if not material.commands]
    notes = tuple(f"{label} does not say by which command it was made." for label in silent)
    lead = (
        "The same plan and seed on another machine; then this report of what they write."
        if commands
        else ("No run says by which command it was made.")
    )
    return Section("reproduce", "Commands that reproduce it", lead, notes=notes, commands=commands)


def cite(materials: Sequence[Material]) -> Section:
    """Return the section on how to cite: each run by the SHA-256 over its files, with version and machine."""
    rows = tuple(
        (
            material.label,
            material.identifier,
            material.version or "not recorded",
            material.commit or "not recorded",
            material.machine,
        )
        for material in materials
    )
    columns = ("run", "SHA-256 over its files", "canonbench", "source", "machine")
    told = [
        f"The canonbench authors. canonbench {material.version or '(version not recorded)'}, "
        f"run {material.label} on {material.machine}, sha256:{material.identifier}."
        for material in materials
    ]
    lead = (
        "Cite a run by the SHA-256 over its files, so that a reader can tell whether the files are the same."
    )
    return Section(
        "cite",
        "How to cite",
        lead,
        tables=(Table("cite-runs", "Runs of this report", columns, rows),),
        notes=(*told, "CITATION.cff in the repository says how to cite the software."),
    )
