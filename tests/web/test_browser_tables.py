"""A table of several people, in a real browser: from the form, by links, through a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import NewWindow, Window, violations_on

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def form_of(window: Window, system: str) -> Page:
    page = window.page
    page.goto("/")
    page.get_by_role("radio", name=system).check()
    page.locator(".preview figcaption").wait_for(state="attached")
    page.get_by_label("Opponent").select_option("several")
    page.locator(".seat-rows li").first.wait_for()
    return page


def asked(windows: list[Window]) -> Window:
    """The one window that is called to its turn, once all have the same news."""
    for _ in range(200):
        numbers = {each.page.locator(".stage").get_attribute("data-number") for each in windows}
        if len(numbers) == 1 and sum(each.page.title().startswith("●") for each in windows) == 1:
            break
        windows[0].page.wait_for_timeout(100)
    called = [each for each in windows if each.page.title().startswith("●")]
    assert len(called) == 1
    for each in windows:
        assert ("Your turn" in each.page.locator(".who").inner_text()) == (each is called[0])
    return called[0]


@pytest.mark.nightly
def test_a_game_master_and_two_players_play_a_round(new_window: NewWindow) -> None:
    master, *phones = new_window(), new_window(**PHONE), new_window(**PHONE)
    page = form_of(master, "Heroes")
    expect(page.get_by_label("You play")).to_be_hidden()
    assert violations_on(master, "the form of a table") == ""
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Start the battle").click()
    links = page.locator(".invite input")
    expect(links).to_have_count(2)
    for phone, name, link in zip(phones, ("Ann", "Ben"), [each.input_value() for each in links.all()], strict=True):
        guest = phone.page
        guest.goto(link)
        expect(guest.locator(".join")).to_contain_text(f"You play {'Silarn' if name == 'Ann' else 'Brannoc'} with")
        guest.get_by_label("Your name").fill(name)
        guest.get_by_role("button", name="Take the seat").click()
        if name == "Ann":
            expect(page.get_by_label("Who has come").locator("li")).to_have_text(
                ["Silarn (Ann) has come", "Brannoc has not come yet", "Foes (Mia) has come"]
            )
            expect(links).to_have_count(1)
    windows, seen = [master, *phones], set()
    for phone, led in zip(phones, ("Silarn", "Brannoc"), strict=True):
        expect(phone.page.locator(".whose")).to_have_text(f"You lead {led}")
        expect(phone.page.locator(".combatant.mine")).to_contain_text(led)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    for _ in range(40):
        now = asked(windows)
        seen.add(now.page.locator(".who .stats").inner_text())
        if "Round 2" in page.locator(".round").inner_text():
            break
        end = now.page.locator(".opt[data-choice^='end']")
        now.make(end if end.count() else now.page.locator(".opt").first)
    else:
        raise AssertionError("no second round came")
    assert seen == {"Your turn · Silarn (Ann)", "Your turn · Brannoc (Ben)", "Your turn · Foes (Mia)"}
    guest, other = (each.page for each in phones)
    guest.locator("header summary", has_text="More").click()
    for name in ("Leave, and let the computer play on", "Leave, and let the computer play on? Click again"):
        guest.get_by_role("button", name=name, exact=True).click()
    expect(guest.locator(".question, .panel").first).to_contain_text("You are watching")
    for each in (page, other):
        expect(each.locator(".panel")).to_contain_text("Ann has left; the computer plays Silarn.")
    page.locator("header .people summary").click()
    page.get_by_role("button", name="Silarn: I play it").click()
    expect(page.locator(".hosted")).to_contain_text("Silarn: the game master")
    expect(other.locator(".panel")).to_contain_text("From now on the game master plays Silarn.")
    page.get_by_role("button", name="Silarn: Invite a person").click()
    link = page.get_by_label("Invitation to seat Silarn").input_value()
    assert violations_on(master, "the seats of a game master") == ""
    guest.goto(link)
    guest.get_by_label("Your name").fill("Cara")
    guest.get_by_role("button", name="Take the seat").click()
    expect(guest.locator(".whose")).to_have_text("You lead Silarn")
    expect(other.locator(".panel")).to_contain_text("Cara plays Silarn now.")
    expect(page.locator(".hosted")).to_contain_text("Silarn: Cara")
    page.get_by_role("button", name="Brannoc: The computer plays it").click()
    other.get_by_role("button", name="Return to your seat").click()
    expect(page.locator(".hosted")).to_contain_text("Brannoc: Ben")
    page.locator("header summary", has_text="More").click()
    page.locator("header summary", has_text="End the battle").click()
    page.get_by_role("button", name="Nobody won").click()
    page.get_by_role("button", name="End it: nobody won? Click again").click()
    for each in (page, guest, other):
        expect(each.locator(".panel")).to_contain_text("The game master ends the battle. Nobody has won.")
    other.goto("/")
    expect(other.locator(".games li").first).to_contain_text("Mia")


def test_seats_are_made_by_keyboard(new_window: NewWindow) -> None:
    window = new_window()
    page = form_of(window, "Skirmish")
    rows = page.locator(".seat-rows li")
    count = rows.count()
    led = page.get_by_role("group", name="leads").nth(1).locator("input:checked")
    name = led.locator("xpath=..").inner_text()
    chip = page.get_by_role("group", name="leads").first.get_by_role("radio", name=name)
    led.focus()
    page.keyboard.press("ArrowUp")
    expect(chip).to_be_checked()
    expect(chip).to_be_focused()
    expect(page.locator(".seats [role=status]")).to_contain_text("leads nobody.")
    page.get_by_role("button", name="Start the battle").click()
    expect(page.get_by_text("leads nobody: the whole side is led by")).to_be_visible()
    page.get_by_role("button", name="Remove the seat").nth(1).click()
    expect(rows).to_have_count(count - 1)
    page.get_by_role("button", name="Add a seat").click()
    expect(rows.last.get_by_label("Seat", exact=True)).to_be_focused()
    page.get_by_role("button", name="One seat each for").click()
    expect(rows).to_have_count(count)
    for index in range(1, count - 1):
        rows.nth(index).get_by_label("Played by").select_option("easy")
    page.get_by_role("button", name="Start the battle").click()
    page.locator(".log .step").first.wait_for()
    expect(page.locator(".whose")).to_contain_text("You lead ")
    own = page.locator(".table .model.mine")
    expect(own.locator(".led")).to_have_count(own.count())
    for each in own.all():
        assert each.get_attribute("aria-label", timeout=1000).endswith(", you lead it")  # type: ignore[union-attr]
    card = page.locator(".table .model:not(.mine)")
    assert all("you lead it" not in (each.get_attribute("aria-label") or "") for each in card.all())


def test_each_types_its_own_dice_and_the_game_master_changes_a_roll(new_window: NewWindow) -> None:
    master, *phones = new_window(), new_window(**PHONE), new_window(**PHONE)
    page = form_of(master, "Heroes")
    page.get_by_label("Your name").fill("Mia")
    page.wait_for_load_state("networkidle")  # the rows are made anew when the combatants come
    page.locator(".seat-rows li").first.get_by_label("Dice").select_option("physical")
    assert violations_on(master, "the dice of a table") == ""
    page.get_by_role("button", name="Start the battle").click()
    links = page.locator(".invite input")
    expect(links).to_have_count(2)
    ann, ben = (phone.page for phone in phones)
    for guest, name, link in zip((ann, ben), ("Ann", "Ben"), [each.input_value() for each in links.all()], strict=True):
        guest.goto(link)
        guest.get_by_label("Your name").fill(name)
        expect(guest.get_by_label("Your dice")).to_have_value("physical" if name == "Ann" else "server")
        if name == "Ben":
            guest.get_by_label("Your dice").select_option("either")
        guest.get_by_role("button", name="Take the seat").click()
    for guest, hero in ((ann, "Silarn"), (ben, "Brannoc")):
        expect(guest.locator(".own-dice")).to_contain_text(f"Roll 1 die of 10 sides for {hero}, and tap what it shows")
        expect(guest.locator(".who")).to_contain_text("Your turn")
        assert guest.evaluate("document.documentElement.scrollWidth") <= 390
    expect(ann.get_by_role("button", name="Roll for me")).to_have_count(0)
    expect(page.locator(".own-dice")).to_have_count(0)
    assert not page.title().startswith("●")
    expect(page.locator(".gathered")).to_contain_text("Silarn: waiting for Ann")
    assert violations_on(phones[0], "dice that are typed") == ""
    ann.get_by_role("button", name="A 9", exact=True).click()
    ann.get_by_role("button", name="Use these dice").click()
    for each in (page, ben):
        expect(each.locator(".gathered")).to_contain_text("Silarn: 9")
    expect(ann.locator(".who")).not_to_contain_text("Your turn")
    ben.get_by_role("button", name="Roll for me").click()
    roll = page.locator(".log .step", has=page.locator(".rolled")).first
    expect(roll.locator(".die-of", has_text="Silarn").locator("svg")).to_have_attribute("aria-label", "9")
    roll.get_by_role("button", name="Change this roll").click()
    dialog = page.get_by_role("dialog", name="Change this roll")
    assert violations_on(master, "a roll that is changed") == ""
    count = roll.locator(".die-of").count()
    for _ in range(count):
        dialog.get_by_role("button", name="A 7", exact=True).click()
    dialog.get_by_role("button", name="Use these dice").click()
    changed = page.locator(".log .step", has=page.locator(".rolled")).first
    expect(changed.locator(".die-of svg").first).to_have_attribute("aria-label", "7")
    expect(ann.locator(".log .change").first).to_be_hidden()
    ann.locator("header summary", has_text="More").click()
    ann.get_by_label("My dice").select_option("server")
    expect(ann.locator(".own-dice")).to_have_count(0)
