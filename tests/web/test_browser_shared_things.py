"""Each kind of thing: made from nothing, kept, loaded again, given to a friend by a link, and played with there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import NewWindow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TABLE = 'name = "Our thing"\n[[pieces]]\nname = "Wall"\nbox = [14, 10, 6, 1]\ntop = 3\nsolid = true\n'
TEXTS = {"tables": TABLE, "scenarios": 'name = "Our thing"\nround_limit = 3\n'}
NAMED = "[data-field=name]"
MADE: dict[str, tuple[str, str]] = {
    "rosters": ("skirmish", "Your roster"),
    "tables": ("skirmish", "Table"),
    "scenarios": ("skirmish", "Scenario"),
    "sheets": ("heroes", "Party"),
    "encounters": ("heroes", "Encounter"),
    "parties": ("heroes", "Party"),
    "forces": ("formations", "Your force"),
}
"""Where the form of a new battle has each kind."""


def make(page: Page, kind: str, system: str) -> None:
    """Make a thing in its builder, and look whether it is there when the page is loaded again."""
    page.goto(f"/build?system={system}&kind={kind}&new")
    page.locator(".notes li").first.wait_for()
    if kind in TEXTS:
        page.locator(".code").fill(TEXTS[kind])
    else:
        page.locator(NAMED).first.fill("Our thing")
        if kind == "sheets":
            page.locator("[data-field=level]").fill("9")  # who is alone needs to live long enough to act
    expect(page.locator("#picker option:checked")).to_have_text("Our thing")
    expect(page.locator(".notes")).to_be_visible()
    page.reload()
    expect(page.locator("#picker option:checked")).to_have_text("Our thing")
    expect(page.locator(".notes .fault")).to_have_count(0)


@pytest.mark.parametrize("kind", MADE)
def test_a_thing_is_made_shared_and_played_with_by_a_friend(new_window: NewWindow, kind: str) -> None:
    is_odd = [*MADE].index(kind) % 2
    owner, friend = new_window(**(PHONE if is_odd else {})).page, new_window(**({} if is_odd else PHONE)).page
    system, label = MADE[kind]
    make(owner, kind, system)
    owner.get_by_role("button", name="Link for a friend").click()
    link = owner.get_by_label("The link", exact=True).input_value()
    friend.goto(link)
    friend.get_by_role("button", name="Keep a copy").click()
    expect(friend.locator(".thing .big")).to_have_text(["Our thing"])
    friend.get_by_role("link", name="Play", exact=True).last.click()
    chosen = friend.locator("#own label", has=friend.locator("select")).filter(has_text=label).locator("option:checked")
    expect(chosen.first).to_have_text(re.compile("Our thing|My party"))
    friend.get_by_role("button", name="Start the battle").click()
    friend.locator(".opt").first.wait_for()
    if kind in ("rosters", "sheets", "forces"):
        expect(friend.locator("body")).to_contain_text("Our thing")
