"""Active contexts and term definitions (JSON-LD 1.1 API, section 4.1).

Both are built once, by Context Processing, and never changed afterwards. What an active context learns from
being used (contexts compiled from it, terms looked up in it) is memory that may be dropped at any time.
"""

from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from canonbench.specs.jsonld.plans import Reading

__all__ = ["DOCUMENT", "UNSET", "ActiveContext", "Base", "Default", "TermDefinition"]


class Unset(Enum):
    """An entry that a term definition lacks, where null means something else."""

    UNSET = "unset"


class DocumentBase(Enum):
    """The base IRI of whichever document is being processed: its value stays out of what is compiled."""

    DOCUMENT = "document"


UNSET: Final = Unset.UNSET
DOCUMENT: Final = DocumentBase.DOCUMENT

Default: TypeAlias = "str | Unset | None"
Base: TypeAlias = "str | DocumentBase | None"


class TermDefinition:
    """How a term is to be read: the members are named in JSON-LD 1.1 API, section 4.1, step 3 of its data."""

    __slots__ = (
        "base_url",
        "container",
        "context",
        "direction",
        "index",
        "iri",
        "language",
        "nest",
        "prefix",
        "protected",
        "reverse",
        "type",
    )

    def __init__(self) -> None:
        """Make a definition that maps to nothing."""
        self.iri: str | None = None
        self.prefix = False
        self.protected = False
        self.reverse = False
        self.base_url: str | None = None
        self.context: Any = UNSET
        self.container: frozenset[str] = _NOTHING
        self.direction: Default = UNSET
        self.index: str | None = None
        self.language: Default = UNSET
        self.nest: str | None = None
        self.type: str | None = None

    def same_as(self, other: "TermDefinition") -> bool:
        """Tell whether both say the same, whether or not they are protected and wherever they came from."""
        return self.meaning() == other.meaning()

    def meaning(self) -> tuple[Any, ...]:
        """Return what the definition says, as a value."""
        return (
            self.iri,
            self.prefix,
            self.reverse,
            self.context,
            self.container,
            self.direction,
            self.index,
            self.language,
            self.nest,
            self.type,
        )


_NOTHING: Final[frozenset[str]] = frozenset()


class ActiveContext:
    """The context that is in force at one place of a document.

    Attributes:
        terms: term to its definition.
        base: base IRI, ``None`` for none, ``DOCUMENT`` for the document's own.
        vocab: vocabulary mapping.
        language: default language, in lower case.
        direction: default base direction.
        previous: what a context that does not propagate goes back to at the next node object.
        children: contexts compiled from this one, by what was applied to it.
        reading: how members and types are read in this context.
    """

    __slots__ = ("base", "children", "direction", "language", "previous", "reading", "terms", "vocab")

    def __init__(  # noqa: PLR0913 - the members of an active context
        self,
        terms: dict[str, TermDefinition],
        *,
        base: Base = DOCUMENT,
        vocab: str | None = None,
        language: str | None = None,
        direction: str | None = None,
        previous: "ActiveContext | None" = None,
    ) -> None:
        """Make an active context; without arguments it is the initial one."""
        self.terms = terms
        self.base = base
        self.vocab = vocab
        self.language = language
        self.direction = direction
        self.previous = previous
        self.children: dict[Any, ActiveContext] = {}
        self.reading: Reading | None = None

    def forget(self) -> None:
        """Drop what was learnt from use."""
        self.children.clear()
        if self.reading is not None:
            self.reading.forget()
