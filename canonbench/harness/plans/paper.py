"""The plan ``paper``: what arXiv 2611.03493 measures, and what it takes to say whose doing the cost is."""

from canonbench.harness.plans.chapter import ALL, Chapter, Definition, Roles, Stages

__all__ = ["PLAN"]

_OF_STEPS = (
    *("eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019", "ecdsa-jcs-2019", "ecdsa-sd-2023"),
    *("sd-jwt-vc", "mdoc"),
)
_COMPARED = ("eddsa-rdfc-2022", "eddsa-jcs-2022", "sd-jwt-vc", "mdoc")
_BOUND = ("eddsa-rdfc-2022", "sd-jwt-vc", "mdoc")
_STACKS = ("canonbench", "pyld", "pyoxigraph", "rfc8785", "jcs", "best", "best-of-libraries")
_TWO = ("canonbench", "pyld")
_THREE = ("canonbench", "pyld", "pyoxigraph")
_DOCUMENTS = ("credential-20", "simple", "ob3", "dcc")
_PRESENTED = ("eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-sd-2023", "sd-jwt-vc", "mdoc")

PLAN = Definition(
    "paper",
    "the study: exchanges, steps, scaling, disclosure, complex credentials, stages, serialization",
    (
        Chapter(
            "exchange",
            "issue, present, verify at 5 of 20 attributes, one algorithm for all: Ed25519 and P-256",
            (Roles(ALL, _STACKS, algorithms=("ed25519", "p256"), cold=True, again=True),),
            rounds=16,
            remote=True,
        ),
        Chapter(
            "breakdown",
            "every step of a role in its place, and the glue between them",
            (
                Roles(_OF_STEPS, (*_THREE, "best"), views=("split",)),
                Roles(_OF_STEPS[:2], ("rfc8785", "best-of-libraries"), views=("split",)),
            ),
        ),
        Chapter(
            "holder",
            "the same with the holder bound: a proof of its own, a Key Binding JWT, device authentication",
            (Roles(_BOUND, _THREE, scope="holder", cold=True),),
        ),
        Chapter(
            "scaling",
            "how an exchange grows with the attributes of the credential",
            (Roles(_COMPARED, _TWO, ("credential-5", "credential-20", "credential-100", "credential-500")),),
            own=True,
        ),
        Chapter(
            "disclosure",
            "how presenting and verifying grow with the attributes that are shown, 1 to 20 of 20",
            (
                Roles(
                    _PRESENTED,
                    _TWO,
                    disclose=("1", "3", "5", "10", "20"),
                    roles=("present", "verify"),
                ),
            ),
            own=True,
        ),
        Chapter(
            "complex",
            "an Open Badge on its production context in the formats",
            (Roles(_COMPARED, _THREE, ("ob3",), cold=True),),
            own=True,
        ),
        Chapter(
            "levers",
            "the Open Badge without each of its contexts and members",
            (Stages(("transform.rdfc",), _THREE, (), varied=("ob3",)),),
        ),
        Chapter(
            "transformation",
            "from JSON to canonical bytes, by RDFC-1.0 and by JCS",
            (
                Stages(
                    ("transform.rdfc", "transform.jcs"),
                    (*_THREE, "rfc8785", "jcs"),
                    _DOCUMENTS,
                    again=("transform.rdfc", "transform.jcs"),
                ),
            ),
            rounds=16,
            remote=True,
        ),
        Chapter(
            "stages",
            "the stages of the way by themselves: JSON-LD to quads, RDFC-1.0, JCS",
            (
                Stages(("jsonld.to_quads",), _THREE, _DOCUMENTS, cold=("jsonld.to_quads",)),
                Stages(("rdfc.canonicalize", "jcs.canonicalize"), (*_THREE, "rfc8785", "jcs"), _DOCUMENTS),
            ),
            rounds=16,
        ),
        Chapter(
            "parts",
            "the algorithms inside: expansion, contexts, labeling, hashing of blank nodes; and their floor",
            (
                Stages(
                    (
                        *("jsonld.expand", "jsonld.to_rdf", "jsonld.process_context"),
                        *("rdfc.label", "rdfc.serialize", "rdfc.hash_first_degree", "rdfc.hash_n_degree"),
                    ),
                    (*_TWO, "replay"),
                    _DOCUMENTS,
                ),
                Stages(("rdfc", "jcs", "transform.jcs"), ("replay",), _DOCUMENTS),
                Stages(("rdfc", "jcs", "transform.jcs"), ("reference",), ("credential-20", "ob3")),
            ),
        ),
        Chapter(
            "primitives",
            "what signs and hashes, without any credential around it",
            (
                Stages(
                    ("hashing.sha256", "eddsa", "ecdsa"),
                    ("cryptography", "hashlib", "pynacl"),
                    ("credential-20",),
                ),
            ),
        ),
        Chapter(
            "serialization",
            "JSON and CBOR, there and back; sizes stand in the rows",
            (
                Stages(
                    ("json.parse", "json.serialize", "cbor.encode", "cbor.decode"),
                    ("canonbench", "json", "cbor2"),
                    ("credential-20", "ob3"),
                ),
            ),
        ),
        Chapter(
            "single",
            "calls timed one by one, the paper's own statistic",
            (Roles(_BOUND, _TWO, views=("single",)),),
        ),
        Chapter(
            "contrast",
            "what the public kit times under the names of formats: no exchanges",
            (Stages(("kit",), ("kit", "json"), ("credential-20", "simple")),),
            own=True,
        ),
    ),
)
