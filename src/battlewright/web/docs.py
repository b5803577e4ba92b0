"""The documentation of the interface: Swagger UI, from its Python package, without a request to anywhere else."""

from __future__ import annotations

import asyncio
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from battlewright.engine.errors import UnknownError
from battlewright.web.json_response import Json
from battlewright.web.security import DOCS_POLICY

router = APIRouter(include_in_schema=False)
FILES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
SWAGGER = files("fastapi_offline") / "static"
"""The files of Swagger UI, which a package has that is made for servers without other servers to ask."""
PAGE = """<!doctype html>
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
START = 'SwaggerUIBundle({url: "/api/openapi.json", dom_id: "#swagger", deepLinking: true, validatorUrl: null});\n'
WITH_POLICY = {"content-security-policy": DOCS_POLICY}


@router.get("/api/openapi.json")
async def description(request: Request) -> Response:
    """The description itself. It is made once, in a thread, since that takes a second."""
    return Json(await asyncio.to_thread(request.app.openapi))


@router.get("/api/docs")
async def page() -> Response:
    """The page."""
    return HTMLResponse(PAGE, headers=WITH_POLICY)


@router.get("/api/docs/start.js")
async def start() -> Response:
    """The script that shows the description."""
    return Response(START, media_type="text/javascript", headers=WITH_POLICY)


@router.get("/api/docs/{name}")
async def file(name: str) -> Response:
    """A file of Swagger UI."""
    if name not in FILES:
        raise UnknownError("file", name, FILES)
    return FileResponse(str(SWAGGER / name), media_type=FILES[name], headers=WITH_POLICY)
