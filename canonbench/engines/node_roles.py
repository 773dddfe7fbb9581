"""The whole roles that libraries of Node.js do, each as the stage with the role's name.

Its input is the request of that role, so that it has the boundaries of our compositions: key material and
wire bytes, read in the clock. A variant that a library is not measured in is unavailable, with the reason.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.stages.texts import ISO_18013_5, RFC9901, VC_DI_ECDSA, VC_DI_EDDSA

__all__ = ["CHECKS", "DATA_INTEGRITY", "LEAVE", "MDOC", "RDFC", "SD_JWT_VC"]


def _whole(name: str, text: Text, *, cached: bool = False) -> tuple[Stage[Any, Any], ...]:
    """Return the roles of a suite without derivation; ``cached``: its contexts are in an explicit cache."""
    anchors = {"issue": "create-proof", "present": "create-proof", "verify": "verify-proof"}
    return tuple(
        Stage(f"{name}.{role}", text.at(f"{anchor}-{name}"), cached=cached)
        for role, anchor in anchors.items()
    )


_JCS: tuple[Stage[Any, Any], ...] = (
    *_whole("eddsa-jcs-2022", VC_DI_EDDSA),
    *_whole("ecdsa-jcs-2019", VC_DI_ECDSA),
)
DATA_INTEGRITY: tuple[Stage[Any, Any], ...] = (
    *_whole("eddsa-rdfc-2022", VC_DI_EDDSA, cached=True),
    *_whole("ecdsa-rdfc-2019", VC_DI_ECDSA, cached=True),
    *_JCS,
    Stage("ecdsa-sd-2023.issue", VC_DI_ECDSA.at("create-base-proof-ecdsa-sd-2023")),
    Stage("ecdsa-sd-2023.present", VC_DI_ECDSA.at("add-derived-proof-ecdsa-sd-2023")),
    Stage("ecdsa-sd-2023.verify", VC_DI_ECDSA.at("verify-derived-proof-ecdsa-sd-2023")),
)
RDFC: tuple[Stage[Any, Any], ...] = (
    *_whole("eddsa-rdfc-2022", VC_DI_EDDSA),
    *_whole("ecdsa-rdfc-2019", VC_DI_ECDSA),
)
"""The roles of suites that take their canonicalization as a function, handed one that keeps no contexts."""
SD_JWT_VC: tuple[Stage[Any, Any], ...] = (
    Stage("sd-jwt-vc.issue", RFC9901.at("section-7.1")),
    Stage("sd-jwt-vc.present", RFC9901.at("section-7.2")),
    Stage("sd-jwt-vc.verify", RFC9901.at("section-7.3")),
)
MDOC: tuple[Stage[Any, Any], ...] = (
    Stage("mdoc.issue", ISO_18013_5.at("9.1.2")),
    Stage("mdoc.present", ISO_18013_5.at("9.1.3")),
    Stage("mdoc.verify", ISO_18013_5.at("9.3.1")),
)

LEAVE: Mapping[Stage[Any, Any], Callable[[Any], Any]] = MappingProxyType({MDOC[-1]: tuple})
"""What makes the neutral output of a role out of what came over the pipe, where that is not itself."""

_OF_PROOFS = (
    "verificationMethod is a string, and the proof has not expired (VC Data Integrity, 2.1)",
    "proofValue is in the base of its suite (VC-DI-EDDSA, -ECDSA, 3.2.2 and 3.3.2 step 3)",
)
_OF_JCS = (
    *_OF_PROOFS,
    "@context starts with the proof's, inline contexts by value (VC-DI-EDDSA, -ECDSA, 3.3.2 step 4.1)",
    "what was verified has the proof's @context (VC-DI-EDDSA, -ECDSA, 3.3.2 steps 4.2 and 9)",
)
_OF_SD_JWT_VC = (
    "each Disclosure has a digest, and each once, and fits its place (RFC 9901, 4, 7.1 steps 3.3 to 5)",
    "_sd_alg is understood (RFC 9901, 7.1 step 2.4)",
    "no key binding where none is expected (RFC 9901, 4)",
    "audience and age of the key binding (RFC 9901, 7.3 steps 5.5 and 5.6)",
    "each key is for verifying, and for alg (RFC 7517, 4.2 to 4.4, RFC 8725, 3.1)",
    "no critical extensions (RFC 7515, 4.1.11)",
    "exp, nbf, iat and aud of what was processed (RFC 7519, 4.1.3 to 4.1.6)",
    "typ, vct, and claims that must not be in Disclosures (SD-JWT VC, 3.2)",
)
_OF_MDOC = (
    "items and headers are those that were signed, as received (ISO/IEC 18013-5, 9.3.1, RFC 9052, 4.4)",
    "no digestID and no element is there twice (ISO/IEC 18013-5, 9.1.2.5, 9.3.1)",
    "status 0, and the one document that was asked for (ISO/IEC 18013-5, 8.3.2.1.2)",
    "a signature without a MAC beside it (ISO/IEC 18013-5, 9.1.3.4)",
    "the device key may sign the elements that it signs (ISO/IEC 18013-5, 9.1.2.4)",
)
CHECKS: Mapping[Stage[Any, Any], tuple[str, ...]] = MappingProxyType(
    {
        **{
            stage: _OF_JCS if stage in _JCS else _OF_PROOFS
            for stage in (*DATA_INTEGRITY, *RDFC)
            if stage.name.endswith(".verify")
        },
        SD_JWT_VC[-1]: _OF_SD_JWT_VC,
        MDOC[-1]: _OF_MDOC,
    }
)
"""What texts demand of a verifier and the library leaves out: canonbench adds it, in the clock."""
