"""The hash functions of the other stages: octets to digest."""

from canonbench.model.stage import Stage
from canonbench.stages.texts import FIPS_180

__all__ = ["sha256", "sha384"]

sha256: Stage[bytes, bytes] = Stage("hashing.sha256", FIPS_180.at("section-6.2"))
sha384: Stage[bytes, bytes] = Stage("hashing.sha384", FIPS_180.at("section-6.5"))
