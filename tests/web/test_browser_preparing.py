"""A server whose rules nobody has compiled yet: the pages are there, and a battle begins by itself when it can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from battlewright.engine.compiler.stamps import FOLDER_VARIABLE
from battlewright.engine.record import PLAIN
from tests.web.browser import NewWindow
from tests.web.conftest import install_pig
from tests.web.server import Server

pytestmark = pytest.mark.skipif(PLAIN, reason="rules are not compiled")


@pytest.fixture
def cold_server(tmp_path: Path) -> Iterator[Server]:
    """A server of the toy system too, with an empty folder for compiled rules; it is not waited for."""
    server = Server(tmp_path, env={**install_pig(tmp_path), FOLDER_VARIABLE: str(tmp_path / "rules")})
    server.start(is_awaited=False)
    yield server
    server.stop()


def test_the_pages_are_there_before_the_rules_and_a_battle_begins_by_itself(
    cold_server: Server, new_window: NewWindow
) -> None:
    page = new_window(cold_server).page
    page.goto("/")
    told = page.locator(".preparing")
    told.get_by_text(re.compile(r"^Preparing Skirmish")).wait_for()
    refused = httpx.get(f"{cold_server.url}/api/odds/skirmish/shot")
    assert (refused.status_code, "is being prepared" in refused.text) == (503, True)
    for path in ("rules/skirmish", "systems/skirmish/rosters", "systems/skirmish/rosters/red-hall", "odds"):
        assert httpx.get(f"{cold_server.url}/api/{path}", timeout=30).status_code == 200, path  # to read and to build
    page.get_by_role("radio", name="Pig").check()  # what somebody waits for goes first
    page.get_by_role("button", name="Start the battle").click()
    page.locator("#own").get_by_text(re.compile("The battle begins by itself")).wait_for()
    told.get_by_text(re.compile(r"^Preparing Pig")).wait_for(timeout=60_000)
    page.get_by_role("progressbar", name="Rules that are compiled").wait_for()
    page.wait_for_url(re.compile("/match/"), timeout=60_000)
    page.locator(".opt").first.wait_for()
    found = httpx.get(f"{cold_server.url}/api/preparation").json()["systems"]
    states = {each["system"]: each["state"] for each in found}
    assert (states["pig"], states["skirmish"] == "ready") == ("ready", False)
