"""How many presses a battle takes in a real browser, and what presses come to that are quicker than the server."""

from __future__ import annotations

from statistics import mean

import pytest
from playwright.sync_api import Locator

from tests.web.browser import NewWindow, Window
from tests.web.test_browser_matches import FILES

PLAY = """async (kinds) => {
    const stage = document.querySelector(".stage"), found = [];
    const soon = () => new Promise((done) => setTimeout(done, 4));
    const isOver = () => document.querySelector(".after");
    const isAsked = () => document.querySelector(".opt") && !document.querySelector(".sending, .list.waiting");
    let presses = 0;
    for (const kind of ["click", "keydown"]) addEventListener(kind, () => { presses += 1; }, true);
    while (!isOver()) {
        if (!isAsked()) { await soon(); continue; }
        const {number} = stage.dataset, rows = [...document.querySelectorAll(".opt")];
        const ofKind = (kind) => rows.find((each) => each.dataset.choice.startsWith(kind));
        const row = kinds.map(ofKind).find(Boolean) ?? rows[0], key = row.querySelector("kbd").textContent;
        presses = 0;
        while (stage.dataset.number === number && !isOver()) {
            if (!isAsked()) { await soon(); continue; }
            if (found.length % 2) row.click();
            else document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        }
        found.push([row.dataset.choice.split(" ")[0], presses, rows.length]);
    }
    return found;
}"""
"""Plays a battle to its end, by turns with keys and clicks; what was chosen, by how many presses, out of how many."""
PREFERRED = ["close-combat", "shoot", "strike"]
"""What makes a battle end soon."""
ONE = {"nothing", "cover", "return-fire", "fire", "waive", "stay", "strike", "parry", "spend"}
"""Reactions, and what successes are used for."""


BEGIN = "async (wanted) => (await (await import('/static/api.js')).begin(wanted)).match"
SMALL_BATTLE = {
    "system": "skirmish",
    "names": ["ash.toml", "birch.toml"],
    "files": FILES,
    "options": {"table": "field.toml", "rounds": 2},
    "players": {"a": "person", "b": "random"},
}
LATE = """
    const ask = window.fetch;
    window.fetch = async (address, ...more) => {
        if (String(address).includes("/guide/") || String(address).includes("/commands"))
            await new Promise((done) => setTimeout(done, 400));
        return ask(address, ...more);
    };
"""
"""Guides and commands that are answered late."""


def sit_down(window: Window) -> None:
    """A small battle against the computer."""
    window.page.goto("/")
    window.page.goto(f"/match/{window.page.evaluate(BEGIN, SMALL_BATTLE)}")
    window.page.locator(".opt").first.wait_for()


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("one_press", [False, True])
def test_a_battle_takes_at_most_two_presses_a_decision(new_window: NewWindow, one_press: bool) -> None:
    window = new_window(makes_forced=True, one_press=one_press)
    sit_down(window)
    made = window.page.evaluate(PLAY, PREFERRED)
    assert len(made) > 8
    assert min(count for _, _, count in made) > 1, "what is forced is made without asking"
    assert max(presses for _, presses, _ in made) <= 2
    assert {presses for kind, presses, _ in made if kind in ONE} <= {1}
    if one_press:
        assert mean(presses for _, presses, _ in made) <= 1.2, made
    else:
        assert {presses for kind, presses, _ in made if kind not in ONE} == {2}


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
    place = x, y - 60
    page.mouse.click(*place)
    page.wait_for_timeout(100)
    page.mouse.move(place[0] + 30, place[1])  # the pointer does not lie still meanwhile
    page.mouse.move(place[0] + 3, place[1])
    page.mouse.click(place[0] + 3, place[1])
    assert not page.locator(".dock .made").is_visible(), "the preview has not come yet"
    page.locator(".dock", has_text="Activate").wait_for()
    assert page.locator(".dock .do").inner_text().startswith("Sending…")
    page.locator(".log .step", has_text="moves to").first.wait_for()
    window.wait()
    assert [each for each in window.steps if "is activated" in each]
