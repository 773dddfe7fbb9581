"""Only the primitive calls that a literal run of the text makes, on the very same bytes.

``enter`` records the literal run; ``run`` makes its calls again: of RDFC-1.0 the hashes, the sorts and the
join of the output, of JCS the sorts of names, the shortest digits of numbers and the join.
No conforming implementation can do without them: this is what an engine is compared with, and no engine.
"""

from typing import Any

from canonbench.model.engine import Engine
from canonbench.specs import jcs_reference
from canonbench.specs.rdfc10 import record
from canonbench.specs.rdfc10.record import Recording
from canonbench.specs.rdfc10.reference import CanonicalizationState, serialize_canonical_form
from canonbench.specs.rdfc10.work import FirstDegreeCase, NDegreeCase, Work
from canonbench.stages import jcs, rdfc, transform

__all__ = ["ENGINES"]

_NAME = "replay"


def _record(request: rdfc.Request) -> Recording:
    return record.record(*request)


def _record_case(case: FirstDegreeCase | NDegreeCase) -> Recording:
    return record.record(case.dataset, case.hash_algorithm)


def _lines(labeled: rdfc.Labeled) -> tuple[str, ...]:
    work = Work(keep=True)
    serialize_canonical_form(CanonicalizationState(work=work), labeled.dataset, labeled.issued)
    return work.take().sorted[0]


def _serialize(lines: tuple[str, ...]) -> str:
    return "".join(sorted(lines))


def _trace(request: transform.Request) -> jcs_reference.Trace:
    return jcs_reference.trace(request.source.document)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(transform.jcs, _NAME, run=jcs_reference.replay, enter=_trace),
    Engine(jcs.canonicalize, _NAME, run=jcs_reference.replay, enter=jcs_reference.trace),
    Engine(rdfc.canonicalize, _NAME, run=record.replay_canonicalize, enter=_record),
    Engine(rdfc.label, _NAME, run=record.replay_label, enter=_record),
    Engine(rdfc.hash_first_degree, _NAME, run=record.replay_first_degree, enter=_record_case),
    Engine(rdfc.hash_n_degree, _NAME, run=record.replay_n_degree, enter=_record_case),
    Engine(rdfc.serialize, _NAME, run=_serialize, enter=_lines),
)
