"""N-Quads: text to dataset and back."""

from canonbench.model.stage import Stage
from canonbench.specs.rdf import Dataset
from canonbench.stages.normal import dataset_normal, text_normal
from canonbench.stages.texts import N_QUADS

__all__ = ["parse", "serialize"]

parse: Stage[str, Dataset] = Stage("nquads.parse", N_QUADS.at("sec-parsing"), normal=dataset_normal)
serialize: Stage[Dataset, str] = Stage("nquads.serialize", N_QUADS.at("sec-grammar"), normal=text_normal)
