"""Plans by name: whole studies, each a table of chapters (``canonbench run PLAN``)."""

from collections.abc import Mapping

from canonbench.errors import UnknownName
from canonbench.harness.plans import algorithms, blank_nodes, education, paper, quick
from canonbench.harness.plans.chapter import Definition

__all__ = ["PLANS", "find"]

PLANS: Mapping[str, Definition] = {
    module.PLAN.name: module.PLAN for module in (quick, paper, education, blank_nodes, algorithms)
}
"""Every plan by its name."""


def find(name: str) -> Definition:
    """Return the plan that is called ``name``.

    Raises:
        UnknownName: there is none.
    """
    if name not in PLANS:
        raise UnknownName("plan", name, PLANS)
    return PLANS[name]
