"""Matches over HTTP: new ones with fair dice, running ones, and finished ones, moment by moment and as a report."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated

from fastapi import Body, Path, Query, Request, Response
from starlette.responses import PlainTextResponse

from battlewright.engine.errors import Conflict, NotAllowed, RateLimited, UnknownError
from battlewright.play.battle_report_data import MatchReportData, ReportProgress
from battlewright.play.log import replay_of
from battlewright.store.schema import MATCH_ID
from battlewright.store.store import MOST_LISTED
from battlewright.web import sitting
from battlewright.web.commands import AnyCommand
from battlewright.web.endpoints import (
    BETWEEN_TOKENS,
    COOKIE,
    Account,
    AnyLobby,
    HeldSeats,
    Json,
    OwnSeat,
    Router,
    ThisRoom,
    ThisSeat,
    errors_of,
    keep_cookie,
    kept_tokens,
    tokens_of,
    until_disconnect,
)
from battlewright.web.lobby import Lobby, Opened
from battlewright.web.models import (
    ChatLine,
    Commitment,
    Done,
    MatchInfo,
    MatchList,
    MatchMoment,
    Moments,
    News,
    People,
    State,
)
from battlewright.web.news import MadeNews, news_of
from battlewright.web.requests import NewMatch, TakeSeat, WriteChat
from battlewright.web.room import Room
from battlewright.web.security import address_of
from battlewright.web.table_models import OpenedMatch, SeatInvitation, SeatToken
from battlewright.web.views import PARTS, USUAL, listed_data, match_data, moment_data, moments_in_steps
from battlewright.web.waits import in_time

router = Router(prefix="/api", tags=["matches"])
USUAL_PARTS = ",".join(USUAL)

SeatName = Annotated[str, Path(min_length=1, max_length=64, description="The seat.", examples=["b"])]
Since = Annotated[int, Query(ge=0, lt=2**31, description="The entry number up to which you have the news.")]
At = Annotated[int, Path(ge=0, lt=2**31, description="How many steps have been made.")]
Parts = Annotated[str, Query(max_length=100, description=f"The parts to include in the news: {', '.join(PARTS)}.")]


def parts_of(text: str) -> list[str]:
    """Return the parts that are named in a text, with commas."""
    parts = sorted({part for part in text.split(",") if part})
    for part in parts:
        if part not in PARTS:
            raise UnknownError("part", part, PARTS)
    return parts


@router.get("/matches")
async def list_matches(
    lobby: AnyLobby,
    who: Account,
    state: Annotated[State | None, Query(description="Only matches in this state.")] = None,
    system: Annotated[str | None, Query(max_length=64, description="Only matches of this rulebook.")] = None,
    before: Annotated[
        int | None, Query(ge=0, lt=2**62, description="Only matches last changed before this time.")
    ] = None,
    ids: Annotated[
        str | None,
        Query(
            max_length=MOST_LISTED * (MATCH_ID + 1),
            description="Only the matches with these ids, with commas between; the others are not listed then.",
        ),
    ] = None,
) -> Json[MatchList]:
    """List the public matches, the last changed first; or those whose ids you know, public or not."""
    named = None if ids is None else [id for id in ids.split(",") if id][:MOST_LISTED]
    found = await in_time(lobby.store_pool.run(lambda: lobby.store.listed(state, system, before, named), who))
    return Json({"matches": [listed_data(each) for each in found]})


@router.post("/matches", status_code=201, responses=errors_of(409))
async def create_match(lobby: AnyLobby, asked: NewMatch, who: Account, request: Request) -> Json[OpenedMatch]:
    """Start a match, or open it and wait for players."""
    check_rate(lobby, request)
    if asked.brings is None:
        setup, held = await until_disconnect(request, lobby.prepare(asked, who)), None
    else:
        setup, held = await until_disconnect(request, lobby.prepare_half(asked, who))
    return opened_answer(request, await lobby.open(setup, asked, who, held=held), 201)


def check_rate(lobby: Lobby, request: Request) -> None:
    """Refuse a client that starts too many matches."""
    wait = lobby.new_rates.wait(address_of(request.scope))
    if wait:
        raise RateLimited(
            f"Rate limit: at most {lobby.limits.new_matches:.0f} new matches per second. Wait {wait:.1f} s."
        )


def opened_answer(request: Request, opened: Opened, status: int) -> Json[OpenedMatch]:
    """Return the answer to a client that has opened a match or taken a seat."""
    room = opened.room
    answer = Json[OpenedMatch](
        {
            "match": room.id,
            "seat": opened.seat,
            "token": opened.token,
            "invitations": opened.invitations,
            "beside": dict(opened.beside),
            "commitment": room.row.terms["commitment"] or None,
        },
        status,
    )
    keep_tokens(answer, request, room, [*filter(None, [opened.token]), *opened.beside.values()])
    return answer


def keep_tokens(answer: Response, request: Request, room: Room, tokens: Sequence[str]) -> None:
    """Let a browser keep the tokens of seats, before those of the same match that it has."""
    if tokens:
        had = kept_tokens(room, request).values()
        value = BETWEEN_TOKENS.join(dict.fromkeys([*tokens, *had]))
        keep_cookie(answer, request, COOKIE, value, f"/api/matches/{room.id}")


@router.get("/matches/{match}")
async def get_match(room: ThisRoom, seat: ThisSeat, held: HeldSeats, who: Account) -> Json[MatchInfo]:
    """The match: its description, seats, state and result."""
    return Json(await room.read_in_turn(lambda _: match_data(room, seat, held), who))


@router.post("/matches/{match}/seats/{name}")
async def take_seat(
    room: ThisRoom, name: SeatName, asked: TakeSeat, who: Account, request: Request
) -> Json[OpenedMatch]:
    """Take the seat of an invitation; where it `brings` something, with your roster or force."""
    token = await sitting.take_seat(room.lobby, room, name, asked, who)
    return opened_answer(request, Opened(room, name, token, {}), 200)


@router.post("/matches/{match}/seats/{name}/invitation", status_code=201)
async def invite(room: ThisRoom, name: SeatName, seat: OwnSeat) -> Json[SeatInvitation]:
    """A new invitation to a seat that no person plays now, from the game master of a running match. Earlier tokens and
    invitations of the seat are no longer valid; until somebody takes it, the computer or the game master plays on."""
    if not room.match.seats[seat].is_master:
        raise NotAllowed("Only a game master can invite somebody to a seat of a match that runs.")
    if name not in room.match.players or room.match.seats[name].is_master:
        others = [each.name for each in room.match.seats.all if not each.is_master]
        raise UnknownError("seat for a person", name, others)
    return Json({"seat": name, "invitation": await sitting.invite(room.lobby, room, name)}, 201)


@router.get("/matches/{match}/token")
async def get_token(room: ThisRoom, seat: OwnSeat, request: Request) -> Json[SeatToken]:
    """The token of your seat, which a browser keeps from its scripts: for the link that opens the seat on another
    device."""
    return Json({"seat": seat, "token": tokens_of(room, request)[seat]})


@router.post("/matches/{match}/token")
async def keep_token(room: ThisRoom, seat: OwnSeat, request: Request) -> Json[SeatToken]:
    """Sit down in this browser at the seat whose token is in the header. It keeps the token as its cookie, beside those
    of other seats that it has."""
    token = tokens_of(room, request)[seat]
    answer = Json[SeatToken]({"seat": seat, "token": token})
    keep_tokens(answer, request, room, [token])
    return answer


@router.get("/matches/{match}/news")
async def get_news(
    room: ThisRoom, seat: ThisSeat, who: Account, since: Since = 0, parts: Parts = USUAL_PARTS
) -> Json[News]:
    """The news since an entry number, and the state of the match. Many come page by page: while there is `more`, ask
    again since the `number` of the last."""
    wanted = parts_of(parts)
    making = await room.read_in_turn(lambda _: news_of(room, seat, since, wanted, who), who)
    made = making if isinstance(making, MadeNews) else await making
    return Json(made.text)


@router.post("/matches/{match}/commands")
async def do_command(
    room: ThisRoom,
    seat: OwnSeat,
    held: HeldSeats,
    command: Annotated[AnyCommand, Body(discriminator="kind")],
    who: Account,
) -> Json[Done]:
    """Send a command as a seat: choose, type dice, undo, resign, answer a request. What it asks of seats whose tokens
    come with it too is agreed at once: these people sit at the same device."""
    began = time.perf_counter()
    done = await room.act(seat, command, held, who)
    room.lobby.metrics.seconds.observe(time.perf_counter() - began)
    return Json(done)


@router.get("/matches/{match}/people")
async def get_people(
    room: ThisRoom, since: Annotated[int, Query(ge=0, lt=2**31, description="The lines of chat that you have.")] = 0
) -> Json[People]:
    """Who is there, and what the people of the match have written to each other."""
    await room.people.see_all()
    return Json(room.people.data(since))


@router.post("/matches/{match}/chat", status_code=201)
async def write_chat(room: ThisRoom, seat: OwnSeat, asked: WriteChat) -> Json[ChatLine]:
    """Write a line to the other people of the match. All who can see the match can read it."""
    return Json(await room.people.write(seat, asked.text), 201)


@router.get("/matches/{match}/replay", response_class=PlainTextResponse)
async def get_replay(room: ThisRoom, seat: ThisSeat, who: Account) -> Response:
    """The battle as a replay; while it runs, without anything that is still secret. Once it is over, the replay has the
    log of the match, signed by the server that saw its end."""
    if not room.has_begun:
        raise Conflict("The match has not begun.")
    text = room.row.head.get("replay")
    if text is None:
        text = await room.lobby.replay_pool.run(
            lambda: replay_of(room.match, seat, room.row.head, room.row.state.sealed), who, within=room.locked()
        )
    name = f"battle-{room.id[:8]}.replay"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/commitments", status_code=201)
async def new_commitment(lobby: AnyLobby) -> Json[Commitment]:
    """The commitment to a new secret. Start a match with it within ten minutes, and the server has chosen its secret
    before it knew your value."""
    return Json({"commitment": await lobby.new_commitment()}, 201)


@router.get("/matches/{match}/moments")
async def get_moments(room: ThisRoom, seat: ThisSeat, who: Account, since: Since = 0) -> Json[Moments]:
    """The steps of a finished match in words, in their order, page by page: while there is `more`, ask again since the
    `number` of the last."""
    return Json(await room.lobby.turns.through(who, await room.read(lambda _: moments_in_steps(room, seat, since))))


@router.get("/matches/{match}/moments/{at}")
async def get_moment(room: ThisRoom, seat: ThisSeat, at: At, who: Account) -> Json[MatchMoment]:
    """A finished match after a number of steps: the question, the state of the table, and the table itself."""
    return Json(await room.read_in_turn(lambda _: moment_data(room, seat, at), who))


@router.get("/matches/{match}/report")
async def get_report(room: ThisRoom, seat: ThisSeat, who: Account, request: Request) -> Json[MatchReportData]:
    """The report of a finished match: why it was won or lost. It takes some seconds to work out."""
    is_over = await room.read(lambda match: room.has_begun and match.is_over)
    if not is_over:
        raise Conflict("The report is available once the match is over.")
    return Json(await until_disconnect(request, room.lobby.reports.get(room.id, room.match, who)))


@router.get("/matches/{match}/report/progress")
async def get_report_progress(room: ThisRoom) -> Json[ReportProgress]:
    """How far the report of a match is that somebody waits for."""
    return Json({"share": room.lobby.reports.progress(room.id)})
