"""Several people at one screen, in a real browser: whose turn it is, and the curtain before what only one may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser import NewWindow, Window, violations_on
from tests.web.test_browser_matches import FILES, PREFERRED, told_in

READY = "() => document.querySelector('.curtain, .opt, .after')"


def begin(window: Window, system: str, **asked: Any) -> None:
    """Ann and Ben begin a match at this screen."""
    window.page.goto("/")
    wanted = {"system": system, "players": {"a": "person", "b": "person"}, "name": "Ann", "beside": {"b": "Ben"}}
    match = window.page.evaluate(
        "wanted => import('/static/api.js').then(({begin}) => begin(wanted)).then((made) => made.match)",
        {**wanted, **asked},
    )
    window.page.goto(f"/match/{match}")


def choose(window: Window) -> str:
    """Make a choice, one that leads to close combat; return its line once something else is asked."""
    page = window.page
    lines = [each.get_attribute("data-choice") or "" for each in page.locator(".opt").all()]
    line = next((each for kind in PREFERRED for each in lines if each.startswith(kind)), lines[0])
    was = page.locator(".stage").get_attribute("data-number")
    window.press(page.locator(f".opt[data-choice='{line}']"))
    page.wait_for_function(
        "was => document.querySelector('.curtain') || document.querySelector('.stage')?.dataset.number !== was", arg=was
    )
    page.wait_for_function(READY)
    return line


def to_the_curtain(window: Window) -> str:
    """Play until the curtain is closed; return for whom."""
    window.page.wait_for_function(READY)
    for _ in range(60):
        if window.page.locator(".curtain").count():
            break
        choose(window)
    name = window.page.locator(".curtain h2").inner_text().removeprefix("Hand over to ")
    assert name in ("Ann", "Ben")
    return name


def open_for(window: Window, name: str) -> None:
    """Open the curtain; what is asked then is asked of that person."""
    window.page.get_by_role("button", name=f"Go on as {name}").click()
    expect(window.page.locator(".whose")).to_have_text(f"Now {name}")
    window.page.locator(".opt").first.wait_for()


def test_a_curtain_hides_how_dice_are_split_from_the_other_at_the_screen(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    begin(
        window,
        "skirmish",
        names=["ash.toml", "birch.toml"],
        files=FILES,
        options={"table": "field.toml", "rounds": 3, "edition": "first"},
    )
    one = to_the_curtain(window)
    other = {"Ann": "Ben", "Ben": "Ann"}[one]
    expect(page.get_by_role("dialog")).to_contain_text(f"Only {one} may look: the next choice is secret.")
    expect(page.get_by_role("button", name=f"Go on as {one}")).to_be_focused()
    assert page.locator(".opt[data-choice^='divide']").count() == 0, "no choice stands behind the curtain"
    assert violations_on(window, "the curtain") == ""
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(page.locator(".curtain")).to_be_visible()
    open_for(window, one)
    split = choose(window)
    assert split.startswith("divide attack")
    came = len(window.frames)
    expect(page.get_by_role("dialog")).to_contain_text(f"Only {other} may look: what comes now is secret.")
    assert page.locator("#app > *").count() == 0, "nothing of the table is left behind the curtain"
    open_for(window, other)
    assert not any(split in told_in(frame) for frame in window.frames[came:]), "the other's split was told"
    assert not any("dice on attack" in step for step in window.steps[-3:])
    assert page.locator(".opt.sel").count() == 0
    page.reload()
    assert to_the_curtain(window) == other, "who loads the page again may be the other one"
    open_for(window, other)
    choose(window)
    assert page.locator(".curtain").count() == 0, "both splits are shown now"
    assert "on attack" in " ".join(window.steps)
    count = len(window.steps)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("count => document.querySelectorAll('.log .step').length < count", arg=count)
    assert to_the_curtain(window) == one, "a split that was shown is made again by both"


def test_two_people_at_one_screen_take_turns_without_a_curtain_and_play_again(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    page.goto("/")
    assert not page.get_by_label("Their name").is_visible()
    page.get_by_label("Opponent").select_option("Somebody at this screen")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Their name").fill("Ben")
    page.get_by_role("button", name="Start the battle").click()
    asked = set[str]()
    while len(asked) < 2:
        page.locator(".opt").first.wait_for()
        asked.add(page.locator(".whose").inner_text())
        window.choose()
    assert asked == {"Now Ann", "Now Ben"}
    assert page.locator(".chip small").count() == 0, "both are you"
    for text in ("People", "Sound"):
        assert not page.get_by_text(text, exact=True).is_visible(), "nobody is elsewhere"
    name, count = page.locator(".whose").inner_text(), len(window.steps)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("count => document.querySelectorAll('.log .step').length < count", arg=count)
    assert page.locator(".request").count() == 0, "nobody is asked"
    expect(page.locator(".whose")).not_to_have_text(name)
    steps, name = window.steps, page.locator(".whose").inner_text()
    page.reload()
    page.locator(".opt").first.wait_for()
    assert (window.steps, page.locator(".whose").inner_text()) == (steps, name)
    assert page.locator(".curtain").count() == 0
    page.goto("/")
    game = page.locator(".games [data-match]")
    expect(game).to_contain_text(re.compile(rf"{name}.*With Ann, Ben"))
    game.get_by_role("link").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name=f"Give up as {name.removeprefix('Now ')}").wait_for()
    page.get_by_role("button", name="Agree on a draw").click()
    page.get_by_role("button", name="End the battle as a draw? Click again").click()
    page.get_by_role("button", name="Play again, sides swapped").click()
    page.wait_for_function("was => location.href !== was", arg=page.url)
    expect(page.locator(".whose")).to_have_text(re.compile("^Now (Ann|Ben)$"))
    about = page.evaluate("fetch(`/api/matches/${location.pathname.split('/')[2]}`).then((answer) => answer.json())")
    assert sorted(about["held"]) == ["a", "b"]


def test_a_menu_that_is_opened_before_the_first_news_offers_what_they_allow(new_window: NewWindow) -> None:
    window = new_window()
    page, held = window.page, list[Callable[[], None]]()

    def hold(there: WebSocketRoute) -> None:
        there.connect_to_server().on_message(lambda message: held.append(lambda: there.send(message)))

    page.route_web_socket(re.compile("/socket"), hold)
    begin(window, "skirmish")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Download the replay").wait_for()
    assert page.get_by_role("button", name="Give up").count() == 0
    for _ in range(200):
        while held:
            held.pop(0)()
        if page.locator(".opt").count():
            break
        page.wait_for_timeout(20)
    page.get_by_role("button", name="Give up as").wait_for()


def test_what_if_with_oneself_on_both_sides(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    for _ in range(3):
        window.choose()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up? Click again").click()
    page.locator(".after").wait_for()
    page.goto(f"{page.url}/replay")
    page.get_by_role("button", name="What if").click()
    for which in ("first", "last"):
        getattr(page.locator(".what-if select"), which).select_option("You")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/match/[\w-]{22}$"))
    asked = set[str]()
    while len(asked) < 2:
        page.locator(".opt").first.wait_for()
        asked.add(page.locator(".whose").inner_text())
        window.choose()


def test_whoever_sits_beside_a_game_master_sees_no_secret_sheet(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    begin(window, "heroes", options={"secret_sheets": True})
    shown = {}
    for _ in range(2):
        name = to_the_curtain(window)
        assert page.locator(".card").count() == 0
        page.get_by_role("button", name=f"Go on as {name}").click()
        page.locator(".opt").first.wait_for()
        shown[name] = page.locator(".cards").inner_text()
        while not page.locator(".curtain").count():
            choose(window)
    assert set(shown) == {"Ann", "Ben"}
    assert all("?" in text for text in shown.values())
    assert shown["Ann"] != shown["Ben"]
