"""The people of a match in a real browser: chat, who is away, who is called back, requests; two devices at one seat."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import NewWindow, Window
from tests.web.conftest import NewServer
from tests.web.server import Server
from tests.web.test_browser_after import two_players
from tests.web.test_browser_matches import sit_down
from tests.web.test_browser_sizes import SIZES

STUBS = """
  window.calls = [];
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    destination = {};
    resume() {}
    createOscillator() {
      const tone = {frequency: {}, connect: (next) => next, start: () => window.calls.push("a tone"), stop() {}};
      return tone;
    }
    createGain() {
      const gain = {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}};
      return {gain, connect: (next) => next};
    }
  };
  window.Notification = class {
    static permission = "default";
    static requestPermission() {
      Notification.permission = "granted";
      return Promise.resolve("granted");
    }
    constructor(title, {body}) {
      window.calls.push(`${title}: ${body}`);
    }
    close() {
      window.calls.push("closed");
    }
  };
  Object.defineProperty(document, "hidden", {get: () => Boolean(window.isAway)});
  Object.defineProperty(document, "visibilityState", {get: () => (window.isAway ? "hidden" : "visible")});
"""
"""A window that counts its calls, and can be put behind others."""


SHOWN = "This is how you are called."


def look_away(page: Page, is_away: bool = True) -> None:
    """Put the page behind others, or in front again."""
    page.evaluate(
        "isAway => { window.isAway = isAway; document.dispatchEvent(new Event('visibilitychange')); "
        "if (!isAway) window.dispatchEvent(new Event('focus')); }",
        is_away,
    )


def to_choose(windows: tuple[Window, Window]) -> tuple[Window, Window]:
    """Return the window that must choose, and the other one."""
    host, guest = windows
    expect(host.page.locator(".chip.on")).to_have_count(1)
    is_host = "you" in host.page.locator(".chip.on").inner_text()
    return (host, guest) if is_host else (guest, host)


def people(window: Window) -> None:
    """Open what is known of the people, or close it."""
    window.page.locator(".people summary").click()


def test_people_write_to_each_other_and_each_can_hide_it(new_window: NewWindow) -> None:
    host, guest = two_players(new_window)
    people(host)
    expect(host.page.locator(".present")).to_contain_text("Bob is here")
    host.page.get_by_role("button", name="Good luck").click()
    toast = guest.page.locator(".toast")
    expect(toast).to_have_text("Ann: Good luck")
    expect(guest.page.locator(".people .badge")).to_have_text("1")
    toast.click()
    expect(guest.page.get_by_role("log", name="Chat")).to_have_text("Ann: Good luck")
    expect(guest.page.locator(".people .badge")).to_be_hidden()
    guest.page.get_by_label("Write to the others").fill("<b>Thank</b> you")
    guest.page.keyboard.press("Enter")
    lines = host.page.locator(".chat .lines p")
    expect(lines.last).to_have_text("Bob: <b>Thank</b> you")
    assert lines.last.locator("b").all_inner_texts() == ["Bob: "], "what was written is no markup"
    host.page.get_by_label("Hide the chat in this browser").check()
    people(host)
    guest.page.get_by_role("button", name="One moment, please").click()
    expect(guest.page.locator(".chat .lines p")).to_have_count(3)
    expect(lines).to_have_count(3)
    assert not host.page.locator(".toast").is_visible()
    assert not host.page.locator(".people .badge").is_visible()
    host.page.reload()
    people(host)
    expect(host.page.get_by_label("Hide the chat in this browser")).to_be_checked()
    assert not host.page.get_by_label("Write to the others").is_visible()
    guest.page.reload()
    people(guest)
    expect(guest.page.locator(".chat .lines p")).to_have_text(
        ["Ann: Good luck", "You: <b>Thank</b> you", "You: One moment, please"]
    )


def test_a_server_without_chat_shows_who_is_there_and_nothing_to_write(
    new_server: NewServer, new_window: NewWindow
) -> None:
    server = new_server(None, "--no-chat")
    host, _ = two_players(lambda: new_window(server))
    people(host)
    expect(host.page.locator(".present")).to_contain_text("Bob is here")
    assert not host.page.locator(".chat").is_visible()


NOT_IN_THE_HEAD = """() => {
    const head = document.querySelector(".bar-top").getBoundingClientRect();
    const within = ({top, bottom, left, right}) =>
        left >= 0 && right <= innerWidth && top >= head.top && Math.abs(top + bottom - head.top - head.bottom) < 4;
    const shown = [...document.querySelectorAll(".bar-top nav > *, .chip")].filter((each) => each.offsetWidth);
    return shown.filter((each) => !within(each.getBoundingClientRect())).map((each) => each.textContent);
}"""
"""What does not stand in the middle of the head."""


def test_the_head_of_a_match_between_people_holds_all_it_has(new_window: NewWindow) -> None:
    for window in two_players(new_window):
        expect(window.page.locator(".people")).to_be_visible()
        for width, height in (*SIZES.values(), (1024, 768)):
            window.page.set_viewport_size({"width": width, "height": height})
            assert window.page.evaluate(NOT_IN_THE_HEAD) == [], width
            for name in window.page.locator(".roster").all():
                shown = name.evaluate("each => each.getBoundingClientRect().width")
                assert shown > 25 or name.evaluate("each => getComputedStyle(each).clipPath !== 'none'"), width


def test_who_is_away_is_told_until_they_are_back(new_window: NewWindow) -> None:
    host, guest = two_players(new_window)
    if to_choose((host, guest))[0] is host:
        host.choose()
    address = guest.page.url
    guest.page.goto("/")
    expect(host.page.locator(".absent")).to_have_text("Bob is away.")
    assert host.page.get_by_role("img", name="Bob is away").is_visible()
    expect(host.page.locator(".q")).to_have_text(re.compile("^Waiting for Bob: "))
    guest.page.goto(address)
    expect(host.page.locator(".absent")).not_to_be_visible()
    assert host.page.get_by_role("img", name="Bob is here").is_visible()


def test_a_sound_and_a_notification_call_somebody_back(new_window: NewWindow) -> None:
    opened = []

    def new() -> Window:
        opened.append(new_window())
        opened[-1].page.add_init_script(STUBS)
        return opened[-1]

    windows = two_players(new)
    chooses, waits = to_choose(windows)
    page = waits.page
    assert page.get_by_role("switch", name="Sound").get_attribute("aria-checked") == "false"
    page.get_by_role("switch", name="Sound").click()
    assert page.evaluate("calls.splice(0)") == ["a tone", "a tone"], "one hears what one has switched on"
    page.get_by_text("More", exact=True).click()
    page.get_by_label("A notification").check()
    assert page.evaluate("calls.splice(0)") == ["Your turn: Lantern Company (a) against The Hollow King (b): " + SHOWN]
    page.get_by_text("More", exact=True).click()
    look_away(page)
    chooses.choose()
    page.locator(".opt").first.wait_for()
    question = waits.question
    title = "Lantern Company (a) against The Hollow King (b)"
    assert page.evaluate("calls.splice(0)") == ["a tone", "a tone", f"Your turn: {title}: {question}"]
    look_away(page, False)
    assert page.evaluate("calls.splice(0)") == ["closed"]
    waits.choose()
    chooses.page.locator(".opt").first.wait_for()
    chooses.choose()
    page.locator(".opt").first.wait_for()
    assert "a tone" not in page.evaluate("calls"), "the page is in front"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_the_sound_is_two_presses_away_on_a_phone(new_window: NewWindow, width: int, height: int) -> None:
    page = new_window(viewport={"width": width, "height": height}, has_touch=True).page
    page.add_init_script(STUBS)
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    page.locator(".menu:not(.people) > summary").tap()
    sound = page.get_by_label("A sound")
    expect(sound).to_be_in_viewport()
    sound.tap()
    assert page.evaluate("calls") == ["a tone", "a tone"]


def test_a_page_that_is_put_behind_others_ends_what_moves_and_goes_on(
    shared_server: Server, new_window: NewWindow
) -> None:
    windows = sit_down(shared_server, new_window, "second")
    watching = new_window(reduced_motion="no-preference")
    page = watching.page
    page.add_init_script(STUBS)
    page.goto(windows[0].page.url)
    chooses, lines = windows[0], list[str]()
    while not any(line.startswith("move") for line in lines):
        windows[0].page.locator(".chip.on").wait_for()
        chooses = windows["ab".index((windows[0].page.locator(".chip.on").get_attribute("class") or "").split()[1])]
        chooses.page.locator(".opt").first.wait_for()
        lines = [each.get_attribute("data-choice") or "" for each in chooses.page.locator(".opt").all()]
        if not any(line.startswith("move") for line in lines):
            chooses.choose()
    number = chooses.page.locator(".stage").get_attribute("data-number") or ""
    expect(page.locator(".stage")).to_have_attribute("data-number", number)
    page.evaluate(
        "() => { window.requestAnimationFrame = (drawn) => { window.isGliding ||= drawn?.name === 'frame'; }; }"
    )  # as in a page behind others
    chooses.choose("move")
    page.wait_for_function("() => window.isGliding")
    assert page.locator(".stage").get_attribute("data-number") == number
    look_away(page)
    now = chooses.page.locator(".stage").get_attribute("data-number") or ""
    expect(page.locator(".stage")).to_have_attribute("data-number", now)


def test_an_undo_that_is_asked_for_names_the_step(new_window: NewWindow) -> None:
    first, second = to_choose(two_players(new_window))
    first.choose()
    placed = first.steps[-1].partition(" is placed")[0]
    second.page.wait_for_function(
        "count => document.querySelectorAll('.log .step').length >= count", arg=len(first.steps)
    )
    second.choose()
    first.page.get_by_role("button", name="Undo").click()
    asked = second.page.locator(".request p").inner_text()
    assert re.search(rf"asks for an undo: “Place {placed} .+” and the step after it\.$", asked), asked


LATE = """
  const send = window.fetch;
  window.fetch = async (address, options) => {
    const sent = options?.method === "POST" && address.includes("/commands") ? JSON.parse(options.body) : {};
    if (sent.kind !== "choose") return send(address, options);
    window.tried = sent.number;
    await new Promise((done) => {
      const look = () =>
        Number(document.querySelector(".stage").dataset.number) > sent.number ? done() : setTimeout(look, 10);
      look();
    });
    const answer = await send(address, options);
    window.answered = answer.status;
    return answer;
  };
  new MutationObserver(() => {
    window.told ||= document.querySelector(".ask > .refusal")?.textContent.trim();
  }).observe(document, {subtree: true, childList: true});
"""
"""A device that is always later than the other one, and keeps what it was refused."""


def test_two_devices_at_one_seat_make_the_only_choice_once(shared_server: Server, new_window: NewWindow) -> None:
    windows = sit_down(shared_server, new_window, "second")
    host = windows[0].page
    phone = new_window(makes_forced=True)
    phone.page.add_init_script(LATE)
    token = host.evaluate(
        "fetch(location.pathname.replace('match', 'api/matches') + '/token').then((a) => a.json()).then((a) => a.token)"
    )
    phone.page.goto(f"{host.url}#seat={token}")
    for _ in range(20):
        host.locator(".chip.on").wait_for()
        chooses = windows["ab".index((host.locator(".chip.on").get_attribute("class") or "").split()[1])]
        chooses.page.locator(".opt").first.wait_for()
        phone.page.wait_for_function(
            "number => document.querySelector('.stage')?.dataset.number === number "
            "&& (window.tried === Number(number) || !document.querySelector('.list.waiting'))",
            arg=chooses.page.locator(".stage").get_attribute("data-number"),
        )
        has_tried = phone.page.evaluate("window.tried")
        chooses.choose("stop" if chooses.page.locator(".opt[data-choice^='stop']").count() else "")
        if has_tried:
            break
    phone.page.wait_for_function("() => window.answered === 409")
    phone.wait()
    assert not phone.page.evaluate("window.told"), "nobody has done anything wrong"
