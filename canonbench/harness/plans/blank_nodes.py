"""The plan ``blank-nodes``: families of graphs in several sizes, for curves of what labeling costs."""

from canonbench.harness.plans.chapter import Chapter, Definition, Stages

__all__ = ["PLAN"]

_STACKS = ("canonbench", "pyld", "pyoxigraph", "replay", "reference")
_PARTS = ("canonbench", "replay", "reference")
_TREES = ("bn-5", "bn-10", "bn-20", "bn-50", "bn-100", "bn-200", "disjoint-10", "disjoint-50", "disjoint-100")
_USED = ("simple", "ob3", "dcc")
_CYCLES = ("cycle-5", "cycle-10", "cycle-20", "double-circle-4", "double-circle-6", "clique-3", "clique-4")

PLAN = Definition(
    "blank-nodes",
    "RDFC-1.0 on families of graphs in several sizes: what labeling costs and how it grows",
    (
        Chapter(
            "told-apart",
            "blank nodes that their own quads tell apart, as in credentials",
            (
                Stages(("rdfc.canonicalize",), _STACKS, _TREES, again=("rdfc.canonicalize",)),
                Stages(("rdfc.label", "rdfc.serialize", "rdfc.hash_first_degree"), _PARTS, _TREES),
            ),
            own=True,
        ),
        Chapter(
            "alike",
            "blank nodes that only their surroundings tell apart, as in cycles and cliques",
            (
                Stages(("rdfc.canonicalize",), _STACKS, _CYCLES, again=("rdfc.canonicalize",)),
                Stages(("rdfc.label", "rdfc.hash_n_degree"), _PARTS, _CYCLES),
            ),
            own=True,
        ),
        Chapter(
            "credentials",
            "the same on documents as they are used",
            (
                Stages(("rdfc.canonicalize",), _STACKS, _USED),
                Stages(("rdfc.label", "rdfc.serialize", "rdfc.hash_n_degree"), _PARTS, _USED),
            ),
        ),
    ),
)
