"""Logs as lines of JSON, without tokens, secrets or choices."""

from __future__ import annotations

import json
import logging
import sys
import time

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
