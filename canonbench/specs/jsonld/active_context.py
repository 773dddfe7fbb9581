"""Active contexts and term definitions (JSON-LD 1.1 API, section 4.1).

Both are built once, by Context Processing, and never changed afterwards. What an active context learns from
being used (contexts compiled from it, terms looked up in it) is memory that may be dropped at any time.
"""

from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from canonbench.specs.jsonld.keywords import KEYWORDS

if TYPE_CHECKING:
    from canonbench.specs.jsonld.plans import Reading

__all__ = [
    "DOCUMENT",
    "NO_DEFINITION",
    "UNSET",
    "ActiveContext",
    "Base",
    "Default",
    "Names",
    "TermDefinition",
]


class Unset(Enum):
    """An entry that a term definition lacks, where null means something else."""

    UNSET = "unset"


class DocumentBase(Enum):
    """The base IRI of whichever document is being processed: its value stays out of what is compiled."""

    DOCUMENT = "document"


_NOTHING: Final[frozenset[str]] = frozenset()

UNSET: Final = Unset.UNSET
DOCUMENT: Final = DocumentBase.DOCUMENT

Default: TypeAlias = "str | Unset | None"
Base: TypeAlias = "str | DocumentBase | None"


class TermDefinition:
    """How a term is to be read: the members, in the order of JSON-LD 1.1 API, section 4.1.

    What is not said of a term is said here, so that making a definition costs next to nothing.
    """

    iri: str | None = None
    prefix: bool = False
    protected: bool = False
    reverse: bool = False
    base_url: str | None = None
    context: Any = UNSET
    container: frozenset[str] = _NOTHING
    direction: Default = UNSET
    index: str | None = None
    language: Default = UNSET
    nest: str | None = None
    type: str | None = None

    @property
    def is_name(self) -> bool:
        """Whether ``Names`` depends on it."""
        return self.prefix or self.iri is None or self.iri[:1] == "@"

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


NO_DEFINITION: Final = TermDefinition()
"""What is known of a name that is no term."""

# Keywords that make a map special, by whether a node is named by @id itself, and typed by @type itself.
_SPECIAL: Final = {
    (False, False): KEYWORDS,
    (False, True): KEYWORDS - {"@type"},
    (True, False): KEYWORDS - {"@id"},
    (True, True): KEYWORDS - {"@id", "@type"},
}


class Names:
    """What keywords are called in an active context, and what may begin a compact IRI.

    Attributes:
        id_key: the member that names a node.
        type_key: the member that gives its types.
        special: member names that make a map more than a node with a name, types and properties.
        prefixes: terms that may begin a compact IRI.
    """

    __slots__ = ("id_key", "prefixes", "special", "type_key")

    def __init__(self, terms: dict[str, TermDefinition]) -> None:
        """Look through ``terms``."""
        aliases = {}
        self.prefixes = set()
        for term, definition in terms.items():
            iri = definition.iri
            if iri is not None and iri[:1] == "@":
                aliases[term] = iri
            elif definition.prefix:
                self.prefixes.add(term)
        self.id_key = _first(aliases, "@id")
        self.type_key = _first(aliases, "@type")
        self.special = _SPECIAL[self.id_key == "@id", self.type_key == "@type"]
        aliases.pop(self.id_key, None)
        aliases.pop(self.type_key, None)
        if aliases:
            self.special = self.special.union(aliases)

    def same_keywords(self, other: "Names") -> bool:
        """Tell whether keywords are called the same in both."""
        return self is other or (self.special == other.special and self.id_key == other.id_key)


def _first(aliases: dict[str, str], keyword: str) -> str:
    for term, iri in aliases.items():
        if iri == keyword:
            return term
    return keyword


_NO_NAMES: Final = Names({})


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
        iris: what strings stand for that may be terms.
        known_names: see ``names``; ``None`` until somebody asks.
        reading: how members and types are read in this context.
    """

    __slots__ = (
        "base",
        "children",
        "direction",
        "iris",
        "known_names",
        "language",
        "previous",
        "reading",
        "terms",
        "vocab",
    )

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
        self.iris: dict[str, str | None] = {}
        self.known_names: Names | None = None if terms else _NO_NAMES
        self.reading: Reading | None = None

    @property
    def names(self) -> Names:
        """What keywords are called here."""
        if self.known_names is None:
            self.known_names = Names(self.terms)
        return self.known_names

    def forget(self) -> None:
        """Drop what was learnt from use."""
        self.children.clear()
        self.iris.clear()
        if self.reading is not None:
            self.reading.forget()
