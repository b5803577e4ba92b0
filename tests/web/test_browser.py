"""The pages in a real browser."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.web.browser import NewWindow, Window, violations_on
from tests.web.conftest import NewServer
from tests.web.server import Server

MOST_BYTES = 140_000


def begin(window: Window) -> None:
    """Two clicks to a battle: the page, and the button."""
    window.page.goto("/")
    window.page.get_by_role("button", name="Play now").click()
    window.page.locator(".opt").first.wait_for()


def test_a_person_plays_the_computer_by_clicking(new_window: NewWindow) -> None:
    window = new_window(one_press=False)
    begin(window)
    window.play_until("which action")
    window.page.locator(".reaching path.sure").first.wait_for()
    window.page.locator(".opt[data-choice^='shoot']").first.click()
    window.page.locator(".terms").wait_for()
    assert "Difficulty" in window.page.locator(".dock").inner_text()
    assert re.search(r"\d+\+ · \S+%", window.page.locator(".tag.fire").text_content() or "")
    window.page.locator(".opt .bar.on").first.wait_for()  # the advice comes after the choices
    window.choose("move")
    assert any("moves to" in step for step in window.steps)
    window.page.locator(".log .clause").first.click()
    assert window.page.locator(".rule-card h2").inner_text().startswith("S2.")
    window.page.keyboard.press("Escape")
    steps = len(window.steps)
    window.page.get_by_role("button", name="Undo").click()
    window.page.wait_for_function("count => document.querySelectorAll('.log .step').length < count", arg=steps)


def place_ahead(window: Window) -> tuple[float, float]:
    """Play until a model is to act; a place in the window that it can move to."""
    begin(window)
    window.play_until("which action")
    window.page.locator(".reaching path.sure").first.wait_for()
    box = window.page.locator(".model.acting .base").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] - 1.6 * box["height"]


def test_a_click_on_the_table_previews_and_a_second_one_moves(new_window: NewWindow) -> None:
    window = new_window(one_press=False)
    x, y = place_ahead(window)
    window.page.mouse.move(x, y)
    window.page.locator(".tag.sure").wait_for()
    window.page.mouse.click(x, y)
    window.page.locator(".dock .made").wait_for()
    window.after(lambda: window.page.mouse.click(x, y))
    assert "moves to" in "".join(window.steps[-3:])


def test_the_button_of_a_choice_stays_while_more_becomes_known(new_window: NewWindow) -> None:
    """Else a press that has begun would be lost."""
    window = new_window(one_press=False)
    begin(window)
    window.page.locator(".opt").first.click()
    button = window.page.locator(".dock .do").element_handle()
    window.page.locator(".dock .details", has_text="Wins about").wait_for()
    assert button is not None
    assert button.evaluate("each => each.isConnected")


def test_everything_can_be_done_with_the_keyboard(new_window: NewWindow) -> None:
    window = new_window(one_press=False)
    window.page.goto("/")
    window.page.get_by_role("button", name="Play now").focus()
    window.page.keyboard.press("Enter")
    window.page.locator(".opt").first.wait_for()
    press = window.page.keyboard.press
    for _ in range(40):
        if "which action" in window.question:
            break
        number = window.page.locator(".stage").get_attribute("data-number")
        press("1")  # it selects the first choice, or makes it where that is a reaction
        window.page.wait_for_function(
            "was => document.querySelector('.opt.sel') || document.querySelector('.stage').dataset.number !== was",
            arg=number,
        )
        if window.page.locator(".opt.sel").count():
            window.after(lambda: press("Enter"))
        window.wait()
        window.page.locator(".opt").first.wait_for()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight"):
        press(key)
    window.page.locator(".tag.sure").wait_for()
    press("Enter")
    window.page.locator(".dock .made").wait_for()
    window.after(lambda: press("Enter"))
    press("/")
    window.page.keyboard.type("stop")
    if window.page.locator("#typed").is_visible():
        window.page.get_by_text(re.compile("^Stop")).last.wait_for()
        window.after(lambda: press("Enter"))
    assert any("stops" in step for step in window.steps)


def test_an_invitation_says_whether_the_dice_were_chosen(shared_server: Server, new_window: NewWindow) -> None:
    for seed, told, button in (
        (None, "so that nobody can choose them", "Take the seat"),
        (1, "its creator chose their seed (1), and anyone who knows it can predict every roll", "Take the seat anyway"),
    ):
        match = shared_server.client.new_match("formations", players={"a": "person", "b": "person"}, seed=seed)
        guest = new_window()
        guest.page.goto(f"/match/{match.id}?seat=b&invitation={match.invitations['b']}")
        guest.page.get_by_text(told).wait_for()
        assert guest.page.get_by_text("nobody can choose them").count() == (seed is None)
        guest.page.get_by_role("button", name=button, exact=True).click()
        guest.page.locator(".who .name").wait_for()


def test_a_friend_comes_by_an_invitation_and_others_watch(new_window: NewWindow) -> None:
    host = new_window()
    host.page.goto("/")
    host.page.get_by_label("Opponent").select_option("friend")
    host.page.get_by_label("Your name").fill("Ann")
    host.page.get_by_role("button", name="Start the battle").click()
    link = host.page.get_by_label("Invitation to seat b").input_value()
    guest, watcher = new_window(), new_window()
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.locator(".who .name").wait_for()
    assert "invitation" not in guest.page.url
    watcher.page.goto(link)
    watcher.page.get_by_text("An invitation works only once.").wait_for()
    watcher.page.get_by_role("button", name="Watch").click()
    watcher.page.locator(".log .step").first.wait_for()
    seats = {"Lantern Company": host, "The Hollow King": guest}
    for _ in range(4):
        host.page.wait_for_function("() => document.querySelector('.chip.on')")
        chooses = seats[host.page.locator(".chip.on .roster").first.inner_text()]
        chooses.page.locator(".opt").first.wait_for()
        chooses.choose()
        for other in (host, guest, watcher):
            other.page.wait_for_function(
                "count => document.querySelectorAll('.log .step').length >= count", arg=len(chooses.steps)
            )
    assert watcher.page.locator(".opt").count() == 0
    asks, count = guest if chooses is host else host, len(watcher.steps)
    asks.page.get_by_role("button", name="Undo").click()
    assert "asks for an undo" in chooses.page.locator(".request p").inner_text()
    chooses.page.get_by_role("button", name="Agree").click()
    for window in (host, guest, watcher):
        window.page.wait_for_function("count => document.querySelectorAll('.log .step').length < count", arg=count)
    tokens = [cookie["value"] for window in (host, guest) for cookie in window.page.context.cookies()]
    tokens = [token for token in tokens if token] + [link.rpartition("=")[2]]
    assert len(tokens) == 3
    frames = "".join([*host.frames, *guest.frames, *watcher.frames])
    assert frames
    assert not any(token in frames for token in tokens)


def test_a_lost_server_is_shown_and_comes_back(new_server: NewServer, new_window: NewWindow) -> None:
    server = new_server()
    window = new_window(server)
    begin(window)
    window.choose()
    before = window.steps
    server.kill()
    window.page.get_by_text("Connection lost").wait_for()
    window.press(window.page.locator(".opt").first)  # it is sent again until the server is there
    server.start()
    window.page.locator("#connection").wait_for(state="hidden")
    window.page.wait_for_function("count => document.querySelectorAll('.log .step').length > count", arg=len(before))
    window.wait()
    steps = window.steps
    assert steps[: len(before)] == before
    placed = [step for step in steps if "is placed" in step]
    assert len(placed) == len(set(placed))
    assert ["Old Hob" in step for step in placed].count(True) == 1
    assert not any("Rifleman 1" in step for step in placed)


def test_an_old_page_loads_itself_anew(new_window: NewWindow) -> None:
    window = new_window()
    begin(window)
    window.page.evaluate("document.querySelector('meta[name=pages]').content = 'old'; window.isOld = true")
    window.page.evaluate("import('/static/api.js').then((api) => api.checkEdition())")
    window.page.wait_for_function("() => !window.isOld")
    window.page.locator(".opt").first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible(new_window: NewWindow, scheme: str) -> None:
    window = new_window(color_scheme=scheme, one_press=False)
    window.page.goto("/")
    window.page.locator(".lists p, .lists ul").first.wait_for()
    found = [violations_on(window, "the start")]
    begin(window)
    window.play_until("which action")
    window.page.locator(".opt .bar.on").first.wait_for()
    window.page.keyboard.press("1")
    window.page.locator(".terms").wait_for()
    found.append(violations_on(window, "the table"))
    assert [each for each in found if each] == []


def test_people_type_the_faces_of_their_own_dice(new_window: NewWindow) -> None:
    window = new_window(viewport={"width": 390, "height": 844}, has_touch=True, one_press=False)
    window.page.goto("/")
    window.page.locator("select[name=dice]").select_option("physical")
    window.page.get_by_role("button", name="Start the battle").click()
    done = window.page.get_by_role("button", name="Use these dice")
    for _ in range(9):  # the computer's die may show the same
        assert done.is_disabled()
        window.page.get_by_role("button", name="A 6").tap()
        window.after(done.tap)
        if any("wins the roll-off" in step for step in window.steps):
            break
    else:
        raise AssertionError("nobody wins the roll-off")
    second = window.page.locator(".opt").nth(1)
    second.tap()  # on a phone the first tap shows a choice
    window.page.locator(".opt.sel").wait_for()
    window.after(second.tap)
    assert any("is placed" in step for step in window.steps)


def test_the_first_load_of_a_page_is_small(shared_server: Server, new_window: NewWindow) -> None:
    match = shared_server.client.new_match("skirmish")
    window = new_window()
    wire = window.page.context.new_cdp_session(window.page)
    wire.send("Network.enable")
    received: list[float] = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    for path, ready in (("/", ".lists p, .lists ul"), (f"/match/{match.id}", ".table .model, .who .name")):
        received.clear()
        wire.send("Network.clearBrowserCache")
        window.page.goto(path)
        window.page.locator(ready).first.wait_for()
        window.page.wait_for_load_state("networkidle")
        assert len(received) > 10, path
        assert sum(received) < MOST_BYTES, path
    with httpx.Client(base_url=shared_server.url) as client:
        tag = client.get("/static/main.js").headers["etag"]
        assert client.get("/static/main.js", headers={"if-none-match": tag}).status_code == 304


def test_an_address_without_a_page_says_so_and_leads_back(new_window: NewWindow, shared_server: Server) -> None:
    window = new_window()
    for path, sentence in (
        ("/nothing", "There is no page at /nothing."),
        ("/build/what", "There is no page at /build/what."),
        ("/match/short", "part of the link may be missing"),
        ("/match/" + "a" * 22, "There is no such match"),
        ("/odds/chess", "There is no rulebook “chess” here."),
        ("/odds/skirmish/love", "There is no question “love” here."),
        ("/rules/chess", "There is no rulebook “chess” here."),
    ):
        window.page.goto(path)
        assert sentence in window.page.locator(".notice p").inner_text(), path
        assert window.page.get_by_role("link", name="Start page").get_attribute("href") == "/"
    window.page.goto("/odds/heroes")
    window.page.get_by_role("heading", name="Odds").wait_for()
    window.page.goto("/rules/skirmish#S2.Z9")
    window.page.get_by_text("There is no clause S2.Z9 here.").wait_for()
    answer = httpx.get(f"{shared_server.url}/nothing", headers={"accept": "application/json"})
    assert answer.status_code == 404
    assert "nothing at this address" in answer.json()["error"]


def test_the_time_for_a_decision_is_shown_and_runs_out(new_window: NewWindow) -> None:
    window = new_window()
    window.page.goto("/")
    wanted = {"system": "skirmish", "players": {"a": "person", "b": "greedy"}, "seconds": 5}
    begins = "async (wanted) => (await (await import('/static/api.js')).begin(wanted)).match"
    window.page.goto(f"/match/{window.page.evaluate(begins, wanted)}")
    window.page.get_by_text(re.compile(r"Time left for you: 0:0[1-5]")).wait_for()
    window.page.get_by_text("Lantern Company has run out of time.").wait_for()
    assert window.page.locator(".who").inner_text().endswith("The battle is over: you have lost")
    assert window.page.locator(".clock").is_hidden()


def test_a_clause_of_a_rulebook(shared_server: Server) -> None:
    client = httpx.Client(base_url=shared_server.url)
    with client:
        assert client.get("/api/rules/skirmish/S2.F1").json()["id"] == "S2.F1"
        assert client.get("/api/rules/skirmish/nothing").status_code == 400
