"""Playing over a server, for tests."""

from __future__ import annotations

import random
from contextlib import closing

from battlewright.client import RemoteMatch
from battlewright.engine.data_types import Result
from battlewright.web.models import News


def play(match: RemoteMatch, seed: int = 1, most: int = 10_000) -> list[News]:
    """Play at random to the end, or for so many choices; returns all news."""
    chance, seen, made = random.Random(seed), [], 0
    with closing(match.follow()) as following:
        for news in following:
            seen.append(news)
            if match.seat in news["to_act"] and news["offers"]:
                if made == most:
                    break
                match.choose(chance.choice(news["offers"])["choice"], number=news["number"])
                made += 1
    return seen


def play_both(one: RemoteMatch, other: RemoteMatch, seed: int = 1, most: int = 10_000) -> News:
    """Two people of one match play at random to the end, or for so many choices; returns the last news of the first."""
    chance, seats = random.Random(seed), {one.seat: one, other.seat: other}
    for _ in range(most):
        news = one.news(0)
        if news["state"] == "over":
            break
        actor = seats[news["to_act"][0]]
        actor.choose(chance.choice(actor.news(0)["offers"])["choice"])
    return one.news(0)


def result_of(match: RemoteMatch) -> Result:
    """Return the result of a match that is over."""
    result = match.about()["result"]
    assert result is not None
    return result
