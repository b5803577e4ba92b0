"""The report of a match over HTTP."""

from __future__ import annotations

from fastapi import Request

from battlewright.engine.errors import Conflict
from battlewright.play.battle_report_data import WholeReport
from battlewright.web.dependencies import ThisRoom, ThisSeat, until_disconnect
from battlewright.web.json_response import Json
from battlewright.web.router import Router

router = Router(prefix="/api/matches", tags=["matches"])


@router.get("/{match}/report")
async def get_report(room: ThisRoom, seat: ThisSeat, request: Request) -> Json[WholeReport]:
    """The report of a finished match: luck, play and key moments."""
    is_over = await room.read(lambda match: room.has_begun and match.is_over)
    if not is_over:
        raise Conflict("The report is available once the match is over.")
    return Json(await until_disconnect(request, room.lobby.reports.get(room.id, room.match)))
