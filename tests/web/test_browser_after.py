"""What comes after a match, in a real browser: the replay, the report, what if, sharing; and how matches end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, Route

from battlewright.client import RemoteMatch
from battlewright.engine.data_types import Offer
from battlewright.play.battle_report_data import CostlyChoice, KeyMoment, MatchReportData
from tests.web.browser import NewWindow, Window, violations_on
from tests.web.conftest import NewServer
from tests.web.play import play
from tests.web.server import Server

LONG = 20_000
PLACES = """() => [...document.querySelectorAll('.layer.models .model')]
    .map((each) => [each.dataset.model, each.getAttribute('transform')])"""


@pytest.fixture(scope="module")
def short(shared_server: Server) -> RemoteMatch:
    """A Skirmish of one round that is over."""
    match = shared_server.client.new_match("skirmish", options={"rounds": 1}, name="Ann")
    play(match)
    return match


def open_replay(window: Window, id: str, at: int | None = None, report: bool = False) -> Page:
    """Open the replay of a match; without its report, unless it is wanted."""
    page = window.page
    if not report:
        page.route("**/report", lambda route: route.abort())
    page.goto(f"/match/{id}/replay" + ("" if at is None else f"?at={at}"))
    page.locator(".steps li").first.wait_for()
    return page


def at(page: Page) -> int:
    """The step that the replay shows."""
    page.wait_for_function("() => document.querySelector('.position').textContent")
    return int((page.locator(".position").text_content() or "").split(" / ")[0])


def test_a_replay_is_led_by_slider_keys_and_list(new_window: NewWindow, short: RemoteMatch) -> None:
    page = open_replay(new_window(), short.id)
    last = int((page.locator(".position").text_content() or "").split(" / ")[1])
    assert page.locator(".layer.models .model").count() == 0, "nobody is placed at the beginning"
    page.keyboard.press("End")
    page.locator(".layer.models .model").first.wait_for()
    assert at(page) == last
    page.keyboard.press("ArrowLeft")
    assert at(page) == last - 1
    page.keyboard.press("Shift+ArrowLeft")
    assert at(page) == last - 11
    page.get_by_role("slider", name="Step of the battle").fill("5")
    assert at(page) == 5
    assert "step 5" in page.locator(".now-step").inner_text()
    assert page.locator(".steps [aria-current]").get_attribute("data-at") == "5"
    page.keyboard.press("Home")
    page.get_by_role("button", name="Show step 7", exact=True).click()
    assert at(page) == 7
    rolled = next(index for index, step in enumerate(short.news(0)["story"]) if step.get("faces"))
    page.get_by_role("slider", name="Step of the battle").fill(str(rolled + 1))
    assert page.locator(".now-step .die").count() == len(short.news(0)["story"][rolled]["faces"])


def test_a_server_that_does_not_answer_is_shown(new_window: NewWindow, short: RemoteMatch) -> None:
    page = open_replay(new_window(), short.id, 2)
    page.route("**/moments/*", lambda route: route.abort())
    page.keyboard.press("End")
    page.get_by_text("The server does not answer").wait_for()
    page.unroute("**/moments/*")
    page.keyboard.press("ArrowLeft")
    page.locator("#connection").wait_for(state="hidden")


def test_the_report_comes_when_the_server_is_back(new_window: NewWindow, short: RemoteMatch) -> None:
    page = new_window().page
    lost = []

    def answer(route: Route) -> None:
        lost.append(route.request.url)
        route.abort() if len(lost) == 1 else route.continue_()

    page.route("**/report", answer)
    page.goto(f"/match/{short.id}/replay")
    page.get_by_text("The win chance is being computed").wait_for()
    page.locator(".chances .line").wait_for(state="attached")  # a line without height is not "visible"
    assert len(lost) == 2


def test_a_replay_plays_by_itself_and_pauses(new_window: NewWindow, short: RemoteMatch) -> None:
    page = open_replay(new_window(), short.id, 3)
    page.get_by_label("Speed").select_option("4")
    page.locator("main").click(position={"x": 5, "y": 300})
    page.keyboard.press(" ")
    page.wait_for_function("() => parseInt(document.querySelector('.position').textContent) >= 8")
    page.keyboard.press(" ")
    stopped = at(page)
    page.get_by_role("button", name="Play").wait_for()
    page.wait_for_timeout(400)
    assert at(page) <= stopped + 1, "the step that was under way may end"


def test_the_table_of_a_step_is_that_of_the_server(new_window: NewWindow, short: RemoteMatch) -> None:
    page = open_replay(new_window(), short.id, 0)
    wanted = len(short.news(0)["story"]) // 2
    for _ in range(wanted):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("at => parseInt(document.querySelector('.position').textContent) === at", arg=wanted)
    other = open_replay(new_window(), short.id, wanted)
    other.wait_for_load_state("networkidle")
    expected = json.dumps(sorted(other.evaluate(PLACES)), separators=(",", ":"))
    page.wait_for_function(f"places => JSON.stringify(({PLACES})().sort()) === places", arg=expected)


def test_the_report_and_its_chart(new_window: NewWindow, short: RemoteMatch) -> None:
    window = new_window()
    moment: KeyMoment = {
        "number": 6,
        "kind": "choice",
        "side": "a",
        "before": 0.6,
        "after": 0.4,
        "error": 0.02,
        "sentence": "A model is placed",
    }
    made: MatchReportData = {**short.report(), "key_moments": [moment]}  # so short a report may find none
    window.page.route("**/report", lambda route: route.fulfill(json=made))
    page = open_replay(window, short.id, report=True)
    page.locator(".chances .line").wait_for(state="attached", timeout=LONG)
    assert page.locator(".chances .band").count() == 1
    box = page.locator(".scrub").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    last = int((page.locator(".position").text_content() or "").split(" / ")[1])
    assert abs(at(page) - last / 2) <= 1
    assert re.search(r"\d+%", page.locator(".readout").inner_text())
    page.locator(".scrub").focus()
    was = at(page)
    page.keyboard.press("ArrowLeft")
    assert at(page) == was - 1
    keys = page.locator(".chances .key")
    assert keys.count() == 1
    keys.first.focus()
    page.keyboard.press("Enter")
    assert at(page) == moment["number"] + 1
    assert violations_on(window, "the replay") == ""
    page.get_by_role("tab", name="Report").click()
    text = page.locator(".report").inner_text()
    for words in ("Why did", "In points of 100", "Key moments", "Dice", "95% confidence", "greedy bot"):
        assert words in text
    assert page.locator(".rolls li").count() == len(made["rolls"])
    assert violations_on(window, "the report") == ""


def test_the_waterfall_opens_to_its_steps_from_either_view(new_window: NewWindow, short: RemoteMatch) -> None:
    window = new_window()
    page = open_replay(window, short.id, report=True)
    page.get_by_role("tab", name="Report").click()
    rows = page.locator(".waterfall > li")
    rows.first.wait_for(timeout=LONG)
    shown = {}
    for _ in range(2):
        heading = page.locator(".report h2").first.inner_text()
        values = rows.locator("summary > b").all_inner_texts()
        points = [int(each.replace("\N{MINUS SIGN}", "-").replace("±", "")) for each in values]
        assert sum(points[:-1]) == points[-1]
        shown[heading] = points
        page.get_by_role("button", name="As seen by").click()
    one, other = shown.values()
    assert one[0] + other[0] == one[-1] + other[-1] == 100
    dice = page.locator(".waterfall summary", has_text="The dice")
    dice.focus()
    page.keyboard.press("Enter")
    step = page.locator(".waterfall details[open] .changes .to").first
    wanted = int(step.inner_text())
    step.click()
    assert at(page) == wanted, "after the dice"
    assert violations_on(window, "a part of the account") == ""


def test_a_better_choice_is_shown_on_the_table_and_tried(new_window: NewWindow, short: RemoteMatch) -> None:
    made = short.report()
    number = next(index for index, step in enumerate(short.news(0)["story"]) if step["kind"] == "choice")
    scene = cast("dict[str, Any]", short.moment(number)["scene"])
    costly = costly_choice(short, number, scene["models"][0])
    better = {**made, "costliest": [costly]}
    page = new_window().page
    page.route("**/report", lambda route: route.fulfill(json=better))
    page.goto(f"/match/{short.id}/replay?at=9")
    page.get_by_role("tab", name="Report").click()
    page.locator(".waterfall").wait_for()
    if not page.get_by_role("button", name="Show it").count():
        page.get_by_role("button", name="As seen by").click()
    page.get_by_role("button", name="Show it").click()
    page.locator(".layer.lines .better .ghost").wait_for()
    assert at(page) == number
    page.get_by_text("Better: place a model").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".layer.lines .better .ghost").wait_for(state="detached")
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("heading", name=f"What if, from step {number}").wait_for()
    page.get_by_text("It begins with: Place it elsewhere").wait_for()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/match/[\w-]{22}$"))
    page.locator(".opt").first.wait_for()
    made = page.evaluate(
        "fetch('/api' + location.pathname.replace('match', 'matches') + '/news').then((a) => a.json())"
    )
    before, choice = short.news(0)["story"], costly["better"]["choice"]
    assert [each["move"] for each in made["story"]][:number] == [each["move"] for each in before][:number]
    assert made["story"][number]["choice"] == choice != before[number]["choice"]


def test_a_better_choice_is_said_on_the_cards_and_its_target_is_in_sight(
    new_window: NewWindow, shared_server: Server
) -> None:
    match = shared_server.client.new_match("heroes", players={"a": "greedy", "b": "greedy"}, seed=5, watch=True)
    wait_until_over(match)
    story = match.news(0)["story"]
    number = next(index for index, step in enumerate(story) if step["kind"] == "choice")
    last = match.get("/guide/cards", at=number, sheets=0)["cards"][-1]
    costly = costly_choice(match, number, last)
    costly["better"]["about"] = {"number": last["number"], "name": last["name"], "tag": last["tag"], "side": "b"}
    made = {**match.report(), "costliest": [costly]}
    page = new_window().page
    page.route("**/report", lambda route: route.fulfill(json=made))
    page.goto(f"/match/{match.id}/replay?report")
    page.locator(".waterfall").wait_for()
    if not page.get_by_role("button", name="Show it").count():
        page.get_by_role("button", name="As seen by").click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("main").get_by_text("Better: Place it elsewhere").wait_for()
    aimed = page.locator(".combatant.aimed")
    assert aimed.get_attribute("data-tag") == last["tag"]
    page.wait_for_function(
        """() => { const box = document.querySelector('.aimed').getBoundingClientRect();
            return box.top >= 0 && box.top < document.querySelector('.strip').getBoundingClientRect().top; }"""
    )
    page.keyboard.press("ArrowRight")
    page.locator(".better.said").wait_for(state="hidden")


def wait_until_over(match: RemoteMatch) -> None:
    """Wait for the end of a match of bots."""
    for _ in range(400):
        if match.about()["state"] == "over":
            return
        time.sleep(0.05)
    raise AssertionError("the bots have not come to the end")


def costly_choice(match: RemoteMatch, number: int, model: dict[str, Any]) -> CostlyChoice:
    """The placing of a model as a costly choice: the one that its side placed next was better."""
    story = match.news(0)["story"]
    step = story[number]
    other = next(each for each in story[number + 1 :] if each["kind"] == "choice" and each["side"] == step["side"])
    better: Offer = {
        "choice": other["choice"] or "",
        "kind": "deploy",
        "fields": {"who": {"number": model["number"], "name": model["name"], "tag": "a1", "side": model["side"]}},
        "heading": {"key": "deploy", "order": 0, "text": "Place a model"},
        "title": "",
        "detail": "",
        "cost": None,
        "legs": [{"kind": "place", "x": 5000, "y": 3000, "level": 0, "length": 0}],
        "about": None,
        "purpose": "",
        "chance_of": None,
        "suggested": False,
        "ends_turn": False,
        "cannot_succeed": False,
        "place": 0,
        "sentence": "Place it elsewhere",
    }
    return {
        "number": number,
        "side": step["side"] or "a",
        "seat": "a",
        "choice": step["choice"] or "",
        "sentence": step["sentence"],
        "better": better,
        "lost": 9.0,
        "error": 1.0,
        "battles": 400,
    }


def test_who_asks_why_sees_the_account_on_a_phone_at_once(new_window: NewWindow, short: RemoteMatch) -> None:
    page = new_window(viewport={"width": 390, "height": 844}, has_touch=True).page
    page.goto(f"/match/{short.id}/replay?report")
    page.locator(".waterfall").wait_for(timeout=LONG)
    page.wait_for_function(
        """() => { const [tab, account] = ['#show-report', '.waterfall'].map((each) =>
            document.querySelector(each).getBoundingClientRect());
            return tab.top >= document.querySelector('.bar-top').offsetHeight && account.bottom < innerHeight; }"""
    )


def test_the_replay_on_a_phone_in_the_dark(new_window: NewWindow, short: RemoteMatch) -> None:
    window = new_window(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    page = open_replay(window, short.id, 10)
    page.get_by_role("button", name="One step on").tap()
    page.wait_for_function("() => parseInt(document.querySelector('.position').textContent) === 11")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        "[...document.querySelectorAll('.strip button, .strip select, .tabs button, nav > .button')]"
        ".filter((each) => { const box = each.getBoundingClientRect(); return box.height < 43.5 || box.width < 40; })"
        ".map((each) => each.outerHTML)"
    )
    assert small == []
    assert violations_on(window, "the replay on a phone") == ""


def test_what_if_from_a_moment(new_window: NewWindow, short: RemoteMatch) -> None:
    page = open_replay(new_window(), short.id, 9)
    page.get_by_role("button", name="What if").click()
    page.locator(".what-if select").first.select_option("medium")
    page.locator(".what-if select").last.select_option("you")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/match/[\w-]{22}$"))
    page.locator(".opt").first.wait_for()
    assert page.locator(".chip small").inner_text() == "you"
    assert "b" in (page.locator(".chip:has(small)").get_attribute("class") or "").split()
    before = [step["move"] for step in short.news(0)["story"]][:9]
    made = page.evaluate(
        "fetch('/api' + location.pathname.replace('match', 'matches') + '/news').then((a) => a.json())"
    )
    assert [step["move"] for step in made["story"]][:9] == before


def test_a_link_is_copied_and_the_file_comes_back(
    new_window: NewWindow, short: RemoteMatch, tmp_path: Path, shared_server: Server
) -> None:
    window = new_window(permissions=["clipboard-read", "clipboard-write"])
    page = open_replay(window, short.id, 12)
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Copy a link to step 12").click()
    page.wait_for_function("() => document.getElementById('said').textContent === 'Copied'")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{shared_server.url}/match/{short.id}/replay?at=12"
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the replay").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.goto("/")
    upload = page.get_by_label("The file of a replay")
    broken = tmp_path / "broken.replay"
    broken.write_text("nothing")
    upload.set_input_files(broken)
    page.get_by_text("this is not a replay").wait_for()
    broken.write_bytes(b"\0")
    upload.set_input_files(broken)
    page.get_by_text("broken.replay is no text").wait_for()
    upload.set_input_files(file)
    page.wait_for_url(re.compile(r"/match/[\w-]{22}/replay$"))
    page.locator(".steps li").first.wait_for()
    assert short.id not in page.url
    assert page.locator(".steps li").count() == len(short.news(0)["story"])


def test_a_file_is_dropped(new_window: NewWindow, short: RemoteMatch) -> None:
    page = new_window().page
    page.goto("/")
    page.locator("#upload button").wait_for()
    drop = """text => { const data = new DataTransfer(); data.items.add(new File([text], 'a.replay'));
        document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); }"""
    page.evaluate(drop, short.replay())
    page.wait_for_url(re.compile(r"/match/[\w-]{22}/replay$"))
    page.locator(".steps li").first.wait_for()


def test_the_replay_of_a_match_that_runs_comes_later(new_window: NewWindow, shared_server: Server) -> None:
    match = shared_server.client.new_match("skirmish")
    page = new_window().page
    page.goto(f"/match/{match.id}/replay")
    page.get_by_text("The replay is available once the battle is over").wait_for()


@pytest.mark.parametrize(("system", "shown"), [("pig", ".status"), ("formations", ".cards")])
def test_a_rulebook_without_a_table_has_its_replay_too(
    new_window: NewWindow, shared_server: Server, system: str, shown: str
) -> None:
    match = shared_server.client.new_match(system)
    play(match)
    window = new_window()
    page = open_replay(window, match.id)
    before = page.locator(shown).inner_text()
    page.keyboard.press("End")
    page.wait_for_function("([shown, text]) => document.querySelector(shown).innerText !== text", arg=[shown, before])
    assert violations_on(window, f"a replay of {system}") == ""


def test_a_shoved_model_glides(new_window: NewWindow, shared_server: Server) -> None:
    """On a bridge somebody is shoved; between two frames of that step the model is at places between the two ends."""
    names, players = ["lantern-company", "hollow-king"], {"a": "greedy", "b": "greedy"}
    match = shared_server.client.new_match(
        "skirmish", names, options={"table": "bridge"}, players=players, seed=1, watch=True
    )
    wait_until_over(match)
    found = [
        (index, event.get("who"))
        for index, step in enumerate(match.news(0)["story"])
        for event in step["events"]
        if event["kind"] == "shoved"
    ]
    assert found
    index, who = found[0]
    seen = {}
    for motion in ("no-preference", "reduce"):
        page = open_replay(new_window(reduced_motion=motion), match.id, index)
        page.evaluate(
            """who => { window.seen = new Set(); const note = () => {
                const model = document.querySelector(`[data-model="${who}"]`);
                if (model) window.seen.add(model.getAttribute('transform'));
                requestAnimationFrame(note); }; note(); }""",
            who,
        )
        page.get_by_role("button", name="One step on").click()
        page.wait_for_function("at => parseInt(document.querySelector('.position').textContent) === at", arg=index + 1)
        page.wait_for_timeout(1200)
        seen[motion] = page.evaluate("[...window.seen]")
    assert len(seen["no-preference"]) > 4
    assert len(seen["reduce"]) == 2
    assert seen["no-preference"][-1] == seen["reduce"][-1]


def test_a_match_that_is_played_shows_its_moves(new_window: NewWindow) -> None:
    window = new_window(reduced_motion="no-preference")
    page = window.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    window.play_until("which action")
    page.evaluate(
        """() => { window.seen = new Set(); const who = document.querySelector('.model.acting').dataset.model;
            const note = () => { const model = document.querySelector(`[data-model="${who}"]`);
                if (model) window.seen.add(model.getAttribute('transform'));
                requestAnimationFrame(note); }; note(); }"""
    )
    window.choose("move")
    assert len(page.evaluate("[...window.seen]")) > 4


def test_the_typed_line_has_an_example_and_a_finished_battle_its_result(
    new_server: NewServer, new_window: NewWindow
) -> None:
    page = new_window(new_server()).page  # where nobody else has a public battle, which would be listed
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.locator(".opt").first.wait_for()
    assert (page.locator("#typed").get_attribute("placeholder") or "").startswith("deploy a")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up? Click again").click()
    page.get_by_text("you have lost").wait_for()
    page.goto("/")
    page.get_by_role("heading", name="Finished").wait_for()
    game = page.locator(".games li", has_text="Lantern Company")
    assert re.search(r"Lost: .*gives up\..*\n*Against easy · begun today, \d+:\d\d", game.inner_text())
    game.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Put it back").click()
    game.get_by_role("button", name="Remove").click()
    page.reload()
    page.get_by_text("None yet.").wait_for()


def two_players(new_window: NewWindow) -> tuple[Window, Window]:
    """A host and a guest at a Skirmish of their own."""
    host, guest = new_window(), new_window()
    host.page.goto("/")
    host.page.get_by_label("Opponent").select_option("friend")
    host.page.get_by_label("Your name").fill("Ann")
    host.page.get_by_role("button", name="Start the battle").click()
    guest.page.goto(host.page.get_by_label("Invitation to seat b").input_value())
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.locator(".log .step").first.wait_for()
    host.page.locator(".log .step").first.wait_for()
    return host, guest


def test_a_draw_is_agreed_both_play_again_and_one_gives_up(new_window: NewWindow) -> None:
    host, guest = two_players(new_window)
    for answers, answer in ((host, "Withdraw"), (guest, "Decline"), (guest, "Agree")):
        host.page.get_by_text("More", exact=True).click()
        host.page.get_by_role("button", name="Offer a draw").click()
        guest.page.get_by_text("asks for a draw").wait_for()
        host.page.get_by_text("you asked for a draw").wait_for()
        answers.page.get_by_role("button", name=answer).click()
        for window in (host, guest):
            window.page.locator(".request").wait_for(state="detached")
        told = host.page.locator(".ask > .refusal").inner_text().strip()
        assert told == ("The Hollow King (Bob) has declined a draw." if answer == "Decline" else "")
    for window in (host, guest):
        assert window.page.locator(".who").inner_text().endswith("The battle is over: a draw")
        window.page.get_by_text("A draw by agreement.").first.wait_for()
        window.page.get_by_role("link", name="Replay and report").wait_for()
    host.page.get_by_role("button", name="Play again, sides swapped").click()
    guest.page.get_by_role("button", name="Join the rematch").click()
    for window in (host, guest):
        window.page.wait_for_url(re.compile(r"/match/[\w-]{22}$"))
        window.page.locator(".log .step").first.wait_for()
    assert host.page.url == guest.page.url
    assert host.page.locator(".chip.a .roster").inner_text() == "The Hollow King"
    assert host.page.locator(".chip:has(small) .roster").inner_text() == "The Hollow King"
    assert guest.page.locator(".chip:has(small) .roster").inner_text() == "Lantern Company"
    host.page.get_by_text("More", exact=True).click()
    host.page.get_by_role("button", name="Give up").click()
    host.page.get_by_role("button", name="Give up? Click again").click()
    for window in (host, guest):
        window.page.get_by_text("The Hollow King gives up.").first.wait_for()
        window.page.get_by_text(f"The battle is over: you have {'lost' if window is host else 'won'}").wait_for()
    host.page.get_by_role("link", name="Why did I lose?").wait_for()
    guest.page.get_by_role("link", name="Why did I win?").click()
    guest.page.wait_for_url(re.compile(r"/replay\?report$"))
    guest.page.get_by_role("tabpanel", name="Report").wait_for()


@pytest.mark.nightly
def test_the_bench_of_the_pages_measures_something(browser: Browser, tmp_path: Path) -> None:
    out = tmp_path / "browser.json"
    bench = Path(__file__).parents[2] / "bench" / "browser.py"
    subprocess.run([sys.executable, str(bench), "--choices", "4", "--out", str(out)], check=True, capture_output=True)
    made = json.loads(out.read_text())
    assert 0 < made["click to the other window"]["written"]["median_ms"] < 2_000
    assert all(0 < each["kb_over_the_wire"] < 100 for each in made["first load"].values())
