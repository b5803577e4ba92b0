"""The command ``join``: a match on a server, played or watched in the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from battlewright.cli import kept_seats
from battlewright.cli.kept_seats import KeptSeat
from battlewright.cli.remote_table import Left, RemoteTable, TypedLines, clean
from battlewright.client import CHOSEN_DICE, Client, RemoteMatch
from battlewright.engine import formats, source
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


@dataclass(frozen=True)
class NewTerms:
    """What a new match is asked for, beside its system."""

    names: Sequence[str] = ()
    level: str = ""
    invite: bool = False
    advice: str = ""


def join(
    url: str, new: str = "", terms: NewTerms | None = None, name: str = "", bring: str = "", replay: str = ""
) -> None:
    """Play or watch a match on a server; without a match, start one or list the public ones."""
    address, terms = read_address(url), terms or NewTerms()
    if new and address.match:
        raise BattlewrightError(f"--new starts a match on a server, but {address.plain} is a match already.")
    if terms.names and not new:
        raise BattlewrightError("Rosters, forces and encounters are for a new match: name them after --new SYSTEM.")
    if bring and not address.invitation:
        raise BattlewrightError("--bring goes with the link of an invitation.")
    if terms.level and (terms.invite or not new):
        raise BattlewrightError("--level says how well the computer plays: it goes with --new, and without --invite.")
    if terms.advice and not new:
        raise BattlewrightError("--advice is a term of a new match: it goes with --new.")
    if replay and Path(replay).exists():
        raise BattlewrightError(f"{replay} already exists; choose another file for the replay.")
    with Client(address.server, FIRST_TRIES) as client:
        greet(client)
        if not (new or address.match):
            list_matches(client)
            return
        lines = TypedLines()
        match = begin(client, new, name, terms) if new else sit_down(client, address, name, lines, bring)
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


def begin(client: Client, system: str, name: str, terms: NewTerms) -> RemoteMatch:
    """Start a match against a level, or against an invited person, who brings the second of what is named where only
    one is."""
    other = "person" if terms.invite else terms.level
    players = {"a": "person", "b": other} if other else {}
    names, files = sent_files(terms.names)
    asked: dict[str, Any] = {"files": files} if files else {}
    if terms.invite and len(names) == 1 and takes_several(client, system):
        asked["brings"] = "b"
    match = client.new_match(system, names, name=name, players=players, advice=terms.advice or None, **asked)
    assert match.seat is not None
    assert match.token is not None
    address = Address(client.url, match.id)
    kept_seats.keep(address.plain, KeptSeat(match.seat, match.token, match.commitment))
    for seat, invitation in match.invitations.items():
        print(f"Send this link to the player of seat {seat}: {invitation_link(address, seat, invitation)}")
    return match


def sent_files(typed: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the names that were typed, and the texts of those that are files, by their names without folders."""
    names: list[str] = []
    files: dict[str, str] = {}
    for each in typed:
        path = Path(each)
        if not path.suffix and not path.is_file():
            names.append(each)
            continue
        text, name = source.text_of(each), path.name
        while files.get(name, text) != text:
            name = f"other-{name}"
        files[name] = text
        names.append(name)
    return names, files


def takes_several(client: Client, system: str) -> bool:
    """Whether each side of a battle of a system is named."""
    options = [field for each in client.systems()["systems"] if each["name"] == system for field in each["options"]]
    return any(field["positional"] and field["kind"] == "texts" for field in options)


def sit_down(client: Client, address: Address, name: str, lines: TypedLines, bring: str) -> RemoteMatch | None:
    """Take the saved seat, or the one of the invitation with what it brings; without either, watch. Returns None where
    the invited player declines because the dice are chosen."""
    mine = kept_seats.kept(address.plain)
    if mine is not None and address.seat in ("", mine.seat):
        match = client.match(address.match, mine.seat, mine.token)
        match.commitment = mine.commitment
        return match
    if not address.invitation:
        return client.match(address.match)
    about = client.match(address.match).about()
    brings = about.get("brings")  # servers of earlier versions tell nothing of it
    if brings and brings["seat"] == address.seat and not bring:
        what = f"This seat brings a {brings['word']}: add --bring and the name of one, or your file."
        terms = [f" {word.capitalize()}: {value}." for word, value in brings["options"].items()]
        points = "" if brings["points"] is None else f" The other one costs {brings['points']} points."
        raise BattlewrightError(clean("".join((what, *terms, points))))
    brought: dict[str, Any] = dict(zip(("names", "files"), sent_files([bring]), strict=True)) if bring else {}
    if about["dice"].get("chosen") and not accepts_chosen_dice(lines):
        return None
    match = client.join(address.match, address.seat, address.invitation, name, **brought)
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
