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
from canonbench.specs.cbor import Map
from canonbench.specs.jsonld import ContextCache
from canonbench.specs.rdf import Dataset
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


def _name_nodes(given: di.Naming) -> specs.Named:
    return specs.name_nodes(*given)


def _check_names(given: di.NameChecking) -> specs.NameCheck:
    return specs.check_names(*given)


def _complete(given: di.Completing) -> list[Any]:
    return specs.complete(*given)


def _deskolemize(given: di.Deskolemization) -> Dataset:
    return specs.deskolemize(*given)


def _label_map(given: di.LabelDigests) -> dict[str, str]:
    return specs.digest_label_map(*given)


def _replace_labels(given: di.Labeling) -> dict[str, str]:
    return specs.replace_labels(*given)


def _match(given: di.Match) -> specs.Matching:
    return specs.match(*given)


def _sign_data(given: di.SignData) -> bytes:
    return specs.serialize_sign_data(*given)


def _derive(given: di.Derivation) -> specs.DerivedProof:
    return specs.derive(*given)


def _separate(given: di.Separation) -> specs.VerifyData:
    return specs.separate(*given)


def _enter_components(components: Any) -> Any:
    """Return components with a label map that is a ``dict``, as a codec gives it."""
    if not isinstance(components, list):
        return components
    return [dict(each.entries) if isinstance(each, Map) else each for each in components]


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
    Engine(di.skolemize, _NAME, run=_skolemize, enter=_enter_skolemization, cache=Cache),
    Engine(di.name_nodes, _NAME, run=_name_nodes),
    Engine(di.check_names, _NAME, run=_check_names),
    Engine(di.select, _NAME, run=_select),
    Engine(di.canonicalize_and_group, _NAME, run=_canonicalize_and_group, enter=_enter_grouping, cache=Cache),
    Engine(di.complete, _NAME, run=_complete),
    Engine(di.deskolemize, _NAME, run=_deskolemize),
    Engine(di.label_replacement, _NAME, run=_label_replacement),
    Engine(di.label_map, _NAME, run=_label_map),
    Engine(di.replace_labels, _NAME, run=_replace_labels),
    Engine(di.match, _NAME, run=_match),
    Engine(di.sign_data, _NAME, run=_sign_data),
    Engine(di.parse_base_proof, _NAME, run=specs.base_components),
    Engine(di.derive, _NAME, run=_derive),
    Engine(di.compress_label_map, _NAME, run=specs.compress_label_map),
    Engine(di.parse_derived_proof, _NAME, run=specs.derived_components, enter=_enter_components),
    Engine(di.separate, _NAME, run=_separate),
)
