"""People who play on while a server fails, and what must hold afterwards."""

from __future__ import annotations

import random
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError, Unreachable
from battlewright.play.replays import Replay
from battlewright.web.models import News

LASTS = 120.0
"""The seconds that a fault may last, on a machine that has much else to do."""
SHORT = {"skirmish": {"rounds": 2}}
"""The options of matches that do not take long."""
PATIENT = 200
"""How often a client tries again: longer than a fault lasts."""


@dataclass
class Player:
    """Plays matches at random, one after the other, and remembers which choices were acknowledged."""

    url: str
    system: str
    seed: int
    against: str = "random"
    enough: threading.Event = field(default_factory=threading.Event)
    played: list[tuple[RemoteMatch, list[tuple[int, str]]]] = field(default_factory=list)
    error: BaseException | None = None

    def start(self) -> threading.Thread:
        """Play in a thread, until there was enough and the match at hand is over."""
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        return self.thread

    def wait_for_a_match(self) -> None:
        """Wait until a choice was acknowledged."""
        late = time.monotonic() + LASTS
        while time.monotonic() < late and self.thread.is_alive() and not any(choices for _, choices in self.played):
            time.sleep(0.02)

    def _run(self) -> None:
        try:
            with Client(self.url, PATIENT) as client:
                while not self.enough.is_set() or not self.played:
                    self._play(_new_match(client, self.system, self.against))
        except BaseException as error:
            self.error = error

    def _play(self, match: RemoteMatch) -> None:
        chance, acknowledged = random.Random(self.seed), list[tuple[int, str]]()
        self.played.append((match, acknowledged))
        with closing(match.follow("offers")) as following:
            for news in following:
                if match.seat in news["to_act"] and news["offers"]:
                    line = chance.choice(news["offers"])["choice"]
                    acknowledged.append((match.choose(line, number=news["number"]), line))

    def check(self, client: Client) -> int:
        """Check that all matches are over, with each acknowledged choice once; return how many choices there were."""
        self.thread.join(LASTS)
        assert not self.thread.is_alive(), "a match did not go on"
        if self.error is not None:
            raise self.error
        for match, acknowledged in self.played:
            check_match(client.match(match.id, match.seat, match.token), acknowledged)
        return sum(len(acknowledged) for _, acknowledged in self.played)


def _new_match(client: Client, system: str, against: str) -> RemoteMatch:
    """Begin a match; whether that succeeded is not known if the server fails, so another one may be begun."""
    late = time.monotonic() + LASTS
    while time.monotonic() < late:
        try:
            return client.new_match(system, players={"a": "person", "b": against}, options=SHORT.get(system, {}))
        except (Unreachable, ServerError) as error:
            if isinstance(error, ServerError) and error.status != 503:
                raise
            time.sleep(0.1)
    raise AssertionError("no match could be begun")


def check_match(match: RemoteMatch, acknowledged: list[tuple[int, str]]) -> News:
    """Check that a match is over, has exactly these choices of its seat, and that its replay leads to its end."""
    news = match.news(0, "battle")
    assert news["state"] == "over"
    assert [entry["number"] for entry in news["news"]] == list(range(news["number"]))
    own = [entry["choice"] for entry in news["news"] if entry["kind"] == "choice" and entry["seat"] == "a"]
    assert own == [line for _, line in acknowledged], "a choice was lost, or counted twice"
    repeated = Replay.parse(match.replay()).repeat()
    assert repeated.is_over
    assert repeated.fingerprint == news["position"]
    return news
