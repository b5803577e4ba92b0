"""The static files of the pages, shared ones and those of the systems; and the documentation of the interface: Swagger
UI, from its Python package, without a request to anywhere else."""

from __future__ import annotations

import asyncio
import gzip
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple, cast

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from battlewright.contract.system import System
from battlewright.engine.errors import UnknownError
from battlewright.web.endpoints import Json
from battlewright.web.registry import Registry
from battlewright.web.security import DOCS_POLICY
from battlewright.web.system_models import SystemPages

router = APIRouter(include_in_schema=False)
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
PAGE = "/static/index.html"
PLACEHOLDER = b"PAGES"
"""What stands in the page for the edition."""


class File(NamedTuple):
    """A file of the pages: its bytes, the same packed, and a tag that changes with them."""

    body: bytes
    packed: bytes
    tag: str


@cache
def _files(registry: Registry) -> dict[str, Traversable]:
    """All files of the pages by their address: those that all systems share, and those that each one brings."""
    own = {f"/pages/{system.name}": system.pages.folder for system in registry.load_all() if system.pages}
    folders = {"/static": files("battlewright.web") / "static", **own}
    found = {f"{place}/{path.name}": path for place, folder in folders.items() for path in folder.iterdir()}
    return {address: path for address, path in found.items() if address.rpartition(".")[2] in KINDS}


@cache
def edition(registry: Registry) -> str:
    """Return the edition of the pages: a hash over all their files. A page of another edition loads itself anew."""
    digest = sha256()
    for address, path in sorted(_files(registry).items()):
        digest.update(address.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _file(registry: Registry, address: str) -> File:
    body = _files(registry)[address].read_bytes()
    if address == PAGE:
        body = body.replace(PLACEHOLDER, edition(registry).encode())
    return File(body, gzip.compress(body, mtime=0), f'"{sha256(body).hexdigest()[:16]}"')


def pages_of(system: System) -> SystemPages | None:
    """Return what a system brings for the pages."""
    return cast("SystemPages", system.pages.as_data(system.name)) if system.pages else None


def _answer(address: str, request: Request, status: int = 200) -> Response:
    registry = request.app.state.registry
    if address not in _files(registry):
        return Response("There is no such page here.", 404, media_type="text/plain")
    file = _file(registry, address)
    headers = {"cache-control": "no-cache", "etag": file.tag, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    kind = KINDS[address.rpartition(".")[2]]
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, status, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.body, status, media_type=kind, headers=headers)


@router.get("/")
@router.get("/match/{match}")
@router.get("/match/{match}/replay")
@router.get("/build")
@router.get("/cards")
@router.get("/mine")
@router.get("/odds")
@router.get("/odds/{system}")
@router.get("/odds/{system}/{question}")
@router.get("/rules")
@router.get("/rules/{system}")
@router.get("/rules/{system}/summary")
async def page(request: Request) -> Response:
    """The page: its script looks at the address."""
    return _answer(PAGE, request)


def is_for_a_person(request: Request) -> bool:
    """Whether a browser shows the answer to a person, who wants a page and not data."""
    place = request.url.path.startswith(("/api", "/static", "/pages", "/healthz", "/readyz", "/metrics"))
    return request.method == "GET" and not place and "text/html" in request.headers.get("accept", "")


def missing(request: Request) -> Response:
    """The page for an address without one: its script says so, and shows the way back."""
    return _answer(PAGE, request, 404)


@router.get("/static/{name}")
@router.get("/pages/{system}/{name}")
async def static(request: Request) -> Response:
    """A file of the pages: a shared one, or one of a system."""
    return _answer(request.url.path, request)


# The documentation of the interface

SWAGGER_FILES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
SWAGGER = files("fastapi_offline") / "static"
"""The files of Swagger UI, which a package has that is made for servers without other servers to ask."""
DOCS_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Battlewright: the interface</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
"""
DOCS_START = 'SwaggerUIBundle({url: "/api/openapi.json", dom_id: "#swagger", deepLinking: true, validatorUrl: null});\n'
WITH_POLICY = {"content-security-policy": DOCS_POLICY}


@router.get("/api/openapi.json")
async def description(request: Request) -> Response:
    """The description itself. It is made once, in a thread, since that takes a second; others wait for it."""
    app = request.app
    async with app.state.describing:
        made = app.openapi_schema or await asyncio.to_thread(app.openapi)
    return Json(made)


@router.get("/api/docs")
async def docs_page() -> Response:
    """The page."""
    return HTMLResponse(DOCS_PAGE, headers=WITH_POLICY)


@router.get("/api/docs/start.js")
async def docs_start() -> Response:
    """The script that shows the description."""
    return Response(DOCS_START, media_type="text/javascript", headers=WITH_POLICY)


@router.get("/api/docs/{name}")
async def docs_file(name: str) -> Response:
    """A file of Swagger UI."""
    if name not in SWAGGER_FILES:
        raise UnknownError("file", name, SWAGGER_FILES)
    return FileResponse(str(SWAGGER / name), media_type=SWAGGER_FILES[name], headers=WITH_POLICY)
