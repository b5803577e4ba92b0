"""The rulebooks over HTTP: a clause by its id."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from battlewright.web.asking import AnyLobby

router = APIRouter(prefix="/api/rules", tags=["server"])


@router.get("/{system}/{clause}")
async def get_clause(
    lobby: AnyLobby,
    system: Annotated[str, Path(max_length=64)],
    clause: Annotated[str, Path(max_length=32, examples=["S2.F1"])],
) -> dict[str, Any]:
    """A clause: what it says in our own words, where it comes from, and whether it is the text's or a ruling."""
    found = lobby.load(system).catalogue.by_id(clause)
    return {
        "system": system,
        "id": found.id,
        "kind": found.kind,
        "summary": found.summary,
        "source": found.source,
        "stands_for": list(found.stands_for),
    }
