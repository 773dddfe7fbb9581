"""The contrast rows with PyLD's canonicalization: the document's alone, no proof options, contexts warm.

They stand in a module of their own because importing PyLD takes longer than most of what the others time.
"""

from typing import Any

from canonbench.engines import pyld
from canonbench.engines.kit import NAME, load, seal
from canonbench.model.engine import Engine
from canonbench.stages import kit, transform

__all__ = ["ENGINES"]

_NORMALIZE = next(engine for engine in pyld.ENGINES if engine.stage is transform.rdfc)


def _enter(given: Any, cache: Any) -> Any:
    return given._replace(
        key=load(given.key), source=_NORMALIZE.enter(transform.Request(given.source), cache)
    )


ENGINES: tuple[Engine[Any, Any], ...] = tuple(
    Engine(
        stage,
        NAME,
        run=seal(_NORMALIZE.run, verifies=verifies),
        enter=_enter,
        cache=_NORMALIZE.cache,
        algorithm=_NORMALIZE.algorithm,
    )
    for stage, verifies in ((kit.jsonld_sign, False), (kit.jsonld_verify, True))
)
