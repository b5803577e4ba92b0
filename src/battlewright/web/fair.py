"""Fair dice over HTTP: the hash of a secret, before a match is begun with it."""

from __future__ import annotations

from fastapi import APIRouter

from battlewright.web.asking import AnyLobby

router = APIRouter(prefix="/api/commitments", tags=["matches"])


@router.post("", status_code=201)
async def new_commitment(lobby: AnyLobby) -> dict[str, str]:
    """The hash of a new secret. Begin a match with it within ten minutes, and the server had chosen its secret before
    it knew your value."""
    return {"commitment": await lobby.new_commitment()}
