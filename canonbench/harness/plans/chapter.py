"""What a plan is written in: chapters, each of parts, each a table of what is measured on what with what.

A definition says what one would like to measure. Which of it a stack offers, and which documents can be
written in a format, is found out when it is composed.
"""

from dataclasses import dataclass
from typing import TypeAlias

from canonbench.model.case import View
from canonbench.model.exchange import Algorithm, Binding, RoleName, Scope

__all__ = ["ALL", "Chapter", "Definition", "Part", "Roles", "Stages"]

ALL = ("all",)
"""The formats of a part that has all of them."""


@dataclass(frozen=True)
class Roles:
    """Roles of exchanges: each format in each algorithm that it has, on each document, by each stack.

    ``algorithms`` empty is the first of each format. ``disclose`` are numbers of attributes that are shown,
    ``""`` for the format's own. ``cold`` adds *verify* with a cold context, ``again`` the A/A pair.
    ``varied`` are documents that are measured without one of their contexts or members, each in turn.
    """

    formats: tuple[str, ...]
    stacks: tuple[str, ...]
    documents: tuple[str, ...] = ("credential-20",)
    algorithms: tuple[Algorithm, ...] = ()
    scope: Scope = "issuer"
    binding: Binding = "signature"
    disclose: tuple[str, ...] = ("",)
    roles: tuple[RoleName, ...] = ()
    views: tuple[View, ...] = ("bare",)
    cold: bool = False
    again: bool = False
    varied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stages:
    """Stages and families by name, on each document, by each engine.

    ``cold`` are those that are measured with a cold context, too, ``again`` those of the A/A pair.
    ``varied`` is as for ``Roles``.
    """

    targets: tuple[str, ...]
    stacks: tuple[str, ...]
    documents: tuple[str, ...]
    cold: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    varied: tuple[str, ...] = ()


Part: TypeAlias = Roles | Stages


@dataclass(frozen=True)
class Chapter:
    """Parts that are visited together. ``about`` says in a line what they answer.

    ``own`` says that the chapter is about its documents (their sizes, their attributes), so that it makes no
    sense on others. ``remote`` has the engines of other runtimes, which warm up for seconds a process, where
    they are added: in eight of its rounds, stages with a warm context only.
    """

    name: str
    about: str
    parts: tuple[Part, ...]
    rounds: int = 8
    own: bool = False
    remote: bool = False


@dataclass(frozen=True)
class Definition:
    """A plan by its name: its chapters in order. A row that two of them have is the first one's."""

    name: str
    about: str
    chapters: tuple[Chapter, ...]

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents of all chapters, each once, in order."""
        parts = (part for chapter in self.chapters for part in chapter.parts)
        return tuple(dict.fromkeys(name for part in parts for name in part.documents))

    @property
    def stacks(self) -> tuple[str, ...]:
        """The stacks of all chapters, each once, in order."""
        parts = (part for chapter in self.chapters for part in chapter.parts)
        return tuple(dict.fromkeys(name for part in parts for name in part.stacks))
