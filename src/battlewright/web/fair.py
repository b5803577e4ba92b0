"""Fair dice over HTTP: a commitment to the dice, before a match starts."""

from __future__ import annotations

from battlewright.web.dependencies import AnyLobby
from battlewright.web.json_response import Json
from battlewright.web.models import Commitment
from battlewright.web.router import Router

router = Router(prefix="/api/commitments", tags=["matches"])


@router.post("", status_code=201)
async def new_commitment(lobby: AnyLobby) -> Json[Commitment]:
    """The commitment to a new secret. Start a match with it within ten minutes, and the server has chosen its secret
    before it knew your value."""
    return Json({"commitment": await lobby.new_commitment()}, 201)
