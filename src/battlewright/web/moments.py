"""Finished matches over HTTP, moment by moment: for a replay with a slider."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from battlewright.web.dependencies import ThisRoom, ThisSeat
from battlewright.web.json_response import Json
from battlewright.web.models import MatchMoment, Moments
from battlewright.web.router import Router
from battlewright.web.views import moment_data, moments_data

router = Router(prefix="/api/matches", tags=["matches"])
At = Annotated[int, Path(ge=0, lt=2**31, description="How many steps have been made.")]


@router.get("/{match}/moments")
async def get_moments(room: ThisRoom, seat: ThisSeat) -> Json[Moments]:
    """The steps of a finished match in words, in their order."""
    return Json(await room.read(lambda _: moments_data(room, seat)))


@router.get("/{match}/moments/{at}")
async def get_moment(room: ThisRoom, seat: ThisSeat, at: At) -> Json[MatchMoment]:
    """A finished match after a number of steps: the question, the state of the table, and the table itself."""
    return Json(await room.read(lambda _: moment_data(room, seat, at)))
