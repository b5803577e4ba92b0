"""The types of a server's answers: they describe them in the OpenAPI document, and mypy checks the server.

Answers are not validated on their way out. Types that files and commands share are in ``engine.data_types``; the models
of requests are in ``web.requests``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from battlewright.answers.advice import AdviceTerm
from battlewright.engine import data_types as types
from battlewright.engine.data_types import Data, open_ended
from battlewright.play.hidden import Hidden
from battlewright.web.seat_models import ChatLine as ChatLine
from battlewright.web.seat_models import People as People
from battlewright.web.seat_models import Request as Request
from battlewright.web.seat_models import Suggested as Suggested
from battlewright.web.system_models import Brings, SystemPages
from battlewright.web.table_models import AwaitedRoll, MatchDice, MatchSeat

MessageId = str | int | None
State = Literal["waiting", "running", "over"]
PreparationState = Literal["unasked", "waiting", "compiling", "ready", "failed"]


# Refusals


class FieldFault(Data):
    """What is wrong with one field."""

    field: str
    """The field, as a path with dots; empty where it is about the whole."""
    message: str
    """What is wrong with it."""
    line: int
    """The line of the file; 0 where there is none."""


class Problem(Data):
    """An error: what was refused, and why. The text is the same that the command line prints."""

    error: str
    """The whole text, with the clause and all faults."""
    sentence: str
    """The sentence alone."""
    clause: str
    """The clause of the rulebook that refuses it; empty where no rule does."""
    faults: list[FieldFault]
    """What is wrong with a file or a request, field by field."""
    more_faults: int
    """How many faults are left out."""
    changed: NotRequired[int]
    """Where a thing of a library was sent that is older than the one that is kept: when that was changed."""


# The server


class Health(Data):
    """The health of a server."""

    status: Literal["ready", "warming"]
    """Whether it accepts matches, or still prepares its rules."""
    version: str
    """The version of Battlewright."""
    interface: int
    """The version number of the interface."""
    pages: str
    """A hash of its pages."""
    key: NotRequired[str]
    """The public key (Ed25519) with which the server signs the replays of finished matches, in hexadecimal digits."""
    worker: NotRequired[str]
    """The worker that answered, where there are several."""


class Readiness(Data):
    """Whether a server accepts matches."""

    status: Literal["ready", "warming"]
    """`warming` while it prepares its rules."""


class SystemPreparation(Data):
    """How far the rules of a rulebook are compiled. Its matches, previews and odds wait for them."""

    system: str
    """The rulebook."""
    state: PreparationState
    """Whether nobody asked for it yet, it waits for its turn, is being compiled, can be played, or cannot be."""
    done: int
    """How many rules are compiled."""
    rules: int
    """How many there are; 0 before it is known."""
    seconds: int | None
    """The seconds that are left; null as long as nobody knows."""
    error: str
    """Why it cannot be compiled; else empty."""


class Preparations(Data):
    """How far the rules of all rulebooks are compiled."""

    systems: list[SystemPreparation]
    """The rulebooks, in the order in which they are compiled."""


# Matches


class ListedMatch(Data):
    """A match in a list. Times are milliseconds since 1970."""

    id: str
    """Its id."""
    system: str
    """The rulebook."""
    status: State
    """Whether it waits for players, runs, or is over."""
    title: str
    """Its title."""
    number: int
    """The number of the next entry."""
    result: types.Winner | None
    """Who has won."""
    created: int
    """When it was begun."""
    changed: int
    """When it was last changed."""


class MatchList(Data):
    """Public matches, or those that were asked for."""

    matches: list[ListedMatch]
    """The last changed first."""


class Commitment(Data):
    """A commitment to dice."""

    commitment: str
    """The hash of a secret that the server has chosen."""


@open_ended
class MatchInfo(types.Played):
    """A match: its description, seats, state and result. A rulebook adds keys of its own, such as `rounds`."""

    match: str
    """Its id."""
    title: str
    """Its title."""
    state: State
    """Whether it waits for players, runs, or is over."""
    you: str
    """The seat of the request's token; `spectator` without one."""
    held: list[str]
    """The seats of all tokens of the request: several where people share a device."""
    public: bool
    """Whether it is listed publicly."""
    origin: str | None
    """The match that it was made from, as a rematch or a "what if"."""
    created: int
    """When it was begun, in milliseconds since 1970."""
    to_act: list[str]
    """The seats that must act."""
    dice: MatchDice
    """Its dice."""
    seconds: int | None
    """The time for each decision."""
    brings: Brings | None
    """What is still to be brought to it. Until then all that is told of its battle stands for nothing."""
    advice: AdviceTerm
    """What people are told before they choose: nothing, odds, or also the chance to win."""
    takes_suggestions: bool
    """Whether players may suggest to a game master what to change."""
    chat: bool
    """Whether the people at its seats can write to each other."""
    goes_on: str | None
    """The kind of file (parties) of those who may go on to the next battle (`next`); null: each is played by itself."""
    hosted: bool
    """Whether only the game master ends it; the others may leave."""
    unwatched: bool
    """Whether bots alone play, so that it waits while nobody watches it."""
    titles: dict[str, str]
    """The names of the sides."""
    pages: SystemPages | None
    """The page modules of the rulebook."""
    over: bool
    """Whether it is over."""
    result: types.Result | None
    """How it ended."""
    number: int
    """The number of the next entry."""
    steps: int
    """The number of steps of the battle, without undone ones."""
    seats: list[MatchSeat]
    """The seats."""
    position: str
    """The fingerprint of the position."""


class Done(Data):
    """The result of a command."""

    number: int
    """The number of the next entry after it."""
    repeated: bool
    """Whether it was a repetition of an earlier command with the same key."""


class CommandDone(Done):
    """The result of a command over the socket."""

    id: MessageId
    """The id that the command came with."""


class Placed(Data):
    """Where a model is after a step, in thousandths of an inch."""

    who: int
    """The number of the model."""
    x: int
    """From the western edge."""
    y: int
    """From the southern edge."""
    level: int
    """The height."""


class NumberedStep(types.StepText):
    """A step with its sentences, and its number in the log."""

    number: int
    """The number of its entry."""
    places: NotRequired[list[Placed]]
    """The models that it moved; left out of news since entry 0, and of those of many steps."""
    cards: NotRequired[list[dict[str, Any]]]
    """The cards that it changed, as they are then, without sheets; left out as `places` is, and where a rulebook has no
    cards."""


class News(types.Played):
    """The news of a match since an entry number, and its state, as a seat may know them."""

    kind: Literal["news"]
    """The kind of this message."""
    match: str
    """The match."""
    seat: str
    """The seat that the news is for; `spectator` without one."""
    since: int
    """The entry number from which the news starts."""
    number: int
    """The number of the entry after the last of these: ask for the news since it next time."""
    more: bool
    """Whether this is a page of the news, with more to ask for: it then has neither choices nor the state of the
    table."""
    state: State
    """Whether the match waits for players, runs, or is over."""
    to_act: list[str]
    """The seats that must act."""
    hidden: Hidden
    """What people at one screen must not see of each other now: nothing; the choice, which is made in secret; or the
    table too, since seats know different things of it."""
    request: Request | None
    """The open request of a seat to the others."""
    suggested: list[Suggested]
    """What players suggest to the game master, and what has no answer yet."""
    result: types.Result | None
    """How the match ended."""
    due: int | None
    """When time runs out, in milliseconds since 1970."""
    rematch: str | None
    """The id of the rematch."""
    next: str | None
    """The id of the next battle of those who go on from this one."""
    node: types.Node
    """What the battle waits for."""
    roll: AwaitedRoll | None
    """The dice that people roll now; null where none are awaited of them."""
    news: list[types.Entry]
    """The entries since the number, at most a hundred."""
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
    """Over the socket: the answer to the command that led to this news."""


class DoneMessage(CommandDone):
    """The answer to a command over the socket that led to no news."""

    kind: Literal["done"]
    """The kind of this message."""


class RefusedMessage(Problem):
    """An error over the socket."""

    kind: Literal["refused"]
    """The kind of this message."""
    id: MessageId
    """The id that the command came with; null where the connection is refused."""
    status: int
    """The status that it would have over HTTP."""


class PeopleMessage(People):
    """Who is there now, and the new lines of chat; over a socket that asks for them with `people`."""

    kind: Literal["people"]
    """The kind of this message."""


SocketAnswer = News | DoneMessage | RefusedMessage | PeopleMessage
"""What a server sends over the socket, by its kind."""


Look = Literal["odds", "first", "deep"]


class AdvisedOffer(types.Offer, types.Advice):
    """A choice with its advice."""

    text: str
    """The advice in words."""
    marked: bool
    """Whether it has the star: it is best by the chance to win, or where it is secret by its share."""


class Advised(Data):
    """The choices with advice."""

    number: int
    """The number of the next entry, when it was asked for."""
    explanation: str
    """What the numbers mean."""
    advice: list[AdvisedOffer]
    """The choices, in reading order; those that were asked about beside the offers come last."""
    look: Look
    """How far it looks: the odds alone, a first look for the chance to win, or a deeper one."""
    rollouts: int
    """The battles that were played out for the chance to win; 0 where none were."""
    exact: bool
    """Whether the chance to win is exact."""
    shortened: bool
    """Whether the look was cut short, because many ask at once."""


class Parsed(Data):
    """The meaning of a typed choice."""

    number: int
    """The number of the next entry."""
    choice: str
    """The choice as text."""
    sentence: str
    """The choice as a sentence."""
    described: str
    """What it would cost."""
    refused: Problem | None
    """Why it is refused."""


class Moments(Data):
    """The steps of a finished match."""

    match: str
    """The match."""
    steps: int
    """How many steps it has."""
    number: int
    """The number of the entry after these: ask for the steps since it next time."""
    more: bool
    """Whether there are more."""
    story: list[NumberedStep]
    """The steps in words, at most a hundred."""


class FollowingBattle(Data):
    """The battle that follows another one in its file."""

    title: str
    """What it is called."""
    about: str
    """A sentence about it."""


class GoingOn(Data):
    """Those who go on from a finished match, and where they may go."""

    kind: str
    """The kind of the file: parties."""
    file: dict[str, Any]
    """Those who go on as they leave the battle, as a file: a battle may be begun with it, and one may keep it."""
    toml: str
    """The same as TOML."""
    following: FollowingBattle | None
    """The battle that follows in the file of this one, if they have won; null where none does."""
    named: str
    """The option of a set-up by which the next battle is named: the encounter."""
    rests: str
    """The option by which they rest before it; empty: there is none."""


class MatchMoment(Data):
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


class UploadedReplay(Data):
    """An uploaded replay, stored as a finished match."""

    match: str
    """The match."""
    title: str
    """Its title."""
    result: types.Result | None
    """How it ended."""
