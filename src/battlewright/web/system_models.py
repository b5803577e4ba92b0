"""What a server answers about the systems that it plays, as types: their set-ups, rulebooks, files and odds."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from battlewright.answers.block_types import BlockData
from battlewright.answers.parameters import FormField
from battlewright.engine import data_types as types
from battlewright.engine.data_types import described

# Systems, and set-ups of theirs


@described
class SystemPages(TypedDict):
    """What a rulebook brings for the pages. Modules are named by their address, empty where there is none."""

    about: str
    """A sentence about the rulebook."""
    battle: str
    """A phrase for the battle that begins where nobody names anything."""
    names: list[str]
    """The shipped files that the form of a new battle begins with."""
    example: str
    """What one may type in a match."""
    has_master: bool
    """Whether a game master finds forms on the page of a match."""
    shelf: str
    """The kind of files that are printed as cards, and changed in the builder."""
    match: str
    """The page of a running match."""
    replay: str
    """The stage of a replay."""
    setup: str
    """A picture of the table of a set-up."""
    start: str
    """What the start shows of the default rulebook."""
    cards: str
    """Cards of a file, to print."""
    build: str
    """The builder of files."""


@described
class SystemInfo(TypedDict):
    """A rulebook that a server plays."""

    name: str
    """What it goes by."""
    title: str
    """What it is called."""
    ruleset: int
    """The number of its rules as they are carried out."""
    shelves: dict[str, list[str]]
    """The files that ship with it: kind to names."""
    options: list[FormField]
    """What a set-up takes, for a form."""
    bots: list[str]
    """The bots that play it."""
    usual_bot: str
    """The bot that plays where nobody names one."""
    sides: list[str]
    """The letters of its sides."""
    pages: SystemPages | None
    """What it brings for the pages."""


@described
class SystemList(TypedDict):
    """The rulebooks that a server plays."""

    default: str
    """The one that is played where nobody names one."""
    bots: list[str]
    """All bots."""
    systems: list[SystemInfo]
    """The rulebooks, the default one first."""


@described
class PreviewedSeat(TypedDict):
    """A seat of a set-up."""

    name: str
    """What it is called."""
    side: str | None
    """The side that it leads; null for a game master apart."""
    master: bool
    """Whether it is a game master's."""


@described
class Previewed(TypedDict):
    """What a set-up would be."""

    titles: dict[str, str]
    """What the sides are called."""
    about: str
    """The battle in a sentence or two."""
    combatants: list[types.Reference]
    """Who fights."""
    seats: list[PreviewedSeat]
    """The seats."""
    scene: dict[str, Any] | None
    """The table as pages draw it, as the guide of the rulebook answers `scene`; null where there is none."""
    warnings: list[str]
    """What is odd about it."""


# Rulebooks


@described
class NamedRulebook(TypedDict):
    """A rulebook in a list."""

    name: str
    """What it goes by."""
    title: str
    """What it is called."""
    clauses: int
    """How many clauses it has."""


@described
class Rulebooks(TypedDict):
    """The rulebooks."""

    systems: list[NamedRulebook]
    """All of them."""


@described
class Clause(TypedDict):
    """A clause of a rulebook."""

    system: str
    """The rulebook."""
    id: str
    """Its permanent id."""
    edition: str
    """The letters of the edition."""
    chapter: str
    """The letters of the chapter."""
    title: str
    """What it is about."""
    kind: str
    """Whether it is the text's, or a ruling."""
    summary: str
    """What it says, in our own words."""
    source: str
    """Where it comes from."""
    stands_for: list[str]
    """The clauses of another edition that it stands for."""
    switches: dict[str, Any]
    """The options and numbers that change it, with their usual values."""


@described
class TestedClause(Clause):
    """A clause with the tests that hold it."""

    tests: list[str]
    """What its tests say."""


@described
class Rulebook(TypedDict):
    """A rulebook, clause by clause."""

    system: str
    """What it goes by."""
    title: str
    """What it is called."""
    editions: dict[str, str]
    """The letters of its editions, and what they are called."""
    chapters: dict[str, str]
    """The letters of its chapters, and what they are called."""
    clauses: list[TestedClause]
    """The clauses."""


# Files


@described
class FileWarning(TypedDict):
    """What is odd about a file."""

    field: str
    """The field that it is about; empty for the whole."""
    message: str
    """What is odd."""


@described
class ShownFile(TypedDict):
    """A file, and what is worked out from it."""

    system: str
    """The rulebook."""
    kind: str
    """The kind of the file."""
    name: str
    """What it is called."""
    file: dict[str, Any]
    """What is in it."""
    toml: str
    """The same as TOML."""
    shown: Any
    """What is worked out from it: points, ranks, cards."""
    warnings: list[FileWarning]
    """What is odd about it."""


# Odds


@described
class OddsQuestion(TypedDict):
    """A question about odds."""

    name: str
    """What it goes by."""
    help: str
    """What it asks."""
    more: list[str]
    """More about it, paragraph by paragraph."""
    arguments: list[FormField]
    """What it takes, for a form."""
    example: dict[str, str | bool | list[str]]
    """Arguments of an example, as they are typed."""


@described
class OddsBook(TypedDict):
    """The questions of a rulebook, or those about dice alone."""

    name: str
    """What it goes by; `dice` for dice alone."""
    title: str
    """What it is called."""
    questions: list[OddsQuestion]
    """The questions."""


@described
class OddsQuestions(TypedDict):
    """All questions about odds."""

    seconds: float
    """The longest that an answer may take."""
    default: str
    """The default rulebook."""
    systems: list[OddsBook]
    """Dice alone first, then the rulebooks."""


@described
class OddsAnswer(TypedDict):
    """The answer to a question about odds."""

    system: str
    """The rulebook, or `dice`."""
    question: str
    """The question."""
    data: Any
    """The answer for programs: what `battlewright odds --json` prints."""
    blocks: list[BlockData]
    """The same for people, block by block."""
    warnings: list[str]
    """What is odd about what was asked."""
    remarks: list[str]
    """How the answer was found, if not in the usual way."""
