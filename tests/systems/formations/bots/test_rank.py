"""How choices of Formations look to a bot, and how well that plays."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import default_bot, pair_of
from battlewright.contract.counts import Counts, Winner
from battlewright.engine.node import NodeKind
from battlewright.engine.record import numbers
from battlewright.engine.session import Session
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.odds.distribution import wilson
from battlewright.systems.formations.bots.tables import MILLION, MOST_DICE, SHOWN, chance_of, chance_without, tables
from battlewright.systems.formations.bots.win_chance import chance_from, force_of, win_chance
from battlewright.systems.formations.record import Characteristic, Combination, FormationsChoice, Step
from battlewright.systems.formations.rules.dice import attack_succeeds, has_combination
from battlewright.systems.formations.setup.engagement import FORCES, EngagementSetup, read_force, read_setup, swap
from sequential import Verdict, wins_often
from tests.systems.formations.helpers import ENEMY, Engaged, force

FORMATIONS = systems.load("formations")
ORDER = {"name": "Again!", "roll": "order", "effect": "rerolls", "amount": 4}
EXPOSE = {"name": "Expose", "dice": 4, "against": "will", "effect": "exposed", "amount": 2}
CURSE = {"name": "Curse", "against": "will", "combination": "triple", "effect": "wounds", "amount": 6}
WARD = {
    "name": "Ward", "roll": "test", "against": "will", "effect": "weakened", "amount": 3, "failure": "wounds",
}  # fmt: skip


def chosen(engaged: Engaged) -> FormationsChoice:
    choice: FormationsChoice = GreedyBot().choose(engaged.session)
    return choice


def pairing(one: str, other: str, bots: str) -> Pairing:
    setup = read_setup((one, other)).setup
    return Pairing(FORMATIONS, (setup, swap(setup)), pair_of(bots))


def fought(one: str, other: str, battles: int, seed: int = 21) -> Counts:
    return fight(pairing(one, other, "greedy"), battles, seed).counts


def verdict(name: str, seed: int, most: int) -> Verdict:
    """Does the greedy bot beat the random one with a force against itself in 95 of 100, rather than in 93?"""
    return wins_often(pairing(name, name, "greedy,random"), 0.93, 0.95, seed, most)


@pytest.mark.plain
@pytest.mark.parametrize("wanted", [Combination.DOUBLE, Combination.TRIPLE, Combination.SCALE])
def test_the_chances_are_those_of_all_rolls(wanted: Combination) -> None:
    """The tables count; here every roll of four dice is looked at with the rules' own functions."""
    found, dice, score = tables(numbers(1)), 4, 5  # type: ignore[arg-type]
    ways, without = Counter[int](), Counter[int]()
    for faces in product(range(1, 7), repeat=dice):
        successes = sum(attack_succeeds(face, score) for face in faces)
        ways[successes] += 1
        if not has_combination(numbers([faces.count(face) for face in range(1, 7)]), wanted):
            without[successes] += 1
    for successes in range(dice + 1):
        exact = Fraction(ways[successes], 6**dice), Fraction(without[successes], 6**dice)
        looked_up = chance_of(found, 2, dice, successes), chance_without(found, wanted, 2, dice, successes)
        assert all(abs(MILLION * one - other) <= 1 for one, other in zip(exact, looked_up, strict=True))


@pytest.mark.plain
def test_it_attacks_whom_it_will_remove() -> None:
    wounded = force({}, {}, might=3, deflection=3)
    engaged = Engaged(force(atk=2, might=6), wounded, round_limit=2).roll(6, 1)
    engaged.battle.groups[ENEMY + 1].wounds = 1
    engaged.activate(0)
    assert chosen(engaged).target == ENEMY + 1


@pytest.mark.plain
def test_it_exposes_an_enemy_while_friends_can_still_use_it() -> None:
    actions = [EXPOSE]
    a = force({"models": 3}, {"models": 8}, actions=actions, atk=1)
    b = force({"models": 12}, deflection=6, will=2)
    early = Engaged(a, b, round_limit=1).roll(6, 1).activate(0)
    assert chosen(early).action == 1
    late = Engaged(a, b, round_limit=1).roll(6, 1)
    late.battle.groups[1].acted = 1
    assert chosen(late.activate(0)).action == 0  # nobody acts after it: a Wound is worth more


@pytest.mark.plain
def test_it_gives_an_order_to_those_who_can_use_it() -> None:
    a = force({"models": 12}, {}, actions=[ORDER], atk=1)
    engaged = Engaged(a, force({"models": 20}, atk=1, deflection=5), round_limit=1).roll(6, 1).activate(1)
    choice = chosen(engaged)
    assert (choice.action, choice.target) == (1, 0)
    engaged.battle.groups[0].acted = 1
    assert chosen(engaged).action == 0


@pytest.mark.plain
def test_it_rerolls_misses_and_keeps_hits() -> None:
    engaged = Engaged(force({"models": 4, "rerolls": 2}), force({"models": 20}), round_limit=1).roll(6, 1)
    engaged.activate(0).act(ENEMY).roll(1, 2, 5, 6)
    assert engaged.node.step == Step.REROLL
    assert list(chosen(engaged).dice) == [2, 0, 0, 0, 0, 0]  # misses stand under the lowest face


@pytest.mark.plain
@pytest.mark.parametrize(
    ("rerolls", "faces", "named"),
    [
        (1, (4, 4, 6, 1), [1, 0, 0, 0, 0, 0]),  # a pair is kept
        (6, (4, 4, 6, 1, 2, 2, 3, 5), [1, 0, 1, 0, 1, 1]),  # and so are two
        (2, (4, 4, 4, 1), [0, 0, 0, 0, 0, 0]),  # and the Triple itself
    ],
)
def test_it_rerolls_for_a_combination(rerolls: int, faces: tuple[int, ...], named: list[int]) -> None:
    a = force({"rerolls": rerolls}, actions=[CURSE | {"dice": len(faces)}])
    engaged = Engaged(a, force({"models": 20}, will=6), round_limit=1).roll(6, 1).activate(0)
    assert list(chosen(engaged.act(ENEMY, 1).roll(*faces)).dice) == named


@pytest.mark.plain
@pytest.mark.parametrize(("face", "taken"), [(3, 0), (4, 1)])
def test_it_rerolls_a_failed_test_and_keeps_a_passed_one(face: int, taken: int) -> None:
    a = force({"rerolls": 1}, actions=[WARD], might=5, will=3)
    engaged = Engaged(a, force({"models": 5}), round_limit=2).roll(6, 1).activate(0).act(ENEMY, 1).roll(face)
    assert sum(chosen(engaged).dice) == taken


@pytest.mark.plain
@pytest.mark.parametrize("dazed", [0, 1])
def test_it_activates_the_group_that_is_not_dazed(dazed: int) -> None:
    engaged = Engaged(force({"models": 4}, {"models": 4}), force({"models": 20}), round_limit=1).roll(6, 1)
    engaged.battle.groups[dazed].dazed = Characteristic.WILL
    assert chosen(engaged).group == 1 - dazed


@pytest.mark.plain
def test_a_lost_engagement_has_no_chance_and_a_won_one_is_certain() -> None:
    engaged = Engaged(force({"models": 20}), force(), round_limit=1).roll(6, 1)
    setting, battle = engaged.session.setting, engaged.session.battle
    assert win_chance(setting, battle, numbers(1)) > 950_000
    engaged.attack(0, ENEMY, *[6] * 20)
    assert win_chance(setting, battle, numbers(1)) == MILLION


@pytest.mark.plain
def test_who_acts_next_is_hurt_less() -> None:
    """The more so, the more of what they can do in this round is in one group."""
    single, spread = force_of(20_000, 8_000, 8_000, 0, 8_000**2), force_of(20_000, 8_000, 8_000, 0, 4 * 2_000**2)
    chances = [[chance_from(each, each, 4, is_next) for is_next in (1, 0)] for each in (single, spread)]
    assert [sum(pair) for pair in chances] == pytest.approx([MILLION, MILLION], abs=1)  # rounded down
    assert chances[0][0] > chances[1][0] > MILLION // 2


@pytest.mark.plain
@pytest.mark.parametrize("wanted", [Combination.DOUBLE, Combination.TRIPLE, Combination.SCALE])
@pytest.mark.parametrize("dice", [1, 3, 5])
def test_the_chance_of_a_combination_is_that_of_all_rolls(wanted: Combination, dice: int) -> None:
    rolls = [numbers([faces.count(face) for face in range(1, 7)]) for faces in product(range(1, 7), repeat=dice)]
    shown = sum(bool(has_combination(faces, wanted)) for faces in rolls)
    assert SHOWN[wanted * (MOST_DICE + 1) + dice] == 1000 - 1000 * (len(rolls) - shown) // len(rolls)


def test_it_is_the_usual_bot() -> None:
    assert default_bot(FORMATIONS) == "greedy"


@pytest.mark.plain
def test_compiled_and_plain_choose_alike() -> None:
    """The same choices compiled and in plain Python: the fingerprint says so."""
    a = force({"models": 4, "rerolls": 2}, {}, actions=[ORDER, EXPOSE])
    engaged, bot = Engaged(a, force({"models": 5}, {}, actions=[EXPOSE]), round_limit=3), GreedyBot()
    session = engaged.session
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
    assert session.fingerprint == "6f6b57d55c57a8ce"


@pytest.mark.parametrize("name", FORCES.names)
def test_it_beats_the_random_bot_with_each_force(name: str) -> None:
    found = verdict(name, 20, 6_000)
    assert found.passed is not False, str(found)
    assert found.share > 0.945, str(found)


def test_the_shipped_forces_are_a_match_for_each_other() -> None:
    for one, other in combinations(FORCES.names, 2):
        counts = fought(one, other, 800)
        share = (counts.count(Winner.A) + counts.count(Winner.DRAW) / 2) / counts.battles
        assert 0.37 < share < 0.63, f"{one} against {other}: {share:.1%}"  # three deviations beyond 40 to 60


@pytest.mark.parametrize(("name", "order"), [("iron-company", "Close ranks!"), ("river-guard", "Loose again!")])
def test_the_orders_of_shipped_forces_are_worth_giving(name: str, order: str) -> None:
    """A force that knows its order beats itself without it."""
    known = read_force(name)
    assert any(action.name == order and action.roll == "order" for kind in known.kinds for action in kind.actions)
    kinds = [
        kind.model_copy(update={"actions": tuple(action for action in kind.actions if action.name != order)})
        for kind in known.kinds
    ]
    without = known.model_copy(update={"kinds": tuple(kinds)})
    setup = read_setup((name, name)).setup.model_copy(update={"forces": (known, without)})
    counts = fight(Pairing(FORMATIONS, (setup, swap(setup)), pair_of("greedy")), 1_200, 21).counts
    share = (counts.count(Winner.A) + counts.count(Winner.DRAW) / 2) / counts.battles
    assert share > 0.53, f"{order} of {name}: {share:.1%}"


@pytest.mark.clause("F.G6")
def test_who_acts_first_has_no_great_advantage() -> None:
    first = [fought(name, name, 1_000).first_player for name in FORCES.names]
    assert sum(each.count for each in first) / sum(each.total for each in first) < 0.53


@pytest.mark.nightly
def test_the_aims_hold_over_many_engagements() -> None:
    """95 of 100 over the random bot, 40 to 60 between forces, 53 of 100 for who acts first."""
    for name in FORCES.names:
        assert verdict(name, 23, 100_000).passed, f"{name}: {verdict(name, 23, 100_000)}"
    for one, other in combinations(FORCES.names, 2):
        counts = fought(one, other, 10_000)
        low, high = wilson(counts.count(Winner.A) + counts.count(Winner.DRAW) // 2, counts.battles)
        assert low > 0.40, (one, other, low, high)
        assert high < 0.60, (one, other, low, high)
    first = [fought(name, name, 10_000).first_player for name in FORCES.names]
    assert all(each.share < 0.53 for each in first), [each.share for each in first]


@pytest.mark.clause("F.G6")
def test_a_set_up_that_does_not_name_the_penalty_has_one_die() -> None:
    forces = read_setup(()).setup.forces
    assert read_setup(()).setup.opening_penalty == 1
    assert EngagementSetup(forces=forces).opening_penalty == 1
    assert Session(FORMATIONS, EngagementSetup(forces=forces)).setup.model_dump()["opening_penalty"] == 1
