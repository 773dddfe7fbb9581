"""The steps of an exchange, stacked: where its time goes, by format and stack, each step where it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from canonbench.analysis.estimate import Mean
from canonbench.analysis.exchange import ROLES
from canonbench.analysis.portions import GLUE, Kind, Part, Portions, kinds, portions
from canonbench.analysis.reconcile import reconcile
from canonbench.model.case import Case
from canonbench.report.material import Material
from canonbench.report.page.charts import Bars, Point
from canonbench.report.page.model import Cell, Figure, Section, Statistic, Table, of_mean
from canonbench.report.page.points import named, point
from canonbench.report.page.shown import text

__all__ = ["KINDS", "kind", "section"]

KINDS: Mapping[str, tuple[str, ...]] = {
    "JSON-LD to quads": ("jsonld", "transform"),
    "RDFC-1.0": ("rdfc", "nquads"),
    "JCS": ("jcs",),
    "hashing": ("hashing", "hmac", "hkdf"),
    "signatures and keys": ("eddsa", "ecdsa", "ecdh", "key", "jws", "kb_jwt", "cose", "x509"),
    "encoding": ("json", "cbor", "multibase", "base64url"),
    "the format's own steps": ("di", "sd_jwt", "mdoc", "status"),
    "glue and hand-over": (GLUE, "hand-over"),
}
"""Kinds of steps, in the order in which they are stacked, by the families of their stages."""

_OTHER = "the format's own steps"


def kind(stage: str) -> str:
    """Return which of ``KINDS`` a stage belongs to, ``di.hash_data`` to hashing."""
    family = stage.partition(".")[0]
    if stage == "di.hash_data":
        return "hashing"
    return next((name for name, families in KINDS.items() if family in families), _OTHER)


_Key = tuple[str, str]


@dataclass(frozen=True)
class _Sum:
    """One format with one stack: all of its roles, divided by kind."""

    format: str
    stack: str
    case: str
    total: Mean
    kinds: tuple[Kind, ...]


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run measured the steps of an exchange where they stand."""
    figures: list[Figure] = []
    tables: list[Table] = []
    said: list[str] = []
    notes = [
        "Each step is timed where it stands, in the same loop as its role.",
        "Shares are of all steps and of the glue between them, round by round.",
        "Times and shares are means over the same rounds, so that parts add up to the whole.",
    ]
    for material in materials:
        found = portions(material.run)
        for variant, own in _sums(found).items():
            figures.append(_figure(material, variant, own))
            said += [] if said else [_leading(variant, own)]
        tables += _steps(material, found)
        lines = reconcile(material.run)
        opened = tuple((line.case.name, line.stack, line.violation) for line in lines if not line.closes)
        if opened:
            notes.append(f"{len(opened)} of {len(lines)} sums of {material.label} do not close.")
            caption = material.titled("Sums that do not close")
            ident = f"open-{named(material.label)}"
            tables.append(Table(ident, caption, ("role", "stack", "why"), opened, folded=True))
    if not tables:
        return None
    lead = " ".join(said) or "The steps of a role, each where it stands."
    return Section(
        "steps", "Where an exchange's time goes", lead, tuple(figures), tuple(tables), tuple(notes)
    )


def _sums(found: Sequence[Portions]) -> dict[str, list[_Sum]]:
    """Add up the roles of each format and stack that has all of them, by document and factors."""
    groups: dict[tuple[str, str, str], list[Portions]] = {}
    for each in found:
        variant = Case("", each.case.document, each.case.factors).name.removeprefix("/")
        groups.setdefault((variant, each.case.target.rpartition(".")[0], each.stack), []).append(each)
    sums: dict[str, list[_Sum]] = {}
    for (variant, name, stack), own in groups.items():
        if len(own) == len(ROLES):
            total, divided = kinds(own, kind)
            sums.setdefault(variant, []).append(_Sum(name, stack, f"{name}/{variant}:split", total, divided))
    return {variant: _by_format(every) for variant, every in sums.items()}


def _by_format(every: Sequence[_Sum]) -> list[_Sum]:
    order = list(dict.fromkeys(each.format for each in every))
    return sorted(every, key=lambda each: order.index(each.format))


def _leading(variant: str, own: Sequence[_Sum]) -> str:
    """Say of the first format, with the stacks that take least and most, which kind of step takes most."""
    first = sorted((each for each in own if each.format == own[0].format), key=lambda each: each.total.value)
    told = []
    for each in first[:1] if len(first) == 1 else (first[0], first[-1]):
        most = max(each.kinds, key=lambda found: found.share.value)
        told.append(f"{most.name}: {text(_share(most, each, ''))} of {each.format} with {each.stack}")
    return f"On {variant}: {'; '.join(told)}."


def _share(found: Kind, each: _Sum, label: str) -> Statistic:
    return of_mean(found.share, f"share of {found.name}", each.case, each.stack, unit="share", run=label)


def _figure(material: Material, variant: str, own: Sequence[_Sum]) -> Figure:
    ident, label = f"steps-{named(material.label, variant)}", material.label
    rows: list[tuple[Cell, ...]] = []
    for each in own:
        for found in each.kinds:
            time = of_mean(found.seconds, f"time of {found.name}", each.case, each.stack, run=label)
            rows.append((each.format, each.stack, found.name, time, _share(found, each, label)))
        whole = of_mean(each.total, "all steps and glue", each.case, each.stack, run=label)
        rows.append((each.format, each.stack, "all", whole, ""))
    caption = material.titled(f"Time by kind of step on {variant}")
    table = Table(f"{ident}-table", caption, ("format", "stack", "kind", "time", "share"), tuple(rows))
    alt = (
        f"Stacked bars: milliseconds of issue, present and verify on {variant}, by kind of step, for "
        f"{', '.join(f'{each.format} with {each.stack}' for each in own)}."
    )
    bars = tuple(_bar(each) for each in own)
    return Figure(ident, caption, alt, Bars("issue + present + verify, ms", tuple(KINDS), bars), table)


def _bar(each: _Sum) -> tuple[str, tuple[float, ...], Point | None]:
    seconds = {found.name: found.seconds.value for found in each.kinds}
    lengths = tuple(1e3 * seconds.get(name, 0.0) for name in KINDS)
    whole = point(of_mean(each.total, "all", each.case, each.stack), 1e3)
    return f"{each.format}, {each.stack}", lengths, whole


def _step(part: Part) -> str:
    return part.stage if part.of == "document" else f"{part.stage} ({part.of})"


def _steps(material: Material, found: Sequence[Portions]) -> list[Table]:
    """Lay out every step of every role, a table for each format."""
    label = material.label
    formats: dict[str, list[tuple[Cell, ...]]] = {}
    for each in found:
        name, _, role = each.case.target.rpartition(".")
        variant = Case("", each.case.document, each.case.factors).name.removeprefix("/")
        case = each.case.name
        formats.setdefault(f"{name} on {variant}", []).extend(
            (
                role,
                each.stack,
                _step(part),
                kind(part.stage),
                of_mean(part.seconds, f"time of {_step(part)}", case, each.stack, run=label),
                of_mean(part.share, f"share of {_step(part)}", case, each.stack, unit="share", run=label),
            )
            for part in each.parts
        )
    columns = ("role", "stack", "step", "kind", "time", "share of the role")
    return [
        Table(
            f"steps-{named(label, name)}",
            material.titled(f"Every step of {name}"),
            columns,
            tuple(rows),
            folded=True,
        )
        for name, rows in formats.items()
    ]
