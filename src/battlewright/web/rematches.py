"""Matches made from others over HTTP: rematches, next battles, "what if" matches, and uploaded replays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, cast

from fastapi import Request

from battlewright.contract.system import as_system, kind_of_those_who_go_on
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError, Conflict, NotAllowed, RateLimited, ReplayError
from battlewright.engine.node import NodeKind
from battlewright.engine.record_text import read_record
from battlewright.engine.results import MASTER, result_data
from battlewright.engine.seats import Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.time_limit import time_limit
from battlewright.play.dice import DiceSource
from battlewright.play.log import head_of, line_of
from battlewright.play.match import MOST_AMENDMENTS, PERSON, Match
from battlewright.store.schema import Status
from battlewright.store.store import MatchRow, SeatRow
from battlewright.web import sitting
from battlewright.web.endpoints import Account, AnyLobby, HeldSeats, Json, OwnSeat, Router, ThisRoom, until_disconnect
from battlewright.web.lobby import Follows, Load, Lobby, Opened, title_of
from battlewright.web.matches import check_rate, opened_answer
from battlewright.web.models import FollowingBattle, GoingOn, UploadedReplay
from battlewright.web.reader_processes import INLINE_SIZE
from battlewright.web.requests import (
    APART,
    DiceWord,
    NewMatch,
    NextBattle,
    Opening,
    Rematch,
    Upload,
    WhatIf,
    named_by,
)
from battlewright.web.room import Room
from battlewright.web.seating import has_seats, with_seats_of
from battlewright.web.security import new_id
from battlewright.web.shelf import toml_of
from battlewright.web.table_models import OpenedMatch
from battlewright.web.waits import written

router = Router(prefix="/api", tags=["matches"])


@router.post("/matches/{match}/rematch", status_code=201)
async def rematch(
    room: ThisRoom, seat: OwnSeat, held: HeldSeats, asked: Rematch, lobby: AnyLobby, who: Account, request: Request
) -> Json[OpenedMatch]:
    """Play again with sides swapped. The first player to ask opens the match; the others take their seats in it. Who
    sits at the same device comes along."""
    check_rate(lobby, request)
    setup, now = _swapped(room.match)
    return await _follow(Following(room, "rematch", setup, now), seat, held, asked, who, request)


@router.get("/matches/{match}/next")
async def get_next(room: ThisRoom, seat: OwnSeat, lobby: AnyLobby, who: Account) -> Json[GoingOn]:
    """Those who go on from a finished match, as a file with their present state, and what follows in the file of the
    battle."""
    async with room.locked():
        _check_goes_on(room)
        match = room.match
    return Json(await lobby.setup_pool.run(lambda: _going_on(match), who))


@router.post("/matches/{match}/next", status_code=201)
async def play_next(
    room: ThisRoom, seat: OwnSeat, held: HeldSeats, asked: NextBattle, lobby: AnyLobby, who: Account, request: Request
) -> Json[OpenedMatch]:
    """Play the next battle with those who go on from a finished match, as they left it: the one that is named, or the
    one that follows in the file. The first player to ask opens it (the game master, where one sits at the table); the
    others take their seats in it. Who sits at the same device comes along."""
    check_rate(lobby, request)
    async with room.locked():
        _check_goes_on(room)
        match = room.match
    if begun := room.row.terms.get("next"):
        setup = (await lobby.room(str(begun), who)).match.setup
    else:
        _check_chooses(match, held)
        setup = await until_disconnect(request, _next_setup(lobby, match, asked, who))
    names = Seats(match.system, setup, match.with_master).names
    now = {each: each for each in match.seats.names if each in names}
    return await _follow(Following(room, "next", setup, now), seat, held, asked, who, request)


def _check_goes_on(room: Room) -> None:
    _check_over(room)
    system = room.match.system
    if system.setup.after is None:
        raise BattlewrightError(f"Nobody goes on from a battle of {system.title}: each is played by itself.")


def _check_chooses(match: Match, held: Sequence[str]) -> None:
    """Refuse a next battle that is begun by another one than the game master, where a person sits there."""
    master = match.seats.master
    if match.players.get(master) == PERSON and master not in held:
        raise NotAllowed(f"{match.seats.called(master)} chooses the next battle.")


def _going_on(match: Match) -> GoingOn:
    setup, named = match.system.setup, named_by(match.system)
    assert setup.after is not None
    file = dict(setup.after(match.session))
    lost = match.result is not None and match.result.winner == SIDE_LETTERS[1]
    comes = None if lost else _following(match)
    told: FollowingBattle | None = {"title": comes.name, "about": comes.about} if comes else None
    return {
        "kind": kind_of_those_who_go_on(match.system) or "",
        "file": file,
        "toml": toml_of(file),
        "following": told,
        "named": named.name if named else "",
        "rests": setup.rests,
    }


def _following(match: Match) -> Any:
    """Return the set-up that follows in the file of a battle; None where there is none."""
    following = match.system.setup.following
    return following(match.session) if following else None


PARTY = "those-who-go-on.json"
"""The name of the file of those who go on, among those that were sent."""


async def _next_setup(lobby: Lobby, match: Match, asked: NextBattle, who: str) -> Any:
    """Return the set-up of the next battle, with those who go on and the people's seats of the match."""
    named = None
    if asked.names:
        party = await lobby.setup_pool.run(lambda: _party(match), who)
        options, files = {**asked.options, match.system.setup.brings: PARTY}, {**asked.files, PARTY: party}
        wanted = NewMatch(system=match.system.name, names=asked.names, options=options, files=files)
        named = await lobby.prepare(wanted, who)
    return await lobby.setup_pool.run(lambda: _with_people(match, named), who)


def _party(match: Match) -> str:
    """Return those who go on from a match, as the text of a file."""
    assert match.system.setup.after is not None
    return json.dumps(match.system.setup.after(match.session))


def _with_people(match: Match, named: Any) -> Any:
    """Return the set-up of the next battle with the people's seats of the match: the one that was named, or (None) the
    one that follows in the file."""
    system, setup = match.system, _following(match) if named is None else named
    if setup is None:
        raise BattlewrightError("Nothing follows in the file of this battle: name the next one.")
    if has_seats(system):
        setup = with_seats_of(system, setup, match.setup.seats)
    if Session(system, setup, None).is_over:
        raise Conflict("Nobody who goes on could do anything there. A rest before it may help.")
    return setup


class Following(NamedTuple):
    """A match that follows another one: the term by which that one names it, its set-up, and its seats by those of
    before."""

    room: Room
    term: str
    setup: Any
    now: Mapping[str, str]


async def _follow(
    following: Following, seat: str, held: Sequence[str], asked: Opening, who: str, request: Request
) -> Json[OpenedMatch]:
    """Sit down in a match that follows another one, with whom sits at the same device; open it where nobody has."""
    room, now, lobby = following.room, following.now, following.room.lobby
    called = {each.seat: each.name for each in room.row.seats}
    if seat not in now:
        raise Conflict(f"There is no seat {seat} in the battle that follows.")
    names = (
        {now[seat]: asked.name}
        if len(held) == 1
        else {now[each]: called[each] for each in (seat, *held) if each in now}
    )
    begun = await room.retried(lambda: _begun(following, names, asked, who))
    if isinstance(begun, Opened):
        return opened_answer(request, begun, 201)
    there = await lobby.room(begun, who)
    tokens = {each: await sitting.sit_down(lobby, there, each, name, asked.value) for each, name in names.items()}
    opened = Opened(there, now[seat], tokens.pop(now[seat]), {}, tokens)
    return opened_answer(request, opened, 201)


def _swapped(match: Match) -> tuple[Any, dict[str, str]]:
    """Return the set-up of a match with its sides swapped, and the seats by their names before: where people's seats
    change sides, the usual seat of the other side does so too."""
    swap = match.system.setup.swap
    setup = swap(match.setup) if swap else match.setup
    names = Seats(match.system, setup, match.with_master).names
    letters = SIDE_LETTERS[: match.system.rules.sides]
    other = dict(zip(letters, reversed(letters), strict=True))
    return setup, {seat: seat if seat in names else other[seat] for seat in match.seats.names}


def _dice_of(match: Match, now: Mapping[str, str]) -> dict[str, DiceWord]:
    """Return who rolls for the seats of a match that follows, where each has its own dice."""
    own = match.dice_terms.items() if match.terms.own_dice else ()
    people = [(seat, term) for seat, term in own if seat in now and match.players[seat] == PERSON]
    return {now[seat]: cast("DiceWord", str(term)) for seat, term in people}


async def _begun(following: Following, names: Mapping[str, str], asked: Opening, who: str) -> Opened | str:
    """Open the match that follows another one; where there is one already, return its id."""
    room, now = following.room, following.now
    _check_over(room)
    if begun := room.row.terms.get(following.term):
        return str(begun)
    match, (seat, *others) = room.match, names
    wanted = NewMatch(
        system=match.system.name,
        players={now[each]: player for each, player in match.players.items() if each in now},
        master=APART if match.with_master else None,
        seat=seat,
        dice=room.row.terms["dice"],
        dice_of=_dice_of(match, now),
        consent=match.terms.consent if match.terms.own_dice else None,
        seconds=room.row.terms["seconds"],
        advice=room.row.terms.get("advice"),
        public=room.row.is_public,
        beside={each: names[each] for each in others},
        name=names[seat],
        value=asked.value,
        commitment=asked.commitment,
    )
    return await room.lobby.open(following.setup, wanted, who, follows=Follows(room, following.term))


@router.post("/matches/{match}/what-if", status_code=201)
async def what_if(room: ThisRoom, asked: WhatIf, lobby: AnyLobby, who: Account, request: Request) -> Json[OpenedMatch]:
    """Start a new match from any moment of a finished one, with new dice; with a `choice`, after this one."""
    check_rate(lobby, request)
    async with room.locked():
        _check_over(room)
        match = room.match
    if asked.steps >= len(match.session.steps):
        raise Conflict(f"The battle has {len(match.session.steps)} steps; `steps` must be less.")
    making = lobby.replay_pool.run(lambda: _until(match, asked.steps, asked.choice), who)
    session = await until_disconnect(request, making)
    title = f"What if: {room.row.title}"[:100]
    wanted = NewMatch(system=match.system.name, title=title, **asked.model_dump(exclude={"steps", "choice"}))
    return opened_answer(request, await lobby.open(match.setup, wanted, who, session, room.id), 201)


def _until(match: Match, steps: int, choice: str | None) -> Session:
    """Return the battle of a match after a number of its steps, and after another choice where there is one."""
    session: Session = Session(match.system, match.setup, None)
    for step in match.session.steps[:steps]:
        session.repeat(step)
    if session.is_over:
        raise Conflict("The battle was over at that moment.")
    if choice is not None:
        if session.node.kind != NodeKind.DECISION:
            raise Conflict(f"Nobody chooses after step {steps}: dice are rolled. Leave out `choice`.")
        session.choose(read_record(choice, match.system.rules.choice, match.system.rules.choice_kinds))
        if session.is_over:
            raise Conflict("The battle is over with this choice.")
    return session


def _check_over(room: Room) -> None:
    if not (room.has_begun and room.match.is_over):
        raise Conflict("The match is not over yet.")


@router.post("/replays", status_code=201)
async def upload_replay(asked: Upload, lobby: AnyLobby, who: Account, request: Request) -> Json[UploadedReplay]:
    """Upload the replay of a finished battle, to view and share it. It is checked move by move."""
    check_rate(lobby, request)
    await lobby.quotas.check(who, len(asked.replay))
    head = asked.replay.partition(f"\n{replay.BATTLE}\n")[0]
    if len(head) > INLINE_SIZE:
        await until_disconnect(request, lobby.reader_pool.run(check_head, lobby.load, head, who=who))

    def work() -> tuple[MatchRow, Match, Future[None]]:
        with time_limit(lobby.limits.reading):
            row, match = _checked(lobby, asked)
        room = Room(lobby, row, match, {}, {})
        row.opener, row.state.status = who, Status.RUNNING
        row.state = room.state()
        return row, match, lobby.store.create(row, [line_of(entry) for entry in match.log])

    row, match, writing = await until_disconnect(request, lobby.replay_pool.run(work, who))
    await written(writing)
    lobby.quotas.count(row)
    return Json({"match": row.id, "title": row.title, "result": result_data(match.result)}, 201)


def check_head(load: Load, head: str) -> None:
    """Refuse a replay whose head cannot be read."""
    replay.parse(f"{head}\n{replay.BATTLE}\n", "the replay", load)


def _checked(lobby: Lobby, asked: Upload) -> tuple[MatchRow, Match]:
    """Repeat a replay; return it as a match that is over."""
    sent = replay.parse(asked.replay, "the replay", lobby.load_ready)
    if not sent.position:
        raise ReplayError("The battle of this replay is not over; finish it first.")
    if len(sent.moves) > lobby.limits.upload_steps:
        raise RateLimited(f"A replay may have at most {lobby.limits.upload_steps} moves, not {len(sent.moves)}.")
    if sum(line.startswith("amend ") for _, line in sent.moves) > MOST_AMENDMENTS:
        raise RateLimited(f"A replay may have at most {MOST_AMENDMENTS} amendments of its set-up.")
    session = sent.repeat()
    has_ended = sent.ended.startswith(f"{MASTER} ")
    seats = Seats(sent.system, sent.setup, has_ended)
    people = dict.fromkeys(seats.names, PERSON)
    match = Match(as_system(sent.system), sent.setup, people, DiceSource(seed=0), session, has_ended)
    _end(match, sent.ended)
    title = asked.title or title_of(match)
    rows = [SeatRow(seat, str(sent.players.get(seat, PERSON))[:200]) for seat in seats.names]
    terms = {"dice": "server", "seconds": None, "commitment": "", "uploaded": True}
    head = {**head_of(match), "replay": asked.replay}
    return MatchRow(new_id(), sent.system.name, head, terms, title[:200], asked.public, seats=rows), match


def _end(match: Match, ended: str) -> None:
    """End a match as the replay says, where the rules did not end it."""
    how, _, seat = ended.partition(" ")
    if how == "resign":
        match.resign(seat)
    elif how == "timeout":
        match.forfeit(seat)
    elif how == MASTER:
        match.end(match.seats.master, seat)
    elif how == "draw":
        one, *others = (each.name for each in match.seats.all if each.side is not None)
        match.offer_draw(one)
        for other in others:
            match.agree(other)
    elif how:
        raise ReplayError(f"The replay ends with {how[:20]!r}; it must be resign, timeout, master or draw.")
    if not match.is_over:
        raise BattlewrightError("The battle of this replay is not over; finish it first.")
