"""Dice of a roll that several seats roll: each types its own, and the server adds the rest."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.errors import BattlewrightError, DiceError, NotAllowed
from battlewright.engine.log import EntryKind
from battlewright.engine.node import NodeKind
from battlewright.engine.replay import parse
from battlewright.engine.roll_results import dice_of
from battlewright.play.dice import DiceSource
from battlewright.play.log import follow, line_of, read_log, replay_of, write_log
from battlewright.play.match import Match
from battlewright.play.terms import Terms
from battlewright.play.verify import verify
from battlewright.systems.heroes.setup.encounters import read_encounter
from tests.play.test_seats import ANN, BEN, MASTER, SETUPS, engagement, seated

FOES = {"name": "Mia", "side": "b", "master": True}
SECRET = b"sixteen bytes or more"


def table(
    dice: dict[str, str], seats: Sequence[dict[str, Any]] = (ANN, BEN, FOES), name: str = "heroes", **terms: Any
) -> Match:
    system, setup = SETUPS[name]
    agreed = Terms(own_dice=True, dice=dice, **{"consent": False, "is_hosted": True, **terms})
    return Match(systems.load(system), seated(setup(), seats), dice=DiceSource(SECRET), terms=agreed)


def whole(match: Match) -> list[int]:
    return [1 + index % match.session.node.sides for index in range(match.session.node.dice)]


def test_initiative_is_typed_by_each_for_its_own_and_the_server_rolls_the_rest() -> None:
    match = table({"Ann": "physical", "Ben": "either"})
    owners = [die.model for die in dice_of(match.session)]
    assert len(owners) == match.session.node.dice
    assert match.to_act == ["Ann", "Ben"]
    own, others = match.own_dice("Ann"), match.own_dice("Ben")
    assert [owners[index] for index in own] == [0]
    assert not {*own} & {*others}
    with pytest.raises(NotAllowed, match="Mia cannot roll now"):
        match.roll_typed("Mia", [1])
    with pytest.raises(DiceError, match="1 die of 10 sides must be rolled here, not 2"):
        match.roll_typed("Ann", [1, 2])
    match.roll_typed("Ann", [7])
    assert match.to_act == ["Ben"]
    match.roll_typed("Ann", [3])
    with pytest.raises(NotAllowed, match="The server cannot roll yet"):
        match.roll()
    match.let_roll("Ben")
    assert match.to_act == []
    entry = match.roll()
    assert (entry.kind, entry.seat) == (EntryKind.TYPED, "")
    assert entry.step is not None
    assert entry.step.faces[own[0]] == 3
    assert match.parts == {}
    twin = read_log(write_log(match), systems.load)
    assert twin.log == match.log
    assert twin.session.fingerprint == match.session.fingerprint


def test_what_the_server_adds_is_decided_by_its_secret() -> None:
    added = []
    for secret in (SECRET, SECRET, b"another secret of bytes"):
        match = table({"Ann": "physical"})
        match.dice = DiceSource(secret)
        match.roll_typed("Ann", [9])
        step = match.roll().step
        assert step is not None
        added.append(step.faces)
    assert added[0] == added[1] != added[2]
    log = write_log(match)
    line = next(each for each in log.splitlines() if '"typed"' in each)
    rolled = ",".join(map(str, added[2]))
    assert rolled in line
    changed = line.replace(f"[{rolled}]", f"[{','.join('10' if face != 9 else '9' for face in added[2])}]")
    with pytest.raises(BattlewrightError, match="has a different result"):
        read_log(log.replace(line, changed), systems.load)


def test_where_all_leave_their_dice_to_the_server_the_stream_rolls() -> None:
    match = table({"Ann": "either"})
    match.let_roll("Ann")
    assert match.roll().kind is EntryKind.ROLL


def test_a_seat_changes_who_rolls_for_it() -> None:
    match = table({})
    assert (match.to_act, match.missing) == ([], [])
    match.set_dice("Ann", "physical")
    assert match.to_act == ["Ann"]
    match.set_dice("Ann", "server")
    assert match.to_act == []
    with pytest.raises(BattlewrightError, match="Unknown way to roll 'loaded'"):
        match.set_dice("Ann", "loaded")
    match.set_dice("Mia", "physical")
    assert match.to_act == ["Mia"]
    match.set_dice("Mia", "server")
    match.roll()
    twin = read_log(write_log(match), systems.load)
    assert (twin.log, twin.dice_terms) == (match.log, match.dice_terms)
    plain = Match(systems.load("formations"), engagement())
    with pytest.raises(NotAllowed, match="nobody chooses who rolls"):
        plain.set_dice("a", "physical")


def test_the_game_master_rolls_for_the_absent_and_for_nobody_who_is_there() -> None:
    match = table({"Ann": "physical", "Mia": "physical"}, (ANN, BEN, MASTER))
    match.players["Ben"] = match.players["b"] = "random"
    assert match.to_act == ["Ann", "Mia"] or match.to_act == ["Mia", "Ann"]
    assert sorted(match.own_dice("Ann") + match.own_dice("Mia")) == [*range(match.session.node.dice)]
    match.leave("Ann", "computer")
    assert match.to_act == ["Mia"]
    assert match.own_dice("Mia") == [*range(match.session.node.dice)]
    entry = match.roll_typed("Mia", whole(match))
    assert (entry.kind, entry.seat) == (EntryKind.TYPED, "Mia")


@pytest.mark.parametrize("name", ["skirmish", "formations"])
def test_each_side_types_its_die_of_a_roll_off(name: str) -> None:
    seats = ({"name": "Ann", "side": "a"}, {"name": "Ben", "side": "b"})
    match = table({"Ann": "physical", "Ben": "physical"}, seats, name, is_hosted=False)
    assert match.session.node.dice == 2
    assert (match.own_dice("Ann"), match.own_dice("Ben")) == ([0], [1])
    match.roll_typed("Ben", [2])
    match.roll_typed("Ann", [5])
    step = match.roll().step
    assert step is not None
    assert step.faces == (5, 2)


def test_own_dice_are_confirmed_where_the_terms_want_it() -> None:
    seats = ({"name": "Ann", "side": "a"}, {"name": "Ben", "side": "b"})
    match = table({"Ann": "physical", "Ben": "physical"}, seats, "formations", is_hosted=False, consent=True)
    match.claim("Ann", [5])
    assert match.request is not None
    assert match.request.asked == {"Ben"}
    match.agree("Ben")
    assert match.to_act == ["Ben"]
    match.claim("Ben", [2])
    match.decline("Ann")
    assert match.to_act == ["Ben"]
    match.claim("Ben", [1])
    match.agree("Ann")
    step = match.roll().step
    assert step is not None
    assert step.faces == (5, 1)
    assert read_log(write_log(match), systems.load).log == match.log
    hosted = table({"Ann": "physical"}, (ANN, BEN, MASTER), consent=True)
    hosted.players["b"] = "random"
    hosted.claim("Ann", [5])
    assert hosted.request is not None
    assert hosted.request.asked == {"Mia"}, "the game master apart confirms what players type against bots"


def test_a_game_master_changes_a_roll_and_the_log_is_verified() -> None:
    match, chance = table({"Ann": "physical"}, name="formations"), random.Random(5)
    changed = 0
    while not match.is_over:
        if match.session.node.kind == NodeKind.CHANCE:
            for seat in match.to_act:
                own = match.own_dice(seat)
                match.roll_typed(seat, [chance.randint(1, match.session.node.sides) for _ in own])
            number = (match.roll() if match.session.node.kind == NodeKind.CHANCE else match.log[-1]).number
            if changed < 3 and not match.is_over:
                step = match.log[number].step
                assert step is not None
                with pytest.raises(NotAllowed, match="Only a game master can change a roll"):
                    match.change_roll("Ann", number, step.faces)
                with pytest.raises(DiceError):
                    match.change_roll("Mia", number, [*step.faces, 1])
                match.change_roll("Mia", number, [1 if face > 3 else 6 for face in step.faces])
                assert match.standing[-1].seat == "Mia"
                changed += 1
            continue
        seat = chance.choice(match.to_act)
        match.choose(seat, chance.choice(match.observe(seat).choices()))
    assert changed == 3
    with pytest.raises(NotAllowed, match="There is no roll"):
        match.change_roll("Mia", match.number, [1])
    text = replay_of(match)
    verified = verify(parse(text, "the replay", systems.load))
    assert verified.log is not None
    assert verified.log.undos == 3
    twin = read_log(write_log(match), systems.load)
    assert twin.log == match.log
    fresh = Match(match.system, match.setup, match.players, match.dice, terms=match.terms)
    follow(fresh, map(line_of, match.log))
    assert fresh.session.fingerprint == match.session.fingerprint


def test_nobody_types_over_a_roll_that_a_game_master_did_not_take_back() -> None:
    match = table({"Ann": "physical", "Ben": "physical"})
    with pytest.raises(NotAllowed, match="cannot roll now"):
        match.roll_typed("Mia", whole(match))
    with pytest.raises(NotAllowed, match="There is no roll 0 to change"):
        match.change_roll("Mia", 0, whole(match))
    match.roll_typed("Ann", [5])
    with pytest.raises(NotAllowed, match="There is no roll 0 to change"):
        match.change_roll("Mia", 0, whole(match))


def test_dice_belong_to_combatants_and_those_of_hazards_to_nobody() -> None:
    heroes = systems.load("heroes")
    match = Match(heroes, read_encounter("the-barrow"), dice=DiceSource(seed=3))
    seen: set[str] = set()
    chance = random.Random(1)
    for _ in range(400):
        if match.is_over:
            break
        node = match.session.node
        if node.kind == NodeKind.CHANCE:
            owners, position = dice_of(match.session), match.session
            assert len(owners) == node.dice
            word = heroes.rules.step_word(node.step)
            rolled = position.words.roll if word not in ("initiative", "tie") else None
            if rolled is None:
                assert len({die.model for die in owners}) == node.dice, "one die for each combatant"
            else:
                assert len({*owners}) == 1
                if owners[0].model >= 0:
                    found = position.words.reference(owners[0].model)
                    assert found is not None
                    assert found.side == "ab"[owners[0].side]
            seen.add(word)
            match.roll()
        else:
            match.choose(match.to_act[0], chance.choice(match.observe(match.to_act[0]).choices()))
    assert {"initiative", "attack-roll"} <= seen


def test_faces_that_wait_to_be_confirmed_are_withdrawn_with_the_dice_that_they_are_of() -> None:
    match = table({"Ann": "physical", "Ben": "physical"}, consent=True)
    match.claim("Ann", [5])
    match.set_dice("Ben", "either")
    assert match.request is not None, "another seat's dice change nothing"
    match.set_dice("Ann", "server")
    assert match.request is None
    with pytest.raises(NotAllowed, match="Mia has no request to answer"):
        match.agree("Mia")
    match.let_roll("Ben")
    match.roll()
    assert write_log(read_log(write_log(match), systems.load)) == write_log(match)
