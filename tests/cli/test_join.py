"""``battlewright join``: matches on a real server, at a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import RawIOBase
from pathlib import Path

import pytest

from battlewright.cli.join import Address, invitation_link, read_address
from battlewright.cli.kept_seats import KeptSeat, file_of, keep, kept
from battlewright.cli.remote_table import PARTS, Left, RemoteTable, TypedLines, clean
from battlewright.client import Client, RemoteMatch
from battlewright.engine import formats
from battlewright.engine.data_types import Entry, NextStep
from battlewright.engine.errors import BattlewrightError
from battlewright.play.replays import Replay
from battlewright.play.verify import verify
from battlewright.web.models import Advised, Look
from tests.cli.helpers import Command
from tests.cli.test_server import ROSTER
from tests.processes import started
from tests.web.conftest import NewServer
from tests.web.play import play, result_of

ID = "A" * 22


@pytest.fixture
def battlewright(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """``battlewright`` in this process, of a person with a folder of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Command(capsys, monkeypatch)


def link(client: Client, match: str, seat: str = "", invitation: str = "") -> str:
    address = Address(client.url, match)
    return invitation_link(address, seat, invitation) if seat else address.plain


def test_a_new_match_against_the_bot_is_played_to_its_end(
    battlewright: Command, client: Client, tmp_path: Path
) -> None:
    file = tmp_path / "mine.replay"
    done = battlewright(
        "join",
        client.url,
        "--new",
        "formations",
        "--name",
        "Ann",
        "--replay",
        str(file),
        typed="h\nt\nl\n" + "1\n" * 300,
    )
    assert done.code == 0, done.err
    kept_replay = Replay.read(file)
    assert kept_replay.result in done.out
    assert "Ann (a): person" in done.out
    assert "take back your last choice" in done.out, "the help"
    fair = verify(kept_replay).fair
    assert fair is not None
    assert fair.commitment in done.out
    assert f"battlewright verify {file} --commitment {fair.commitment}" in done.out
    assert "has moved on" not in done.out
    assert not list((tmp_path / "data").rglob("*.json")), "the seat of a match that is over is forgotten"


def test_whoever_leaves_comes_back_to_the_same_seat(battlewright: Command, client: Client, tmp_path: Path) -> None:
    first = battlewright("join", client.url, "--new", "skirmish", typed="1\n1\n")
    assert first.code == 0, first.err
    back = first.out.strip().rpartition("battlewright join ")[2]
    (file,) = (tmp_path / "data").rglob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    mine = kept(back)
    assert mine is not None
    assert mine.token not in first.out + first.err
    second = battlewright("join", back, typed="1\nq\n")
    assert second.code == 0
    assert "You sit at seat a." in second.out
    assert mine.token not in second.out + second.err
    made = client.match(read_address(back).match, "a", mine.token).news(0)["news"]
    assert sum(entry["seat"] == "a" and entry["kind"] == "choice" for entry in made) == 3


def introduce_and_leave(table: RemoteTable) -> None:
    table.introduce()
    raise Left


def test_an_invitation_is_taken_and_the_seat_is_then_taken(
    battlewright: Command, client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(RemoteTable, "run", introduce_and_leave)
    other = client.new_match("formations", players={"a": "person", "b": "person"}, name="Ann")
    url = link(client, other.id, "b", other.invitations["b"])
    first = battlewright("join", url, "--name", "Ben")
    assert first.code == 0, first.err
    assert "You sit at seat b." in first.out
    assert "Everybody may see the odds of each choice, and nobody its chance to win." in first.out
    assert other.invitations["b"] not in first.out
    assert other.about()["seats"][1]["called"] == "Ben"
    assert "You sit at seat b." in battlewright("join", url).out, "the same link leads back to the own seat"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "somebody else"))
    second = battlewright("join", url)
    assert (second.code, second.out) == (2, "")
    assert second.err == "Error: Seat b is taken.\n"


def test_whoever_is_invited_hears_that_the_dice_were_chosen_and_decides(
    battlewright: Command, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RemoteTable, "run", introduce_and_leave)
    other = client.new_match("formations", players={"a": "person", "b": "person"}, seed=1)
    url = link(client, other.id, "b", other.invitations["b"])
    for typed in ("n\n", "\n", ""):
        left = battlewright("join", url, typed=typed)
        assert left.code == 0, left.err
        assert "The creator of this match chose the seed of its dice, and can predict every roll" in left.out
        assert (
            f"You have taken no seat. Watch the match with: battlewright join {client.url}/match/{other.id}" in left.out
        )
        assert other.about()["seats"][1]["open"]
    taken = battlewright("join", url, typed="y\n")
    assert taken.code == 0, taken.err
    assert "You sit at seat b. The creator of this match chose the seed of its dice" in taken.out
    assert not other.about()["seats"][1]["open"]


def test_what_the_server_refuses_is_told_and_asked_again(battlewright: Command, client: Client) -> None:
    done = battlewright("join", client.url, "--new", "skirmish", typed="9999\nfly to the moon\n1\nundo\nresign\n")
    assert done.code == 0, done.err
    assert "Type a number from 1 to" in done.out
    assert "'fly" in done.out
    assert re.search(r"^Seat a takes back 'a: .+' and all that followed\.$", done.out, re.MULTILINE)
    assert "gives up." in done.out


def test_every_choice_is_listed_once_with_what_ends_the_turn_last(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    match = client.new_match("heroes", ["the-toll-bridge"], seed=2)
    play(match, most=0)  # until it is this seat's turn
    with pytest.raises(Left):
        RemoteTable(match, AtTerminal("l")).run()
    shown = capsys.readouterr().out.rpartition("what does it do?")[2]
    lines = re.findall(r"^ +(\d+)  (.+)$", shown, re.MULTILINE)
    assert [int(number) for number, _ in lines] == [*range(1, len(match.news(0)["offers"]) + 1)]
    assert len({words for _, words in lines}) == len(lines)
    assert lines[-1][1].startswith("End the turn")


def test_a_change_by_the_game_master_is_told_in_words(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    players = {"a": "person", "Game master": "person"}
    master = client.new_match("heroes", master="b", seat="Game master", players=players, seed=2)
    mine = client.join(master.id, "a", master.invitations["a"])
    changed = master.say("mod b1 attack +5 bless")
    table = RemoteTable(mine, AtTerminal())
    with pytest.raises(Left):
        table.run()
    shown = capsys.readouterr().out
    assert "    The game master gives Ruffian 1 (b1) +5 to attack." in shown
    assert "name=" not in shown
    undone: Entry = {"number": changed, "kind": "undo", "seat": "Game master", "to": changed - 1}
    assert table.happened(undone).endswith(
        "takes back 'The game master gives Ruffian 1 (b1) +5 to attack.' and all that followed."
    )


def test_a_player_suggests_and_the_game_master_answers(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    players = {"a": "person", "Game master": "person"}
    master = client.new_match("heroes", master="b", seat="Game master", players=players, seed=2)
    mine = client.join(master.id, "a", master.invitations["a"])

    def typed(match: RemoteMatch, *lines: str) -> str:
        with pytest.raises(Left):
            RemoteTable(match, AtTerminal(*lines)).run()
        return capsys.readouterr().out

    def made(match: RemoteMatch) -> Entry:
        return match.news(0)["news"][-1]

    typed(mine, "suggest I stand in the fog: mod a1 dodge +5 Fog", "suggest I am tall")
    first, second = (each["number"] for each in master.news(0)["suggested"])
    shown = typed(master, f"accept {first}: mod a1 dodge +2 fog", f"Decline {second}: You are not")
    assert f"Seat a suggests: I stand in the fog - mod a1 dodge +5 fog (suggestion {first})." in shown
    assert f"Seat a suggests: I am tall (suggestion {second})." in shown
    assert f"Type accept {first} or decline {first}. The game master gives Silarn (a1) +5 to dodge." in shown
    assert (made(mine)["kind"], made(mine).get("text")) == ("reject", "You are not")
    shown = typed(mine)
    assert "The game master gives Silarn (a1) +2 to dodge." in shown
    assert f"Game master accepts suggestion {first} with a change - mod a1 dodge +2 fog." in shown
    assert f"Game master declines suggestion {second}: You are not." in shown


def test_faces_of_physical_dice_are_typed(battlewright: Command, client: Client) -> None:
    match = client.new_match("formations", dice="physical", value="x")
    assert match.token is not None
    keep(link(client, match.id), KeptSeat("a", match.token))
    news = match.news(0)
    assert news["node"]["kind"] == "chance"
    done = battlewright("join", link(client, match.id), typed="1 2\n6\nq\n")
    assert "Roll 1d6, and type the faces, or type roll: the server rolls them." in done.out
    assert "must be rolled here, not 2." in done.out
    assert "Seat a rolls 6." in done.out
    assert "  typed 6 " in done.out, "the computer's die is the server's"


def test_a_table_of_several_is_led_by_lines(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    seats = [{"name": "Ann", "side": "a", "leads": ["a1"]}, {"name": "Ben", "side": "a"}]
    seats.append({"name": "Mia", "side": "b", "master": True})
    people = {"Ann": "person", "Ben": "person", "Mia": "person"}
    mia = client.new_match("heroes", ["the-barrow"], seats=seats, players=people, seat="Mia", dice_of={"Ann": "either"})
    ann, ben = (client.join(mia.id, name, mia.invitations[name]) for name in ("Ann", "Ben"))

    def typed(match: RemoteMatch, *lines: str) -> str:
        with pytest.raises(Left):
            RemoteTable(match, AtTerminal(*lines)).run()
        return capsys.readouterr().out

    shown = typed(ann, "roll")
    assert "Roll 1d10 for Brannoc, and type the faces, or type roll: the server rolls them." in shown
    roll = next(entry for entry in mia.news(0)["news"] if entry["kind"] == "roll")
    shown = typed(mia, f"change {roll['number']}: {' '.join(['7'] * len(roll['faces']))}", "hand ben master")
    assert "takes back" in shown
    typed(ben, "return", "leave")
    typed(ann, "dice physical")
    info = {each["name"]: each for each in mia.about()["seats"]}
    assert (info["Ann"]["dice"], info["Ben"]["player"]) == ("physical", "medium")
    shown = typed(mia)
    assert "Ann lets the server roll." in shown
    assert "Ann types the dice from now on." in shown
    RemoteTable(mia, AtTerminal("end a")).run()
    assert "The game master ends the battle." in capsys.readouterr().out


def test_a_match_is_watched_without_a_seat(battlewright: Command, client: Client) -> None:
    match = client.new_match("formations", name="Ann")
    play(match)
    done = battlewright("join", link(client, match.id))
    assert done.code == 0, done.err
    assert "You are watching." in done.out
    assert result_of(match)["sentence"] in done.out
    told = [step for step in match.news(0)["story"] if step["kind"] == "choice"]
    assert all(f"{step['side']}: {step['sentence']}" in done.out for step in told)


def test_a_server_lists_its_public_matches(battlewright: Command, client: Client) -> None:
    match = client.new_match("formations", public=True, title="The usual \x1b[31mWednesday")
    done = battlewright("join", client.url)
    assert done.code == 0, done.err
    assert f"{client.url}/match/{match.id}" in done.out
    assert "\x1b" not in done.out
    assert "--new skirmish|formations|heroes|pig" in done.out


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://127.0.0.1/",
        "http://",
        "http://127.0.0.1:99999/",
        "http://[::1/",
        "http://two words/",
        "http://me:secret@127.0.0.1/",
        "http://127.0.0.1/somewhere",
        "http://127.0.0.1/match/short",
        f"http://127.0.0.1/match/{ID}?seat=b",
        f"http://127.0.0.1/match/{ID}?invitation=hidden",
    ],
)
def test_a_bad_address_is_refused_in_a_sentence(battlewright: Command, url: str) -> None:
    done = battlewright("join", url)
    assert (done.code, done.out) == (2, "")
    assert "is not a server address, nor that of a match" in done.err
    assert done.err.count("\n") == 1
    assert "hidden" not in done.err


def test_links_are_read_as_they_are_written() -> None:
    address = Address("http://127.0.0.1:8321", ID)
    written = invitation_link(address, "Ann & co", "a+b/c=")
    assert read_address(written) == Address("http://127.0.0.1:8321", ID, "Ann & co", "a+b/c=")
    assert read_address("localhost:8321") == Address("http://localhost:8321")
    assert read_address("https://[::1]:8/") == Address("https://[::1]:8")


def test_a_dead_server_is_told_in_a_sentence(battlewright: Command) -> None:
    done = battlewright("join", "http://127.0.0.1:9/")
    assert done.code == 2
    assert done.err.startswith("Error: The server at http://127.0.0.1:9 does not answer")
    assert done.err.count("\n") == 1


def test_a_server_of_another_interface_is_refused_in_a_sentence(
    battlewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Client, "health", lambda client: {"status": "ready", "version": "0.0.9"})
    done = battlewright("join", "http://127.0.0.1:9/")
    theirs = "The server at http://127.0.0.1:9 uses interface 1 (version 0.0.9)"
    assert (done.code, done.err) == (2, f"Error: {theirs}; this version of Battlewright uses {formats.INTERFACE}.\n")


class Other(BaseHTTPRequestHandler):
    """A server of something else."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def other_server() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Other)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join(10)
    server.server_close()


@pytest.mark.parametrize("option", ["--level", "--opponent"])
def test_a_new_match_is_against_the_level_that_is_named(battlewright: Command, client: Client, option: str) -> None:
    done = battlewright("join", client.url, "--new", "formations", option, "beginner", typed="1\nresign\n")
    assert done.code == 0, done.err
    assert "Seat b: beginner." in done.out


def test_a_level_that_nobody_would_play_is_refused(battlewright: Command, client: Client) -> None:
    for arguments in ((), ("--new", "formations", "--invite")):
        done = battlewright("join", client.url, *arguments, "--level", "easy")
        assert (done.code, done.err) == (
            2,
            "Error: --level says how well the computer plays: it goes with --new, and without --invite.\n",
        )
    unknown = battlewright("join", client.url, "--new", "formations", "--level", "ease")
    assert unknown.code == 2
    assert "'ease'" in unknown.err


def test_a_server_of_something_else_is_told_in_a_sentence(battlewright: Command, other_server: str) -> None:
    done = battlewright("join", other_server)
    assert (done.code, done.err) == (2, f"Error: There is no Battlewright server at {other_server}.\n")


def test_what_is_not_there_is_refused(battlewright: Command, client: Client, tmp_path: Path) -> None:
    unknown = battlewright("join", link(client, ID))
    assert unknown.code == 2
    assert unknown.err.count("\n") == 1
    no_system = battlewright("join", client.url, "--new", "chess")
    assert no_system.code == 2
    assert "Unknown system 'chess'" in no_system.err
    both = battlewright("join", link(client, ID), "--new", "skirmish")
    assert both.code == 2
    assert "is a match already" in both.err
    (tmp_path / "there").touch()
    assert "already exists" in battlewright("join", client.url, "--replay", str(tmp_path / "there")).err


def test_a_seat_that_cannot_be_read_or_kept_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    keep("http://x/match/1", KeptSeat("a", "token"))
    assert kept("http://x/match/1") == KeptSeat("a", "token")
    assert kept("http://x/match/2") is None
    file_of("http://x/match/1").write_text("{}")
    with pytest.raises(BattlewrightError, match="cannot be read; remove the file"):
        kept("http://x/match/1")
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(BattlewrightError, match="Your seat cannot be saved"):
        keep("http://x/match/1", KeptSeat("a", "token"))


def test_a_kept_seat_has_the_number_of_its_format(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    address, seat = "http://x/match/1", KeptSeat("a", "token", "hash")
    keep(address, seat)
    file, written = file_of(address), json.loads(file_of(address).read_text())
    assert written.pop("format") == formats.KEPT_SEAT
    file.write_text(json.dumps(written))
    assert kept(address) == seat
    file.write_text(json.dumps(written | {"format": formats.KEPT_SEAT + 1}))
    with pytest.raises(BattlewrightError, match="a saved seat of format 2; this version reads format 1"):
        kept(address)
    file.write_text("[]")
    with pytest.raises(BattlewrightError, match="cannot be read; remove the file"):
        kept(address)


class Scripted(TypedLines):
    """Somebody who types by a script; what is no text is done."""

    def __init__(self, *script: object) -> None:
        super().__init__()
        self.is_open, self.is_terminal, self.script = True, False, list(script)

    def next(self, seconds: float) -> str | None:
        if not self.script:
            raise Left
        line = self.script.pop(0)
        if callable(line):
            line()
            return None
        return str(line)


class AtTerminal(Scripted):
    """The same at a terminal, where one may type at any time; each line is typed when the first news have come."""

    def __init__(self, *script: object) -> None:
        super().__init__(*script)
        self.is_terminal = True


def test_an_invitation_of_ones_own_is_printed_as_a_link(
    battlewright: Command, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RemoteTable, "run", introduce_and_leave)
    done = battlewright("join", client.url, "--new", "formations", "--invite")
    assert done.code == 0, done.err
    shared = next(line.split()[-1] for line in done.out.splitlines() if "to the player of seat b" in line)
    address = read_address(shared)
    assert (address.server, address.seat) == (client.url, "b")
    other = client.join(address.match, address.seat, address.invitation)
    assert other.about()["state"] == "running"


def test_offers_are_answered(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    other = client.new_match("formations", players={"a": "person", "b": "person"}, name="Ann")
    waiting = client.match(other.id, "a", other.token)
    with pytest.raises(Left):
        RemoteTable(waiting, AtTerminal("l")).run()
    assert "The match begins when Seat b is taken." in capsys.readouterr().out
    mine = client.join(other.id, "b", other.invitations["b"])
    other.command("offer-draw")
    with pytest.raises(Left):
        RemoteTable(mine, AtTerminal("decline")).run()
    printed = capsys.readouterr().out
    assert "Ann (a) offers a draw.\nType agree or decline.\n" in printed
    assert other.news(0)["request"] is None
    other.command("offer-draw")
    RemoteTable(mine, AtTerminal("agree")).run()
    assert "A draw by agreement." in capsys.readouterr().out


def test_a_draw_is_offered_and_others_are_waited_for(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    other = client.new_match("formations", players={"a": "person", "b": "person"}, name="Ann")
    mine = client.join(other.id, "b", other.invitations["b"], "Ben")
    with pytest.raises(Left):
        RemoteTable(mine, AtTerminal("draw", "")).run()
    asked = other.news(0)["request"]
    assert asked is not None
    assert asked["what"] == "a draw"
    with pytest.raises(Left):
        RemoteTable(mine, AtTerminal("")).run()
    assert "Ben (b) offers a draw.\nAnn (a) must agree or decline." in capsys.readouterr().out


def test_lines_of_chat_are_printed_and_written(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    other = client.new_match("formations", players={"a": "person", "b": "person"}, name="Ann")
    mine = client.join(other.id, "b", other.invitations["b"], "Ben")
    other.chat("[bold]Good luck")
    with pytest.raises(Left):
        RemoteTable(mine, AtTerminal("chat Thanks, ANN", "", "")).run()
    printed = capsys.readouterr().out
    assert "Ann (a): [bold]Good luck\n" in printed
    assert [each["text"] for each in mine.people(1)["chat"]] == ["Thanks, ANN"]


def test_the_table_comes_back_after_a_lost_connection(
    new_server: NewServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server = new_server()
    match = server.client.new_match("formations")

    def restart() -> None:
        server.kill()
        server.start()

    with pytest.raises(Left):
        RemoteTable(match, Scripted("1", restart, "1", "1")).run()
    printed = capsys.readouterr().out
    assert printed.index("Connection lost; reconnecting.") < printed.index("Reconnected.")
    chosen = [entry for entry in match.news(0)["news"] if entry["seat"] == "a" and entry["kind"] == "choice"]
    assert len(chosen) == 3


def test_an_interrupt_leaves_the_match_as_it_is(
    battlewright: Command, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(lines: TypedLines, seconds: float) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(TypedLines, "next", interrupted)
    done = battlewright("join", client.url, "--new", "formations", typed="1\n")
    assert done.code == 0
    assert "The match stays as it is. Come back with: battlewright join http://" in done.out
    assert "?" not in done.out.partition("Come back with")[2]


def test_names_of_others_cannot_command_the_terminal() -> None:
    assert clean("Ben\x1b[2J\x9b\x07\r!") == "Ben\N{REPLACEMENT CHARACTER}[2J" + "\N{REPLACEMENT CHARACTER}" * 3 + "!"
    assert clean("two\nlines") == "two\nlines"


def test_lines_come_one_by_one_from_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "wb", 0) as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        lines = TypedLines()
        assert lines.next(0.0) is None
        typing.write(b"one\ntwo\nthr")
        assert [lines.next(0.0) for _ in range(3)] == ["one", "two", None]
        typing.write(b"ee\nlast")
        assert lines.next(0.0) == "three"
        typing.close()
        assert (lines.next(0.0), lines.is_open) == ("last", True)
        assert (lines.next(0.0), lines.is_open) == (None, False)


def test_ctrl_c_at_a_terminal_leaves_the_match_as_it_is(client: Client, tmp_path: Path) -> None:
    terminal, inner = os.openpty()
    command = [sys.executable, "-m", "battlewright", "join", client.url, "--new", "formations"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "NO_COLOR": "1", "COLUMNS": "200"}
    with (
        started(command, stdin=inner, stdout=inner, stderr=inner, env=environment) as process,
        os.fdopen(terminal, "r+b", 0) as screen,
    ):
        os.close(inner)
        seen = read_until(screen, b"a: Who acts next?")
        screen.write(b"1\n")
        seen += read_until(screen, b"a: ")
        process.send_signal(signal.SIGINT)
        seen += read_until(screen, b"Come back with: battlewright join ")
        address = read_until(screen, b"\n").decode().strip()
        assert process.wait(20) == 0
    assert b"Traceback" not in seen
    news = client.match(read_address(address).match).news(0)
    assert [entry for entry in news["news"] if entry["seat"] == "a" and entry["kind"] == "choice"]


def read_until(screen: RawIOBase, wanted: bytes) -> bytes:
    """What a terminal shows until some text."""
    seen = b""
    while wanted not in seen:
        seen += screen.read(1) or b""
    return seen


def test_the_choices_have_a_star_and_are_looked_at_more_deeply_when_they_are_asked_for_again(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    match = client.new_match("formations", options={}, players={"b": "greedy"})
    looks: list[tuple[str, str | None]] = []
    ask = match.advice

    def advice(look: Look = "first", star: str | None = None, about: Sequence[str] = ()) -> Advised:
        looks.append((look, star))
        return ask(look, star, about)

    match.advice = advice  # type: ignore[method-assign]
    table = RemoteTable(match)
    while "a" not in match.news(0)["to_act"]:
        pass
    table.hear(match.news(0, "story,status,offers,suggestions"))
    table.do("l")
    (first, none), (deep, star) = looks
    assert (first, none, deep) == ("first", None, "deep")
    assert star in {each["choice"] for each in table.offered}
    assert len(re.findall(r" \*$", capsys.readouterr().out, re.MULTILINE)) == 2, "one in each list"


def test_a_plan_and_exact_chances_are_told_as_such(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    match = client.new_match("formations", players={"b": "medium"})
    while "a" not in match.news(0)["to_act"]:
        pass
    given = match.advice()
    first = given["advice"][0]
    assert first["win"]
    shot = NextStep(choice="act", kind="act", about=None, sentence="Shoot the Herald (b2)", chance="19/20")
    first["win"]["plan"] = [shot]
    given["exact"] = True
    match.advice = lambda *_: given  # type: ignore[method-assign]
    RemoteTable(match).hear(match.news(0, "story,status,offers,suggestions"))
    shown = capsys.readouterr().out
    assert shown.count("then shoot the Herald (b2), 95%") == 1
    assert "(The chances to win are exact.)" in shown


def test_advice_is_a_term_of_a_new_match(
    battlewright: Command, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RemoteTable, "run", introduce_and_leave)
    told = battlewright("join", client.url, "--new", "formations", "--invite", "--advice", "none")
    assert told.code == 0, told.err
    assert "Nobody gets advice in this match." in told.out
    refused = battlewright("join", client.url, "--advice", "none")
    assert refused.err == "Error: --advice is a term of a new match: it goes with --new.\n"
    refused = battlewright("join", client.url, "--new", "formations", "--advice", "much")
    assert refused.code == 2
    assert "none" in refused.err
    assert "odds" in refused.err


def test_a_roster_of_ones_own_is_brought_and_the_friend_brings_another(
    battlewright: Command, client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(RemoteTable, "run", introduce_and_leave)
    mine = tmp_path / "mine.toml"
    mine.write_text(ROSTER)
    done = battlewright("join", client.url, str(mine), "--new", "skirmish", "--invite")
    assert done.code == 0, done.err
    assert "Skirmish: Each side brings a roster" in done.out
    invitation = next(line.split()[-1] for line in done.out.splitlines() if "to the player of seat b" in line)
    match = client.match(read_address(invitation).match)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "somebody else"))
    (tmp_path / "there").mkdir()
    theirs = tmp_path / "there" / "mine.toml"
    for more, code, told in (
        (
            (),
            2,
            "This seat brings a roster: add --bring and the name of one, or your file. The other one costs 23 points.",
        ),
        (("--bring", "red-hal"), 2, "Unknown roster 'red-hal'"),
        (("--bring", str(theirs)), 2, "there is no such file"),
    ):
        refused = battlewright("join", invitation, *more)
        assert (refused.code, refused.out) == (code, "")
        assert told in refused.err
        assert "zephyrine" not in refused.err.lower()
        assert match.about()["seats"][1]["open"]
    theirs.write_text(ROSTER.replace("Zephyrine", "Pale"))
    taken = battlewright("join", invitation, "--bring", str(theirs))
    assert taken.code == 0, taken.err
    assert "The Zephyrine Watch (a) against The Pale Watch (b)" in taken.out


def test_two_files_and_an_encounter_begin_a_match(
    battlewright: Command, client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(RemoteTable, "run", introduce_and_leave)
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.toml").write_text(ROSTER.replace("Zephyrine", folder.capitalize()))
    files = [str(tmp_path / folder / "mine.toml") for folder in ("one", "other")]
    begun = battlewright("join", client.url, *files, "--new", "skirmish")
    assert "The One Watch (a) against The Other Watch (b)" in begun.out, begun.err
    begun = battlewright("join", client.url, "the-barrow", "--new", "heroes", "--invite")
    assert "to the player of seat b" in begun.out, begun.err
    (tmp_path / "mine.toml").write_text("name = ")
    for arguments, sentence in (
        (
            (client.url, str(tmp_path / "mine.toml"), "red-hall", "--new", "skirmish"),
            "mine.toml:1: this is not valid TOML",
        ),
        ((client.url, "red-hall"), "name them after --new SYSTEM"),
        ((client.url, "--bring", "red-hall"), "--bring goes with the link of an invitation"),
    ):
        refused = battlewright("join", *arguments)
        assert (refused.code, refused.out) == (2, "")
        assert sentence in refused.err


def test_whoever_has_opened_a_match_reads_what_was_brought(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    match = client.new_match("skirmish", ["red-hall"], players={"a": "person", "b": "person"}, brings="b")
    table = RemoteTable(match)
    table.hear(match.news(0, PARTS))
    client.join(match.id, "b", match.invitations["b"], names=["gable-foxes"])
    table.hear(match.news(0, PARTS))
    told = capsys.readouterr().out
    assert told.index("The match begins when") < told.index("Red Hall (a) against Gable Foxes (b).")
