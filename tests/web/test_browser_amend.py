"""A game master amends a running encounter, and a player's page follows."""

from __future__ import annotations

from playwright.sync_api import expect

from battlewright.client import Client
from tests.web.browser import NewWindow, violations_on
from tests.web.test_browser_suggestions import at_table


def test_a_players_page_follows_what_the_game_master_amends(new_window: NewWindow, client: Client) -> None:
    master, phone = at_table(new_window, client)
    page, guest = master.page, phone.page
    before = guest.locator(".combatant").count()

    form = page.locator(".master")
    form.locator("summary").click()
    form.locator("#edit-form").select_option(label="Somebody arrives")
    form.locator("[name=sheet]").select_option("ruffian")
    form.locator("[name=side]").select_option("b")
    form.locator("[name=name]").fill("Late Ruffian")
    assert violations_on(master, "the form of an arrival") == ""
    form.get_by_role("button", name="Apply the change").click()
    for each in (page, guest):
        expect(each.locator(".combatant")).to_have_count(before + 1)
        expect(each.locator(".log")).to_contain_text("Late Ruffian")
    expect(guest.locator(".combatant", has_text="Late Ruffian")).to_be_visible()
    assert violations_on(phone, "a player after an arrival") == ""

    form.locator("#edit-form").select_option(label="Somebody is taken out")
    form.locator("[name=who]").select_option(label="Late Ruffian (b6)")
    form.get_by_role("button", name="Apply the change").click()
    for each in (page, guest):
        expect(each.locator(".combatant")).to_have_count(before)
        expect(each.locator(".log")).to_contain_text("takes Late Ruffian")

    form.locator("#edit-form").select_option(label="A level")
    form.locator("[name=who]").select_option("a1")
    form.locator("[name=value]").fill("3")
    form.get_by_role("button", name="Apply the change").click()
    expect(guest.locator(".log")).to_contain_text("from 1 to 3")
    expect(guest.locator(".combatant").first).to_contain_text("75/75")
