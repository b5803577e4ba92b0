"""A match whose set-up a game master amends: seats, observations, the log, undo, replays, reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import battlewright as bw
from battlewright import systems
from battlewright.contract.guides import edits_of
from battlewright.engine.errors import BattlewrightError, NotAllowed
from battlewright.engine.log import EntryKind
from battlewright.engine.record import position, snapshot
from battlewright.engine.replay import complete_setup
from battlewright.play.account import Account
from battlewright.play.dice import DiceSource
from battlewright.play.log import read_log, replay_of, write_log
from battlewright.play.match import PERSON, Match
from battlewright.play.verify import verify

HEROES = systems.load("heroes")
ARRIVES = {"kind": "arrive", "side": "b", "sheet": "ruffian", "name": "Late # Ruffian"}


def match_with(**changes: Any) -> Match:
    setup = HEROES.setup.read("cudgels-in-the-alley").setup
    data = complete_setup(HEROES, setup) | changes
    players = {"Ann": PERSON, "Ben": PERSON, "b": "greedy", "master": PERSON} if "seats" in changes else None
    return Match(HEROES, HEROES.setup.model.model_validate(data), players, DiceSource(b"x" * 32), with_master=True)


def go_on(match: Match, steps: int) -> Match:
    for _ in range(steps):
        if match.session.node.kind == bw.NodeKind.CHANCE:
            match.roll()
        elif not match.is_over:
            choice = match.session.choices()[0]
            match.choose(next(seat for seat in match.to_act if match.may_choose(seat, choice)), choice)
    return match


def test_who_arrives_is_known_to_all_from_then_on_by_the_right_name() -> None:
    match = go_on(match_with(), 3)
    before, entry = match.number, match.amend("master", ARRIVES)
    assert (entry.kind, match.log[before].seat) == (EntryKind.AMEND, "master")
    for seat in ("a", "b", "spectator", "master"):
        seen = match.observe(seat)
        assert seen.setup.combatants[-1].name == "Late # Ruffian"
        [text] = match.step_texts(seat, before)
        assert [each.text for each in text.sentences] == ["Late # Ruffian (b6) arrives, for Foes (b)."]
    removed = match.amend("master", {"kind": "remove", "who": "b6"}).number
    assert match.step_texts("a", removed)[0].brief == "The game master takes Late # Ruffian (b6) out of the encounter."
    assert match.step_texts("a", before)[0].brief == "Late # Ruffian (b6) arrives, for Foes (b)."


def test_only_a_game_master_amends_and_what_does_not_fit_changes_nothing() -> None:
    match = match_with()
    with pytest.raises(NotAllowed, match="Only a game master can amend the set-up; here that is master"):
        match.amend("a", ARRIVES)
    for data, reason in (
        ({"kind": "dance"}, "dance"),
        ({"kind": "remove", "who": "b9"}, "Unknown combatant 'b9'"),
        ({"kind": "ruling", "ruling": "attack_dice", "value": 99}, "attack_dice must be less than or equal to 10"),
        ({"kind": "arrive", "side": "b", "sheet": "dragon"}, "dragon"),
        ({"kind": "attribute", "who": "a1", "attribute": "strength", "value": 99}, "attributes.strength must be"),
        ("no JSON", "An amendment is JSON"),
    ):
        with pytest.raises(BattlewrightError, match=reason):
            match.amend("master", data)
    assert (match.number, len(match.session.tables)) == (0, 1)
    formations = systems.load("formations")
    other = Match(formations, formations.setup.read(("river-guard", "goblin-rabble")).setup, with_master=True)
    with pytest.raises(BattlewrightError, match="In Formations the set-up of a running battle cannot be amended"):
        other.amend("master", {"kind": "arrive"})


def test_seats_keep_their_people_and_lead_whom_they_led() -> None:
    seats = [{"name": "Ann", "side": "a", "leads": ["a1"]}, {"name": "Ben", "side": "a", "leads": ["a2"]}]
    match = match_with(seats=seats)
    match.amend("master", {"kind": "arrive", "side": "a", "sheet": "mirelle", "seat": "Ann"})
    match.amend("master", {"kind": "remove", "who": "a1"})
    assert [sorted(match.seats[name].leads) for name in ("Ann", "Ben")] == [[1], [0]]
    match.amend("master", {"kind": "turn", "who": "a2"})
    assert (match.players["Ann"], match.seats["Ann"].leads) == (PERSON, frozenset())
    match.undo("master")
    assert match.seats["Ann"].leads == {1}


def test_an_undo_takes_an_amendment_back_with_its_set_up() -> None:
    match = go_on(match_with(), 8)
    battle, setup = position(HEROES.rules.battle, match.session.battle), match.session.setup
    entry = match.amend("master", ARRIVES)
    go_on(match, 60)
    match.undo("master", entry.number)
    assert position(HEROES.rules.battle, match.session.battle) == battle
    assert match.session.setup is setup
    assert len(match.observe("a").setup.combatants) == len(setup.combatants)


def test_the_log_and_the_replay_repeat_it_and_it_can_be_verified() -> None:
    match = go_on(match_with(), 5)
    match.amend("master", ARRIVES)
    go_on(match, 20)
    match.amend("master", {"kind": "ruling", "ruling": "round_limit", "value": 3})
    while not match.is_over:
        go_on(match, 1)
    again = read_log(write_log(match), systems.load)
    assert write_log(again) == write_log(match)
    assert snapshot(again.session.setting) == snapshot(match.session.setting)
    text = replay_of(match)
    assert text.startswith("format = 4\n")
    replay = bw.Replay.parse(text)
    assert replay.repeat().fingerprint == match.session.fingerprint
    assert verify(replay).log is not None
    changed = text.replace('"kind":"ruling"', '"kind":"rulings"', 1)
    with pytest.raises(bw.BattlewrightError, match="amend"):
        bw.Replay.parse(changed).repeat()
    other = text.replace("\nRound limit", "").replace('"value":3}', '"value":4}', 1)
    with pytest.raises(bw.BattlewrightError, match="gives another setting"):
        bw.Replay.parse(other).repeat()


def test_a_report_counts_it_as_the_game_masters() -> None:
    match = go_on(match_with(), 12)
    match.amend("master", ARRIVES)
    match.amend("master", {"kind": "ruling", "ruling": "round_limit", "value": 2})
    while not match.is_over:
        go_on(match, 1)
    assert match.result is not None
    account = Account(match.session, match.result)
    assert account.parts["edits"].terms
    account.play(0.2, 1, lambda: None)
    assert account.at(len(match.session.steps)).estimate.value == {"a": 1.0, "b": 0.0, "draw": 0.5}[match.result.winner]


def test_the_text_of_amendments_is_kept_from_players_while_the_match_runs() -> None:
    match = match_with(secret_sheets=True)
    entry = match.amend("master", ARRIVES)
    line = match.observe("b", entry.number).news[0].step
    assert line is not None
    assert (line.line, match.observe("a", entry.number).news[0].is_secret) == ("", True)
    [told] = match.step_texts("a", entry.number)
    assert (told.step.line, told.brief) == ("", "Late # Ruffian (b6) arrives, for Foes (b).")
    assert match.observe("a").setup.combatants[-1].sheet.name == "Unknown"
    seen = match.observe("master", entry.number).news[0].step
    assert seen is not None
    assert "ruffian" in seen.line.lower()
    with pytest.raises(NotAllowed, match="Only the game master can save this battle"):
        replay_of(match, "a")


PIT = {"name": "Deep Pit", "trap": True, "defence": "reflex", "power": 9, "damage": "2d6", "types": ["bludgeoning"]}
PIT |= {"among": ["a1", "a2"], "hidden": True}
FIRE = {"name": "Fire", "defence": "reflex", "damage": "1d4", "types": ["fire"], "among": ["b1"]}


@pytest.mark.clause("H.R0")
def test_nobody_but_the_game_master_knows_of_a_hidden_trap_until_it_goes_off() -> None:
    match, plain = match_with(hazards=[PIT, FIRE]), match_with(hazards=[FIRE])
    for _ in range(200):
        told = [str(text) for text in match.step_texts("a")]
        if any("is found" in text for text in told) or match.is_over:
            break
        for seat in ("a", "b", "spectator"):
            seen, known = match.observe(seat), plain.observe(seat)
            assert [each.name for each in seen.setup.hazards] == ["Fire"]
            assert snapshot(seen.battle) == snapshot(known.battle)
            assert snapshot(seen.setting) == snapshot(known.setting)
            assert not seen.is_partial
            assert seen.fingerprint == known.fingerprint
            assert "Pit" not in str(told)
        assert [each.name for each in match.observe("master").setup.hazards] == ["Fire", "Deep Pit"]
        for each in (match, plain):
            go_on(each, 1)
    entry = next(each for each in match.log if each.kind is EntryKind.AMEND)
    assert (entry.seat, match.observe("a").setup.hazards[1].name) == ("", "Deep Pit")
    before, text = match.step_texts("a")[-2:]
    assert any("is exposed to a trap" in each.text for each in before.sentences)
    assert text.brief == "Deep Pit is found."
    assert write_log(read_log(write_log(match), systems.load)) == write_log(match)


@pytest.mark.clause("H.R0")
def test_a_hidden_hazard_is_added_and_found_by_the_game_master() -> None:
    match = match_with(hazards=[FIRE])
    entry = match.amend("master", {"kind": "hazard", "hazard": PIT})
    assert [text.brief for text in match.step_texts("a", entry.number)] == ["A change by the game master."]
    assert len(match.observe("a").setup.hazards) == 1
    with pytest.raises(BattlewrightError, match="Fire is found already"):
        match.amend("master", {"kind": "found", "hazard": "Fire"})
    found = match.amend("master", {"kind": "found", "hazard": "deep pit"})
    assert [text.brief for text in match.step_texts("a", found.number)] == ["Deep Pit is found."]
    assert [each.name for each in match.observe("a").setup.hazards] == ["Fire", "Deep Pit"]
    match.amend("master", {"kind": "clear", "hazard": "Fire"})
    assert [each.name for each in match.observe("a").setup.hazards] == ["Deep Pit"]


def test_an_amendment_names_no_file_of_the_disk(tmp_path: Path) -> None:
    """Whoever sends one over the interface could read the server's files by their faults."""
    path = tmp_path / "keys.toml"
    path.write_text('hunter2 = "secret"', encoding="utf-8")
    with pytest.raises(BattlewrightError, match="there is no such file") as caught:
        match_with().amend("master", {"kind": "arrive", "side": "b", "sheet": str(path)})
    assert "hunter2" not in str(caught.value)
    with pytest.raises(BattlewrightError, match="Unknown sheet"):
        match_with().amend("master", {"kind": "arrive", "side": "b", "sheet": str(tmp_path)})


def test_a_set_up_is_amended_a_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlewright.play.match.MOST_AMENDMENTS", 2)
    match = match_with()
    for value in (2, 3):
        match.amend("master", {"kind": "level", "who": "a1", "value": value})
    match.undo("master")
    with pytest.raises(NotAllowed, match="amended 2 times"):
        match.amend("master", {"kind": "level", "who": "a1", "value": 3})


def test_what_was_told_of_a_foe_stays_hidden_once_it_and_the_set_up_are_taken_back() -> None:
    """Its number may be that of a hero in the set-up of before."""
    match = match_with(foes_seen="nothing")
    match.amend("master", {"kind": "remove", "who": "a2"})
    first = len(match.session.setup.sides[0])
    edited = match.edit("master", edits_of(match.observe("master"), "set b1 health 3")[0])
    assert edited.step is not None
    match.undo("master", 0)
    assert len(match.session.setup.sides[0]) > first
    [entry] = [each for each in match.observe("a", 0).news if each.number == edited.number]
    assert entry.step is not None
    assert (entry.step.line, entry.step.events) == ("", b"")
    [known] = [each for each in match.observe("master", 0).news if each.number == edited.number]
    assert known.step == edited.step
