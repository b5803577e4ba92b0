"""The next battle with the party of one that is over, in a real browser."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from battlewright.client import RemoteMatch
from tests.systems.heroes.helpers import sheet
from tests.web.browser import NewWindow, violations_on
from tests.web.server import Server
from tests.web.test_next import encounter, opened, won

WAVE: dict[str, Any] = {"name": "More rats", "foes": [{"sheet": sheet("Rat"), "count": 3}]}
KEPT = """() => Object.keys(localStorage).filter((key) => key.startsWith("battlewright.thing."))
    .map((key) => JSON.parse(localStorage[key]))"""


def followed(server: Server, match: RemoteMatch, url: str) -> RemoteMatch:
    """The match that a page has gone on to, as a client that watches it."""
    id = url.rpartition("/")[2].partition("?")[0]
    assert match.news(0)["next"] == id
    return RemoteMatch(server.client, id, "spectator", None, {}, None)


def test_an_encounter_ends_and_the_next_begins_with_the_same_party_after_a_breather(
    new_window: NewWindow, shared_server: Server, tmp_path: Path
) -> None:
    match = won(shared_server.client, encounter())
    state = match.going_on()["file"]["heroes"][0]["state"]
    window = new_window()
    page = window.page
    page.goto(f"/match/{match.id}#seat={match.token}")
    page.get_by_role("button", name="Next battle with this party …").click()
    dialog = page.get_by_role("dialog", name="The next encounter with this party")
    dialog.get_by_label("Encounter").select_option("the-toll-bridge")
    dialog.get_by_label("Rest before it").select_option("breather")
    assert violations_on(window, "the next encounter") == ""
    dialog.get_by_role("button", name="Keep the party in My things").click()
    expect(dialog.get_by_role("button", name="Kept in My things")).to_be_disabled()
    (thing,) = page.evaluate(KEPT)
    assert (thing["kind"], thing["file"]["heroes"][0]["state"]) == ("parties", state)
    with page.expect_download() as downloading:
        dialog.get_by_role("button", name="Download the party").click()
    downloading.value.save_as(tmp_path / "party.toml")
    assert tomllib.loads((tmp_path / "party.toml").read_text(encoding="utf-8")) == match.going_on()["file"]
    dialog.get_by_role("button", name="Begin the encounter").click()
    page.wait_for_url(lambda url: match.id not in url)
    expect(page.get_by_text("Ada").first).to_be_visible()
    after = followed(shared_server, match, page.url)
    assert after.about()["origin"] == match.id
    ada, ben = after.news(0, "battle")["battle"]["combatants"][:2]
    assert (ada["wounds"], ada["stress"]) == (state["wounds"], state["stress"]), "only Health and Morale come back"
    assert ben["health"] > 0
    expect(page.get_by_text("Dead").first).to_be_visible()


def test_what_follows_in_the_file_is_offered_and_others_join_it(new_window: NewWindow, shared_server: Server) -> None:
    match = won(shared_server.client, encounter(waves=[WAVE]))
    page = new_window().page
    page.goto(f"/match/{match.id}#seat={match.token}")
    page.get_by_role("button", name="Next battle with this party …").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Encounter")).to_have_value("")
    expect(dialog.get_by_label("Rest before it")).to_be_disabled()
    dialog.get_by_role("button", name="Begin the encounter").click()
    page.wait_for_url(lambda url: match.id not in url)
    expect(page.locator("body")).to_contain_text("Rat 3")
    page.go_back()
    expect(page.get_by_role("link", name="Go to the next battle")).to_be_visible()


def test_players_wait_for_the_game_master_to_choose(new_window: NewWindow, shared_server: Server) -> None:
    seats = [{"name": "Ann", "side": "a"}, {"name": "Mia", "side": "b", "master": True, "leads": ["Rat"]}]
    people = dict.fromkeys(("Ann", "Mia"), "person")
    mia = opened(shared_server.client, encounter(), seats=seats, players=people, seat="Mia")
    ann = shared_server.client.join(mia.id, "Ann", mia.invitations["Ann"])
    mia.command("resign")
    page = new_window().page
    page.goto(f"/match/{ann.id}#seat={ann.token}")
    expect(page.get_by_role("link", name="Start page")).to_be_visible()
    expect(page.get_by_role("button", name="Next battle with this party …")).to_have_count(0)
    after = mia.next_battle("Mia", names=["the-barrow"], options={"rest": "night"})
    page.get_by_role("button", name="Join the next battle").click()
    page.wait_for_url(f"**/match/{after.id}")
    expect(page.locator("body")).to_contain_text("Barrow Wight")
