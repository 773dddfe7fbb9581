"""The specifications whose stages are measured."""

from canonbench.model.text import Text

__all__ = ["JSON_LD_API", "N_QUADS", "RDF_CANON"]

JSON_LD_API = Text(
    "JSON-LD 1.1 API", "REC 2020-07-16", "https://www.w3.org/TR/2020/REC-json-ld11-api-20200716/"
)
N_QUADS = Text("RDF 1.1 N-Quads", "REC 2014-02-25", "https://www.w3.org/TR/2014/REC-n-quads-20140225/")
RDF_CANON = Text("RDF-CANON", "REC 2024-05-21", "https://www.w3.org/TR/2024/REC-rdf-canon-20240521/")
