"""Advice in a real browser: a star that moves nothing, and places on the table that share it with the list."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from tests.web.browser import NewWindow, Window
from tests.web.test_browser import place_ahead

PANEL = """async () => {
    const {Panel} = await import("/static/panel.js");
    const panel = new Panel("skirmish", {looked() {}, chosen() {}, dropped() {}});
    const offer = (choice, key, order, more) => ({
        choice, title: choice, detail: "", sentence: choice, cost: null, kind: "shoot", legs: [], about: null,
        heading: {key, text: key, order}, ends_turn: false, cannot_succeed: false, number: 0, ...more,
    });
    const vain = {cannot_succeed: true};
    const offers = [
        ...Array.from({length: 6}, (_, place) => offer(`walk ${place}`, "walks", 0)),
        ...Array.from({length: 6}, (_, place) => offer(`shot ${place}`, "shots", 1, vain)),
        ...Array.from({length: 6}, (_, place) => offer(`throw ${place}`, "throws", 2, vain)),
        offer("stop", "ends", 3, {ends_turn: true}),
    ];
    document.body.replaceChildren(panel.root);
    panel.show({own: "a", text: "What now?", offers, leftOut: 0, models: [], model: null, letters: null, side: "a",
        heading: ""});
    window.panel = panel;
    window.told = (star) => ({look: "first", shortened: false, advice: offers.map(({choice}) => ({
        choice, chances: {}, parts: {}, value: null, share: null, note: "", then: null, marked: choice === star,
        win: {chance: 0.5, lost: 0, error: 0, rollouts: 100, exact: false, points: choice === star ? 0 : 4, plan: [],
            standing: choice === star ? "best" : "behind"},
    }))});
}"""
"""A panel in which two groups begin folded, and advice that has its star at a choice."""
ROWS = "() => [...document.querySelectorAll('.opt')].map((row) => [row.dataset.choice, row.firstChild.textContent])"


def test_a_star_changes_neither_order_nor_keys_and_shows_on_the_heading_that_it_is_folded_under(
    new_window: NewWindow,
) -> None:
    page = new_window().page
    page.goto("/")
    page.evaluate(PANEL)
    before, heading = page.evaluate(ROWS), page.locator(".fold", has_text="throws")
    assert [key for _, key in before] == [*"123456789abcdghijk", "0"]
    assert page.locator(".group.folded").count() == 2
    page.evaluate("panel.advise(told('throw 3'), true)")
    assert page.locator(".group.folded").count() == 2
    assert page.locator(".fold .star:visible").all_inner_texts() == ["★ BEST"]
    assert heading.locator(".star").is_visible()
    assert page.evaluate(ROWS) == before
    heading.click()
    assert page.locator(".opt .star:visible").all_inner_texts() == ["★ best"]
    assert not heading.locator(".star").is_visible()
    assert page.evaluate(ROWS) == before
    page.evaluate("panel.advise(told('walk 1'), true)")
    heading.click()
    assert page.locator(".star:visible").all_inner_texts() == ["★ best"]
    assert page.evaluate(ROWS) == before


def test_beside_a_place_the_list_stays_as_it_was_but_for_the_star(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/")
    page.evaluate(PANEL)
    page.evaluate("panel.advise(told('walk 1'), true)")
    figures = "() => [...document.querySelectorAll('.opt .n')].map((each) => each.textContent)"
    before = page.evaluate(figures)
    page.evaluate("""() => {
        panel.preview({choice: "place", number: 0}, "Move to (4, 4)", "2");
        const all = told("place");
        for (const {win} of all.advice) win.standing = "untried";
        all.advice.push({...told("walk 0").advice[0], choice: "place"});
        panel.advise(all, true);
    }""")
    assert page.locator(".star:visible").all_inner_texts() == ["★ best"]
    assert page.locator(".dock .made-win").inner_text() == "★ best"
    assert page.evaluate(figures) == [each.replace("★ best", "hardly tried") for each in before]
    page.evaluate("panel.preview(null)")
    assert page.evaluate(figures) == before
    assert page.locator(".opt .star:visible").all_inner_texts() == ["★ best"]


def looks_of(window: Window) -> list[dict[str, list[str]]]:
    """The looks that the page will have asked for, as they are asked."""
    asked: list[dict[str, list[str]]] = []

    def note(url: str) -> None:
        if urlsplit(url).path.endswith("/advice"):
            asked.append(parse_qs(urlsplit(url).query))

    window.page.on("request", lambda request: note(request.url))
    return asked


def test_a_place_is_looked_at_as_long_as_the_list_and_there_is_one_star(new_window: NewWindow) -> None:
    window = new_window(one_press=False)
    x, y = place_ahead(window)
    page, asked = window.page, looks_of(window)
    page.locator(".opt .star").first.wait_for()
    with page.expect_response(lambda answer: "look=deep" in answer.url and "about=" in answer.url):
        page.mouse.click(x, y)
        page.locator(".dock .made-win").wait_for()
        assert page.locator(".star:visible").count() == 1
    page.wait_for_function("() => document.querySelectorAll('.dock .made-win').length === 1")
    assert page.locator(".star:visible").count() == 1
    about = [look for look in asked if "about" in look]
    assert [look["look"] for look in about] == [["first"], ["deep"]]
    assert len({look["about"][0] for look in about}) == 1
    page.keyboard.press("Escape")
    page.locator(".dock .made").wait_for(state="detached")
    assert page.locator(".opt .star:visible").count() == 1, "the list has its own star again"


def test_who_lets_go_of_a_place_ends_the_look_at_it(new_window: NewWindow) -> None:
    window = new_window(one_press=False)
    x, y = place_ahead(window)
    page = window.page
    page.locator(".opt .star").first.wait_for()
    page.mouse.click(x, y)
    page.locator(".dock .made").wait_for()
    with page.expect_event("requestfailed", lambda request: "about=" in request.url):
        page.keyboard.press("Escape")
