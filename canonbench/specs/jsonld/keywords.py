"""Keywords and their forms (JSON-LD 1.1, sections 1.7 and 9.16)."""

import re

__all__ = ["CONTEXT_ENTRIES", "KEYWORDS", "TERM_ENTRIES", "has_keyword_form"]

KEYWORDS = frozenset(
    {
        "@base",
        "@container",
        "@context",
        "@default",
        "@direction",
        "@embed",
        "@explicit",
        "@graph",
        "@id",
        "@import",
        "@included",
        "@index",
        "@json",
        "@language",
        "@list",
        "@nest",
        "@none",
        "@omitDefault",
        "@prefix",
        "@preserve",
        "@propagate",
        "@protected",
        "@requireAll",
        "@reverse",
        "@set",
        "@type",
        "@value",
        "@version",
        "@vocab",
    }
)

# Entries of a context definition that define no term.
CONTEXT_ENTRIES = frozenset(
    {"@base", "@direction", "@import", "@language", "@propagate", "@protected", "@version", "@vocab"}
)

# Entries that an expanded term definition may have.
TERM_ENTRIES = frozenset(
    {
        "@container",
        "@context",
        "@direction",
        "@id",
        "@index",
        "@language",
        "@nest",
        "@prefix",
        "@protected",
        "@reverse",
        "@type",
    }
)

_KEYWORD_FORM = re.compile(r"@[A-Za-z]+").fullmatch


def has_keyword_form(value: str) -> bool:
    """Tell whether ``value`` looks like a keyword; unknown ones are reserved, and are ignored."""
    return _KEYWORD_FORM(value) is not None
