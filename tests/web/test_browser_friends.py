"""Playing with friends, in a real browser: invitations, one's own games and rosters, seats that move, one device for
two."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.web.browser import NewWindow, violations_on

FERRY = {
    "name": "The Ferry Watch",
    "characters": [
        {"name": "Brenna", "melee": 5, "ballistics": 3, "toughness": 4, "agility": 4, "weapons": ["Spear", "Pistol"]}
    ],
}


def test_a_roster_built_here_is_in_the_form_and_an_invitation_is_sent_again(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    page.goto("/build")
    page.evaluate("file => localStorage.setItem('battlewright.rosters', file)", json.dumps({"mine": FERRY}))
    page.goto("/")
    for label in ("Your roster", "Their roster"):
        assert page.get_by_label(label).locator("optgroup").first.inner_text().strip() == "The Ferry Watch"
    page.get_by_label("Their roster").select_option("The Ferry Watch")
    expect(page.locator(".preview .warning")).to_have_text(
        re.compile(r"^110 against \d+ points: Lantern Company has \d+ more\.$")
    )
    page.get_by_label("Opponent").select_option("friend")
    page.get_by_role("button", name="Start the battle").click()
    link = page.get_by_label("Invitation to seat b").input_value()
    page.goto("/")
    game = page.locator(".games [data-match]")
    expect(game).to_contain_text("Waiting for somebody to play The Ferry Watch")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    game.get_by_role("button", name="Copy the invitation to seat b").click()
    expect(game.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == link
    guest = new_window()
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.locator(".log .step").first.wait_for()
    page.reload()
    expect(game).to_contain_text(re.compile(r"(Your turn|Waiting for Ben).*With Ben · begun today, \d+:\d\d"))
    assert page.get_by_role("button", name="Copy the invitation").count() == 0


def test_a_seat_moves_to_a_phone_by_its_link(new_window: NewWindow) -> None:
    window, phone = new_window(), new_window(viewport={"width": 390, "height": 844}, has_touch=True)
    page = window.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    window.choose()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Play on at another device").click()
    link = page.get_by_label("Link to your seat").input_value()
    expect(page.locator("dialog")).to_contain_text("do not show it to your opponent")
    assert page.get_by_role("img", name="The link as a QR code").locator("path").get_attribute("d") == page.evaluate(
        "link => import('/static/qr.js').then(({qrPath}) => qrPath(link).path)", link
    )
    assert violations_on(window, "the link to a seat") == ""
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.goto(link)
    phone.page.locator(".opt").first.wait_for()
    token = link.partition("#seat=")[2]
    assert len(token) == 43
    assert not any(token in url for url in [phone.page.url, *asked]), "the token is in no address that a server sees"
    assert phone.steps == window.steps
    page.get_by_role("button", name="Close").click()
    window.choose()
    phone.page.wait_for_function(
        "count => document.querySelectorAll('.log .step').length >= count", arg=len(window.steps)
    )
    phone.page.goto("/")
    expect(phone.page.locator(".games [data-match]")).to_contain_text("Your turn")
    phone.page.goto(link[:-1])
    expect(phone.page.locator(".notice")).to_contain_text("This token is not valid for any seat of this match.")
