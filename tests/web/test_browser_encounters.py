"""The builders of encounters and parties in a real browser."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from battlewright.systems.heroes.setup.encounters import ENCOUNTERS
from battlewright.systems.heroes.setup.files import SHEETS
from tests.web.browser import Window, open_window, violations_on
from tests.web.server import Server

NewWindow = Callable[..., Window]
BUILD = "/build?system=heroes&kind="
BRANNOC: dict[str, Any] = SHEETS.read("brannoc").model_dump(
    mode="json", by_alias=True, exclude_defaults=True, exclude_none=True
)
KEEP = """([id, kind, file]) => localStorage.setItem(`battlewright.thing.${id}`,
    JSON.stringify({id, system: "heroes", kind, name: file.name, file, changed: 1}))"""
THING = """Object.keys(localStorage).filter((key) => key.startsWith("battlewright.thing."))
    .map((key) => JSON.parse(localStorage[key])).find(({kind}) => kind === "encounters")?.file"""


@pytest.fixture
def new_window(browser: Browser, shared_server: Server) -> Iterator[NewWindow]:
    """Opens windows with some things of one's own; at the end nothing may have gone wrong in them."""
    opened: list[Window] = []

    def new(path: str, things: dict[str, dict[str, Any]] | None = None, **options: Any) -> Window:
        opened.append(open_window(browser, shared_server.url, **options))
        page = opened[-1].page
        if things:
            page.goto("/mine")
            for kind, files in things.items():
                for name, file in files.items():
                    page.evaluate(KEEP, [name, kind, {**file, "name": file.get("name", name)}])
        page.goto(path)
        page.locator(".entry").first.wait_for()
        return opened[-1]

    yield new
    for window in opened:
        window.close()


def field(page: Page, place: str) -> Locator:
    return page.locator(f"[data-field='{place}']")


def win_share(page: Page) -> int:
    """Wait for an estimate of what is there now, and return how often the heroes win, in hundredths."""
    expect(page.locator(".estimate:not(.pale) .words b")).to_contain_text("%", timeout=30_000)
    found = re.search(r"(\d+)%", page.locator(".estimate .words b").inner_text())
    assert found is not None
    return int(found[1])


def test_an_encounter_is_built_from_nothing_kept_downloaded_and_played(new_window: NewWindow) -> None:
    own = {"Ada": {**BRANNOC, "name": "Ada"}, "Bo": {**BRANNOC, "name": "Bo", "level": 2}}
    page = new_window(f"{BUILD}encounters&with=Ada", {"sheets": own}).page
    page.get_by_label("Add a hero").select_option(label="Bo")
    expect(page.locator(".side.heroes .entry")).to_have_count(2)
    field(page, "name").fill("At the ford")
    field(page, "foes[0].name").fill("Bandit")
    field(page, "foes[0].count").fill("3")
    page.locator(".side.foes .entry summary").click()
    field(page, "foes[0].hidden").fill("50")
    page.get_by_role("button", name="dense fog").last.click()
    page.locator(".side.heroes .entry summary").first.click()
    field(page, "heroes[0].ring.1").select_option(label="Bandit 1 (b1)")
    field(page, "heroes[0].ring.5").select_option(label="Bandit 3 (b3)")
    expect(page.locator(".side.heroes .entry summary").first).to_contain_text("beside Bandit 1, Bandit 3, so flanked")
    page.get_by_role("button", name="+ Hazard").click()
    field(page, "hazards[0].name").fill("Deep water")
    page.get_by_role("group", name="Among").get_by_role("button", name="Bo").click()
    page.get_by_label("Change a ruling").select_option("critical_margin")
    field(page, "rulings.critical_margin").fill("8")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download .toml").click()
    expect(page.locator(".rulings")).to_contain_text("usually 5")
    expect(page.locator(".against")).to_have_text("2 against 3")
    expect(page.locator(".notes .fault")).to_have_count(0)
    text = Path(str(download.value.path())).read_text(encoding="utf-8")
    file = tomllib.loads(text)
    assert [line["sheet"]["name"] for line in file["heroes"]] == ["Ada", "Bo"]
    assert file["heroes"][0]["ring"] == {"1": "Bandit 1", "5": "Bandit 3"}
    foes = {"sheet": "ruffian", "name": "Bandit", "count": 3, "hidden": 50, "situations": ["dense fog"]}
    assert file["foes"] == [foes]
    assert file["hazards"] == [{"name": "Deep water", "defence": "reflex", "effect": "prone", "among": ["Bo"]}]
    assert file["rulings"] == {"critical_margin": 8}

    page.reload()
    expect(field(page, "foes[0].count")).to_have_value("3")
    expect(field(page, "rulings.critical_margin")).to_have_value("8")
    page.get_by_role("button", name="New").click()
    expect(field(page, "name")).to_have_value("My encounter")
    page.locator("#upload").set_input_files(FilePayload(name="x.toml", mimeType="text/plain", buffer=text.encode()))
    expect(field(page, "name")).to_have_value("At the ford")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download .toml").click()
    assert tomllib.loads(Path(str(download.value.path())).read_text(encoding="utf-8")) == file

    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".opt").first.wait_for()
    expect(page.locator(".cards")).to_contain_text("Bandit 3")
    expect(page.locator(".combatant.a")).to_have_count(2)


def test_how_deadly_it_is_follows_each_change(new_window: NewWindow) -> None:
    page = new_window(f"{BUILD}encounters&shipped=the-toll-bridge").page
    before = win_share(page)
    expect(page.locator(".estimate")).to_contain_text("battles by the greedy bot on both sides")
    expect(page.locator(".estimate .words b")).to_contain_text("Easy: Heroes")
    expect(page.locator(".estimate [data-tag=a] li")).to_have_count(3)
    field(page, "foes[0].count").fill("6")
    expect(page.locator(".estimate.pale")).to_have_count(1)
    assert win_share(page) < before
    expect(page.locator(".estimate .words b")).to_contain_text("Deadly: Heroes")


def test_what_is_wrong_is_said_at_its_field(new_window: NewWindow) -> None:
    page = new_window(f"{BUILD}encounters&shipped=the-toll-bridge").page
    field(page, "foes[1].count").fill("40")
    expect(field(page, "foes[1].count")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".notes .fault")).to_have_text(re.compile("Ruffian, count: must be at most 16"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    field(page, "foes[1].count").fill("2")
    expect(page.locator(".fault")).to_have_count(0)
    field(page, "hazards[0].effect").select_option("")
    field(page, "hazards[0].damage").fill("6")
    expect(field(page, "hazards[0].damage")).to_have_attribute("aria-invalid", "true")
    field(page, "hazards[0].damage").fill("1d6")
    field(page, "foes[0].sheet.level").fill("30")
    expect(field(page, "foes[0].sheet.level")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".notes .fault")).to_have_text(re.compile("Ruffian, level: "))
    field(page, "foes[0].sheet.level").fill("2")
    page.locator(".entry summary").first.click()
    page.locator(".entry").first.get_by_role("button", name="partial cover").click()
    page.locator(".entry").first.get_by_role("button", name="heavy cover").click()
    expect(field(page, "heroes[0].situations")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".notes .fault")).to_contain_text("exclude each other")


def test_a_fault_of_a_ring_or_of_a_sheet_within_is_at_its_line(new_window: NewWindow) -> None:
    weak = {**BRANNOC, "attributes": {**BRANNOC["attributes"], "strength": 40}}
    file = {
        "heroes": [{"sheet": weak}],
        "foes": [{"sheet": "ruffian"}, {"sheet": "crow-priest", "ring": {"1": "Nobody"}}],
    }
    page = new_window(f"{BUILD}encounters&mine=Odd", {"encounters": {"Odd": file}}).page
    expect(page.locator(".notes .fault")).to_have_text(re.compile("Brannoc, attributes strength: must be from 1 to 12"))
    expect(field(page, "heroes[0].sheet")).to_have_attribute("aria-invalid", "true")
    field(page, "heroes[0].sheet").select_option("brannoc")
    expect(page.locator(".notes .fault")).to_have_text(re.compile("Crow Priest, ring: there is no 'Nobody'"))
    expect(field(page, "foes[1].ring")).to_have_attribute("aria-invalid", "true")
    page.locator(".side.foes .entry summary").last.click()
    field(page, "foes[1].ring.1").select_option("Brannoc")
    expect(page.locator(".fault")).to_have_count(0)


def test_rings_and_hazards_follow_a_new_name_and_leave_out_who_is_gone(new_window: NewWindow) -> None:
    page = new_window(f"{BUILD}encounters&shipped=cudgels-in-the-alley").page
    place = field(page, "heroes[1].ring.5")
    field(page, "foes[0].name").fill("Thug")
    expect(place).to_have_value("Thug 2")
    field(page, "foes[0].count").fill("1")
    expect(place).to_have_value("")
    expect(field(page, "heroes[1].ring.1")).to_have_value("Thug")
    page.get_by_role("button", name="Remove Thug").click()
    expect(page.locator(".side.foes .entry")).to_have_count(1)
    expect(field(page, "heroes[1].ring.1")).to_have_value("")
    expect(page.locator(".fault")).to_have_count(0)
    page.get_by_role("button", name="Remove Crow Priest").click()
    expect(page.locator(".notes .fault")).to_have_text("Foes: must have at least 1 entry, not 0")
    expect(page.get_by_label("Add a foe")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Add a foe").focus()
    page.get_by_label("Add a foe").select_option("bog-spider")
    expect(page.locator(".fault")).to_have_count(0)
    expect(page.get_by_label("Add a foe")).to_be_focused()


def test_a_level_writes_a_shipped_sheet_out_which_can_then_be_changed(new_window: NewWindow) -> None:
    page = new_window(f"{BUILD}encounters&shipped=the-barrow").page
    health = page.locator(".side.heroes .at-a-glance b").first
    expect(health).to_have_text("25")
    page.get_by_label("Level: more").first.click()
    expect(health).not_to_have_text("25")
    assert page.evaluate(THING)["heroes"][0]["sheet"]["level"] == 2
    expect(field(page, "heroes[0].sheet")).to_have_value("")
    with page.expect_navigation():
        page.get_by_role("button", name="Change this sheet").click()
    assert "kind=sheets&mine=" in page.url
    page.goto(f"{BUILD}encounters")
    expect(health).not_to_have_text("25")
    expect(field(page, "heroes[1].sheet").locator("optgroup").first).to_have_attribute("label", "My things")
    field(page, "heroes[1].sheet").select_option(label="Brannoc")  # the one of My things comes first
    expect(field(page, "heroes[1].sheet.level")).to_have_value("2")


def test_files_that_are_dropped_enter_on_their_side(new_window: NewWindow) -> None:
    page = new_window(f"{BUILD}encounters&shipped=the-barrow").page
    rat = {**BRANNOC, "name": "Rat", "player": False}
    party = {"name": "Ours", "heroes": ["silarn", {"sheet": {**BRANNOC, "name": "Cid"}}]}
    for file in (rat, party):
        text = json.dumps(file).encode()
        page.locator("#upload").set_input_files(FilePayload(name="x.json", mimeType="text/plain", buffer=text))
        expect(page.locator(".against")).to_have_text("4 against 6" if file is rat else "6 against 6")
    assert page.evaluate(THING)["foes"][-1]["sheet"]["name"] == "Rat"
    roster = b'name = "R"\n[[characters]]\nname = "A"\nmelee = 4\nballistics = 4\ntoughness = 4\nagility = 4\n'
    page.locator("#upload").set_input_files(FilePayload(name="r.toml", mimeType="text/plain", buffer=roster))
    expect(page.locator("aside > .refusal")).to_have_text(re.compile("R is a roster, which an encounter does not take"))


def test_what_does_not_enter_is_refused(new_window: NewWindow) -> None:
    own = {"rosters": {"Band": {"name": "Band"}}}
    page = new_window(f"{BUILD}encounters&with=Band", own).page
    expect(page.locator("aside > .refusal")).to_have_text(re.compile("Band is a roster, which an encounter does not"))
    page.goto(f"{BUILD}parties&with=nobody")
    expect(page.locator("aside > .refusal")).to_have_text("This browser has no such sheet or party of yours.")
    expect(field(page, "name")).to_have_value("Four on the road")


def test_a_game_master_leads_the_foes(new_window: NewWindow) -> None:
    page = new_window(f"{BUILD}encounters&shipped=the-toll-bridge").page
    page.get_by_label("You play").select_option("master")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".opt, .stage").first.wait_for()
    expect(page.get_by_text("Game master", exact=True).first).to_be_visible()


def test_a_party_is_built_tried_in_all_encounters_and_played_in_one(new_window: NewWindow) -> None:
    own = {"Ada": {**BRANNOC, "name": "Ada", "level": 3}}
    page = new_window(f"{BUILD}parties&with=Ada", {"sheets": own}).page
    expect(page.locator(".entry")).to_have_count(1)
    page.get_by_label("Add a hero").select_option("silarn")
    field(page, "name").fill("Two of us")
    win_share(page)
    expect(page.locator(".estimate li")).to_have_count(len(ENCOUNTERS.names))
    hexes = page.locator(".estimate li").filter(has_text="The Court Of Hexes")
    expect(hexes).to_contain_text(re.compile(r"The Court Of Hexes.*(Easy|Fair|Deadly): "))
    page.reload()
    expect(field(page, "name")).to_have_value("Two of us")
    page.locator(".entry summary").last.click()
    field(page, "heroes[1].state.wounds").fill("2")
    field(page, "heroes[1].state.conditions").get_by_role("button", name="diseased").click()
    expect(page.locator(".entry summary").last).to_contain_text("Wounds 2, diseased")
    page.reload()
    page.locator(".entry summary").last.click()
    expect(field(page, "heroes[1].state.wounds")).to_have_value("2")
    page.locator("select[name=encounter]").select_option("webs-in-the-reeds")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".opt").first.wait_for()
    expect(page.locator(".combatant.a")).to_have_count(2)
    expect(page.locator(".combatant.a").last).to_contain_text("Diseased")
    expect(page.locator(".cards")).to_contain_text("Bog Spider 2")


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.nightly), "dark"])
@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.nightly)])
def test_the_builders_are_accessible_and_fit(new_window: NewWindow, width: int, scheme: str) -> None:
    window = new_window(
        f"{BUILD}encounters&shipped=the-toll-bridge", color_scheme=scheme, viewport={"width": width, "height": 844}
    )
    page, found = window.page, []
    for kind in ("encounters", "parties"):
        if kind == "parties":
            page.goto(f"{BUILD}parties")
        win_share(page)
        page.locator(".entry summary").first.click()
        page.get_by_role("button", name="+ Modifier").first.click()
        if kind == "encounters":
            page.get_by_label("Change a ruling").select_option("critical_margin")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), kind
        found.append(violations_on(window, kind))
    assert "".join(found) == ""
