"""Actions of Heroes on several targets in a real browser: by mouse, by the keyboard, and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.systems.heroes.helpers import sheet
from tests.web.browser import NewWindow, Window, violations_on

SWEEP = {"name": "Sweep", "damage": "1d6", "types": ["slashing"], "targets": 2, "uses": 3}
STORM = {"name": "Storm", "target": "reflex", "damage": "1d6", "types": ["frost"], "targets": "side", "uses": 1}
FIRST = [{"component": "initiative", "amount": 90}]
ADA = sheet("Ada", weapons=[SWEEP], spells=[STORM], constitution=9, player=True)
FOE = sheet("Bandit", constitution=12, level=3)
SETUP: dict[str, Any] = {
    "name": "Three to one",
    "sides": [
        [{"name": "Ada", "sheet": ADA, "modifiers": FIRST}],
        [{"name": name, "sheet": FOE} for name in ("Bo", "Cy", "Di")],
    ],
}


def begin(window: Window, **more: Any) -> None:
    """Begin a match in which Ada acts first, against the computer."""
    wanted = {"system": "heroes", "players": {"a": "person", "b": "greedy"}, "setup": SETUP, "advice": "odds", **more}
    window.page.goto("/")
    match = window.page.evaluate(
        "wanted => import('/static/api.js').then(({begin}) => begin(wanted)).then((made) => made.match)", wanted
    )
    window.page.goto(f"/match/{match}")
    window.page.locator(".opt").first.wait_for()


def option(window: Window, line: str) -> Any:
    return window.page.locator(f".opt[data-choice='{line}']")


@pytest.mark.parametrize("options", [{}, {"viewport": {"width": 390, "height": 844}, "has_touch": True}])
def test_further_targets_are_pressed_one_after_the_other(new_window: NewWindow, options: dict[str, Any]) -> None:
    window = new_window(**options)
    begin(window)
    page = window.page
    expect(page.locator(".list")).to_contain_text("up to 2 targets")
    expect(page.locator(".list")).to_contain_text("3 uses left")
    window.make(option(window, "use target=2"))
    expect(page.locator(".q")).to_contain_text("at Cy, and at up to 1 more. At whom else?")
    assert [each.get_attribute("data-choice") for each in page.locator(".opt").all()] == [
        "also target=1",
        "also target=3",
        "enough",
    ]
    assert violations_on(window, "further targets") == ""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    window.make(option(window, "also target=3"))
    expect(page.locator(".log")).to_contain_text("Ada uses Sweep at Cy and Di.")


def test_a_whole_side_is_chosen_with_a_key(new_window: NewWindow) -> None:
    window = new_window()
    begin(window)
    page = window.page
    choice = option(window, "use action=1")
    expect(choice).to_contain_text("All of Foes")
    key = choice.locator("kbd").inner_text()
    window.move(lambda: page.keyboard.press(key))
    expect(page.locator(".log")).to_contain_text("Ada uses Storm at Bo, Cy and Di.")
    expect(page.locator(".combatant[data-tag='a1']")).to_contain_text("Storm: 0 of 1 uses")
