"""The server over HTTP: its systems, their shipped files, previews, health and metrics."""

from __future__ import annotations

from fastapi import Request, Response
from starlette.responses import PlainTextResponse

from battlewright.answers.parameters import parameters_of
from battlewright.bots.named import BOTS, default_bot
from battlewright.contract.guides import guide_of
from battlewright.contract.system import System
from battlewright.engine import formats
from battlewright.engine.observation import observe
from battlewright.engine.rulebook import Prepared
from battlewright.engine.seats import Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.view import NOBODY
from battlewright.version import __version__
from battlewright.web import models, system_models
from battlewright.web.dependencies import AnyLobby, SystemName, until_disconnect
from battlewright.web.json_response import Json
from battlewright.web.pages import edition, pages_of
from battlewright.web.requests import NewMatch, Preview
from battlewright.web.router import Router
from battlewright.web.setups import prepare
from battlewright.web.views import titles_of

router = Router(tags=["server"])


@router.get("/healthz")
async def health(request: Request) -> Json[models.Health]:
    """The health of the server: 200, also while it prepares its rules (`warming`); `/readyz` says whether it accepts
    matches. `interface` is the version of the interface, `pages` a hash of the pages, `worker` the process that
    answers, where there are several."""
    state = request.app.state
    data: models.Health = {
        "status": "ready" if state.is_ready else "warming",
        "version": __version__,
        "interface": formats.INTERFACE,
        "pages": edition(state.registry),
    }
    if state.owners is not None:
        data["worker"] = state.owners.worker.id
    return Json(data)


@router.get("/readyz", responses={503: {"model": models.Readiness, "description": "It prepares its rules."}})
async def ready(request: Request) -> Json[models.Readiness]:
    """Whether the server accepts matches: 200, or 503 while it prepares its rules."""
    if request.app.state.is_ready:
        return Json({"status": "ready"})
    return Json({"status": "warming"}, 503, {"retry-after": "1"})


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """The metrics of the server, for Prometheus."""
    return Response(request.app.state.lobby.metrics.text(), media_type="text/plain; version=0.0.4")


@router.get("/api/systems")
async def list_systems(lobby: AnyLobby, request: Request) -> Json[system_models.SystemList]:
    """The rulebooks, the default one first: their shipped files, the options of their set-ups, and their page modules
    (`pages`: modules by their address)."""
    registry = request.app.state.registry
    loaded = sorted(registry.load_all(), key=lambda system: (system.name != registry.default, system.pages is None))
    systems = [_system_data(system) for system in loaded]
    return Json({"default": registry.default, "bots": list(BOTS), "systems": systems})


def _system_data(system: System) -> system_models.SystemInfo:
    return {
        "name": system.name,
        "title": system.title,
        "ruleset": system.ruleset,
        "shelves": {shelf.kind: list(shelf.names) for shelf in system.setup.shelves},
        "options": parameters_of(system.setup.read).fields(system.setup.shelves),
        "bots": [bot for bot in BOTS if bot != "greedy" or system.bots.rank is not None],
        "usual_bot": default_bot(system),
        "sides": list(SIDE_LETTERS[: system.rules.sides]),
        "pages": pages_of(system),
    }


@router.post("/api/systems/{name}/preview")
async def preview(lobby: AnyLobby, name: SystemName, asked: Preview, request: Request) -> Json[system_models.Previewed]:
    """A preview of a set-up: the names of its sides, its combatants, its seats, its table (null where there is none to
    draw), and warnings."""
    system, wanted = lobby.load(name), NewMatch(system=name, **dict(asked))
    prepared = await until_disconnect(request, lobby.read(asked.size, prepare, lobby.load, wanted))
    return Json(await until_disconnect(request, lobby.setup_pool.run(lambda: _previewed(system, prepared))))


def _previewed(system: System, prepared: Prepared) -> system_models.Previewed:
    session = Session(system, prepared.setup, None)
    guide = guide_of(observe(session, NOBODY))
    scene = guide.scene_data()
    combatants = map(session.words.reference, session.words.combatants(session.record))
    seats: list[system_models.PreviewedSeat] = [
        {"name": seat.name, "side": None if seat.side is None else SIDE_LETTERS[seat.side], "master": seat.is_master}
        for seat in Seats(system, prepared.setup).all
    ]
    return {
        "titles": titles_of(system, session.words),
        "about": guide.introduction(),
        "combatants": [each.as_data() for each in combatants if each is not None],
        "seats": seats,
        "scene": scene.as_data() if scene is not None else None,
        "warnings": list(prepared.warnings),
    }
