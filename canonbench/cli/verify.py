"""``canonbench verify``: a secured credential or presentation, each proof with its own verdict."""

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from canonbench.cli.options import Parser

__all__ = ["main"]

_EXAMPLES = """\
examples:
  canonbench verify diploma.json
  canonbench verify presentation.json --domain verifier.example --challenge 1f44d55f
  canonbench verify diploma.sd-jwt --key issuer.jwk --audience https://verifier.example --nonce 1234
  canonbench verify response.cbor --transcript 83f6f6... --reader-key reader.jwk --trust root.pem

Nothing is fetched: contexts come from the bundle and --context, keys from did:key, certificates and --key."""


def main(argv: Sequence[str]) -> int:
    """Verify the file that ``argv`` names; 0 only if everything that was checked verifies.

    Raises:
        CanonbenchError: it is nothing that can be verified, or an option cannot be read.
    """
    args = _parser().parse_args(argv)
    from canonbench.documents.contexts import Contexts, overrides
    from canonbench.exchanges.verification import Expected, verify
    from canonbench.harness import key_files
    from canonbench.report import verify as report

    roots = [each for path in args.trust for each in key_files.certificates(path, "--trust")]
    expected = Expected(
        at=args.at,
        key=key_files.key(args.key, "--key") if args.key else None,
        audience=args.audience,
        nonce=args.nonce,
        transcript=args.transcript,
        reader_key=key_files.key(args.reader_key, "--reader-key", secret=True) if args.reader_key else None,
        domain=args.domain,
        challenge=args.challenge,
        purpose=args.purpose,
        roots=tuple(roots),
        status_lists=tuple(key_files.octets(path, "--status-list") for path in args.status_list),
        scope=args.scope,
        contexts=Contexts(overrides(args.context)) if args.context else None,
    )
    found = verify(key_files.octets(args.file, "verify"), expected, args.file.name)
    (report.write_json if args.json else report.write)(args.file.name, found, sys.stdout)
    return 0 if found.verified else 1


def _instant(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no time; write 2026-01-31T12:00:00Z") from error
    if found.tzinfo is None:
        raise argparse.ArgumentTypeError(f"{text!r} has no time zone; write 2026-01-31T12:00:00Z")
    return found


def _octets(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"it is no hexadecimal: {error}") from error


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench verify",
        description="Verify a secured credential or presentation: Data Integrity JSON, SD-JWT, mdoc.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="JSON, SD-JWT text, or an mdoc as CBOR or hexadecimal digits")
    add("--key", type=Path, metavar="FILE", help="the issuer's public key: JWK, Multikey or PEM")
    add("--audience", help="the verifier, as the Key Binding JWT must name it; with --nonce it is required")
    add("--nonce", help="the one that this presentation must have")
    add("--transcript", type=_octets, metavar="HEX", help="SessionTranscript, for device authentication")
    add("--reader-key", type=Path, metavar="FILE", help="the verifier's ephemeral secret key, for deviceMac")
    add("--domain", help="of the proof")
    add("--challenge", help="of the proof")
    add("--purpose", help="proofPurpose of the proof (default: what the type of the document calls for)")
    add("--trust", type=Path, action="append", default=[], metavar="FILE", help="root certificates")
    add("--status-list", type=Path, action="append", default=[], metavar="FILE", help="a status list")
    add("--scope", choices=("issuer", "holder", "trust"), help="what must have been checked")
    add("--at", type=_instant, metavar="TIME", help="the moment at which all is judged (default: now)")
    add("--context", action="append", default=[], metavar="URL=FILE", help="a context that the bundle lacks")
    add("--json", action="store_true", help="write the findings as JSON")
    add("--plain", action="store_true", help="no colour, which this never has")
    add("-v", "--verbose", action="store_true", help="add the traceback to an error")
    return parser
