"""What a server has: systems, what ships with them, bots; and how it is."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from battlewright import __version__
from battlewright.bots.named import BOTS
from battlewright.web.asking import AnyLobby
from battlewright.web.pages import edition
from battlewright.web.setups import setup_fields

router = APIRouter(tags=["server"])


@router.get("/healthz")
async def health(request: Request) -> dict[str, Any]:
    """Whether the server is ready: `warming` while it prepares its rules. `pages` is the edition of its pages. Where it
    has several workers, also which one answers."""
    state = request.app.state
    status = "ready" if state.is_ready else "warming"
    data = {"status": status, "version": __version__, "pages": edition()}
    return data | ({} if state.homes is None else {"worker": state.homes.worker.id})


@router.get("/metrics", response_class=Response)
async def metrics(request: Request) -> Response:
    """What the server counts, for Prometheus."""
    return Response(request.app.state.lobby.metrics.text(), media_type="text/plain; version=0.0.4")


@router.get("/api/systems")
async def list_systems(lobby: AnyLobby, request: Request) -> dict[str, Any]:
    """The rulebooks, what ships with them, and the options of their set-ups."""
    registry = request.app.state.registry
    loaded = [lobby.load(name) for name in registry.names()]
    return {
        "default": registry.default,
        "bots": list(BOTS),
        "systems": [
            {
                "name": system.name,
                "title": system.title,
                "ruleset": system.ruleset,
                "shelves": {shelf.kind: shelf.names for shelf in system.shelves},
                "options": setup_fields(system),
            }
            for system in loaded
        ],
    }
