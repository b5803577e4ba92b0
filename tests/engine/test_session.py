"""Sessions: a battle driven from Python."""

from __future__ import annotations

import pytest

from battlewright.bots.random import RandomBot
from battlewright.contract.system import tally
from battlewright.engine.errors import BattlewrightError, DiceError, Refused
from battlewright.engine.node import Choice, Edit, NodeKind
from battlewright.engine.record import look, same, snapshot
from battlewright.engine.session import Session
from battlewright.engine.story import sentences
from battlewright.engine.view import view
from tests.toy.pig import PIG, Editable, Kind, Pig, PigSetup

pytestmark = pytest.mark.plain


def choice(kind: Kind) -> Choice:
    made = Choice()
    made.kind = kind
    return made


def game(seed: int = 0) -> Session:
    return Session(PIG, PigSetup(), seed)


def test_a_battle_is_played_by_choices_and_rolls() -> None:
    session = game()
    assert [each.kind for each in session.choices()] == [Kind.ROLL, Kind.HOLD]
    session.choose(choice(Kind.ROLL))
    assert (session.node.kind, session.node.dice, session.choices()) == (NodeKind.CHANCE, 1, [])
    assert [str(told) for told in sentences(session, session.roll_typed([5]).events)] == [
        "Stake: side a, points 5. [P.A1]"
    ]
    session.choose(choice(Kind.HOLD))
    assert (session.record.scores[0], session.node.side) == (5, 1)


def test_physical_dice_take_the_place_of_the_stream_and_do_not_move_it() -> None:
    one, other = game(3), game(3)
    one.choose(choice(Kind.ROLL))
    one.roll_typed([4])
    one.choose(choice(Kind.ROLL))
    one.roll()
    other.choose(choice(Kind.ROLL))
    other.roll()
    assert one.steps[-1].text == other.steps[-1].text


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([], "1 die of 6 sides must be rolled here, not 0"),
        ([1, 2], "must be rolled here, not 2"),
        ([7], "shows 1 to 6, not 7"),
        ([0], "not 0"),
    ],
)
def test_faces_that_the_node_did_not_ask_for_are_refused(faces: list[int], sentence: str) -> None:
    session = game()
    session.choose(choice(Kind.ROLL))
    before = snapshot(session.battle)
    with pytest.raises(DiceError, match=sentence):
        session.roll_typed(faces)
    assert (snapshot(session.battle), len(session.steps)) == (before, 1)


def test_dice_fall_only_where_they_are_waited_for() -> None:
    with pytest.raises(BattlewrightError, match="No dice are to be rolled here"):
        game().roll()


def test_a_refused_choice_names_its_clause_and_changes_nothing() -> None:
    session = game()
    session.choose(choice(Kind.ROLL))
    before = snapshot(session.battle)
    with pytest.raises(Refused, match=r"There is nothing to choose now \[P\.A1\]") as refused:
        session.choose(choice(Kind.HOLD))
    assert refused.value.clause == "P.A1"
    assert (snapshot(session.battle), len(session.steps)) == (before, 1)


def test_undo_takes_moves_back_dice_and_all() -> None:
    session, bot = game(9), RandomBot(9)
    kept = [snapshot(session.battle)]
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
        kept.append(snapshot(session.battle))
    assert len(kept) > 5
    while session.steps:
        assert snapshot(session.battle) == kept.pop()
        session.undo()
    assert [snapshot(session.battle)] == kept
    with pytest.raises(BattlewrightError, match="no move to take back"):
        session.undo()


def test_an_edit_is_an_event() -> None:
    session = game()
    edit = Edit()
    edit.what, edit.who, edit.value = Editable.SCORE, 1, 7
    assert [told.text for told in sentences(session, session.edit(edit).events)] == ["Edited: side b, points 7, was 0."]
    assert (session.record.scores[1], session.steps[-1].text) == (7, "edit score who=1 value=7")


def test_a_view_hides_the_dice_to_come_and_leaves_the_battle_alone() -> None:
    one, other = game(1), game(2)
    before = snapshot(one.battle)
    assert not same(one.battle, other.battle)
    assert same(view(PIG, one.setting, one.battle, 0), view(PIG, other.setting, other.battle, 0))
    assert snapshot(one.battle) == before
    assert look(Pig, view(PIG, one.setting, one.battle, 0)).tail.dice.seed_low == 0


def test_the_fingerprint_is_that_of_the_position() -> None:
    one, other = game(1), game(2)
    assert one.fingerprint == other.fingerprint
    one.choose(choice(Kind.ROLL))
    assert one.fingerprint != other.fingerprint


def test_the_random_bot_repeats_itself_by_its_seed() -> None:
    def texts(seed: int) -> list[str]:
        session, bot = game(5), RandomBot(seed)
        while not session.is_over:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(bot.choose(session))
        return [move.text for move in session.steps]

    assert texts(1) == texts(1)
    assert len({tuple(texts(seed)) for seed in range(8)}) > 1


def test_an_edit_of_something_unknown_is_refused_with_a_sentence() -> None:
    edit = Edit()
    edit.what, edit.who = 99, 5
    with pytest.raises(Refused, match=r"The edit '99 who=5' is refused \[P\.A3\]"):
        game().edit(edit)


def test_a_system_without_a_tally_has_nothing_to_tell() -> None:
    assert tally(game()) == (0, ({}, {}))
