"""A library in real browsers: one's own things on several devices, and links by which friends copy them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import NewWindow, Window, violations_on
from tests.web.conftest import NewServer

PHONE = {"viewport": {"width": 390, "height": 844}}
MARKUP = "Our <b>hall</b>"
REFUSED = "There is nothing to copy at this link: its owner has ended it, or removed what it was for."


def made(window: Window, name: str = MARKUP) -> Page:
    """Make a roster in a window, and look at one's own things."""
    page = window.page
    page.goto("/build?system=skirmish&kind=rosters&shipped=red-hall")
    page.locator("[data-field=name]").fill(name)
    expect(page.locator("#picker option:checked")).to_have_text(name)
    page.goto("/mine")
    expect(things(page)).to_have_text([name])
    return page


def things(page: Page) -> Locator:
    return page.locator(".thing .big")


def keep_on_server(page: Page) -> str:
    """Begin a library; return the owner's link."""
    page.get_by_role("button", name="Keep on this server").click()
    page.get_by_role("button", name="Open on another device").click()
    link = page.get_by_label("Link to your library").input_value()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    return link


def open_link(window: Window, link: str) -> Page:
    window.page.goto(link)
    window.page.get_by_role("button", name="Open it here").click()
    return window.page


def test_what_is_saved_in_one_browser_is_in_the_others_of_its_person(new_window: NewWindow) -> None:
    laptop, window = made(new_window()), new_window(**PHONE)
    link = keep_on_server(laptop)
    assert re.fullmatch(r"http://\S+/mine#library=[\w-]{43}", link)
    phone = made(window, "Of the phone")
    phone.goto("/rules")
    phone.goto(link)
    expect(phone.locator(".arrived")).to_contain_text("It has 1 thing.")
    expect(phone.locator(".arrived")).to_contain_text("1 thing of this browser will be added to it.")
    assert phone.url.endswith("/mine"), "the secret leaves the address"
    assert not violations_on(window, "the link")
    phone.get_by_role("button", name="No, thanks").click()
    expect(things(phone)).to_have_text(["Of the phone"])
    phone.evaluate("link => location.assign(link)", link)
    phone.get_by_role("button", name="Open it here").click()
    expect(things(phone)).to_have_text(["Of the phone", MARKUP])
    expect(phone.locator(".thing b")).to_have_count(0)
    assert not violations_on(window, "my things")
    laptop.reload()
    expect(things(laptop)).to_have_text(["Of the phone", MARKUP])
    laptop.get_by_role("link", name=MARKUP).click()
    laptop.locator("[data-field=name]").fill("Renamed")
    with laptop.expect_response(lambda answer: answer.request.method == "PUT"):
        pass
    phone.reload()
    expect(things(phone)).to_have_text(["Renamed", "Of the phone"])
    phone.get_by_role("button", name="Delete: Of the phone").click()
    with phone.expect_response(lambda answer: answer.request.method == "DELETE"):
        pass
    laptop.goto("/mine")
    expect(things(laptop)).to_have_text(["Renamed"])
    expect(phone.locator(".library")).to_contain_text("Kept here and on the server.")


def test_a_file_that_is_open_is_shown_as_another_device_has_changed_it(new_window: NewWindow) -> None:
    laptop = made(new_window())
    phone = open_link(new_window(**PHONE), keep_on_server(laptop))
    for page in (laptop, phone):
        page.get_by_role("link", name=MARKUP).click()
        expect(page.locator("[data-field=name]")).to_have_value(MARKUP)
    phone.locator("[data-field=name]").fill("From the phone")
    with phone.expect_response(lambda answer: answer.request.method == "PUT"):
        pass
    laptop.evaluate("dispatchEvent(new Event('online'))")
    expect(laptop.locator("[data-field=name]")).to_have_value("From the phone")
    expect(laptop.locator("#said")).to_have_text("From the phone was changed elsewhere.")


def test_without_the_server_one_goes_on_and_what_both_changed_is_kept_twice(new_window: NewWindow) -> None:
    laptop = made(new_window())
    phone = open_link(new_window(**PHONE), keep_on_server(laptop))
    expect(things(phone)).to_have_text([MARKUP])
    for page, name in ((laptop, "Of the laptop"), (phone, "Of the phone")):
        page.get_by_role("link", name=MARKUP).click()
        expect(page.locator("[data-field=name]")).to_have_value(MARKUP)
        page.context.set_offline(True)
        page.locator("[data-field=name]").fill(name)
        page.wait_for_timeout(1)  # the phone's change is the later one
    with phone.expect_response(lambda answer: answer.request.method == "PUT"):
        phone.context.set_offline(False)
    phone.goto("/mine")
    expect(things(phone)).to_have_text(["Of the phone"])
    expect(phone.locator(".library .warning")).to_be_hidden()
    laptop.context.set_offline(False)
    laptop.goto("/mine")
    expect(things(laptop)).to_have_text(["Of the laptop (another version)", "Of the phone"])
    laptop.wait_for_function("() => Object.keys(JSON.parse(localStorage['battlewright.library']).agreed).length === 2")
    phone.reload()
    expect(things(phone)).to_have_text(["Of the laptop (another version)", "Of the phone"])


def test_a_server_that_does_not_answer_is_said_and_waited_for(new_window: NewWindow) -> None:
    page = made(new_window())
    keep_on_server(page)
    page.route("**/api/library*", lambda route: route.abort())
    page.get_by_role("button", name=f"Copy: {MARKUP}").click()
    expect(page.locator(".library .warning")).to_have_text("The server does not answer: what you change is sent later.")
    page.unroute("**/api/library*")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".library .warning")).to_be_hidden()
    page.wait_for_function("() => Object.keys(JSON.parse(localStorage['battlewright.library']).agreed).length === 2")


def test_what_the_server_refuses_stays_in_the_browser_and_says_why(new_window: NewWindow) -> None:
    page = made(new_window())
    keep_on_server(page)
    page.get_by_role("link", name=MARKUP).click()
    page.locator("[data-field='characters[0].toughness']").fill("0")
    expect(page.locator(".notes .fault")).to_have_count(1)
    page.goto("/mine")
    expect(page.locator(".thing .warning")).to_contain_text("only in this browser:")
    expect(page.locator(".thing .warning")).to_contain_text("toughness")


def test_a_friend_copies_by_a_link_until_it_is_ended(new_window: NewWindow) -> None:
    owner, window = made(new_window()), new_window(**PHONE)
    keep_on_server(owner)
    owner.get_by_role("button", name=f"Link for a friend: {MARKUP}").click()
    link = owner.get_by_label("The link", exact=True).input_value()
    assert re.fullmatch(r"http://\S+/mine#copy=[\w-]{43}", link)
    owner.get_by_role("button", name="Close").click()
    expect(owner.locator(".thing")).to_contain_text("shared by a link")
    friend = window.page
    friend.goto(link)
    expect(friend.locator(".arrived h2")).to_have_text(MARKUP)
    expect(friend.locator(".arrived")).to_contain_text("Roster · Skirmish. A friend lets you copy it.")
    assert friend.url.endswith("/mine")
    assert not violations_on(window, "a friend's thing")
    friend.get_by_role("button", name="No, thanks").click()
    expect(things(friend)).to_have_count(0)
    friend.evaluate("link => location.assign(link)", link)
    friend.get_by_role("button", name="Keep a copy").click()
    expect(things(friend)).to_have_text([MARKUP])
    friend.get_by_role("link", name=MARKUP).click()
    friend.locator("[data-field=name]").fill("Mine now")
    owner.reload()
    expect(things(owner)).to_have_text([MARKUP])
    owner.get_by_role("button", name=f"Link for a friend: {MARKUP}").click()
    owner.get_by_role("button", name="End this link").click()
    expect(owner.locator("#said")).to_have_text("The link is ended.")
    expect(owner.locator(".thing")).not_to_contain_text("shared by a link")
    friend.goto(link)
    expect(friend.get_by_role("alert")).to_have_text(REFUSED)


def test_a_library_leaves_the_server_or_a_browser(new_window: NewWindow) -> None:
    laptop, borrowed = made(new_window()), new_window().page
    link = keep_on_server(laptop)
    borrowed.goto(link)
    borrowed.get_by_role("button", name="Open it here").click()
    expect(things(borrowed)).to_have_text([MARKUP])
    borrowed.get_by_role("button", name="Stop …").click()
    borrowed.get_by_role("button", name="Remove from this browser").click()
    expect(things(borrowed)).to_have_count(0)
    assert borrowed.evaluate("localStorage['battlewright.library']") == "null"
    borrowed.goto("/rules")
    open_link_again(borrowed, link)
    laptop.get_by_role("button", name="Stop …").click()
    laptop.get_by_role("button", name="Remove from the server").click()
    expect(laptop.get_by_role("button", name="Keep on this server")).to_be_visible()
    expect(things(laptop)).to_have_text([MARKUP])
    borrowed.reload()
    expect(borrowed.locator(".library .warning")).to_have_text(
        "This browser no longer has a library on this server: open it again by its link. What is here stays here."
    )
    expect(things(borrowed)).to_have_text([MARKUP])
    laptop.goto("/rules")
    laptop.goto(link)
    expect(laptop.get_by_role("alert")).to_contain_text("This token opens no library of this server")


def open_link_again(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Open it here").click()
    expect(things(page)).to_have_text([MARKUP])
    page.goto("/rules")
    page.goto(link)
    expect(page.locator(".arrived")).to_contain_text("This browser has it already.")


def test_a_server_without_libraries_offers_none(new_window: NewWindow, new_server: NewServer) -> None:
    server = new_server(None, "--no-library")
    page = made(new_window(server))
    expect(page.locator(".lead-in")).to_contain_text("kept in this browser")
    expect(page.locator(".library")).to_have_count(0)
    expect(page.get_by_role("button", name="Link for a friend")).to_have_count(0)
    page.goto("/rules")
    page.goto("/mine#copy=secret")
    expect(page.get_by_role("alert")).to_have_text("This server keeps no libraries, so this link brings nothing.")
