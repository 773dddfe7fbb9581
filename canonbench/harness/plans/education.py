"""The plan ``education``: production credentials of education, canonicalized and exchanged."""

from canonbench.harness.plans.chapter import Chapter, Definition, Roles, Stages

__all__ = ["PLAN"]

_THREE = ("canonbench", "pyld", "pyoxigraph")
_DOCUMENTS = (
    *("simple", "ob3", "dcc", "ob3-complete", "clr-simple", "clr-30"),
    *("elm-diploma", "elm-20", "blockcerts"),
)
_VARIED = ("ob3", "dcc", "ob3-complete", "clr-simple", "elm-diploma", "blockcerts")

PLAN = Definition(
    "education",
    "production credentials of education: canonicalization, its parts, and exchanges of them",
    (
        Chapter(
            "stages",
            "from JSON to canonical bytes on each credential, beside the simple one",
            (
                Stages(
                    ("transform.rdfc", "transform.jcs", "jsonld.to_quads", "rdfc.canonicalize"),
                    (*_THREE, "rfc8785"),
                    _DOCUMENTS,
                    cold=("jsonld.to_quads",),
                    again=("transform.rdfc",),
                ),
            ),
        ),
        Chapter(
            "parts",
            "how much of it is expansion, how much labeling",
            (
                Stages(
                    ("jsonld.expand", "rdfc.label", "rdfc.serialize", "rdfc.hash_n_degree"),
                    ("canonbench", "pyld", "replay"),
                    _DOCUMENTS,
                ),
            ),
        ),
        Chapter(
            "levers",
            "each credential without each of its contexts and of its largest members",
            (Stages(("transform.rdfc",), ("canonbench", "pyld"), (), varied=_VARIED),),
        ),
        Chapter(
            "exchange",
            "the same credentials issued, presented and verified in the formats",
            (
                Roles(
                    ("eddsa-rdfc-2022", "eddsa-jcs-2022", "sd-jwt-vc", "mdoc"),
                    ("canonbench", "pyld"),
                    ("simple", "ob3", "dcc", "clr-simple", "ob3-complete"),
                    cold=True,
                ),
            ),
        ),
    ),
)
