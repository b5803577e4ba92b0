"""Logs as lines of JSON, without tokens, secrets or choices; and the metrics of a server, for Prometheus."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from battlewright.web.lobby import Lobby

LOGGER = logging.getLogger("battlewright.web")


class Log:
    """Writes what happens with named values: ``log.info("match begun", system=name)``."""

    def info(self, what: str, **values: object) -> None:
        """Write what happened."""
        LOGGER.info(what, extra={"values": values})

    def warning(self, what: str, **values: object) -> None:
        """Write what went wrong."""
        LOGGER.warning(what, extra={"values": values})


class Lines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "values", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def write_logs(level: int = logging.INFO) -> None:
    """Write the server's logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for logger in (LOGGER, logging.getLogger("uvicorn.error")):
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


class Metrics:
    """The counters of one server process."""

    def __init__(self, lobby: Lobby) -> None:
        self.registry = CollectorRegistry()
        kept = self.registry
        self.begun = Counter("battlewright_matches_begun", "Matches that were made", ["system"], registry=kept)
        self.entries = Counter("battlewright_entries", "Entries that were committed", registry=kept)
        self.refused = Counter("battlewright_refused", "Requests that were refused", ["status"], registry=kept)
        self.not_written = Counter("battlewright_not_written", "Commands that could not be written", registry=kept)
        self.seconds = Histogram("battlewright_command_seconds", "From a command to its answer", registry=kept)
        self.connections = Gauge("battlewright_connections", "Open WebSockets", registry=kept)
        Gauge("battlewright_rooms", "Matches in memory", registry=kept).set_function(lambda: len(lobby.rooms))
        Gauge("battlewright_thinking", "Bots that think or wait", registry=kept).set_function(
            lambda: lobby.bot_pool.waiting
        )
        Gauge("battlewright_commits", "Commits since the start", registry=kept).set_function(
            lambda: lobby.store.writer.commits
        )

    def text(self) -> bytes:
        """Return them as Prometheus reads them."""
        return generate_latest(self.registry)
