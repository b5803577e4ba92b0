"""The extras: packages that only some of Battlewright needs, and that are installed with it on demand."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from battlewright.engine.errors import NotInstalled

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "rl": ("gymnasium", "pettingzoo"),
    "server": (
        "alembic",
        "cryptography",
        "fastapi",
        "fastapi_offline",
        "httpx",
        "orjson",
        "prometheus_client",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "postgres": ("psycopg",),
    "lab": ("polars",),
    "cluster": ("distributed", "polars"),
}
"""The packages of each extra, as Python imports them."""


def need(what: str, extra: str) -> None:
    """Raise ``NotInstalled`` for what stands on an extra, unless all packages of the extra are installed."""
    for package in EXTRAS[extra]:
        if not _is_installed(package):
            raise NotInstalled(what, extra, package)


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # something else in this process keeps it from being imported
        return False
