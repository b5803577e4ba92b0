"""What is put to a game master, and what a game master does by hand to several at once, in two real browsers."""

from __future__ import annotations

from playwright.sync_api import expect

from battlewright.client import Client
from tests.web.browser import NewWindow, violations_on
from tests.web.test_browser_suggestions import at_table


def test_a_game_master_deals_damage_to_several_and_decides_whether_it_is_over(
    new_window: NewWindow, client: Client
) -> None:
    master, phone = at_table(new_window, client)
    page, guest = master.page, phone.page
    page.locator(".master > summary").click()
    form = page.locator(".master form")
    form.get_by_label("What to change").select_option(label="Damage")
    whom = form.get_by_role("group", name="Whom")
    form.get_by_role("button", name="Apply the change").click()
    expect(form.get_by_role("alert")).to_have_text("Whom: choose one or several.")
    whom.get_by_label("Foes").check()
    form.get_by_label("Amount").fill("999")
    form.get_by_role("group", name="Types").get_by_label("Fire").check()
    assert violations_on(master, "damage to several") == ""
    form.get_by_role("button", name="Apply the change").click()
    expect(page.locator("body")).to_contain_text("Your turn")
    for each in (page, guest):
        expect(each.locator("body")).to_contain_text("The game master is asked: Foes (b) are all out.")
        expect(each.locator("body")).not_to_contain_text("The battle is over")
    expect(guest.locator("body")).to_contain_text("Waiting for Mia")
    assert guest.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Go on").click()
    expect(guest.locator(".log")).to_contain_text("The game master lets the encounter go on.")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("button", name="End the encounter")).to_be_visible()
    page.get_by_role("button", name="End the encounter").click()
    for each in (page, guest):
        expect(each.locator("body")).to_contain_text("The battle is over")
