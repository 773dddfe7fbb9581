"""The plan ``quick``: the paper's question in a few minutes, four formats and two stacks."""

from canonbench.harness.plans.chapter import Chapter, Definition, Roles, Stages

__all__ = ["PLAN"]

_FORMATS = ("eddsa-rdfc-2022", "eddsa-jcs-2022", "sd-jwt-vc", "mdoc")
_STACKS = ("canonbench", "pyld")

PLAN = Definition(
    "quick",
    "four formats at 5 of 20 attributes, their steps, and canonicalization on three documents",
    (
        Chapter(
            "exchange",
            "what an exchange costs in each format",
            (Roles(_FORMATS, _STACKS, cold=True, again=True),),
        ),
        Chapter("breakdown", "which step takes the time", (Roles(_FORMATS, _STACKS, views=("split",)),)),
        Chapter(
            "stages",
            "what canonicalization takes by itself",
            (
                Stages(
                    ("transform.rdfc", "transform.jcs", "jsonld.to_quads", "rdfc.canonicalize"),
                    _STACKS,
                    ("credential-20", "simple", "ob3"),
                    again=("transform.rdfc", "transform.jcs"),
                ),
            ),
        ),
        Chapter(
            "levers",
            "a document without each of its contexts and members",
            (Stages(("transform.rdfc",), _STACKS, (), varied=("ob3",)),),
        ),
    ),
)
