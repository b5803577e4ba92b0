"""Battles that ``play --browser`` names: the command leaves them with the server of this machine, and the page that it
opens takes them, once. Nothing of them is written."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Any, TypedDict

from fastapi import Request
from starlette.exceptions import HTTPException

from battlewright.engine.errors import Conflict
from battlewright.web.endpoints import Json, Router
from battlewright.web.requests import Draft

MOST = 16
"""The most drafts that are kept; the oldest goes first."""

router = Router(prefix="/api/drafts", include_in_schema=False)
Drafts = OrderedDict[str, Draft]


class LeftDraft(TypedDict):
    """A draft that was left: the secret by which it is taken."""

    draft: str


def _drafts(request: Request) -> Drafts:
    """Return the drafts. Raises a 404 where the server is not for one person alone."""
    drafts: Drafts | None = request.app.state.drafts
    if drafts is None:
        raise HTTPException(404)
    return drafts


@router.post("", status_code=201)
async def leave_draft(asked: Draft, request: Request) -> Json[LeftDraft]:
    """Leave a draft."""
    drafts, secret = _drafts(request), secrets.token_urlsafe(16)
    drafts[secret] = asked
    while len(drafts) > MOST:
        drafts.popitem(last=False)
    return Json({"draft": secret}, 201)


@router.post("/{secret}")
async def take_draft(secret: str, request: Request) -> Json[dict[str, Any]]:
    """Take a draft, which is then forgotten."""
    found = _drafts(request).pop(secret, None)
    if found is None:
        raise Conflict("What the command line named is in a page already; run the command again.")
    return Json(found.model_dump())
