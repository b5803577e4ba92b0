"""A played evening: a game master and players, each at a page of their own, from encounter to encounter."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from battlewright.client import Client, RemoteMatch
from tests.systems.heroes.helpers import sheet
from tests.web.browser import NewWindow, Window
from tests.web.server import Server
from tests.web.test_browser_next import followed
from tests.web.test_browser_tables import PHONE

WINDOWS: dict[str, dict[str, Any]] = {"Mia": {}, "Ann": PHONE, "Ben": PHONE, "Cara": {}, "Dan": {}}
"""What people play with."""
HEROES = {"Ann": "Ada", "Ben": "Brom", "Cara": "Cyra", "Dan": "Dirk"}
"""Whom each player leads."""


class Evening:
    """A game master, Mia, and players at one table: the first types dice, the second as they like."""

    def __init__(self, new_window: NewWindow, server: Server, players: int) -> None:
        self.names = [*HEROES][:players]
        heroes: list[dict[str, Any]] = [
            {"sheet": sheet(HEROES[name], constitution=12, charisma=12)} for name in self.names
        ]
        heroes[0]["state"] = {"wounds": 3, "stress": 1}
        file = {"name": "Gate", "heroes": heroes, "foes": [{"sheet": sheet("Rat", constitution=9), "count": 2}]}
        seats: list[dict[str, Any]] = [{"name": name, "leads": [HEROES[name]]} for name in self.names]
        seats.append({"name": "Mia", "side": "b", "master": True, "leads": ["Rat 1", "Rat 2"]})
        self.server, self.match = server, self._opened(server.client, file, seats)
        tokens = {"Mia": self.match.token}
        for name in self.names:
            tokens[name] = server.client.join(self.match.id, name, self.match.invitations[name], name=name).token
        self.windows = {name: new_window(**WINDOWS[name]) for name in tokens}
        for name, token in tokens.items():
            self.windows[name].page.goto(f"/match/{self.match.id}#seat={token}")
        for page in self.pages.values():
            page.locator(".combatant").first.wait_for()

    def _opened(self, client: Client, file: dict[str, Any], seats: list[dict[str, Any]]) -> RemoteMatch:
        people = dict.fromkeys([*self.names, "Mia"], "person")
        dice = {"Ann": "physical", "Ben": "either"}
        return client.new_match(
            "heroes",
            ["gate.json"],
            files={"gate.json": json.dumps(file)},
            seats=seats,
            players=people,
            dice_of={name: dice[name] for name in self.names if name in dice},
            seat="Mia",
            name="Mia",
            seed=3,
        )

    @property
    def pages(self) -> dict[str, Page]:
        return {name: window.page for name, window in self.windows.items()}

    @property
    def master(self) -> Page:
        return self.windows["Mia"].page

    def all_are_told(self, text: str) -> None:
        """Wait until every page shows a text."""
        for page in self.pages.values():
            expect(page.locator("body")).to_contain_text(text)

    def roll_initiative(self) -> None:
        """The first types a 9, the second leaves the die to the server."""
        ann, ben = self.pages["Ann"], self.pages["Ben"]
        expect(self.master.locator(".gathered")).to_contain_text("Ada: waiting for Ann")
        ann.get_by_role("button", name="A 9", exact=True).click()
        ann.get_by_role("button", name="Use these dice").click()
        expect(ben.locator(".gathered")).to_contain_text("Ada: 9")
        ben.get_by_role("button", name="Roll for me").click()
        self.all_are_told("Initiative, round 1:")

    def asked(self) -> Window:
        """Return the first window that is called to its turn, once all have the same news."""
        windows = [*self.windows.values()]
        for _ in range(200):
            numbers = {each.page.locator(".stage").get_attribute("data-number") for each in windows}
            called = [each for each in windows if each.page.title().startswith("●")]
            if len(numbers) == 1 and called:
                return called[0]
            windows[0].page.wait_for_timeout(100)
        raise AssertionError("nobody is called")

    def turn(self) -> str:
        """Let whoever is asked end a turn, or do what comes first; return who it was. Each types another face, so that
        a tie ends."""
        now = self.asked()
        page = now.page
        if page.locator(".own-dice").count():
            face = 1 + [*self.windows.values()].index(now)
            while page.get_by_role("button", name="Use these dice").is_disabled():
                page.get_by_role("button", name=f"A {face}", exact=True).click()
            now.move(page.get_by_role("button", name="Use these dice").click)
        else:
            end = page.locator(".opt[data-choice^='end']")
            now.make(end if end.count() else page.locator(".opt").first)
        return next(name for name, window in self.windows.items() if window is now)

    def form(self, what: str) -> Locator:
        """Open a form of the game master."""
        root = self.master.locator(".master")
        if root.get_attribute("open") is None:
            root.locator("summary").first.click()
        root.get_by_label("What to change").select_option(label=what)
        return root.locator("form")

    def damage(self, whom: list[str], amount: int) -> None:
        """Deal damage by hand."""
        form = self.form("Damage")
        for name in whom:
            form.get_by_role("group", name="Whom").get_by_label(name).check()
        form.get_by_label("Amount").fill(str(amount))
        form.get_by_role("group", name="Types").get_by_label("Fire").check()
        form.get_by_role("button", name="Apply the change").click()

    def suggested(self, name: str) -> None:
        """A player suggests a modifier, and the game master accepts it."""
        guest = self.pages[name]
        guest.locator(".suggest > summary").click()
        guest.get_by_label("What to suggest").select_option(label="A modifier")
        guest.get_by_role("group", name="Whom").get_by_label(HEROES[name]).check()
        guest.get_by_label("Modifies").select_option("dodge")
        guest.get_by_label("Amount").fill("5")
        guest.get_by_label("Its name (if any)").fill("fog")
        guest.get_by_role("button", name="Suggest it").click()
        self.master.locator(".suggested li").get_by_role("button", name="Accept", exact=True).click()
        for page in self.pages.values():
            expect(page.locator(".log")).to_contain_text(f"{HEROES[name]} +5 to dodge")

    def arrives(self, name: str) -> None:
        """Another ruffian arrives."""
        count = self.master.locator(".combatant").count()
        form = self.form("Somebody arrives")
        form.locator("[name=sheet]").select_option("ruffian")
        form.locator("[name=side]").select_option("b")
        form.locator("[name=name]").fill(name)
        form.get_by_role("button", name="Apply the change").click()
        for page in self.pages.values():
            expect(page.locator(".combatant")).to_have_count(count + 1)
            expect(page.locator(".log")).to_contain_text(name)

    def end(self) -> None:
        """The game master strikes all foes down, is asked, and ends the encounter."""
        self.damage(["Foes"], 999)
        self.all_are_told("The game master is asked: Foes (b) are all out.")
        self.master.get_by_role("button", name="End the encounter").click()
        self.all_are_told("The battle is over")

    def next(self, encounter: str, rest: str) -> None:
        """The game master begins the next encounter after a rest, and all others join it."""
        page, before = self.master, self.match.id
        page.get_by_role("button", name="Next battle with this party …").click()
        dialog = page.get_by_role("dialog", name="The next encounter with this party")
        dialog.get_by_label("Encounter").select_option(encounter)
        dialog.get_by_label("Rest before it").select_option(rest)
        dialog.get_by_role("button", name="Begin the encounter").click()
        page.wait_for_url(lambda url: before not in url)
        self.match = followed(self.server, self.match, page.url)
        for name, guest in self.pages.items():
            if name != "Mia":
                guest.get_by_role("button", name="Join the next battle").click()
                guest.wait_for_url(f"**/match/{self.match.id}")
                expect(guest.locator(".whose")).to_have_text(f"You lead {HEROES[name]}")

    def hurt(self) -> dict[str, tuple[int, int, int]]:
        """Health, Wounds and Stress of the heroes."""
        combatants = self.match.news(0, "battle")["battle"]["combatants"]
        rows = zip(self.names, combatants, strict=False)
        return {name: (each["health"], each["wounds"], each["stress"]) for name, each in rows}

    def fit(self) -> None:
        """Nothing is wider than a page."""
        for page in self.pages.values():
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_master_and_two_players_play_an_encounter(new_window: NewWindow, shared_server: Server) -> None:
    evening = Evening(new_window, shared_server, 2)
    evening.roll_initiative()
    evening.suggested("Ben")
    evening.arrives("Late Ruffian")
    while evening.asked() is evening.windows["Mia"]:
        evening.turn()
    amount = evening.form("Damage").get_by_label("Amount")
    amount.fill("99")
    with evening.master.expect_response(lambda answer: "master_forms" in answer.url):
        assert evening.turn() != "Mia"
    evening.master.wait_for_timeout(100)
    expect(amount).to_be_focused()
    expect(amount).to_have_value("99")
    evening.end()
    evening.fit()


@pytest.mark.nightly
def test_three_encounters_in_a_row_with_four_players_and_a_game_master(
    new_window: NewWindow, shared_server: Server
) -> None:
    evening = Evening(new_window, shared_server, 4)
    evening.roll_initiative()
    evening.suggested("Cara")
    evening.arrives("Late Ruffian")
    evening.damage(["Ada", "Brom"], 20)
    evening.all_are_told("20")
    played = {evening.turn() for _ in range(24)}
    assert played == {"Mia", *HEROES}
    dan = evening.pages["Dan"]
    dan.locator("header summary", has_text="More").click()
    for text in ("Leave, and let the computer play on", "Leave, and let the computer play on? Click again"):
        dan.get_by_role("button", name=text, exact=True).click()
    evening.master.locator("header .people summary").click()
    evening.master.get_by_role("button", name="Dan: I play it").click()
    expect(evening.pages["Ann"].locator(".panel")).to_contain_text("From now on the game master plays Dan.")
    evening.master.locator("header .people summary").click()
    for _ in range(8):
        evening.turn()
    evening.master.locator("header .people summary").click()
    evening.master.get_by_role("button", name="Dan: Invite a person").click()
    dan.goto(evening.master.get_by_label("Invitation to seat Dan").input_value())
    dan.get_by_label("Your name").fill("Dan")
    dan.get_by_role("button", name="Take the seat").click()
    expect(dan.locator(".whose")).to_have_text("You lead Dirk")
    evening.master.locator("header .people summary").click()
    evening.end()
    evening.fit()
    before = evening.hurt()
    assert before["Ann"][1] >= 3
    evening.next("the-toll-bridge", "breather")
    after = evening.hurt()
    assert {name: row[1:] for name, row in after.items()} == {name: row[1:] for name, row in before.items()}
    assert after["Ann"][0] > before["Ann"][0]
    evening.roll_initiative()
    for _ in range(4):
        evening.turn()
    evening.end()
    before = evening.hurt()
    evening.next("the-barrow", "night")
    after = evening.hurt()
    assert after["Ann"][1] < before["Ann"][1]
    evening.roll_initiative()
    evening.turn()
    evening.end()
    evening.fit()
