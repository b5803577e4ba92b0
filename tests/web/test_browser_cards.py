"""Cards and summaries for print in a real browser: nothing is cut off, and nothing is on a stray page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from battlewright import systems
from battlewright.systems.heroes.enums import Component, ConditionName, DamageType
from battlewright.systems.heroes.setup.file_types import CAUSED, SITUATIONAL, word
from tests.web.browser import Window, open_window
from tests.web.server import Server

NewWindow = Callable[..., Window]
SHIPPED = [
    (system.name, kind, name)
    for system in map(systems.load, systems.names())
    if system.pages
    for kind in system.pages.cards
    for shelf in system.setup.shelves
    if shelf.kind == kind
    for name in shelf.names
]
CUT = """() => [...document.querySelectorAll(".card, .card *")].filter((each) => {
    const isSmall = each.tagName === "DD" || getComputedStyle(each).display === "inline";
    return !isSmall && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1);
}).map((each) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 40)}`)"""
"""What has no room in its place, of all cards."""
SIZES = """() => [...document.querySelectorAll(".card:not(.tall)")].map((card) => {
    const box = card.getBoundingClientRect();
    return [Math.round(box.width * 25.4 / 96), Math.round(box.height * 25.4 / 96)];
})"""
ROWS = "() => new Set([...document.querySelectorAll('.card')].map((each) => Math.round(each.offsetTop))).size"
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".card *, .in-short *")].filter((each) =>
    [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
).map((each) => parseFloat(getComputedStyle(each).fontSize))) * 72 / 96"""
"""The smallest text, in points."""
PAPERS = ("A4", "Letter")


@pytest.fixture
def new_window(browser: Browser, shared_server: Server) -> Iterator[NewWindow]:
    """Opens windows at an address."""
    opened: list[Window] = []

    def new(path: str, **options: Any) -> Window:
        opened.append(open_window(browser, shared_server.url, **options))
        opened[-1].page.goto(path)
        return opened[-1]

    yield new
    for window in opened:
        window.close()


def pages_of(page: Page, paper: str) -> int:
    """Return how many pages are printed."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


def check_paper(page: Page) -> None:
    """Look at all cards as they are printed."""
    page.locator(".card").first.wait_for()
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    assert {tuple(size) for size in page.evaluate(SIZES)} == {(95, 65)}
    assert page.evaluate(SMALLEST) >= 6.49
    for paper in PAPERS:
        assert pages_of(page, paper) == -(-page.evaluate(ROWS) // 4) or page.locator(".tall").count(), paper


@pytest.mark.parametrize(("system", "kind", "name"), SHIPPED)
def test_nothing_is_cut_off_the_cards_of_what_ships(new_window: NewWindow, system: str, kind: str, name: str) -> None:
    page = new_window(f"/cards?system={system}&kind={kind}&shipped={name}").page
    check_paper(page)
    assert page.locator(".tall").count() == 0
    assert not page.locator(".no-print").is_visible()


def texts(page: Page) -> str:
    return " ".join(page.locator(".print-sheet").inner_text().split())


@pytest.mark.parametrize("name", ["silarn", "barrow-wight", "hex-binder", "ruffian", "bog-spider", "frost-giant"])
def test_everything_on_a_sheet_is_on_its_card(new_window: NewWindow, shared_server: Server, name: str) -> None:
    page = new_window(f"/cards?kind=sheets&shipped={name}").page
    page.locator(".card").first.wait_for()
    shown = httpx.get(f"{shared_server.url}/api/systems/heroes/sheets/{name}").json()["shown"]
    text = texts(page).lower()
    wanted = [shown["name"], shown["about"], f"Level {shown['level']}", shown["bloodied"]["text"], *shown["conditions"]]
    lines = [*shown["physical"], *shown["arcane"], *shown["magic"], *shown["resistances"], *shown["vulnerabilities"]]
    wanted += [f"{line['name']} {line['value']}" for line in lines]
    wanted += [f"/{pool['value']}" for pool in shown["pools"]] + [band["text"] for band in shown["bands"]]
    wanted += [note["text"] for note in shown["items"]]
    for score in shown["attributes"]:
        assert page.locator(".figures div", has_text=score["name"]).locator("dd").inner_text() == str(score["value"])
    for deed in shown["actions"]:
        wanted += [
            deed["name"],
            f"{deed['kind']}, {deed['ap']} AP",
            *deed["types"],
            *(n["text"] for n in deed["notes"]),
        ]
        wanted += [deed["damage"]] if deed["damage"] else []
        wanted += [f"{deed['roll']['dice']}+{deed['roll']['value']}"] if deed["roll"] else []
    assert [each for each in wanted if each.lower() not in text] == []


def keep(page: Page, system: str, kind: str, file: dict[str, Any], id: str = "mine") -> None:
    """Put a file among the things of this browser."""
    thing = {"id": id, "system": system, "kind": kind, "name": file["name"], "file": file, "changed": 1}
    page.evaluate("([id, thing]) => localStorage.setItem(`battlewright.thing.${id}`, thing)", [id, json.dumps(thing)])


WIDE = "W" * 60


def largest_sheet() -> dict[str, Any]:
    """A sheet with as much of everything as may be on one."""
    types = list(map(word, DamageType))
    components = [word(each) for each in Component if each != Component.WHOLE]
    effect = {"condition": "poisoned", "defence": "fortitude", "power": 99}

    def weapon(index: int) -> dict[str, Any]:
        more = {"attribute": "dexterity", "bonus": 20, "damage": "10d20+99", "when": "bloodied"}
        return {"name": f"{index}{WIDE[1:]}", "types": types, "effect": effect, "critical": effect} | more

    item = {"bonuses": dict.fromkeys(components, 50), "resistances": dict.fromkeys(types, 50)}
    mild = [each for each in ConditionName if word(each) not in (*CAUSED, "dominated")]
    severe = [word(each) for each in mild if each >= ConditionName.BLEEDING or each % 2]
    return {
        "name": WIDE,
        "about": 57 * "Widely ",
        "player": True,
        "level": 20,
        "armour": "heavy",
        "attributes": dict.fromkeys((word(each) for each in Component if each >= Component.STRENGTH), 12),
        "items": [{"name": WIDE, **item}] * 20,
        "weapons": [weapon(index) | {"bonuses": dict.fromkeys(components, 50)} for index in range(4)],
        "spells": [
            weapon(index) | {"target": "physical", "talent": True, "check": "maintenance"} for index in range(4, 8)
        ],
        "resistances": dict.fromkeys(types[:5], 50),
        "vulnerabilities": dict.fromkeys(types[5:], 50),
        "conditions": severe,
        "bloodied": {word(each).replace(" ", "_"): -20 for each in SITUATIONAL} | {"ap": 10, "movement": "half"},
    }


def test_a_sheet_with_the_most_of_everything_goes_on_and_is_never_cut_off(new_window: NewWindow) -> None:
    page = new_window("/mine").page
    keep(page, "heroes", "sheets", largest_sheet())
    page.goto("/cards?mine=mine")
    check_paper(page)
    assert page.locator(".card").count() > 8
    assert texts(page).count(WIDE) >= 20


def test_an_encounter_of_the_largest_sheets_with_hazards_is_never_cut_off(new_window: NewWindow) -> None:
    page = new_window("/mine").page
    modifier = {"component": "spell power", "amount": 99, "name": "n" * 20, "turns": 99}
    hazard = {"trap": True, "defence": "fortitude", "power": 99, "damage": "10d20+99", "effect": "poisoned"}
    encounter = {
        "name": WIDE,
        "heroes": [{"sheet": largest_sheet(), "name": WIDE, "hidden": 99, "modifiers": [modifier] * 30}],
        "foes": [{"sheet": largest_sheet() | {"name": "Foe"}, "count": 15, "modifiers": [modifier, modifier]}],
        "hazards": [
            hazard
            | {"name": f"{index}{WIDE[1:]}", "types": list(map(word, DamageType))}
            | {"among": [WIDE, *(f"Foe {number}" for number in range(1, 16))]}
            for index in range(8)
        ],
    }
    keep(page, "heroes", "encounters", encounter)
    page.goto("/cards?mine=mine")
    check_paper(page)
    assert page.locator(".pool-row").count() == 1 + 15
    assert page.locator(".card:not(.on)").count() == 1 + 1 + 8


def test_the_strongest_character_fits_its_card(new_window: NewWindow) -> None:
    page = new_window("/mine").page
    card = dict.fromkeys(("melee", "ballistics", "toughness", "agility"), 10)
    blade = {"kind": "melee", "threat": 5.125, "oppression": 10, "critical": 10, "shove": True, "points": 50}
    gun = {"kind": "shooting", "modifier": -9.5, "damage": 10, "critical": "d3", "no_return": True, "points": 50}
    arms = [{"name": f"{index}{WIDE[1:]}", **blade} for index in range(4)]
    arms += [{"name": f"{index}{WIDE[1:]}", **gun, "cover_shorter": 4.125} for index in range(4, 8)]
    character = {"name": "M" * 60, **card, "weapons": [each["name"] for each in arms], "base": 4, "height": 6}
    keep(page, "skirmish", "rosters", {"name": WIDE, "weapons": arms, "characters": [character]})
    page.goto("/cards?mine=mine")
    check_paper(page)
    assert texts(page).count("cover move 4.125″ shorter") == 4
    assert "Base 4″ across, 6″ tall" in texts(page)


def test_the_largest_formation_fits_its_card_with_boxes_for_each_model(new_window: NewWindow) -> None:
    page = new_window("/mine").page
    action = {"roll": "attack", "against": "will", "dice": 10, "wounds": True, "combination": "triple"}
    actions = [{"name": f"{index}{WIDE[1:]}", **action, "effect": "dazed", "dazed_by": "might"} for index in range(4)]
    kind = {"name": WIDE, "might": 10, "dex": 10, "will": 10, "def": 10, "atk": 10, "actions": actions}
    group = {"kind": WIDE, "name": "M" * 60, "models": 20, "rerolls": 20}
    keep(page, "formations", "forces", {"name": WIDE, "kinds": [kind], "groups": [group]})
    page.goto("/cards?mine=mine")
    check_paper(page)
    assert page.locator(".model .box").count() == 20 * 10
    assert texts(page).count("On a Triple the target must pass a MIGHT test") == 4


def test_cards_of_several_files_are_printed_together(new_window: NewWindow) -> None:
    window = new_window("/cards?system=heroes&kind=sheets&shipped=brannoc&shipped=mirelle")
    page = window.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Cards: Brannoc and 1 more")
    expect(page.locator(".card:not(.on) h2")).to_have_text(["Brannoc", "Mirelle"])
    keep(page, "heroes", "parties", {"name": "Two roads", "heroes": [{"sheet": "ruffian", "count": 2}]}, "two")
    page.reload()
    page.get_by_text("Add more cards to this sheet").click()
    page.get_by_label("Two roads").check()
    expect(page.locator(".card:not(.on) h2")).to_have_text(["Brannoc", "Mirelle", "Ruffian"])
    expect(page.locator(".pool-row b").last).to_have_text("Ruffian 2")
    page.get_by_label("Brannoc").uncheck()
    expect(page.locator(".card:not(.on) h2")).to_have_text(["Mirelle", "Ruffian"])
    page.wait_for_url("**shipped=mirelle&mine=two")
    page.reload()
    expect(page.locator(".card:not(.on) h2")).to_have_text(["Ruffian", "Mirelle"])
    check_paper(page)


def test_traps_are_cards_for_the_game_master(new_window: NewWindow) -> None:
    page = new_window("/cards?kind=encounters&shipped=the-toll-bridge").page
    card = page.locator(".card", has_text="Loose plank")
    expect(card).to_contain_text("Game master's")
    expect(card).to_contain_text("Resisted by 3d8 + Reflex against 12 + 5")
    expect(card).to_contain_text("Threatens: Brannoc, Sister Oda")


def test_cards_that_are_not_there_get_a_sentence(new_window: NewWindow) -> None:
    page = new_window("/cards?kind=hats").page
    expect(page.locator(".notice")).to_contain_text("There are no cards of hats here.")
    page.goto("/cards?mine=nothing")
    expect(page.locator(".notice")).to_contain_text("This browser has no such thing of yours.")
    page.goto("/cards?kind=sheets&shipped=brannick")
    expect(page.locator(".notice")).to_contain_text("brannoc")


# Rules in short


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", [*(f"{name}/summary" for name in systems.names()), "skirmish/summary?edition=S1"])
def test_a_rulebook_in_short_is_one_page_black_on_white(new_window: NewWindow, address: str, scheme: str) -> None:
    page = new_window(f"/rules/{address}", color_scheme=scheme).page
    page.locator(".in-short section").first.wait_for()
    page.emulate_media(media="print", color_scheme=scheme)  # type: ignore[arg-type]
    assert page.evaluate(SMALLEST) >= 6.49
    assert page.evaluate("getComputedStyle(document.querySelector('.in-short p')).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    cut = "[...document.querySelectorAll('.in-short, .in-short .scroll')].filter((e) => e.scrollWidth > e.clientWidth)"
    assert page.evaluate(f"{cut}.length") == 0
    for paper in PAPERS:
        assert pages_of(page, paper) == 1


def test_the_summary_of_a_match_has_its_rulings(new_window: NewWindow, shared_server: Server) -> None:
    asked = {"system": "heroes", "players": {"a": "person", "b": "greedy"}}
    options = {"rulings": ["critical_margin=8", "ap=4"]}
    made = httpx.post(f"{shared_server.url}/api/matches", json=asked | {"options": options}, timeout=60).json()
    page = new_window(f"/match/{made['match']}").page
    page.locator("summary", has_text="More").click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Rules summary").click()
    summary = opened.value
    expect(summary.locator(".in-force")).to_contain_text("Critical_margin is 8 (usually 5)")
    expect(summary.locator(".in-short")).to_contain_text("up to 8 more")
    expect(summary.locator(".in-short")).to_contain_text("4 AP, less what conditions cost")
    summary.locator(".in-short .clause").first.click()
    expect(summary.get_by_role("dialog")).to_be_visible()


def test_the_rulebook_leads_to_its_summary(new_window: NewWindow) -> None:
    page = new_window("/rules/skirmish", viewport={"width": 390, "height": 844}).page
    page.get_by_role("link", name="Skirmish: summary of one page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Skirmish, second edition: rules in short")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="First edition").click()
    expect(page.locator(".in-short")).to_contain_text("Both divide their Melee dice")
    page.goto("/rules/skirmish/nothing")
    expect(page.locator(".notice")).to_contain_text("There is no page at /rules/skirmish/nothing")
