"""A document whose dataset would not say all that it says is refused before anything is measured.

VC Data Integrity, section 2.4.3: what is dropped is not signed, and a measurement of it is one of less work.
"""

from canonbench.documents.facts import unsecured
from canonbench.errors import BadDocument, DataLoss, JsonLdError
from canonbench.harness.freeze import Material
from canonbench.specs.jsonld import data_loss

__all__ = ["refuse_loss"]


def refuse_loss(document: Material, name: str) -> None:
    """Refuse a JSON-LD document that loses something; ``name`` is what the message calls it.

    Raises:
        BadDocument: names the first thing that would be lost, with its place, or the JSON-LD error.
    """
    if document.kind != "jsonld":
        return
    try:
        losses = data_loss(unsecured(document.value), document.contexts)
    except JsonLdError as error:
        raise BadDocument(f"{name}: {error}") from error
    if losses:
        raise BadDocument(f"{name}: {DataLoss(losses)}; see: python -m canonbench inspect {name}")
