"""Players suggest to the game master, in two real browsers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from battlewright.client import Client
from tests.web.browser import NewWindow, Window, violations_on

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def at_table(new_window: NewWindow, client: Client, **options: Any) -> tuple[Window, Window]:
    """A game master who leads nobody, and a player on a phone."""
    people = {"a": "person", "b": "random", "master": "person"}
    match = client.new_match(
        "heroes", ["the-barrow"], master="apart", players=people, seat="a", name="Ann", seed=4, options=options
    )
    master, phone = new_window(), new_window(**PHONE)
    joined = client.join(match.id, "master", match.invitations["master"], name="Mia")
    for window, seat in ((master, joined), (phone, match)):
        host, path = window.host.partition(":")[0], f"/api/matches/{match.id}"
        window.page.context.add_cookies([{"name": "seat", "value": seat.token or "", "domain": host, "path": path}])
        window.page.goto(f"/match/{match.id}")
        window.page.locator(".combatant").first.wait_for()
    return master, phone


@pytest.mark.nightly
def test_a_player_suggests_and_the_game_master_accepts_changes_and_declines(
    new_window: NewWindow, client: Client
) -> None:
    master, phone = at_table(new_window, client)
    page, guest = master.page, phone.page
    expect(guest.locator(".master")).to_have_count(0)
    expect(page.locator(".suggest")).to_be_hidden()

    def suggest(amount: str, words: str) -> None:
        guest.locator(".suggest > summary").click()
        guest.wait_for_load_state("networkidle")  # its blanks are those of the position of now
        guest.get_by_label("What to suggest").select_option(label="A modifier")
        guest.get_by_role("group", name="Whom").get_by_label("Brannoc").check()
        guest.get_by_label("Modifies").select_option("dodge")
        guest.get_by_label("Amount").fill(amount)
        guest.get_by_label("Its name (if any)").fill("fog")
        guest.get_by_label("In your words (if any)").fill(words)
        guest.get_by_role("button", name="Suggest it").click()
        expect(guest.locator(".suggested li").last).to_contain_text(words)
        expect(guest.get_by_label("In your words (if any)")).to_be_hidden()

    suggest("5", "I stand in the fog")
    assert violations_on(phone, "a suggestion of a player") == ""
    assert guest.evaluate("document.documentElement.scrollWidth") <= 390
    item = page.locator(".suggested li")
    expect(item).to_contain_text("Ann: I stand in the fog")
    expect(item).to_contain_text("gives Brannoc (a1) +5 to dodge")
    expect(page.locator("#said")).to_contain_text("Ann suggests: I stand in the fog")
    assert violations_on(master, "a suggestion at the game master") == ""
    item.get_by_role("button", name="Accept", exact=True).click()
    expect(page.locator(".suggested")).to_be_hidden()
    for each in (page, guest):
        expect(each.locator(".log")).to_contain_text("Brannoc +5 to dodge")
        expect(each.locator(".log .remark").last).to_contain_text("Mia accepts Ann's suggestion (I stand in the fog")
    expect(guest.locator(".combatant.mine, .combatant").first).to_contain_text("fog")

    suggest("5", "Thick fog")
    item.get_by_role("button", name="Change …").click()
    line = item.get_by_label("The change, as a line")
    expect(line).to_be_focused()
    expect(line).to_have_value("mod a1 dodge +5 fog")
    line.fill("mod nobody dodge +5")
    item.get_by_role("button", name="Accept with this change").click()
    expect(page.locator(".suggested .refusal")).to_contain_text("Nobody here is called")
    line.fill("mod a1 dodge +2 thin fog")
    line.press("Enter")
    expect(guest.locator(".log .remark").last).to_contain_text("with a change")

    suggest("9", "Very thick fog")
    suggest("8", "Rain")
    guest.locator(".suggested li", has_text="Rain").get_by_role("button", name="Withdraw").click()
    expect(item).to_have_count(1)
    item.get_by_role("button", name="Decline …").click()
    item.get_by_label("A word about it (if any)").fill("The wind blows")
    item.get_by_role("button", name="Decline it").click()
    expect(guest.locator(".suggested")).to_be_hidden()
    expect(guest.locator(".log .remark").last).to_contain_text("Mia declines Ann's suggestion")
    expect(guest.locator(".log .remark").last).to_contain_text("The wind blows")
    guest.reload()
    guest.locator(".combatant").first.wait_for()
    remarks = guest.locator(".log .remark")
    expect(remarks).to_have_count(8)
    expect(remarks.first).to_contain_text("Ann suggests: I stand in the fog")
    steps = guest.locator(".log .step").all_inner_texts()
    told = [index for index, text in enumerate(steps) if "fog" in text and "to dodge" in text]
    assert "suggests" in steps[told[0] - 1], "the log is in the order of its entries"
    page.locator("header button", has_text="Undo").click()
    expect(item).to_contain_text("Thick fog")


def test_the_log_stays_beside_the_forms_and_rulings_in_force_are_listed(new_window: NewWindow, client: Client) -> None:
    for window in at_table(new_window, client, rulings=["critical_margin=8"]):
        page = window.page
        page.locator(".drawer:visible:not(.rulings-in-force) > summary").click()
        page.locator(".drawer[open] .blanks select").first.wait_for()
        box = page.locator(".log").bounding_box()
        assert box is not None
        assert box["height"] >= 90
        size = page.viewport_size
        assert size is not None
        assert box["y"] + box["height"] <= size["height"] + 1, "in sight"
        page.locator(".rulings-in-force > summary").click()
        changed = page.locator(".rulings .changed")
        expect(changed).to_have_count(1)
        expect(changed).to_contain_text("usually 5")
        expect(page.locator(".rulings > div").nth(30)).to_be_attached()
        assert violations_on(window, "rulings in force") == ""
