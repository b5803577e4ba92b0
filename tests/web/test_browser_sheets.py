"""The builder of sheets of Heroes in a real browser."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from battlewright.systems.heroes.setup.files import SheetSetup, read_sheet
from battlewright.systems.heroes.setup.templates import at_level
from tests.systems.heroes.helpers import sheet
from tests.web.browser import Window, open_window, violations_on
from tests.web.server import Server

NewWindow = Callable[..., Window]
BUILD = "/build?system=heroes&kind=sheets"
KEEP = """file => localStorage.setItem("battlewright.thing.mine", JSON.stringify(
    {id: "mine", system: "heroes", kind: "sheets", name: file.name, file, changed: 1}))"""
KEPT = """() => Object.entries(localStorage).filter(([key]) => key.startsWith("battlewright.thing."))
    .map(([, text]) => JSON.parse(text).file)"""
MARKED = "() => [...document.querySelectorAll('.making [aria-invalid]')].map((each) => each.dataset.field)"
WIDE = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def new_window(browser: Browser, shared_server: Server) -> Iterator[NewWindow]:
    """Opens windows; at the end nothing may have gone wrong in them."""
    opened: list[Window] = []

    def new(path: str, **options: Any) -> Window:
        opened.append(open_window(browser, shared_server.url, **options))
        opened[-1].page.goto(BUILD + path)
        opened[-1].page.locator(".scores-of").wait_for()
        return opened[-1]

    yield new
    for window in opened:
        window.close()


def field(page: Page, place: str) -> Locator:
    return page.locator(f'[data-field="{place}"]')


def value(page: Page, name: str) -> Locator:
    """A value of the sheet beside the fields, with how it comes about."""
    return page.locator(f'.values li[data-tag="{name}"]')


def downloaded(page: Page, button: str) -> str:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return Path(str(download.value.path())).read_text(encoding="utf-8")


def make_everything(page: Page) -> None:
    """Make a sheet with something of all that a sheet can have."""
    page.get_by_role("button", name="New", exact=True).click()
    field(page, "name").fill("Ysra")
    page.get_by_label("Level: more").click()
    field(page, "armour").select_option("light")
    page.get_by_label("A player's character").check()
    for _ in range(4):
        page.get_by_label("Strength: more").click()
    expect(value(page, "Parry").locator("output")).to_have_text("4")
    weapon = page.locator(".deed[data-field='weapons[0]']")
    weapon.get_by_label("Bonus to the attack: more").click()
    weapon.get_by_label("Damage: dice: more").click()
    weapon.get_by_label("Damage: sides").select_option("10")
    weapon.get_by_label("Damage: bonus: more").click()
    weapon.get_by_role("button", name="fire").click()
    field(page, "weapons[0].critical.condition").select_option("bleeding")
    field(page, "weapons[0].critical.defence").select_option("fortitude")
    field(page, "weapons[0].critical.power").fill("5")
    weapon.get_by_label("Bonuses while it is held: add").select_option("parry")
    field(page, "weapons[0].used").select_option("against")
    page.get_by_role("button", name="+ Spell").click()
    expect(field(page, "spells[0].name")).to_be_focused()
    page.keyboard.type("Chill")
    field(page, "spells[0].target").select_option("fortitude")
    field(page, "spells[0].effect.condition").select_option("frozen")
    page.get_by_role("button", name="+ Healing").click()
    page.get_by_role("button", name="+ Item").click()
    item = page.locator(".deed[data-field='items[0]']")
    item.get_by_label("Bonuses: add").select_option("spell power")
    item.get_by_label("Bonuses: spell power: more").click()
    item.get_by_label("Resistances: add").select_option("acid")
    page.locator("[data-field='resistances'] select").select_option("frost")
    page.locator("[data-field='vulnerabilities'] select").select_option("fire")
    field(page, "bloodied").select_option("own")
    field(page, "bloodied.ap").fill("1")
    page.get_by_label("No dodge").check()
    field(page, "bloodied.movement").select_option("half")
    page.get_by_text("Conditions that it enters with").first.click()
    page.locator("[data-field='conditions']").get_by_role("button", name="prone").click()


EVERYTHING = sheet(
    "Ysra",
    strength=7,
    player=True,
    level=2,
    armour="light",
    weapons=[
        {
            "name": "Sword",
            "bonus": 1,
            "damage": "2d10+1",
            "types": ["slashing", "fire"],
            "critical": {"condition": "bleeding", "defence": "fortitude", "power": 5},
            "bonuses": {"parry": 1},
            "against": "bloodied",
        }
    ],
    spells=[
        {"name": "Chill", "target": "fortitude", "damage": "1d6", "types": ["fire"], "effect": "frozen"},
        {"name": "Healing", "heals": True, "damage": "1d6"},
    ],
    items=[{"name": "Shield", "bonuses": {"parry": 2, "spell power": 2}, "resistances": {"acid": 1}}],
    resistances={"frost": 1},
    vulnerabilities={"fire": 1},
    bloodied={"attack": 2, "ap": 1, "no_dodge": True, "movement": "half"},
    conditions=["prone"],
)


def test_a_sheet_is_made_from_nothing_kept_and_downloaded(new_window: NewWindow) -> None:
    page = new_window("&shipped=brannoc").page
    make_everything(page)
    wanted = SheetSetup.model_validate(EVERYTHING)
    expect(page.locator(".figure-of")).to_contain_text("Enters: Prone")
    expect(page.locator(".fault")).to_have_count(0)
    expect(page.locator(".figure-of h2")).to_have_text("Ysra")
    assert SheetSetup.model_validate(tomllib.loads(downloaded(page, "Download .toml"))) == wanted
    assert SheetSetup.model_validate(json.loads(downloaded(page, ".json"))) == wanted
    page.reload()
    expect(field(page, "name")).to_have_value("Ysra")
    expect(field(page, "weapons[0].critical.power")).to_have_value("5")
    expect(value(page, "Parry").locator("output")).to_have_text("6")
    assert [SheetSetup.model_validate(each) for each in page.evaluate(KEPT)] == [wanted]


def test_each_value_is_told_with_its_parts_and_its_rule(new_window: NewWindow) -> None:
    page = new_window("&shipped=brannoc").page
    expect(value(page, "Dodge")).to_contain_text("Dexterity 4 H.D1, below the limit 12 of light armour H.D4")
    expect(page.locator(".fields-of.scores")).to_contain_text("melee weaponry, Parry, Fortitude, carrying capacity")
    expect(value(page, "Willpower")).to_contain_text("half of Charisma 5, rounded up by H.A3)")
    page.get_by_label("Dexterity: more").click()
    expect(value(page, "Dodge").locator("output")).to_have_text("5")
    expect(value(page, "Physical Defence").locator("output")).to_have_text("19")
    expect(page.locator(".comes-to").first).to_contain_text("+8 to hit · Strength 7 + its bonus 1, on top of 3d8")
    value(page, "Dodge").get_by_role("button", name="Rule H.D1").click()
    expect(page.get_by_role("dialog")).to_contain_text("Dodge")
    page.keyboard.press("Escape")
    expect(page.locator(".weak")).to_contain_text("Has nothing against Willpower or Reflex and nothing that heals")
    expect(page.locator(".notes")).to_have_text("No warnings.")
    field(page, "armour").select_option("heavy")
    expect(page.locator(".notes .warning")).to_contain_text("heavy armour asks for Strength 17, and it has 7")
    expect(page.locator(".weak")).not_to_contain_text("are Dodge")


SPELL = {"name": "Spark", "target": "reflex", "damage": "1d6", "types": ["lightning"]}
CLUB = {"name": "Club", "damage": "1d6", "types": ["bludgeoning"]}
FAULTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"name": ""}, ["name"]),
    ({"about": "x" * 401}, ["about"]),
    ({"level": 21}, ["level"]),
    ({"strength": 13, "wisdom": 0}, ["attributes.strength", "attributes.wisdom"]),
    ({"armour": "plate"}, ["armour"]),
    ({"weapons": [CLUB | {"name": ""}]}, ["weapons[0].name"]),
    ({"weapons": [CLUB | {"attribute": "luck"}]}, ["weapons[0].attribute"]),
    ({"weapons": [CLUB | {"bonus": 21}]}, ["weapons[0].bonus"]),
    ({"weapons": [CLUB | {"damage": "11d6"}]}, ["weapons[0].damage"]),
    ({"weapons": [CLUB | {"types": []}]}, ["weapons[0].types"]),
    ({"weapons": [CLUB | {"effect": {"condition": "poisoned"}}]}, ["weapons[0].effect"]),
    ({"weapons": [CLUB | {"effect": {"condition": "dominated"}}]}, ["weapons[0].effect"]),
    (
        {"weapons": [CLUB | {"critical": {"condition": "prone", "defence": "luck"}}]},
        ["weapons[0].critical.defence"],
    ),
    (
        {"weapons": [CLUB | {"critical": {"condition": "prone", "defence": "reflex", "power": 100}}]},
        ["weapons[0].critical.power"],
    ),
    ({"weapons": [CLUB | {"bonuses": {"spell power": 51}}]}, ["weapons[0].bonuses['spell power']"]),
    ({"weapons": [CLUB | {"bonuses": {"whole": 1}}]}, ["weapons[0].bonuses.whole"]),
    ({"weapons": [CLUB | {"when": "bloodied", "against": "bloodied"}]}, ["weapons[0]"]),
    ({"weapons": [CLUB, CLUB]}, ["weapons[1].name"]),
    ({"weapons": [CLUB | {"name": str(each)} for each in range(9)]}, ["weapons"]),
    ({"weapons": [CLUB], "spells": [SPELL | {"name": str(each)} for each in range(8)]}, ["spells"]),
    ({"weapons": [CLUB], "spells": [SPELL | {"name": "Club"}]}, ["spells[0].name"]),
    ({"spells": [{"name": "Spark", "damage": "1d6", "types": ["lightning"]}]}, ["spells[0]"]),
    ({"spells": [{"name": "Spark", "target": "reflex"}]}, ["spells[0]"]),
    ({"spells": [SPELL | {"types": []}]}, ["spells[0]"]),
    ({"spells": [SPELL | {"target": "luck"}]}, ["spells[0].target"]),
    ({"spells": [SPELL | {"check": "luck"}]}, ["spells[0].check"]),
    ({"spells": [SPELL | {"critical": {"condition": "prone"}}]}, ["spells[0]"]),
    ({"spells": [SPELL | {"bonus": 1}]}, ["spells[0]"]),
    ({"spells": [SPELL | {"effect": {"condition": "prone", "defence": "reflex"}}]}, ["spells[0].effect"]),
    (
        {"spells": [SPELL | {"target": "physical", "effect": {"condition": "diseased"}}]},
        ["spells[0].effect"],
    ),
    ({"items": [{"name": "Ring", "resistances": {"fire": 99}}]}, ["items[0].resistances.fire"]),
    ({"items": [{"name": "Ring"}] * 21}, ["items"]),
    ({"resistances": {"fire": 2}, "vulnerabilities": {"fire": 2}}, ["vulnerabilities.fire"]),
    ({"vulnerabilities": {"fire": -1}}, ["vulnerabilities.fire"]),
    ({"conditions": ["staggered", "prone"]}, ["conditions"]),
    ({"conditions": ["dominated"]}, ["conditions"]),
    ({"bloodied": {"dodge": 21}}, ["bloodied", "bloodied.dodge"]),
    ({"bloodied": {"damage": "1d4"}}, ["bloodied"]),
    ({"weapons": []}, []),
]


@pytest.mark.nightly
def test_every_fault_is_marked_at_its_field(new_window: NewWindow) -> None:
    page = new_window("&shipped=brannoc").page
    for changes, fields in FAULTS:
        page.evaluate(KEEP, sheet(**changes))
        page.goto(f"{BUILD}&mine=mine")
        page.locator(".notes .fault").first.wait_for()
        assert sorted(page.evaluate(MARKED)) == sorted(fields), changes
        expect(page.get_by_role("button", name="Fight with it")).to_be_disabled()


def test_a_fault_goes_when_it_is_mended(new_window: NewWindow) -> None:
    page = new_window("&shipped=brannoc").page
    score = field(page, "attributes.strength")
    score.fill("13")
    expect(page.locator(".notes .fault")).to_contain_text("must be from 1 to 12, not 13")
    expect(page.locator(".notes .clause")).to_have_text("H.A1")
    expect(score).to_have_attribute("aria-invalid", "true")
    score.fill("12")
    expect(page.locator(".fault")).to_have_count(0)
    field(page, "spells[0].target").select_option("willpower")
    page.locator("[data-field='spells[0].types']").get_by_role("button", name="bludgeoning").click()
    expect(page.locator(".notes .fault")).to_contain_text("Shield slam: damage has one type or several")
    expect(page.get_by_role("button", name="Use in an encounter")).to_be_disabled()


def test_what_an_action_no_longer_has_is_left_out(new_window: NewWindow) -> None:
    page = new_window("&shipped=mirelle").page
    stones = page.locator(".deed[data-field='spells[1]']")
    expect(field(page, "spells[1].critical.condition")).to_have_value("staggered")
    field(page, "spells[1].target").select_option("reflex")
    expect(field(page, "spells[1].critical.condition")).to_have_count(0)
    field(page, "spells[1].target").select_option("heals")
    field(page, "spells[1].types").select_option("psychic")
    expect(stones).to_contain_text("Gives back Morale")
    expect(page.locator(".fault")).to_have_count(0)
    assert page.evaluate(KEPT)[0]["spells"][1] == {
        "name": "Flung stones",
        "damage": "1d6",
        "heals": True,
        "types": ["psychic"],
    }


def test_parts_are_copied_moved_and_removed_with_the_keyboard(new_window: NewWindow) -> None:
    page = new_window("&shipped=mirelle").page
    names = page.locator("[data-field^='spells'][data-field$='.name']")

    def press(label: str) -> None:
        page.get_by_role("button", name=label, exact=True).focus()
        page.keyboard.press("Enter")

    press("Later: Chain of sparks")
    expect(names.nth(1)).to_have_value("Chain of sparks")
    page.keyboard.press("Enter")  # the button still has the focus
    expect(names.nth(2)).to_have_value("Chain of sparks")
    press("Copy: Lull")
    expect(names.nth(4)).to_have_value("Lull again")
    press("Earlier: Lull again")
    press("Remove Lull")
    page.locator(".figure-of .actions-of > li").nth(3).get_by_text("Lull again").wait_for()
    names.nth(0).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Pebbles")
    page.keyboard.press("Tab")
    expect(page.locator(".actions-of > li").first).to_contain_text("Pebbles")
    field(page, "level").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".figure-of header")).to_contain_text("level 2")
    page.locator("[data-field='spells[0].types']").get_by_role("button", name="fire").focus()
    page.keyboard.press("Space")
    expect(page.locator(".actions-of > li").first).to_contain_text("bludgeoning, fire")
    saved = page.evaluate(KEPT)[0]
    assert [each["name"] for each in saved["spells"]] == ["Pebbles", "Tongue of flame", "Chain of sparks", "Lull again"]
    assert saved["level"] == 2


def test_a_sheet_begins_with_a_template_of_a_level(new_window: NewWindow) -> None:
    page = new_window("&shipped=brannoc").page
    page.get_by_label("Template of the new sheet").select_option("caster")
    expect(page.locator(".template")).to_contain_text("Fire and dread from afar")
    page.get_by_label("Level of the new sheet").fill("7")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".figure-of header")).to_contain_text("level 7")
    expect(page.locator(".notes")).to_have_text("No warnings.")
    file = tomllib.loads(downloaded(page, "Download .toml"))
    assert SheetSetup.model_validate(file) == at_level("caster", 7)
    page.get_by_label("Level of the new sheet").evaluate("each => { each.removeAttribute('max'); each.value = '11'; }")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("A caster has a level from 1 to 10, not 11.")


def test_a_sheet_is_fought_with_and_goes_into_an_encounter(new_window: NewWindow) -> None:
    page = new_window("&shipped=ruffian").page
    page.get_by_role("button", name="Fight with it").click()
    page.wait_for_url("**/#play=*")
    own = next(each for each in page.evaluate(KEPT) if "attributes" in each)  # beside the party that gathers it
    assert SheetSetup.model_validate(own) == read_sheet("ruffian")
    page.go_back()
    page.get_by_role("button", name="Use in an encounter").click()
    page.wait_for_url(re.compile(r"/build\?system=heroes&kind=encounters&with=\w+$"))
    page.locator(".page h1").wait_for()


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.nightly), "dark"])
def test_the_builder_is_accessible_and_fits_a_phone(new_window: NewWindow, scheme: str) -> None:
    window = new_window("&shipped=brannoc", color_scheme=scheme, viewport={"width": 390, "height": 844}, has_touch=True)
    page = window.page
    make_everything(page)
    page.locator(".figure-of h2", has_text="Ysra").wait_for()
    assert not page.evaluate(WIDE)
    field(page, "attributes.strength").fill("13")
    page.locator(".notes .fault").wait_for()
    assert violations_on(window, "sheets") == ""
    page.set_viewport_size({"width": 1280, "height": 800})
    field(page, "attributes.strength").fill("7")
    page.locator("aside:not(.stale)").wait_for()
    assert not page.evaluate(WIDE)
    assert violations_on(window, "sheets") == ""
