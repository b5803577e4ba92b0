"""The files of the pages: shared ones, and those that systems bring."""

from __future__ import annotations

import gzip
import socket
from importlib.resources import files

import httpx
import pytest

from battlewright import systems
from battlewright.client import Client
from battlewright.contract.pages import MODULES, Pages
from battlewright.engine.errors import NotConforming
from battlewright.web.pages import edition
from battlewright.web.registry import Registry
from tests.toy.pig import PIG, PIG_WITH_PAGES
from tests.web.server import Server


def test_the_modules_of_every_system_are_sent_from_its_folder(client: Client) -> None:
    found = {each["name"]: each["pages"] for each in httpx.get(f"{client.url}/api/systems").json()["systems"]}
    assert found["pig"] is None
    for name in systems.BUILT_IN:
        folder = files(f"battlewright.systems.{name}") / "pages"
        named = [found[name][part] for part in MODULES if found[name][part]]
        assert f"/pages/{name}/match.js" in named
        for address in named:
            sent = httpx.get(f"{client.url}{address}", headers={"accept-encoding": "identity"})
            assert sent.headers["content-type"].startswith("text/javascript")
            assert sent.content == (folder / address.rpartition("/")[2]).read_bytes()


def test_a_match_and_the_list_of_systems_say_the_same_about_pages(client: Client) -> None:
    found = httpx.get(f"{client.url}/api/systems").json()
    assert found["systems"][0]["name"] == found["default"]
    assert client.new_match(found["default"]).about()["pages"] == found["systems"][0]["pages"]
    assert client.new_match("pig").about()["pages"] is None


def test_a_module_that_is_known_is_not_sent_again_and_is_packed(client: Client) -> None:
    address = f"{client.url}/pages/heroes/match.js"
    sent = httpx.get(address)
    assert sent.headers["content-encoding"] == "gzip"
    assert httpx.get(address, headers={"if-none-match": sent.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/pages/skirmish/nothing.js",
        "/pages/chess/match.js",
        "/pages/pig/match.js",
        "/pages/skirmish/..%2fsystem.py",
        "/pages/skirmish/../system.py",
        "/pages/../static/main.js",
        "/pages/skirmish/",
        "/static/..%2fpages.py",
    ],
)
def test_nothing_else_is_sent(shared_server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=10) as connection:  # as it is written
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert connection.recv(100).split()[1] == b"404"


def test_the_edition_covers_what_systems_bring() -> None:
    one, other = (Registry(lambda: ("pig",), {"pig": each}.__getitem__, "pig") for each in (PIG, PIG_WITH_PAGES))
    assert edition(one) != edition(other)


def test_pages_without_their_files_are_refused() -> None:
    with pytest.raises(NotConforming, match=r"The package 'tests\.odds' has no folder 'pages'\."):
        Pages("tests.odds")
    with pytest.raises(NotConforming, match=r"there is no file 'stage\.js' for 'replay'\."):
        Pages("tests.toy", replay="stage.js")


def test_the_description_has_the_default_system_as_its_example(client: Client) -> None:
    described = httpx.get(f"{client.url}/api/openapi.json").json()
    (system,) = [
        each for each in described["paths"]["/api/rules/{system}"]["get"]["parameters"] if each["in"] == "path"
    ]
    assert system["schema"]["examples"] == [systems.DEFAULT]
    assert described["components"]["schemas"]["NewMatch"]["properties"]["system"]["examples"] == [systems.DEFAULT]


def test_unpacked_and_packed_are_the_same(client: Client) -> None:
    with httpx.stream("GET", f"{client.url}/pages/formations/match.css") as sent:
        packed = b"".join(sent.iter_raw())
    folder = files("battlewright.systems.formations") / "pages"
    assert gzip.decompress(packed) == (folder / "match.css").read_bytes()
