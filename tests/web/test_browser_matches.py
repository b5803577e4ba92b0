"""Whole matches in a real browser: two windows in both editions, and the guided battle against the computer."""

from __future__ import annotations

import json
import re
from functools import partial
from itertools import pairwise

import pytest

from tests.web.browser import NewWindow, Window, violations_on
from tests.web.server import Server

SMALL = """name = "{name}"
characters = [
  {{name = "Sword of {name}", melee = 4, ballistics = 2, toughness = 2, agility = 6, weapons = ["Sword", "Pistol"]}},
  {{name = "Rifle of {name}", melee = 3, ballistics = 4, toughness = 2, agility = 6, weapons = ["Rifle", "Sword"]}},
]
"""
FIELD = 'name = "Small field"\nwidth = 12\ndepth = 12\npieces = [{name = "Wall", box = [5, 6, 3, 0.5], top = 1.4}]\n'
FILES = {"ash.toml": SMALL.format(name="Ash"), "birch.toml": SMALL.format(name="Birch"), "field.toml": FIELD}
MOST = 120
PREFERRED = ("close-combat", "shoot", "divide attack", "strike")
"""What makes a battle end soon."""


def sit_down(server: Server, new_window: NewWindow, edition: str, **looks: bool) -> list[Window]:
    """Two people at a table that neither of them has set up."""
    options = {"table": "field.toml", "rounds": 2, "edition": edition}
    players = {"a": "person", "b": "person"}
    match = server.client.new_match(
        "skirmish", ["ash.toml", "birch.toml"], files=FILES, options=options, players=players, watch=True
    )
    windows = []
    for seat, invitation in match.invitations.items():
        window = new_window(**looks)
        window.page.goto(f"/match/{match.id}?seat={seat}&invitation={invitation}")
        window.page.get_by_role("button", name="Take the seat").click()
        window.page.locator(".who .name").wait_for()
        windows.append(window)
    return windows


def choose(window: Window) -> str:
    """Make a choice, one that leads on; return its line."""
    window.page.locator(".opt").first.wait_for()
    offered = [each.get_attribute("data-choice") or "" for each in window.page.locator(".opt").all()]
    line = next((each for kind in PREFERRED for each in offered if each.startswith(kind)), offered[0])
    window.after(lambda: window.press(window.page.locator(f".opt[data-choice='{line}']")))
    return line


def is_over(window: Window) -> bool:
    return window.page.locator(".after").count() > 0


def told_in(frame: str) -> str:
    """What a frame tells, without the choices that it offers."""
    return json.dumps({name: value for name, value in json.loads(frame).items() if name != "offers"})


@pytest.mark.parametrize("edition", ["second", "first"])
def test_two_windows_play_a_whole_match(shared_server: Server, new_window: NewWindow, edition: str) -> None:
    windows = sit_down(shared_server, new_window, edition)
    kinds, splits = set[str](), list[str]()
    for _ in range(MOST):
        windows[0].page.wait_for_function(
            "() => document.querySelector('.chip.on') || document.querySelector('.after')"
        )
        if is_over(windows[0]):
            break
        place = "ab".index((windows[0].page.locator(".chip.on").first.get_attribute("class") or "").split()[1])
        chooses, other = windows[place], windows[1 - place]
        came = len(other.frames)
        line = choose(chooses)
        kinds.add(line.partition(" ")[0])
        count = len(chooses.steps)
        other.page.wait_for_function("count => document.querySelectorAll('.log .step').length >= count", arg=count)
        if line.startswith("divide"):
            splits.append(line)
            if len(splits) % 2:  # the other has not split its dice yet
                assert not any(line in told_in(frame) for frame in other.frames[came:]), "a secret was told"
    for window in windows:
        window.page.locator(".after").wait_for()
    assert windows[0].question == windows[1].question
    assert re.search("wins|draw", windows[0].question)
    assert windows[0].steps == windows[1].steps
    assert kinds & {"shoot", "close-combat"}, "the dice of a match are its own, but somebody attacks"
    assert len(splits) % 2 == 0
    assert bool(splits) == (edition == "first")


def learn(window: Window, system: str) -> None:
    """Begin a lesson."""
    window.page.goto("/")
    window.page.locator(".offer").get_by_role("button", name=system).click()
    window.page.locator(".lesson").wait_for()


def read(window: Window) -> list[str]:
    """Read what a lesson says now, until nothing more is to be read; return the headings."""
    found, box = list[str](), window.page.locator(".lesson:not(.folded):not([hidden])")
    while box.count():
        found.append(box.locator("h2").inner_text())
        box.locator(".primary").click()
    return found


def test_the_guided_battle_is_played_to_its_end_with_a_lesson_for_each_new_thing(new_window: NewWindow) -> None:
    window = new_window(viewport={"width": 390, "height": 844})
    learn(window, "Skirmish")
    assert violations_on(window, "a lesson") == ""
    lessons = read(window)
    for _ in range(MOST):
        if is_over(window):
            break
        choose(window)
        window.page.locator(".opt, .after").first.wait_for()
        lessons += read(window)
    clause = window.page.locator(".log .clause").first
    clause.click()
    assert window.page.locator(".rule-card h2").inner_text().startswith("S2.")
    assert lessons[0] == "Place your people"
    assert {"Who acts?", "Spend its points", "Take aim", "Stress"} <= {*lessons}
    assert lessons[-1] == "That is the game"
    window.page.goto("/")
    window.page.locator(".offer button").first.wait_for()
    assert window.page.locator(".offer button").all_inner_texts() == ["Skirmish", "Formations", "Heroes"]


WHOLE = """() => {
    const lesson = document.querySelector(".lesson"), {top, bottom, left, right} = lesson.getBoundingClientRect();
    const parts = [...lesson.querySelectorAll("h2, p, button")].map((each) => each.getBoundingClientRect());
    const isWhole = (each) => each.height > 0 && each.top >= top && each.bottom <= bottom + 1;
    return top >= 0 && bottom <= innerHeight + 1 && left >= 0 && right <= innerWidth && parts.every(isWhole);
}"""
"""Whether all that a lesson says is in sight, without scrolling."""
SIZES = ((1366, 768), (390, 844), (844, 390), (683, 384))


def study(window: Window) -> list[str]:
    """Read what a lesson says now: in every size all of it is in sight, and what it points at is there."""
    found, box, page = list[str](), window.page.locator(".lesson:not(.folded):not([hidden])"), window.page
    while box.count():
        found.append(box.locator("h2").inner_text())
        if found[-1] != "That is the game":
            assert page.locator(".pointed").first.is_visible(), found
        for width, height in reversed(SIZES):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WHOLE), (found[-1], width, height)
        box.locator(".primary").click()
    return found


@pytest.mark.parametrize(
    ("system", "headings"),
    [
        ("Heroes", {"Whose turn is it?", "Three points a turn", "Take aim", "Read the roll", "Six defences"}),
        ("Formations", {"Groups", "Strength decides", "Who acts next?", "Shout an order", "Many dice", "Wounds"}),
    ],
)
def test_the_lessons_of_cards_are_played_to_their_end(new_window: NewWindow, system: str, headings: set[str]) -> None:
    window = new_window(viewport={"width": 1366, "height": 768}, one_press=False)
    learn(window, system)
    page, lessons = window.page, study(window)
    for _ in range(MOST):
        if is_over(window):
            break
        orders = page.locator(".opt[data-choice='activate group=2'], .opt[data-choice^='act action=1']")
        row = (orders if orders.count() else page.locator(".opt:visible")).first
        row.evaluate("each => each.click()")
        page.locator(".opt.sel").wait_for()
        page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        lessons += study(window)  # to select is what a step asks for, and another one follows
        window.move(partial(row.evaluate, "each => each.click()"))
        page.locator(".opt, .after").first.wait_for()
        lessons += study(window)
    assert headings <= {*lessons}
    assert lessons[-1] == "That is the game"
    assert len(lessons) == len({*lessons}), "each is shown once"
    if system == "Heroes":
        assert lessons[:4] == ["Whose turn is it?", "Three points a turn", "Take aim", "What a roll can do"]


def test_lessons_can_be_stopped(new_window: NewWindow) -> None:
    window = new_window()
    learn(window, "Skirmish")
    window.page.get_by_role("button", name="No more lessons").click()
    window.choose()
    window.page.locator(".opt").first.wait_for()
    assert not window.page.locator(".lesson").is_visible()


def test_the_only_choice_is_made_by_itself_with_a_line_in_the_log(shared_server: Server, new_window: NewWindow) -> None:
    windows, made = sit_down(shared_server, new_window, "second", makes_forced=True), list[str]()
    watching = new_window()
    watching.page.goto(windows[0].page.url)
    watching.page.locator(".q", has_text="You are watching. Waiting for ").wait_for()
    for _ in range(MOST):
        windows[0].page.wait_for_function(
            "() => document.querySelector('.opt:not(:only-child)') || document.querySelector('.after')"
            " || document.querySelector('.chip.on.b')"
        )
        made = [step for window in windows for step in window.steps if "the only choice" in step]
        if made or is_over(windows[0]):
            break
        place = "ab".index((windows[0].page.locator(".chip.on").first.get_attribute("class") or "").split()[1])
        windows[1 - place].page.locator(".q", has_text="Waiting for ").wait_for()
        windows[place].wait()
        offered = windows[place].page.locator(".opt")
        if offered.count() > 1:
            lines = [each.get_attribute("data-choice") or "" for each in offered.all()]
            line = next((each for kind in PREFERRED for each in lines if each.startswith(kind)), lines[0])
            windows[place].make(windows[place].page.locator(f".opt[data-choice='{line}']"))
    assert made[0].strip().split("\n")[0].endswith("the only choice.")
    window = next(each for each in windows if made[0] in each.steps)
    window.page.reload()
    window.page.locator(".log .step", has_text="the only choice").first.wait_for()
    window = windows[0]
    window.page.get_by_text("More", exact=True).click()
    window.page.get_by_label("Make the only choice for me").uncheck()
    assert window.page.evaluate("localStorage.getItem('battlewright.forced')") == "false"


@pytest.mark.parametrize("height", [820, 600])
def test_a_lesson_and_the_details_of_a_choice_hide_nothing(new_window: NewWindow, height: int) -> None:
    window = new_window(viewport={"width": 1366, "height": height}, one_press=False)
    learn(window, "Skirmish")
    for _ in range(3):
        read(window)
        window.choose()
        window.page.locator(".opt").first.wait_for()
    read(window)
    assert "which action" in window.question
    stats = window.page.locator(".who .stats")
    assert re.fullmatch(r"M \d · B \d · T \d/\d · A \d · stress \d+", stats.inner_text())
    assert [each.get_attribute("title") for each in stats.locator("abbr").all()][0::3] == ["Melee", "Agility"]
    window.page.locator(".opt[data-choice^='shoot']").first.click()
    window.page.locator(".dock .total").wait_for()
    boxes = [window.page.locator(each).bounding_box() for each in (".lesson", ".ask", ".log")]
    ends = [(each["y"], each["y"] + each["height"]) for each in boxes if each]
    button = window.page.locator(".dock .do").bounding_box()
    assert len(ends) == 3
    assert button is not None
    assert all(above[1] <= below[0] + 1 for above, below in pairwise(ends))
    assert ends[1][0] < button["y"]
    assert button["y"] + button["height"] <= ends[1][1]


IN_VIEW = """() => {
    const {bottom} = document.querySelector(".list").getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".opt")].map((each) => each.getBoundingClientRect());
    return boxes.filter((box) => box.top >= 0 && box.bottom <= bottom).length;
}"""
"""How many choices are in view."""


@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_a_phone_on_its_side_has_the_table_beside_the_choices(new_window: NewWindow, size: tuple[int, int]) -> None:
    width, height = size
    window = new_window(viewport={"width": width, "height": height}, has_touch=True, one_press=False)
    page = window.page
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    page.locator(".opt .star").first.wait_for()
    assert page.evaluate(IN_VIEW) >= 4
    page.locator(".opt").first.tap()
    button, table = page.locator(".dock .do").bounding_box(), page.locator(".table").bounding_box()
    assert button is not None
    assert table is not None
    assert button["y"] + button["height"] <= height
    assert button["x"] > table["x"] + table["width"]
    assert min(table["width"], table["height"]) >= 0.7 * height
    assert page.evaluate(IN_VIEW) >= 1
    window.after(page.locator(".dock .do").tap)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_quick_taps_make_a_choice(new_window: NewWindow) -> None:
    window = new_window(viewport={"width": 390, "height": 844}, has_touch=True, one_press=False)
    window.page.goto("/")
    window.page.get_by_role("button", name="Play now").tap()
    first = window.page.locator(".opt").first
    first.wait_for()
    first.scroll_into_view_if_needed()
    box = first.bounding_box()
    assert box is not None
    place = box["x"] + 90, box["y"] + box["height"] / 2

    def tap_twice() -> None:
        window.page.touchscreen.tap(*place)
        window.page.touchscreen.tap(*place)

    window.after(tap_twice)
    window.play_until("which action")
    shot = window.page.locator(".opt[data-choice^='shoot']").first
    shot.tap()
    window.page.locator(".opt.sel + .dock .total").wait_for()
    row = shot.bounding_box()
    assert row is not None
    assert 0 <= row["y"] <= 844 - row["height"], "the choice stays in sight"
