"""RDFC-1.0 as the text has it, step by step, to be read beside it.

RDF Dataset Canonicalization, W3C Recommendation of 2024-05-21,
https://www.w3.org/TR/2024/REC-rdf-canon-20240521/. Comments name the steps by their anchors there:
``#ca.4.1``, ``#h1dq.3``, ``#hrbn.2``, ``#hndq.5.4``. There are no shortcuts: what the text computes again is
computed again. Three things are not in the text: the ledger (``Work``) that every hash and sort goes through,
the bound on its steps, and recursion without the interpreter's stack (``result = yield call``, see
``search.recurse``). It is one module, longer than the others, because it is read from top to bottom as the
text is.

Blank node identifiers are kept with the ``_:`` that the text puts before each use of one.

Where the text has been read in two ways:

* The mention set is a *set* (``#dfn-mention-set``): a quad that names a blank node twice is in it once.
* Hn maps a related hash to a *list* (``#hndq.5``), and an identifier is recorded once for every mention
  (``#ndh-hl-s2-1``): a blank node related by several quads with the same related hash is in it as often.

Where the text gives no single answer: a quad may relate a blank node to *two* others, one of them its graph
name. Hn keeps the two relations apart, so which two stood in one quad is lost, and blank nodes that are not
alike may get the same N-degree hash. Then the order of the input decides, against what the algorithm is for.
So it is with ``_:a <p> _:b _:g`` and ``_:b <p> _:a _:h``, where ``_:g`` and ``_:h`` are told apart elsewhere.
Datasets of which no quad has three different blank nodes are not concerned.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.nquads import serialize_quad
from canonbench.specs.rdf import Dataset, Quad, is_blank
from canonbench.specs.rdfc10.search import DEFAULT_WORK_LIMIT, permutations, recurse
from canonbench.specs.rdfc10.work import FirstDegreeCase, NDegreeCall, NDegreeCase, NDegreeResult, Work

__all__ = [
    "CanonicalizationState",
    "IdentifierIssuer",
    "NDegree",
    "canonicalize",
    "hash_blank_nodes",
    "hash_first_degree",
    "hash_first_degree_quads",
    "hash_n_degree",
    "hash_n_degree_quads",
    "hash_related_blank_node",
    "label",
    "label_shared",
    "label_unique",
    "map_quads",
    "serialize",
    "serialize_canonical_form",
]


@dataclass
class IdentifierIssuer:
    """Blank node identifier issuer state (``#bn-issuer-state``)."""

    identifier_prefix: str
    identifier_counter: int = 0
    issued_identifiers_map: dict[str, str] = field(default_factory=dict)

    def issue(self, existing_identifier: str) -> str:
        """Issue Identifier algorithm (``#issue-identifier-algorithm``)."""
        # iia-1
        if existing_identifier in self.issued_identifiers_map:
            return self.issued_identifiers_map[existing_identifier]
        # iia-2
        issued_identifier = self.identifier_prefix + str(self.identifier_counter)
        # iia-3
        self.issued_identifiers_map[existing_identifier] = issued_identifier
        # iia-4
        self.identifier_counter += 1
        # iia-5
        return issued_identifier

    def copy(self) -> "IdentifierIssuer":
        """Return an issuer that has issued the same identifiers, in the same order."""
        return IdentifierIssuer(
            self.identifier_prefix, self.identifier_counter, dict(self.issued_identifiers_map)
        )


def _canonical_issuer() -> IdentifierIssuer:
    return IdentifierIssuer("_:c14n")


@dataclass
class CanonicalizationState:
    """Canonicalization state (``#canon-state``), and the ledger of the run."""

    blank_node_to_quads_map: dict[str, list[Quad]] = field(default_factory=dict)
    hash_to_blank_nodes_map: dict[str, list[str]] = field(default_factory=dict)
    canonical_issuer: IdentifierIssuer = field(default_factory=_canonical_issuer)
    work: Work = field(default_factory=Work)


class NDegree(NamedTuple):
    """The result of Hash N-Degree Quads."""

    hash: str
    issuer: IdentifierIssuer


def map_quads(state: CanonicalizationState, input_dataset: Iterable[Quad]) -> None:
    """Step ``ca.2``: every quad to the mention set of every blank node that is a component of it."""
    for quad in input_dataset:
        state.work.quads += 1
        # ca.2.1, the components of one quad as a set
        for identifier in dict.fromkeys(term for term in quad if isinstance(term, str) and is_blank(term)):
            state.work.mentions += 1
            state.blank_node_to_quads_map.setdefault(identifier, []).append(quad)
    state.work.blank_nodes = len(state.blank_node_to_quads_map)


def hash_blank_nodes(state: CanonicalizationState) -> None:
    """Step ``ca.3``."""
    for n in state.blank_node_to_quads_map:
        # ca.3.1
        first_degree_hash = hash_first_degree_quads(state, n)
        # ca.3.2
        state.hash_to_blank_nodes_map.setdefault(first_degree_hash, []).append(n)


def label_unique(state: CanonicalizationState) -> None:
    """Step ``ca.4``."""
    for hash_ in state.work.sort_hashes(state.hash_to_blank_nodes_map):
        identifier_list = state.hash_to_blank_nodes_map[hash_]
        # ca.4.1
        if len(identifier_list) > 1:
            state.work.alike += len(identifier_list)
            continue
        # ca.4.2
        state.canonical_issuer.issue(identifier_list[0])
        # ca.4.3
        del state.hash_to_blank_nodes_map[hash_]


def label_shared(state: CanonicalizationState) -> list[tuple[NDegreeCall, NDegreeResult]]:
    """Step ``ca.5``; returns its calls of Hash N-Degree Quads with their results."""
    calls: list[tuple[NDegreeCall, NDegreeResult]] = []
    for hash_ in state.work.sort_hashes(state.hash_to_blank_nodes_map):
        # ca.5.1
        hash_path_list: list[NDegree] = []
        # ca.5.2
        for n in state.hash_to_blank_nodes_map[hash_]:
            # ca.5.2.1
            if n in state.canonical_issuer.issued_identifiers_map:
                continue
            # ca.5.2.2, ca.5.2.3, ca.5.2.4
            result = _n_degree(state, n)
            hash_path_list.append(result)
            call = NDegreeCall(n, state.canonical_issuer.identifier_counter)
            calls.append((call, NDegreeResult(result.hash, result.issuer.issued_identifiers_map)))
        # ca.5.3
        by_hash: dict[str, list[NDegree]] = {}
        for result in hash_path_list:
            by_hash.setdefault(result.hash, []).append(result)
        for result_hash in state.work.sort_hashes(result.hash for result in hash_path_list):
            # ca.5.3.1
            for existing_identifier in by_hash[result_hash].pop(0).issuer.issued_identifiers_map:
                state.canonical_issuer.issue(existing_identifier)
    return calls


def _n_degree(state: CanonicalizationState, n: str) -> NDegree:
    # ca.5.2.2
    temporary_issuer = IdentifierIssuer("_:b")
    # ca.5.2.3
    temporary_issuer.issue(n)
    # ca.5.2.4
    return recurse(hash_n_degree_quads(state, n, temporary_issuer))


def serialize_canonical_form(
    state: CanonicalizationState, input_dataset: Iterable[Quad], issued_identifiers_map: dict[str, str]
) -> str:
    """Return the serialized canonical form (``ca.7``, ``#dfn-serialized-canonical-form``, section 5)."""
    lines = [serialize_quad(quad, issued_identifiers_map.__getitem__) for quad in input_dataset]
    return "".join(state.work.sort_lines(lines))


def hash_first_degree_quads(state: CanonicalizationState, reference_blank_node_identifier: str) -> str:
    """Hash First Degree Quads algorithm (``#hash-1d-quads-algorithm``)."""
    state.work.first_degree_calls += 1
    # h1dq.1
    nquads: list[str] = []
    # h1dq.2
    quads = state.blank_node_to_quads_map[reference_blank_node_identifier]

    # h1dq.3.1.1.1
    def special_identifier(existing_identifier: str) -> str:
        return "_:a" if existing_identifier == reference_blank_node_identifier else "_:z"

    # h1dq.3
    for quad in quads:
        # h1dq.3.1
        nquads.append(serialize_quad(quad, special_identifier))  # noqa: PERF401 - the text's own loop
    # h1dq.4
    nquads = state.work.sort_lines(nquads)
    # h1dq.5
    return state.work.hash("".join(nquads))


def hash_related_blank_node(
    state: CanonicalizationState, related: str, quad: Quad, issuer: IdentifierIssuer, position: str
) -> str:
    """Hash Related Blank Node algorithm (``#hash-related-algorithm``)."""
    state.work.related_calls += 1
    state.work.step()
    # hrbn.1
    input_ = position
    # hrbn.2
    if position != "g":
        input_ += f"<{quad[1]}>"
    # hrbn.3
    if related in state.canonical_issuer.issued_identifiers_map:
        input_ += state.canonical_issuer.issued_identifiers_map[related]
    elif related in issuer.issued_identifiers_map:
        input_ += issuer.issued_identifiers_map[related]
    # hrbn.4
    else:
        input_ += hash_first_degree_quads(state, related)
    # hrbn.5
    return state.work.hash(input_)


def hash_n_degree_quads(  # noqa: C901, PLR0912 - one function in the text
    state: CanonicalizationState, identifier: str, issuer: IdentifierIssuer
) -> Generator[Any, NDegree, NDegree]:
    """Hash N-Degree Quads algorithm (``#hash-nd-quads-algorithm``), a call for ``search.recurse``."""
    state.work.n_degree_calls += 1
    state.work.step()
    # hndq.1
    hn: dict[str, list[str]] = {}
    # hndq.2
    quads = state.blank_node_to_quads_map[identifier]
    # hndq.3
    for quad in quads:
        # hndq.3.1
        for component, position in ((quad[0], "s"), (quad[2], "o"), (quad[3], "g")):
            if not isinstance(component, str) or not is_blank(component) or component == identifier:
                continue
            # hndq.3.1.1
            hash_ = hash_related_blank_node(state, component, quad, issuer, position)
            # hndq.3.1.2
            hn.setdefault(hash_, []).append(component)
    # hndq.4
    data_to_hash = ""
    # hndq.5
    for related_hash in state.work.sort_hashes(hn):
        blank_node_list = hn[related_hash]
        # hndq.5.1
        data_to_hash += related_hash
        # hndq.5.2
        chosen_path = ""
        # hndq.5.3
        chosen_issuer = issuer
        # hndq.5.4
        for p in permutations(blank_node_list):
            state.work.permutations += 1
            state.work.step()
            # hndq.5.4.1
            issuer_copy = issuer.copy()
            # hndq.5.4.2
            path = ""
            # hndq.5.4.3
            recursion_list: list[str] = []
            # hndq.5.4.4
            for related in p:
                # hndq.5.4.4.1
                if related in state.canonical_issuer.issued_identifiers_map:
                    path += state.canonical_issuer.issued_identifiers_map[related]
                # hndq.5.4.4.2
                else:
                    # hndq.5.4.4.2.1
                    if related not in issuer_copy.issued_identifiers_map:
                        recursion_list.append(related)
                    # hndq.5.4.4.2.2
                    path += issuer_copy.issue(related)
                # hndq.5.4.4.3
                if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                    break
            else:
                # hndq.5.4.5
                for related in recursion_list:
                    # hndq.5.4.5.1
                    result = yield hash_n_degree_quads(state, related, issuer_copy)
                    # hndq.5.4.5.2
                    path += issuer_copy.issue(related)
                    # hndq.5.4.5.3
                    path += f"<{result.hash}>"
                    # hndq.5.4.5.4
                    issuer_copy = result.issuer
                    # hndq.5.4.5.5
                    if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                        break
                else:
                    # hndq.5.4.6
                    if not chosen_path or path < chosen_path:
                        chosen_path = path
                        chosen_issuer = issuer_copy
        # hndq.5.5
        data_to_hash += chosen_path
        # hndq.5.6
        issuer = chosen_issuer
    # hndq.6
    return NDegree(state.work.hash(data_to_hash), issuer)


# --- the parts and the whole, on values -------------------------------------------------------------------


def canonicalize(
    dataset: Dataset, hash_algorithm: str = "sha256", work_limit: int | None = DEFAULT_WORK_LIMIT
) -> str:
    """Canonicalization Algorithm (``#canon-algo-algo``): as ``rdfc10.canonicalize``, and as it says."""
    # ca.1
    state = CanonicalizationState(work=Work(hash_algorithm, work_limit))
    issued_identifiers_map = _label(state, dataset)
    # ca.6, ca.7
    return serialize_canonical_form(state, dataset, issued_identifiers_map)


def label(
    dataset: Dataset, hash_algorithm: str = "sha256", work_limit: int | None = DEFAULT_WORK_LIMIT
) -> dict[str, str]:
    """Steps ``ca.1`` to ``ca.6``: as ``rdfc10.label``."""
    return _label(CanonicalizationState(work=Work(hash_algorithm, work_limit)), dataset)


def _label(state: CanonicalizationState, dataset: Dataset) -> dict[str, str]:
    # ca.2
    map_quads(state, dataset)
    # ca.3
    hash_blank_nodes(state)
    # ca.4
    label_unique(state)
    # ca.5
    label_shared(state)
    return state.canonical_issuer.issued_identifiers_map


def serialize(dataset: Dataset, issued_identifiers_map: dict[str, str]) -> str:
    """Step ``ca.7``: as ``rdfc10.serialize``."""
    try:
        return serialize_canonical_form(CanonicalizationState(), dataset, issued_identifiers_map)
    except KeyError as error:
        raise MalformedInput(f"the issued identifiers map has no identifier for {error.args[0]}") from None


def hash_first_degree(case: FirstDegreeCase) -> tuple[str, ...]:
    """Make the calls of ``case``: as ``rdfc10.hash_first_degree``."""
    state = CanonicalizationState(work=Work(case.hash_algorithm))
    map_quads(state, case.dataset)
    return tuple([hash_first_degree_quads(state, identifier) for identifier in case.identifiers])


def hash_n_degree(
    case: NDegreeCase, work_limit: int | None = DEFAULT_WORK_LIMIT
) -> tuple[NDegreeResult, ...]:
    """Make the calls of ``case``: as ``rdfc10.hash_n_degree``."""
    state = CanonicalizationState(work=Work(case.hash_algorithm, work_limit))
    map_quads(state, case.dataset)
    state.work.alike = sum(map(len, case.hash_to_blank_nodes.values()))
    issuance = iter(case.canonical)
    results: list[NDegreeResult] = []
    for identifier, issued_before in case.calls:
        while state.canonical_issuer.identifier_counter < issued_before:
            state.canonical_issuer.issue(next(issuance))
        result = _n_degree(state, identifier)
        results.append(NDegreeResult(result.hash, result.issuer.issued_identifiers_map))
    return tuple(results)
