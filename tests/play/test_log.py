"""The complete log restores a match exactly; the replay of a running battle tells nobody what comes."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest

from battlewright.contract.system import System
from battlewright.engine import replay
from battlewright.engine.dice import Dice
from battlewright.engine.errors import BattlewrightError, LogError, NotAllowed
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, same
from battlewright.engine.seats import MASTER
from battlewright.play.dice import DiceSource
from battlewright.play.log import read_log, replay_of, write_log
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from tests.toy.morra.system import MORRA, MorraSetup
from tests.toy.pig import PIG, PigSetup

pytestmark = pytest.mark.plain

SYSTEMS: dict[str, System] = {"pig": PIG, "morra": MORRA}


def at_random(match: Match, chance: random.Random, steps: int = 60) -> None:
    """All that may happen in a match, at random."""
    for _ in range(steps):
        if match.is_over:
            return
        with suppress(BattlewrightError):
            act_at_random(match, chance)


def act_at_random(match: Match, chance: random.Random) -> None:
    match chance.randrange(16):
        case 0:
            match.undo(chance.choice("ab"))
        case 1:
            match.offer_draw(chance.choice("ab"))
        case 2:
            match.agree(chance.choice("ab"))
        case 3:
            match.decline(chance.choice("ab"))
        case 14:
            match.suggestions.suggest(chance.choice("ab"), "I stood nearer", "points who=0 value=2")
        case 15:
            answer = chance.choice([match.suggestions.accept, match.suggestions.reject])
            waiting = match.suggestions.waiting
            answer(chance.choice(["a", MASTER]), chance.choice(waiting).number if waiting else 0)
        case 4 if match.session.node.kind == NodeKind.CHANCE:
            match.roll_typed(match.to_act[0], [chance.randint(1, 6)])
        case _ if match.session.node.kind == NodeKind.CHANCE:
            match.roll()
        case _:
            seat = match.to_act[0]
            match.choose(seat, chance.choice(match.observe(seat).choices()))


@pytest.mark.parametrize("number", range(40))
def test_the_complete_log_restores_whatever_has_happened(number: int) -> None:
    chance = random.Random(number)
    system: System = chance.choice([PIG, MORRA])
    setup = PigSetup(goal=40) if system is PIG else MorraSetup(goals=(30, 40))
    dice = chance.choice([None, DiceSource(seed=number)])
    match = Match(system, setup, dice=dice, with_master=chance.random() < 0.5)
    at_random(match, chance)
    log = write_log(match)
    again = read_log(log, SYSTEMS.__getitem__)
    assert write_log(again) == log
    assert same(again.session.battle, match.session.battle)
    assert (again.request, again.ended, again.taken_back) == (match.request, match.ended, match.taken_back)
    assert again.suggestions.waiting == match.suggestions.waiting
    for seat in (*match.seats.names, "spectator"):
        assert again.observe(seat, 0).news == match.observe(seat, 0).news
    at_random(again, random.Random(number + 1000), 10)


def drawn_by_a(match: Match) -> int:
    draws = match.observe("a", with_draws=True).draws
    assert draws is not None
    return look(Dice, draws).blocks


def test_a_restart_does_not_repeat_what_a_bot_has_drawn() -> None:
    match = Match(MORRA, MorraSetup(goals=(60, 60)), {"a": "random", "b": "random"})
    bots = seat_bots(match)
    play_on(match, bots, most=10)
    again = read_log(write_log(match), SYSTEMS.__getitem__)
    assert drawn_by_a(again) == drawn_by_a(match) > 0
    for each in (match, again):
        play_on(each, seat_bots(each), most=30)
    assert write_log(again) == write_log(match)


def test_the_replay_of_a_running_match_has_no_secret_and_resumes_with_other_dice() -> None:
    match = Match(MORRA, MorraSetup(goals=(60, 60)), with_master=True)
    while match.number < 30:
        if match.session.node.kind == NodeKind.CHANCE:
            match.roll()
        else:
            match.choose(match.to_act[0], match.session.choices()[match.number % 2])
    match.choose("a", match.session.choices()[1])
    text = replay_of(match, MASTER)
    assert match.dice.secret.hex() not in text
    for stream in match.session.streams:
        assert str(stream.seed) not in text
        assert str(stream.index) not in text
    saved = replay.parse(text, "saved", SYSTEMS.__getitem__)
    session = saved.repeat()
    assert len(session.steps) == len(match.session.steps) - 1  # the choice that is still secret is left out
    resumed = Match(MORRA, saved.setup, saved.players, resumed=session, with_master=True)
    assert resumed.session.streams[-1].begins == len(session.steps)
    assert (resumed.session.seed, resumed.session.index) != (match.session.seed, match.session.index)
    log = write_log(resumed)
    assert same(read_log(log, SYSTEMS.__getitem__).session.battle, resumed.session.battle)


def test_the_replay_of_a_finished_match_has_its_streams_and_every_die_is_checked() -> None:
    match = Match(PIG, PigSetup(goal=20), {"a": "random", "b": "random"})
    play_on(match, seat_bots(match))
    text = replay_of(match)
    assert str(match.session.seed) in text
    assert same(replay.parse(text, "r", SYSTEMS.__getitem__).repeat().battle, match.session.battle)


@pytest.mark.parametrize("how", ["resign", "draw"])
def test_a_match_that_the_rules_did_not_end_has_a_replay_with_an_end(how: str) -> None:
    match = Match(PIG, PigSetup(), dice=DiceSource(seed=1))
    match.choose("a", match.session.choices()[0])
    match.roll()
    if how == "resign":
        match.resign("a")
    else:
        match.offer_draw("a")
        match.agree("b")
    saved = replay.parse(replay_of(match), "r", SYSTEMS.__getitem__)
    assert (saved.ended, saved.result) == ("resign a" if how == "resign" else "draw", str(match.result))
    assert same(saved.repeat().battle, match.session.battle)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"format":2', '"format":9', "a log of format 9; this version reads format 1 to 2"),
        ('"ruleset":1', '"ruleset":9', "follows ruleset 9; the current one is 1"),
        ('"goal":30', '"goal":31', "gives a different setting"),
        ('"secret":"', '"secret":"00', "Entry 1 of the log has a different result"),
        ('"secret":"', '"secret":"xx', "this is not the complete log of a match"),
        ('"line":"roll"', '"line":"dance"', "Unknown kind 'dance'"),
        ('"kind":"choice"', '"kind":"song"', "this is not the complete log of a match"),
        ('"seat":"a"', '"seat":"b"', "Seat b cannot choose now"),
    ],
)
def test_a_log_that_cannot_be_read_or_does_not_repeat_is_refused(old: str, new: str, sentence: str) -> None:
    match = Match(PIG, PigSetup(goal=30), dice=DiceSource(b"0" * 32))
    for _ in range(6):
        match.choose(match.to_act[0], match.session.choices()[0])
        match.roll()
    log = write_log(match)
    assert old in log
    with pytest.raises(LogError, match=sentence):
        read_log(log.replace(old, new, 1), SYSTEMS.__getitem__)


def test_a_log_is_lines_of_json() -> None:
    match = Match(PIG, PigSetup(), dice=DiceSource(b"0" * 32))
    match.choose("a", match.session.choices()[0])
    head, entry = map(json.loads, write_log(match).splitlines())
    assert head["system"] == "pig"
    assert entry == {"number": 0, "kind": "choice", "seat": "a", "line": "roll"}


def test_a_running_battle_with_a_secret_set_up_is_kept_by_its_game_master_alone() -> None:
    match = Match(MORRA, MorraSetup(goals=(5, 60)), with_master=True)
    for seat in ("a", "b", "spectator"):
        with pytest.raises(NotAllowed, match="parts of the set-up are secret until it is over"):
            replay_of(match, seat)
    assert "goals" in replay_of(match, MASTER)
    match.resign("a")
    assert "goals" in replay_of(match, "b")
