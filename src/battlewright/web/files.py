"""Files over HTTP: shipped files, and the user's own, checked as ``battlewright shelf`` does. Nothing is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import tomli_w
from fastapi import Path, Request

from battlewright.contract.shelf_reports import shelf_of, show_files
from battlewright.contract.system import System
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, Fault, SetupError
from battlewright.web.dependencies import AnyLobby, SystemName, until_disconnect
from battlewright.web.json_response import Json
from battlewright.web.lobby import Load
from battlewright.web.requests import CheckFile
from battlewright.web.router import Router
from battlewright.web.system_models import FileWarning, ShownFile

router = Router(prefix="/api/systems", tags=["files"])
Kind = Annotated[str, Path(max_length=64, description="The kind of the files.", examples=["rosters"])]


@router.get("/{system}/{kind}")
async def list_files(lobby: AnyLobby, system: SystemName, kind: Kind, request: Request) -> Json[dict[str, Any]]:
    """All shipped files of a kind, with their derived values."""
    loaded = lobby.load(system)
    report = await until_disconnect(request, lobby.setup_pool.run(lambda: show_files(loaded, kind, ())))
    return Json({kind: report.as_data()})


@router.get("/{system}/{kind}/{name}")
async def get_file(
    lobby: AnyLobby,
    system: SystemName,
    kind: Kind,
    name: Annotated[str, Path(max_length=100, description="The file.", examples=["red-hall"])],
    request: Request,
) -> Json[ShownFile]:
    """A shipped file: its data, its text, and its derived values."""
    loaded = lobby.load(system)

    def work() -> ShownFile:
        with source.given({}):  # no file of the server is read
            return _shown(loaded, kind, name, "")

    return Json(await until_disconnect(request, lobby.setup_pool.run(work)))


@router.post("/{system}/{kind}")
async def check_file(
    lobby: AnyLobby, system: SystemName, kind: Kind, asked: CheckFile, request: Request
) -> Json[ShownFile]:
    """Check a file of your own, sent as text or as data: its derived values (points, ranks), warnings, and the file as
    TOML. Errors come as `faults`, each with its field."""
    lobby.load(system)
    return Json(await until_disconnect(request, lobby.read(asked.size, checked, lobby.load, system, kind, asked)))


def checked(load: Load, system: str, kind: str, asked: CheckFile) -> ShownFile:
    """Return the derived values of a file that was sent."""
    loaded, name, text = load(system), asked.name, asked.text
    if text is None:
        name, text = f"{name.rpartition('.')[0] or name}.toml", _toml(asked.file or {})
    with source.given({name: text}):
        try:
            return _shown(loaded, kind, name, asked.edition)
        except SetupError as error:
            cited = [replace(each, message=_cited(loaded, each.message, asked.edition)) for each in error.faults]
            raise SetupError(cited, error.is_too_long) from None


def _shown(system: System, kind: str, name: str, edition: str) -> ShownFile:
    shelf = shelf_of(system, kind)
    report = show_files(system, kind, [name])
    shown = report.as_data()
    file = shelf.read(name).model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True)
    return {
        "system": system.name,
        "kind": kind,
        "name": name,
        "file": file,
        "toml": _toml(file),
        "shown": shown[0] if isinstance(shown, list) else shown,
        "warnings": [_warning(system, each, edition) for each in report.warnings],
    }


def _warning(system: System, warning: str | Fault, edition: str) -> FileWarning:
    """Return a warning about a file: the field, where it is about one, and a sentence."""
    field, message = (warning.field, warning.message) if isinstance(warning, Fault) else ("", warning)
    return {"field": field, "message": _cited(system, message, edition)}


def _cited(system: System, text: str, edition: str) -> str:
    return system.catalogue.cited_in(text, edition) if edition else text


def _toml(data: dict[str, Any]) -> str:
    try:
        return tomli_w.dumps(data)
    except (TypeError, ValueError, AttributeError, RecursionError):
        raise BattlewrightError("The file contains a value that TOML cannot represent, such as null.") from None
