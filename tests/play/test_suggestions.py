"""What players suggest to the game master: it waits for an answer, holds nobody up, and stands in the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from battlewright.engine import replay
from battlewright.engine.errors import NotAllowed
from battlewright.engine.log import EntryKind
from battlewright.engine.node import Edit, NodeKind
from battlewright.engine.seats import MASTER, SPECTATOR
from battlewright.engine.session import Session
from battlewright.play.log import read_log, replay_of, write_log
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.play.suggestions import MOST_SUGGESTED
from battlewright.play.verify import verify
from tests.toy.morra.system import MORRA, Editable, MorraSetup
from tests.toy.pig import PIG, PigSetup

pytestmark = pytest.mark.plain


def morra(players: dict[str, str] | None = None, with_master: bool = True) -> Match:
    return Match(MORRA, MorraSetup(), players, with_master=with_master)


def points(value: int) -> Edit:
    edit = Edit()
    edit.what, edit.who, edit.value = Editable.POINTS, 0, value
    return edit


def open_ones(match: Match) -> list[int]:
    return [entry.number for entry in match.suggestions.waiting]


def refused(act: Callable[[], object], match: Match, sentence: str) -> None:
    before = write_log(match)
    with pytest.raises(NotAllowed, match=sentence):
        act()
    assert write_log(match) == before


def accepted(match: Match, number: int, value: int) -> None:
    match.edit(MASTER, points(value))
    match.suggestions.accept(MASTER, number)


def test_several_wait_while_the_battle_goes_on() -> None:
    match = morra()
    first = match.suggestions.suggest("a", "I stood nearer", "points who=0 value=2")
    second = match.suggestions.suggest("b", "I did not look")
    match.choose("a", match.observe("a").choices()[0])
    match.choose("b", match.observe("b").choices()[0])
    while match.session.node.kind == NodeKind.CHANCE:
        match.roll()
    assert match.suggestions.waiting == [first, second]
    assert [entry.kind for entry in match.observe("b", since=0).news][:2] == [EntryKind.SUGGEST] * 2
    match.suggestions.reject(MASTER, second.number, "you did")
    accepted(match, first.number, 2)
    assert match.suggestions.waiting == []
    assert (match.log[-1].kind, match.log[-1].to) == (EntryKind.ACCEPT, first.number)


def test_only_the_game_master_answers_and_only_who_suggested_withdraws() -> None:
    match = morra()
    number = match.suggestions.suggest("a", "fog").number
    refused(lambda: match.suggestions.accept("a", number), match, "Only the game master accepts")
    refused(lambda: match.suggestions.reject("b", number), match, "only its own seat withdraws")
    refused(lambda: match.suggestions.accept(MASTER, number + 1), match, "There is no suggestion")
    match.suggestions.reject("a", number)
    refused(lambda: match.suggestions.reject("a", number), match, f"There is no suggestion {number}")


def test_nobody_suggests_where_nobody_could_carry_it_out() -> None:
    refused(lambda: bare.suggestions.suggest("a", "fog"), bare := morra(with_master=False), "it takes a game master")
    pig = Match(replace(PIG, rules=replace(PIG.rules, edit=None)), PigSetup(), with_master=True)
    refused(lambda: pig.suggestions.suggest("a", "fog"), pig, "numbers that may be changed")
    match = morra()
    assert tuple(each.suggestions.are_taken for each in (match, bare, pig)) == (True, False, False)
    refused(lambda: match.suggestions.suggest(MASTER, "fog"), match, "has nothing to suggest")
    refused(lambda: match.suggestions.suggest(SPECTATOR, "fog"), match, "Spectators cannot act")
    refused(lambda: match.suggestions.suggest("a"), match, "has words, or an edit")
    led = morra({MASTER: "random"})
    refused(lambda: led.suggestions.suggest("a", "fog"), led, "it takes a game master")


def test_a_seat_has_few_that_wait() -> None:
    match = morra()
    numbers = [match.suggestions.suggest("a", f"number {each}").number for each in range(MOST_SUGGESTED)]
    refused(lambda: match.suggestions.suggest("a", "one more"), match, f"{MOST_SUGGESTED} suggestions of yours wait")
    match.suggestions.suggest("b", "mine")
    match.suggestions.reject("a", numbers[0])
    match.suggestions.suggest("a", "one more")


def test_a_suggestion_waits_again_once_its_edit_is_undone() -> None:
    match = morra()
    number = match.suggestions.suggest("a", "", "points who=0 value=2").number
    accepted(match, number, 2)
    match.edit(MASTER, points(3))
    match.undo(MASTER)
    assert open_ones(match) == [], "what was edited later is not its edit"
    match.undo(MASTER)
    assert open_ones(match) == [number]
    match.suggestions.reject(MASTER, number)
    match.choose("a", match.observe("a").choices()[0])
    match.undo("a")
    assert open_ones(match) == [], "declined is declined"


def test_an_undo_of_what_was_before_leaves_open_ones_open() -> None:
    match = morra()
    match.choose("a", match.observe("a").choices()[0])
    number = match.suggestions.suggest("a", "fog").number
    match.undo("a", to=0)
    assert open_ones(match) == [number]


def test_the_complete_log_keeps_them_and_the_proof_of_a_replay_does() -> None:
    match = morra({"a": "random", "b": "random"})
    number = match.suggestions.suggest("a", "closer", "points who=0 value=1").number
    match.edit(MASTER, points(2))
    match.suggestions.accept(MASTER, number, "but not so close", "points who=0 value=2")
    match.suggestions.suggest("b", "and I?")
    again = read_log(write_log(match), lambda _: MORRA)
    assert (again.log, again.suggestions.waiting) == (match.log, match.suggestions.waiting)
    play_on(match, seat_bots(match))
    found = verify(replay.parse(replay_of(match), "kept", lambda _: MORRA))
    assert found.log is not None
    assert found.log.entries == match.number
    assert '"text":"but not so close"' in replay_of(match)


def test_the_battle_is_the_same_with_and_without_them() -> None:
    match = morra()
    number = match.suggestions.suggest("a", "closer", "points who=0 value=2").number
    accepted(match, number, 2)
    alone = Session(MORRA, MorraSetup(), 0)
    alone.edit(points(2))
    assert match.session.fingerprint == alone.fingerprint
    assert [step.text for step in match.session.steps] == [step.text for step in alone.steps]
