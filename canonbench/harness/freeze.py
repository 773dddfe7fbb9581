"""Make every stage's neutral input and expected output once, and freeze them.

The chain from a document to its canonical form runs once, under the Recorder, with our own engines; what each
step was given and gave is the true input of the isolated case and what every engine must give. The other
stages take their inputs from those steps by one table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from canonbench.documents.facts import unsecured
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError, EngineUnavailable, UnknownName, WorkLimitExceeded
from canonbench.exchanges import transformation
from canonbench.harness import codec
from canonbench.harness.inputs import Entry, Facts, Inputs, Writer, base
from canonbench.harness.isolated import kit, primitives
from canonbench.harness.isolated.di import of_data_integrity
from canonbench.harness.isolated.mdoc import of_mdoc
from canonbench.harness.isolated.sd_jwt import of_credential
from canonbench.model.case import Case
from canonbench.model.stage import Stage
from canonbench.model.use import Neutral, Recorder, Step
from canonbench.specs.jsonld.record import record as record_contexts
from canonbench.specs.rdf import is_blank
from canonbench.specs.rdfc10.record import record as record_literally
from canonbench.stages import jcs, jsonld, nquads, rdfc, rdflib
from canonbench.stages import stage as named

__all__ = ["DEFAULTS", "DERIVED", "Frozen", "Material", "Refusal", "default_stack", "freeze", "record"]

DEFAULTS = ("canonbench", "reference", "hashlib", "cryptography", "cbor2", "json")
"""The engines that say what is right, the first that offers a stage."""


class Material(Protocol):
    """What is frozen: a document as ``canonbench.documents`` gives it."""

    @property
    def name(self) -> str:
        """Its name in a case."""

    @property
    def kind(self) -> Literal["jsonld", "json", "dataset"]:
        """What ``value`` is."""

    @property
    def value(self) -> Any:
        """Parsed JSON, or a dataset."""

    @property
    def contexts(self) -> Any:
        """The contexts it needs, parsed, by URL."""

    @property
    def sha256(self) -> str:
        """Digest of its bytes."""

    @property
    def size(self) -> int:
        """Number of its bytes."""

    @property
    def contexts_sha256(self) -> str:
        """Digest of its contexts."""


@dataclass(frozen=True)
class Refusal:
    """A stage that has no input on a document, and why: ``outcome`` may stand in files, ``detail`` not."""

    document: str
    stage: str
    outcome: str
    detail: str


@dataclass(frozen=True)
class Frozen:
    """The inputs that were frozen, and what was refused."""

    inputs: Inputs
    refusals: tuple[Refusal, ...] = field(default=())


def _compaction(step: Step) -> jsonld.Compaction:
    """Return the input of compaction: what expansion gave, and the context of the document itself."""
    document = step.input.document
    context = document.get("@context") if isinstance(document, dict) else None
    return jsonld.Compaction(step.output, context, step.input.contexts)


def _context_calls(step: Step) -> jsonld.ContextCalls:
    """Return the calls of Context Processing that expansion made."""
    source = step.input
    recording = record_contexts(source.document, source.contexts, source.options)
    return jsonld.ContextCalls(source.contexts, source.options, *recording)


# A stage, the recorded step that gives its input, and how. A row may build on one above.
DERIVED: tuple[tuple[Stage[Any, Any], str, Callable[[Step], Any]], ...] = (
    (jsonld.to_quads, "jsonld.expand", lambda step: step.input),
    (jsonld.process_context, "jsonld.expand", _context_calls),
    (jsonld.compact, "jsonld.expand", _compaction),
    (rdfc.canonicalize, "rdfc.label", lambda step: step.input),
    (rdfc.hash_first_degree, "rdfc.label", lambda step: record_literally(*step.input).first_degree),
    (rdfc.hash_n_degree, "rdfc.label", lambda step: record_literally(*step.input).n_degree),
    (nquads.serialize, "rdfc.label", lambda step: step.input.dataset),
    (nquads.parse, "nquads.serialize", lambda step: step.output),
    (rdflib.to_canonical_graph, "rdfc.label", lambda step: step.input.dataset),
)


def default_stack(catalogue: Catalogue) -> Neutral:
    """Return the default stack: for each stage the first of ``DEFAULTS`` that offers it."""
    engines: dict[str, Any] = {}
    for name in DEFAULTS:
        try:
            offered = catalogue.load(name)
        except (EngineUnavailable, UnknownName):
            continue
        engines = {**offered, **engines}
    return Neutral(engines)


def record(
    document: Material, under: Neutral, stages: Iterable[str], algorithm: str = "sha256"
) -> tuple[tuple[Step, ...], CanonbenchError | None]:
    """Run the chain of ``document``, and the wanted ``stages`` beside it, and return every step.

    ``algorithm`` is the hash algorithm of RDFC-1.0. The second part is the first error that ended something
    early: the chain to RDF, the stages that do without it, or those of an exchange; each is run all the same.
    """
    recorder, wanted = Recorder(under), set(stages)
    errors = [
        error
        for part in (_chain, _isolated, of_data_integrity, of_credential, of_mdoc)
        if (error := _tried(part, recorder, document, wanted, algorithm)) is not None
    ]
    return tuple(recorder.steps), errors[0] if errors else None


_Part: TypeAlias = Callable[[Recorder, Material, set[str], str], None]


def _tried(
    part: _Part, recorder: Recorder, document: Material, wanted: set[str], algorithm: str
) -> CanonbenchError | None:
    try:
        part(recorder, document, wanted, algorithm)
    except CanonbenchError as error:
        return error
    return None


def _chain(recorder: Recorder, document: Material, wanted: set[str], algorithm: str) -> None:
    if document.kind == "jsonld":
        source = jsonld.Source(unsecured(document.value), dict(document.contexts))
        transformation.rdfc(recorder, algorithm)(source)
    elif document.kind == "dataset":
        transformation.canonicalization(recorder, algorithm)(document.value)
    for stage, origin, take in DERIVED:
        origins = [step for step in recorder.steps if step.stage == origin]
        needed = stage.name in wanted or any(stage.name == other for _, other, _ in DERIVED)
        if origins and needed and stage.name in _offered(recorder):
            recorder(stage)(take(origins[-1]))


def _isolated(recorder: Recorder, document: Material, wanted: set[str], algorithm: str) -> None:
    canonical = next((step.output for step in recorder.steps if step.stage == rdfc.serialize.name), None)
    if document.kind != "dataset":
        value, linked = unsecured(document.value), document.kind == "jsonld"
        source = jsonld.Source(value, dict(document.contexts))
        primitives.of_document(recorder, wanted, source, algorithm, linked=linked)
        if canonical is None:
            canonical = recorder.under(jcs.canonicalize)(value).decode()
    if canonical is not None:
        primitives.of_canonical(recorder, wanted, canonical.encode(), algorithm)


def _offered(recorder: Recorder) -> Mapping[str, Any]:
    return recorder.under.engines if isinstance(recorder.under, Neutral) else {}


def freeze(
    cases: Sequence[Case],
    documents: Iterable[Material],
    catalogue: Catalogue,
    folder: Path,
    algorithm: str = "sha256",
) -> Frozen:
    """Freeze the inputs of ``cases`` into ``folder``.

    A case whose document has no such input (N-Quads have no JSON-LD stages) is silently left out. One whose
    document is refused, as beyond the work limit, is left out with a ``Refusal``.
    """
    under, writer = default_stack(catalogue), Writer(folder)
    entries: dict[str, Entry] = {}
    facts: dict[str, Facts] = {}
    refusals: list[Refusal] = []
    for document in documents:
        wanted = {case.target: case for case in cases if case.document == document.name}
        steps, error = record(document, under, wanted, algorithm)
        facts[document.name] = _facts(document, steps)
        found = {step.stage: step for step in steps}
        for target, case in wanted.items():
            if target in found:
                entries[base(case)] = _entry(case, found[target], writer)
            elif error is not None:
                refusals.append(Refusal(document.name, target, _outcome(error), str(error)))
            elif (orphan := _orphan(target, found, document, under)) is not None:
                text = codec.dump(orphan)
                entries[base(case)] = Entry(target, case.document, writer.text(text), len(text))
    inputs = Inputs(folder, entries, facts)
    inputs.write()
    return Frozen(inputs, tuple(refusals))


def _entry(case: Case, step: Step, writer: Writer) -> Entry:
    text = codec.dump(step.input)
    expected = writer.text(named(step.stage).normal(step.output))
    nothing = not step.output and step.stage == rdfc.hash_n_degree.name
    return Entry(case.target, case.document, writer.text(text), len(text), expected, nothing)


def _orphan(target: str, found: dict[str, Step], document: Material, under: Neutral) -> Any:
    """Return the input of a stage that no engine of ours offers, or ``None`` if the document has none."""
    for stage, origin, take in DERIVED:
        if stage.name == target and origin in found:
            return take(found[origin])
    if document.kind != "jsonld":
        return None
    source = jsonld.Source(unsecured(document.value), dict(document.contexts))
    return kit.given(under, target, source)


def _outcome(error: CanonbenchError) -> str:
    return "over budget" if isinstance(error, WorkLimitExceeded) else f"refused: {type(error).__name__}"


def _facts(document: Material, steps: Sequence[Step]) -> Facts:
    request = next((step.input for step in steps if step.stage == rdfc.label.name), None)
    dataset = request.dataset if request else document.value if document.kind == "dataset" else ()
    blank = {term for quad in dataset for term in quad if not isinstance(term, tuple) and is_blank(term)}
    return Facts(document.sha256, document.size, document.contexts_sha256, len(dataset), len(blank))
