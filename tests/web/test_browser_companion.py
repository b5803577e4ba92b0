"""A battle at a table of the players' own in a real browser: cards instead of a map, measures, typed dice, a phone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser import NewWindow, Window, violations_on

LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
SHOTS = os.environ.get("BATTLEWRIGHT_SHOTS")
"""A folder for pictures of the pages, for whoever looks at them."""


def shot(window: Window, name: str) -> None:
    if SHOTS:
        window.page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def begin(window: Window, opponent: str = "") -> None:
    """Fill in the form: an option, and an opponent if it is to be another than the usual one."""
    page = window.page
    page.goto("/")
    page.get_by_role("radio", name="Skirmish").check()
    page.get_by_text("Rules, time and seed").click()
    page.get_by_label("Companion").check()
    page.locator(".preview figcaption").get_by_text("no bot sees it").wait_for()
    expect(page.locator("select[name=dice]")).to_have_value("physical")
    assert page.locator("select[name=opponent]").input_value() not in ("", "medium")
    if opponent:
        page.locator("select[name=opponent]").select_option(opponent)
    shot(window, "form")
    page.get_by_role("button", name="Start the battle").click()
    page.locator(".model-card").first.wait_for()


def type_faces(window: Window, *faces: int) -> None:
    """Tap dice as they fell."""
    count = window.page.locator(".log .step").count()
    left = [*faces]
    while left:  # a roll-off is typed side by side
        dice = window.page.locator(".own-dice").first
        dice.locator(".slot").first.wait_for()
        slots = dice.locator(".slot").count()
        for face in left[:slots]:
            dice.get_by_role("button", name=f"A {face}", exact=True).click()
        left = left[slots:]
        dice.get_by_role("button", name="Use these dice").click()
    window.page.wait_for_function("was => document.querySelectorAll('.log .step').length > was", arg=count)
    window.wait()


def measure(window: Window, *numbers: str) -> None:
    """Fill in what was measured, and confirm it."""
    form = window.page.locator("form.measure[data-what]")
    form.wait_for()
    for field, number in zip(form.locator("input").all(), numbers, strict=True):
        field.fill(number)
    window.move(lambda: form.get_by_role("button", name="Confirm").click())


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_shot_at_a_table_of_ones_own_is_measured_and_rolled(new_window: NewWindow, size: dict[str, int]) -> None:
    window = new_window(viewport=size)
    begin(window)
    page = window.page
    assert page.locator("svg.table").count() == 0
    assert page.locator(".model-card").count() == 11
    type_faces(window, 6, 1)
    while "placed next" in window.question:
        window.choose("deploy")
    type_faces(window, 6, 1)
    window.choose("activate")
    shot(window, f"actions-{size['width']}")
    window.make(page.locator(".opt[data-choice^='shoot']").first)
    shot(window, f"measure-{size['width']}")
    assert violations_on(window, "a measure") == ""
    measure(window, "8.5", "1")
    assert "with 1 obstacle in the line: difficulty" in "\n".join(window.steps)
    window.make(page.locator(".opt[data-choice='nothing']"))
    shot(window, f"dice-{size['width']}")
    page.locator(".own-dice .slot").first.wait_for()
    type_faces(window, *[5] * page.locator(".own-dice .slot").count())  # without a 6 it is no critical hit
    assert "hits" in "\n".join(window.steps)
    page.locator(".panel summary", has_text="Climb, jump or drop").click()
    page.locator(".measures input[name=far]").fill("30")
    page.locator(".measures").get_by_role("button", name="Confirm").click()
    page.locator(".panel").get_by_text("more than the range").first.wait_for()
    shot(window, f"refused-{size['width']}")
    page.locator(".measures").get_by_role("button", name="Remove leg 1").click()
    page.locator(".measures select[name=way]").select_option("ladder")
    page.locator(".measures input[name=far]").fill("5")
    window.move(lambda: page.locator(".measures").get_by_role("button", name="Confirm").click())
    assert "climbs 5" in "\n".join(window.steps)
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= size["width"]


def type_agreed(window: Window, other: Window, *faces: int) -> None:
    """Tap dice as they fell on the table, and have the other player confirm them."""
    dice = window.page.locator(".own-dice")
    dice.locator(".slot").first.wait_for()
    for face in faces:
        dice.get_by_role("button", name=f"A {face}", exact=True).click()
    dice.get_by_role("button", name="Use these dice").click()
    agree = other.page.get_by_role("button", name="Agree")
    agree.wait_for()
    other.move(agree.click)


def test_two_phones_at_one_table_and_the_replay_of_their_battle(new_window: NewWindow) -> None:
    ann, ben = (new_window(viewport=PHONE, has_touch=True) for _ in "ab")
    begin(ann, "friend")
    ben.page.goto(ann.page.get_by_label("Invitation to seat b").input_value())
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    for roll_off in ("places", "activates"):
        type_agreed(ann, ben, 6)
        type_agreed(ben, ann, 1)
        ann.page.locator(".log").get_by_text(f"{roll_off} first").wait_for()
        if roll_off == "places":
            for window in [ann, ben] * 5 + [ben]:
                window.choose("deploy")
    ann.choose("activate")
    ann.make(ann.page.locator(".opt[data-choice^='shoot']").first)
    assert ben.page.locator("form.measure").count() == 0, "whose model acts, measures"
    measure(ann, "8.5", "1")
    ben.make(ben.page.locator(".opt[data-choice='nothing']"))
    type_agreed(ann, ben, 5, 5, 5, 5)
    ben.page.locator(".model-card[data-tag='b1'] .bears").get_by_text("stress 1").wait_for()
    shot(ben, "two-phones")
    ben.page.locator("summary", has_text="More").click()
    ben.page.get_by_role("button", name="Give up").click()
    ben.page.get_by_role("button", name="Give up? Click again").click()
    ann.page.get_by_text("The battle is over: you have won").wait_for()
    replay = f"/match/{ann.page.url.rpartition('/')[2]}/replay?at=16"
    look_at_replay(new_window(viewport=LAPTOP), replay)
    look_at_replay(ben, replay)


def look_at_replay(window: Window, address: str) -> None:
    """Open the replay of the battle of two phones after the shot is measured, and go to its end."""
    page = window.page
    page.goto(address)
    stress = page.locator(".model-card[data-tag='b1'] .bears")
    expect(stress).to_contain_text("stress 0")
    expect(page.locator(".now-step")).to_contain_text("with 1 obstacle in the line")
    page.keyboard.press("End")
    expect(stress).to_contain_text("stress 1")
    shot(window, f"replay-{page.evaluate('() => innerWidth')}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".position")).to_have_text(re.compile("^16 /"))
    page.get_by_role("tab", name="Report").click()
    expect(page.locator(".report")).to_have_text(re.compile("no bot sees it"))
    shot(window, f"report-{page.evaluate('() => innerWidth')}")
    assert violations_on(window, "the replay") == ""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
