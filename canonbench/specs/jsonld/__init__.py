"""JSON-LD 1.1 to RDF: the algorithms of the JSON-LD 1.1 Processing Algorithms and API Recommendation.

::

    from canonbench.specs import jsonld

    contexts = jsonld.ContextCache({"https://www.w3.org/ns/credentials/v2": parsed_json})
    quads = jsonld.to_quads(document, contexts)                # raises DataLoss rather than drop a term

Contexts come from the mapping alone: nothing is ever fetched. The standard library is all it needs.
"""

from canonbench.specs.jsonld.api import data_loss, expand, to_quads, to_rdf
from canonbench.specs.jsonld.cache import ContextCache
from canonbench.specs.jsonld.loss import Loss
from canonbench.specs.jsonld.options import Options
from canonbench.specs.jsonld.work import Work, count_work

__all__ = [
    "ContextCache",
    "Loss",
    "Options",
    "Work",
    "count_work",
    "data_loss",
    "expand",
    "to_quads",
    "to_rdf",
]
