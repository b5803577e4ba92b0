"""How many presses a battle takes in a real browser, and what presses come to that are quicker than the server."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.web.browser import IS_IDLE, NewWindow, Window
from tests.web.test_browser_matches import FILES

COUNT = """() => {
    window.presses = 0;
    for (const kind of ["click", "keydown"])
        addEventListener(kind, (event) => { window.presses += event.isTrusted; }, true);
}"""
"""Counts what a real pointer and real keys press."""
PREFERRED = ("close-combat", "shoot", "strike")
"""What makes a battle end soon."""
ONE = {"nothing", "cover", "return-fire", "fire", "waive", "stay", "strike", "parry", "spend"}
"""Reactions, and what successes are used for."""
ANSWERED = f"was => document.querySelector('.stage').dataset.number !== was || ({IS_IDLE})()"


BEGIN = "async (wanted) => (await (await import('/static/api.js')).begin(wanted)).match"
SMALL_BATTLE: dict[str, Any] = {
    "system": "skirmish",
    "names": ["ash.toml", "birch.toml"],
    "files": FILES,
    "options": {"table": "field.toml", "rounds": 2},
    "players": {"a": "person", "b": "random"},
    "seed": 3,
}
PLAYED = {
    "skirmish": SMALL_BATTLE,
    **{
        system: {"system": system, "options": {"rounds": 2}, "players": SMALL_BATTLE["players"], "seed": 3}
        for system in ("heroes", "formations")
    },
}
"""A short battle of each system."""
LATE = """
    const ask = window.fetch;
    window.held = {};
    window.hold = (part) => { held[part] = Promise.withResolvers(); };
    window.fetch = async (address, ...more) => {
        for (const part in held) if (String(address).includes(part)) await held[part].promise;
        return ask(address, ...more);
    };
"""
"""Requests that are answered only when a test lets them, however slow the machine is."""


def sit_down(window: Window, wanted: dict[str, Any] = SMALL_BATTLE) -> None:
    """Begin a battle against the computer: a small one, unless another one is wanted."""
    window.page.goto("/")
    window.page.goto(f"/match/{window.page.evaluate(BEGIN, wanted)}")
    window.page.locator(".opt").first.wait_for()


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play(window: Window) -> list[tuple[str, int, int]]:
    """Play a battle to its end, by turns with clicks and keys; return the kind of each choice, how many presses it
    took, and out of how many it was made."""
    page, made = window.page, list[tuple[str, int, int]]()
    page.evaluate(COUNT)
    while not page.locator(".after").count():
        rows = page.locator(".opt:visible")
        lines = [each.get_attribute("data-choice") or "" for each in rows.all()]
        line = next((each for kind in PREFERRED for each in lines if each.startswith(kind)), lines[0])
        row, number = page.locator(f".opt[data-choice='{line}']"), page.locator(".stage").get_attribute("data-number")
        key = row.locator("kbd").inner_text()
        before = page.evaluate("presses")
        for _ in range(3):
            if len(made) % 2:
                row.click()  # where a person sees it, and nothing lies over it
            else:
                page.keyboard.press(key)
            page.wait_for_function(ANSWERED, arg=number)
            if page.locator(".stage").get_attribute("data-number") != number:
                break
        made.append((line.split(" ")[0], page.evaluate("presses") - before, len(lines)))
        window.wait()
        page.locator(".opt, .after").first.wait_for()
    return made


@pytest.mark.parametrize("one_press", [False, True])
@pytest.mark.parametrize("system", ["skirmish", "heroes", "formations"])
def test_a_battle_takes_at_most_two_presses_a_decision(new_window: NewWindow, system: str, one_press: bool) -> None:
    window = new_window(makes_forced=True, one_press=one_press, viewport={"width": 1366, "height": 768})
    sit_down(window, PLAYED[system])
    made = play(window)
    assert len(made) > 5
    assert min(count for _, _, count in made) > 1, "what is forced is made without asking"
    assert {presses for kind, presses, _ in made if kind in ONE} <= {1}
    assert {presses for kind, presses, _ in made if kind not in ONE} == {1 if one_press else 2}
    assert mean(presses for _, presses, _ in made) <= (1.2 if one_press else 2), made


def test_what_takes_one_press_is_shown_in_full(new_window: NewWindow) -> None:
    """Its row never opens, so that nothing of it may be cut off."""
    window = new_window(makes_forced=True)
    sit_down(window)
    page, strikes = window.page, window.page.locator(".opt[data-choice^='strike']")
    while not strikes.count():
        wanted = page.locator(".opt[data-choice^='close-combat']")
        window.make((wanted if wanted.count() else page.locator(".opt")).first)
        page.locator(".opt").first.wait_for()
    page.set_viewport_size({"width": 320, "height": 640})
    cut = "each => [...each.querySelectorAll('.what')].some((text) => text.scrollWidth > text.clientWidth)"
    assert not page.locator(".list").evaluate(cut)


def test_presses_that_are_quicker_than_the_server_count(new_window: NewWindow) -> None:
    window = new_window(one_press=False, viewport={"width": 1366, "height": 768})
    window.page.add_init_script(LATE)
    sit_down(window)
    page = window.page
    second = page.locator(".opt").nth(1)
    name = second.locator("b").inner_text()
    second.click()  # a model is selected, then its place is clicked
    x, y = middle(page.locator(".zone.a"))
    window.after(lambda: page.mouse.click(x, y))
    assert any(name in step and "is placed" in step for step in window.steps)
    window.play_until("Choose a model")
    own = page.locator(".model.a .base").first
    x, y = middle(own)
    page.mouse.click(x, y)  # a model and an action are activation and action
    page.locator(".opt.sel[data-choice^='activate']").wait_for()
    page.locator(".reaching path.sure").first.wait_for()
    page.evaluate("hold('/guide/'), hold('/commands')")
    place = x, y - 60
    page.mouse.click(*place)
    page.mouse.move(place[0] + 30, place[1])  # the pointer does not lie still meanwhile
    page.mouse.move(place[0] + 3, place[1])
    page.mouse.click(place[0] + 3, place[1])
    assert not page.locator(".dock .made").is_visible(), "the preview has not come yet"
    page.evaluate("held['/guide/'].resolve()")
    page.locator(".dock", has_text="Activate").wait_for()
    assert page.locator(".dock .do").inner_text().startswith("Sending…")
    page.evaluate("held['/commands'].resolve()")
    page.locator(".log .step", has_text="moves to").first.wait_for()
    window.wait()
    assert [each for each in window.steps if "is activated" in each]


def test_a_group_and_whom_it_acts_at_are_activation_and_action(new_window: NewWindow) -> None:
    window = new_window(one_press=False, viewport={"width": 1366, "height": 768})
    sit_down(window, PLAYED["formations"] | {"options": {}})
    page = window.page
    own, theirs = page.locator(".group-card.a h3").first, page.locator(".group-card.b h3").first
    number = page.locator(".stage").get_attribute("data-number")
    made = page.locator(".dock .made")
    own.click()
    page.locator(".opt.sel[data-choice^='activate']").wait_for()
    theirs.click()
    assert made.inner_text().startswith(f"Activate {own.inner_text()}, then act at {theirs.inner_text()}")
    page.keyboard.press("Escape")
    assert not made.is_visible()
    own.click()
    theirs.click()
    assert page.locator(".stage").get_attribute("data-number") == number, "it is shown first"
    window.after(theirs.click)
    page.locator(".log .step", has_text=f"Attack at {theirs.inner_text()}").first.wait_for()
