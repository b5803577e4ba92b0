"""What may be sent to a server, as models: they check it, and they are its description."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

SYSTEM = "SYSTEM"
"""What stands for the default system in examples of the description."""
REMOTE = "remote"
"""The player at a seat for which a bot connects."""

Seat = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True)]
Value = Annotated[str, StringConstraints(max_length=64)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Commitment = Annotated[
    str | None,
    StringConstraints(max_length=64),
    Field(description="The hash that you got from `/api/commitments` before you chose your value."),
]
MessageId = Annotated[str, StringConstraints(max_length=64)] | Annotated[int, Field(strict=True)] | None
Line = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Title = Annotated[str, StringConstraints(max_length=100, strip_whitespace=True)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100)]


DEEPEST = 64
"""How deep lists and objects may stand within each other."""


class Request(BaseModel):
    """What is sent has no unknown fields, is not nested too deep, and has no text that not every database keeps: with
    the character NUL, or with half of a character."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _check_data(cls, data: Any) -> Any:
        size_of(data)
        return data

    @property
    def size(self) -> int:
        """How many letters all its texts have, and how many other values there are."""
        return size_of(dict(self))


def size_of(data: Any) -> int:
    """Return how many letters the texts of some data have, and how many other values there are; raise ValueError where
    it is nested too deep, or where a text cannot be kept."""
    size, waiting = 0, [(data, 0)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, str):
            size += len(each)
            _check_text(each)
        elif isinstance(each, dict | list):
            size += 1
            if depth > DEEPEST:
                raise ValueError(f"lists and objects may stand at most {DEEPEST} deep within each other")
            parts = each if isinstance(each, list) else (part for pair in each.items() for part in pair)
            waiting.extend((part, depth + 1) for part in parts)
        else:
            size += 1
    return size


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ValueError("a text has the character NUL")
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("a text has half of a character, which UTF-8 cannot hold") from None


def _with_example(**example: Any) -> ConfigDict:
    """Return what gives a request an example in the description."""
    return ConfigDict(json_schema_extra={"examples": [example]})


class NewMatch(Request):
    """A new match. The set-up is the system's usual one, or one by names and options (as ``battlewright play`` takes
    them), perhaps with files of one's own; or a whole set-up, as replays have it."""

    model_config = _with_example(system=SYSTEM, players={"b": "greedy"}, name="Ann")

    system: Annotated[str, Field(max_length=64, description="The rulebook.", examples=[SYSTEM])]
    names: Annotated[
        list[Annotated[str, StringConstraints(max_length=200)]],
        Field(max_length=16, description="Rosters, forces, an encounter: by their shipped names, or those of `files`."),
    ] = []
    options: Annotated[
        dict[str, Any], Field(description="Options of the set-up, by their names: table, scenario, edition …")
    ] = {}
    files: Annotated[
        dict[str, str], Field(max_length=16, description="Files of one's own: name (ending in .toml or .json) to text.")
    ] = {}
    setup: Annotated[dict[str, Any] | None, Field(description="A whole set-up; then without names and options.")] = None
    players: Annotated[
        dict[Seat, Annotated[str, StringConstraints(max_length=100)]],
        Field(description="Who plays at each seat: person, remote (a bot that connects), or a bot of the server."),
    ] = {}
    master: Annotated[
        Literal["a", "b", "apart"] | None,
        Field(description="A game master's seat: the side that it leads, or apart from both. Default: the set-up's."),
    ] = None
    seat: Annotated[Seat | None, Field(description="The seat that you take. Default: the first person's.")] = None
    watch: Annotated[bool, Field(description="Take no seat.")] = False
    name: Annotated[Name, Field(description="What you are called.")] = ""
    value: Annotated[Value, Field(description="What you add to the dice: any text.")] = ""
    commitment: Commitment = None
    dice: Annotated[
        Literal["server", "physical"],
        Field(description="Who rolls: the server, or people, who type their faces; for bots the server rolls."),
    ] = "server"
    seconds: Annotated[int | None, Field(ge=5, le=30 * 24 * 3600, description="Time for each decision.")] = None
    seed: Annotated[
        int | None,
        Field(
            ge=0,
            lt=2**63,
            description="For experiments: dice that everybody can know. Whoever is invited is told so (`dice.chosen`).",
        ),
    ] = None
    public: Annotated[bool, Field(description="Whether it is listed for everybody.")] = False
    title: Title = ""
    """What it is called."""


class TakeSeat(Request):
    """Taking a seat that one was invited to."""

    model_config = _with_example(invitation="AbCdEf", name="Ben", value="any text")

    invitation: Secret
    """The secret of the invitation."""
    name: Name = ""
    """What you are called."""
    value: Value = ""
    """What you add to the dice: any text."""


class Command(Request):
    """Something that a seat does."""

    number: Annotated[
        int | None,
        Field(ge=0, lt=2**31, description="The number that you have seen: if the match has moved on, nothing is done."),
    ] = None
    key: Annotated[Key | None, Field(description="Sent again with the same key, it counts once.")] = None
    id: Annotated[MessageId, Field(description="Over the socket: what the answer is to come back with.")] = None


class Choose(Command):
    """A choice, as its line."""

    model_config = _with_example(kind="choose", choice="shoot whom=5", number=12)

    kind: Literal["choose"]
    """What this command is."""
    choice: Line
    """The line of the choice, as an offer has it."""


class Say(Command):
    """A choice in the game's own words, or a game master's edit, as one types it in the terminal."""

    model_config = _with_example(kind="say", text="move 10 11")

    kind: Literal["say"]
    """What this command is."""
    text: Line
    """What one would type."""


class Faces(Command):
    """Faces of physical dice."""

    model_config = _with_example(kind="faces", faces=[4, 6, 1])

    kind: Literal["faces"]
    """What this command is."""
    faces: Annotated[list[Annotated[int, Field(ge=0, le=10_000)]], Field(max_length=256)]
    """The faces, in the order of the dice."""


class EditNumber(Command):
    """A game master's edit, as its line."""

    model_config = _with_example(kind="edit", edit="health who=0 value=5")

    kind: Literal["edit"]
    """What this command is."""
    edit: Line
    """The line of the edit, as replays write it."""


class Undo(Command):
    """Take back the seat's last step, or all from an entry on."""

    model_config = _with_example(kind="undo", to=8)

    kind: Literal["undo"]
    """What this command is."""
    to: Annotated[int | None, Field(ge=0, lt=2**31)] = None
    """The number of the first entry to take back. Default: the seat's last step."""


class SimpleCommand(Command):
    """What needs no more words: giving up, offering a draw, and the answers to a request."""

    model_config = _with_example(kind="resign")

    kind: Literal["resign", "offer-draw", "agree", "decline"]
    """What this command is."""


AnyCommand = Annotated[Choose | Say | Faces | EditNumber | Undo | SimpleCommand, Field(discriminator="kind")]
COMMAND_KINDS = frozenset(
    kind for command in Command.__subclasses__() for kind in get_args(command.model_fields["kind"].annotation)
)
"""The kinds of commands."""


class WhatIf(Request):
    """A new match from a moment of another: after so many of its steps."""

    model_config = _with_example(steps=12, players={"b": "greedy"}, seat="a")

    steps: Annotated[int, Field(ge=0, lt=2**31)]
    """How many steps of the other match stand."""
    players: dict[Seat, Annotated[str, StringConstraints(max_length=100)]] = {}
    """Who plays at each seat, as of a new match."""
    seat: Seat | None = None
    """The seat that you take."""
    name: Name = ""
    """What you are called."""
    value: Value = ""
    """What you add to the dice: any text."""
    commitment: Commitment = None


class Rematch(Request):
    """Playing the same battle again, with sides swapped."""

    name: Name = ""
    """What you are called."""
    value: Value = ""
    """What you add to the dice: any text."""
    commitment: Commitment = None


class CheckFile(Request):
    """A file of one's own: its text, or what is in it."""

    name: Annotated[
        str, StringConstraints(min_length=1, max_length=100), Field(description="Its name, for messages.")
    ] = "yours.toml"
    text: Annotated[str | None, Field(description="The text; the name then ends in .toml or .json.")] = None
    file: Annotated[dict[str, Any] | None, Field(description="Or what is in it, as data.")] = None
    edition: Annotated[
        str, StringConstraints(max_length=8), Field(description="The letters of the clauses to cite, such as S1.")
    ] = ""

    @model_validator(mode="after")
    def _one_of_both(self) -> CheckFile:
        if (self.text is None) == (self.file is None):
            raise ValueError("send either text or file")
        return self


class AskOdds(Request):
    """A question's arguments, as data or as they are typed after its options, and files of one's own that they name."""

    arguments: Annotated[dict[str, Any], Field(max_length=32)] = {}
    """By their names; `/api/odds` lists those of each question."""
    files: Annotated[dict[str, str], Field(max_length=4, description="Name to text.")] = {}


class Upload(Request):
    """A replay."""

    replay: str
    """The text of the file."""
    public: bool = False
    """Whether it is listed for everybody."""
    title: Title = ""
    """What it is called."""


class Preview(Request):
    """A set-up to look at before a match: by names and options, as of a new match."""

    names: Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=16)] = []
    """Rosters, forces, an encounter: by their shipped names, or those of `files`."""
    options: dict[str, Any] = {}
    """Options of the set-up, by their names."""
    files: Annotated[dict[str, str], Field(max_length=16)] = {}
    """Files of one's own: name to text."""
