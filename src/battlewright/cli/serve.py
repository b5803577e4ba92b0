"""The commands ``serve`` and ``play --browser``."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlewright import systems
from battlewright.cli.build import compile_if_needed
from battlewright.cli.roll import print_json
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.extras import need

if TYPE_CHECKING:
    import uvicorn

    from battlewright.store.leases import Worker


PORT = 8321
"""The default port."""


@dataclass(frozen=True)
class ServerOptions:
    """The options of a server process."""

    database: str
    limits: dict[str, Any]
    origins: tuple[str, ...]
    behind_proxy: bool


def serve(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    origins: tuple[str, ...],
    changed: tuple[str, ...],
    behind_proxy: bool,
    keep_days: int | None = None,
    opens: bool = False,
) -> None:
    """Run the server until it is stopped; it may open its page in the browser, and then logs only what goes wrong."""
    need("A server", "server")
    from battlewright.store.database import VARIABLE, connect, open_database
    from battlewright.web.limits import Limits
    from battlewright.web.logs import write_logs

    limits = Limits.read(changed)
    if keep_days is not None:
        limits = replace(limits, keep=keep_days * 24 * 3600.0)
    url = database or os.environ.get(VARIABLE) or usual_database()
    if workers > 1 and connect(url).dialect.name == "sqlite":
        raise BattlewrightError("Several workers need PostgreSQL: an SQLite file has only one writer. Use --workers 1.")
    open_database(url).dispose()  # a sentence where that fails, before anything listens
    listening = _listen(host, port)
    write_logs(logging.WARNING if opens else logging.INFO)
    page = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    print(f"Battlewright listens on {page} (Ctrl-C stops it).", flush=True)
    if opens:
        opening = threading.Timer(1.0, webbrowser.open, [page])
        opening.daemon = True
        opening.start()
    served = ServerOptions(url, asdict(limits), origins, behind_proxy)
    if workers == 1:
        make_server(served).run(sockets=[listening])
        return
    warm()  # once, before all workers do it at the same time
    from battlewright.cli.workers import run_workers

    run_workers(workers, listening, served)


def play_in_browser(arguments: Sequence[str]) -> None:
    """Run a server for this machine alone, and open its page: ``battlewright play --browser``."""
    if len(arguments) > 1:
        raise BattlewrightError("--browser takes no other options: the battle is chosen on the page.")
    need("A battle in the browser", "server")
    port = PORT
    try:
        _listen("127.0.0.1", port).close()
    except BattlewrightError:
        port = 0  # another server has the usual one
    warm()  # with its progress shown, so that the page is ready when it opens
    serve("127.0.0.1", port, None, 1, (), (), False, opens=True)


def make_server(served: ServerOptions, worker: Worker | None = None) -> uvicorn.Server:
    """Return the server of this process: all of it, or one worker of several."""
    import uvicorn

    from battlewright.web.app import make_app
    from battlewright.web.limits import Limits
    from battlewright.web.registry import Registry

    limits = Limits(**served.limits)
    registry = Registry(systems.names, systems.load, systems.DEFAULT)
    config = uvicorn.Config(
        make_app(served.database, registry, limits, served.origins, warm, worker),
        log_config=None,
        access_log=False,
        ws_max_size=limits.message,
        ws="websockets-sansio",
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=served.behind_proxy,
    )
    return uvicorn.Server(config)


def describe_interface() -> None:
    """Print the OpenAPI description of the interface."""
    need("A server", "server")
    from battlewright.web.app import interface_description
    from battlewright.web.registry import Registry

    print_json(interface_description(Registry(systems.names, systems.load, systems.DEFAULT)))


def usual_database() -> str:
    """Return the default database: a file in the user's data folder."""
    folder = Path(os.environ.get("XDG_DATA_HOME", "") or Path.home() / ".local" / "share") / "battlewright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BattlewrightError(f"The folder {folder} cannot be created ({error.strerror}); use --database.") from None
    return f"sqlite:///{folder / 'matches.db'}"


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises an error where the port is taken."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise BattlewrightError(f"The server cannot listen on {host} port {port} ({error.strerror}).") from None
    return listening


def warm() -> None:
    """Prepare the rules of all systems, so that the first match begins at once."""
    for name in sorted(systems.names(), key=lambda name: name != systems.DEFAULT):
        try:
            compile_if_needed(systems.load(name))
        except BattlewrightError as error:
            print(f"Warning: {error} This system is skipped.", file=sys.stderr)
    _collect_rarely()


def _collect_rarely() -> None:
    """Run the garbage collector less often, and not on what exists now: with many matches in memory a collection is
    slow, and few of a server's objects form cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
