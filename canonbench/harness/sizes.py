"""How many bytes a credential has in each format, when it is issued and when a part of it is shown."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from canonbench import exchanges
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError
from canonbench.exchanges import Source
from canonbench.harness.freeze import default_stack

__all__ = ["Size", "sizes"]


class Size(NamedTuple):
    """Bytes of one format with its default algorithm and disclosure, scope issuer.

    ``issued`` and ``shown`` are ``None`` where it cannot be written in the format; ``reason`` then says why.
    """

    format: str
    issued: int | None
    shown: int | None
    reason: str = ""


def sizes(document: Source) -> tuple[Size, ...]:
    """Return the sizes of ``document`` in every format; none if it is no credential at all."""
    value = document.value
    if not isinstance(value, dict) or not {"credentialSubject", "vct"} & value.keys():
        return ()
    return tuple(_sizes(document))


def _sizes(document: Source) -> Iterator[Size]:
    use = default_stack(Catalogue())
    for name, has in exchanges.FORMATS.items():
        if not exchanges.writes(name, document.value):
            continue
        try:
            found = exchanges.load(name).requests(use, document, exchanges.variants(name)[0], has.disclose, 0)
        except CanonbenchError as error:
            yield Size(name, None, None, str(error))
        else:
            yield Size(name, _octets(found["present"]), _octets(found["verify"]))


def _octets(request: Any) -> int:
    """Return the number of bytes that a role is sent: the first member of its request."""
    return len(request[0])
