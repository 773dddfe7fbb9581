"""What others time under the name of a specification: contrast rows, compared with nothing but themselves."""

from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.specs.jcs import Json

__all__ = ["json_dumps"]

_PYTHON = Text("Python json", "3.11", "https://docs.python.org/3.11/library/json.html")

json_dumps: Stage[Json, bytes] = Stage("kit.json_dumps", _PYTHON.at("json.dumps"), normal=bytes.decode)
"""``json.dumps(sort_keys=True)`` as JCS: other numbers, another order beyond U+FFFF, no domain."""
