"""A match: who may do what, what is taken back, and who gets to know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import battlewright as bw
from battlewright.engine.errors import BattlewrightError, DiceError, NotAllowed, Refused, UnknownError
from battlewright.engine.log import EntryKind
from battlewright.engine.node import Choice, Edit, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.results import BattleResult
from battlewright.engine.seats import MASTER, SPECTATOR
from battlewright.engine.session import Session
from battlewright.engine.step import StepKind
from battlewright.engine.story import SECRET
from battlewright.play.dice import DiceSource
from battlewright.play.hidden import hidden_in
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from tests.toy.morra.system import MORRA, UNKNOWN, Editable, Kind, MorraSetup, Setting
from tests.toy.pig import PIG, PigSetup
from tests.toy.pig import Kind as PigKind

pytestmark = pytest.mark.plain


def shows(kind: Kind | PigKind) -> Choice:
    choice = Choice()
    choice.kind = kind
    return choice


ONE, TWO, ROLL, HOLD = shows(Kind.ONE), shows(Kind.TWO), shows(PigKind.ROLL), shows(PigKind.HOLD)


def morra(**more: object) -> Match:
    return Match(MORRA, MorraSetup.model_validate(more), with_master=True)


def pig(players: dict[str, str] | None = None, seed: int | None = None, goal: int = 30) -> Match:
    return Match(PIG, PigSetup(goal=goal), players, None if seed is None else DiceSource(seed=seed))


def points(value: int, who: int = 0) -> Edit:
    edit = Edit()
    edit.what, edit.who, edit.value = Editable.POINTS, who, value
    return edit


def goals_in(position: Position) -> tuple[int, ...]:
    return tuple(look(Setting, position.setting).goals)


def refused(act: Callable[[], object], match: Match, sentence: str) -> None:
    """An act that is refused, and changes nothing."""
    before = (match.number, match.session.fingerprint, len(match.session.steps), match.request)
    with pytest.raises(BattlewrightError, match=sentence):
        act()
    assert (match.number, match.session.fingerprint, len(match.session.steps), match.request) == before


# Whose turn it is


def test_a_seat_that_acts_out_of_turn_or_for_another_is_refused() -> None:
    match = morra()
    refused(lambda: match.choose("b", ONE), match, "Seat b cannot choose now: Seat a chooses.")
    refused(lambda: match.choose(SPECTATOR, ONE), match, "Spectators cannot act")
    refused(lambda: match.choose("c", ONE), match, "Unknown seat 'c'.* a, b, master, spectator")
    refused(lambda: match.choose(MASTER, ONE), match, "Master cannot choose now")
    refused(match.roll, match, "No dice are to be rolled here")
    assert match.to_act == ["a"]
    match.choose("a", ONE)
    assert match.to_act == ["b"]


def test_what_the_rules_refuse_is_refused_by_its_clause() -> None:
    match = morra()
    with pytest.raises(Refused, match=r"Show one finger or two \[M.A1\]"):
        match.choose("a", Choice())
    assert not match.log


def test_dice_may_be_typed_by_who_rolls_and_by_a_game_master() -> None:
    match = morra()
    match.choose("a", ONE)
    match.choose("b", ONE)
    refused(lambda: match.roll_typed("b", [3]), match, "Seat b cannot roll now")
    refused(lambda: match.roll_typed("a", [7]), match, "shows 1 to 6, not 7")
    refused(lambda: match.choose("a", ONE), match, "There is nothing to choose now: Seat a or Master rolls.")
    assert match.roll_typed("a", [3]).seat == "a"
    match.choose("a", ONE)
    match.choose("b", ONE)
    assert match.roll_typed(MASTER, [3]).kind is EntryKind.TYPED
    with pytest.raises(BattlewrightError):
        match.roll_typed("a", [3])
    assert issubclass(DiceError, BattlewrightError)


def test_only_a_game_master_edits() -> None:
    match = morra()
    refused(lambda: match.edit("a", points(3)), match, "Only a game master can change numbers; here that is master")
    match.edit(MASTER, points(3))
    assert match.session.record.points[0] == 3
    without = Match(MORRA, MorraSetup())
    refused(lambda: without.edit("a", points(3)), without, "this match has none")


def test_a_finished_match_is_over_for_everybody() -> None:
    match = pig({"a": "random", "b": "random"}, seed=1)
    play_on(match, seat_bots(match))
    assert match.is_over
    assert match.result is not None
    assert match.result.winner in ("a", "b")
    assert match.to_act == []
    refused(lambda: match.choose("a", ROLL), match, "The match is over: Side . wins.")
    refused(match.roll, match, "The match is over")
    refused(lambda: match.roll_typed("a", [1]), match, "The match is over")
    refused(lambda: match.resign("a"), match, "The match is over")
    refused(lambda: match.offer_draw("a"), match, "The match is over")


def test_to_resign_gives_the_match_to_the_other_side() -> None:
    match = pig()
    match.resign("b")
    assert (match.is_over, match.result) == (True, BattleResult("a", "Side b gives up.", "resign", seat="b"))
    refused(lambda: match.choose("a", ROLL), match, "The match is over: Side b gives up.")
    refused(lambda: match.undo("a"), match, "The match is over")
    result = match.summary(SPECTATOR)["result"]
    assert result is not None
    assert result["sentence"] == "Side b gives up."


def test_a_draw_needs_both() -> None:
    match = pig()
    match.offer_draw("a")
    refused(lambda: match.offer_draw("a"), match, "Seat a has asked for a draw; that must be answered first.")
    refused(lambda: match.agree("a"), match, "Seat a has no request to answer")
    match.decline("b")
    assert match.request is None
    match.offer_draw("b")
    match.offer_draw("a")
    assert (match.is_over, match.result) == (True, BattleResult("draw", "A draw by agreement.", "agreement"))


def test_an_offer_lapses_when_the_battle_goes_on() -> None:
    match = pig()
    match.offer_draw("a")
    match.choose("a", ROLL)
    refused(lambda: match.agree("b"), match, "has no request to answer")


def test_bots_agree_to_no_draw() -> None:
    match = pig({"b": "random"})
    refused(lambda: match.offer_draw("a"), match, "Bots do not accept draws")


# Undo


def test_an_undo_is_free_until_dice_have_fallen() -> None:
    match = pig(seed=1)
    match.choose("a", ROLL)
    assert match.undo("a").kind is EntryKind.UNDO
    assert (len(match.session.steps), match.taken_back["a"], match.request) == (0, 0, None)
    match.choose("a", ROLL)
    match.roll()
    asked = match.undo("a")
    assert asked.kind is EntryKind.ASK
    assert len(match.session.steps) == 2
    match.decline("b")
    assert len(match.session.steps) == 2
    match.undo("a")
    match.agree("b")
    assert (len(match.session.steps), match.taken_back["a"]) == (0, 1)


def test_an_undo_past_a_choice_of_the_other_side_needs_consent() -> None:
    match = morra()
    match.choose("a", ONE)
    match.choose("b", TWO)
    assert match.undo("a").kind is EntryKind.ASK


def test_an_undo_is_free_while_the_own_choice_is_secret_and_needs_consent_once_it_was_shown() -> None:
    match = morra()
    match.choose("a", ONE)
    assert match.undo("a").kind is EntryKind.UNDO
    match.choose("a", TWO)
    match.choose("b", ONE)
    assert match.undo("b").kind is EntryKind.ASK
    match.agree("a")
    assert not match.session.steps  # what was shown cannot be hidden again


def test_against_bots_an_undo_is_granted_and_counted() -> None:
    match = pig({"b": "random"}, seed=3)
    match.choose("a", ROLL)
    match.roll()
    assert match.undo("a").kind is EntryKind.UNDO
    seats = {seat["name"]: seat["taken_back"] for seat in match.summary("a")["seats"]}
    assert seats == {"a": 1, "b": 0}


def test_any_die_can_be_taken_back_the_first_and_the_last_too() -> None:
    match = pig({"b": "random"}, seed=3, goal=2)
    match.choose("a", ROLL)
    first = match.roll_typed("a", [5])
    match.undo("a", first.number)
    assert match.session.node.kind == NodeKind.CHANCE
    match.roll_typed("a", [6])
    match.choose("a", HOLD)
    assert match.is_over
    match.undo("a", first.number + 2)
    assert not match.is_over
    assert match.session.node.kind == NodeKind.CHANCE
    refused(lambda: match.undo("a", 99), match, "There is no step 99 to take back")


def test_a_typed_die_is_taken_back_alone() -> None:
    match = pig({"b": "random"})
    match.choose("a", ROLL)
    match.roll_typed("a", [5])
    match.undo("a")
    assert [step.kind for step in match.session.steps] == [StepKind.CHOICE]


def test_a_spectator_takes_nothing_back_and_nobody_what_is_not_there() -> None:
    match = pig()
    refused(lambda: match.undo(SPECTATOR), match, "Spectators cannot undo")
    refused(lambda: match.undo("a"), match, "There is nothing to take back")


def test_a_game_master_needs_no_consent() -> None:
    match = morra()
    match.choose("a", ONE)
    match.choose("b", ONE)
    match.roll()
    assert match.undo(MASTER, 0).kind is EntryKind.UNDO
    assert not match.session.steps


def test_an_undo_past_the_beginning_of_an_epoch_brings_no_dice_back() -> None:
    match = Match(PIG, PigSetup(goal=30), with_master=True)
    match.choose("a", HOLD)
    match.choose("b", ROLL)
    match.roll()
    match.undo(MASTER, 1)
    match.undo("a")
    assert match.log[-1].kind is EntryKind.EPOCH
    assert [(stream.seed, stream.index) for stream in match.session.streams] == [match.dice.epoch(2)]


def test_a_resumed_battle_has_dice_after_an_undo_past_where_it_was_resumed() -> None:
    session = Session(PIG, PigSetup(goal=30), None)
    session.choose(HOLD)
    match = Match(PIG, session.setup, resumed=session)
    match.undo("a")
    match.choose("a", ROLL)
    assert match.roll().step is not None


def test_after_an_undo_past_dice_the_dice_are_others_and_never_those_of_before() -> None:
    match, seen = Match(PIG, PigSetup(goal=100), {"b": "random"}, DiceSource(b"x" * 32)), set()
    for _ in range(6):
        match.choose("a", ROLL)
        seen.add((match.session.seed, match.session.index))
        match.roll()
        match.undo("a")
    assert len(seen) == 6
    assert [entry.to for entry in match.log if entry.kind is EntryKind.EPOCH] == [1, 2, 3, 4, 5, 6]


def test_the_log_is_never_shortened() -> None:
    match = pig({"b": "random"}, seed=1)
    for _ in range(3):
        match.choose("a", ROLL)
        match.roll()
        match.undo("a")
    assert [entry.number for entry in match.log] == list(range(len(match.log)))
    assert match.standing == []


# What a seat gets to know


def test_a_secret_choice_is_news_twice_to_others_sealed_and_shown() -> None:
    match = morra()
    match.choose("a", TWO)
    for seat in ("b", SPECTATOR):
        (entry,) = match.observe(seat, since=0).news
        assert (entry.is_secret, entry.step and entry.step.line) == (True, "")
        assert [told.sentence for told in match.step_texts(seat)] == [SECRET]
    assert [told.sentence for told in match.step_texts("a")] == ["two"]
    assert not match.observe(MASTER, since=0).news[0].is_secret
    since = match.number
    match.choose("b", ONE)
    first, second = match.observe("b", since).news
    assert (first.number, first.step and first.step.line) == (0, "two")
    assert (second.number, second.step and second.step.line) == (1, "one")
    assert match.observe("b", match.number).news == ()


def test_what_people_at_one_screen_must_not_see_of_each_other() -> None:
    assert hidden_in(pig()) == "nothing"
    assert hidden_in(morra()) == "table", "each side has a goal that the other does not know"
    open_goals = replace(MORRA, setup=replace(MORRA.setup, hide=None))
    match = Match(open_goals, MorraSetup())
    told = [hidden_in(match)]
    match.choose("a", TWO)
    told.append(hidden_in(match))
    match.undo("a")
    told.append(hidden_in(match))
    for seat, choice in (("a", ONE), ("b", TWO)):
        match.choose(seat, choice)
        told.append(hidden_in(match))
    assert told == ["choice", "table", "choice", "table", "nothing"]


def test_a_secret_that_was_taken_back_stays_one() -> None:
    match = morra()
    match.choose("a", TWO)
    match.undo("a")
    match.choose("a", ONE)
    match.choose("b", ONE)
    taken, *_ = match.observe("b", since=0).news
    assert taken.is_secret
    assert taken.step is not None
    assert taken.step.line == ""


def test_an_observation_has_the_secrets_of_its_own_side_alone() -> None:
    match = morra(goals=(5, 7))
    match.choose("a", TWO)
    shown = {seat: match.observe(seat).record.shown[0] for seat in ("a", "b", SPECTATOR, MASTER)}
    assert shown == {"a": 2, "b": 0, SPECTATOR: 0, MASTER: 2}
    goals = {seat: tuple(match.observe(seat).setup.goals) for seat in ("a", "b", SPECTATOR, MASTER)}
    assert goals == {"a": (5, UNKNOWN), "b": (UNKNOWN, 7), SPECTATOR: (UNKNOWN, UNKNOWN), MASTER: (5, 7)}
    for seat, known in goals.items():
        assert goals_in(match.observe(seat)) == known
    assert match.observe("a").tail.dice.seed_low == 0


def test_a_bot_may_scribble_on_what_it_gets() -> None:
    match = morra()
    before, goals = match.session.fingerprint, goals_in(match.session)
    seen = match.observe("a")
    seen.record.points[0] = 9
    look(Setting, seen.setting).goals[0] = 1
    seen.choices()[0].kind = 7
    assert match.session.fingerprint == before
    assert goals_in(match.session) == goals
    assert goals_in(match.observe("b")) == (UNKNOWN, 12)


def test_news_since_a_number_that_is_not_there_is_refused() -> None:
    match = pig()
    for since in (-1, 1):
        with pytest.raises(BattlewrightError, match=f"The log has only 0 entries; there is no news since {since}"):
            match.observe("a", since)
    with pytest.raises(UnknownError):
        match.observe("nobody")


def test_a_summary_is_what_its_reader_may_know() -> None:
    match = morra()
    match.choose("a", TWO)
    mine, theirs = match.summary("a"), match.summary("b")
    assert mine["steps"] == theirs["steps"] == 1
    assert mine["position"] == theirs["position"]
    assert (mine["over"], mine["result"]) == (False, None)


def test_a_spectator_does_not_play() -> None:
    with pytest.raises(NotAllowed, match="Spectators cannot play"):
        Match(PIG, PigSetup(), {SPECTATOR: "random"})


# Dice


def test_a_secret_decides_the_dice_and_players_add_to_it() -> None:
    sources = [
        DiceSource(b"s" * 32),
        DiceSource(b"t" * 32),
        DiceSource(b"s" * 32, ("ann",)),
        DiceSource(b"s" * 32, ("ann", "bea")),
        DiceSource(b"s" * 32, ("annbea",)),
    ]
    streams = {stream for source in sources for stream in (source.epoch(0), source.epoch(1), source.draws("a", 0))}
    assert len(streams) == 3 * len(sources)
    assert all(max(stream) >= 2**32 for stream in streams)  # 64 bits each
    assert DiceSource(seed=7).epoch(2) == (7, 2)


def test_matches_have_secrets_of_their_own() -> None:
    one, other = pig(), pig()
    assert len(one.dice.secret) == 32
    assert one.dice.secret != other.dice.secret


def test_a_source_without_a_secret_makes_one_and_refuses_a_short_one() -> None:
    assert DiceSource().secret != DiceSource().secret
    assert DiceSource(seed=7) == DiceSource(seed=7)
    with pytest.raises(DiceError, match="A secret must have at least 16 bytes, not 3"):
        DiceSource(b"abc")


def test_a_request_lapses_when_what_it_was_about_is_taken_back() -> None:
    match = morra()
    match.choose("a", ONE)
    match.choose("b", ONE)
    match.undo("a")
    match.undo(MASTER, 0)
    refused(lambda: match.agree("b"), match, "Seat b has no request to answer")


def test_a_game_master_without_a_side_gives_nothing_up() -> None:
    match = morra()
    refused(lambda: match.resign(MASTER), match, "Master plays for no side")
    refused(lambda: match.offer_draw(MASTER), match, "Master plays for no side")


@pytest.mark.parametrize("name", ["formations", "heroes", "skirmish"])
def test_a_match_takes_what_read_setup_gives(name: str) -> None:
    system = bw.load(name)
    prepared = system.setup.read()
    assert bw.Match(system, prepared).setup == bw.Match(system, prepared.setup).setup == prepared.setup
    assert bw.Session(system, prepared, 7).fingerprint == bw.Session(system, prepared.setup, 7).fingerprint


@pytest.mark.parametrize(
    ("setup", "what"),
    [
        ("the-barrow", "'the-barrow'"),
        (None, "None"),
        (PIG.setup.build(PigSetup()), f"a value of the type {type(PIG.setup.build(PigSetup())).__name__}"),
    ],
    ids=["name", "nothing", "setting"],
)
def test_what_is_no_set_up_is_refused_in_a_sentence(setup: object, what: str) -> None:
    wanted = f"A battle of Pig takes a set-up of the type PigSetup, or what system.setup.read() gives, not {what}."
    for made in (Match, Session):
        with pytest.raises(BattlewrightError) as refused:
            made(PIG, setup)
        assert str(refused.value) == wanted


def test_the_set_up_of_another_system_is_refused() -> None:
    with pytest.raises(BattlewrightError, match=r"takes a set-up of the type PigSetup.*of the type MorraSetup"):
        Match(PIG, MorraSetup())
    with pytest.raises(BattlewrightError, match=r"A system is what bw.load\(NAME\) gives, not 'pig'"):
        Match("pig", PigSetup())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (
            {"a": "persn"},
            "Unknown player at seat a 'persn'. Did you mean 'person'? Known: person, random, greedy, search",
        ),
        ({"b": "gredy"}, "Unknown player at seat b 'gredy'. Did you mean 'greedy'?"),
        ({"a": "search:soon"}, "A searching bot takes a time or a number of rollouts"),
        ({"a": None}, "The player at seat a must be a name, such as 'greedy', not None."),
        ("greedy", "The players of a match must be a dict, such as {'a': 'person', 'b': 'greedy'}, not 'greedy'."),
    ],
    ids=["person", "bot", "options", "none", "text"],
)
def test_unknown_players_are_refused_at_once(players: object, said: str) -> None:
    with pytest.raises(BattlewrightError) as refused:
        Match(PIG, PigSetup(), players)  # type: ignore[arg-type]
    assert str(refused.value).startswith(said)


def test_a_bot_of_ones_own_and_one_that_connects_are_known_by_name() -> None:
    players = {"a": "nowhere/mine.py:MyBot", "b": "remote"}
    assert Match(PIG, PigSetup(), players).players == players


@pytest.mark.parametrize(
    ("seed", "must_be"),
    [("x", "a whole number, not 'x'."), (1.5, "a whole number, not 1.5."), (-1, f"from 0 to {2**64 - 1}, not -1.")],
)
def test_a_seed_that_is_none_is_refused_at_once(seed: object, must_be: str) -> None:
    for made in (lambda: DiceSource(seed=seed), lambda: Session(PIG, PigSetup(), seed)):  # type: ignore[arg-type]
        with pytest.raises(DiceError) as refused:
            made()
        assert str(refused.value) == f"The seed must be {must_be}"


def test_dice_that_are_none_are_refused_at_once() -> None:
    with pytest.raises(DiceError, match=r"must be a DiceSource, such as DiceSource\(seed=7\), not 7"):
        Match(PIG, PigSetup(), dice=7)  # type: ignore[arg-type]
    with pytest.raises(DiceError, match="A secret must be bytes, not of the type str"):
        DiceSource("hush" * 8)  # type: ignore[arg-type]
