"""The limits of a server. A request beyond a limit is refused with a message that names it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from battlewright.engine.errors import BattlewrightError, UnknownError


@dataclass(frozen=True)
class Limits:
    """The limits of a server. Times are in seconds, sizes in bytes."""

    body: int = 256 * 1024
    """The largest body of a request."""
    upload: int = 4 * 1024 * 1024
    """The largest replay that may be uploaded."""
    upload_steps: int = 5_000
    message: int = 16 * 1024
    """The largest message over a WebSocket."""
    matches: int = 2_000
    """The most matches in memory."""
    open_matches: int = 20_000
    open_matches_each: int = 500
    """The most matches that are not over; those of them that one address has opened."""
    clocks: int = 10_000
    clocks_each: int = 200
    """The most matches whose clock runs; those of them that one address has opened."""
    stored: int = 8 * 1024**3
    stored_each: int = 256 * 1024**2
    """The most bytes of set-ups and uploaded battles; those of one address."""
    connections: int = 2_000
    connections_each: int = 40
    """The most WebSockets from one address."""
    sockets: int = 4_000
    sockets_each: int = 200
    """The most connections of all kinds; those of one address, which are at most a quarter of all."""
    request: float = 30.0
    """The longest that a request may take to arrive."""
    answer: float = 20.0
    """The longest that an answer may wait for a client that does not read."""
    commands: float = 200.0
    """Commands a second from one address, on average; twice as many at once."""
    new_matches: float = 5.0
    """New matches and uploads a second from one address, on average."""
    thinking: int = 2
    """The most bots that think at the same time."""
    waiting: int = 64
    waiting_each: int = 32
    """The most jobs of a kind that wait for a thread: bots, odds, advice, set-ups; those of one address."""
    unwatched: float = 30.0
    """How long a match of bots alone goes on that nobody looks at; inf: to its end."""
    advice: float = 1.5
    """The longest that advice may take."""
    report: float = 25.0
    """The longest that the report of a match may take, on two cores."""
    reading: float = 5.0
    """The longest that a set-up, a file or a replay may take that was sent."""
    odds: float = 5.0
    """The longest that a question about odds may take."""
    estimate: float = 1.2
    """How long battles are fought for an estimate of who wins; shorter where others wait for theirs."""
    idle: float = 600.0
    """How long a match stays in memory that nobody looks at."""
    search: float = 2.0
    """The longest that a searching bot may think about a choice."""
    chat_lines: int = 300
    """The most lines of chat of a match; 0: none can be written."""
    chat_rate: float = 0.5
    """Lines of chat a second from one seat, on average; five at once."""
    things: int = 300
    """The most things of a library; 0: the server keeps no libraries."""
    libraries: int = 20_000
    libraries_each: int = 100
    """The most libraries; those that one address has begun."""
    library_bytes: int = 4 * 1024**3
    library_bytes_each: int = 16 * 1024**2
    """The most bytes of all libraries; of those that one address has begun."""
    keep_things: float = 365 * 24 * 3600.0
    """How long a library is kept that nobody uses; inf: for good."""
    keep: float | None = None
    """How long a match is kept that nobody changes; None: for good."""

    @classmethod
    def read(cls, typed: Iterable[str]) -> Limits:
        """Return the limits with some changed, each as ``NAME=NUMBER``."""
        kinds = {field.name: float if field.type == "float" else int for field in fields(cls)}
        changed: dict[str, float] = {}
        for each in typed:
            name, _, text = each.partition("=")
            if name not in kinds:
                raise UnknownError("limit", name, kinds)
            try:
                changed[name] = kinds[name](text)
            except ValueError:
                raise BattlewrightError(f"--limit {name} must be a number, as {name}=10, not {text!r}.") from None
            if changed[name] <= 0:
                raise BattlewrightError(f"--limit {name} must be above 0, not {text}.")
        return cls(**changed)  # type: ignore[arg-type]  # each has the type of its field
