"""Numbers that no rule reads are kept apart: the same answers as if they were not."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.odds import Answer
from battlewright.odds.state_graph import NO_REDUCTION, StateReduction
from battlewright.systems.skirmish.odds import exchange
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.odds.solved import clash, clash_after, exchange_reduction, shot
from battlewright.systems.skirmish.record import Step
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import WeaponSetup, read_roster, read_table

SWORD = WeaponSetup(name="Sword", kind="melee", threat=1, oppression=1, critical=2, points=4)
MAUL = WeaponSetup(name="Maul", kind="melee", threat=1, oppression=2, critical=5, points=4)
RIFLE = WeaponSetup(name="Rifle", kind="shooting", modifier=0, damage=1, critical="d3", points=4)


def nothing_apart(models: int) -> StateReduction:
    return NO_REDUCTION


def same(one: Answer, other: Answer) -> bool:
    return (
        one.values == other.values
        and one.odds == other.odds
        and one.best == other.best
        and [each.values for _, each in one.choices] == [each.values for _, each in other.choices]
        and [each.odds for _, each in one.choices] == [each.odds for _, each in other.choices]
    )


@pytest.mark.plain
@pytest.mark.parametrize(("dice", "margins"), [((2, 1), (1, 2)), ((1, 2), (3, 1))])
@pytest.mark.parametrize("blades", [(SWORD, SWORD), (SWORD, MAUL)])
def test_a_clash_is_the_same(
    dice: tuple[int, int],
    margins: tuple[int, int],
    blades: tuple[WeaponSetup, WeaponSetup],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = (
        Figure(melee=melee, toughness=margin, blade=blade)
        for melee, margin, blade in zip(dice, margins, blades, strict=True)
    )
    struck, parried = (6, 4)[: dice[0]], (5, 6)[: dice[1]]
    apart = clash(one, other), clash_after(one, other, struck, parried)
    monkeypatch.setattr(skirmish, "exchange_reduction", nothing_apart)
    assert clash(one, other) == apart[0]
    assert same(clash_after(one, other, struck, parried), apart[1])


def test_larger_clashes_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fighters = Figure(melee=5, toughness=4, blade=SWORD), Figure(melee=4, toughness=5, stress=1, blade=MAUL)
    apart = clash(*fighters)
    monkeypatch.setattr(skirmish, "exchange_reduction", nothing_apart)
    assert clash(*fighters) == apart


def test_a_shot_with_its_answers_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shooter, target = Figure(ballistics=4, gun=RIFLE), Figure(stress=1, gun=RIFLE)
    apart = shot(shooter, target, 11_500, obstacles=2)
    monkeypatch.setattr(skirmish, "exchange_reduction", nothing_apart)
    assert shot(shooter, target, 11_500, obstacles=2) == apart


@pytest.mark.parametrize(("seed", "table"), [(1, "ruins"), (2, "rooftops"), (3, "open-field")])
def test_every_exchange_of_a_battle_is_the_same(seed: int, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every fourth decision of a random battle, and at all that are rare."""
    rosters = read_roster("powder-guild"), read_roster("red-hall")
    setup = set_up(rosters, read_table(table), read_scenario("last-stand"))
    session, bot = Session(systems.load("skirmish"), setup, seed), RandomBot(seed, 0)
    asked: dict[int, int] = {}
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        step = session.node.step
        asked[step] = asked.get(step, 0) + 1
        if step != Step.DEPLOY and (asked[step] % 4 == 1 or step not in (Step.ACT, Step.ACTIVATE)):
            monkeypatch.setattr(exchange, "exchange_reduction", exchange_reduction)
            apart = Exchange(session.setting, session.battle).answer()
            monkeypatch.setattr(exchange, "exchange_reduction", nothing_apart)
            assert same(Exchange(session.setting, session.battle).answer(), apart), Step(step).name
        session.choose(bot.choose(session))
    assert {Step.ACT, Step.ACTIVATE, Step.REACT} <= set(asked)
