"""What a server answers, as types: they are its description, and mypy holds the server to them.

Answers are described, not validated on their way out. What is told of battles in files and commands too has its types
in ``engine.data_types``; what is asked of a server is in ``web.requests``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from battlewright.engine import data_types as types
from battlewright.engine.data_types import described, open_ended
from battlewright.web.system_models import SystemPages

MessageId = str | int | None
State = Literal["waiting", "running", "over"]


# Refusals


@described
class FieldFault(TypedDict):
    """What is wrong with one field."""

    field: str
    """The field, as a path with dots; empty where it is about the whole."""
    message: str
    """What is wrong with it."""
    line: int
    """The line of the file; 0 where there is none."""


@described
class Problem(TypedDict):
    """What a server refuses, and why. The text is the same that the command line prints."""

    error: str
    """The whole text, with the clause and all faults."""
    sentence: str
    """The sentence alone."""
    clause: str
    """The clause of the rulebook that refuses it; empty where it is no rule that does."""
    faults: list[FieldFault]
    """What is wrong with a file or a request, field by field."""
    more_faults: int
    """How many faults are left out."""


# The server


@described
class Health(TypedDict):
    """That a server lives."""

    status: Literal["ready", "warming"]
    """Whether it takes matches, or still prepares its rules."""
    version: str
    """The version of Battlewright."""
    interface: int
    """The number of what it sends and takes."""
    pages: str
    """The edition of its pages."""
    worker: NotRequired[str]
    """Of several workers, the one that answers."""


@described
class Readiness(TypedDict):
    """Whether a server takes matches."""

    status: Literal["ready", "warming"]
    """`warming` while it prepares its rules."""


# Matches


@described
class ListedMatch(TypedDict):
    """A match in a list. Times are milliseconds since 1970."""

    id: str
    """What it goes by."""
    system: str
    """The rulebook."""
    status: State
    """Whether it waits for players, runs, or is over."""
    title: str
    """What it is called."""
    number: int
    """The number of the next entry."""
    result: types.Winner | None
    """Who has won."""
    created: int
    """When it was begun."""
    changed: int
    """When it was last changed."""


@described
class MatchList(TypedDict):
    """Public matches."""

    matches: list[ListedMatch]
    """The last changed first."""


@described
class Commitment(TypedDict):
    """A promise about dice."""

    commitment: str
    """The hash of a secret that the server has chosen."""


@described
class OpenedMatch(TypedDict):
    """What somebody gets who has begun a match or taken a seat."""

    match: str
    """The match: `/api/matches/` and this is its address."""
    seat: str | None
    """Your seat; null if you took none."""
    token: str | None
    """What proves that the seat is yours: send it as a bearer. A browser keeps it as a cookie."""
    invitations: dict[str, str]
    """For each seat that waits for somebody: the secret with which it is taken."""
    commitment: str | None
    """The hash of the secret of the dice; null where a seed was given."""


@described
class MatchDice(TypedDict):
    """What may be known of the dice of a match."""

    rolled_by: Literal["server", "physical"]
    """Who rolls."""
    commitment: str | None
    """The hash of the secret."""
    added: list[str]
    """What the seats have added to it."""
    seed: int | None
    """The seed that whoever began the match has given."""
    chosen: bool
    """Whether whoever began the match chose the seed, and so can know every roll."""
    secret: NotRequired[str]
    """The secret, once the match is over."""


@described
class MatchSeat(types.SeatSummary):
    """A seat of a match on a server."""

    called: str
    """What whoever sits there is called."""
    open: bool
    """Whether it waits for somebody."""


@open_ended
class MatchInfo(types.Played):
    """What a match is and has come to, with its seats. A rulebook adds keys of its own, such as `rounds`."""

    match: str
    """What it goes by."""
    title: str
    """What it is called."""
    state: State
    """Whether it waits for players, runs, or is over."""
    you: str
    """The seat of whoever asks; `spectator` without one."""
    public: bool
    """Whether it is listed publicly."""
    origin: str | None
    """The match that it comes from: as a rematch or a "what if"."""
    created: int
    """When it was begun, in milliseconds since 1970."""
    dice: MatchDice
    """What may be known of its dice."""
    seconds: int | None
    """The time for each decision."""
    titles: dict[str, str]
    """What the sides are called."""
    pages: SystemPages | None
    """What the rulebook brings for the pages."""
    over: bool
    """Whether it is over."""
    result: types.Result | None
    """How it ended."""
    number: int
    """The number of the next entry."""
    steps: int
    """How many steps of the battle stand."""
    seats: list[MatchSeat]
    """The seats."""
    position: str
    """The fingerprint of the position."""


@described
class Done(TypedDict):
    """What became of a command."""

    number: int
    """The number of the next entry after it."""
    repeated: bool
    """Whether it had been done before, when it was sent with the same key."""


@described
class CommandDone(Done):
    """What became of a command that came over the socket."""

    id: MessageId
    """The id that the command came with."""


@described
class Request(TypedDict):
    """Something that a seat has asked the others for."""

    kind: Literal["ask", "offer", "claim"]
    """To take something back, to end in a draw, or to confirm typed dice."""
    seat: str
    """Who asks."""
    what: str
    """What for, as part of a sentence."""
    asked: list[str]
    """The seats that have not answered yet."""
    faces: list[int] | None
    """The dice that are to be confirmed."""


@described
class Placed(TypedDict):
    """Where a model is after a step, in thousandths of an inch."""

    who: int
    """The number of the model."""
    x: int
    """From the western edge."""
    y: int
    """From the southern edge."""
    level: int
    """The height."""


@described
class NumberedStep(types.StepText):
    """A step with its sentences, and its number in the log."""

    number: int
    """The number of its entry."""
    places: NotRequired[list[Placed]]
    """The models that it has moved; left out where everything was asked for, from the first entry on."""


@described
class News(types.Played):
    """What has happened in a match since a number, and how it stands, as a seat may know it."""

    kind: Literal["news"]
    """What this message is."""
    match: str
    """The match."""
    seat: str
    """Whose news it is; `spectator` without a seat."""
    since: int
    """The number from which on there is news."""
    number: int
    """That of the next entry: ask for the news since it next time."""
    state: State
    """Whether the match waits for players, runs, or is over."""
    to_act: list[str]
    """The seats that are to act."""
    request: Request | None
    """What a seat has asked the others for."""
    result: types.Result | None
    """How the match ended."""
    due: int | None
    """When time runs out, in milliseconds since 1970."""
    rematch: str | None
    """The match in which it is played again."""
    node: types.Node
    """What the battle waits for."""
    news: list[types.Entry]
    """The entries since the number."""
    offers: NotRequired[list[types.Offer]]
    """Part `offers`: your choices, none where it is not your turn. The part `suggestions` adds those of the guide."""
    left_out: NotRequired[int]
    """Part `offers`: how many legal choices the list leaves out."""
    to_type: NotRequired[list[types.Example]]
    """Part `offers`: the kinds of choices that cannot be listed."""
    brief: NotRequired[list[types.BriefOffer]]
    """Part `brief`: the listed choices by their lines and kinds alone, for programs that need no more."""
    story: NotRequired[list[NumberedStep]]
    """Part `story`: the steps in words."""
    status: NotRequired[types.Status]
    """Part `status`: the state of the table for people."""
    position: NotRequired[str]
    """Part `battle`: the fingerprint of the position."""
    battle: NotRequired[dict[str, Any]]
    """Part `battle`: the record, all numbers by their names, without the secrets of others."""
    scene: NotRequired[dict[str, Any] | None]
    """Part `scene`: the table as pages draw it, as the guide of the rulebook answers `scene`; null without one."""
    done: NotRequired[CommandDone]
    """Over the socket: the answer to the command that has led to this news."""


@described
class DoneMessage(CommandDone):
    """The answer to a command over the socket that has led to no news."""

    kind: Literal["done"]
    """What this message is."""


@described
class RefusedMessage(Problem):
    """What is refused over the socket."""

    kind: Literal["refused"]
    """What this message is."""
    id: MessageId
    """The id that the command came with; null where the connection is refused."""
    status: int
    """The status that it would have over HTTP."""


SocketAnswer = News | DoneMessage | RefusedMessage
"""What a server sends over the socket, by its kind."""


@described
class AdvisedOffer(types.Offer, types.Advice):
    """A choice with what is known of it."""

    text: str
    """The advice in words."""
    marked: bool
    """Whether it has the star of the best."""


@described
class Advised(TypedDict):
    """The choices with advice."""

    number: int
    """The number of the next entry, when it was asked for."""
    explanation: str
    """What the numbers mean."""
    advice: list[AdvisedOffer]
    """The choices, in the order in which people read them."""


@described
class Parsed(TypedDict):
    """What a typed choice would be."""

    number: int
    """The number of the next entry."""
    choice: str
    """The line of text that it travels as."""
    sentence: str
    """The choice as a sentence."""
    described: str
    """What it would take."""
    refused: Problem | None
    """Why it is refused."""


@described
class Moments(TypedDict):
    """The steps of a finished match."""

    match: str
    """The match."""
    steps: int
    """How many steps it has."""
    story: list[NumberedStep]
    """The steps in words."""


@described
class MatchMoment(TypedDict):
    """A finished match as it was after some steps."""

    at: int
    """How many steps had been made."""
    steps: int
    """How many there are."""
    node: types.Node
    """What it waited for."""
    status: types.Status
    """The state of the table for people."""
    scene: dict[str, Any] | None
    """The table as pages draw it, as the guide of the rulebook answers `scene`; null where there is none."""


@described
class UploadedReplay(TypedDict):
    """A replay that is kept as a finished match."""

    match: str
    """The match."""
    title: str
    """What it is called."""
    result: types.Result | None
    """How it ended."""
