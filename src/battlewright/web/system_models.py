"""The types of a server's answers about its systems: set-ups, rulebooks, files and odds."""

from __future__ import annotations

from typing import Any

from battlewright.answers.parameters import FormField
from battlewright.answers.report import BlockData
from battlewright.engine import data_types as types
from battlewright.engine.data_types import Data

# Systems, and set-ups of theirs


class SystemPages(Data):
    """The page modules of a rulebook, by their addresses, empty where there is none; and texts for the pages."""

    about: str
    """A sentence about the rulebook."""
    battle: str
    """A phrase for the battle that begins at one click."""
    options: dict[str, str]
    """The options of that battle."""
    names: list[str]
    """The shipped files that the form of a new battle starts with."""
    example: str
    """An example of a typed choice."""
    has_master: bool
    """Whether the page of a match has forms for a game master."""
    match: str
    """The page of a running match."""
    replay: str
    """The stage of a replay."""
    setup: str
    """A picture of the table of a set-up."""
    start: str
    """The start page's module of the default rulebook."""
    lesson: str
    """A battle that teaches the rules."""
    teaches: str
    """A phrase for that battle."""
    cards: dict[str, str]
    """Cards to print, by the kind of files."""
    builders: dict[str, str]
    """The builders, by the kind of files; other kinds are changed as text."""
    gathered: dict[str, str]
    """What a battle takes only with others: by the kind of files, the kind that gathers them, its list, and the field
    of an entry."""


class LevelInfo(Data):
    """A level of opponents."""

    name: str
    """Its name, as `players` takes it."""
    about: str
    """How it plays."""


class TemplateInfo(Data):
    """What a new file may begin with."""

    name: str
    """Its name."""
    about: str
    """A sentence about it."""
    levels: int
    """The highest level that it comes in; 1 is the lowest."""


class SystemInfo(Data):
    """A rulebook that a server plays."""

    name: str
    """Its name in addresses and commands."""
    title: str
    """Its title."""
    ruleset: int
    """The version number of its implemented rules."""
    shelves: dict[str, list[str]]
    """The files that ship with it: kind to names."""
    templates: dict[str, list[TemplateInfo]]
    """What new files may begin with: kind to templates."""
    schemas: dict[str, str]
    """The addresses of the JSON Schemas of its files, by kind; `setup` is a complete set-up."""
    options: list[FormField]
    """The options of a set-up, for a form."""
    bots: list[str]
    """The bots that play it, beside the levels."""
    levels: list[LevelInfo]
    """The levels of opponents, the weakest first."""
    usual_level: str
    """The level where none is named."""
    sides: list[str]
    """The letters of its sides."""
    brings: str
    """Where both sides are named by one file: the option by which an invited friend may bring side a; else empty."""
    has_seats: bool
    """Whether a new match may name `seats`, for several people."""
    pages: SystemPages | None
    """Its page modules."""


class SystemList(Data):
    """The rulebooks that a server plays."""

    default: str
    """The default rulebook."""
    bots: list[str]
    """All bots."""
    systems: list[SystemInfo]
    """The rulebooks, the default one first."""
    library: bool
    """Whether the server keeps libraries of people's own files."""


class PreviewedSeat(Data):
    """A seat of a set-up."""

    name: str
    """Its name."""
    side: str | None
    """The side that it leads; null for a game master who leads none."""
    master: bool
    """Whether it is a game master's."""


class Previewed(Data):
    """A preview of a set-up."""

    titles: dict[str, str]
    """The names of the sides."""
    about: str
    """The battle in a sentence or two."""
    combatants: list[types.Reference]
    """The combatants."""
    seats: list[PreviewedSeat]
    """The seats."""
    no_bots: str
    """Why no bot plays it, as a sentence: people play on all sides, with dice of their own; empty where bots play."""
    scene: dict[str, Any] | None
    """The table as pages draw it, as the guide of the rulebook answers `scene`; null where there is none."""
    warnings: list[str]
    """Warnings about it."""


class EstimatedShare(Data):
    """A share of battles."""

    share: float
    """The share, from 0 to 1."""
    interval: list[float]
    """Its 95% interval: from, to."""


class EstimatedLoss(Data):
    """What a side loses on average."""

    side: str
    """The side."""
    name: str
    """Who, or what."""
    share: float
    """How much of it, or how often, from 0 to 1."""
    text: str
    """The same in words."""


class EstimatedBattle(Data):
    """What battles of a set-up have come to."""

    against: str
    """The opponent that was asked about; empty where none was named."""
    titles: dict[str, str]
    """The names of the sides."""
    battles: int
    """How many battles were fought. In every second one the sides are swapped, where they can be."""
    wins: dict[str, EstimatedShare]
    """How often each side wins, and how often it is a `draw`."""
    rounds: float
    """How many rounds a battle has on average."""
    losses: list[EstimatedLoss]
    """What each side loses, as the rulebook tells it."""


class Estimated(Data):
    """An estimate of who wins."""

    bot: str
    """The bot that plays both sides."""
    battles: list[EstimatedBattle]
    """One for each opponent."""


# Rulebooks


class NamedRulebook(Data):
    """A rulebook in a list."""

    name: str
    """Its name in addresses and commands."""
    title: str
    """Its title."""
    clauses: int
    """How many clauses it has."""


class Rulebooks(Data):
    """The rulebooks."""

    systems: list[NamedRulebook]
    """All of them."""


class Clause(Data):
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
    """The clauses of another edition that it replaces."""
    switches: dict[str, Any]
    """The options and numbers that change it, with their defaults."""


class TestedClause(Clause):
    """A clause with its tests."""

    tests: list[str]
    """The names of its tests, as phrases."""


class Rulebook(Data):
    """A rulebook, clause by clause."""

    system: str
    """Its name in addresses and commands."""
    title: str
    """Its title."""
    editions: dict[str, str]
    """The letters of its editions, and their names."""
    chapters: dict[str, str]
    """The letters of its chapters, and their names."""
    clauses: list[TestedClause]
    """The clauses."""


class RulesSummary(Data):
    """A rulebook in short, for one page."""

    system: str
    """Its name in addresses and commands."""
    title: str
    """Its title, with the name of the edition where it has several."""
    edition: str
    """The letters of the edition; empty where it has none."""
    blocks: list[BlockData]
    """The page, block by block: headings, and lines and tables below them. Lines cite their clauses in brackets."""


# Files


class FileWarning(Data):
    """A warning about a file."""

    field: str
    """The field that it is about; empty for the whole."""
    message: str
    """The warning."""


class Brings(Data):
    """What the player of a seat brings to a match. Neither this nor what the opener has named is shown before both have
    chosen."""

    seat: str
    """The seat."""
    kind: str
    """The kind of files that it is one of, such as `rosters`."""
    word: str
    """One of them, in a word."""
    sentence: str
    """Who brings one, as a sentence without its point."""
    options: dict[str, Any]
    """The options of the set-up that the opener has named."""
    points: int | None
    """What the other side costs in points."""


class ShownFile(Data):
    """A file, and its derived values."""

    system: str
    """The rulebook."""
    kind: str
    """The kind of the file."""
    name: str
    """Its name."""
    file: dict[str, Any]
    """Its data."""
    toml: str
    """The same as TOML."""
    shown: Any
    """Its derived values: points, ranks, cards."""
    warnings: list[FileWarning]
    """Warnings about it."""


# Odds


class OddsQuestion(Data):
    """A question about odds."""

    name: str
    """Its name in addresses and commands."""
    title: str
    """The question in a few words; empty where it has none."""
    help: str
    """What it asks."""
    more: list[str]
    """More about it, paragraph by paragraph."""
    arguments: list[FormField]
    """Its arguments, for a form."""
    example: dict[str, str | bool | list[str]]
    """Arguments of an example, as they are typed."""


class OddsBook(Data):
    """The questions of a rulebook, or those about dice alone."""

    name: str
    """Its name in addresses; `dice` for dice alone."""
    title: str
    """Its title."""
    questions: list[OddsQuestion]
    """The questions."""


class OddsQuestions(Data):
    """All questions about odds."""

    seconds: float
    """The time limit of an answer, in seconds."""
    default: str
    """The default rulebook."""
    systems: list[OddsBook]
    """Dice alone first, then the rulebooks."""


class OddsAnswer(Data):
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
    """Warnings about the question."""
    remarks: list[str]
    """Remarks on how the answer was found."""
