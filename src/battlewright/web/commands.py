"""The commands of seats: what may be sent while a match runs."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import Field, StringConstraints

from battlewright.web.requests import (
    AnEntry,
    DiceWord,
    EntryNumber,
    Line,
    MessageId,
    Request,
    Seat,
    Words,
    with_example,
)


class Command(Request):
    """A command of a seat."""

    number: EntryNumber = None
    """The entry number that you have seen: the command is refused if the match has moved on."""
    key: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = None
    """Idempotency key: a command sent again with the same key counts once."""
    id: MessageId = None
    """Over the socket: an id that the answer repeats."""


class Choose(Command):
    """Make a choice, given as text."""

    model_config = with_example(kind="choose", choice="shoot whom=5", number=12)

    kind: Literal["choose"]
    """The kind of this command."""
    choice: Line
    """The choice as text, as in an offer."""


class Say(Command):
    """A choice, or a game master's edit, as a person types it in the terminal."""

    model_config = with_example(kind="say", text="move 10 11")

    kind: Literal["say"]
    """The kind of this command."""
    text: Line
    """The typed text."""


class Faces(Command):
    """Faces of physical dice: your own of the roll."""

    model_config = with_example(kind="faces", faces=[4, 6, 1])

    kind: Literal["faces"]
    """The kind of this command."""
    faces: Annotated[list[Annotated[int, Field(ge=0, le=10_000)]], Field(max_length=256)]
    """The faces, in the order of the dice."""


class SetDice(Command):
    """Say who rolls your dice from now on."""

    model_config = with_example(kind="dice", term="either")

    kind: Literal["dice"]
    """The kind of this command."""
    term: DiceWord
    """The server, you yourself (`physical`), or as you say at each roll (`either`): `faces` or `roll`."""


class ChangeRoll(Command):
    """Put other faces in the place of a roll, as a game master: everything from it on is taken back."""

    model_config = with_example(kind="change-roll", to=8, faces=[4, 6])

    kind: Literal["change-roll"]
    """The kind of this command."""
    to: Annotated[int, Field(ge=0, lt=2**31)]
    """The number of the roll's entry."""
    faces: Annotated[list[Annotated[int, Field(ge=0, le=10_000)]], Field(max_length=256)]
    """The faces, in the order of the dice."""


class EditNumber(Command):
    """A game master's edit, given as text."""

    model_config = with_example(kind="edit", edit="health who=0 value=5")

    kind: Literal["edit"]
    """The kind of this command."""
    edit: Line
    """The edit as text, in replay notation."""


class AmendSetup(Command):
    """A game master's amendment of the set-up, as data."""

    model_config = with_example(kind="amend", amendment={"kind": "arrive", "side": "b", "sheet": "ruffian"})

    kind: Literal["amend"]
    """The kind of this command."""
    amendment: dict[str, Any]
    """The amendment, by the model of the system: a whole sheet may be in it."""


class Undo(Command):
    """Undo the seat's last step, or everything from an entry on."""

    model_config = with_example(kind="undo", to=8)

    kind: Literal["undo"]
    """The kind of this command."""
    to: EntryNumber = None
    """The number of the first entry to take back. Default: the seat's last step."""


class Suggest(Command):
    """Suggest something to the game master: in words, as an edit, or both. Others play on meanwhile."""

    model_config = with_example(kind="suggest", text="I stand in the fog", line="mod a1 dodge +5 fog for 3")

    kind: Literal["suggest"]
    """The kind of this command."""
    text: Words = ""
    """The words."""
    line: Words = ""
    """The edit, as a game master types it."""


class Accept(Command):
    """Accept a suggestion, as the game master: its edit is carried out, or another one that is given here."""

    model_config = with_example(kind="accept", suggestion=14, line="mod a1 dodge +2 fog for 3")

    kind: Literal["accept"]
    """The kind of this command."""
    suggestion: AnEntry
    """The number of its entry."""
    line: Words = ""
    """The edit to make instead, as a game master types it."""
    text: Words = ""
    """A word about it."""


class Decline(Command):
    """Decline another seat's request, or withdraw one's own; or a suggestion to the game master."""

    model_config = with_example(kind="decline", suggestion=14, text="There is no fog here")

    kind: Literal["decline"]
    """The kind of this command."""
    suggestion: EntryNumber = None
    """The number of the entry of a suggestion. Default: the request of a seat is meant."""
    text: Words = ""
    """A word about a suggestion."""


class SimpleCommand(Command):
    """A command without arguments: give up, offer a draw, agree, return to a seat that was handed on, or
    leave your dice of a roll to the server."""

    model_config = with_example(kind="resign")

    kind: Literal["resign", "offer-draw", "agree", "return", "roll"]
    """The kind of this command. `resign` leaves the match where others play on."""


NewPlayer = Literal["computer", "master"]


class Leave(Command):
    """Leave a table of several people."""

    model_config = with_example(kind="leave", to="master")

    kind: Literal["leave"]
    """The kind of this command."""
    to: NewPlayer = "computer"
    """Who plays on at the seat: the computer, or the game master."""


class HandOn(Command):
    """Hand a seat on, as its table's game master."""

    model_config = with_example(kind="hand", seat="Ann", to="master")

    kind: Literal["hand"]
    """The kind of this command."""
    seat: Seat
    """The seat."""
    to: NewPlayer
    """Who plays on there: the computer, or the game master. An invitation of the seat brings a person to it."""


class End(Command):
    """End the battle, as its game master."""

    model_config = with_example(kind="end", winner="a")

    kind: Literal["end"]
    """The kind of this command."""
    winner: Literal["a", "b", "draw"] = "draw"
    """The side that has won; `draw`: nobody."""


AnyCommand = Annotated[
    Choose | Say | Faces | SetDice | ChangeRoll | EditNumber | AmendSetup | Undo | Leave | HandOn | End
    | Suggest | Accept | Decline | SimpleCommand,
    Field(discriminator="kind"),
]  # fmt: skip
COMMAND_KINDS = frozenset(
    kind for command in Command.__subclasses__() for kind in get_args(command.model_fields["kind"].annotation)
)
"""The kinds of commands."""
