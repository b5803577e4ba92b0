"""Bots against each other on the same match-ups."""

from __future__ import annotations

import pytest

from battlewright.bots.named import NamedBot, named
from battlewright.bots.random import RandomBot
from battlewright.lab.ladder import Ladder, MatchUp, battles_per_match_up, fight_ladder
from tests.lab.helpers import SKIRMISH, both_ways
from tests.toy.pig import PIG, PigSetup

FOXES = MatchUp("foxes", both_ways("gable-foxes", "gable-foxes", rounds=4))
UNLIKE = MatchUp("unlike", both_ways("lantern-company", "red-hall", rounds=4))


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    bots = [named("random"), named("greedy"), NamedBot("other random", RandomBot, 0)]
    return fight_ladder(SKIRMISH, bots, [FOXES, UNLIKE], 20, 3, workers=2)


def test_each_two_bots_meet_equally_often_on_every_match_up(ladder: Ladder) -> None:
    assert ladder.battles == 3 * 2 * 20
    assert [(meeting.pair, meeting.match_up) for meeting in ladder.meetings] == [
        (pair, name) for name in ("foxes", "unlike") for pair in ((0, 1), (0, 2), (1, 2))
    ]
    for meeting in ladder.meetings:
        assert meeting.counts.count(swapped=0) == meeting.counts.count(swapped=1) == 10
    assert [ladder.met(*pair) for pair in ((0, 1), (1, 0), (2, 1))] == [40, 40, 40]


def test_wins_draws_and_losses_fit(ladder: Ladder) -> None:
    for one in range(3):
        assert sum(ladder.of(one)) == 80
        for other in range(3):
            if one != other:
                assert ladder.score(one, other) + ladder.score(other, one) == ladder.met(one, other)
    assert ladder.side_a().total == ladder.battles - sum(ladder.draws(*pair) for pair in ((0, 1), (0, 2), (1, 2)))


def test_the_greedy_bot_is_rated_above_the_random_ones(ladder: Ladder) -> None:
    ratings = ladder.ratings()
    assert ratings[0].points == 0
    assert ratings[1].low > 100 > abs(ratings[2].points)


def test_bots_are_rated_by_battles_of_the_first_edition_too() -> None:
    """The searching bot, which plays from Python, among them."""
    setups = both_ways("red-hall", "red-hall", rounds=2, edition="first")
    bots = [named("random"), named("greedy"), named("search:4")]
    ladder = fight_ladder(SKIRMISH, bots, [MatchUp("red hall", setups)], 4, 3)
    assert ladder.battles == 3 * 4
    assert all(sum(ladder.of(one)) == 8 for one in range(3))


def test_every_battle_has_a_number_of_its_own(ladder: Ladder) -> None:
    """Two random bots with the same strengths do not fight the same battles again."""
    first, second = (meeting.counts for meeting in ladder.meetings if meeting.pair == (0, 2))
    assert first != second
    alone = fight_ladder(SKIRMISH, ladder.bots, [FOXES, UNLIKE], 20, 3, workers=1)
    assert [meeting.counts for meeting in alone.meetings] == [meeting.counts for meeting in ladder.meetings]


def test_an_interrupt_keeps_what_is_done() -> None:
    seen: list[int] = []

    def interrupt(done: int) -> None:
        seen.append(done)
        if done > 60:
            raise KeyboardInterrupt

    bots = [named("random"), named("greedy"), NamedBot("other random", RandomBot, 0)]
    ladder = fight_ladder(SKIRMISH, bots, [FOXES, UNLIKE], 4_000, 3, progress=interrupt)
    assert ladder.interrupted
    assert 60 < ladder.battles < 6 * 4_000
    assert all(meeting.counts.battles for meeting in ladder.meetings), "only those that were begun"
    assert len(ladder.ratings()) == 3
    assert seen == sorted(seen)


@pytest.mark.plain
def test_a_small_ladder_of_a_small_game() -> None:
    bots = [named("random"), NamedBot("slow random", RandomBot)]
    seen: list[int] = []
    ladder = fight_ladder(PIG, bots, [MatchUp("pig", (PigSetup(goal=5), PigSetup(goal=5)))], 6, 3, progress=seen.append)
    assert (ladder.battles, ladder.interrupted, ladder.draws(0, 1)) == (6, False, 0)
    assert ladder.score(0, 1) + ladder.score(1, 0) == 6 == sum(ladder.of(1))
    assert ladder.side_a().total == 6
    assert [rating.points > 0 for rating in ladder.ratings()] == [False, ladder.wins(1, 0) > 3]


@pytest.mark.plain
@pytest.mark.parametrize(
    ("battles", "match_ups", "each"), [(700, 35, 20), (1, 1, 2), (1, 35, 2), (71, 35, 4), (100, 1, 100), (101, 1, 102)]
)
def test_battles_are_shared_out_evenly_among_match_ups_and_seats(battles: int, match_ups: int, each: int) -> None:
    assert battles_per_match_up(battles, match_ups) == each
