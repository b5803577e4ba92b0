"""The greedy bot: it is allowed what it does, changes nothing by looking, and beats the random one."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots import greedy
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.random import RandomBot
from battlewright.bots.workspace import workspace_for
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, look, numbers, restore, snapshot
from battlewright.engine.session import Session
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.record import Skirmish, Step
from battlewright.systems.skirmish.setup.battle import SCENARIOS, BattleSetup, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from tests.systems.skirmish.helpers import Fight, small_tables, walk
from tests.toy.pig import PIG, PigSetup

SKIRMISH = systems.load("skirmish")


def mirrored(roster: str, table: str, scenario: str = "last-stand") -> BattleSetup:
    return set_up((read_roster(roster), read_roster(roster)), read_table(table), read_scenario(scenario))


def wins(setup: BattleSetup, side: int, battles: int, both: bool = False) -> int:
    """In how many battles the greedy bot wins from a side; the other is random, or greedy too."""
    setting, play = SKIRMISH.setup.build(setup), greedy.playout(SKIRMISH)
    work, who = workspace_for(SKIRMISH, tables_of(setting)), numbers([1, 1] if both else [1 - side, side])
    bot = allocate(Dice)
    battle: Row[Skirmish] = allocate(Skirmish)
    empty, view, won = snapshot(battle), look(Skirmish, battle), 0
    for index in range(battles):
        restore(battle, empty)
        view.tail.silent = 1
        seed_dice(view.tail.dice, 11, index)
        seed_dice(look(Dice, bot), 11, index, Lane.BOT)
        SKIRMISH.rules.start(setting, battle)
        nodes = play(setting, battle, work, who, bot, SKIRMISH.rules.max_nodes)
        assert nodes > 0, "a choice was refused"
        assert view.node.kind == NodeKind.OVER
        won += view.node.result == side + 1
    return won


@pytest.mark.parametrize("table", TABLES.names)
@pytest.mark.parametrize("roster", ["lantern-company", "powder-guild", "gable-foxes"])
def test_it_beats_the_random_bot_with_those_who_shoot(roster: str, table: str) -> None:
    won = sum(wins(mirrored(roster, table), side, 20) for side in range(2))
    assert won >= 37, won


@pytest.mark.parametrize("roster", ["red-hall", "harrow-hedge", "quarry-brood"])
def test_it_mostly_beats_the_random_bot_with_those_who_only_fight(roster: str) -> None:
    won = sum(wins(mirrored(roster, "open-field"), side, 30) for side in range(2))
    assert won >= 47, won


@pytest.mark.parametrize("side", range(2))
@pytest.mark.parametrize("table", TABLES.names)
def test_it_beats_the_random_bot_on_every_table_from_both_seats(table: str, side: int) -> None:
    """95 of 100 over all rosters."""
    rosters = ROSTERS.names
    won = sum(wins(mirrored(roster, table), side, 15) for roster in rosters)
    assert won >= 0.95 * 15 * len(rosters), won


@pytest.mark.parametrize("scenario", SCENARIOS.names)
def test_whatever_it_chooses_is_allowed(scenario: str) -> None:
    for roster in ROSTERS.names:
        wins(mirrored(roster, "rooftops", scenario), 0, 3, both=True)


def test_looking_changes_nothing_and_the_same_position_gets_the_same_choice() -> None:
    session, bots = Session(SKIRMISH, mirrored("hollow-king", "ruins"), 3), (GreedyBot(), RandomBot(3))
    other = GreedyBot()
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        before = snapshot(session.battle)
        choice = bots[0].choose(session)
        assert snapshot(session.battle) == before
        assert other.choose(session) == choice
        assert session.refusal(choice) == ""
        session.choose(choice if session.node.side == 0 else bots[1].choose(session))


ROLLS = (((4, 6, 5), (6, 4, 1)), ((6, 6, 4), (5, 5, 6)), ((4, 4, 6), (4, 5, 6)), ((5, 6, 6), (4, 4, 4)))


def test_it_resolves_a_clash_by_the_best_play() -> None:
    """Swords against Swords: nobody is shoved, so what it knows by heart is all there is."""
    bot, asked = GreedyBot(), 0
    for struck, parried in (
        ((4, 6, 5), (6, 4, 1)),
        ((6, 6, 4), (5, 5, 6)),
        ((4, 4, 6), (4, 5, 6)),
        ((5, 6, 6), (4, 4, 4)),
    ):
        for stress in range(3):
            fight = Fight(a=[{"at": (5, 5)}], b=[{"at": (6.5, 5)}]).stress(1, stress).activate(0)
            fight.engage().roll(*struck).roll(*parried)
            while fight.node.step == Step.RESOLVE:
                answer = Exchange(fight.session.setting, fight.session.battle).answer()
                choice = bot.choose(fight.session)
                values = next(each.values for known, each in answer.choices if known == choice)
                assert values == answer.choices[answer.best][1].values
                fight.session.choose(choice)
                asked += 1
    assert asked > 20


@pytest.fixture
def modest() -> GreedyBot:
    """A bot with small tables, so that plain Python can make them."""
    return GreedyBot(tables=small_tables())


@pytest.mark.plain
def test_in_the_last_round_it_shoots_at_whom_it_will_break_down(modest: GreedyBot) -> None:
    gun = {"weapons": ["Rifle"], "ballistics": 5}
    fight = Fight(a=[{"at": (5, 5)} | gun], b=[{"at": (5, 12)}, {"at": (9, 11.5)}], round_limit=1)
    fight.stress(2, 2).activate(0)
    choice = modest.choose(fight.session)
    assert fight.session.words.choice(fight.battle, choice).startswith("Shoot b2")


@pytest.mark.plain
def test_it_goes_for_opponents_that_are_far_away(modest: GreedyBot) -> None:
    fight = Fight(a=[{"at": (12, 2), "weapons": ["Sword"]}], b=[{"at": (12, 22), "weapons": ["Sword"]}]).activate(0)
    choice = modest.choose(fight.session)
    assert choice.legs[choice.count - 1].y > walk(0, 5)[2]


@pytest.mark.plain
def test_two_of_them_play_a_small_battle_to_its_end(modest: GreedyBot) -> None:
    """The same choices compiled and in plain Python: the fingerprint says so."""
    armed = {"melee": 1, "weapons": ["Sword", "Pistol"], "toughness": 2}
    a = [{"at": (10, 8)} | armed, {"at": (13, 8), "melee": 1}]
    b = [{"at": (10, 13)} | armed, {"at": (13, 12), "melee": 1}]
    fight = Fight(a=a, b=b, seed=4, round_limit=3)
    while not fight.session.is_over:
        if fight.node.kind == NodeKind.CHANCE:
            fight.session.roll()
        else:
            fight.session.choose(modest.choose(fight.session))
    assert fight.session.fingerprint == "cdaf782f719a3547"


def test_a_system_without_judgement_has_no_greedy_bot() -> None:
    session = Session(PIG, PigSetup(), 1)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    with pytest.raises(BattlewrightError, match="There is no greedy bot for Pig yet"):
        GreedyBot().choose(session)
