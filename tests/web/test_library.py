"""Libraries: people's own files on a server, for all their devices, and links by which others copy them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from battlewright.store import library
from battlewright.store.backup import backup, restore
from battlewright.store.library import Held, Thing
from battlewright.store.schema import libraries, things
from battlewright.store.store import Store, now
from battlewright.web.lobby import DAY, Lobby
from battlewright.web.security import hashed, new_token
from tests.databases import Postgres
from tests.web.conftest import NewServer
from tests.web.server import Server
from tests.web.test_lobby import in_lobby, until

Device = Callable[..., httpx.Client]
SHIPPED = (("skirmish", "rosters", "red-hall"), ("heroes", "sheets", "silarn"), ("formations", "forces", "river-guard"))
COPIES, LIBRARY, LINK, TOKEN = "/api/copies", "/api/library", "/api/library/things/{}/link", "/api/library/token"
DAYS = round(1000 * DAY)


@pytest.fixture
def device(shared_server: Server) -> Iterator[Device]:
    """Makes devices: each is a client with cookies of its own."""
    with ExitStack() as stack:
        yield lambda url=shared_server.url: stack.enter_context(httpx.Client(base_url=url, timeout=30))


@pytest.fixture(scope="module")
def files(shared_server: Server) -> dict[str, dict[str, Any]]:
    """Things as a browser sends them, by their kinds."""
    found = {}
    for system, kind, name in SHIPPED:
        file = httpx.get(f"{shared_server.url}/api/systems/{system}/{kind}/{name}").json()["file"]
        found[kind] = {"system": system, "kind": kind, "name": name, "file": file, "changed": 1}
    return found


def save(web: httpx.Client, id: str, thing: dict[str, Any], **changed: Any) -> httpx.Response:
    return web.put(f"/api/library/things/{id}", json=thing | changed)


def begun(web: httpx.Client) -> str:
    """Begin a library on a device; return its token."""
    answer = web.post(LIBRARY)
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def opened(web: httpx.Client, token: str) -> httpx.Client:
    """Open a library on a device, as the owner's link does."""
    answer = web.post(TOKEN, headers={"authorization": f"Bearer {token}"})
    assert answer.json() == {"token": token}
    return web


def names(web: httpx.Client) -> list[str]:
    return [each["name"] for each in web.get(LIBRARY).json()["things"]]


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def test_two_devices_share_a_library(device: Device, files: dict[str, Any]) -> None:
    one, two = device(), device()
    token = begun(one)
    for id, thing in files.items():
        assert save(one, id, thing).json() == thing | {"id": id, "linked": False}
    opened(two, one.get(TOKEN).json()["token"])
    listed = two.get(LIBRARY).json()["things"]
    assert sorted(listed, key=lambda each: each["id"]) == [
        files[id] | {"id": id, "linked": False} for id in sorted(files)
    ]
    light = two.get(LIBRARY, params={"files": False}).json()["things"]
    assert light == [{key: value for key, value in each.items() if key != "file"} for each in listed]
    save(two, "rosters", files["rosters"], name="Ours", changed=2)
    assert names(one)[0] == "Ours"
    assert two.delete("/api/library/things/sheets").json() == {"removed": 1}
    assert two.delete("/api/library/things/sheets").json() == {"removed": 0}
    assert names(one) == ["Ours", "river-guard"]
    bearer = httpx.get(f"{one.base_url}{LIBRARY}", headers={"authorization": f"Bearer {token}"})
    assert len(bearer.json()["things"]) == 2
    assert "set-cookie" not in bearer.headers


def test_a_browser_keeps_the_token_for_the_library_alone_and_from_its_scripts(device: Device) -> None:
    web = device()
    for answer in (web.post(LIBRARY), web.get(LIBRARY)):
        cookie = answer.headers["set-cookie"]
        for part in ("library=", "HttpOnly", "SameSite=strict", "Path=/api/library", "Max-Age=31449600"):
            assert part in cookie
    assert refusal(web.post(LIBRARY)) == (409, "You have a library on this server already.")
    token = web.get(TOKEN).json()["token"]
    assert web.delete(TOKEN).json() == {"removed": 0}
    assert not web.cookies
    assert names(opened(web, token)) == []
    assert web.delete(LIBRARY).json() == {"removed": 0}
    assert not web.cookies
    assert refusal(web.get(LIBRARY)) == (401, "This needs the token of a library, and this request has none.")


def test_without_its_token_nobody_sees_or_changes_a_library(device: Device, files: dict[str, Any]) -> None:
    one, other, nobody = device(), device(), device()
    begun(one), begun(other)
    save(one, "x", files["rosters"])
    assert names(other) == []
    assert other.delete("/api/library/things/x").json() == {"removed": 0}
    missing = "There is no such thing in this library; perhaps another device has removed it."
    assert refusal(other.post(LINK.format("x"))) == (404, missing)
    requests = [
        ("GET", LIBRARY),
        ("DELETE", LIBRARY),
        ("GET", TOKEN),
        ("POST", TOKEN),
        ("DELETE", TOKEN),
        ("POST", LINK.format("x")),
    ]
    for method, path in [*requests, ("DELETE", LINK.format("x")), ("DELETE", "/api/library/things/x")]:
        for headers in ({"authorization": f"Bearer {new_token()}"}, {"cookie": "library=nonsense"}):
            answer = nobody.request(method, path, headers=headers)
            assert refusal(answer) == (
                401,
                "This token opens no library of this server; perhaps the library was removed.",
            )
            assert answer.headers["www-authenticate"] == "Bearer"
    assert save(nobody, "x", files["rosters"], changed=9).status_code == 401
    assert names(one) == ["red-hall"]
    foreign = httpx.delete(f"{one.base_url}{LIBRARY}", cookies=one.cookies, headers={"origin": "https://example.org"})
    assert foreign.status_code == 403


def test_of_two_versions_the_newer_one_stays(device: Device, files: dict[str, Any]) -> None:
    one = device()
    two = opened(device(), begun(one))
    save(one, "x", files["rosters"], changed=50)
    late = save(two, "x", files["rosters"], name="Older", changed=49)
    assert refusal(late) == (
        409,
        "The server has a newer version of this, from another device; yours was not saved.",
    )
    assert late.json()["changed"] == 50
    assert save(two, "x", files["rosters"], name="Again", changed=50).status_code == 200, "an answer that was lost"
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda at: save(one, "x", files["rosters"], name=f"At {at}", changed=at), range(60, 80)))
    assert names(two) == ["At 79"]


def test_a_file_that_is_refused_changes_nothing(device: Device, files: dict[str, Any]) -> None:
    web = device()
    begun(web)
    save(web, "x", files["rosters"])
    wrong = {**files["rosters"]["file"], "characters": []}
    answer = save(web, "x", files["rosters"], file=wrong, changed=2)
    assert answer.status_code == 400
    assert answer.json()["faults"][0]["field"] == "characters"
    many = {**files["rosters"]["file"], "about": "x" * 70_000}
    assert save(web, "x", files["rosters"], file=many, changed=2).status_code == 413
    for changed, status in (
        ({"system": "chess"}, 400),
        ({"kind": "recipes"}, 400),
        ({"name": "x" * 101}, 422),
        ({"name": "\ud800"}, 422),
        ({"changed": -1}, 422),
        ({"changed": 2**53}, 422),
        ({"why": 1}, 422),
    ):
        body = json.dumps(files["rosters"] | {"changed": 2} | changed)
        answer = web.put("/api/library/things/x", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, len(answer.json()["error"]) > 10) == (status, True), changed
    assert save(web, "x" * 65, files["rosters"]).status_code == 422
    assert web.get(LIBRARY).json()["things"] == [files["rosters"] | {"id": "x", "linked": False}]


def test_a_name_with_markup_is_text(device: Device, files: dict[str, Any]) -> None:
    web, name = device(), "<b>Ann&apos;s &amp; Ben&apos;s</b> \N{GAME DIE}"
    begun(web)
    save(web, "x", files["rosters"], name=f" {name} ")
    assert names(web) == [name]
    secret = web.post(LINK.format("x")).json()["secret"]
    answer = web.post(COPIES, json={"secret": secret})
    assert answer.json()["name"] == name
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_friends_copy_a_thing_until_its_link_is_ended(device: Device, files: dict[str, Any]) -> None:
    one, friend = device(), device()
    token = begun(one)
    save(one, "x", files["rosters"])
    secret = one.post(LINK.format("x")).json()["secret"]
    again = opened(device(), token).post(LINK.format("x")).json()["secret"]
    assert again == secret, "the link that a friend has stays good"
    assert one.get(LIBRARY).json()["things"][0]["linked"]
    copied = {key: files["rosters"][key] for key in ("system", "kind", "name", "file")}
    assert friend.post(COPIES, json={"secret": secret}).json() == copied
    assert not friend.cookies
    assert save(one, "x", files["rosters"], name="Newer", changed=2).json()["linked"]
    assert friend.post(COPIES, json={"secret": secret}).json() == copied | {"name": "Newer"}
    gone = "There is nothing to copy at this link: its owner has ended it, or removed what it was for."
    assert refusal(friend.post(COPIES, json={"secret": new_token()})) == (404, gone)
    assert refusal(friend.post(COPIES, json={"secret": token})) == (404, gone)
    assert one.delete(LINK.format("x")).json() == {"removed": 1}
    assert one.delete(LINK.format("x")).json() == {"removed": 0}
    assert refusal(friend.post(COPIES, json={"secret": secret})) == (404, gone)
    other = one.post(LINK.format("x")).json()["secret"]
    assert other != secret
    assert refusal(friend.post(COPIES, json={"secret": secret})) == (404, gone)
    assert friend.post(COPIES, json={"secret": other}).status_code == 200
    save(one, "y", files["rosters"])
    one.post(LINK.format("y"))
    assert one.delete("/api/library/things/x").json() == {"removed": 1}
    assert refusal(friend.post(COPIES, json={"secret": other})) == (404, gone)
    assert one.delete(LIBRARY).json() == {"removed": 1}
    answer = one.get(LIBRARY, headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401


def test_a_server_keeps_libraries_over_a_restart_and_has_no_secret_in_its_log(
    new_server: NewServer, database: str, device: Device, files: dict[str, Any]
) -> None:
    server = new_server(database)
    one = device(server.url)
    token = begun(one)
    save(one, "x", files["sheets"])
    secret = one.post(LINK.format("x")).json()["secret"]
    one.post(COPIES, json={"secret": secret})
    one.get(LIBRARY, headers={"authorization": f"Bearer {token}"})
    server.kill()
    server.start()
    assert names(one) == ["silarn"]
    assert one.post(COPIES, json={"secret": secret}).status_code == 200
    store = Store(database)
    with store.engine.connect() as connection:
        kept = str([*connection.execute(select(libraries))]) + str([*connection.execute(select(things))])
    store.close()
    server.stop()
    logged = (server.folder / "server.log").read_text()
    assert "ready" in logged
    for each in (token, secret):
        assert each not in logged
        assert each not in kept, "only hashes are kept"


def test_a_server_without_libraries_says_so(new_server: NewServer, device: Device, files: dict[str, Any]) -> None:
    web = device(new_server(None, "--no-library").url)
    assert web.get("/api/systems").json()["library"] is False
    sentence = "This server keeps no libraries; your things stay in your browser."
    for answer in (
        web.post(LIBRARY),
        web.get(LIBRARY),
        save(web, "x", files["rosters"]),
        web.post(COPIES, json={"secret": "x"}),
    ):
        assert refusal(answer) == (403, sentence)


def test_a_server_with_libraries_says_so(device: Device) -> None:
    assert device().get("/api/systems").json()["library"] is True


def test_what_is_beyond_a_limit_is_refused_in_a_sentence(
    new_server: NewServer, device: Device, files: dict[str, Any]
) -> None:
    size = len(json.dumps(files["forces"]["file"], separators=(",", ":"))) + len("river-guard")
    limits = {"things": 2, "libraries_each": 2, "library_bytes_each": 3 * size}
    server = new_server(None, *(part for each in limits.items() for part in ("--limit", "{}={}".format(*each))))
    one, two, three = (device(server.url) for _ in range(3))
    begun(one), begun(two)
    assert refusal(three.post(LIBRARY)) == (429, "At most 2 libraries may be begun from one address.")
    for id in "xy":
        assert save(one, id, files["forces"]).status_code == 200
    assert refusal(save(one, "z", files["forces"])) == (429, "A library has room for 2 things; remove one first.")
    assert save(one, "x", files["forces"], changed=2).status_code == 200, "it takes no more room"
    assert save(two, "x", files["forces"]).status_code == 200
    full = f"Libraries begun from one address have room for {3 * size:,} bytes; remove something first."
    assert refusal(save(two, "y", files["forces"])) == (429, full)
    assert refusal(save(one, "x", files["forces"], name="A longer name", changed=3)) == (429, full)
    one.delete("/api/library/things/x")
    assert save(two, "y", files["forces"]).status_code == 200
    one.delete(LIBRARY)
    begun(three)


def test_a_server_whose_libraries_are_full_says_so(
    new_server: NewServer, device: Device, files: dict[str, Any]
) -> None:
    size = len(json.dumps(files["forces"]["file"], separators=(",", ":")))
    web = device(new_server(None, "--limit", "libraries=1", "--limit", f"library_bytes={size + 100}").url)
    begun(web)
    assert refusal(device(str(web.base_url)).post(LIBRARY)) == (503, "The server is full: it keeps 1 libraries.")
    assert save(web, "x", files["forces"]).status_code == 200
    full = f"The server is full: its libraries have room for {size + 100:,} bytes."
    assert refusal(save(web, "y", files["forces"])) == (503, full)
    web.delete("/api/library/things/x")
    assert save(web, "y", files["forces"]).status_code == 200, "what is full is counted anew"


def filled(store: Store, *used: int) -> list[str]:
    """Keep libraries with a thing each, last used at some times; return the hashes of their tokens."""
    made = [hashed(new_token()) for _ in used]
    for each, at in zip(made, used, strict=True):
        library.begin(store.engine, each, "somebody", lambda *held: None)
        library.save(store.engine, each, Thing("x", "heroes", "sheets", "A", "{}", 1), lambda *held: None)
        with store.engine.begin() as connection:
            connection.execute(update(libraries).where(libraries.c.token == each).values(used=at))
    return made


def test_libraries_that_nobody_used_for_long_are_removed(database: str) -> None:
    async def work(lobby: Lobby) -> None:
        store, year = lobby.store, 365 * DAYS
        _old, again, young = filled(store, now() - 2 * year, now() - 2 * year, now() - 30 * DAYS)
        filled(store, *[1] * 120)
        library.enter(store.engine, again)
        removing = asyncio.create_task(lobby.remove_old(None, 365 * DAY))
        await until(lambda: library.held(store.engine) == Held(2, 6))
        removing.cancel()
        assert library.contents(store.engine, young)[0][0].name == "A"
        assert len(library.contents(store.engine, again)) == 1

    in_lobby(database, work)


def test_a_server_removes_unused_libraries_after_a_year_or_as_it_is_told(new_server: NewServer, tmp_path: Path) -> None:
    for days, more, left in (
        (400, (), 1),
        (400, ("--limit", "keep_things=inf"), 2),
        (3, ("--limit", "keep_things=172800"), 1),
    ):
        url = f"sqlite:///{tmp_path / f'{days}{len(more)}{left}.db'}"
        store = Store(url)
        filled(store, now() - days * DAYS, now())
        new_server(url, *more)
        late = time.monotonic() + 3
        while library.held(store.engine).libraries > left or (left == 2 and time.monotonic() < late - 2):
            assert time.monotonic() < late
            time.sleep(0.05)
        assert library.held(store.engine).libraries == left
        store.close()


def test_a_library_is_in_the_backup(database: str, tmp_path: Path) -> None:
    store = Store(database)
    (kept,) = filled(store, 7)
    assert library.link(store.engine, kept, "x", "seed", lambda seed: hashed(seed)) == "seed"
    before = library.contents(store.engine, kept)
    store.close()
    backup(database, tmp_path / "kept")
    target = f"sqlite:///{tmp_path / 'other.db'}"
    restore(tmp_path / "kept", target)
    again = Store(target)
    assert library.contents(again.engine, kept) == before
    assert library.copied(again.engine, hashed("seed")) == before[0][0]
    again.close()


def test_two_processes_serve_one_library(
    new_server: NewServer, postgres: Postgres, device: Device, files: dict[str, Any]
) -> None:
    database = postgres.new_database()
    one, two = (device(new_server(database, host=host).url) for host in ("127.0.0.1", "127.0.0.2"))
    opened(two, begun(one))
    with ThreadPoolExecutor(8) as threads:
        turns = [(web, at) for at in range(1, 21) for web in (one, two)]
        found = [
            *threads.map(lambda turn: save(turn[0], "x", files["rosters"], name=f"{turn[1]}", changed=turn[1]), turns)
        ]
    assert {answer.status_code for answer in found} <= {200, 409}
    assert names(one) == names(two) == ["20"]
    secret = one.post(LINK.format("x")).json()["secret"]
    assert two.post(COPIES, json={"secret": secret}).json()["name"] == "20"
    two.delete(LINK.format("x"))
    assert one.post(COPIES, json={"secret": secret}).status_code == 404
    two.delete(LIBRARY)
    assert one.get(LIBRARY).status_code == 401
