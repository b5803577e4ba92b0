"""Heroes, Formations and any other system in a real browser, and the form that begins a battle of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from battlewright.client import Client
from battlewright.engine.errors import ServerError
from tests import packages
from tests.web.browser import NewWindow, Window, violations_on
from tests.web.conftest import NewServer, install_pig

PHONE = {"width": 390, "height": 844}


def labelled(window: Window, label: str) -> Locator:
    """The field with a label; that of a select has the texts of its options too."""
    return window.page.locator(f"label:has(> span:text-is('{label}')) > :is(select, input)")


def set_up(window: Window, system: str, **fields: str) -> None:
    """Fill in the form of a battle of one's own: fields by their labels, with _ for a space."""
    page = window.page
    page.goto("/")
    page.get_by_role("radio", name=system).check()
    page.get_by_text("Rules, time and seed").click()
    for label, value in fields.items():
        field = labelled(window, label.replace("_", " "))
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator(".preview figcaption").wait_for(state="attached")


def begin(window: Window) -> None:
    window.page.get_by_role("button", name="Start the battle").click()
    window.page.locator(".opt").first.wait_for()


def is_over(window: Window) -> bool:
    return "The battle is over" in window.page.locator(".who").inner_text()


def test_a_game_master_runs_an_encounter_to_its_end(new_window: NewWindow) -> None:
    window = new_window()
    set_up(window, "Heroes", Encounter="cudgels-in-the-alley", You_play="master", **SEED)
    begin(window)
    page = window.page
    assert page.locator(".combatant").count() == 7
    assert (
        page.locator(".initiative li.now").inner_text().split("\n")[0] in page.locator(".combatant.acting").inner_text()
    )
    page.locator("[data-tag=a2] .defences").hover()
    breakdown = page.locator(".breakdown").inner_text()
    assert re.search(r"Dodge\s+2\s+now; 4 = Dexterity 4 H\.D1", breakdown)
    assert "Around Brannoc: Ruffian 1 at 1, Ruffian 2 at 5" in (
        page.locator("[data-tag=a2] .ring-of").get_attribute("aria-label") or ""
    )
    for tag, health in (("a1", "99"), ("a1", "1"), ("a2", "1")):
        page.locator(f"[data-tag={tag}]").get_by_role("button", name="Health").click()
        page.wait_for_function(
            "words => document.querySelector('.master .blanks select')?.value === words", arg=f"{tag} health"
        )
        page.get_by_label(re.compile("^New: 0 to ")).fill(health)
        page.get_by_role("button", name="Apply the change", exact=True).click()
        if health == "99":
            page.locator(".master .refusal", has_text="Health of Silarn (a1) is a whole number from 0 to 19").wait_for()
        else:
            page.locator(f"[data-tag={tag}]").get_by_text(re.compile(f"^{health}/")).wait_for()
    page.get_by_label("What to change").select_option(label="A condition begins")
    page.get_by_role("group", name="Whom").get_by_label("Silarn (a1)").check()
    labelled(window, "Condition").select_option("prone")
    page.get_by_role("button", name="Apply the change", exact=True).click()
    page.locator("[data-tag=a1] .condition", has_text="Prone").wait_for()
    page.get_by_text("Game master", exact=True).click()
    assert any("Silarn" in step and "19" in step for step in window.steps), window.steps
    for _ in range(60):
        if is_over(window):
            break
        best = page.locator(".opt:has(.star)")
        window.move((best if best.count() else page.locator(".opt")).first.click)
    assert is_over(window)
    assert "Foes" in window.question
    assert page.locator(".combatant.a.out").count() == 2


def test_chips_and_points_follow_the_rulings_of_the_match(new_window: NewWindow, client: Client) -> None:
    match = client.new_match("heroes", options={"rulings": ["ap=5"]}, public=True, seed=2)
    window = new_window()
    page = window.page
    page.goto(f"/match/{match.id}")
    expect(page.locator(".combatant.acting .ap i")).to_have_count(5)
    page.get_by_role("button", name="Rule H.N1").last.click()
    card = page.locator(".rule-card")
    expect(card).to_contain_text("In this match ap is 5 (usually 3).")
    card.get_by_role("button", name="Close").click()
    usual = client.new_match("heroes", public=True, seed=2)
    page.goto(f"/match/{usual.id}")
    expect(page.locator(".combatant.acting .ap i")).to_have_count(3)
    page.get_by_role("button", name="Rule H.N1").last.click()
    expect(card).to_contain_text("3 AP less what conditions cost")
    expect(card).not_to_contain_text("In this match")


SEED = {"Seed_(anyone_can_predict_the_dice)": "5", "Rounds": "6"}


def test_players_see_of_the_foes_what_is_seen_at_the_table(new_window: NewWindow) -> None:
    window = new_window()
    set_up(window, "Heroes", **SEED)
    window.page.get_by_label("Secret sheets").check()
    begin(window)
    foes = window.page.locator(".combatant.b .pool b")
    assert set(foes.all_inner_texts()) == {"?"}
    assert "?" not in "".join(window.page.locator(".combatant.a .pool b").all_inner_texts())
    assert window.page.locator(".combatant.b .defences").count() == 0
    window.page.locator("[data-tag=b1]").get_by_role("button").click()
    assert "This sheet is secret" in window.page.locator(".sheet-card").inner_text()


def test_an_engagement_is_played_to_its_end_with_the_keyboard(new_window: NewWindow) -> None:
    window = new_window(one_press=False)
    set_up(window, "Formations", Your_force="river-guard", Their_force="marsh-coven", **(SEED | {"Rounds": "2"}))
    page, press, rerolled = window.page, window.page.keyboard.press, False
    page.get_by_role("button", name="Start the battle").focus()
    press("Enter")
    page.locator(".opt").first.wait_for()
    assert page.locator("[data-tag=a1] .stands").count() == 4
    for _ in range(60):
        if is_over(window):
            break
        dice = page.locator(".reroll-die")
        if dice.count():
            page.locator(".opt .n:not(:empty)").first.wait_for()
            dice.first.focus()
            press("Space")
            assert dice.first.get_attribute("aria-pressed") == "true"
            assert page.locator(".opt.sel").get_attribute("data-choice") not in ("", "reroll")
            page.get_by_role("button", name="Roll 1 die again").focus()
            window.move(lambda: press("Enter"))
            rerolled = True
            continue
        order = page.locator(".opt[data-choice='activate group=2'], .opt[data-choice='act action=1']")
        key = (order if order.count() else page.locator(".opt")).first.locator("kbd").inner_text()
        press(key)
        page.locator(".opt.sel").wait_for()
        window.move(lambda: press("Enter"))
    assert rerolled
    assert is_over(window)
    assert any("reroll" in step.lower() for step in window.steps)
    assert page.locator(".fallen").count() > 0


def test_what_is_open_and_focused_stays_while_the_cards_change(new_window: NewWindow) -> None:
    window = new_window()
    set_up(window, "Formations", Your_force="river-guard", Their_force="marsh-coven", **(SEED | {"Rounds": "2"}))
    begin(window)
    page = window.page
    page.locator("[data-tag=a1] summary").click()
    for _ in range(3):
        window.move(lambda: page.locator(".opt").first.dispatch_event("click"))
        page.locator(".opt").first.wait_for()
    assert page.locator("[data-tag=a1] details[open] summary:focus").count() == 1
    assert page.locator("details[open]").count() == 1


def test_a_system_without_a_page_of_its_own_is_played_with_odds(new_window: NewWindow) -> None:
    window = new_window(one_press=False)
    set_up(window, "Pig", Goal="6", **{"Seed_(anyone_can_predict_the_dice)": "5"})
    begin(window)
    page = window.page
    page.locator(".opt .bar.on").first.wait_for()
    page.locator(".opt .star").first.wait_for()
    assert page.locator(".opt:has(.star) .n").first.inner_text() == "★ best"
    page.locator(".opt").first.click()
    assert re.search(r"Wins \d+%, solved exactly", page.locator(".dock").inner_text())
    for _ in range(40):
        if is_over(window):
            break
        page.locator(".opt .star").first.wait_for()
        window.make(page.locator(".opt:has(.star)").first)
    assert is_over(window)
    assert re.search(r"[ab] wins\.", window.question)
    assert page.locator(".status tbody th, .status tbody td:first-child").all_inner_texts() == [
        "turn",
        "at stake",
        "scores",
    ]


def test_the_system_of_the_tutorial_is_played_with_odds(
    new_window: NewWindow, new_server: NewServer, tmp_path: Path
) -> None:
    packages.install(tmp_path / "site", "ember-duel", "ember_duel.system:EMBER_DUEL")
    window = new_window(new_server(env=packages.environment(tmp_path / "site", packages.EMBER_DUEL)))
    set_up(window, "The Ember duel", Health="2", **{"Seed_(anyone_can_predict_the_dice)": "5"})
    begin(window)
    for _ in range(40):
        if is_over(window):
            break
        window.page.locator(".opt .star").first.wait_for()
        window.move(window.page.locator(".opt:has(.star)").first.click)
    assert is_over(window)
    assert re.search(r"Side [ab] wins\.|A draw\.", window.question)


def test_an_installed_system_brings_pages_of_its_own(
    new_window: NewWindow, new_server: NewServer, tmp_path: Path
) -> None:
    window = new_window(new_server(env=install_pig(tmp_path, "PIG_WITH_PAGES")))
    set_up(window, "Pig", Goal="6", **{"Seed_(anyone_can_predict_the_dice)": "5"})
    page = window.page
    assert page.locator(".blurb").inner_text() == "A die, and nerves."
    begin(window)
    assert page.locator(".pens li").all_inner_texts() == ["side a: 0", "side b: 0"]
    assert page.locator(".pens").evaluate("each => getComputedStyle(each).color") == "rgb(1, 2, 3)"
    assert page.locator("#typed").get_attribute("placeholder") == "roll, hold …"
    window.move(page.locator(".opt").first.click)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Give up").dblclick()
    page.get_by_role("link", name="Why did I lose?").click()
    page.get_by_role("heading", name="After 0 steps").wait_for()
    page.get_by_role("button", name="To the end").click()
    page.locator(".chip.b:has-text('side b')").wait_for()
    assert re.fullmatch(r"\d to \d", page.locator(".scores").first.inner_text())


@pytest.mark.parametrize(("scheme", "size"), [("light", {"width": 1366, "height": 820}), ("dark", PHONE)])
def test_the_pages_of_all_systems_are_accessible(new_window: NewWindow, scheme: str, size: dict[str, int]) -> None:
    window = new_window(color_scheme=scheme, viewport=size)
    found = []
    for system in ("Heroes", "Formations", "Pig"):
        set_up(window, system, **{"Seed_(anyone_can_predict_the_dice)": "5"})
        if system == "Heroes":
            window.page.get_by_label("You play").select_option("master")
            found.append(violations_on(window, "the form"))
        assert window.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        begin(window)
        if system == "Heroes":
            window.page.get_by_text("Game master", exact=True).click()
            window.page.get_by_label("What to change").wait_for()
        window.page.locator(".opt .n:not(:empty)").first.wait_for()
        found.append(violations_on(window, system))
        assert window.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert [each for each in found if each] == []


def test_a_set_up_is_shown_before_it_is_played(client: Client) -> None:
    seen = client.request("POST", "/api/systems/skirmish/preview", {"options": {"table": "bridge"}})
    assert seen["titles"] == {"a": "Lantern Company", "b": "The Hollow King"}
    assert seen["scene"]["terrain"]
    assert [seat["name"] for seat in seen["seats"]] == ["a", "b"]
    assert client.request("POST", "/api/systems/heroes/preview", {})["scene"] is None
    for system, name in {"skirmish": "Captain Agnes Varro", "heroes": "Silarn", "formations": "Ford archers"}.items():
        first, *others = client.request("POST", f"/api/systems/{system}/preview", {})["combatants"]
        assert first == {"number": 0, "tag": "a1", "name": name, "side": "a"}
        assert {each["side"] for each in others} == {"a", "b"}
    with pytest.raises(ServerError, match="Unknown table 'moon'"):
        client.request("POST", "/api/systems/skirmish/preview", {"options": {"table": "moon"}})


def test_a_game_master_leads_a_side_or_sits_apart(client: Client) -> None:
    match = client.new_match("heroes", master="b", seat="Game master", players={"a": "greedy", "Game master": "person"})
    number = match.news(0)["number"]
    match.say("set a2 ring 2 b3 6 b4")
    assert match.get("/guide/cards")["cards"][1]["ring"] == ["", "b3", "", "", "", "b4", "", ""]
    assert match.news(0)["number"] > number + 2
    with pytest.raises(ServerError, match="whole number from 0 to 19"):
        match.say("set a1 health 20")
    apart = client.new_match("formations", master="apart", players={"b": "random"}, seat="a")
    assert [seat["name"] for seat in apart.about()["seats"]] == ["a", "b", "master"]
    with pytest.raises(ServerError, match="Only a game master can change numbers; here that is master"):
        apart.say("set a1 wounds 0")
