"""The engine ``canonbench`` for Data Integrity and selective disclosure; ``own`` carries what stands here."""

import hmac
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, NoReturn

from canonbench.engines.own_contexts import Cache, Operation, compiled, enter
from canonbench.model.engine import Engine
from canonbench.specs import data_integrity, rdfc10
from canonbench.specs import jsonld as jsonld_specs
from canonbench.specs import selective_disclosure as specs
from canonbench.specs.jsonld import ContextCache
from canonbench.specs.selective_disclosure import Grouped, Processor, Skolemized
from canonbench.stages import di

__all__ = ["ENGINES"]

_NAME = "canonbench"


class _Skolemization(NamedTuple):
    operation: Operation
    token: str


class _Grouping(NamedTuple):
    given: di.Grouping
    compiled: ContextCache


def _hash_data(hashes: di.Hashes) -> bytes:
    return data_integrity.hash_data(*hashes)


def _select(selection: di.Selection) -> dict[str, Any] | None:
    return specs.select(*selection)


def _enter_skolemization(given: di.Skolemization, cache: Cache) -> _Skolemization:
    return _Skolemization(enter(given.source, cache), given.token)


def _skolemize(given: _Skolemization) -> Skolemized:
    (document, contexts, options, _), token = given
    return specs.skolemize_in_place(
        document, token, expand=lambda value: jsonld_specs.expand(value, contexts, options)
    )


def _label_replacement(given: di.LabelReplacement) -> di.Labels:
    factory = partial(specs.hmac_label_map, hmac=_hmac(given.hmac_key))
    nquads, label_map, _ = specs.label_replacement_canonicalize(given.dataset, factory, _processor(None))
    return di.Labels(nquads, label_map)


def _enter_grouping(given: di.Grouping, cache: Cache) -> _Grouping:
    return _Grouping(given, compiled(given.contexts, cache))


def _canonicalize_and_group(grouping: _Grouping) -> Grouped:
    (skolemized, _, hmac_key, definitions), contexts = grouping
    factory = partial(specs.hmac_label_map, hmac=_hmac(hmac_key))
    return specs.canonicalize_and_group(skolemized, factory, definitions, _processor(contexts))


def _hmac(key: bytes) -> Callable[[bytes], bytes]:
    return lambda message: hmac.digest(key, message, "sha256")


def _processor(contexts: ContextCache | None) -> Processor:
    def expand(document: Any) -> list[Any]:
        assert contexts is not None, "a dataset needs no expansion"
        return jsonld_specs.expand(document, contexts)

    return Processor(expand, _no_compaction, jsonld_specs.to_rdf, rdfc10.label, _serialize)


def _serialize(dataset: Any, labels: Any) -> str:
    return rdfc10.serialize(dataset, dict(labels))


def _no_compaction(_expanded: list[Any], _context: Any) -> NoReturn:
    raise AssertionError("nodes are named where they stand")


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(di.hash_data, _NAME, run=_hash_data),
    Engine(di.select, _NAME, run=_select),
    Engine(di.skolemize, _NAME, run=_skolemize, enter=_enter_skolemization, cache=Cache),
    Engine(di.label_replacement, _NAME, run=_label_replacement),
    Engine(di.canonicalize_and_group, _NAME, run=_canonicalize_and_group, enter=_enter_grouping, cache=Cache),
)
