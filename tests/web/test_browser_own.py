"""A person's own things in a real browser: files that are brought, kept, changed and played with."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from battlewright import systems
from tests.web.browser import NewWindow

DROP = """files => { const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); }"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def shipped(kind: str, name: str, renamed: str = "") -> str:
    """The text of a shipped file, with another name."""
    shelves = [shelf for system in map(systems.load, systems.names()) for shelf in system.setup.shelves]
    text = next(shelf for shelf in shelves if shelf.kind == kind).text(name)
    return re.sub("^name = .*$", f'name = "{renamed}"', text, count=1, flags=re.MULTILINE) if renamed else text


def drop(page: Page, **files: str) -> None:
    page.evaluate(DROP, [[name.replace("_", "."), text] for name, text in files.items()])


def start(page: Page) -> None:
    page.goto("/")
    page.locator("#upload button").wait_for()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["laptop", "phone"])
def test_dropped_files_are_chosen_where_they_belong_and_played(new_window: NewWindow, size: dict[str, object]) -> None:
    window = new_window(**size)
    page = window.page
    start(page)
    drop(
        page,
        a_toml=shipped("rosters", "red-hall", "Our Hall"),
        b_toml=shipped("tables", "bridge", "Our Bridge"),
        c_toml=shipped("scenarios", "hold-the-middle", "Our Middle"),
        d_toml=shipped("rosters", "gable-foxes", "Their Foxes"),
    )
    for label, chosen in (
        ("Your roster", "Our Hall"),
        ("Their roster", "Their Foxes"),
        ("Table", "Our Bridge"),
        ("Scenario", "Our Middle"),
    ):
        expect(page.get_by_label(label).locator("option:checked")).to_have_text(chosen)
    page.locator(".preview svg").wait_for()
    page.get_by_role("button", name="Start the battle").click()
    page.locator(".opt").first.wait_for()
    expect(page.locator("body")).to_contain_text("Our Hall")


def test_sheets_gather_in_a_party_and_an_encounter_of_ones_own_is_played(new_window: NewWindow) -> None:
    page = new_window().page
    start(page)
    drop(page, a_toml=shipped("sheets", "brannoc", "Ada"), b_toml=shipped("sheets", "mirelle", "Ben"))
    expect(page.locator(".preview .ranks div.a")).to_contain_text("Ada, Ben")
    drop(page, c_toml=shipped("encounters", "the-toll-bridge", "Our bridge"))
    expect(page.get_by_label("Encounter").locator("option:checked")).to_have_text("Our bridge")
    page.get_by_role("button", name="Start the battle").click()
    page.locator(".opt").first.wait_for()
    expect(page.locator("body")).to_contain_text("Ada")


def test_a_list_asks_for_a_file(new_window: NewWindow, tmp_path: Path) -> None:
    page = new_window().page
    start(page)
    page.get_by_role("radio", name="Formations").check()
    for label, name in (("Their force", "Reeds"), ("Your force", "Stones")):
        (tmp_path / "force.toml").write_text(shipped("forces", "marsh-coven", name))
        with page.expect_file_chooser() as chooser:
            page.get_by_label(label).select_option("A file of yours …")
        chooser.value.set_files(tmp_path / "force.toml")
        expect(page.get_by_label(label).locator("option:checked")).to_have_text(name)
    expect(page.locator(".preview .ranks")).to_contain_text("Stones")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("scan.pdf", "%PDF-1.7", "scan.pdf: the file must be TOML or JSON"),
        ("big.toml", "#" * 5_000_000, "big.toml has 5,000 kB; at most 200 are read."),
        ("actor.json", json.dumps({"name": "Hob", "system": {}, "prototypeToken": {}}), "a sheet of Foundry VTT"),
        ("sword.toml", shipped("weapons", "sword"), "Sword is a weapon, which a battle does not take by itself."),
        ("notes.json", '{"colour": "red"}', "notes.json is of no kind that is known here"),
        ("many.json", json.dumps({"name": "x", "characters": [{}] * 5_000}), "characters"),
        ("half.toml", "name = ", "half.toml:1: this is not valid TOML"),
        ("picture.png", "\x89PNG\0", "picture.png is no text"),
        ("markup.json", '{"<img src=x onerror=alert(1)>": 1, "b": 2}', "it has '<img src=x onerror=alert(1)>'"),
    ],
)
def test_a_bad_file_gets_a_sentence_and_changes_nothing(new_window: NewWindow, name: str, text: str, said: str) -> None:
    window = new_window()
    start(window.page)
    before = window.page.get_by_label("Your roster").input_value()
    window.page.evaluate(DROP, [[name, text]])
    expect(window.page.locator("#own .refusal")).to_contain_text(said)
    assert window.page.get_by_label("Your roster").input_value() == before


def test_a_bad_file_does_not_keep_the_others_out(new_window: NewWindow) -> None:
    page = new_window().page
    said = re.compile("a.toml:1: this is not valid.*b.png is no text", re.DOTALL)
    start(page)
    drop(page, a_toml="name = ", b_png="\0", c_toml=shipped("rosters", "red-hall", "Our Hall"))
    expect(page.get_by_label("Your roster").locator("option:checked")).to_have_text("Our Hall")
    expect(page.locator("#own .refusal")).to_have_text(said)
    page.goto("/mine")
    expect(page.locator(".thing")).to_have_count(1)
    drop(page, a_toml="name = ", b_png="\0", c_toml=shipped("tables", "wood", "Our Wood"))
    expect(page.locator(".thing")).to_have_count(2)
    expect(page.locator(".refusal")).to_have_text(said)


def test_a_file_that_a_builder_does_not_take_leaves_what_is_open(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/build?kind=rosters&shipped=red-hall")
    for name, text, said in (
        ("hero.toml", shipped("sheets", "brannoc"), "hero.toml is a sheet; this needs a roster."),
        ("bad.toml", 'name = "B"\ncharacters = []', "bad.toml:2: characters: must have at least 1 entry"),
        ("scan.pdf", "%PDF\0", "scan.pdf is no text"),
    ):
        page.locator("#upload").set_input_files({"name": name, "mimeType": "", "buffer": text.encode()})
        expect(page.locator("aside > .refusal")).to_contain_text(said)
        expect(page.locator("aside > .refusal")).to_contain_text("Red Hall stays open.")
    expect(page.locator(".stale, [aria-invalid], .fault")).to_have_count(0)
    expect(page.get_by_role("button", name="Play this roster")).to_be_enabled()
    page.get_by_label("Name", exact=True).first.fill("Our Hall")
    expect(page.locator("aside > .refusal")).to_be_hidden()
    page.goto("/build?system=skirmish&kind=tables&shipped=wood")
    typed = page.get_by_label("The table as TOML")
    expect(typed).to_have_value(re.compile("Wood"))
    typed.fill(typed.input_value() + "colour = ")
    expect(page.locator(".fault")).to_be_visible()
    page.locator("#upload").set_input_files({"name": "b.toml", "mimeType": "", "buffer": b"name = "})
    expect(page.locator("aside > .refusal")).to_contain_text("b.toml:1: this is not valid TOML")
    expect(typed).to_have_value(re.compile("colour = $"))


def test_what_is_deleted_is_taken_back_and_two_presses_delete_one_thing(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/mine")
    page.get_by_text("Nothing yet.").wait_for()
    drop(
        page,
        **{f"{name}_toml": shipped("rosters", "red-hall", name.capitalize()) for name in ("ash", "birch", "cedar")},
    )
    things = page.locator(".thing")
    expect(things).to_have_count(3)
    page.get_by_role("button", name="Delete").nth(0).dblclick()
    expect(page.locator(".deleted")).to_contain_text("is deleted.")
    expect(things).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(things).to_have_count(3)
    page.goto("/build?kind=rosters")
    page.locator("#picker").select_option(label="Birch")
    expect(page).to_have_url(re.compile("mine="))
    page.get_by_role("button", name="Delete").dblclick()
    own = page.locator("#picker optgroup").first.locator("option")
    expect(own).to_have_count(2)
    page.get_by_role("button", name="Take back Birch").click()
    expect(own).to_have_count(3)
    expect(page.locator("#picker option:checked")).to_have_text("Birch")


def test_a_browser_that_keeps_nothing_says_so_and_plays(new_window: NewWindow) -> None:
    page = new_window().page
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('none'); }})")
    page.goto("/build?kind=rosters&shipped=red-hall")
    page.get_by_label("Name", exact=True).first.fill("Our Hall")
    expect(page.locator(".notes .clear")).to_be_visible()
    expect(page.locator("aside > .refusal")).to_contain_text("no more room for your things")
    page.goto("/mine")
    page.get_by_text("Nothing yet.").wait_for()
    start(page)
    page.get_by_role("button", name="Play now").click()
    page.locator(".opt").first.wait_for()


def test_things_are_kept_changed_copied_downloaded_and_deleted(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/mine")
    page.get_by_text("Nothing yet.").wait_for()
    drop(page, a_toml=shipped("rosters", "red-hall", "<b>Our</b> Hall"), b_toml=shipped("tables", "wood", "Our Wood"))
    things = page.locator(".thing")
    expect(things).to_have_count(2)
    hall = things.filter(has_text="<b>Our</b> Hall")
    hall.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("<b>Our</b> Hall again")).to_be_visible()
    with page.expect_download() as download:
        hall.first.get_by_role("button", name="Download").click()
    assert "Hall" in tomllib.loads(Path(str(download.value.path())).read_text(encoding="utf-8"))["name"]
    things.filter(has_text="again").get_by_role("button", name="Delete").click()
    expect(things).to_have_count(2)
    things.filter(has_text="Our Wood").get_by_role("link", name="Change").click()
    text = page.get_by_label("The table as TOML")
    expect(text).to_have_value(re.compile("Our Wood"))
    page.locator(".preview svg").wait_for()
    text.fill(text.input_value().replace("Our Wood", "Our Forest") + "\ncolour = 4")
    expect(page.locator(".fault")).to_contain_text("colour: is not a known field")
    page.reload()  # what is faulty is not lost
    expect(page.locator(".fault")).to_contain_text("is not a known field")
    text.fill(text.input_value().replace("\ncolour = 4", ""))
    expect(page.locator(".notes .clear")).to_be_visible()
    page.goto("/mine")
    things.filter(has_text="Our Forest").get_by_role("link", name="Play").click()
    expect(page.get_by_label("Table").locator("option:checked")).to_have_text("Our Forest")


def test_what_ships_is_copied_by_changing_it(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/mine")
    page.locator("summary", has_text="Skirmish").click()
    page.get_by_role("link", name="Kill The Captain").click()
    text = page.get_by_label("The scenario as TOML")
    expect(text).to_have_value(re.compile("round_limit|rounds"))
    text.fill(re.sub("^name = .*$", 'name = "Our game"', text.input_value(), count=1, flags=re.MULTILINE))
    expect(page.locator("#picker option:checked")).to_have_text("Our game")
    page.goto("/mine")
    expect(page.locator(".thing")).to_contain_text("Our game")


def test_a_roster_has_a_points_target_and_is_played_with_things_of_ones_own(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/mine")
    page.get_by_text("Nothing yet.").wait_for()
    drop(page, a_toml=shipped("tables", "wood", "Our Wood"), b_toml=shipped("rosters", "gable-foxes", "Our Foxes"))
    expect(page.locator(".thing")).to_have_count(2)
    page.goto("/build?kind=rosters&shipped=red-hall")
    expect(page.locator(".points")).to_have_text(re.compile(r"\d+"))
    points = int(page.locator(".points").inner_text())
    page.get_by_label("Points target").fill(f"{points - 5}")
    expect(page.locator(".target")).to_have_text("5 over")
    page.get_by_label("Points target").fill(f"{points + 7}")
    expect(page.locator(".target")).to_have_text("7 left")
    page.get_by_label("Against").select_option("Our Foxes")
    page.locator("select[name=table]").select_option("Our Wood")
    page.locator("select[name=scenario]").select_option("hold-the-middle")
    page.get_by_role("button", name="Play this roster").click()
    page.locator(".opt").first.wait_for()
    expect(page.locator("body")).to_contain_text("Our Foxes")


def test_a_list_from_a_chat_is_pasted_into_the_builder(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    page.goto("/build?system=skirmish&kind=rosters&shipped=red-hall")
    expect(page.get_by_role("textbox", name="Name", exact=True).first).to_have_value("Red Hall")
    paste = """text => { const data = new DataTransfer(); data.setData('text', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true})); }"""
    page.evaluate(paste, "Night Watch (75 points)\nCaptain M4 B4 T4 A4 sword, pistol\n2 Guards M3 B2 T3 A3 - spear")
    expect(page.get_by_role("textbox", name="Name", exact=True).first).to_have_value("Night Watch")
    expect(page.locator("aside")).to_contain_text("53")
    page.evaluate(paste, "Night Watch\nCaptain M4 B4 T4 A4 sward")
    expect(page.locator("aside")).to_contain_text("pasted.txt:2: 'sward' is not understood")
    expect(page.locator("aside")).to_contain_text("Night Watch stays open.")
    expect(page.get_by_role("textbox", name="Name", exact=True).first).to_have_value("Night Watch")


@pytest.mark.parametrize("kind", ["rosters", "tables"])
def test_two_tabs_with_one_thing_do_not_overwrite_each_other(new_window: NewWindow, kind: str) -> None:
    page = new_window().page
    page.goto(f"/build?kind={kind}&new")
    page.locator(".notes li").first.wait_for()
    name = page.locator("[data-field=name]").first if kind == "rosters" else page.locator(".code")
    text = {"rosters": "First", "tables": 'name = "First"\n'}[kind]
    name.fill(text)
    expect(page.locator("#picker option:checked")).to_have_text("First")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#picker option:checked")).to_have_text("First")
    theirs = other.locator("[data-field=about]") if kind == "rosters" else other.locator(".code")
    theirs.fill({"rosters": "By the other", "tables": 'name = "First"\nabout = "By the other"\n'}[kind])
    mine = page.locator("[data-field=about]") if kind == "rosters" else name
    expect(mine).to_have_value(re.compile("By the other"))
    name.fill(text.replace("First", "Second") if kind == "rosters" else name.input_value().replace("First", "Second"))
    expect(other.locator("#picker option:checked")).to_have_text("Second")
    expect(theirs).to_have_value(re.compile("By the other"))


def test_a_list_is_pasted_into_a_field(new_window: NewWindow) -> None:
    """Where there is no keyboard, only fields take what is pasted."""
    page = new_window().page
    page.goto("/build?kind=rosters&new")
    page.locator(".notes li").first.wait_for()
    paste = """(field, text) => { const data = new DataTransfer(); data.setData('text', text);
        field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }"""
    page.locator("[data-field=about]").evaluate(
        paste, "Night Watch\nCaptain M4 B4 T4 A4 sword\n2x Guard M3 B2 T3 A3 - spear\n"
    )
    expect(page.locator("#picker option:checked")).to_have_text("Night Watch")
    expect(page.locator(".maker")).to_have_count(2)
