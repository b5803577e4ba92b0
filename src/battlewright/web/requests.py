"""The models of requests, which validate and describe them; and the set-ups that they ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal
from unicodedata import bidirectional, category

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from battlewright.answers.advice import AdviceTerm
from battlewright.answers.parameters import Parameter, parameters_of
from battlewright.contract.system import System
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.rulebook import Prepared
from battlewright.engine.seat_files import SeatSetups, with_master
from battlewright.web.seating import with_seats

SYSTEM = "SYSTEM"
"""The placeholder for the default system in examples."""

Seat = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Players = dict[Seat, Annotated[str, StringConstraints(max_length=100)]]
Name = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True)]
MessageId = Annotated[str, StringConstraints(max_length=64)] | Annotated[int, Field(strict=True)] | None
AnEntry = Annotated[int, Field(ge=0, lt=2**31)]
EntryNumber = AnEntry | None
Line = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Title = Annotated[str, StringConstraints(max_length=100, strip_whitespace=True)]
Names = Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=16)]
Files = Annotated[dict[str, str], Field(max_length=16)]

NOT_IN_LINES = ("Cc", "Zl", "Zp")
"""The kinds of characters that no line of text has: control characters and line breaks."""
STEERS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""Characters that turn the direction of the text around them."""
DEEPEST = 64
"""How deep lists and objects may be nested."""
APART: Final = "apart"
"""A game master's seat that leads no side."""


def is_plain(text: str) -> bool:
    """Whether a text is one line without control characters."""
    return not any(category(each) in NOT_IN_LINES or bidirectional(each) in STEERS for each in text)


def _plain(text: str) -> str:
    if not is_plain(text):
        raise ValueError("this is plain text, without control characters")
    return text


Words = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True), AfterValidator(_plain)]
"""A short line of plain text, perhaps empty."""


class Request(BaseModel):
    """The base of all requests. It refuses unknown fields, deep nesting, and texts that not every database can store:
    those with the character NUL or an unpaired surrogate."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _check_data(cls, data: Any) -> Any:
        size_of(data)
        return data

    @property
    def size(self) -> int:
        """The number of characters in its texts, plus the number of its other values."""
        return size_of(dict(self))


def size_of(data: Any) -> int:
    """Return the number of characters in the texts of some data, plus the number of its other values. Raises ValueError
    where it is nested too deep, or where a text cannot be stored."""
    size, waiting = 0, [(data, 0)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, str):
            size += len(each)
            _check_text(each)
        elif isinstance(each, dict | list):
            size += 1
            if depth > DEEPEST:
                raise ValueError(f"lists and objects may be nested at most {DEEPEST} deep")
            parts = each if isinstance(each, list) else (part for pair in each.items() for part in pair)
            waiting.extend((part, depth + 1) for part in parts)
        else:
            size += 1
    return size


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ValueError("a text contains the character NUL")
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("a text contains an unpaired surrogate, which UTF-8 cannot encode") from None


def with_example(**example: Any) -> ConfigDict:
    """Return what gives a request an example in the description."""
    return ConfigDict(json_schema_extra={"examples": [example]})


DiceWord = Literal["server", "physical", "either"]
"""Who rolls the dice of a seat: the server, its person, or either, as its person says at each roll."""


class Sitting(Request):
    """Who takes a seat."""

    name: Name = ""
    """Your name."""
    value: Annotated[str, StringConstraints(max_length=64)] = ""
    """Your value for the dice: any text."""


class Opening(Sitting):
    """Who opens a match."""

    commitment: Annotated[str | None, StringConstraints(max_length=64)] = None
    """The hash that you got from `/api/commitments` before you chose your value."""


class SharedOpening(Opening):
    """Who opens a match, perhaps with others at the same device."""

    beside: Annotated[dict[Seat, Name], Field(max_length=16)] = {}
    """Seats that others take at your device, beside you, with their names: your browser gets the tokens of these seats
    too."""


class Rematch(Opening):
    """Play the same battle again, with sides swapped."""


class NextBattle(Opening):
    """The next battle of those who go on from a match; without names, the one that follows in its file."""

    model_config = with_example(names=["the-barrow"], options={"rest": "breather"}, name="Ann")

    names: Names = []
    """What the next battle is named by: an encounter, by its shipped name, or that of `files`."""
    options: dict[str, Any] = {}
    """Options of its set-up, by their names."""
    files: Annotated[dict[str, str], Field(max_length=15)] = {}
    """Your own files: name to text. Those who go on are one more."""


class NewMatch(SharedOpening):
    """A new match. The set-up is the system's default, or given by names and options (as for ``battlewright play``),
    with files of your own if needed; or a complete set-up, as in a replay."""

    model_config = with_example(system=SYSTEM, players={"b": "easy"}, name="Ann")

    system: Annotated[str, Field(max_length=64, examples=[SYSTEM])]
    """The rulebook."""
    names: Names = []
    """Rosters, forces, an encounter: by their shipped names, or those of `files`."""
    options: dict[str, Any] = {}
    """Options of the set-up, by their names: table, scenario, edition …"""
    files: Files = {}
    """Your own files: name (ending in .toml or .json, or in .txt for a plain list) to text."""
    setup: dict[str, Any] | None = None
    """A complete set-up, instead of names and options."""
    brings: Seat | None = None
    """The seat whose player brings a roster, a force, when taking it: `names` has yours alone, and nobody is shown
    either before both have chosen."""
    players: Players = {}
    """Who plays at each seat: person, remote (a bot that connects), a level (easy), or another bot of the server."""
    seats: SeatSetups = ()
    """The people's seats, where several share a side or a game master sits at the table, instead of those of the
    set-up. `leads` may name combatants too; a seat plays for their side unless it has another `side`."""
    master: Literal["a", "b", "apart"] | None = None
    """A game master's seat: the side that it leads, or `apart` for none. Default: as in the set-up."""
    seat: Seat | None = None
    """The seat that you take. Default: the first person's."""
    watch: bool = False
    """Take no seat."""
    dice: Literal["server", "physical"] = "server"
    """Who rolls for all people: the server, or they themselves, who type the faces. For bots the server rolls, or the
    game master who rolls dice."""
    dice_of: Annotated[dict[Seat, DiceWord], Field(max_length=16)] = {}
    """Who rolls for single seats. Where it names any, where people type dice, and where several share a side, each
    seat types its own dice alone, and its person may change who rolls them."""
    consent: bool | None = None
    """Whether dice that are typed count once the people of the other sides, or the game master, have confirmed them.
    Default: only where no person is the game master."""
    seconds: Annotated[int | None, Field(ge=5, le=30 * 24 * 3600)] = None
    """Time for each decision."""
    advice: AdviceTerm | None = None
    """What people are told before they choose, at all seats alike: nothing, the odds of what a choice begins, or also
    what it loses of the chance to win. Default: the odds between people, everything against the computer."""
    seed: Annotated[int | None, Field(ge=0, lt=2**63)] = None
    """For experiments: dice that anyone can predict. Invited players are warned (`dice.chosen`)."""
    public: bool = False
    """Whether it is listed publicly."""
    title: Title = ""
    """Its title."""


class WhatIf(SharedOpening):
    """A new match that resumes from a finished one, after a number of its steps."""

    model_config = with_example(steps=12, players={"b": "medium"}, seat="a")

    steps: Annotated[int, Field(ge=0, lt=2**31)]
    """The number of steps to keep of the finished match."""
    choice: Line | None = None
    """A choice to make there first, as text: the better one of a report, for instance. It must be allowed there."""
    players: Players = {}
    """Who plays at each seat, as for a new match."""
    seat: Seat | None = None
    """The seat that you take."""


class TakeSeat(Sitting):
    """Take the seat of an invitation."""

    model_config = with_example(invitation="AbCdEf", name="Ben", value="any text")

    invitation: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    """The secret of the invitation."""
    dice: DiceWord | None = None
    """Who rolls your dice, where the match lets each seat choose. Default: as whoever began the match said."""
    names: Names = []
    """Where the seat `brings` something, one name: of a shipped roster or force, or that of your file."""
    files: Files = {}
    """Your file: name (ending in .toml or .json) to text."""


class WriteChat(Request):
    """A line to the other people of a match."""

    model_config = with_example(text="Good luck")

    text: Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
    """The line: plain text, without control characters."""

    @field_validator("text")
    @classmethod
    def _check_plain(cls, text: str) -> str:
        if not is_plain(text):
            raise ValueError("a line of chat is plain text, without control characters")
        if not any(each.isprintable() and not each.isspace() for each in text):
            raise ValueError("a line of chat needs something that can be read")
        return text


class CheckFile(Request):
    """A file to check: its text, or its data."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=100)] = "yours.toml"
    """Its name, for messages."""
    text: str | None = None
    """The text; the name then ends in .toml or .json, or in .txt for a plain list."""
    file: dict[str, Any] | None = None
    """Or its data."""
    edition: Annotated[str, StringConstraints(max_length=8)] = ""
    """The letters of the clauses to cite, such as S1."""

    @model_validator(mode="after")
    def _one_of_both(self) -> CheckFile:
        if (self.text is None) == (self.file is None):
            raise ValueError("send either text or file")
        return self


class NamedFile(Request):
    """A file of any kind."""

    model_config = with_example(name="yours.toml", text='name = "Mine"')

    name: Annotated[str, StringConstraints(min_length=1, max_length=100)] = "yours.toml"
    """Its name, which ends in .toml or .json, or in .txt for a plain list."""
    text: str
    """Its text."""


class SaveThing(Request):
    """A file for a library."""

    model_config = with_example(system=SYSTEM, kind="rosters", name="Ours", file={"name": "Ours"}, changed=1)

    system: Annotated[str, Field(max_length=64, examples=[SYSTEM])]
    """The rulebook."""
    kind: Annotated[str, StringConstraints(max_length=64)]
    """The kind of file: rosters, sheets …"""
    name: Title = ""
    """What you call it."""
    file: dict[str, Any]
    """Its data, as that of a shipped file."""
    changed: Annotated[int, Field(ge=0, lt=2**53)]
    """When you changed it, in milliseconds; of two versions the newer one stays."""


class Copy(Request):
    """Ask for what a copying link is for."""

    model_config = with_example(secret="AbCdEf")

    secret: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    """The secret of the link."""


class AskOdds(Request):
    """The arguments of a question, as data or as typed on the command line, and your own files that they name."""

    arguments: Annotated[dict[str, Any], Field(max_length=32)] = {}
    """By their names; `/api/odds` lists those of each question."""
    files: Annotated[dict[str, str], Field(max_length=4)] = {}
    """Name to text."""


class Upload(Request):
    """A replay."""

    replay: str
    """The text of the file."""
    public: bool = False
    """Whether it is listed publicly."""
    title: Title = ""
    """Its title."""


class Preview(Request):
    """A set-up to preview: by names and options, as for a new match."""

    names: Names = []
    """Rosters, forces, an encounter: by their shipped names, or those of `files`."""
    options: dict[str, Any] = {}
    """Options of the set-up, by their names."""
    files: Files = {}
    """Your own files: name to text."""


class Estimate(Preview):
    """A set-up to fight some battles of; or several, each with one more name."""

    model_config = with_example(names=["red-hall"], against=["gable-foxes", "lantern-company"], key="builder")

    against: Names = []
    """Opponents: each in turn is added to `names`."""
    key: Annotated[str, StringConstraints(max_length=64)] = ""
    """Who asks: any text, your own among those at your address. Your next request ends this one."""


class Draft(Preview):
    """A battle for the form of a new one."""

    system: Annotated[str, Field(max_length=64)]
    """The rulebook."""


# Set-ups


def prepare(load: Callable[[str], System], asked: NewMatch) -> Prepared:
    """Return the set-up that was asked for: by names and options, or complete. No file of the server is read."""
    system = load(asked.system)
    if asked.setup is None:
        with source.given(asked.files):
            prepared = system.setup.read(**parameters_of(system.setup.read).read(_given(system, asked)))
    elif asked.names or asked.options or asked.files:
        raise BattlewrightError("A complete set-up cannot be combined with names, options or files.")
    else:
        prepared = Prepared(source.check(source.Source("setup", "", asked.setup, {}), system.setup.model))
    if asked.seats:
        prepared = prepared._replace(setup=with_seats(system, prepared.setup, asked.seats))
    if asked.master is None:
        return prepared
    return prepared._replace(setup=with_master(prepared.setup, None if asked.master == APART else asked.master))


def named_by(system: System) -> Parameter | None:
    """Return what the set-ups of a system are named by: two rosters, an encounter."""
    return next((each for each in parameters_of(system.setup.read).values() if each.form.positional), None)


def _given(system: System, asked: NewMatch) -> dict[str, Any]:
    """Return the options that were sent, and the names as what the system's set-ups are named by."""
    if not asked.names:
        return asked.options
    named = named_by(system)
    if named is None:
        raise BattlewrightError(f"{system.title} takes no names; send options instead.")
    if not named.is_several and len(asked.names) > 1:
        raise BattlewrightError(f"Only one name is allowed: {named.help}")
    return {**asked.options, named.name: asked.names if named.is_several else asked.names[0]}
