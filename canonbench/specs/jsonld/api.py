"""The public functions of the JSON-LD engine: expand, to_rdf, to_quads and data_loss."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from canonbench.errors import DataLoss, JsonLdError
from canonbench.specs.jsonld.cache import ContextCache, Session
from canonbench.specs.jsonld.deserialization import BlankNodes, Deserialization
from canonbench.specs.jsonld.expansion import Expansion
from canonbench.specs.jsonld.fused import FusedPass, NotFused
from canonbench.specs.jsonld.loss import Loss, LossLog, Silence
from canonbench.specs.jsonld.options import DEFAULT, Json, Options
from canonbench.specs.rdf import Dataset, Quad, dataset

__all__ = ["data_loss", "expand", "to_quads", "to_rdf"]


def expand(
    document: Json,
    contexts: ContextCache | Mapping[str, Json],
    options: Options = DEFAULT,
    *,
    loss: Literal["error", "ignore"] = "ignore",
) -> list[Json]:
    """Return the expanded form of ``document`` (JSON-LD 1.1 API, section 5.1).

    Args:
        document: a parsed JSON-LD document; it is not changed.
        contexts: remote contexts, URL to parsed JSON document. A plain mapping is compiled afresh in every
            call (cold); a ``ContextCache`` keeps what it has compiled (warm). Nothing is ever fetched.
        options: see ``Options``.
        loss: ``"error"`` for whatever is signed or verified; ``"ignore"``, as in JSON-LD 1.1 API, looks for
            no loss.

    Returns:
        The expanded document, an array of node objects.

    Raises:
        DataLoss: a JsonLdError that lists every loss in ``losses``.
        JsonLdError: with the error code of the Recommendation and a JSON pointer.
    """
    log = Silence(options) if loss == "ignore" else LossLog(options)
    with _bounded():
        expanded = _expand(document, Session(contexts, options), options, log)
    if log.losses:
        raise DataLoss(log.losses)
    return expanded


def to_rdf(expanded: list[Json], options: Options = DEFAULT) -> Dataset:
    """Return the RDF dataset of an expanded document (JSON-LD 1.1 API, sections 7.2 and 8.1).

    Args:
        expanded: what ``expand`` returns; it is not changed.
        options: ``rdf_direction`` and ``produce_generalized_rdf`` bear on this step.

    Returns:
        Distinct quads; blank nodes are labelled afresh, ``_:b0`` on.

    Raises:
        JsonLdError: with the error code of the Recommendation.
    """
    quads: list[Quad] = []
    with _bounded():
        Deserialization(options, quads, BlankNodes()).document(expanded)
    return dataset(quads)


def to_quads(
    document: Json,
    contexts: ContextCache | Mapping[str, Json],
    options: Options = DEFAULT,
    *,
    loss: Literal["error", "ignore"] = "error",
) -> Dataset:
    """Return the RDF dataset of ``document``: ``to_rdf`` after ``expand``, in one pass.

    Data loss is looked for in every case, so that both values of ``loss`` cost the same.

    Args:
        document: a parsed JSON-LD document; it is not changed.
        contexts: as for ``expand``.
        options: see ``Options``.
        loss: ``"error"`` for whatever is signed or verified; ``"ignore"`` follows JSON-LD 1.1 API alone.

    Returns:
        Distinct quads, equal to the composed path up to the labels of blank nodes.

    Raises:
        DataLoss: a JsonLdError that lists every loss in ``losses``.
        JsonLdError: with the error code of the Recommendation and a JSON pointer.
    """
    session = Session(contexts, options)
    log = LossLog(options)
    fused = FusedPass(session, options, log)
    try:
        fused.document(document, session.initial(options.expand_context))
    except (NotFused, JsonLdError, RecursionError):
        return _composed(document, session, options, refuse_loss=loss == "error")
    if log.losses and loss == "error":
        return _composed(document, session, options, refuse_loss=True)
    return dataset(fused.quads)


def data_loss(
    document: Json, contexts: ContextCache | Mapping[str, Json], options: Options = DEFAULT
) -> tuple[Loss, ...]:
    """Return everything in ``document`` that its dataset does not say, in document order.

    Args:
        document: a parsed JSON-LD document; it is not changed.
        contexts: as for ``expand``.
        options: see ``Options``.

    Raises:
        JsonLdError: with the error code of the Recommendation and a JSON pointer.
    """
    log = LossLog(options)
    with _bounded():
        _expand(document, Session(contexts, options), options, log)
    return tuple(log.losses)


def _composed(document: Json, session: Session, options: Options, *, refuse_loss: bool) -> Dataset:
    """Return what ``to_quads`` does, in two steps, of which the first knows the place of everything."""
    log = LossLog(options)
    with _bounded():
        expanded = _expand(document, session, options, log)
    if log.losses and refuse_loss:
        raise DataLoss(log.losses)
    try:
        return to_rdf(expanded, options)
    except JsonLdError as error:
        raise log.located(error) from error


def _expand(document: Json, session: Session, options: Options, log: LossLog) -> list[Json]:
    return Expansion(session, options, log).document(document, session.initial(options.expand_context))


@contextmanager
def _bounded() -> Iterator[None]:
    """Turn what ``max_depth`` should have prevented into the error that it makes."""
    try:
        yield
    except RecursionError:
        raise JsonLdError("nesting too deep", "the interpreter's own limit was reached") from None
