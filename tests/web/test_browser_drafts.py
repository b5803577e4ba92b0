"""What ``play --browser`` names, in the form of a real browser."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from playwright.sync_api import expect

from battlewright import systems
from tests.cli.test_server import ROSTER, playing
from tests.web.browser import NewWindow


def test_what_the_command_line_names_is_in_the_form(new_window: NewWindow, tmp_path: Path) -> None:
    table = next(shelf for shelf in systems.load("skirmish").setup.shelves if shelf.kind == "tables").text("rooftops")
    (tmp_path / "mine.toml").write_text(ROSTER)
    (tmp_path / "table.toml").write_text(table.replace('name = "', 'name = "My ', 1))
    mine, table = str(tmp_path / "mine.toml"), str(tmp_path / "table.toml")
    options = ("--table", table, "--edition", "first", "--option", "threat_stops_moves", "--rounds", "4")
    with playing(tmp_path, mine, "red-hall", *options, "--level", "hard") as next_page:
        url = next_page()
        window = new_window(SimpleNamespace(url=url.partition("?")[0][:-1]))
        page = window.page
        page.goto(url)
        for name, chosen in (
            ("one", "The Zephyrine Watch"),
            ("other", "Red Hall"),
            ("option.table", "My Rooftops"),
            ("option.edition", "First"),
            ("opponent", "Hard: Makes few mistakes."),
        ):
            expect(page.locator(f"select[name='{name}'] option:checked")).to_have_text(chosen)
        expect(page.get_by_label("Threat stops moves")).to_be_checked()
        expect(page.get_by_label("Rounds")).to_have_value("4")
        expect(page.locator(".preview svg")).to_be_visible()
        assert "#" not in page.url
        page.get_by_role("button", name="Start the battle").click()
        page.locator(".log .step").first.wait_for()
        expect(page.locator(".chip.a")).to_contain_text("The Zephyrine Watch")
        page.goto(url)
        expect(page.get_by_role("alert").filter(has_text="run the command again")).to_be_visible()
        page.goto("/mine")
        expect(page.locator(".thing")).to_have_count(2)


def test_an_encounter_with_a_file_for_its_heroes_is_in_the_form(new_window: NewWindow, tmp_path: Path) -> None:
    sheets = next(shelf for shelf in systems.load("heroes").setup.shelves if shelf.kind == "sheets")
    (tmp_path / "mine.toml").write_text(sheets.text("silarn").replace('name = "Silarn', 'name = "Zephyr', 1))
    party = f"{tmp_path / 'mine.toml'},brannoc"
    with playing(tmp_path, "heroes", "the-barrow", "--party", party) as next_page:
        url = next_page()
        page = new_window(SimpleNamespace(url=url.partition("#")[0][:-1])).page
        page.goto(url)
        expect(page.get_by_role("radio", name="Heroes")).to_be_checked()
        expect(page.locator("select[name='option.encounter']")).to_have_value("the-barrow")
        expect(page.locator(".preview")).to_contain_text("Zephyr", timeout=60_000)
