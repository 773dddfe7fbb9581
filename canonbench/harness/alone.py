"""A leaf that is run by hand prepares itself: it freezes inputs and proves its engine, as a session does."""

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence

from canonbench.errors import CanonbenchError
from canonbench.harness import gate, plan, requests, roles, stacks
from canonbench.harness.freeze import freeze
from canonbench.harness.prepared import Prepared
from canonbench.harness.private import private_folder
from canonbench.harness.subject import Subject
from canonbench.model.case import Case

__all__ = ["alone"]


@contextlib.contextmanager
def alone(engine: str, cases: Sequence[Case], subject: Subject) -> Iterator[Prepared]:
    """Freeze the inputs of ``cases``, let ``engine`` prove itself, and give those that may be timed.

    What may not is said on standard error.

    Raises:
        CanonbenchError: nothing may be timed.
    """
    if engine not in subject.catalogue.names:
        stacks.check(engine, subject.catalogue)
    stack = plan.choose([engine], again=False)[0]
    with private_folder() as folder:
        warm = [case for case in cases if case.state == "warm"]
        if any(roles.is_role(case.target) for case in warm):
            frozen = requests.freeze(warm, subject.documents, subject.catalogue, folder, subject.seed)
        else:
            frozen = freeze(warm, subject.documents, subject.catalogue, folder, subject.algorithm)
        proved = gate.prove(stack, cases, frozen.inputs, plugins=subject.plugins)
        admitted = gate.Gate(frozen.inputs, {stack.name: proved})
        kept = tuple(case for case in cases if admitted.admits(stack, case))
        problems = [*subject.problems, *(f"{each.document}: {each.detail}" for each in frozen.refusals)]
        if proved.unavailable:
            problems.append(proved.unavailable)
        problems += [f"{each.case}: {each.told}" for each in proved.outcomes.values() if not each.ok]
        if not kept:
            raise CanonbenchError(
                problems[0] if problems else f"{engine} offers nothing of what is asked for"
            )
        for problem in dict.fromkeys(problems):
            sys.stderr.write(f"canonbench: {problem}; going on without it\n")
        facts = {key: value for key, value in proved.facts.items() if key != "python"}
        place = folder / "facts.json"
        place.write_text(json.dumps(facts), encoding="utf-8")
        yield Prepared(kept, frozen.inputs, facts=facts, facts_file=str(place), incomplete=bool(problems))
