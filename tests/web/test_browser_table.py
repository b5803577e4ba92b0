"""What one sees and does at the table in a real browser: choices in sight, fingers, dice, previews."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.web.browser import NewWindow, Window
from tests.web.test_browser_presses import middle, sit_down

LAPTOP = {"width": 1366, "height": 768}
PHONES = ({"width": 390, "height": 844}, {"width": 844, "height": 390})
ZOOMED = {"width": 683, "height": 384}


def begin(window: Window, system: str, seed: int = 11) -> Page:
    """A battle of what ships with a system, against the computer."""
    sit_down(window, {"system": system, "players": {"a": "person", "b": "greedy"}, "seed": seed})
    return window.page


def decide(window: Window) -> None:
    """Make the choice in the middle of the list: that leads to all kinds of questions."""
    rows = window.page.locator(".opt")
    row = rows.nth(rows.count() // 2)
    window.move(lambda: row.evaluate("each => each.click()"))


IN_SIGHT = """() => {
    const within = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const list = document.querySelector(".list").getBoundingClientRect();
    const rows = [...document.querySelectorAll(".group:not(.folded) .opt")].map((each) => each.getBoundingClientRect());
    const panel = document.querySelector(".ask").getBoundingClientRect();
    return {rows: rows.length, hidden: rows.filter((each) => !within(each, list) || !within(each, panel)).length};
}"""
"""How many choices there are that are not folded away, and how many of them are not in sight."""


@pytest.mark.parametrize(("system", "least"), [("skirmish", 14), ("heroes", 9), ("formations", 7)])
def test_all_common_choices_are_in_sight_on_a_small_laptop(new_window: NewWindow, system: str, least: int) -> None:
    window = new_window(viewport=LAPTOP)
    page, seen = begin(window, system), list[dict[str, int]]()
    for _ in range(22):
        seen.append(page.evaluate(IN_SIGHT))
        decide(window)
        page.locator(".opt, .after").first.wait_for()
        if page.locator(".after").count():
            break
    assert max(each["rows"] for each in seen) >= least
    assert [each for each in seen if each["hidden"]] == []


def test_a_click_leaves_no_thick_frame(new_window: NewWindow) -> None:
    """A frame shows where the keyboard is; who clicks sees what was clicked."""
    window = new_window(viewport=LAPTOP, one_press=False)
    page = begin(window, "skirmish")
    window.play_until("which action")
    x, y = middle(page.locator(".model.acting .base"))
    for part in (".opt:visible", ".fold", ".fold", ".zooms button", "[role=switch]", ".help"):
        page.locator(part).first.click()
        expect(page.locator(":focus-visible")).to_have_count(0)
    page.mouse.click(x, y - 40)
    page.locator(".dock .made, .refusal:not([hidden])").first.wait_for()
    expect(page.locator(":focus-visible")).to_have_count(0)
    page.locator(".opt:visible").first.click()
    page.keyboard.press("2")
    expect(page.locator(":focus-visible")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator(":focus-visible")).to_have_count(1)
    width = page.locator(":focus-visible").evaluate("each => getComputedStyle(each).outlineWidth")
    assert width == "3px"


# Looking


def test_a_model_is_looked_at_before_it_is_placed(new_window: NewWindow) -> None:
    window = new_window(viewport=LAPTOP, one_press=False)
    sit_down(window)
    page, card = window.page, window.page.locator(".inspect")
    row = page.locator(".opt").nth(1)
    assert card.is_hidden()
    row.hover()
    expect(card).to_contain_text(row.locator("b").inner_text())
    expect(card).to_contain_text(re.compile(r"Melee \d · Ballistics \d · Toughness \d/\d · Agility \d"))
    page.locator(".log").hover()
    expect(card).to_be_hidden()
    page.keyboard.press("1")
    expect(card).to_contain_text(page.locator(".opt.sel b").inner_text())


@pytest.mark.parametrize("size", [*PHONES, ZOOMED])
@pytest.mark.parametrize("side", ["a", "b"])
def test_the_card_of_a_model_does_not_hide_where_it_is_placed(
    new_window: NewWindow, side: str, size: dict[str, int]
) -> None:
    window = new_window(viewport=size, one_press=False)
    players = {"a": "greedy", "b": "greedy", side: "person"}
    sit_down(window, {"system": "skirmish", "players": players, "seed": 11})
    page = window.page
    for row in page.locator(".opt").all()[:3]:
        row.evaluate("each => each.click()")  # no pointer comes to lie on another one when the list moves
        expect(page.locator(".inspect")).to_contain_text(row.locator("b").inner_text())
        card, zone = (page.locator(each).bounding_box() for each in (".inspect", f".zone.{side}"))
        assert card is not None
        assert zone is not None
        assert card["y"] + card["height"] <= zone["y"] or zone["y"] + zone["height"] <= card["y"]


@pytest.mark.parametrize("size", [*PHONES, ZOOMED])
def test_the_card_of_a_model_hides_neither_the_model_nor_a_place_that_is_previewed(
    new_window: NewWindow, size: dict[str, int]
) -> None:
    window = new_window(viewport=size, one_press=False)
    page = begin(window, "skirmish")
    window.play_until("Choose a model")
    card = page.locator(".inspect")
    for model in page.locator(".model.a:not(.done) .base").all():
        x, y = middle(model)
        page.mouse.click(x, y)
        expect(card).to_be_visible()
        box = card.bounding_box()
        assert box is not None
        assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    page.mouse.click(x, y - 40)
    page.locator(".dock .made").wait_for()
    expect(card).to_be_hidden()


def test_the_preview_of_a_move_tells_what_can_be_done_there_and_what_to_fear(new_window: NewWindow) -> None:
    window = new_window(viewport=LAPTOP, one_press=False)
    sit_down(window)
    page = window.page
    window.play_until("Choose a model")
    x, y = middle(page.locator(".model.a:not(.done) .base").first)
    page.mouse.click(x, y)
    page.locator(".opt.sel[data-choice^='activate']").wait_for()
    page.locator(".reaching path.sure").first.wait_for()
    told = page.locator(".dock .foretold")
    for kind in ("activate", "move"):
        page.mouse.move(x, y - 90)
        page.locator(".tag.sure", has_text=re.compile(r"(shoot|fight) \S+% · danger \S+%")).wait_for()
        page.mouse.click(x, y - 90)
        expect(told).to_contain_text(re.compile(r"From here: (shoot|close combat with) \S.* \S+%"))
        expect(told).to_contain_text(re.compile(r"In reach of: \S.*, (close combat|shoots) \S+%"))
        if kind == "activate":
            page.keyboard.press("Escape")
            window.make(page.locator(".opt[data-choice^='activate']").first)
            x, y = middle(page.locator(".model.acting .base"))


# Fingers


class Fingers:
    """Fingers on the glass, as the browser gets them from a screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire: CDPSession = page.context.new_cdp_session(page)

    def put(self, *places: tuple[float, float]) -> None:
        """Put fingers down, all at once; or none, which lifts them."""
        self._send("touchStart" if places else "touchEnd", places)

    def move(self, *places: tuple[float, float]) -> None:
        """Move them."""
        self._send("touchMove", places)

    def _send(self, kind: str, places: tuple[tuple[float, float], ...]) -> None:
        points: Any = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def view_width(page: Page) -> float:
    return float((page.locator(".table").get_attribute("viewBox") or "").split()[2])


@pytest.mark.parametrize("size", PHONES)
def test_two_fingers_zoom_and_one_that_rests_looks(new_window: NewWindow, size: dict[str, int]) -> None:
    window = new_window(viewport=size, has_touch=True, is_mobile=True, one_press=False)
    sit_down(window)
    page, fingers = window.page, Fingers(window.page)
    assert not page.evaluate("[...document.querySelectorAll('kbd, .keys-help')].some((each) => each.offsetWidth)")
    assert "key" not in page.locator("#hint").inner_text()
    window.play_until("Choose a model")
    number = page.locator(".stage").get_attribute("data-number")
    x, y = middle(page.locator(".model.b .base").first)
    fingers.put((x, y))
    expect(page.locator(".inspect")).to_be_visible()  # as long as it rests
    fingers.put()
    expect(page.locator(".inspect")).to_contain_text("Melee")
    expect(page.locator(".opt.sel")).to_have_count(0)
    whole = view_width(page)
    x, y = middle(page.locator(".table"))
    fingers.put((x - 20, y), (x + 20, y))
    for far in (30, 45, 60):
        fingers.move((x - far, y), (x + far, y))
    fingers.put()
    assert view_width(page) < 0.5 * whole
    expect(page.locator(".opt.sel")).to_have_count(0)
    fingers.put((x - 60, y), (x + 60, y))
    for far in (40, 20, 10):
        fingers.move((x - far, y), (x + far, y))
    fingers.put()
    assert view_width(page) == pytest.approx(whole, rel=0.01)
    page.touchscreen.tap(*middle(page.locator(".model.a:not(.done) .base").first))
    page.locator(".opt.sel[data-choice^='activate']").wait_for()
    assert page.locator(".stage").get_attribute("data-number") == number, "nothing of this makes a choice"


# Dice

WATCH = """() => {
    window.seen = [];
    window.facesOf = (of) => [...of.querySelectorAll(".die")].map((each) => each.getAttribute("aria-label")).join();
    const box = (each) => each.getBoundingClientRect();
    const meets = (one, other) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const look = () => {
        const tray = document.querySelector(".tray"), rows = [...document.querySelectorAll(".opt")];
        if (!tray.checkVisibility() || !rows.length || document.querySelector(".list.waiting")) return;
        const [own, stage] = [box(tray), box(document.querySelector(".stage"))];
        const aimed = rows.map((each) => each.dataset.choice).filter((line) => /^(activate|shoot|aid)/.test(line));
        const offered = new Set(aimed.map((line) => line.match(/whom?=(\\d+)/)?.[1] ?? "0"));
        const chosen = [...document.querySelectorAll("[data-model], [data-tag].may")].filter(
            (each) => !("model" in each.dataset) || offered.has(each.dataset.model),
        );
        const isOnStage = meets(own, stage);
        seen.push({
            dice: facesOf(tray),
            isOnStage,
            hides: isOnStage ? chosen.filter((each) => meets(own, box(each))).length : 0,
            chosen: chosen.length,
            rows: rows.map(box).filter((each) => each.top >= 0 && each.bottom <= innerHeight).length,
        });
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, {
        subtree: true, childList: true, attributes: true,
    });
}"""
"""Notes whenever dice are shown beside choices: which ones, whether on the stage, and how many they hide there that
can be chosen."""
LAST_IS_SEEN = """from => {
    const last = facesOf([...document.querySelectorAll(".log .rolled")].at(-1));
    return seen.slice(from).some((each) => each.dice === last);
}"""
"""Whether the dice of the last roll of the log were seen beside choices, after so many others."""


@pytest.mark.parametrize("system", ["skirmish", "heroes", "formations"])
@pytest.mark.parametrize("size", [LAPTOP, *PHONES])
def test_dice_lie_on_nobody_who_can_be_chosen(new_window: NewWindow, system: str, size: dict[str, int]) -> None:
    window = new_window(viewport=size, has_touch=size is not LAPTOP)
    page = begin(window, system)
    page.evaluate(WATCH)
    seen = list[dict[str, Any]]()
    for _ in range(30):
        rolls = page.locator(".log .rolled").count()
        decide(window)
        page.locator(".opt").first.wait_for()
        if page.locator(".log .rolled").count() > rolls:
            page.keyboard.press("Shift")  # what waits to be shown is shown sooner
            page.wait_for_function(LAST_IS_SEEN, arg=len(seen))
        seen = page.evaluate("seen")
        if len({each["dice"] for each in seen if each["chosen"]}) > 1:
            break
    assert not any(each["hides"] for each in seen)
    assert len({each["dice"] for each in seen if each["chosen"]}) > 1, "dice lay where somebody could be chosen"
    if size is not LAPTOP:
        assert not any(each["isOnStage"] for each in seen), "they lie beside the table"
        assert min(each["rows"] for each in seen) >= 1
