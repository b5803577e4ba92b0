"""What steps do is shown on the cards of Heroes and Formations, in a match and in its replay, moving or still."""

from __future__ import annotations

import pytest

from battlewright.client import Client
from tests.web.browser import NewWindow, Window

NOTED = """
window.seen = [];
window.heard = "";
new MutationObserver(() => {
  heard += document.querySelector("#said")?.textContent ?? "";
  const marks = document.querySelector(".deed-marks > g");
  if (!marks || marks === window.last) return;
  window.last = marks;
  seen.push({
    acts: marks.querySelectorAll(".acts").length,
    aims: marks.querySelectorAll(".aim").length,
    told: [...marks.querySelectorAll(".told")].map((each) => each.textContent),
    moves: getComputedStyle(marks.querySelector(".told") ?? document.body).animationName,
  });
}).observe(document, {childList: true, subtree: true});
"""
"""Notes each mark in the page that is shown."""
BEGIN = "async (wanted) => (await (await import('/static/api.js')).begin(wanted)).match"
AIMED = "() => seen.some((each) => each.acts && each.aims) && seen.some((each) => each.told.length)"


def moves(window: Window) -> set[str]:
    """The animations of what was told."""
    return set(window.page.evaluate("seen.filter(({told}) => told.length).map(({moves}) => moves)"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize(("system", "kinds"), [("heroes", ["use"]), ("formations", ["activate", "act"])])
def test_who_acts_at_whom_and_what_it_did_is_shown_while_one_may_choose(
    new_window: NewWindow, system: str, kinds: list[str], motion: str
) -> None:
    window = new_window(reduced_motion=motion)
    page = window.page
    page.add_init_script(NOTED)
    page.goto("/")
    page.goto(
        f"/match/{page.evaluate(BEGIN, {'system': system, 'players': {'a': 'person', 'b': 'greedy'}, 'seed': 5})}"
    )
    for kind in kinds:
        page.locator(f".opt[data-choice^='{kind} ']").first.wait_for()
        window.choose(f"{kind} ")
    page.wait_for_function(AIMED)
    page.locator(".deed-marks .told, .deed-marks .acts").first.wait_for()
    window.make(page.locator(".opt").first)  # nothing waits for what is shown
    assert moves(window) == {"float" if motion == "no-preference" else "none"}
    assert page.locator(".deed-marks").get_attribute("aria-hidden") == "true"
    assert page.evaluate("heard")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_replay_shows_the_cards_as_they_were_and_what_a_step_did(
    new_window: NewWindow, client: Client, motion: str
) -> None:
    match = client.new_match("heroes", players={"a": "greedy", "b": "greedy"}, seed=5, public=True)
    window = new_window(reduced_motion=motion)
    page = window.page
    page.add_init_script(NOTED)
    page.route("**/report", lambda route: route.abort())
    page.goto(f"/match/{match.id}")
    page.get_by_role("link", name="Replay and report").wait_for()
    page.goto(f"/match/{match.id}/replay?at=4")
    page.locator("[data-tag=b1] .pool").first.wait_for()
    assert "Silarn (a1)" not in page.locator(".steps").inner_text()  # names have their colour instead
    page.get_by_role("button", name="One step on").click()
    page.wait_for_function("() => seen.some(({told}) => told.some(each => each.endsWith('8')))")
    health = page.locator("[data-tag=b5] .pool b").first
    health.get_by_text("11/19").wait_for()
    page.get_by_role("button", name="One step back").click()
    health.get_by_text("19/19").wait_for()
    assert moves(window) == {"float" if motion == "no-preference" else "none"}
