"""The pages: files of this package, sent as they are, but for the edition of the pages that the page itself names."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

router = APIRouter(include_in_schema=False)
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
PLACEHOLDER = b"PAGES"
"""What stands in the page for the edition."""


class File(NamedTuple):
    """A file of the pages: its bytes, the same packed, and a tag that changes with them."""

    body: bytes
    packed: bytes
    tag: str


@cache
def edition() -> str:
    """Return the edition of the pages: a hash over all their files. A page of another edition loads itself anew."""
    digest = sha256()
    for path in sorted((files("battlewright.web") / "static").iterdir(), key=lambda each: each.name):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _file(name: str) -> File | None:
    found = files("battlewright.web") / "static" / name
    if name.rpartition(".")[2] not in KINDS or not found.is_file():
        return None
    body = found.read_bytes()
    if name.endswith(".html"):
        body = body.replace(PLACEHOLDER, edition().encode())
    return File(body, gzip.compress(body, mtime=0), f'"{sha256(body).hexdigest()[:16]}"')


def _answer(name: str, request: Request, status: int = 200) -> Response:
    file = _file(name)
    if file is None:
        return Response("There is no such page here.", 404, media_type="text/plain")
    headers = {"cache-control": "no-cache", "etag": file.tag, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    kind = KINDS[name.rpartition(".")[2]]
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, status, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.body, status, media_type=kind, headers=headers)


@router.get("/")
@router.get("/match/{match}")
@router.get("/match/{match}/replay")
@router.get("/build")
@router.get("/cards")
@router.get("/odds")
@router.get("/odds/{system}")
@router.get("/odds/{system}/{question}")
@router.get("/rules")
@router.get("/rules/{system}")
async def page(request: Request) -> Response:
    """The page: its script looks at the address."""
    return _answer("index.html", request)


def is_for_a_person(request: Request) -> bool:
    """Whether a browser shows the answer to a person, who wants a page and not data."""
    place = request.url.path.startswith(("/api", "/static", "/healthz", "/readyz", "/metrics"))
    return request.method == "GET" and not place and "text/html" in request.headers.get("accept", "")


def missing(request: Request) -> Response:
    """The page for an address without one: its script says so, and shows the way back."""
    return _answer("index.html", request, 404)


@router.get("/static/{name}")
async def static(request: Request, name: str) -> Response:
    """A file of the pages."""
    return _answer(name, request)
