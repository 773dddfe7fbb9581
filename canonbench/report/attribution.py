"""The report of attribution: cost by step, needs at most, adds at least, gaps, growth, levers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TextIO, TypeAlias

from canonbench.analysis.attribution import Attribution, Quantity
from canonbench.analysis.comparable import sentences
from canonbench.analysis.costs import Costs
from canonbench.analysis.environments import FACTS
from canonbench.analysis.exchange import TOTAL
from canonbench.analysis.study import Range, Study, ranges
from canonbench.report import attribution_json, markdown, numbers, tables, text
from canonbench.report.attribution_gaps import of_gaps
from canonbench.report.attribution_growth import of_growths, of_levers, of_memory, of_models
from canonbench.report.formats import NAMES
from canonbench.report.grid import Footnotes, Grid, plural
from canonbench.report.printable import shortened

__all__ = ["FORMS", "Form", "write"]

Form: TypeAlias = Literal["text", "markdown", "json"]
FORMS: tuple[Form, ...] = ("text", "markdown", "json")

_WHOLES = ("transform.rdfc", "transform.jcs", "jsonld.to_quads", "rdfc.canonicalize", "jcs.canonicalize")
_NEEDS = (
    "needs at most: what the best stack of this runtime takes, chosen on one half of the rounds and timed on "
    "the other; the specification cannot need more."
)
_STEPS = (
    "Each step where it stands, wall time, what stamping costs taken off; hand-over passes a value from one "
    "library to another, glue is what lies between the steps. Shares with 95 % intervals."
)
_ADDS = (
    "+: what the library adds at least, its time less that of the best in the same round; 95 % intervals. "
    "A bound is the end of its interval: the upper one of at most, the lower one of at least. Times are "
    "medians, differences means over rounds, so where rounds differ much a difference may exceed its time."
)


def write(found: Sequence[Study], stream: TextIO, *, form: Form = "text", plain: bool = False) -> None:
    """Write what ``found`` says, one environment after the other, then the range over them."""
    if form == "json":
        tables.write_json(attribution_json.document(found), stream)
        return
    grids = [grid for study in found for grid in _of_study(study, several=len(found) > 1)]
    over = ranges(found)
    grids += [_of_ranges(over, found)] if over else []
    if form == "markdown":
        markdown.write(grids, stream)
    else:
        text.write(grids, stream, plain=plain)


def _of_study(study: Study, *, several: bool) -> Iterator[Grid]:
    yield _of_environment(study)
    yield from _explained([*_of_totals(study)], _NEEDS, _ADDS)
    yield from of_gaps(study)
    yield from _explained([*_of_stages(study)], _NEEDS, _ADDS)
    yield from _explained([*_of_costs(study)], _STEPS)
    yield from _of_compositions(study)
    yield from of_growths(study)
    yield from of_models(study)
    yield from of_memory(study)
    yield from of_levers(study)
    documents = dict.fromkeys(each.document for each in study.exchanges if each.document != study.document)
    if documents and not several:
        yield Grid("further documents", ("--document",), tuple((name,) for name in documents))


def _explained(grids: Sequence[Grid], *legend: str) -> Iterator[Grid]:
    """Give ``grids``, the last of them with what explains them all."""
    yield from grids[:-1]
    yield from (replace(grid, notes=(*grid.notes, *legend)) for grid in grids[-1:])


def _of_environment(study: Study) -> Grid:
    environment = study.environment
    fewest, most = environment.rounds
    noise = environment.noise
    rows = [(name, shortened(environment.facts[name])) for name in FACTS if name in environment.facts]
    rows += [("rounds", str(most) if fewest == most else f"{fewest} to {most}")]
    rows += [("noise (A/A)", "unknown" if noise is None else " up to ".join(map(numbers.percent, noise)))]
    rows += [("runs", ", ".join(run.label for run in environment.runs))]
    named = {name: version for name, version in environment.versions.items() if not {"=", ":"} & set(name)}
    versions = ", ".join(f"{name} {shortened(version)}" for name, version in named.items())
    notes = [f"Versions: {versions}."] if versions else []
    notes += [
        f"Left out, since a newer run measured something else: {row} of {stack} in {run}."
        for run, stack, row in environment.left_out
    ]
    notes += sentences(environment.differing)
    return Grid(f"environment {environment.name}", ("fact", "value"), tuple(rows), tuple(notes))


def _of_costs(study: Study) -> Iterator[Grid]:
    """Lay out cost by step of whole exchanges, else of roles: a row a stage, a column a stack."""
    own = [each for each in study.costs if each.case.document == study.document]
    for case in dict.fromkeys(each.case for each in own):
        there = [each for each in own if each.case == case]
        roles = (
            [TOTAL]
            if any(each.role == TOTAL for each in there)
            else list(dict.fromkeys(e.role for e in there))
        )
        for role in roles:
            yield _of_cost(role, [each for each in there if each.role == role])


def _of_cost(role: str, stacks: Sequence[Costs]) -> Grid:
    names = dict.fromkeys(line.what for each in stacks for line in each.lines[:-1])
    rows = [(name, *(_line(each, name) for each in stacks)) for name in names]
    rows.append(("residual", *(_line(each, "residual") for each in stacks)))
    rows.append(
        (
            "total",
            *(numbers.seconds(e.mean) if e.total is None else numbers.difference(e.total) for e in stacks),
        )
    )
    what = "exchange" if role == TOTAL else role
    notes = [
        f"VIOLATION: {each.stack}: the steps leave {numbers.signed(each.residual)}, "
        f"{numbers.percent(each.residual / each.mean)} of the total: more than 1 % and 1 us a role."
        for each in stacks
        if not each.closes
    ]
    return Grid(
        f"cost by step: {stacks[0].case.name}, {what}",
        ("step", *(each.stack for each in stacks)),
        tuple(rows),
        tuple(notes),
    )


def _line(costs: Costs, name: str) -> str:
    line = next((each for each in costs.lines if each.what == name), None)
    if line is None:
        return ""
    share = numbers.percent(line.mean / costs.mean)
    if line.share is not None:
        share = numbers.share(line.share)
    engine = f"  {line.engine}" if line.engine else ""
    seconds = line.mean if line.seconds is None else line.seconds.value
    return f"{numbers.signed(seconds)}  {share}{engine}"


def _of_compositions(study: Study) -> Iterator[Grid]:
    """Lay out what stages take by themselves over what they take in place."""
    rows = tuple(
        (
            each.exchange,
            each.stage,
            each.stack,
            numbers.seconds(each.alone),
            numbers.seconds(each.in_place),
            numbers.factor(each.alone / each.in_place) if each.ratio is None else numbers.ratio(each.ratio),
        )
        for each in study.compositions
        if each.document == study.document
    )
    if rows:
        note = (
            "The step of issue that is about the whole document, wall time, same stack and rounds: within an "
            "exchange it shares caches, allocator and collector, so isolated stages do not add up to one."
        )
        columns = ("exchange", "stage", "stack", "by itself", "in place", "by itself / in place")
        yield Grid("composition effect", columns, rows, (note,))


def _of_stages(study: Study) -> Iterator[Grid]:
    shown = [
        each
        for each in study.attributions
        if not each.total
        and "." in each.case.target
        and each.case.state != "cold-process"
        and _is_stage(study, each)
    ]
    documents = dict.fromkeys(each.case.document for each in shown)
    for document in documents:
        own = [each for each in shown if each.case.document == document]
        if len(documents) > 1 and document != study.document:
            own = [each for each in own if each.case.target in _WHOLES] or own
        yield _of_attributions(
            f"stages on {document}: what is needed at most, what is added at least", study, own
        )


def _is_stage(study: Study, each: Attribution) -> bool:
    formats = {exchange.format for exchange in study.exchanges}
    return each.case.target.rpartition(".")[0] not in formats


def _of_totals(study: Study) -> Iterator[Grid]:
    own = [each for each in study.attributions if each.total and each.case.document == study.document]
    if own:
        title = f"exchanges of {study.document}: what is needed at most, what is added at least"
        yield _of_attributions(title, study, own)


def _of_attributions(title: str, study: Study, found: Sequence[Attribution]) -> Grid:
    footnotes = Footnotes()
    there = [name for name in study.stacks if any(_chosen(each, name) for each in found)]
    stacks = [
        name for name in there if any(_chosen(e, name) and e.best.stacks != (name,) for e in found)
    ] or there
    yard = any(each.replay or each.reference for each in found)
    columns = ["what", *(["replay", "reference"] if yard else []), "needs at most", "of libraries", *stacks]
    rows = []
    for each in found:
        cells = [_name(each)]
        if yard:
            cells += [_median(each.replay), _median(each.reference)]
        cells.append(_best(each))
        cells.append("" if each.libraries is None else f"{_median(each.libraries)} {_by(each.libraries)}")
        cells += [_chosen(each, name) for name in stacks]
        rows.append(tuple(cells))
    notes = [f"ORDER: {_name(each)}: {said}." for each in found for said in each.violations]
    if any(each.replay for each in found):
        notes.append("x replay: best over replay, which only makes the primitive calls of the text.")
    counts = {each.case.document: each.work for each in found if each.work}
    for name, own in counts.items():
        told = ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in own.items())
        notes.append(f"Work on {name}: {told}.")
    engines: dict[str, dict[str, None]] = {}
    for each in found:
        for quantity in (each.best, *(one.quantity for one in each.chosen)):
            if len(quantity.stacks) == 1:
                engines.setdefault(quantity.stacks[0], {}).update(dict.fromkeys(quantity.engines))
    notes += [f"{stack}: {', '.join(names)}." for stack, names in engines.items() if [*names] != [stack]]
    clocks = {each.clock for each in found}
    notes.append(f"{'Wall' if clocks == {'wall'} else 'CPU'} time decides.")
    return Grid(title, tuple(columns), tuple(rows), (*footnotes.lines, *notes))


def _name(each: Attribution) -> str:
    case = each.case
    factors = ", ".join(NAMES.get(value, f"{name} {value}") for name, value in case.factors)
    said = [part for part in (factors, "" if case.state == "warm" else case.state, each.runtime) if part]
    return case.target + (f" ({', '.join(said)})" if said else "")


def _median(quantity: Quantity | None) -> str:
    return "" if quantity is None else numbers.median(quantity.median)


def _by(quantity: Quantity) -> str:
    return f"({' or '.join(quantity.stacks)})"


def _best(each: Attribution) -> str:
    said = f"{_median(each.best)} {_by(each.best)}"
    return f"{said} {numbers.factor(each.over_replay.value)} replay" if each.over_replay is not None else said


def _chosen(each: Attribution, stack: str) -> str:
    found = next((one for one in each.chosen if stack in one.quantity.stacks), None)
    if found is None:
        return ""
    added = "" if found.adds is None else f"  +{numbers.difference(found.adds)}"
    return f"{numbers.seconds(found.quantity.median.value)}{added}"


def _of_ranges(over: Sequence[Range], found: Sequence[Study]) -> Grid:
    names = [study.environment.name for study in found]
    rows = [
        (
            each.name,
            *(numbers.share(each.values[name]) if name in each.values else "" for name in names),
            f"{numbers.percent(each.least)} to {numbers.percent(each.most)}",
        )
        for each in over
    ]
    title = f"shares of the gaps in {plural(len(names), 'environment')}"
    return Grid(title, ("share", *names, "range"), tuple(rows))
