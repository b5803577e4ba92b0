"""The tables of the store. A change here needs a migration (``migrations/versions``)."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

MATCH_ID = 22
"""The letters of a match's id: 128 random bits."""
HASH = 64
LINK = 16


class Status(StrEnum):
    """How far a match is: it waits for people to take their seats, runs, or is over."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"


def _of_match() -> Column[str]:
    return Column("match", String(MATCH_ID), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


matches = Table(
    "matches",
    metadata,
    Column("id", String(MATCH_ID), primary_key=True),
    Column("system", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("title", String(200), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("head", Text, nullable=False),  # of the complete log: the set-up, the players, the secret of the dice
    Column("terms", Text, nullable=False),  # how it is played: whose dice, how long a decision may take
    Column("number", Integer, nullable=False),  # of the next entry
    Column(
        "revision", Integer, nullable=False, server_default="0"
    ),  # how often the row was moved on: by entries, seats taken, terms
    Column("result", Text),
    Column("winner", String(8)),
    Column("is_pending", Boolean, nullable=False),  # whether the server has something to do: roll, let a bot choose
    Column("due", BigInteger),  # the millisecond at which the server has something to do
    Column("claimed", BigInteger),  # the millisecond until which a process does it
    Column("origin", String(MATCH_ID)),  # the match that this one is a rematch or a "what if" of
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("chain", String(HASH)),  # the last link over the log; none where it could not be computed
    Column("signed_by", String(HASH)),  # the public key of the server that saw the end of the match
    Column("signature", String(2 * HASH)),  # over the chain of the finished match
    Column("opener", String(HASH)),  # the network that opened it, as a keyed hash
    Column("size", Integer, nullable=False, server_default="0"),  # the bytes that it was opened with
    Index("matches_by_change", "status", "changed"),
    Index("matches_by_due", "due"),
    Index("matches_by_opener", "opener", "status"),
)
"""The matches. ``head`` has the secret of the dice: nobody but the server may read it."""

seats = Table(
    "seats",
    metadata,
    _of_match(),
    Column("seat", String(64), primary_key=True),
    Column("player", String(200), nullable=False),  # person, remote, or the name of a bot
    Column("name", String(64), nullable=False),  # what a person calls herself
    Column("invitation", String(HASH)),  # hashed; none once the seat is taken
    Column("token", String(HASH)),  # hashed
    Column("value", String(128)),  # what the player adds to the dice
)
"""The seats of each match, and who may act for them. Invitations and tokens are stored as hashes."""

entries = Table(
    "entries",
    metadata,
    _of_match(),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("link", String(LINK)),  # the beginning of its link; it tells where a log was changed
)
"""The complete logs, an entry a row."""

commands = Table(
    "commands",
    metadata,
    _of_match(),
    Column("seat", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("number", Integer, nullable=False),
)
"""The commands that came with a key, with the number of the next entry after each: sent again, it counts once."""

chat_lines = Table(
    "chat_lines",
    metadata,
    _of_match(),
    Column("number", Integer, primary_key=True),
    Column("seat", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""What the people of each match have written to each other: no part of its log. Two writers of one match cannot both
write a number."""

presence = Table(
    "presence",
    metadata,
    _of_match(),
    Column("process", String(MATCH_ID), primary_key=True),
    Column("seats", Text, nullable=False),  # how many connections each seat has there
    Column("until", BigInteger, nullable=False),
)
"""Who follows a match through which process of a server, until a moment: a process that lives puts it off."""

commitments = Table(
    "commitments",
    metadata,
    Column("commitment", String(HASH), primary_key=True),
    Column("secret", String(HASH), nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("commitments_by_age", "made"),
)
"""Secrets whose hashes were published, each until a match starts with it, or until it expires."""

libraries = Table(
    "libraries",
    metadata,
    Column("token", String(HASH), primary_key=True),  # hashed
    Column("opener", String(HASH), nullable=False),  # the network that began it, as a keyed hash
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # to the day
    Index("libraries_by_opener", "opener"),
    Index("libraries_by_use", "used"),
)
"""What people keep of their own, each with all their devices."""

things = Table(
    "things",
    metadata,
    Column("library", String(HASH), ForeignKey("libraries.token", ondelete="CASCADE"), primary_key=True),
    Column("id", String(HASH), primary_key=True),
    Column("system", String(64), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("name", String(100), nullable=False),
    Column("text", Text, nullable=False),  # the file, as JSON
    Column("size", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),  # by the clock of the device that sent it
    Column("seed", String(MATCH_ID)),  # what the secret of its copying link follows from, with the owner's token
    Column("link", String(HASH)),  # the hash of that secret; none without a copying link
    Index("things_by_link", "link", unique=True),
)
"""The files of each library. The secret of a copying link is nowhere: it takes the owner's token to find it again."""

keys = Table(
    "keys",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("secret", String(HASH), nullable=False),
)
"""The server's own secrets. They are in no backup: what they hash cannot be found out from one."""
