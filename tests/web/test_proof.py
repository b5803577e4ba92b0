"""Logs that prove themselves, over a real server: signed at the end of a match, and refused where they were changed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from battlewright.client import Client, RemoteMatch
from battlewright.engine.chain import canonical, last_link, links
from battlewright.engine.errors import NotFair, ServerError
from battlewright.engine.seats import MASTER
from battlewright.engine.signature import key_of
from battlewright.play.replays import Replay
from battlewright.play.verify import verify
from battlewright.play.verify_log import VerifiedLog
from battlewright.store.check import check
from battlewright.store.schema import LINK
from battlewright.store.store import Store
from tests.web.conftest import NewServer
from tests.web.play import play, play_both


def log_of(replay: str, key: str = "") -> VerifiedLog:
    found = verify(Replay.parse(replay), key=key).log
    assert found is not None
    return found


def three(client: Client, system: str, **asked: Any) -> tuple[RemoteMatch, RemoteMatch, RemoteMatch]:
    """Two people, and a game master apart."""
    players = {"a": "person", "b": "person", MASTER: "person"}
    one = client.new_match(system, players=players, master="apart", value="mine", name="Annabel", **asked)
    other = client.join(one.id, "b", one.invitations["b"], name="Benjamin", value="yours")
    return one, other, client.join(one.id, MASTER, one.invitations[MASTER], name="Clarissa")


def links_of(database: str, id: str) -> list[str]:
    """The links of a match, the last one whole, from its log and from its rows."""
    store = Store(database)
    row, lines, _ = store.load(id)
    store.close()
    found = [*links(map(canonical, lines), last_link(row.head))]
    assert row.state.chain == found[-1]
    return [last_link(row.head)[:LINK], *(link[:LINK] for link in found)]


def test_undo_typed_dice_and_edits_of_a_match_are_signed_at_its_end(new_server: NewServer, database: str) -> None:
    server = new_server(database)
    key = server.client.health()["key"]
    one, other, master = three(server.client, "formations", dice="physical", consent=True)
    for _ in range(6):
        while (news := one.news(0))["node"]["kind"] == "chance":
            roller, witness = (one, other) if "a" in news["to_act"] else (other, one)
            roll = roller.news(0)["roll"]
            assert roll is not None
            roller.command("faces", faces=[1 + index % 2 for index in roll["yours"]])
            witness.command("agree")
            master.command("agree")
        with suppress(ServerError):  # between activations
            master.command("edit", edit="rerolls who=24 value=3")
        play_both(one, other, most=1)
    one.command("undo")
    if one.news(0)["request"]:
        other.command("agree")
    one.chat("Well played, Benjamin of Long Street")
    running = [json.dumps(each) for each in (one.about(), one.news(0), other.news(0), one.people())]
    running += [one.replay(), other.replay()]
    for link in links_of(database, one.id):
        assert not any(link in answer for answer in running), "while it runs, a link could tell a secret choice"
    one.command("resign")
    text = other.replay()
    found = log_of(text, key)
    assert found.is_checked
    assert found.undos == 1
    kinds = {json.loads(line)["kind"] for line in text.partition("--- log\n")[2].splitlines()[1:]}
    assert {"choice", "claim", "agree", "typed", "edit", "undo", "resign"} <= kinds
    for name in ("Annabel", "Benjamin", "Clarissa", "Long Street", one.token, other.token):
        assert str(name) not in text, "nothing that is about a person"
    assert check(database, [key]).signed == {key: 1}
    private = (server.folder / "server.key").read_text() if database[0] == "p" else None
    assert private is None or private.splitlines()[1] not in (server.folder / "server.log").read_text()


def test_a_new_key_leaves_the_old_replays_as_they_are(new_server: NewServer, tmp_path: Path) -> None:
    server = new_server()
    first = server.client.health()["key"]
    own = server.folder / "matches.db.key"
    assert own.stat().st_mode & 0o777 == 0o600
    assert key_of(own).public == first
    old = server.client.new_match("formations", players={"b": "random"})
    play(old)
    kept = old.replay()
    server.stop()
    second = new_server(server.database, "--key", str(tmp_path / "new.key"))
    key = second.client.health()["key"]
    assert key == key_of(tmp_path / "new.key").public != first
    new = second.client.new_match("formations", players={"b": "random"})
    play(new)
    assert second.client.match(old.id).replay() == kept
    assert log_of(kept, first).is_checked
    assert log_of(new.replay(), key).is_checked
    with pytest.raises(NotFair, match="not with the key"):
        log_of(new.replay(), first)
    assert check(server.database).signed == {first: 1, key: 1}
    assert "PRIVATE" not in (second.folder / "server.log").read_text()


def test_what_was_changed_while_the_server_was_down_is_refused(new_server: NewServer) -> None:
    server = new_server()
    matches = [server.client.new_match("formations", players={"b": "random"}) for _ in range(2)]
    for match in matches:
        play(match)
    server.kill()
    changed, whole = matches
    with closing(sqlite3.connect(server.folder / "matches.db")) as file, file:
        found = 'SELECT number, line FROM entries WHERE match = ? AND line LIKE \'%"seat":"a"%\' ORDER BY number DESC'
        number, line = file.execute(found, (changed.id,)).fetchone()
        line = line.replace('"seat":"a"', '"seat":"b"')
        file.execute("UPDATE entries SET line = ? WHERE match = ? AND number = ?", (line, changed.id, number))
    server.start()
    with pytest.raises(ServerError, match=f"The log of match {changed.id} is damaged: entry {number} was") as refused:
        server.client.match(changed.id).about()
    assert refused.value.status == 410
    assert log_of(server.client.match(whole.id).replay(), server.client.health()["key"]).is_checked


def test_a_battle_that_was_uploaded_keeps_the_signature_that_it_has(client: Client, new_server: NewServer) -> None:
    match = client.new_match("formations", players={"b": "random"})
    play(match)
    other = new_server()
    sent = other.client.upload(match.replay())
    assert sent.replay() == match.replay()
    assert log_of(sent.replay(), client.health()["key"]).is_checked
    assert check(other.database).signed == {}


def test_a_match_that_bots_end_at_once_and_one_that_resumes_another_are_signed(client: Client) -> None:
    key = client.health()["key"]
    bots = client.new_match("pig", players={"a": "random", "b": "random"}, watch=True)
    assert bots.news(0)["state"] == "over"
    assert log_of_pig(client, bots, key)
    again = bots.what_if(4, players={"a": "person", "b": "person"})
    other = client.join(again.id, "b", again.invitations["b"])
    assert other.news(0)["state"] == "running"
    again.command("resign")
    assert log_of_pig(client, other, key)


def log_of_pig(client: Client, match: RemoteMatch, key: str) -> bool:
    from battlewright.engine import replay
    from tests.toy.pig import PIG

    found = verify(replay.parse(match.replay(), "battle", lambda _: PIG), key=key).log
    assert found is not None
    return found.is_checked
