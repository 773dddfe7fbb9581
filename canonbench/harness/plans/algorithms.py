"""The plan ``algorithms``: each algorithm in every format that has it, and by itself."""

from canonbench.harness.plans.chapter import ALL, Chapter, Definition, Roles, Stages

__all__ = ["PLAN"]

PLAN = Definition(
    "algorithms",
    "Ed25519, P-256 and P-384 in every format that has them, and by themselves",
    (
        Chapter(
            "exchange",
            "one algorithm for all formats at a time",
            (
                Roles(
                    ALL, ("canonbench", "pyld", "pynacl"), algorithms=("ed25519", "p256", "p384"), again=True
                ),
            ),
        ),
        Chapter(
            "device",
            "an mdoc whose holder proves its key by a MAC, not by a signature",
            (
                Roles(("mdoc",), ("canonbench",), algorithms=("p256", "p384"), scope="holder", binding="mac"),
                Roles(("mdoc",), ("canonbench",), algorithms=("ed25519", "p256", "p384"), scope="holder"),
            ),
        ),
        Chapter(
            "primitives",
            "signing, verifying, hashing, and loading keys, without any credential around them",
            (
                Stages(
                    ("hashing", "hmac", "hkdf", "key", "eddsa", "ecdsa"),
                    ("cryptography", "hashlib", "pynacl"),
                    ("credential-20", "simple", "ob3"),
                ),
            ),
        ),
    ),
)
