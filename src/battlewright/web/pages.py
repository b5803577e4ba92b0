"""The pages: files of this package, sent as they are."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

router = APIRouter(include_in_schema=False)
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@cache
def _file(name: str) -> bytes | None:
    found = files("battlewright.web") / "static" / name
    return found.read_bytes() if name.rpartition(".")[2] in KINDS and found.is_file() else None


def _answer(name: str) -> Response:
    body = _file(name)
    if body is None:
        return Response("There is no such page here.", 404, media_type="text/plain")
    kind = KINDS[name.rpartition(".")[2]]
    return Response(body, media_type=kind, headers={"cache-control": "no-cache"})


@router.get("/")
@router.get("/match/{match}")
async def page(match: str = "") -> Response:
    """The page of the table."""
    return _answer("index.html")


@router.get("/static/{name}")
async def static(name: str) -> Response:
    """A file of the pages."""
    return _answer(name)
