"""The shapes of everything as data: what ``answers.data`` makes, a server sends, files keep and ``--json`` prints.

Each is a ``TypedDict``: mypy checks where it is made, Pydantic describes it (``docs/data.md``, the OpenAPI description,
the types of the pages), and at run time it is a plain ``dict``. The docstring under a key is its description.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from pydantic import ConfigDict, TypeAdapter, with_config
from typing_extensions import TypedDict, get_original_bases, is_typeddict

NodeWord = Literal["decision", "chance", "over"]
StepWord = Literal["choice", "roll", "typed", "edit", "amend"]
"""The words of ``engine.step.StepKind``."""
Requests = Literal["ask", "offer", "agree", "decline", "claim", "dice", "part", "suggest", "accept", "reject"]
EntryWord = (
    StepWord | Requests | Literal["undo", "epoch", "resign", "timeout", "leave", "late", "hand", "return", "end"]
)
"""The words of ``engine.log.EntryKind``."""
CountedWord = Literal["critical", "success", "failure", "nothing"]
"""The words of ``engine.rolls.Counted``."""

described = with_config(ConfigDict(use_attribute_docstrings=True))
"""The docstring under a key of the class is the description of that key."""
open_ended = with_config(ConfigDict(use_attribute_docstrings=True, extra="allow"))
"""The same for a class that may have more keys than it names."""


@described
class Data(TypedDict):
    """The base of described types: those that inherit from one need no decorator."""


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type. Pydantic reads the docstrings of a class's own keys; those of the keys that it
    inherits are taken from the class that declares them."""
    made = TypeAdapter(kind).json_schema(mode="serialization")
    if "$ref" in made:  # a type that refers to itself
        made = made["$defs"][kind.__name__]
    add_inherited(kind, made)
    return made


def add_inherited(kind: Any, schema: dict[str, Any]) -> None:
    """Add to the schema of a type the descriptions of the keys that it inherits."""
    for base in get_original_bases(kind) if is_typeddict(kind) else ():
        for key, inherited in schema_of(base)["properties"].items() if is_typeddict(base) and base is not Data else ():
            if "description" in inherited:
                schema["properties"][key].setdefault("description", inherited["description"])


# References, questions, nodes


class Reference(Data):
    """What a number stands for: a combatant, or a weapon, an action or a condition."""

    number: int
    """The number in the battle record."""
    tag: str
    """The tag of a combatant, such as `a1`; empty for anything else."""
    name: str
    """What it is called."""
    side: str | None
    """The side of a combatant; null for anything else."""


class NodeQuestion(Data):
    """What is asked."""

    seats: list[str]
    """The seats that are asked."""
    about: Reference | None
    """The combatant that it is about."""
    kind: str
    """What it is for: the word of the step; empty once the battle is over."""
    sentence: str
    """The question for eyes and ears."""


class Node(Data):
    """What a battle waits for."""

    kind: NodeWord
    """A choice, a roll of dice, or nothing any more."""
    side: str | None
    """The side that chooses or rolls; null if all roll, where the game master is asked, and at the end."""
    dice: NotRequired[int]
    """At a chance node: how many dice."""
    sides: NotRequired[int]
    """At a chance node: the sides of each die."""
    winner: NotRequired[str]
    """At the end: the side that has won, or `draw`."""
    question: NodeQuestion
    """What is asked, of whom, about whom."""


# Offers


class Heading(Data):
    """What a group of offers stands under."""

    key: str
    """What it is known by."""
    order: int
    """Its place among the headings."""
    text: str
    """The heading itself."""


class Cost(Data):
    """What a choice costs, such as 2 AP."""

    number: int
    """How much."""
    unit: str
    """Of what."""


class PathLeg(Data):
    """A leg of a path. Lengths are thousandths of an inch."""

    kind: str
    """`walk`, `climb`, `climb down`, `drop` or `jump`; `place` for a model that is placed."""
    x: int
    """Where it ends, from the western edge."""
    y: int
    """Where it ends, from the southern edge."""
    level: int
    """The height at which it ends."""
    length: int
    """How long it is."""


class BriefOffer(Data):
    """A choice by its line and its kind alone."""

    choice: str
    """The line of text that it travels as."""
    kind: str
    """The word of its kind."""


@described
class Offer(BriefOffer):
    """A choice as it is offered. To make it, send `choice` back."""

    fields: dict[str, Reference | int | str | bool | list[int] | list[dict[str, int]] | None]
    """What it names: references, or numbers."""
    heading: Heading
    """What it stands under in a list."""
    title: str
    """Its line under the heading."""
    detail: str
    """What the line adds in smaller letters."""
    cost: Cost | None
    """What it costs; null if nothing."""
    legs: list[PathLeg]
    """The legs of its path."""
    about: Reference | None
    """The combatant that it is aimed at, or is about."""
    purpose: str
    """What the guide has suggested it for; empty for a listed one."""
    chance_of: str | None
    """The side whose chance to hit the advice about it shows; null if it shows none."""
    suggested: bool
    """Whether the guide has added it to the listed ones."""
    ends_turn: bool
    """Whether it ends the turn."""
    cannot_succeed: bool
    """Whether no dice make it come to anything."""
    place: int
    """Its index among the listed choices, then the suggested ones."""
    sentence: str
    """All of it for eyes and ears. No program needs to read it."""


class Example(Data):
    """A kind of choice that cannot be listed."""

    kind: str
    """The word of the kind."""
    example: str
    """A text that may be typed."""
    meaning: str
    """What that means."""


class Offers(Data):
    """The choices of a decision, in the order in which people read them."""

    offers: list[Offer]
    """The choices."""
    left_out: int
    """How many legal choices the list leaves out."""
    to_type: list[Example]
    """The kinds of choices that cannot be listed, each with an example to type."""


@described
class NextStep(BriefOffer):
    """The choice that an advice counts on afterwards."""

    about: Reference | None
    """Whom it is aimed at."""
    sentence: str
    """What to say of it after "then"."""
    chance: str | None
    """The chance that it does what it is for, where it was worked out: an exact fraction as text."""


class WinAdvice(Data):
    """The chance to win behind a choice, by rollouts or exact."""

    chance: float
    """The chance of the side that chooses; a draw counts half."""
    lost: float
    """How much less that is than the chance of the best choice, met by the same dice."""
    error: float
    """The standard error of that difference."""
    rollouts: int
    """How often the choice was tried; 0 where it is exact."""
    exact: bool
    """Whether the position was solved exactly."""
    standing: Literal["best", "equal", "behind", "untried"]
    """How it stands: the best, about equal to it, clearly behind it, or hardly tried."""
    points: int
    """What it loses of the chance to win, in whole points of 100."""
    plan: list[NextStep]
    """What follows it within the turn, as it was tried most."""
    text: str
    """The same as one figure: `best`, `about equal`, `-3`, `hardly tried`."""


class Advice(Data):
    """What is known of a choice before it is made. Numbers are exact fractions as text."""

    chances: dict[str, str]
    """Chances by their names; `hit`, `critical` and `win` mean the same in every system."""
    parts: dict[str, str]
    """Expected gains, the opponents' losses minus one's own, by what is lost."""
    value: str | None
    """What the parts come to in one unit; null where nothing is worked out."""
    share: str | None
    """How often a secret choice is to be made, where the best is to choose by chance."""
    best: bool
    """Whether no other choice beats it."""
    exact: bool
    """Whether no number is rounded or estimated."""
    then: NextStep | None
    """What the value counts on afterwards."""
    note: str
    """What the numbers do not say."""
    win: WinAdvice | None
    """The chance to win; null where nobody has worked it out, or where it must not be known."""


# Steps and entries


@open_ended
class Event(TypedDict):
    """What happened, with the fields that its kind declares."""

    kind: str
    """The word of its kind."""
    clause: str
    """The clause that it follows; empty where none is cited."""


class Step(Data):
    """What moved the battle on."""

    kind: StepWord
    """A choice, a roll of the stream, typed dice, or a game master's edit or amendment."""
    side: str | None
    """The side that chose or rolled."""
    choice: NotRequired[str | None]
    """Of a choice: its line of text; null where the reader may not know it yet."""
    edit: NotRequired[str | None]
    """Of an edit: its line of text."""
    amend: NotRequired[str | None]
    """Of an amendment: its line of text; null where the reader may not know it yet."""
    faces: NotRequired[list[int]]
    """Of a roll: the faces of its dice."""
    events: list[Event]
    """What followed."""


class Sentence(Data):
    """A sentence about an event, or about several of one kind that follow each other."""

    text: str
    """The sentence."""
    clause: str
    """The clause of the event."""
    kind: str
    """The kind of the event."""


class Die(Data):
    """A die that was rolled."""

    face: int
    """The number that it shows."""
    of: Reference | None
    """The combatant whose it is."""
    side: str | None
    """The side whose it is."""
    counted: CountedWord
    """What it counted for."""


class Roll(Data):
    """What a roll meant."""

    dice: list[Die]
    """The dice, in the order in which they were rolled."""
    total: int | None
    """The sum with its bonus, where dice are added up."""
    bonus: int
    """What is added to the dice."""
    needed: int | None
    """What the total, or each die, had to reach; null where there is none, or where the reader may not know it."""
    or_less: bool
    """Whether `needed` is the most instead of the least."""
    outcome: str
    """What came of it, as a word: `hit`, `passed`."""
    good: bool | None
    """Whether it went well for the roller; null for neither."""
    reading: str
    """The numbers for people: `14, needed 12`."""
    verdict: str
    """The outcome for people: `Hit`."""
    kind: str
    """What was rolled for: the word of the step."""
    sides: int
    """The sides of each die."""


@described
class StepText(Step):
    """A step with its sentences."""

    move: str
    """The line of a replay."""
    sentence: str
    """The choice; empty where nobody chose."""
    sentences: list[Sentence]
    """What followed."""
    roll: NotRequired[Roll]
    """Where dice were rolled: what they meant."""


class Entry(Data):
    """Something that anybody did in a match: a step, or what passed between the seats."""

    number: int
    """Entries are numbered from 0."""
    kind: EntryWord
    """The kind of its step, or what passed: `claim` are faces to be confirmed, `part` a seat's own of a roll (none: the
    server rolls); `suggest` is what a player suggests to the game master, `accept` and `reject` the answer."""
    seat: str | None
    """Who did it; null for dice of the stream."""
    side: NotRequired[str | None]
    """Of a step: the side that chose or rolled."""
    choice: NotRequired[str | None]
    """Of a choice: its line of text; null where the reader may not know it yet."""
    edit: NotRequired[str | None]
    """Of an edit: its line of text."""
    amend: NotRequired[str | None]
    """Of an amendment: its line of text; null where the reader may not know it yet."""
    faces: NotRequired[list[int]]
    """Of a roll: the faces of its dice."""
    events: NotRequired[list[Event]]
    """Of a step: what followed."""
    secret: NotRequired[bool]
    """Of a step: whether what was chosen is left out, because the reader may not know it yet."""
    to: NotRequired[int]
    """Without a step: the number that an undo goes back to, of the epoch, or of the suggestion that is answered."""
    of: NotRequired[str]
    """The seat that is handed on."""
    what: NotRequired[str]
    """To whom a seat goes (`computer`, `master`), who has won at the game master's `end`, or who rolls for a seat."""
    text: NotRequired[str]
    """Of a suggestion, or its answer: the words, if any."""
    line: NotRequired[str]
    """Of a suggestion: the edit that is suggested, as it is typed, if any; of its answer: the one made instead."""


class Status(Data):
    """The state of the table as people read it: a table of texts."""

    headings: list[str]
    """The headings of the columns."""
    rows: list[list[str]]
    """The texts, row by row."""


class Played(Data):
    """What a battle is played by."""

    system: str
    """The rulebook."""
    ruleset: int
    """The number of its rules as they are carried out."""


@described
class Observation(Played, Offers):
    """A match as a seat may know it. The offers are those of the side that chooses, for every reader."""

    seat: str
    """Who looks."""
    number: int
    """That of the next entry: ask for the news since it next time."""
    node: Node
    """What the battle waits for."""
    status: Status
    """The state of the table for people."""
    battle: dict[str, Any]
    """The record, all numbers by their names, without the dice and without the secrets of others."""
    position: str
    """The fingerprint of the position."""
    news: list[Entry]
    """The entries since the number that was asked for."""


class Winner(Data):
    """Who has won, in short."""

    winner: str | None
    """The side that has won, or `draw`."""
    sentence: str
    """The result for people."""


class Result(Data):
    """How a battle ended."""

    winner: str
    """The side that has won, or `draw`."""
    sentence: str
    """The result for people."""
    why: str
    """The kind of the event that ended it, empty where a system has none; or `resign`, `timeout`, `agreement`, or
    `master`."""
    clause: str
    """The clause of that event."""
    because: str
    """That event as a sentence."""
    seat: str | None
    """Who gave up, whose time ran out, or which game master ended it."""


class Story(Data):
    """A battle as everybody may know it."""

    opening: list[Sentence]
    """What happened before the first step."""
    opening_events: list[Event]
    """The same as events."""
    moves: list[StepText]
    """The steps with their sentences."""


class SeatSummary(Data):
    """A seat of a match."""

    name: str
    """What the seat is called."""
    side: str | None
    """The side that it leads, or a part of it; null for a game master apart."""
    player: str
    """Who plays there: `person`, `remote`, a bot, or `master`, the game master."""
    master: bool
    """Whether it is a game master's."""
    taken_back: int
    """How many of its undos needed consent."""


@open_ended
class Summary(Played):
    """What a match has come to. A system adds keys of its own."""

    over: bool
    """Whether it is over."""
    result: Result | None
    """How it ended."""
    number: int
    """The number of the next entry."""
    steps: int
    """How many steps of the battle stand."""
    seats: list[SeatSummary]
    """The seats."""
    position: str
    """The fingerprint of the position."""
