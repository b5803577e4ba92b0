"""What is put to the game master: the end of the encounter (H.O4), and which check ends an effect (H.R11)."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.adviser import advise
from battlewright.bots.ask import ask
from battlewright.bots.named import pair_of
from battlewright.bots.search import SearchBot
from battlewright.conformance import check
from battlewright.contract.guides import guide_of
from battlewright.engine.errors import NotAllowed, Refused, ReplayError
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.record import look
from battlewright.engine.replay import Replay, make_move
from battlewright.engine.seat_files import SeatSetup, with_master
from battlewright.lab.pairing import Pairing
from battlewright.lab.recorder import NODES, recorder_for
from battlewright.lab.trials import trials, winner_of
from battlewright.odds.solve import solve
from battlewright.play.account import Account
from battlewright.play.log import read_log, write_log
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.systems.heroes.enums import Check, ConditionName
from battlewright.systems.heroes.record import ChoiceKind, Editable, Step
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from tests.systems.heroes.helpers import Meeting

HEROES = systems.load("heroes")
STUN = {"name": "Hold", "target": "willpower", "effect": "stunned"}
CASTER = {"wisdom": 9, "spells": [STUN]}


def asked(a: int = 1, b: int = 1, **rulings: Any) -> Meeting:
    """A meeting whose end is put to the game master."""
    return Meeting([{}] * a, [{}] * b, end_asks="always", **rulings)


def fell(fight: Meeting, who: int) -> Meeting:
    return fight.edit(Editable.HEALTH, who, 0)


def at_the_table(*seats: SeatSetup) -> EncounterSetup:
    return Meeting([{}], [{}]).setup.model_copy(update={"seats": seats})


def test_without_a_game_master_the_encounter_ends_when_a_side_is_gone() -> None:
    fight = fell(Meeting([{}], [{}]), 1)
    assert (fight.session.is_over, fight.node.result) == (True, 1)


@pytest.mark.clause("H.O4", "H.N1")
def test_the_end_is_put_to_the_game_master_who_ends_it() -> None:
    fight = fell(asked(), 1)
    assert (fight.node.kind, fight.node.side, fight.node.step) == (NodeKind.DECISION, MASTER, Step.THE_END)
    assert fight.kinds() == {ChoiceKind.CONCLUDE, ChoiceKind.GO_ON}
    fight.choose(ChoiceKind.CONCLUDE)
    assert (fight.session.is_over, fight.node.result, fight.told()) == (True, 1, "Foes (b) are all out.")


@pytest.mark.clause("H.O4", "H.R10")
def test_going_on_asks_again_at_the_end_of_the_round_and_when_another_side_is_gone() -> None:
    fight = fell(asked(a=2), 2).choose(ChoiceKind.GO_ON)
    assert "lets the encounter go on" in fight.told()
    assert (fight.node.side, fight.actor) == (0, 0)
    fight.end().end()
    assert fight.node.step == Step.THE_END
    fight.choose(ChoiceKind.GO_ON)
    assert (fight.battle.round, fight.node.step, fight.node.dice) == (2, Step.INITIATIVE, 2)
    fight.initiative()
    fell(fight, 0)
    assert fight.node.side == 0
    fell(fight, 1)
    assert fight.node.step == Step.THE_END
    fight.choose(ChoiceKind.CONCLUDE)
    assert (fight.session.is_over, fight.node.result) == (True, 0)


@pytest.mark.clause("H.O4")
def test_who_is_brought_back_after_going_on_acts_again_and_a_side_gone_once_more_is_asked_for_again() -> None:
    fight = fell(asked(), 1).choose(ChoiceKind.GO_ON)
    fight.edit(Editable.HEALTH, 1, 4)
    fight.end()
    assert (fight.node.step, fight.node.dice) == (Step.INITIATIVE, 2)
    fight.initiative()
    assert fell(fight, 1).node.step == Step.THE_END


@pytest.mark.clause("H.O4")
def test_an_edit_may_undo_the_end_instead() -> None:
    fight = fell(asked(), 1)
    fight.edit(Editable.HEALTH, 1, 4)
    assert (fight.node.side, fight.node.step) == (0, Step.ACT)


@pytest.mark.clause("H.O4", "H.N1")
def test_the_last_round_is_put_to_the_game_master_and_so_is_each_one_after_it() -> None:
    fight = asked(round_limit=1).end().end()
    assert (fight.node.step, "Round 1 is over" in fight.session.words.ask(fight.battle)) == (Step.THE_END, True)
    fight.choose(ChoiceKind.GO_ON).initiative().end().end()
    assert (fight.node.step, fight.battle.round) == (Step.THE_END, 2)
    fight.choose(ChoiceKind.CONCLUDE)
    assert (fight.session.is_over, fight.node.result) == (True, 0)


@pytest.mark.clause("H.O4")
def test_rounds_in_which_nobody_is_left_pass_as_long_as_the_game_master_goes_on() -> None:
    fight = asked()
    fell(fell(fight, 0).choose(ChoiceKind.GO_ON), 1)
    for _ in range(3):
        assert fight.node.step == Step.THE_END
        fight.choose(ChoiceKind.GO_ON)
    fight.edit(Editable.HEALTH, 0, 5)
    assert fight.node.step == Step.THE_END  # b is still gone, and the round is over
    fight.choose(ChoiceKind.GO_ON)
    assert (fight.node.step, fight.node.dice) == (Step.INITIATIVE, 1)


@pytest.mark.clause("H.O4", "H.R10")
def test_who_is_out_lets_go_of_what_it_upholds_once_the_encounter_goes_on() -> None:
    fight = Meeting([{}], [CASTER], end_asks="always").give(0, ConditionName.DOMINATED, by=2)
    fell(fight, 1)
    assert "dominated" in fight.has(0)
    assert fight.choose(ChoiceKind.GO_ON).has(0) == set()


@pytest.mark.clause("H.O4", "H.R11")
def test_nothing_else_can_be_chosen_while_the_game_master_is_asked() -> None:
    fight = fell(asked(), 1)
    assert (fight.refused(ChoiceKind.END), fight.refused(ChoiceKind.BY_RESISTANCE)) == ("H.O4", "H.O4")
    assert fight.refused(ChoiceKind.GO_ON, target=1) == "H.O4"
    with pytest.raises(Refused, match="The game master is asked"):
        fight.end()


@pytest.mark.clause("H.O4")
@pytest.mark.parametrize(
    ("ruling", "seats", "asks"),
    [
        ("seated", (), False),
        ("seated", (SeatSetup(name="Game master", side="b", master=True),), True),
        ("seated", (SeatSetup(name="master", master=True),), True),
        ("never", (SeatSetup(name="master", master=True),), False),
        ("always", (), True),
    ],
)
def test_it_is_asked_for_by_default_where_a_game_master_has_a_seat(
    ruling: str, seats: tuple[SeatSetup, ...], asks: bool
) -> None:
    setup = Meeting([{}], [{}], end_asks=ruling).setup.model_copy(update={"seats": seats})
    assert bool(look(HEROES.rules.setting, HEROES.setup.build(setup)).rulings.end_asks) is asks


def table(**players: str) -> Match:
    """A match with a game master apart, whose foe has fallen."""
    match = Match(HEROES, with_master(at_the_table(), None), players or None, with_master=True)
    while match.session.node.kind != NodeKind.DECISION:
        match.roll()
    change = HEROES.rules.edit_record()
    change.what, change.who, change.value = Editable.HEALTH, 1, 0
    match.edit("master", change)
    return match


@pytest.mark.clause("H.O4")
def test_only_the_game_masters_seat_is_asked_and_nobody_is_told_of_an_end_before() -> None:
    match = table()
    assert (match.to_act, match.is_over, match.result) == (["master"], False, None)
    first = match.session.choices()[0]
    with pytest.raises(NotAllowed, match="Master chooses"):
        match.choose("a", first)
    match.choose("master", first)
    assert match.is_over
    assert match.result is not None


@pytest.mark.clause("H.O4")
def test_the_game_master_goes_back_across_the_end() -> None:
    match = table()
    match.choose("master", match.session.choices()[0])
    match.undo("master")
    assert (match.is_over, match.to_act) == (False, ["master"])
    match.choose("master", match.session.choices()[1])
    assert (match.is_over, match.to_act) == (False, ["a"])
    match.undo("master")
    match.undo("master")
    assert match.session.record.combatants[1].health > 0


@pytest.mark.clause("H.O4")
def test_the_log_and_the_replay_say_what_the_game_master_decided() -> None:
    match = table()
    match.choose("master", match.session.choices()[1])
    lines = [step.text for step in match.session.steps]
    assert lines[-1] == "master: go-on"
    again = read_log(write_log(match), lambda _: match.system)
    assert again.session.fingerprint == match.session.fingerprint
    assert again.log[-1].seat == "master"
    replay = Replay.of(match.session)
    assert replay.repeat().fingerprint == match.session.fingerprint


@pytest.mark.clause("H.O4")
def test_a_replay_in_which_a_side_answers_for_the_game_master_is_refused() -> None:
    with pytest.raises(ReplayError, match="The game master moves here, not side a"):
        make_move(table().session, "a: conclude")
    with pytest.raises(ReplayError, match="Side a moves here, not the game master"):
        make_move(asked().session, "master: conclude")


@pytest.mark.clause("H.O4")
def test_where_no_game_master_sits_any_player_may_end_it_and_bots_do() -> None:
    setup = asked().setup
    match = Match(HEROES, setup, {"a": "greedy", "b": "greedy"})
    play_on(match, seat_bots(match))
    assert match.is_over
    assert match.session.steps[-1].text == "master: conclude"


@pytest.mark.clause("H.O4", "H.R11")
@pytest.mark.parametrize("bots", ["greedy", "random", "search:2"])
def test_battles_of_bots_end_as_without_the_option(bots: str) -> None:
    """What the game master is asked has its first answer: nobody wins other battles, and nobody chooses otherwise."""
    plain = HEROES.setup.read("the-barrow").setup
    rulings = plain.rulings.model_copy(update={"end_asks": "always", "masters_check": "ask"})
    found = []
    for setup in (plain, plain.model_copy(update={"rulings": rulings})):
        rows = recorder_for(Pairing(HEROES, (setup, setup), pair_of(bots), False), 5)().record(0, 6)
        rows[:, NODES] = 0
        found.append(rows.tolist())
    assert found[0] == found[1]


@pytest.mark.clause("H.O4")
def test_a_bot_that_plays_from_python_is_not_asked_for_the_game_master() -> None:
    seen = table().observe("a")
    assert ask(SearchBot(rollouts=4), seen, table().session, "search", "a test").kind == ChoiceKind.CONCLUDE


@pytest.mark.clause("H.O4")
def test_trials_and_play_outs_from_a_question_to_the_game_master_answer_it() -> None:
    session = table().session
    assert trials(HEROES, session.setting, session.battle, 20, 1).chance("a") == 1
    answer = solve(HEROES.rules, session.setting, session.battle, winner_of, lambda who: int(who == "a"))
    assert answer.odds.chance("a") == 1
    assert [each.win for each in advise(session, session.choices())] == [None, None]


@pytest.mark.clause("H.O4")
def test_the_account_of_a_battle_counts_a_game_masters_decision_as_no_side_s_choice() -> None:
    match = table()
    match.choose("master", match.session.choices()[0])
    account = Account(match.session, match.result)
    last = len(match.session.steps) - 1
    assert last not in account.decisions
    assert account.at(last + 1).estimate.value == 1.0


@pytest.mark.clause("H.R11")
def test_the_game_master_is_asked_each_time_which_check_it_is() -> None:
    fight = Meeting([CASTER], [{}], masters_check="ask")
    fight.use(1).roll(10).roll(1).roll(12).roll(1)
    assert (fight.node.side, fight.node.step) == (MASTER, Step.WHICH_CHECK)
    assert "Stunned of b1 (b1), by a1 (a1): which check ends it?" in fight.session.words.ask(fight.battle)
    fight.choose(ChoiceKind.BY_MAINTENANCE)
    assert fight.who(1).effects[ConditionName.STUNNED].check == Check.MAINTENANCE
    assert "keeps it up" in fight.told()
    assert (fight.node.side, fight.node.step) == (0, Step.ACT)


@pytest.mark.clause("H.R11")
def test_nobody_is_asked_where_a_player_is_against_a_game_masters_or_the_spell_says_it() -> None:
    for spell, player in ((STUN, True), (STUN | {"check": "resistance"}, False)):
        fight = Meeting([CASTER | {"spells": [spell], "player": player}], [{}], masters_check="ask")
        fight.use(1).roll(10).roll(1).roll(12).roll(1)
        assert fight.node.side != MASTER


@pytest.mark.clause("H.O4", "H.R11")
def test_an_encounter_with_decisions_of_the_game_master_conforms() -> None:
    setup = Meeting([CASTER, {}], [CASTER], end_asks="always", masters_check="ask").setup
    assert check(HEROES, [setup, with_master(setup, "b")], battles=2).battles == 4


@pytest.mark.clause("H.O4")
def test_what_the_game_master_is_asked_between_turns_is_offered_like_any_choice() -> None:
    fight = asked(round_limit=1).end().end()
    offered = guide_of(fight.session).offers()
    assert [each.label.title for each in offered] == ["End the encounter", "Go on"]
    assert not any(each.cannot_succeed for each in offered)
