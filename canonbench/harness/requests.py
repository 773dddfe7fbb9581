"""The requests of the roles of exchanges: made by the default stack, and frozen with its answers to them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from canonbench import exchanges
from canonbench.documents.facts import unsecured
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError
from canonbench.harness import codec, roles
from canonbench.harness.freeze import Frozen, Material, Refusal, default_stack
from canonbench.harness.inputs import Entry, Facts, Inputs, Writer, base
from canonbench.harness.roles import Requests
from canonbench.model.case import Case
from canonbench.model.exchange import Variant
from canonbench.specs.jsonld import to_quads
from canonbench.specs.rdf import is_blank

__all__ = ["freeze", "make"]


def make(
    exchange: str, document: exchanges.Source, asked: Variant, disclose: exchanges.Disclose, seed: int
) -> Mapping[str, Requests]:
    """Make the requests of each role of ``exchange``, by the role's name, with the default stack.

    Raises:
        CanonbenchError: the document cannot be exchanged, as for data loss.
    """
    made = exchanges.load(exchange)
    use = default_stack(Catalogue())
    fixed = made.requests(use, document, asked, disclose, seed)
    timed = made.requests(use, document, asked, disclose, None)
    return {name: Requests(fixed[name], timed[name]) for name in fixed}


def freeze(
    cases: Iterable[Case], documents: Iterable[Material], catalogue: Catalogue, folder: Path, seed: int = 0
) -> Frozen:
    """Freeze the requests of the roles among ``cases``, and the default stack's answers to the fixed ones.

    A document that cannot be exchanged, as for data loss, is left out with a ``Refusal``.
    """
    use, writer = default_stack(catalogue), Writer(folder)
    by_name = {document.name: document for document in documents}
    entries: dict[str, Entry] = {}
    refusals: list[Refusal] = []
    made: dict[tuple[str, ...], Mapping[str, Requests]] = {}
    for case in cases:
        document, exchange = by_name[case.document], case.target.rpartition(".")[0]
        key = (exchange, case.document, *(f"{name}={value}" for name, value in case.factors))
        try:
            if key not in made:
                made[key] = make(exchange, document, roles.variant(case), roles.disclose(case), seed)
            given = made[key][roles.role(case).role]
            text = codec.dump(given)
            output = roles.bound(case, use)(given.fixed)
            expected = roles.stage(case).normal(output)
        except CanonbenchError as error:
            refusals.append(
                Refusal(case.document, case.target, f"refused: {type(error).__name__}", str(error))
            )
            continue
        entries[base(case)] = Entry(
            case.target,
            case.document,
            writer.text(text),
            len(text),
            writer.text(expected),
            output_size=len(output) if isinstance(output, bytes) else 0,
            fixed=codec.digest(codec.dump(given.fixed)),
        )
    facts = {name: _facts(document) for name, document in by_name.items()}
    inputs = Inputs(folder, entries, facts)
    inputs.write()
    return Frozen(inputs, tuple(refusals))


def _facts(document: Material) -> Facts:
    """Return what may be known of a document that is exchanged: digests and sizes."""
    if document.kind != "jsonld":
        return Facts(document.sha256, document.size, document.contexts_sha256)
    dataset = to_quads(unsecured(document.value), document.contexts, loss="ignore")
    blank = {term for quad in dataset for term in quad if isinstance(term, str) and is_blank(term)}
    return Facts(document.sha256, document.size, document.contexts_sha256, len(dataset), len(blank))
