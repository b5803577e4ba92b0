"""The command ``join``: a match on a server, played or watched in the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from battlewright.cli import kept_seats
from battlewright.cli.kept_seats import KeptSeat
from battlewright.cli.remote_table import Left, RemoteTable, TypedLines, clean
from battlewright.client import CHOSEN_DICE, Client, RemoteMatch
from battlewright.engine import formats
from battlewright.engine.errors import BattlewrightError, ServerError, Unreachable

FIRST_TRIES, TRIES = 2, 40
"""How often a server is tried that has never answered, and one whose connection was lost (about a minute)."""
MATCH = re.compile(r"/match/([A-Za-z0-9_-]{22})/?")


@dataclass(frozen=True)
class Address:
    """What a link names: a server, perhaps one of its matches, perhaps an invitation to a seat of it."""

    server: str
    match: str = ""
    seat: str = ""
    invitation: str = ""

    @property
    def plain(self) -> str:
        """The address of the match without the invitation: it may be shown, and its seat is kept under it."""
        return f"{self.server}/match/{self.match}"


def read_address(url: str) -> Address:
    """Read a link: ``http://host/``, ``http://host/match/ID``, ``http://host/match/ID?seat=b&invitation=…``."""
    wrong = "is not a server address, nor that of a match, such as http://127.0.0.1:8321/match/ID?seat=b&invitation=…"
    try:
        parts = urlsplit(url.strip() if "//" in url else f"http://{url.strip()}")
        is_host = bool(re.fullmatch(r"[\w.-]+|[0-9a-fA-F:.]+", parts.hostname or "")) and parts.port != 0
    except ValueError:
        is_host = False
    if not is_host or parts.scheme not in ("http", "https") or parts.username is not None:
        raise BattlewrightError(f"{shown(url)} {wrong}.")
    server = f"{parts.scheme}://{parts.netloc}"
    if parts.path in ("", "/"):
        return Address(server)
    found, query = MATCH.fullmatch(parts.path), parse_qs(parts.query)
    seat, invitation = (query.get(name, [""])[0] for name in ("seat", "invitation"))
    if found is None or bool(seat) != bool(invitation):
        raise BattlewrightError(f"{shown(url)} {wrong}.")
    return Address(server, found[1], seat, invitation)


def shown(url: str) -> str:
    """Return a link for a message, without its secret part."""
    return repr(clean(url.partition("?")[0][:80]))


def invitation_link(address: Address, seat: str, invitation: str) -> str:
    """Return the invitation link to a seat. It works in browsers too."""
    return f"{address.plain}?{urlencode({'seat': seat, 'invitation': invitation})}"


def join(
    url: str, new: str = "", level: str = "", name: str = "", invite: bool = False, replay: str = "", advice: str = ""
) -> None:
    """Play or watch a match on a server; without a match, start one or list the public ones."""
    address = read_address(url)
    if new and address.match:
        raise BattlewrightError(f"--new starts a match on a server, but {address.plain} is a match already.")
    if level and (invite or not new):
        raise BattlewrightError("--level says how well the computer plays: it goes with --new, and without --invite.")
    if advice and not new:
        raise BattlewrightError("--advice is a term of a new match: it goes with --new.")
    if replay and Path(replay).exists():
        raise BattlewrightError(f"{replay} already exists; choose another file for the replay.")
    with Client(address.server, FIRST_TRIES) as client:
        greet(client)
        if not (new or address.match):
            list_matches(client)
            return
        lines = TypedLines()
        match = begin(client, new, level, name, invite, advice) if new else sit_down(client, address, name, lines)
        if match is None:
            print(f"You have taken no seat. Watch the match with: battlewright join {address.plain}")
            return
        client.tries = TRIES
        play(match, Address(address.server, match.id), replay, lines)


def greet(client: Client) -> None:
    """Check that a Battlewright server answers, and that it uses the same interface."""
    answer: Mapping[str, object] = {}
    with suppress(ServerError):
        answer = client.health()
    if not isinstance(answer, dict) or "status" not in answer:
        raise BattlewrightError(f"There is no Battlewright server at {client.url}.")
    interface = answer.get("interface", 1)
    if interface != formats.INTERFACE:
        theirs = f"The server at {client.url} uses interface {interface} (version {answer.get('version', 'unknown')})"
        raise BattlewrightError(f"{theirs}; this version of Battlewright uses {formats.INTERFACE}.")


def list_matches(client: Client) -> None:
    """Print the public matches that are not over, and how to start one."""
    rows = [row for row in client.matches() if row["status"] != "over"]
    for row in rows:
        print(clean(f"{row['title']} ({row['system']}, {row['status']}): {client.url}/match/{row['id']}"))
    names = [system["name"] for system in client.systems()["systems"]]
    print("" if rows else "No public match is open.")
    print(f"Watch one:    battlewright join {client.url}/match/ID")
    print(f"Start one:    battlewright join {client.url} --new {'|'.join(names)}")


def begin(client: Client, system: str, level: str, name: str, invite: bool, advice: str) -> RemoteMatch:
    """Start a match against a level, or against an invited person."""
    other = "person" if invite else level
    players = {"a": "person", "b": other} if other else {}
    match = client.new_match(system, name=name, players=players, advice=advice or None)
    assert match.seat is not None
    assert match.token is not None
    address = Address(client.url, match.id)
    kept_seats.keep(address.plain, KeptSeat(match.seat, match.token, match.commitment))
    for seat, invitation in match.invitations.items():
        print(f"Send this link to the player of seat {seat}: {invitation_link(address, seat, invitation)}")
    return match


def sit_down(client: Client, address: Address, name: str, lines: TypedLines) -> RemoteMatch | None:
    """Take the saved seat, or the one of the invitation; without either, watch. Returns None where the invited
    player declines because the dice are chosen."""
    mine = kept_seats.kept(address.plain)
    if mine is not None and address.seat in ("", mine.seat):
        match = client.match(address.match, mine.seat, mine.token)
        match.commitment = mine.commitment
        return match
    if not address.invitation:
        return client.match(address.match)
    if client.match(address.match).about()["dice"].get("chosen") and not accepts_chosen_dice(lines):
        return None
    match = client.join(address.match, address.seat, address.invitation, name)
    assert match.token is not None
    kept_seats.keep(address.plain, KeptSeat(address.seat, match.token, match.commitment))
    return match


def accepts_chosen_dice(lines: TypedLines) -> bool:
    """Ask the invited player whether to accept dice that are not fair."""
    print(f"{CHOSEN_DICE} Take the seat anyway? [y/N] ", end="", flush=True)
    while lines.is_open:
        typed = lines.next(0.2)
        if typed is not None:
            return typed.strip().lower() in ("y", "yes")
    print()
    return False


def play(match: RemoteMatch, address: Address, replay: str, lines: TypedLines) -> None:
    """Play to the end. A player who leaves sees how to come back."""
    back = f"Come back with: battlewright join {address.plain}"
    try:
        RemoteTable(match, lines).run()
    except (Left, KeyboardInterrupt):
        print(f"\nThe match stays as it is. {back}")
        return
    except Unreachable as error:
        raise BattlewrightError(f"{error} {back}") from None
    if replay:
        keep_replay(match, replay)
    kept_seats.forget(address.plain)


def keep_replay(match: RemoteMatch, file: str) -> None:
    """Write the battle to a file, and print the command that verifies its dice."""
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as written:
            written.write(match.replay())
    except OSError as error:
        raise BattlewrightError(f"The battle cannot be written to {file} ({error.strerror}).") from None
    noted = f" --commitment {match.commitment}" if match.commitment else ""
    print(f"The battle is saved in {file}. Check its dice with: battlewright verify {file}{noted}")
