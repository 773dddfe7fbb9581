"""What rdflib calls a canonical graph: an algorithm of its own, so never a row of RDFC-1.0."""

from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.specs.rdf import Dataset
from canonbench.stages.normal import dataset_normal

__all__ = ["to_canonical_graph"]

_RDFLIB = Text("rdflib", "7", "https://rdflib.readthedocs.io/en/7.6.0/apidocs/rdflib.compare/")

to_canonical_graph: Stage[Dataset, Dataset] = Stage(
    "rdflib.to_canonical_graph",
    _RDFLIB.at("rdflib.compare.to_canonical_graph"),
    normal=dataset_normal,
)
