"""The commands ``serve``, ``play --browser``, ``check``, ``backup`` and ``restore``."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from battlewright import systems
from battlewright.cli.build import compile_if_needed
from battlewright.cli.print_report import say
from battlewright.cli.roll import print_json
from battlewright.cli.sim import INTERRUPTED, progress_of
from battlewright.engine.compiler.precompile import Report
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.extras import need
from battlewright.engine.signature import key_of, public_key

if TYPE_CHECKING:
    import uvicorn


PORT = 8321
"""The default port."""
KEY_VARIABLE = "BATTLEWRIGHT_KEY"
"""The environment variable that names the file of the server's key."""


@dataclass(frozen=True)
class ServerOptions:
    """The options of a server process."""

    database: str
    limits: dict[str, Any]
    origins: tuple[str, ...]
    behind_proxy: bool
    key: str
    """The file of the key that signs finished matches."""
    is_personal: bool = False
    """Whether it is for one person: rulebooks beside the default one are compiled only when they are asked for, and it
    takes drafts of battles."""


@dataclass(frozen=True)
class Opening:
    """What is opened in the browser: the start page, with the level to play against, perhaps with a battle in its
    form."""

    level: str | None = None
    draft: Mapping[str, Any] | None = None

    def open(self, page: str) -> None:
        """Open it, once its server answers. Raises ``ServerError`` where the server takes no drafts."""
        from battlewright.client import Client

        secret = ""
        if self.draft is not None:
            with Client(page) as client:
                client.health()
                secret = f"#draft={client.request('POST', '/api/drafts', self.draft)['draft']}"
        webbrowser.open(f"{page}{f'?level={self.level}' if self.level else ''}{secret}")


def serve(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    origins: tuple[str, ...],
    changed: tuple[str, ...],
    behind_proxy: bool,
    keep_days: int | None = None,
    opens: Opening | None = None,
    has_chat: bool = True,
    has_library: bool = True,
    key: str | None = None,
) -> None:
    """Run the server until it is stopped; it may open a page in the browser, and then logs only what goes wrong."""
    need("A server", "server")
    from battlewright.store.database import connect, open_database
    from battlewright.web.limits import Limits
    from battlewright.web.logs import write_logs

    limits = Limits.read(changed)
    if keep_days is not None:
        limits = replace(limits, keep=keep_days * 24 * 3600.0)
    if opens is not None:  # all of them are one person's
        limits = replace(limits, open_matches_each=limits.open_matches, clocks_each=limits.clocks)
    if not has_chat:
        limits = replace(limits, chat_lines=0)
    if not has_library:
        limits = replace(limits, things=0)
    url = _database(database)
    if workers > 1 and connect(url).dialect.name == "sqlite":
        raise BattlewrightError("Several workers need PostgreSQL: an SQLite file has only one writer. Use --workers 1.")
    open_database(url).dispose()  # a sentence where that fails, before anything listens
    key_file = _key_file(key, url)
    key_of(key_file)
    listening = _listen(host, port)
    write_logs(logging.INFO if opens is None else logging.WARNING)
    page = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    print(f"Battlewright listens on {page} (Ctrl-C stops it).", flush=True)
    if opens is not None:
        opening = threading.Timer(1.0, opens.open, [page])
        opening.daemon = True
        opening.start()
    served = ServerOptions(url, asdict(limits), origins, behind_proxy, str(key_file), is_personal=opens is not None)
    if workers == 1:
        make_server(served).run(sockets=[listening])
        return
    for name in _in_order():  # once, before all workers do it at the same time
        with suppress(BattlewrightError):  # it has warned
            compile_rules_of(name)
    from battlewright.cli.workers import run_workers

    run_workers(workers, listening, served)


def play_in_browser(opens: Opening) -> None:
    """Run a server for this machine alone, and open its page; where this person's server runs already, that one's."""
    need("A battle in the browser", "server")
    port = PORT
    try:
        _listen("127.0.0.1", port).close()
    except BattlewrightError:  # another server has the usual one
        page, port = f"http://127.0.0.1:{port}/", 0
        if _is_own(page):
            with suppress(BattlewrightError):
                opens.open(page)
                print(f"Opened with the server that runs already: {page}")
                return
    serve("127.0.0.1", port, None, 1, (), (), False, opens=opens)


def _is_own(page: str) -> bool:
    """Whether the server of a page has the key of this person's."""
    from battlewright.client import Client

    own = key_of(_key_file(None, _database(None))).public
    try:
        with Client(page, tries=1) as client:
            return client.health().get("key") == own
    except (BattlewrightError, AttributeError):
        return False


def make_server(served: ServerOptions, process: str | None = None) -> uvicorn.Server:
    """Return the server of this process, which may be one of several."""
    import uvicorn

    from battlewright.web.app import make_app
    from battlewright.web.connections import ServerConfig
    from battlewright.web.limits import Limits
    from battlewright.web.preparation import Preparation
    from battlewright.web.registry import Registry

    limits = Limits(**served.limits)
    registry = Registry(systems.names, systems.load, systems.DEFAULT)
    names = _in_order()
    preparation = Preparation(names, compile_rules_of, _collect_rarely, names[1:] if served.is_personal else ())
    config = ServerConfig(
        make_app(
            served.database,
            registry,
            limits,
            served.origins,
            preparation,
            process,
            key_of(Path(served.key)),
            served.is_personal,
        ),
        limits,
        served.behind_proxy,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    return uvicorn.Server(config)


def describe_interface() -> None:
    """Print the OpenAPI description of the interface."""
    need("A server", "server")
    from battlewright.web.app import interface_description
    from battlewright.web.registry import Registry

    print_json(interface_description(Registry(systems.names, systems.load, systems.DEFAULT)))


def _database(named: str | None) -> str:
    """Return the database to use: the named one, that of the environment variable, or a file in the user's data
    folder."""
    from battlewright.store.database import VARIABLE

    if url := named or os.environ.get(VARIABLE):
        return url
    return f"sqlite:///{_data_folder() / 'matches.db'}"


def _key_file(named: str | None, url: str) -> Path:
    """Return the file of the server's key: the named one, that of the environment variable, or one beside the database;
    where that is not a file, one in the user's data folder."""
    from battlewright.store.database import connect

    if file := named or os.environ.get(KEY_VARIABLE):
        return Path(file)
    parsed = connect(url).url
    if parsed.get_backend_name() == "sqlite":
        return Path(f"{parsed.database}.key")
    return _data_folder() / "server.key"


def _data_folder() -> Path:
    """Return the user's data folder, which is made where it is not there."""
    folder = Path(os.environ.get("XDG_DATA_HOME", "") or Path.home() / ".local" / "share") / "battlewright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BattlewrightError(f"The folder {folder} cannot be created ({error.strerror}); use --database.") from None
    return folder


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


def _in_order() -> list[str]:
    """Return the names of the systems in the order in which their rules are compiled."""
    return sorted(systems.names(), key=lambda name: name != systems.DEFAULT)


def compile_rules_of(name: str, tell: Report = lambda *done: None, goes_on: Callable[[], bool] = lambda: True) -> None:
    """Compile the rules of a system, so that its first match begins at once; where that fails, warn."""
    try:
        compile_if_needed(systems.load(name), tell=tell, goes_on=goes_on, is_gentle=True)
    except BattlewrightError as error:
        print(f"Warning: {error} This system is skipped.", file=sys.stderr)
        raise


def _collect_rarely() -> None:
    """Run the garbage collector less often, and not on what exists now: with many matches in memory a collection is
    slow, and few of a server's objects form cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def back_up(file: str, database: str | None) -> None:
    """Write a backup of a database, and print its size."""
    from battlewright.store.backup import backup

    began = time.monotonic()
    report = backup(_database(database), _writable(Path(file)))
    print(f"{file}: {report.matches:,} matches with {report.entries:,} entries, {report.size:,} bytes", end="")
    print(f" ({time.monotonic() - began:.1f} s). It contains the secrets of the dice: keep it private.")


def put_back(file: str, database: str | None, replace: bool) -> None:
    """Restore a backup into a database, and print what was restored."""
    from battlewright.store.backup import restore

    report = restore(Path(file), _database(database), replace)
    print(f"{report.matches:,} matches with {report.entries:,} entries restored from {file}.")


def check_database(database: str | None, keys: Sequence[str], as_json: bool) -> None:
    """Check the logs of a whole database, and print what was found. Damage is reported with exit code 1; Ctrl-C reports
    what is done."""
    need("A store of matches", "server")
    from battlewright.store.check import check

    wanted = [public_key(key) for key in keys]
    with progress_of("Checking", 0) as bar:
        found = check(_database(database), wanted, bar.checked)
    if as_json:
        print_json(found.as_data())
    else:
        for sentence in found.sentences():
            say(sentence)
    if found.damage or found.is_interrupted:
        raise typer.Exit(1 if found.damage else INTERRUPTED)


def _writable(path: Path) -> Path:
    """Return a path that can be written to. Raises an error before any work where it cannot."""
    for is_wrong, reason in (
        (path.is_dir(), "it is a folder"),
        (not path.parent.is_dir(), f"there is no folder {path.parent}"),
        (not os.access(path.parent, os.W_OK), f"the folder {path.parent} is not writable"),
    ):
        if is_wrong:
            raise BattlewrightError(f"The backup {path} cannot be written: {reason}.")
    return path
