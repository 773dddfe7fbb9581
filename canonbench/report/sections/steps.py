"""The steps of an exchange, stacked: where its time goes, by format and stack, each step where it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from canonbench.analysis.exchange import ROLES
from canonbench.analysis.interval import Median
from canonbench.analysis.portions import GLUE, Kind, Part, Portions, kinds, portions
from canonbench.analysis.reconcile import reconcile
from canonbench.model.case import Case
from canonbench.report.material import Material
from canonbench.report.page.charts import Bars, Point
from canonbench.report.page.model import Cell, Figure, Section, Statistic, Table, of_median
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
    total: Median
    kinds: tuple[Kind, ...]


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run measured the steps of an exchange where they stand."""
    figures: list[Figure] = []
    tables: list[Table] = []
    said: list[str] = []
    notes = [
        "Each step is timed where it stands, in the same loop as its role.",
        "Shares are of all steps and of the glue between them, round by round.",
    ]
    for material in materials:
        found = portions(material.run)
        for variant, own in _sums(found).items():
            figures.append(_figure(material, variant, own))
            said.append(_leading(variant, own))
        tables += [_steps(material, each) for each in found]
        notes += [
            f"This sum does not close: {line.stack}, {line.case.name}: {line.violation}."
            for line in reconcile(material.run)
            if not line.closes
        ]
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
    return sums


def _leading(variant: str, own: Sequence[_Sum]) -> str:
    """Say for each format and stack which kind of step takes most."""
    told = []
    for each in own:
        most = max(each.kinds, key=lambda found: found.share.value)
        told.append(f"{most.name} is {text(_share(most, each, ''))} of {each.format} with {each.stack}")
    return f"On {variant}: {'; '.join(told)}."


def _share(found: Kind, each: _Sum, label: str) -> Statistic:
    return of_median(found.share, f"share of {found.name}", each.case, each.stack, unit="share", run=label)


def _figure(material: Material, variant: str, own: Sequence[_Sum]) -> Figure:
    ident, label = f"steps-{named(material.label, variant)}", material.label
    rows: list[tuple[Cell, ...]] = []
    for each in own:
        for found in each.kinds:
            time = of_median(found.seconds, f"time of {found.name}", each.case, each.stack, run=label)
            rows.append((each.format, each.stack, found.name, time, _share(found, each, label)))
        whole = of_median(each.total, "all steps and glue", each.case, each.stack, run=label)
        rows.append((each.format, each.stack, "all", whole, ""))
    caption = f"Time by kind of step on {variant}, {label}"
    table = Table(f"{ident}-table", caption, ("format", "stack", "kind", "time", "share"), tuple(rows))
    alt = (
        f"Stacked bars: milliseconds of issue, present and verify on {variant}, by kind of step, for "
        f"{', '.join(f'{each.format} with {each.stack}' for each in own)}."
    )
    names = tuple(name for name in KINDS if any(name == found.name for each in own for found in each.kinds))
    bars = tuple(_bar(each, names) for each in own)
    return Figure(ident, caption, alt, Bars("issue + present + verify, ms", names, bars), table)


def _bar(each: _Sum, names: Sequence[str]) -> tuple[str, tuple[float, ...], Point | None]:
    seconds = {found.name: found.seconds.value for found in each.kinds}
    lengths = tuple(1e3 * seconds.get(name, 0.0) for name in names)
    whole = point(of_median(each.total, "all", each.case, each.stack), 1e3)
    return f"{each.format}, {each.stack}", lengths, whole


def _step(part: Part) -> str:
    return part.stage if part.of == "document" else f"{part.stage} ({part.of})"


def _steps(material: Material, each: Portions) -> Table:
    """Lay out every step of one role with one stack."""
    case, label = each.case.name, material.label
    rows = tuple(
        (
            _step(part),
            kind(part.stage),
            of_median(part.seconds, f"time of {_step(part)}", case, each.stack, run=label),
            of_median(part.share, f"share of {_step(part)}", case, each.stack, unit="share", run=label),
        )
        for part in each.parts
    )
    caption = f"Steps of {each.case.target} on {each.case.document} with {each.stack}, {label}"
    ident = f"steps-{named(label, case, each.stack)}"
    return Table(ident, caption, ("step", "kind", "time", "share of the role"), rows, folded=True)
