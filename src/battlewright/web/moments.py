"""Finished matches over HTTP, moment by moment: for a replay with a slider. What is still played is not shown so."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from battlewright.web.asking import ThisRoom, ThisSeat
from battlewright.web.views import moment_data, moments_data

router = APIRouter(prefix="/api/matches", tags=["matches"])
At = Annotated[int, Path(ge=0, lt=2**31, description="How many steps have been made.")]


@router.get("/{match}/moments")
async def get_moments(room: ThisRoom, seat: ThisSeat) -> dict[str, Any]:
    """The steps of a finished match in words, in their order."""
    data: dict[str, Any] = await room.look(lambda _: moments_data(room, seat))
    return data


@router.get("/{match}/moments/{at}")
async def get_moment(room: ThisRoom, seat: ThisSeat, at: At) -> dict[str, Any]:
    """A finished match as it was after so many steps: the question, the state of the table, and the table itself."""
    data: dict[str, Any] = await room.look(lambda _: moment_data(room, seat, at))
    return data
