"""The server over HTTP: its health and metrics, its systems, previews, and files, shipped ones and the user's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

import tomli_w
from fastapi import Path, Query, Request, Response
from starlette.responses import PlainTextResponse

from battlewright.answers.parameters import parameters_of
from battlewright.bots.levels import LEVELS, levels_of, usual_level
from battlewright.bots.named import BOTS
from battlewright.contract.counts import Simulation
from battlewright.contract.file_schemas import kinds_of, schema_line, schema_of
from battlewright.contract.guides import guide_of
from battlewright.contract.shelf_reports import from_template, recognised, shelf_of, show_files, templates_of
from battlewright.contract.system import System
from battlewright.engine import formats, source
from battlewright.engine.errors import BattlewrightError, Fault, SetupError
from battlewright.engine.observation import observe
from battlewright.engine.rulebook import Prepared
from battlewright.engine.seats import Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.view import NOBODY
from battlewright.lab.estimates import estimates
from battlewright.version import __version__
from battlewright.web import models, system_models
from battlewright.web.endpoints import Account, AnyLobby, Json, Router, SystemName, as_bytes, until_disconnect
from battlewright.web.lobby import Load
from battlewright.web.pages import edition, pages_of
from battlewright.web.pools import most_rollouts
from battlewright.web.preparation import Progress
from battlewright.web.requests import CheckFile, Estimate, NamedFile, NewMatch, Preview, prepare
from battlewright.web.seating import combatants_of, has_seats
from battlewright.web.views import scene_data, titles_of

router = Router()
LIST = re.compile(r"\[\n(?: +(?:[-\d.]+|\"[^\"\\\\]*\"),\n)+ *\]")
"""A list of numbers or plain texts, as it is written over several lines."""
SHORT = 80
"""The longest list on one line."""
SCHEMAS = "/api/schemas/{system}/{kind}"
Kind = Annotated[str, Path(max_length=64, description="The kind of the files.", examples=["rosters"])]


@router.get("/healthz", tags=["server"])
async def health(request: Request) -> Json[models.Health]:
    """The health of the server: 200, also while it prepares its rules (`warming`); `/readyz` says whether all are
    ready. `interface` is the version of the interface, `pages` a hash of the pages, `key` the public key of the server,
    `worker` the process that answers, where there are several."""
    state = request.app.state
    data: models.Health = {
        "status": "ready" if state.preparation.is_done else "warming",
        "version": __version__,
        "interface": formats.INTERFACE,
        "pages": edition(state.registry),
    }
    key = state.lobby.store.key
    if key is not None:
        data["key"] = key.public
    if state.process is not None:
        data["worker"] = state.process
    return Json(data)


@router.get(
    "/readyz",
    tags=["server"],
    responses={503: {"model": models.Readiness, "description": "It prepares its rules."}},
)
async def ready(request: Request) -> Json[models.Readiness]:
    """Whether the server accepts matches of all rulebooks that are wanted: 200, or 503 while it prepares them."""
    if request.app.state.preparation.is_done:
        return Json({"status": "ready"})
    return Json({"status": "warming"}, 503, {"retry-after": "1"})


@router.get("/metrics", tags=["server"], response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """The metrics of the server, for Prometheus."""
    return Response(request.app.state.lobby.metrics.text(), media_type="text/plain; version=0.0.4")


@router.get("/api/preparation", tags=["server"])
async def preparation(request: Request) -> Json[models.Preparations]:
    """How far the rules of each rulebook are compiled. Until a rulebook is ready, its matches, previews and odds are
    refused with 503, and asking for them puts it before the others."""
    found: dict[str, Progress] = request.app.state.preparation.progress
    systems: list[models.SystemPreparation] = [
        {
            "system": name,
            "state": each.state,
            "done": each.done,
            "rules": each.rules,
            "seconds": each.seconds,
            "error": each.error,
        }
        for name, each in found.items()
    ]
    return Json({"systems": systems})


@router.get("/api/systems", tags=["server"])
async def list_systems(lobby: AnyLobby, request: Request) -> Json[system_models.SystemList]:
    """The rulebooks, the default one first: their shipped files, the options of their set-ups, and their page modules
    (`pages`: modules by their address); and whether the server keeps libraries."""
    registry = request.app.state.registry
    loaded = sorted(registry.load_all(), key=lambda system: (system.name != registry.default, system.pages is None))
    systems = [_system_data(system, most_rollouts(lobby.limits)) for system in loaded]
    has_library = lobby.limits.things > 0
    return Json({"default": registry.default, "bots": list(BOTS), "systems": systems, "library": has_library})


def _system_data(system: System, rollouts: int) -> system_models.SystemInfo:
    levels = [name for name, strength in levels_of(system).items() if strength.rollouts <= rollouts]
    return {
        "name": system.name,
        "title": system.title,
        "ruleset": system.ruleset,
        "shelves": {shelf.kind: list(shelf.names) for shelf in system.setup.shelves},
        "templates": {
            kind: [{"name": each.name, "about": each.about, "levels": each.levels} for each in offered]
            for kind, offered in templates_of(system).items()
        },
        "schemas": {kind: SCHEMAS.format(system=system.name, kind=kind) for kind in kinds_of(system)},
        "options": parameters_of(system.setup.read).fields(system.setup.shelves),
        "bots": [bot for bot in BOTS if bot not in LEVELS and (bot != "greedy" or system.bots.rank is not None)],
        "levels": [{"name": name, "about": LEVELS[name]} for name in levels],
        "usual_level": usual_level(system),
        "brings": system.setup.brings,
        "sides": list(SIDE_LETTERS[: system.rules.sides]),
        "has_seats": has_seats(system),
        "pages": pages_of(system),
    }


@router.post("/api/systems/{name}/preview", tags=["server"])
async def preview(
    lobby: AnyLobby, name: SystemName, asked: Preview, who: Account, request: Request
) -> Json[system_models.Previewed]:
    """A preview of a set-up: the names of its sides, its combatants, its seats, its table (null where there is none to
    draw), and warnings."""
    lobby.require(name)
    system, wanted = lobby.load(name), NewMatch(system=name, **dict(asked))
    prepared = await until_disconnect(request, lobby.read(who, asked.size, prepare, lobby.load, wanted))
    return Json(await until_disconnect(request, lobby.setup_pool.run(lambda: _previewed(system, prepared), who)))


def _previewed(system: System, prepared: Prepared) -> system_models.Previewed:
    session = Session(system, prepared.setup, None)
    seen, titles = observe(session, NOBODY), titles_of(system, session.words)
    seats: list[system_models.PreviewedSeat] = [
        {"name": seat.name, "side": None if seat.side is None else SIDE_LETTERS[seat.side], "master": seat.is_master}
        for seat in Seats(system, prepared.setup).all
    ]
    return {
        "titles": titles,
        "about": guide_of(seen).introduction(),
        "combatants": [each.as_data() for each in combatants_of(session)],
        "seats": seats,
        "no_bots": system.why_no_bots(session.setting),
        "scene": scene_data(seen),
        "warnings": [*prepared.warnings, *_uneven(system, prepared.setup, titles)],
    }


@router.post(
    "/api/systems/{name}/estimate",
    tags=["server"],
    responses={409: {"model": models.Problem, "description": "Your next request has ended this one."}},
)
async def estimate(
    lobby: AnyLobby, name: SystemName, asked: Estimate, who: Account, request: Request
) -> Json[system_models.Estimated]:
    """Who wins, from as many battles of the quick bot as about a second allows; where many ask, fewer. Your next
    request with the same `key` ends this one (409), and so does a client that disconnects."""
    lobby.require(name)
    system = lobby.load(name)

    async def work() -> system_models.Estimated:
        setups = await lobby.read(who, asked.size, wanted_setups, lobby.load, name, asked)
        seconds = lobby.limits.estimate
        return await lobby.background.run(lambda given: _estimated(system, asked, setups, given), seconds, who)

    return Json(await until_disconnect(request, lobby.background.instead(who, asked.key, work())))


def wanted_setups(load: Load, name: str, asked: Estimate) -> list[Any]:
    """Return the set-ups that are to be fought."""
    several = [[*asked.names, each] for each in asked.against] or [asked.names]
    wanted = [NewMatch(system=name, names=names, options=asked.options, files=asked.files) for names in several]
    return [prepare(load, each).setup for each in wanted]


def _estimated(system: System, asked: Estimate, setups: list[Any], seconds: float) -> system_models.Estimated:
    done = estimates(system, setups, seconds)
    battles = [_battle(system, against, each) for against, each in zip(asked.against or [""], done, strict=True)]
    return {"bot": done[0].bots[0], "battles": battles}


def _battle(system: System, against: str, done: Simulation) -> system_models.EstimatedBattle:
    losses = system.lab.losses(done) if system.lab.losses else ()
    return {
        "against": against,
        "titles": titles_of(system, system.sentences(done.setup)),
        "battles": done.counts.battles,
        "wins": {who: {"share": won.share, "interval": [*won.interval]} for who, won in done.counts.results.items()},
        "rounds": done.counts.mean_rounds.mean,
        "losses": [
            {"side": SIDE_LETTERS[each.side], "name": each.name, "share": each.share, "text": each.text}
            for each in losses
        ],
    }


def _uneven(system: System, setup: Any, titles: dict[str, str]) -> Iterator[str]:
    """Yield a warning where one side costs more points than the other."""
    points = system.setup.points(setup) if system.setup.points else ()
    if len({*points}) > 1:
        least, most = min(points), max(points)
        name = titles[SIDE_LETTERS[[*points].index(most)]]
        yield f"{' against '.join(map(str, points))} points: {name} has {most - least} more."


# Schemas of files


@router.get(SCHEMAS, tags=["files"])
async def get_schema(lobby: AnyLobby, system: SystemName, kind: Kind) -> Json[dict[str, Any]]:
    """The JSON Schema of the files of a kind, or of complete set-ups (`setup`): editors complete and check files by it.
    A file names it in its first line: `#:schema ADDRESS`."""
    return Json(_schema(lobby.load(system), kind), headers={"cache-control": "max-age=3600"})


@cache
def _schema(system: System, kind: str) -> bytes:
    return as_bytes(schema_of(system, kind))


# Files: shipped ones, and the user's own, checked as ``battlewright shelf`` does. Nothing is stored.


@router.get("/api/systems/{system}/{kind}", tags=["files"])
async def list_files(
    lobby: AnyLobby, system: SystemName, kind: Kind, who: Account, request: Request
) -> Json[dict[str, Any]]:
    """All shipped files of a kind, with their derived values."""
    loaded = lobby.load(system)
    report = await until_disconnect(request, lobby.setup_pool.run(lambda: show_files(loaded, kind, ()), who))
    return Json({kind: report.as_data()})


@router.get("/api/systems/{system}/{kind}/{name}", tags=["files"])
async def get_file(
    lobby: AnyLobby,
    system: SystemName,
    kind: Kind,
    name: Annotated[str, Path(max_length=100, description="The file.", examples=["red-hall"])],
    who: Account,
    request: Request,
) -> Json[system_models.ShownFile]:
    """A shipped file: its data, its text, and its derived values."""
    loaded = lobby.load(system)

    def work() -> system_models.ShownFile:
        with source.given({}):  # no file of the server is read
            return _shown(loaded, kind, name, "")

    return Json(_with_schema(request, await until_disconnect(request, lobby.setup_pool.run(work, who))))


@router.get("/api/systems/{system}/{kind}/templates/{name}", tags=["files"])
async def get_template(
    lobby: AnyLobby,
    system: SystemName,
    kind: Kind,
    name: Annotated[str, Path(max_length=100, description="The template.", examples=["brute"])],
    who: Account,
    request: Request,
    level: Annotated[int, Query(description="Its level, from 1 on.", examples=[3])] = 1,
) -> Json[system_models.ShownFile]:
    """What a new file may begin with, at a level. The answer is as for a file of your own."""
    loaded = lobby.load(system)

    def work() -> system_models.ShownFile:
        made = from_template(loaded, kind, name, level)
        file = made.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True)
        return checked(lobby.load, system, kind, CheckFile(name=f"{name}.toml", file=file))

    return Json(_with_schema(request, await until_disconnect(request, lobby.setup_pool.run(work, who))))


@router.post("/api/systems/{system}/{kind}", tags=["files"])
async def check_file(
    lobby: AnyLobby, system: SystemName, kind: Kind, asked: CheckFile, who: Account, request: Request
) -> Json[system_models.ShownFile]:
    """Check a file of your own, sent as text or as data: its derived values (points, ranks), warnings, and the file as
    TOML. Errors come as `faults`, each with its field."""
    lobby.load(system)
    shown = await until_disconnect(request, lobby.read(who, asked.size, checked, lobby.load, system, kind, asked))
    return Json(_with_schema(request, shown))


@router.post("/api/files", tags=["files"])
async def recognise_file(
    lobby: AnyLobby, asked: NamedFile, who: Account, request: Request
) -> Json[system_models.ShownFile]:
    """Check a file, whose kind is recognised by what is in it. The answer is as for a file of that kind."""
    names = [system.name for system in request.app.state.registry.load_all()]
    shown = await until_disconnect(request, lobby.read(who, asked.size, _recognised, lobby.load, names, asked))
    return Json(_with_schema(request, shown))


def _recognised(load: Load, names: list[str], asked: NamedFile) -> system_models.ShownFile:
    with source.given({asked.name: asked.text}):
        system, shelf = recognised(map(load, names), asked.name)
    return checked(load, system.name, shelf.kind, CheckFile(name=asked.name, text=asked.text))


def checked(load: Load, system: str, kind: str, asked: CheckFile) -> system_models.ShownFile:
    """Return the derived values of a file that was sent."""
    loaded, name, text = load(system), asked.name, asked.text
    if text is None:
        name, text = f"{name.rpartition('.')[0] or name}.toml", toml_of(asked.file or {})
    with source.given({name: text}):
        try:
            return _shown(loaded, kind, name, asked.edition)
        except SetupError as error:
            cited = [replace(each, message=_cited(loaded, each.message, asked.edition)) for each in error.faults]
            raise SetupError(cited, error.is_too_long) from None


def _shown(system: System, kind: str, name: str, edition: str) -> system_models.ShownFile:
    shelf = shelf_of(system, kind)
    report = show_files(system, kind, [name])
    shown = report.as_data()
    file = shelf.read(name).model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True)
    return {
        "system": system.name,
        "kind": kind,
        "name": name,
        "file": file,
        "toml": shelf.text(name) if name in shelf.names else toml_of(file),
        "shown": shown[0] if isinstance(shown, list) else shown,
        "warnings": [_warning(system, each, edition) for each in report.warnings],
    }


def _with_schema(request: Request, shown: system_models.ShownFile) -> system_models.ShownFile:
    """Return a file whose TOML tells editors the address of its schema."""
    address = SCHEMAS.format(system=shown["system"], kind=shown["kind"])
    shown["toml"] = schema_line(f"{str(request.base_url).rstrip('/')}{address}") + shown["toml"]
    return shown


def _warning(system: System, warning: str | Fault, edition: str) -> system_models.FileWarning:
    """Return a warning about a file: the field, where it is about one, and a sentence."""
    field, message = (warning.field, warning.message) if isinstance(warning, Fault) else ("", warning)
    return {"field": field, "message": _cited(system, message, edition)}


def _cited(system: System, text: str, edition: str) -> str:
    return system.catalogue.cited_in(text, edition) if edition else text


def toml_of(data: dict[str, Any]) -> str:
    """Return data as TOML, with short lists on one line."""
    try:
        return LIST.sub(_on_one_line, tomli_w.dumps(data))
    except (TypeError, ValueError, AttributeError, RecursionError):
        raise BattlewrightError("The file contains a value that TOML cannot represent, such as null.") from None


def _on_one_line(found: re.Match[str]) -> str:
    entries = (line.strip().removesuffix(",") for line in found[0].splitlines()[1:-1])
    line = f"[{', '.join(entries)}]"
    return line if len(line) <= SHORT else found[0]
