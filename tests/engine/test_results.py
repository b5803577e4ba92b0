"""Results: who won, by which clause and why, for every way to end a battle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.engine.results import BattleResult, result_of
from battlewright.engine.seats import Seat, Seats
from battlewright.engine.session import Session
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.systems.heroes.record import Editable
from tests.systems.formations.helpers import ENEMY, Engaged, force
from tests.systems.heroes.helpers import Meeting
from tests.toy.pig import PIG, PigSetup


def test_a_battle_that_goes_on_has_no_result() -> None:
    assert result_of(Engaged(force(), force()).session) is None


def test_an_encounter_ends_with_a_side_that_is_gone() -> None:
    meeting = Meeting([{}], [{}]).edit(Editable.HEALTH, 1, 1).use(1).roll(8, 8, 8).roll(6, 6)
    assert result_of(meeting.session) == BattleResult(
        "a", "Heroes (a) win.", "gone", "H.N1", "Foes (b) are all out.", seat=None
    )


def test_a_game_masters_change_may_end_an_encounter() -> None:
    meeting = Meeting([{}], [{}]).edit(Editable.HEALTH, 0, 0)
    result = result_of(meeting.session)
    assert result is not None
    assert (result.winner, result.why, result.clause) == ("b", "gone", "H.N1")


def test_an_encounter_that_nobody_wins_is_a_draw_by_its_limit() -> None:
    meeting = Meeting([{}], [{}], round_limit=1).end().end()
    result = result_of(meeting.session)
    assert result is not None
    assert (result.winner, result.why, result.sentence) == ("draw", "limit", "A draw.")
    assert result.because == "After 1 round nobody has won."


def test_an_engagement_ends_with_a_force_that_is_gone() -> None:
    engaged = Engaged(force(), force()).roll(6, 1).attack(0, ENEMY, 6)
    because = "One force is gone: MIGHT minus Wounds is 1 to 0."
    assert result_of(engaged.session) == BattleResult("a", "Force (a) wins.", "gone", "F.G4", because)


@pytest.mark.parametrize(("face", "winner"), [(1, "draw"), (6, "b")])
def test_an_engagement_ends_at_its_limit(face: int, winner: str) -> None:
    engaged = Engaged(force(might=3), force(might=3), round_limit=1).roll(6, 1)
    engaged.attack(0, ENEMY, 1).attack(ENEMY, 0, face)
    result = result_of(engaged.session)
    assert result is not None
    assert (result.winner, result.why, result.clause) == (winner, "limit", "F.G4")
    assert result.because.startswith("The last round is over")


def test_a_system_without_an_event_of_the_end_names_its_last_clause() -> None:
    match = Match(PIG, PigSetup(goal=2), {"a": "random", "b": "random"})
    play_on(match, seat_bots(match))
    assert match.result is not None
    assert (match.result.why, match.result.because, match.result.seat) == ("", "", None)
    assert match.result.clause == "P.A3"
    assert match.result.winner in ("a", "b")


@pytest.mark.parametrize(
    ("ended", "result"),
    [
        ("resign a", BattleResult("b", "Side a gives up.", "resign", seat="a")),
        ("timeout b", BattleResult("a", "Side b has run out of time.", "timeout", seat="b")),
        ("draw", BattleResult("draw", "A draw by agreement.", "agreement")),
    ],
)
def test_what_the_rules_did_not_end_says_who_ended_it(ended: str, result: BattleResult) -> None:
    session = Session(PIG, PigSetup())
    assert result_of(session, ended) == result
    assert result.as_data()["sentence"] == str(result)
    match = Match(PIG, PigSetup())
    if ended == "draw":
        match.offer_draw("a")
        match.agree("b")
    else:
        (match.resign if ended.startswith("resign") else match.forfeit)(ended[-1])
    assert (match.result, match.ended_by) == (result, ended)


def test_who_gives_up_is_called_by_the_side_as_far_as_that_says_who() -> None:
    def said(session: Session, ended: str, seats: Seats | None = None) -> str:
        return str(result_of(session, ended, seats))

    alike = Engaged(force(), force()).session
    assert said(alike, "resign b") == "Force (b) gives up."
    meeting = Meeting([{}], [{}])
    assert said(meeting.session, "resign a") == "Heroes gives up."
    shared = replace(
        meeting.session.system,
        setup=replace(meeting.session.system.setup, seating=lambda setup: [Seat("Ann", 0), Seat("Ben", 0)]),
    )
    seats = Seats(shared, meeting.setup)
    assert said(meeting.session, "timeout Ann", seats) == "Ann has run out of time."
    assert said(meeting.session, "timeout b", seats) == "Foes has run out of time."


def test_a_battle_that_was_flooded_has_no_result() -> None:
    with pytest.raises(
        BattlewrightError, match=r"ends by resign, timeout, master, draw or by its rules, not by 'flood'"
    ):
        result_of(Session(PIG, PigSetup()), "flood a")
