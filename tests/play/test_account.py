"""The account of a battle adds up, and holds against nobody what could not be known."""

from __future__ import annotations

import numpy as np
import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.contract.system import System, system_of
from battlewright.engine.node import Choice, Edit, NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record import same
from battlewright.engine.results import BattleResult, result_of
from battlewright.engine.session import Session
from battlewright.play import costly
from battlewright.play.account import FEW, SEED, Account
from battlewright.play.battle_report import parts_data, report_of
from battlewright.play.rollouts import Estimate, Player
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.bots.test_first_edition import divided
from tests.systems.formations.helpers import Engaged, force
from tests.systems.heroes.helpers import Meeting
from tests.toy.morra.system import MORRA, Editable, MorraSetup
from tests.toy.morra.system import Kind as MorraKind
from tests.toy.pig import PIG, Kind, PigSetup


def chooses(kind: Kind | MorraKind) -> Choice:
    choice = Choice()
    choice.kind = kind
    return choice


def nothing() -> None:
    """Tell nobody."""


def fought(system: System, setup: object, wilful: int = -1, every: int = 3) -> Session:
    """A battle by the greedy bot, in which one side makes every so many choices by the last rank."""
    session: Session = Session(system, setup, 5)
    bots = [GreedyBot(1, side) for side in range(2)]
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        side, choices = session.node.side, session.choices()
        if side == wilful and len(session.steps) % every == 0 and choices:
            session.choose(choices[-1])
        else:
            session.choose(bots[side].choose(observe(session, side)))
    return session


def account_of(session: Session, seconds: float = 0.0, result: BattleResult | None = None) -> Account:
    """Without seconds, a few play-outs from each position."""
    made = Account(session, result or result_of(session))
    if seconds:
        made.play(seconds, 1, nothing)
    for stretch in [] if seconds else made.stretches:
        player = Player(made.system, SEED)
        stretch.add(np.array([player.play(start, stretch.number, 0, FEW) for start in stretch.starts]), 1.0)
    return made


@pytest.mark.parametrize(
    ("name", "options"),
    [("formations", {}), ("heroes", {}), ("skirmish", {"edition": "second"}), ("skirmish", {"edition": "first"})],
)
def test_the_parts_add_up_whatever_the_play_outs_say(name: str, options: dict[str, str]) -> None:
    system = systems.load(name)
    account = account_of(fought(system, system.setup.read(**options).setup, wilful=0))
    assert account.compared
    words, steps = account.session.words, account.session.steps
    assert all(words.step_name(step.at) for step in steps if step.is_roll), "the rolls have names"
    parts = parts_data(account)
    assert [each["part"] for each in parts] == ["start", "dice", "choices", "choices", "result"]
    assert sum(each["points"] for each in parts[:-1]) == pytest.approx(parts[-1]["points"])
    assert sum(each["rounded"] for each in parts[:-1]) == parts[-1]["rounded"] in (0, 50, 100)
    changes = [account.change(number).estimate.value for number in range(account.start, len(account.session.steps))]
    unknown = account.unknown.estimate.value
    assert account.parts["start"].estimate.value + sum(changes) + unknown == pytest.approx(parts[-1]["points"] / 100)
    assert account.has_secrets or abs(unknown) < 1e-9
    dice, others = account.parts["dice"].estimate, [account.parts[name].estimate for name in ("start", "a", "b")]
    assert dice.error <= sum(each.error for each in others)


def test_the_references_own_battle_has_choices_of_exactly_nothing(
    formations: System, engagement: EngagementSetup
) -> None:
    account = account_of(fought(formations, engagement))
    assert account.decisions
    assert not account.compared
    for name in "ab":
        assert account.parts[name].estimate == Estimate(0.0)


def bad_and_good() -> tuple[Session, Choice, Choice]:
    """Side a has the only activation that can still win, and takes the group of one instead of that of three."""
    session = Engaged(force({"models": 3}, {}), force({"models": 3}), round_limit=1).roll(6, 1).session
    good, bad = session.choices()
    session.choose(bad)
    return session, bad, good


def test_a_bad_choice_costs_what_fresh_play_outs_say() -> None:
    session, bad, good = bad_and_good()
    account = account_of(session, 1.0)
    ((number, compared),) = account.compared.items()
    assert compared.reference == good
    found = compared.change.estimate
    assert found.value < -5 * found.error
    player = Player(system_of(session), seed=99)
    fresh = [player.play(account.after(number, choice), 7 + place, 0, 2000) for place, choice in enumerate((bad, good))]
    difference = float(fresh[0].mean() - fresh[1].mean())
    error = (sum(float(each.var()) for each in fresh) / 2000) ** 0.5
    assert abs(found.value - difference) < 4 * (found.error**2 + error**2) ** 0.5


def test_a_bad_choice_is_found_by_search_and_confirmed_on_fresh_dice() -> None:
    session, _, good = bad_and_good()
    account = account_of(session, 0.3)
    searched = costly.Searcher(account).search(account.decisions[0], 300)
    assert searched is not None
    assert searched.better == good
    confirmed = costly.confirm(account, costly.find(account, 0.3, 1, nothing), 1.0, 1, nothing)
    (told,) = costly.costliest(account, confirmed)
    assert told.better == good
    change = account.compared[told.number].change.estimate
    assert abs(told.lost.value + change.value) < 4 * (told.lost.error**2 + change.error**2) ** 0.5


def test_what_fresh_dice_do_not_confirm_is_left_out() -> None:
    session, bad, good = bad_and_good()
    session.undo()
    session.choose(good)
    account = account_of(session)
    claimed = costly.Costly(len(session.steps) - 1, bad, Estimate(0.3, 0.01))
    assert costly.costliest(account, costly.confirm(account, [claimed], 0.3, 1, nothing)) == []


def test_a_choice_is_a_key_moment_only_if_fresh_dice_confirm_it() -> None:
    session, _, _ = bad_and_good()
    made = report_of(session, seconds=2.0)
    number = len(session.steps) - 1
    assert [each["number"] for each in made.as_data()["key_moments"] if each["kind"] == "choice"] == [number]
    assert [each["number"] for each in made.as_data()["costliest"]] == [number]
    made.confirmed = []
    assert all(each["kind"] != "choice" for each in made.as_data()["key_moments"])


def test_a_secret_split_is_judged_by_shares_whatever_the_other_has_chosen() -> None:
    """The defender's split is compared from before both splits: the attacker's real one is nowhere in it."""
    made = []
    for attack in (0, 4):
        session = divided(attack).session
        session.choose(next(each for each in session.choices() if each.attack == 2))
        account = account_of(session)
        compared = [account.compared[len(session.steps) - back] for back in (2, 1)]
        (stretch,) = compared[1].change.terms
        made.append((stretch.starts, stretch.values, compared[0].change.terms))
        assert [each.side for each in stretch.starts] == [-1, 1], "by draw, and with the defender's own"
        assert stretch.starts[0].battle == stretch.starts[1].battle
        assert account.has_secrets
    (one, values, _), (other, again, _) = made
    assert [each.battle for each in one] == [each.battle for each in other]
    assert np.array_equal(values, again)


def test_splits_as_often_as_their_shares_come_to_nothing() -> None:
    """Draws of the attacker's own shares are worth what the reference's draw is worth."""
    from battlewright.systems.skirmish.odds.split import solve_split

    share = solve_split(4, (2, 1), 3, (2, 2)).attacker
    total, variance = 0.0, 0.0
    for (attack, _), often in share.items():
        if not often:
            continue
        account = Account(divided(attack).session, None)
        change = account.compared[max(account.compared)].change
        (stretch,) = change.terms
        player = Player(account.system, seed=3)
        stretch.add(np.array([player.play(start, attack, 0, 300) for start in stretch.starts]), 1.0)
        total += float(often) * change.estimate.value
        variance += (float(often) * change.estimate.error) ** 2
    assert abs(total) < 4 * variance**0.5


@pytest.mark.plain
def test_a_secret_of_the_other_side_is_nowhere_in_what_a_choice_is_compared_with() -> None:
    """In Morra both show fingers in secret, and know their own goal alone."""
    made = []
    for first, goal in ((MorraKind.ONE, 3), (MorraKind.TWO, 9)):
        session: Session = Session(MORRA, MorraSetup(goals=(goal, 6)), None)
        for kind in (first, MorraKind.TWO):
            session.choose(chooses(kind))
        account = account_of(session)
        (stretch,) = account.compared[1].change.terms
        made.append(stretch.values.tolist())
        assert same(stretch.starts[0].setting, account.seen(1).setting)
        assert not same(stretch.starts[0].setting, session.setting)
    assert made[0] == made[1], "neither the other's fingers nor its goal matter"


@pytest.mark.plain
def test_what_a_master_changes_is_a_part_of_its_own() -> None:
    session: Session = Session(MORRA, MorraSetup(goals=(6, 6)), None)
    for kind in (MorraKind.ONE, MorraKind.ONE):
        session.choose(chooses(kind))
    session.roll_typed([2])
    edit = Edit()
    edit.what, edit.who, edit.value = Editable.POINTS, 0, 5
    session.edit(edit)
    account = account_of(session)
    parts = {each["part"]: each for each in parts_data(account)}
    assert parts["edits"]["points"] == pytest.approx(100 * account.change(3).estimate.value)
    assert parts["edits"]["points"] == pytest.approx(
        100 * (account.at(4).estimate.value - account.at(3).estimate.value)
    )


@pytest.mark.plain
def test_who_rolls_on_with_the_goal_reached_is_told_to_hold() -> None:
    session: Session = Session(PIG, PigSetup(goal=5), None)
    session.choose(chooses(Kind.ROLL))
    session.roll_typed([6])
    session.choose(chooses(Kind.ROLL))
    account = account_of(session)
    searched = costly.Searcher(account).search(2, 200)
    assert searched is not None
    assert searched.better == chooses(Kind.HOLD)
    told = costly.confirm(account, [searched], 2.0, 1, nothing)
    assert [each.better for each in told] == [chooses(Kind.HOLD)]
    assert [each.better for each in costly.find(account, 1.0, 1, nothing) if each.number == 2] == [chooses(Kind.HOLD)]


def test_secret_sheets_are_played_as_the_side_knows_them() -> None:
    setup = Meeting([{}], [{}]).setup.model_copy(update={"secret_sheets": True})
    account = account_of(fought(systems.load("heroes"), setup, wilful=0, every=1))
    assert account.has_secrets
    for compared in account.compared.values():
        (stretch,) = compared.change.terms
        known = account.seen(compared.number).setting
        assert not same(known, account.session.setting)
        assert same(account.after(compared.number, account.chosen(compared.number)).setting, known), "a costly choice"
        assert all(same(start.setting, known) for start in stretch.starts)


@pytest.mark.plain
def test_giving_up_is_a_part_of_its_own() -> None:
    session: Session = Session(PIG, PigSetup(goal=10), None)
    session.choose(chooses(Kind.HOLD))
    account = account_of(session, result=result_of(session, "resign a"))
    parts = {(each["part"], each["side"]): each for each in parts_data(account)}
    assert parts["end", None]["points"] == pytest.approx(-100 * account.at(1).estimate.value)
    assert parts["result", None]["points"] == 0
    assert account.reference == "random"


def test_the_better_choice_of_the_reference_is_a_candidate_at_once() -> None:
    session, _, good = bad_and_good()
    (found,) = costly.find(account_of(session, 0.5), 0.001, 1, nothing)
    assert found.better == good
