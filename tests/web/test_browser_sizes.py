"""All pages in the windows that people have: a laptop, a phone, a phone on its side, and a laptop at 200 % zoom."""

from __future__ import annotations

import pytest

from tests.web.browser import NewWindow, Window
from tests.web.play import play
from tests.web.server import Server

SIZES = {"laptop": (1366, 768), "phone": (390, 844), "phone on its side": (844, 390), "200 % zoom": (683, 384)}
PAGES = {
    "/": ".offer button",
    "/build": ".maker .rank:has-text('(')",
    "/cards?kind=rosters&shipped=lantern-company": ".card",
    "/odds/skirmish/shot": ".chart svg",
    "/rules/formations": ".ruled",
}
"""Pages beside the table, and what is there when they have everything."""
BEGIN = "async (wanted) => (await (await import('/static/api.js')).begin(wanted)).match"
FAULTS = """() => {
    const faults = [], root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
    const scrolls = (each) => each && each !== root &&
        (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
    for (const each of document.querySelectorAll("button, a, select, h1, h2, h3, label, summary, .opt, .q, .readout")) {
        const box = each.getBoundingClientRect(), style = getComputedStyle(each);
        const isSeen = each.checkVisibility({visibilityProperty: true, opacityProperty: true}) && box.width > 2;
        if (!isSeen || style.position === "fixed" || each.closest("svg, .skip, [aria-hidden=true]")) continue;
        const name = `${each.tagName} ${each.className} "${each.textContent.trim().slice(0, 40)}"`;
        if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(each)) faults.push(`${name} is outside`);
        const isCut = each.scrollWidth > each.clientWidth + 2 && /hidden|clip/.test(style.overflowX);
        if (isCut && style.textOverflow !== "ellipsis" && each.tagName !== "SELECT") faults.push(`${name} is cut off`);
    }
    return faults;
}"""
IN_VIEW = """() => [...document.querySelectorAll(".opt")].filter((each) => {
    const box = each.getBoundingClientRect(), list = each.closest(".list").getBoundingClientRect();
    return box.height && box.top >= Math.max(list.top, 0) - 1 && box.bottom <= Math.min(list.bottom, innerHeight) + 1;
}).length"""
"""How many choices can be seen whole."""


def look(window: Window, where: str) -> list[str]:
    """Return what is wrong with a page in any of the windows."""
    found = []
    for name, (width, height) in SIZES.items():
        window.page.set_viewport_size({"width": width, "height": height})
        window.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += [f"{where}, {name}: {fault}" for fault in window.page.evaluate(FAULTS)]
    return found


def test_the_pages_beside_the_table_fit_every_window(new_window: NewWindow) -> None:
    window, found = new_window(), []
    for path, ready in PAGES.items():
        window.page.goto(path)
        window.page.locator(ready).first.wait_for()
        found += look(window, path)
    assert found == []


@pytest.mark.parametrize("system", ["skirmish", "heroes", "formations"])
def test_a_match_fits_every_window_with_its_choices_in_view(new_window: NewWindow, system: str) -> None:
    window = new_window(one_press=False)
    page = window.page
    page.goto("/")
    wanted = {"system": system, "players": {"a": "person", "b": "medium"}, "seed": 11}
    page.goto(f"/match/{page.evaluate(BEGIN, wanted)}")
    page.locator(".opt .star").first.wait_for()
    found = look(window, system)
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.locator(".opt .star").first.wait_for()
        if page.evaluate(IN_VIEW) < 3:
            found.append(f"{name}: {page.evaluate(IN_VIEW)} choices are in view")
        page.locator(".opt").first.click()
        confirm = page.locator(".dock .do")
        confirm.wait_for()
        box = confirm.bounding_box()
        if box is None or box["y"] < 0 or box["y"] + box["height"] > height:
            found.append(f"{name}: the button that makes the choice is out of view")
        found += [f"{system}, {name}, a choice selected: {fault}" for fault in page.evaluate(FAULTS)]
    assert found == []


OUTSIDE = """(each) => {
    each.scrollIntoView({block: "nearest"});
    const {top, bottom} = each.getBoundingClientRect(), {y} = document.documentElement.getBoundingClientRect();
    return top < 0 || bottom > innerHeight || y !== 0;
}"""
"""Whether something cannot be brought into the window without the page being scrolled under it."""


def test_what_opens_over_a_match_fits_every_window(new_window: NewWindow) -> None:
    window, found = new_window(), []
    page = window.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.locator(".opt").first.wait_for()
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".menu:not(.people) > summary").click()
        for part in (".menu .switch", ".menu .fair summary"):
            if page.locator(part).last.evaluate(OUTSIDE):
                found.append(f"{name}: {part} of the menu is out of reach")
        page.get_by_role("button", name="Play on at another device").click()
        page.locator(".seat-link .qr").wait_for()
        for part in ("h2", ".qr", ".warning"):
            box = page.locator(f".seat-link {part}").bounding_box()
            if box is None or box["y"] < 0 or box["y"] + box["height"] > height:
                found.append(f"{name}: {part} of the link to a seat is out of view")
        page.get_by_role("button", name="Close").click()
    assert found == []


def test_nothing_is_said_of_choices_while_there_are_none(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    page.goto("/")
    page.goto(f"/match/{page.evaluate(BEGIN, {'system': 'skirmish', 'players': {'a': 'person', 'b': 'person'}})}")
    page.locator(".invite").wait_for()
    assert page.locator("#hint").is_hidden()


def test_who_the_opponents_are_is_not_cut_off_on_a_laptop(new_window: NewWindow) -> None:
    window = new_window(viewport={"width": 1366, "height": 768})
    window.page.goto("/")
    fits = """(each) => {
        const style = getComputedStyle(each), drawing = document.createElement("canvas").getContext("2d");
        drawing.font = style.font;
        const widths = [...each.options].map(({text}) => drawing.measureText(text).width);
        return Math.max(...widths) + 40 < each.clientWidth;
    }"""
    assert window.page.locator("[name=opponent]").evaluate(fits)


def test_several_combatants_are_in_view_on_a_phone_on_its_side(new_window: NewWindow) -> None:
    window = new_window(viewport={"width": 844, "height": 390})
    page = window.page
    page.goto("/")
    wanted = {"system": "heroes", "players": {"a": "person", "b": "medium"}, "seed": 11}
    page.goto(f"/match/{page.evaluate(BEGIN, wanted)}")
    page.locator(".opt").first.wait_for()
    heroes = [each.bounding_box() for each in page.locator(".side.a .combatant").all()]
    assert len(heroes) == 2
    assert len({each["y"] for each in heroes if each}) == 1, "they stand beside each other"
    assert page.evaluate(FAULTS) == []


def test_a_replay_with_its_report_fits_every_window(shared_server: Server, new_window: NewWindow) -> None:
    match = shared_server.client.new_match("skirmish", options={"rounds": 1}, name="Ann")
    play(match)
    window = new_window()
    window.page.goto(f"/match/{match.id}/replay")
    window.page.locator(".steps li").first.wait_for()
    found = look(window, "the steps")
    window.page.get_by_role("tab", name="Report").click()
    window.page.locator(".waterfall").wait_for()
    assert found + look(window, "the report") == []


def test_a_replay_on_a_phone_on_its_side_has_the_table_beside_the_controls(
    shared_server: Server, new_window: NewWindow
) -> None:
    match = shared_server.client.new_match("skirmish", options={"rounds": 1}, name="Ann")
    play(match)
    window = new_window()
    page = window.page
    for name in ("phone on its side", "200 % zoom"):
        width, height = SIZES[name]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/match/{match.id}/replay")
        page.locator(".steps li").first.wait_for()
        felt, controls = (page.locator(each).bounding_box() for each in (".table .felt", ".controls"))
        assert felt is not None
        assert controls is not None
        assert felt["height"] > 0.7 * height
        assert felt["x"] + felt["width"] <= controls["x"]
        assert controls["y"] + controls["height"] <= height


def test_the_log_of_a_finished_battle_lies_over_nothing(shared_server: Server, new_window: NewWindow) -> None:
    match = shared_server.client.new_match("skirmish", options={"rounds": 1}, name="Ann")
    play(match)
    window = new_window()
    page = window.page
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/match/{match.id}")
        page.locator(".after").wait_for()
        for each in page.locator(".after :is(a, button)").all():
            each.click(trial=True)  # nothing else is where it would be clicked
