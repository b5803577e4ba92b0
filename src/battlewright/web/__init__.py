"""The match server: HTTP, WebSocket and pages. No rules in here: everything is asked of matches and systems."""

from __future__ import annotations

from battlewright.engine.extras import need

need("A server", "server")
