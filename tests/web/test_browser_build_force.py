"""The force builder in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from battlewright.systems.formations.setup.engagement import FORCES
from tests.web.browser import NewWindow, violations_on

SIZES = {"laptop": {}, "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True}}


def ability(page: Page, name: str) -> None:
    """Give the first kind an ability that dazes."""
    kind = page.locator("article[data-field='kinds[0]']")
    kind.get_by_role("button", name="+ Ability").click()
    kind.get_by_label("Name", exact=True).fill(name)
    kind.get_by_label("Against").select_option("will")
    kind.get_by_label("Effect").select_option("dazed")
    kind.get_by_label("It lands").select_option("double")


@pytest.mark.parametrize("size", [pytest.param("laptop", marks=pytest.mark.nightly), "phone"])
def test_a_force_is_made_from_nothing_kept_and_played(new_window: NewWindow, size: str) -> None:
    page = new_window(**SIZES[size]).page
    page.goto("/build?kind=forces&new")
    strength = page.locator(".points")
    expect(strength).to_have_text("20")  # eight of MIGHT 2, and a captain of 4
    page.get_by_label("Name", exact=True).first.fill("River folk")
    ability(page, "Old song")
    expect(page.locator(".said").first).to_contain_text("Old song: 1 die for each model, against WILL.")
    expect(page.locator(".said").first).to_contain_text(re.compile("On a Double .*loses its action"))
    page.get_by_role("button", name="+ Add a kind").click()
    page.get_by_label("Name of the kind").last.fill("Giant")
    page.locator("[data-field='kinds[2].might']").fill("9")
    page.get_by_role("button", name="+ Add a group").click()
    page.locator("select[data-field='groups[2].kind']").select_option("Giant")
    page.locator("[data-field='groups[2].models']").fill("1")
    expect(strength).to_have_text("29")
    expect(page.locator(".estimate .words")).to_contain_text("River folk wins", timeout=15_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download .toml").click()
    path = Path(str(download.value.path())).with_suffix(".toml")
    path.write_bytes(Path(str(download.value.path())).read_bytes())
    force = FORCES.read(str(path))
    assert (force.name, force.strength, force.kinds[0].actions[0].effect) == ("River folk", 29, "dazed")
    page.reload()
    expect(strength).to_have_text("29")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Play this force").click()
    page.locator(".opt").first.wait_for()
    expect(page.locator("body")).to_contain_text("River folk")


def test_faults_of_a_force_stand_at_their_fields(new_window: NewWindow) -> None:
    window = new_window()
    page = window.page
    page.goto("/build?kind=forces&shipped=river-guard")
    page.locator(".said li").first.wait_for()
    page.locator("[data-field='groups[0].models']").fill("2")
    expect(page.locator("[data-field='groups[0].models']")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".notes .fault")).to_contain_text("a formation has at least 3 models")
    expect(page.get_by_role("button", name="Play this force")).to_be_disabled()
    page.locator("[data-field='groups[0].models']").fill("3")
    expect(page.locator(".fault")).to_have_count(0)
    page.get_by_label("Name of the kind").first.fill("Watch")  # its groups follow
    expect(page.locator(".notes .clear")).to_be_visible()
    assert violations_on(window, "the force builder") == ""


def test_another_roll_takes_other_fields(new_window: NewWindow) -> None:
    page = new_window().page
    page.goto("/build?kind=forces&new")
    ability(page, "Horn")
    for roll, said in (
        ("order", "An order, without a roll"),
        ("test", "A WILL test."),
        ("", "Each success is a Wound"),
    ):
        page.get_by_label("It is").select_option(roll)
        expect(page.locator(".said").first).to_contain_text(re.compile(f"Horn:.*{re.escape(said)}"))
        expect(page.locator(".fault")).to_have_count(0)
