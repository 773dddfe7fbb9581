"""The paper's claims and their criteria, as the design had them before canonbench ran.

They were coded after the first published runs; ``docs/claims.md`` lists what has changed since.

Claims and published figures are those of the abstract of "An Empirical Evaluation of Signing and Verification
Performance of Verifiable Credential Formats" (arXiv 2611.03493), our only source. VCDM stands for the
cryptosuite eddsa-rdfc-2022, under P-256 for ecdsa-rdfc-2019. Absolute times are context, never a criterion.

A criterion is a ``Range``: the claim holds where the 95 % interval lies inside, does not hold where it lies
outside, and is undecided otherwise. C5 and C7 are counts: equal or not.

What the public kit fujie/vcbench (2026-08) can produce is said of each claim. That kit documents another
version of the study; whether the abstract's figures come from it is unknown.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from canonbench.analysis.interval import Interval

__all__ = [
    "AGREE",
    "AGREE_ONCE",
    "BAND",
    "CLAIMS",
    "DERIVED",
    "EDUCATION",
    "ENVIRONMENTS",
    "FEWEST_TIMES",
    "HALF",
    "ISSUED",
    "MORE",
    "OVER_MDOC",
    "OVER_SD_JWT",
    "PER_EXCHANGE",
    "PER_ROLE",
    "SHARE",
    "SLOWEST",
    "SPAN",
    "Claim",
    "Kit",
    "Range",
]

ENVIRONMENTS = 4
"""How many environments a claim over environments needs."""

BAND = 0.10
"""The paper's band of practical equivalence."""


class Range(NamedTuple):
    """The values for which a claim holds; an end may be infinite."""

    low: float
    high: float

    def holds(self, interval: Interval) -> bool:
        """Tell whether all of ``interval`` lies inside."""
        return self.low <= interval.low and interval.high <= self.high

    def excludes(self, interval: Interval) -> bool:
        """Tell whether all of ``interval`` lies outside."""
        return interval.high < self.low or self.high < interval.low


MORE = Range(1 + BAND, math.inf)
OVER_MDOC = Range(1.73, 2.04)
OVER_SD_JWT = Range(1.57, 1.79)
SLOWEST = Range(1.0, math.inf)
AGREE = Range(0.95, 1.05)
AGREE_ONCE = Range(0.88, 1.12)
ISSUED = Range(6.4 * 0.9, 6.4 * 1.1)
DERIVED = Range(2.8, 4.5)
EDUCATION = Range(31.0, 49.0)
HALF = Range(-math.inf, 0.5)
SHARE = Range(0.5, math.inf)
FEWEST_TIMES = Range(1.5, math.inf)
SPAN = Range(5.0, math.inf)
PER_ROLE, PER_EXCHANGE = 2, 6
"""C5: canonicalizations of an operation, and of an exchange."""


class Kit(StrEnum):
    """Whether the public kit can produce what a claim speaks of. The value is the word to print."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"


@dataclass(frozen=True)
class Claim:
    """One claim: what it says, the figure that was published, and what must be measured for it to hold.

    ``joint`` claims speak of several environments and need four. ``node`` claims have figures of Node.js and
    are undecided there until measured. ``kit`` says whether the public kit can produce the figure, ``why``
    how far.
    """

    id: str
    text: str
    published: str
    criterion: str
    kit: Kit
    why: str
    joint: bool = False
    node: bool = False


_NO_EXCHANGE = "it has no presentation, its SD-JWT is a plain JWT and its mdoc check is one ECDSA"

_TABLE = (
    Claim(
        "C1",
        "an exchange that shows 5 of 20 attributes is dearest in VCDM",
        "mdoc 0.265, SD-JWT VC 0.298, VCDM 0.534 ms (Node.js, cloud VM)",
        "VCDM above both by more than the band of 10 %",
        Kit.NO,
        _NO_EXCHANGE,
        node=True,
    ),
    Claim(
        "C2",
        "VCDM costs this multiple of mdoc and of SD-JWT VC",
        "1.73-2.04 x mdoc, 1.57-1.79 x SD-JWT VC over four environments",
        "intervals inside 1.73-2.04 and 1.57-1.79",
        Kit.NO,
        _NO_EXCHANGE,
        joint=True,
        node=True,
    ),
    Claim(
        "C3",
        "the ordering survives one algorithm for all",
        "Ed25519 and P-256",
        "VCDM slowest under each; the total order is reported apart",
        Kit.NO,
        _NO_EXCHANGE,
    ),
    Claim(
        "C4",
        "mdoc against SD-JWT VC is not robust",
        "12, 28, 19, 10 %; at verification mdoc slower in one",
        "over the environments abs(ratio - 1) lies on both sides of 10 %, or the sign changes",
        Kit.NO,
        _NO_EXCHANGE,
        joint=True,
    ),
    Claim(
        "C5",
        "the cryptosuite canonicalizes twice an operation, six times an exchange",
        "2 and 6",
        "counted in canonbench's composition, whatever the stack, scope issuer: 2 a role, 6 an exchange",
        Kit.NO,
        "it canonicalizes no proof configuration: once an operation",
    ),
    Claim(
        "C6",
        "with JCS for RDFC-1.0, VCDM verification is within 5 % of SD-JWT VC",
        "5 %, 12 % in one environment",
        "abs(ratio - 1) <= 0.05 (0.12 in one of four)",
        Kit.PARTLY,
        "it times verification of both, without proof configuration and with a plain JWT",
        joint=True,
        node=True,
    ),
    Claim(
        "C7",
        "eddsa-rdfc-2022 has no derivation: presenting a subset signs again",
        "structure",
        "counted in canonbench's composition, whatever the stack: present has a step that signs",
        Kit.NO,
        "it has no presentation",
    ),
    Claim(
        "C8",
        "times of ecdsa-sd-2023 relative to the exchange of eddsa-rdfc-2022",
        "issues in 3.4 ms, derives and verifies in 1.5-2.4 ms",
        "over the eddsa-rdfc-2022 exchange: issue 6.4 +- 10 %, derive and verify 2.8-4.5",
        Kit.NO,
        "it has no ecdsa-sd-2023; its seldisc/jsonld only canonicalizes",
        node=True,
    ),
    Claim(
        "C9",
        "production education schemas cost 31-49 x a simple credential to canonicalize",
        "31-49 x",
        "JSON-LD + RDFC-1.0: interval inside 31-49 for ob3 and dcc, each; Python is an analogue of Node.js",
        Kit.YES,
        "in Node.js alone: it canonicalizes an Open Badge, a DCC and a minimal credential",
        node=True,
    ),
    Claim(
        "C10",
        "blank-node labeling is not the driver of C9",
        "no figure",
        "labeling under half of the added cost",
        Kit.NO,
        "it times canonicalization as one call",
    ),
    Claim(
        "C11",
        "the cost belongs to the specification rather than to a library",
        "shown mainly by the JCS swap",
        "best (cross-fitted) keeps more than half of chosen's gap to SD-JWT VC",
        Kit.PARTLY,
        "it has the JCS swap for document hashes, json.dumps in Python; no other engine",
    ),
    Claim(
        "C12",
        "canonicalization (JSON-LD + RDFC-1.0) produces the gap",
        "no figure",
        "over half of the gap to SD-JWT VC is transform.rdfc less transform.jcs within the exchange",
        Kit.PARTLY,
        "in Node.js it splits normalize, hash and sign of a credential with two claims",
    ),
    Claim(
        "C13",
        "three implementations agree",
        "Node.js, Go and Python, of one lineage",
        "same order of formats with every stack, of three lineages, ours of its own",
        Kit.PARTLY,
        "it signs and verifies in Node.js, Go and Python; " + _NO_EXCHANGE,
        node=True,
    ),
    Claim(
        "C14",
        "VCDM's gap is at least five times the 10 % band",
        "five times",
        "both ratios >= 1.5",
        Kit.NO,
        _NO_EXCHANGE,
    ),
    Claim(
        "C15",
        "the four environments span a factor of five in speed",
        "5",
        "fastest against slowest >= 5",
        Kit.NO,
        "it documents one machine",
        joint=True,
    ),
)

CLAIMS: Mapping[str, Claim] = MappingProxyType({claim.id: claim for claim in _TABLE})
"""Every claim by its identifier, in order."""
