"""The paper's claims beside what was measured: which hold here, by the criteria of the design.

``judge`` gives a verdict for each claim in each environment, runtime, stack and scope, and over environments
where a claim speaks of several. What was not measured is undecided, with the reason and the command.
"""

from canonbench.analysis.claims.judging import NOT_IN_NODE, chosen, judge

__all__ = ["NOT_IN_NODE", "chosen", "judge"]
