"""Two people bring a roster each, in a real browser."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.web.browser import NewWindow, Window, violations_on
from tests.web.test_brings import THEIRS, roster
from tests.web.test_browser_own import shipped

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MINE = json.loads(roster("The Zephyrine Watch", "Ottokar"))


def with_mine(window: Window) -> Page:
    """The start page of a browser that keeps a roster of its own."""
    kept = {"id": "x", "system": "skirmish", "kind": "rosters", "name": MINE["name"], "file": MINE, "changed": 1}
    window.page.goto("/rules")
    window.page.evaluate("kept => localStorage.setItem('battlewright.thing.x', kept)", json.dumps(kept))
    window.page.goto("/")
    return window.page


def test_two_people_bring_a_roster_each(new_window: NewWindow) -> None:
    window, phone = new_window(), new_window(**PHONE)
    page, guest = with_mine(window), phone.page
    theirs = page.get_by_label("Their roster")
    assert "Your friend brings one" not in theirs.inner_text()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your roster").select_option("The Zephyrine Watch")
    page.get_by_label("Opponent").select_option("friend")
    theirs.select_option("Your friend brings one")
    with page.expect_file_chooser() as asked:
        page.locator("[name='option.table']").select_option("A file of yours …")
    wood = shipped("tables", "wood", "Our Wood")
    asked.value.set_files({"name": "wood.toml", "mimeType": "text/plain", "buffer": wood.encode()})
    expect(page.locator("[name='option.table'] option:checked")).to_have_text("Our Wood")
    expect(page.get_by_label("You play").locator("option").nth(1)).to_have_text("Your friend's side")
    page.get_by_role("button", name="Start the battle").click()
    link = page.get_by_label("Invitation to seat b").input_value()
    expect(page.locator(".stage")).to_contain_text("The roster of whoever began the match costs 46 points.")
    expect(page.locator(".chip.a")).to_contain_text("The Zephyrine Watch")
    assert violations_on(window, "waiting for a roster") == ""

    guest.goto(link)
    expect(guest.locator(".join")).to_contain_text("You play Side B against Ann.")
    expect(guest.locator(".join")).to_contain_text("costs 46 points")
    expect(guest.locator(".join")).to_contain_text("Table: Our Wood.")
    assert "Zephyrine" not in guest.content()
    choice = guest.get_by_label("Your roster")
    choice.select_option("Red Hall")
    expect(guest.locator(".join")).to_contain_text("110 points.")
    for name, text, told in (
        ("bad.json", roster("Pale Lanterns", "Nivard", melee=40), "must be from 0 to 10, not 40"),
        ("force.toml", 'name = "Pikes"\nkinds = []\n[[groups]]\nkind = "Pike"', ""),
    ):
        with guest.expect_file_chooser() as asked:
            choice.select_option("A file of yours …")
        asked.value.set_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
        expect(guest.get_by_role("alert").first).to_contain_text(told)
    expect(choice).to_have_value("red-hall")
    expect(guest.locator(".join")).to_contain_text("Red Hall stays chosen.")
    with guest.expect_file_chooser() as asked:
        choice.select_option("A file of yours …")
    (text,) = THEIRS.values()
    asked.value.set_files({"name": "mine.json", "mimeType": "text/plain", "buffer": text.encode()})
    expect(choice.locator("option:checked")).to_have_text("Pale Lanterns")
    assert guest.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations_on(phone, "an invitation that asks for a roster") == ""
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Take the seat").click()
    for each in (window, phone):
        each.page.locator(".log .step").first.wait_for()
        expect(each.page.locator(".chip.a")).to_contain_text("The Zephyrine Watch")
        expect(each.page.locator(".chip.b")).to_contain_text("Pale Lanterns")
        assert "The Zephyrine Watch (a) against Pale Lanterns (b)" in each.page.title()
    guest.goto("/mine")
    expect(guest.locator(".things")).to_contain_text("Pale Lanterns")


def test_only_an_invited_friend_brings_a_roster(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/")
    first, second = page.locator("select[name=one]"), page.locator("select[name=other]")
    page.get_by_label("Opponent").select_option("friend")
    expect(first).not_to_contain_text("Your friend brings one")
    second.select_option("Your friend brings one")
    page.get_by_label("You play").select_option("b")
    expect(second).not_to_contain_text("Your friend brings one")
    page.get_by_label("Their roster").select_option("Your friend brings one")
    expect(first).to_have_value("brought:")
    page.get_by_label("Opponent").select_option("easy")
    expect(first).not_to_contain_text("Your friend brings one")
    page.get_by_role("button", name="Start the battle").click()
    page.locator(".log .step").first.wait_for()


def test_a_friend_brings_the_heroes_to_a_game_master(new_window: NewWindow) -> None:
    window, guest = new_window(), new_window()
    page = window.page
    page.goto("/")
    page.get_by_role("radio", name="Heroes").check()
    party = page.locator("select[name='option.party']")
    page.get_by_label("Opponent").select_option("friend")
    expect(party).not_to_contain_text("Your friend brings one")
    page.get_by_label("You play").select_option("master")
    party.select_option("Your friend brings one")
    page.locator("select[name='option.encounter']").select_option("the-barrow")
    page.get_by_role("button", name="Start the battle").click()
    guest.page.goto(page.get_by_label("Invitation to seat a").input_value())
    expect(guest.page.locator(".join")).to_contain_text("Side A brings a party.")
    guest.page.get_by_label("Your party").select_option("Four On The Road")
    guest.page.get_by_role("button", name="Take the seat").click()
    for each in (page, guest.page):
        expect(each.locator(".stage")).to_contain_text("Barrow Wight")
