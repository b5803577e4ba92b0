"""Seats of a set-up in a match: who may choose, what each is offered, and who is refused."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from battlewright import systems
from battlewright.answers.data import node_data
from battlewright.conformance import check
from battlewright.contract.guides import guide_of
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError, LogError, NotAllowed
from battlewright.engine.node import NodeKind
from battlewright.engine.record import copy_of
from battlewright.engine.record_text import read_record
from battlewright.engine.replay import parse
from battlewright.engine.results import result_of
from battlewright.play.dice import DiceSource
from battlewright.play.log import follow, line_of, read_log, replay_of, write_log
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.play.terms import Terms
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.skirmish.record import Step
from battlewright.systems.skirmish.setup.battle import BattleSetup, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from tests.advice import advice_texts
from tests.systems.heroes.helpers import sheet

ANN = {"name": "Ann", "side": "a", "leads": ["a1"]}
BEN = {"name": "Ben", "side": "a"}
CARA = {"name": "Cara", "side": "b", "leads": ["b2"]}
DAN = {"name": "Dan", "side": "b"}
MASTER = {"name": "Mia", "master": True}
FOUR = (ANN, BEN, CARA, DAN, MASTER)


def seated(setup: Any, seats: Sequence[dict[str, Any]]) -> Any:
    """A set-up with these seats, checked as data."""
    data = setup.model_dump(mode="json", by_alias=True, exclude_none=True)
    return type(setup).model_validate(data | {"seats": list(seats)})


def skirmish(edition: str = "second") -> BattleSetup:
    rosters = read_roster("lantern-company"), read_roster("hollow-king")
    terms = read_scenario("last-stand").model_copy(update={"round_limit": 3})
    return set_up(rosters, read_table("ruins"), terms, edition)


def engagement() -> EngagementSetup:
    return EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))


SETUPS: dict[str, tuple[str, Callable[[], Any]]] = {
    "skirmish": ("skirmish", skirmish),
    "first edition": ("skirmish", lambda: skirmish("first")),
    "heroes": ("heroes", lambda: read_encounter("the-court-of-hexes")),
    "formations": ("formations", engagement),
}


def match_of(name: str, seats: Sequence[dict[str, Any]] = FOUR, seed: int = 1) -> Match:
    system, setup = SETUPS[name]
    return Match(systems.load(system), seated(setup(), seats), dice=DiceSource(seed=seed))


@pytest.mark.parametrize("name", SETUPS)
def test_seats_that_share_a_side_each_choose_for_their_own_models(name: str) -> None:
    match, chance = match_of(name), random.Random(7)
    chosen, refused = dict.fromkeys(match.seats.names, 0), 0
    while not match.is_over:
        if match.session.node.kind == NodeKind.CHANCE:
            match.roll()
            continue
        offered = {seat: match.observe(seat).choices() for seat in match.to_act}
        listed = match.session.choices()
        assert offered
        assert all(offered.values())
        for choice in listed:
            assert any(choice in own for own in offered.values())
        seat = chance.choice([*offered])
        choice = chance.choice(offered[seat])
        others = [each.name for each in match.seats.of_side(match.session.node.side) if each.name != seat]
        for other in others:
            if choice not in match.observe(other).choices():
                with pytest.raises(NotAllowed, match=f"{other} does not lead this model"):
                    match.choose(other, choice)
                refused += 1
        match.choose(seat, choice)
        chosen[seat] += 1
    assert all(chosen[seat] for seat in ("Ann", "Ben", "Cara", "Dan"))
    assert refused > 10


@pytest.mark.parametrize("name", SETUPS)
def test_bots_may_share_a_side(name: str) -> None:
    match = match_of(name)
    match.players |= dict.fromkeys(("Ann", "Ben", "Cara", "Dan"), "random")
    play_on(match, seat_bots(match))
    asked = match.to_act
    for seat in asked:
        match.choose(seat, match.session.choices()[0])
    assert match.is_over
    assert asked == (["Mia"] if name == "heroes" else [])  # she is asked whether the encounter is over
    assert {entry.seat for entry in match.log} == {"", "Ann", "Ben", "Cara", "Dan", *asked}


def test_a_seat_whose_models_have_all_acted_is_not_to_act() -> None:
    match, chance = match_of("skirmish"), random.Random(3)
    seen: list[list[str]] = []
    while match.session.record.round < 2:
        if match.session.node.kind == NodeKind.CHANCE:
            match.roll()
            continue
        if match.session.node.step == Step.ACTIVATE and match.session.node.side == 0:
            done = match.session.record.models[0].activated or not match.session.record.crowd.bases[0].stands
            assert ("Ann" in match.to_act) == (not done)
            seen.append(match.to_act)
        question: Any = node_data(match.observe("spectator"), match.observe("spectator").asked)["question"]
        assert question["seats"] == match.to_act
        seat = chance.choice(match.to_act)
        match.choose(seat, chance.choice(match.observe(seat).choices()))
    assert ["Ann", "Ben"] in seen
    assert ["Ben"] in seen


def test_a_seat_is_shown_the_choices_of_the_other_side_as_everybody_is() -> None:
    match = match_of("formations")
    while match.session.node.kind == NodeKind.CHANCE:
        match.roll()
    other = "Cara" if match.session.node.side == 0 else "Ann"
    assert match.observe(other).choices() == match.observe("spectator").choices() == match.session.choices()


def test_the_choices_of_a_shared_side_come_from_an_index_on() -> None:
    match = match_of("skirmish")
    while match.session.node.kind == NodeKind.CHANCE:
        match.roll()
    seat = "Ben" if match.session.node.side == 0 else "Dan"
    own = match.observe(seat).choices()
    assert match.observe(seat).choices(2) == own[2:]
    assert match.observe(seat).choices(len(own)) == []


@pytest.mark.parametrize(
    ("name", "edit"), [("skirmish", "round value=2"), ("heroes", "health value=3"), ("formations", "round value=2")]
)
def test_a_game_master_whom_a_set_up_names_edits_and_nobody_else(name: str, edit: str) -> None:
    match = match_of(name)
    play_on(match, {}, rolls=True, most=20)
    while match.session.node.kind == NodeKind.DECISION and name == "skirmish" and match.session.record.round == 0:
        match.choose(match.to_act[0], match.observe(match.to_act[0]).choices()[0])
        play_on(match, {})
    change = read_record(edit, match.system.rules.edit_record, match.system.rules.edit_kinds)
    with pytest.raises(NotAllowed, match="Only a game master can change numbers; here that is Mia"):
        match.edit("Ann", change)
    assert match.edit("Mia", change).seat == "Mia"


def test_who_dominates_a_combatant_chooses_for_it() -> None:
    spell = {"name": "Charm", "target": "willpower", "effect": "dominated", "check": "maintenance"}
    hexer = sheet("Hexer", spells=[spell], wisdom=12)
    weak = sheet("Weak", wisdom=1, charisma=1)
    sides = [[{"name": "One", "sheet": weak}, {"name": "Two", "sheet": hexer}], [{"name": "Foe", "sheet": weak}]]
    heroes: System = systems.load("heroes")
    setup = heroes.setup.model.model_validate({"sides": sides, "seats": [ANN, BEN]})
    for seed in range(60):
        match = Match(heroes, setup, dice=DiceSource(seed=seed))
        for _ in range(60):
            node = match.session.node
            if node.kind == NodeKind.DECISION:
                frame = match.session.record.frames[match.session.record.depth - 1]
                if node.side == 0 and frame.actor == 2:
                    assert match.to_act == ["Ben"]
                    return
                own = match.observe(match.to_act[0]).choices()
                match.choose(match.to_act[0], own[-1] if frame.actor != 1 else own[0])
            elif node.kind == NodeKind.CHANCE:
                match.roll()
    pytest.fail("nobody was ever dominated")


def test_advice_is_given_on_the_choices_that_a_seat_has() -> None:
    match = match_of("formations")
    while match.session.node.kind == NodeKind.CHANCE:
        match.roll()
    seat = "Ben" if match.session.node.side == 0 else "Dan"
    seen = match.observe(seat)
    own = seen.choices()
    assert len(own) < len(match.session.choices())
    advice = advice_texts(guide_of(seen), [copy_of(choice) for choice in own])
    assert advice is None or len(advice) == len(own)


def test_a_set_up_with_seats_keeps_the_contract() -> None:
    assert check(systems.load("formations"), [seated(engagement(), FOUR)], battles=1).battles == 1


def test_a_seat_that_is_left_is_played_by_a_bot_until_the_last_of_its_side_resigns() -> None:
    match = Match(systems.load("formations"), seated(engagement(), FOUR), dice=DiceSource(seed=7))
    play_on(match, {})
    match.offer_draw("Dan")
    with pytest.raises(NotAllowed, match="plays for no side"):
        match.give_up("Mia")
    match.give_up("Ben")
    assert (match.left, match.playing["Ben"], match.players["Ben"]) == ({"Ben"}, "medium", "person")
    assert match.request is None, "who was asked has left, so it is asked anew"
    match.offer_draw("Dan")
    assert match.request is not None
    assert match.request.asked == {"Ann"}
    match.decline("Ann")
    twin = read_log(write_log(match), systems.load)
    assert (twin.left, twin.log) == (match.left, match.log)
    bots = seat_bots(match, dict.fromkeys(match.seats.names, "greedy"))
    while match.log[-1].seat != "Ben":
        assert play_on(match, bots, most=1)
    follow(twin, map(line_of, match.log[twin.number :]))
    assert twin.log == match.log
    with pytest.raises(NotAllowed, match="Ann is the last person of its side"):
        match.leave("Ann")
    with pytest.raises(LogError, match="does not go on"):
        follow(twin, [{"number": twin.number, "kind": "leave", "seat": "Ann"}])
    match.give_up("Ann")
    assert match.is_over
    assert match.result is not None
    assert match.result.winner == "b"


def hosted(seed: int = 7, **players: str) -> Match:
    terms = Terms(is_hosted=True)
    setup = seated(engagement(), FOUR)
    return Match(systems.load("formations"), setup, players, DiceSource(seed=seed), terms=terms)


def test_the_game_master_plays_on_at_a_seat_that_is_handed_over() -> None:
    match = hosted(Dan="greedy", Cara="greedy")
    bots = seat_bots(match, {"Cara": "greedy", "Dan": "greedy"})
    play_on(match, bots)
    match.leave("Ann", "master")
    assert match.playing == {"Ann": "master", "Ben": "person", "Cara": "greedy", "Dan": "greedy", "Mia": "person"}
    decider = match.system.setup.decider
    assert decider is not None
    chosen: set[str] = set()
    mine: set[int] = set()
    for _ in range(60):
        if match.is_over or len(chosen) == 2:
            break
        assert "Ann" not in match.to_act
        seat = match.to_act[0]
        choice = match.observe(seat).choices()[0]
        if seat == "Mia":
            with pytest.raises(NotAllowed, match="Mia plays Ann now"):
                match.choose("Ann", choice)
            mine |= {decider(match.session, each) for each in match.observe(seat).choices()}
        match.choose(seat, choice)
        chosen.add(seat)
        play_on(match, bots)
    assert chosen == {"Mia", "Ben"}
    assert mine == match.seats["Ann"].leads
    match.hand_on("Mia", "Ann", "computer")
    assert match.playing["Ann"] == "medium"
    match.hand_on("Mia", "Cara", "master")
    match.come_back("Cara")
    match.come_back("Ann")
    assert match.playing == {"Ann": "person", "Ben": "person", "Cara": "person", "Dan": "greedy", "Mia": "person"}
    assert match.left == set()
    twin = read_log(write_log(match), systems.load)
    assert (twin.log, twin.handed, twin.terms) == (match.log, match.handed, match.terms)


def test_only_the_game_master_ends_a_table_that_is_hosted() -> None:
    match = hosted()
    play_on(match, {}, most=3)
    for act in (match.resign, match.offer_draw):
        with pytest.raises(NotAllowed, match="Only the game master ends the battle"):
            act("Ann")
    with pytest.raises(NotAllowed, match="Only a game master can end the battle; here that is Mia"):
        match.end("Ann")
    with pytest.raises(NotAllowed, match="Mia plays for no side"):
        match.give_up("Mia")
    with pytest.raises(BattlewrightError, match="Unknown winner 'c'"):
        match.end("Mia", "c")
    match.give_up("Ann")
    match.give_up("Ben")
    assert not match.is_over, "nobody plays for the side but the computer, and the battle goes on"
    match.end("Mia", "a")
    assert match.result is not None
    assert (match.result.winner, match.result.why, match.result.seat) == ("a", "master", "Mia")
    assert match.result.sentence == "The game master ends the battle. River Guard (a) wins."
    text = replay_of(match)
    assert "ended master a" in text
    saved = parse(text, "the replay", systems.load)
    assert result_of(saved.repeat(), saved.ended) == match.result
    assert read_log(write_log(match), systems.load).result == match.result


def test_a_battle_that_a_game_master_ends_may_have_no_winner() -> None:
    match = Match(systems.load("formations"), engagement(), with_master=True, dice=DiceSource(seed=1))
    match.end("master")
    assert match.result is not None
    assert match.result.winner == "draw"
    assert match.result.sentence == "The game master ends the battle. Nobody has won."


def test_a_seat_can_be_handed_only_to_somebody_who_is_there() -> None:
    match = hosted(Mia="greedy")
    with pytest.raises(NotAllowed, match="There is no game master to play on"):
        match.leave("Ann", "master")
    with pytest.raises(BattlewrightError, match="Unknown new player 'nobody'"):
        match.leave("Ann", "nobody")
    match = hosted()
    for of in ("Mia", "spectator"):
        with pytest.raises(NotAllowed, match="is no seat that can be handed on"):
            match.hand_on("Mia", of, "computer")
    with pytest.raises(NotAllowed, match="A person plays Ann already"):
        match.come_back("Ann")
    at_b = seated(engagement(), ({"name": "Mia", "side": "b", "master": True}, ANN, BEN))
    match = Match(systems.load("formations"), at_b, terms=Terms(is_hosted=True))
    with pytest.raises(NotAllowed, match="Mia is the game master: it can end the battle, not leave"):
        match.leave("Mia")


def test_time_that_runs_out_among_several_does_not_lose_for_the_side() -> None:
    match = Match(systems.load("formations"), seated(engagement(), FOUR[:4]), dice=DiceSource(seed=7))
    play_on(match, {})
    seat = match.to_act[0]
    other = next(each.name for each in match.seats.of_side(match.seats[seat].side or 0) if each.name != seat)
    assert match.let_run_out(seat).kind == "late"
    assert match.playing[seat] == "medium"
    assert match.left == set(), "who was late may come back"
    match.come_back(seat)
    match.let_run_out(seat)
    assert match.let_run_out(other).kind == "timeout"
    assert match.result is not None
    assert match.result.why == "timeout"
    assert read_log(write_log(match), systems.load).log == match.log


def test_edits_of_one_line_are_taken_back_together() -> None:
    match = match_of("heroes")
    while match.session.node.kind != NodeKind.DECISION:
        match.roll()
    before = match.session.fingerprint
    edits = guide_of(match.observe("Mia")).edits("set a1 ring 1 b1 5 b2")
    assert edits is not None
    for after, edit in enumerate(edits):
        match.edit("Mia", edit, after)
    assert len(edits) == 2
    again = read_log(write_log(match), lambda _: match.system)
    for played in (match, again):
        assert "flanked" in " ".join(str(row).lower() for row in played.session.words.status(played.session.record))
        played.undo("Mia")
        assert played.session.fingerprint == before
    assert read_log(write_log(again), lambda _: match.system).session.fingerprint == before
