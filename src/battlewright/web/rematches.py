"""Matches made from others over HTTP: rematches, "what if" matches, and uploaded replays."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from fastapi import Request

from battlewright.contract.system import as_system
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError, Conflict, RateLimited, ReplayError
from battlewright.engine.node import NodeKind
from battlewright.engine.record_text import read_record
from battlewright.engine.results import result_data
from battlewright.engine.seats import Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.time_limit import time_limit
from battlewright.play.dice import DiceSource
from battlewright.play.log import head_of, line_of
from battlewright.play.match import PERSON, Match
from battlewright.store.schema import Status
from battlewright.store.store import MatchRow, SeatRow
from battlewright.web.endpoints import Account, AnyLobby, HeldSeats, Json, OwnSeat, Router, ThisRoom, until_disconnect
from battlewright.web.lobby import Load, Lobby, Opened, title_of
from battlewright.web.matches import check_rate, opened_answer
from battlewright.web.models import OpenedMatch, UploadedReplay
from battlewright.web.reader_processes import INLINE_SIZE
from battlewright.web.requests import APART, NewMatch, Rematch, Upload, WhatIf
from battlewright.web.room import Room
from battlewright.web.security import new_id
from battlewright.web.waits import written

router = Router(prefix="/api", tags=["matches"])


@router.post("/matches/{match}/rematch", status_code=201)
async def rematch(
    room: ThisRoom, seat: OwnSeat, held: HeldSeats, asked: Rematch, lobby: AnyLobby, who: Account, request: Request
) -> Json[OpenedMatch]:
    """Play again with sides swapped. The first player to ask opens the match; the others take their seats in it. Who
    sits at the same device comes along."""
    check_rate(lobby, request)
    called = {each.seat: each.name for each in room.row.seats}
    setup, now = _swapped(room.match)
    names = {now[seat]: asked.name} if len(held) == 1 else {now[each]: called[each] for each in (seat, *held)}
    begun = await room.retried(lambda: _begun_rematch(room, setup, now, names, asked, who))
    if isinstance(begun, Opened):
        return opened_answer(request, begun, 201)
    following = await lobby.room(begun, who)
    tokens = {each: await lobby.sit_down(following, each, name, asked.value) for each, name in names.items()}
    opened = Opened(following, now[seat], tokens.pop(now[seat]), {}, tokens)
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


async def _begun_rematch(
    room: Room, setup: Any, now: Mapping[str, str], names: Mapping[str, str], asked: Rematch, who: str
) -> Opened | str:
    """Open the rematch of a match; where there is one already, return its id."""
    _check_over(room)
    if begun := room.row.terms.get("rematch"):
        return str(begun)
    match, (seat, *others) = room.match, names
    wanted = NewMatch(
        system=match.system.name,
        players={now[each]: player for each, player in match.players.items()},
        master=APART if match.with_master else None,
        seat=seat,
        dice=room.row.terms["dice"],
        seconds=room.row.terms["seconds"],
        advice=room.row.terms.get("advice"),
        public=room.row.is_public,
        beside={each: names[each] for each in others},
        **{**dict(asked), "name": names[seat]},
    )
    return await room.lobby.open(setup, wanted, who, rematch_of=room)


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
    session = sent.repeat()
    seats = Seats(sent.system, sent.setup)
    match = Match(as_system(sent.system), sent.setup, dict.fromkeys(seats.names, PERSON), DiceSource(seed=0), session)
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
    elif how == "draw":
        one, *others = (each.name for each in match.seats.all if each.side is not None)
        match.offer_draw(one)
        for other in others:
            match.agree(other)
    elif how:
        raise ReplayError(f"The replay ends with {how[:20]!r}; it must be resign, timeout or draw.")
    if not match.is_over:
        raise BattlewrightError("The battle of this replay is not over; finish it first.")
