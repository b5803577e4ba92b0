"""The pages beside the table in a real browser: the builder, the cards, the odds, the rulebook."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.web.browser import Window, open_window
from tests.web.server import Server

NewWindow = Callable[..., Window]
PAGES = (
    "/build",
    "/cards?kind=rosters&shipped=lantern-company",
    "/cards?kind=encounters&shipped=the-toll-bridge",
    "/odds/skirmish/shot",
    "/rules/formations",
    "/rules/heroes/summary",
)
READY = ".maker .rank:has-text('('), .card, .chart svg, .ruled, .in-short p, .opblock"
"""What is there when a page has everything."""
KEPT = "Object.entries(localStorage).filter(([key]) => key.startsWith('battlewright.thing.')).join()"
WINS = "Number(document.querySelector('.estimate .words b').textContent.match(/(\\d+)%/)?.[1])"


@pytest.fixture
def new_window(browser: Browser, shared_server: Server) -> Iterator[NewWindow]:
    """Opens windows; at the end nothing may have gone wrong in them."""
    opened: list[Window] = []

    def new(path: str, **options: Any) -> Window:
        opened.append(open_window(browser, shared_server.url, **options))
        opened[-1].page.goto(path)
        opened[-1].page.locator(READY).first.wait_for()
        return opened[-1]

    yield new
    for window in opened:
        window.close()


# The builder


def upload(page: Page, name: str, text: str) -> None:
    """Open a file in the builder."""
    page.locator("#upload").set_input_files(FilePayload(name=name, mimeType="text/plain", buffer=text.encode()))


def test_a_roster_is_built_kept_downloaded_and_played(new_window: NewWindow) -> None:
    page = new_window("/build").page
    points = page.locator(".points")
    expect(points).to_have_text("110")
    page.get_by_label("Melee: more").first.click()
    expect(points).to_have_text("111")
    page.get_by_label("Melee: more").first.click()
    expect(page.locator(".notes")).to_contain_text("Captain Agnes Varro, melee: is 6, and abilities usually run from 2")
    expect(page.locator(".notes .clause")).to_have_text("S2.C2")
    page.get_by_role("button", name="First edition").click()
    expect(page.locator(".notes .clause")).to_have_text("S1.C2")
    expect(page.locator(".carried").nth(3)).to_contain_text(
        re.compile("modifier .2 ")
    )  # a Sniper's, which the first edition adds
    page.get_by_role("button", name="+ Melee weapon").click()
    page.locator("[data-field='weapons[0].name']").fill("Halberd")
    page.locator("[data-field='weapons[0].points']").fill("9")
    page.get_by_role("group", name="Weapons").nth(1).get_by_role("button", name="Halberd").click()
    expect(page.locator(".carried").nth(1)).to_contain_text("Halberd")
    expect(points).to_have_text("121")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download .toml").click()
    file = Path(str(download.value.path())).read_text(encoding="utf-8")
    assert tomllib.loads(file)["weapons"][0]["name"] == "Halberd"
    page.reload()
    expect(points).to_have_text("121")
    page.get_by_role("button", name="New").click()
    expect(page.locator(".maker")).to_have_count(1)
    upload(page, "mine.toml", file)
    expect(points).to_have_text("121")
    page.get_by_role("button", name="Play this roster").click()
    page.locator(".opt").first.wait_for()
    assert re.search(r"/match/[\w-]{22}$", page.url)


def test_what_is_wrong_is_said_at_its_field(new_window: NewWindow) -> None:
    page = new_window("/build?kind=rosters&shipped=red-hall").page
    field = page.locator("[data-field='characters[0].toughness']")
    field.fill("0")
    expect(page.locator(".notes .fault")).to_contain_text("cannot be fielded")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Play this roster")).to_be_disabled()
    field.fill("3")
    expect(page.locator(".fault")).to_have_count(0)
    upload(page, "x.toml", "name = ")
    expect(page.locator("aside")).to_contain_text("this is not valid TOML")


def test_a_roster_is_built_with_the_keyboard(new_window: NewWindow) -> None:
    page = new_window("/build").page
    page.get_by_role("button", name="New").focus()
    page.keyboard.press("Enter")
    name = page.locator("[data-field='characters[0].name']")
    expect(name).to_have_value("Captain")
    page.get_by_role("button", name="+ Add a character").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")  # its name has the focus
    page.keyboard.type("Scout")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator(".maker").nth(1).locator("[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".maker").nth(1).locator(".rank")).to_contain_text("(")
    assert "Scout" in page.evaluate(KEPT)


# Odds


def test_the_chart_follows_the_slider_and_the_address_has_the_question(new_window: NewWindow) -> None:
    page = new_window("/odds/skirmish/test?ability=3").page
    expect(page.locator(".chart .value").first).to_have_text("13%")
    page.get_by_label("Ability, slider").fill("1")
    expect(page.locator(".chart .value").first).to_have_text("50%")
    page.wait_for_url("**ability=1&**")
    page.get_by_role("button", name="Keep for comparison").click()
    page.get_by_label("Ability", exact=True).fill("2")
    expect(page.locator(".chart .value").first).to_have_text("25%")
    assert page.locator("rect.then").count() == 2
    page.get_by_text("As a table").first.click()
    expect(page.locator(".numbers tbody tr").first).to_contain_text("25.00%")
    page.get_by_label("Ability", exact=True).fill("11")
    expect(page.get_by_role("alert")).to_have_text("ability must be a whole number from 0 to 10, not 11.")
    page.wait_for_url("**ability=11&**")
    page.goto(page.url.replace("ability=11", "ability=5"))
    expect(page.get_by_label("Ability", exact=True)).to_have_value("5")


def test_a_text_of_parts_has_a_field_for_each(new_window: NewWindow) -> None:
    page = new_window("/odds/skirmish/clash").page
    expect(page).to_have_title("Odds: Who wins a clash? · Battlewright")
    attacker = page.get_by_role("group", name="Attacker")
    attacker.get_by_label("Weapon").select_option("spear")
    expect(page.locator(".said-odds")).to_contain_text("Melee 4, Toughness 3, stress 0, Spear")
    attacker.get_by_label("Stress", exact=True).fill("2")
    expect(page.locator(".said-odds")).to_contain_text("Melee 4, Toughness 3, stress 2, Spear")
    page.wait_for_url("**attacker=melee%3D4%2Cstress%3D2%2Cweapon%3Dspear**")


def test_the_rulebook_that_one_plays_comes_first(new_window: NewWindow) -> None:
    page = new_window("/rules").page
    for played in ("heroes", "formations"):
        page.evaluate(
            "system => localStorage.setItem('battlewright.matches', JSON.stringify([{id: 'x', title: 't', system}]))",
            played,
        )
        page.goto("/rules")
        expect(page.locator(".tabs a").nth(1)).to_have_text(played.capitalize())
        expect(page.locator(".clauses :is(h2, h3)").first).to_contain_text(re.compile(played, re.IGNORECASE))


def test_answers_that_are_no_longer_asked_for_are_dropped(new_window: NewWindow) -> None:
    window = new_window("/odds/formations/attack")
    page = window.page
    for dice in range(2, 22):
        page.get_by_label("Dice", exact=True).fill(str(dice))
    expect(page.locator(".said-odds p").first).to_contain_text("21 dice")
    page.wait_for_timeout(200)
    expect(page.locator(".said-odds p").first).to_contain_text("21 dice")


# The rulebook


def test_the_rulebook_is_searched_and_opened_at_a_clause(new_window: NewWindow) -> None:
    page = new_window("/rules/skirmish#S2.K7").page
    expect(page.locator("[id='S2.K7']")).to_be_in_viewport()
    expect(page.locator("[id='S2.K7']")).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("threat_stops")
    expect(page.locator(".ruled:visible")).to_have_count(1)
    expect(page.locator(".ruled:visible")).to_contain_text("off")
    expect(page.locator(".ruled:visible .kind.option")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".seek [role=status]")).to_have_text("98 clauses")
    page.locator("#search").fill("s1.f3")
    page.locator(".ruled:visible").get_by_role("link", name="S2.F4").click()
    expect(page.locator("[id='S2.F4']")).to_be_focused()  # the search gave way
    page.goto("/rules")
    page.locator("#search").fill("dodge")
    expect(page.locator(".ruled:visible mark").first).to_have_text(re.compile("dodge", re.IGNORECASE))


def test_the_description_of_the_interface_is_shown_with_its_examples(new_window: NewWindow) -> None:
    page = new_window("/api/docs").page
    expect(page.locator(".opblock-summary-path", has_text=re.compile("/api/matches/.*/guide/.*reach"))).to_be_visible()
    page.locator("#operations-matches-get_news_api_matches__match__news_get .opblock-summary-control").click()
    expect(page.locator(".opblock.is-open .highlight-code").first).to_contain_text('"kind": "news"')
    expect(page.get_by_role("button", name="SocketCommand").first).to_be_attached()


def test_a_chip_leads_to_the_rulebook(new_window: NewWindow) -> None:
    page = new_window("/build").page
    page.get_by_label("Melee: more").first.click(click_count=2)
    page.locator(".notes .clause").click()
    page.get_by_role("link", name="In the rulebook").click()
    expect(page.locator("[id='S2.C2']")).to_be_focused()


# All of them


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible_and_fit_a_phone(new_window: NewWindow, scheme: str) -> None:
    window = new_window(PAGES[0], color_scheme=scheme, viewport={"width": 390, "height": 844})
    found = []
    for path in PAGES:
        window.page.goto(path)
        window.page.locator(READY).first.wait_for()
        assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        broken = Axe().run(window.page).response["violations"]
        serious = [each for each in broken if each["impact"] in ("serious", "critical")]
        found += [f"{path}: {each['id']}: {node['html'][:160]}" for each in serious for node in each["nodes"][:3]]
    assert found == []


# Estimates


def test_a_change_of_a_roster_changes_how_strong_it_is_within_seconds(new_window: NewWindow) -> None:
    page = new_window("/build?kind=rosters&shipped=red-hall").page
    panel, words = page.get_by_role("region", name="How strong is it?"), page.locator(".estimate .words b")
    expect(words).to_have_text(re.compile(r"^Red Hall wins \d+% on average$"))
    expect(panel.get_by_role("listitem")).to_have_count(7)
    expect(panel.get_by_role("listitem").first).to_contain_text(re.compile(r"Gable Foxes\d+% \(\d+ to \d+%\)"))
    expect(panel).not_to_have_class(re.compile("pale"))
    before = page.evaluate(WINS)
    page.locator("[data-field$='.toughness']").evaluate_all(
        """all => all.forEach((each) => {each.value = "1"; each.dispatchEvent(new Event("input", {bubbles: true}));})"""
    )
    expect(panel).to_have_class(re.compile("pale"))
    page.wait_for_function(f"before => ({WINS}) < before - 5", arg=before, timeout=4000)
    expect(panel).not_to_have_class(re.compile("pale"))
    page.locator("[data-field='characters[0].toughness']").fill("0")
    expect(panel).to_contain_text("There is no estimate while something is wrong.")
    page.locator("[data-field='characters[0].toughness']").fill("2")
    expect(words).to_have_text(re.compile("^Red Hall wins"))
    with page.expect_request(re.compile("/estimate$")) as asked:
        page.locator("[name=table]").select_option("bridge")
    assert '"table":"bridge"' in (asked.value.post_data or "")
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


def test_an_estimate_of_one_battle_tells_who_falls_how_often(new_window: NewWindow) -> None:
    page = new_window("/odds/skirmish/shot").page
    page.evaluate(
        """async () => {
            const {estimatePanel} = await import("/static/estimate.js");
            const options = {encounter: "nowhere"};
            window.panel = estimatePanel({system: "heroes", heading: "How deadly is it?", wanted: () => ({options})});
            document.querySelector(".page").append(panel.node);
            panel.changed();
            window.mend = () => delete options.encounter;
        }"""
    )
    expect(page.locator(".estimate .words")).to_contain_text("nowhere")
    page.evaluate("mend(); panel.changed()")
    words = r"^Heroes \d+% \(\d+ to \d+%\), Foes .*battles by the greedy bot on both sides$"
    expect(page.locator(".estimate .words")).to_have_text(re.compile(words))
    expect(page.locator(".estimate li").first).to_have_text(re.compile(r"Silarn \(a1\)falls in [\d.]+%"))
    expect(page.get_by_role("heading", name="Losses of Foes")).to_be_visible()
