"""Fair dice: everything that was changed after a match is found, and nothing else is."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.contract.system import System
from battlewright.engine import replay
from battlewright.engine.errors import NotFair, ReplayError
from battlewright.engine.fair import Fair
from battlewright.engine.node import Choice
from battlewright.engine.seats import MASTER
from battlewright.play.dice import DiceSource
from battlewright.play.log import fair_of, replay_of
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.play.verify import Verified, verify
from tests.play.test_log import at_random
from tests.toy.pig import PIG, Kind, PigSetup

pytestmark = pytest.mark.plain

BOTS = {"a": "random", "b": "random"}


def finished(goal: int = 20, secret: bytes = b"s" * 32, added: tuple[str, ...] = ("a=one", "b=two")) -> Match:
    match = Match(PIG, PigSetup(goal=goal), BOTS, DiceSource(secret, added))
    play_on(match, seat_bots(match))
    return match


def check(text: str, commitment: str = "") -> Verified:
    return verify(replay.parse(text, "battle", lambda _: PIG), commitment)


def rolls_in(text: str) -> list[int]:
    return [number for number, line in enumerate(text.split("\n")) if line.startswith("roll ")]


def test_all_dice_of_a_match_are_checked() -> None:
    match = finished()
    found = check(replay_of(match))
    assert found.dice == sum(len(step.faces) for step in match.session.steps) > 10
    assert (found.typed, found.before, found.epochs, found.skipped) == (0, 0, (0,), ())
    assert found.fair == fair_of(match)
    assert found.as_data()["added"] == ["a=one", "b=two"]
    assert check(replay_of(match), match.dice.commitment.upper()) == found


def test_every_die_that_was_changed_is_found_with_its_line() -> None:
    text = replay_of(finished())
    for number in rolls_in(text):
        for face in range(1, 7):
            lines = text.split("\n")
            if lines[number] == f"roll {face}":
                continue
            lines[number] = f"roll {face}"
            with pytest.raises(NotFair, match=rf"^battle:{number + 1}: 'roll {face}': The stream gives"):
                check("\n".join(lines))


def test_a_die_that_was_left_out_is_found() -> None:
    lines = replay_of(finished()).split("\n")
    for number in rolls_in("\n".join(lines)):
        with pytest.raises(NotFair, match=r"^battle:"):
            check("\n".join(lines[:number] + lines[number + 1 :]))


@given(st.data())
def test_a_changed_digit_of_the_secret_or_the_commitment_is_found(data: st.DataObject) -> None:
    text, name = replay_of(finished(goal=4)), data.draw(st.sampled_from(("secret", "commitment")))
    begin = text.index(f'{name} = "') + len(f'{name} = "')
    place = begin + data.draw(st.integers(0, 63))
    digit = data.draw(st.sampled_from([each for each in "0123456789abcdef" if each != text[place]]))
    line = text[: text.index("commitment = ")].count("\n") + 1
    with pytest.raises(NotFair, match=rf"^battle:{line}: the commitment is not the hash of the secret"):
        check(text[:place] + digit + text[place + 1 :])


@pytest.mark.parametrize(
    ("was", "now"), [('"a=one"', '"a=two"'), ('"b=two"', '"b=tw"'), ('    "b=two",\n', ""), ('"a=one"', '"a=on", "e"')]
)
def test_another_value_that_was_added_is_found(was: str, now: str) -> None:
    text = replay_of(finished())
    assert was in text
    line = text[: text.index("{ seed = ")].count("\n") + 1
    with pytest.raises(NotFair, match=rf"^battle:{line}: the stream after 0 moves does not follow"):
        check(text.replace(was, now))


def test_another_secret_with_its_own_commitment_is_found_by_the_hash_that_was_noted() -> None:
    noted = finished().dice.commitment
    other = replay_of(finished(secret=b"t" * 32))
    check(other)
    with pytest.raises(NotFair, match=f"not the one that you noted, {noted}"):
        check(other, noted)


def test_a_stream_that_was_moved_or_left_out_is_found() -> None:
    text = replay_of(finished())
    with pytest.raises(NotFair, match="begins after 0 moves, but no stream does"):
        check(text.replace("after = 0 }", "after = 1 }"))
    with pytest.raises(NotFair, match="begins after 0 moves, but no stream does"):
        check(re.sub(r"(?s)streams = \[.*?\n\]\n", "", text))


def test_typed_dice_are_counted_and_not_checked() -> None:
    match = Match(PIG, PigSetup(goal=12), dice=DiceSource(b"s" * 32))
    roll, hold = Choice(), Choice()
    roll.kind, hold.kind = Kind.ROLL, Kind.HOLD
    for faces in ([6], [6]):
        match.choose("a", roll)
        match.roll_typed("a", faces)
    match.choose("a", hold)
    found = check(replay_of(match))
    assert (found.dice, found.typed) == (0, 2)
    assert "2 dice were typed by people, and cannot be checked." in list(found.sentences())


@pytest.mark.parametrize("number", range(20))
def test_whatever_happened_in_a_match_its_dice_are_checked(number: int) -> None:
    chance = random.Random(number)
    match = Match(PIG, PigSetup(goal=30), dice=DiceSource(bytes([number]) * 32, ("a=x",)), with_master=True)
    at_random(match, chance, 40)
    while not match.is_over:
        play_on(match, seat_bots(match, BOTS))
    found = check(replay_of(match, MASTER))
    steps = match.session.steps
    assert found.dice == sum(len(step.faces) for step in steps if step.kind == "roll")
    assert found.typed == sum(len(step.faces) for step in steps if step.kind == "typed")
    assert {*found.epochs, *found.skipped} <= set(range(match.epoch + 1))


def test_epochs_that_were_taken_back_are_named() -> None:
    match = Match(PIG, PigSetup(goal=20), {"a": "person", "b": "random"}, DiceSource(b"s" * 32))
    roll = Choice()
    roll.kind = Kind.ROLL
    for _ in range(2):
        match.choose("a", roll)
        match.roll()
        match.undo("a")
    play_on(match, seat_bots(match, BOTS))
    found = check(replay_of(match))
    assert (found.epochs, found.skipped) == ((2,), (0, 1))
    assert "The dice of epochs 0 and 1 were undone." in list(found.sentences())


def test_dice_of_before_a_battle_was_resumed_are_not_called_checked() -> None:
    first = Match(PIG, PigSetup(goal=60), BOTS, DiceSource(b"s" * 32))
    play_on(first, seat_bots(first), most=8)
    saved = replay.parse(replay_of(first), "battle", lambda _: PIG)
    match = Match(PIG, saved.setup, BOTS, DiceSource(b"t" * 32), saved.repeat())
    play_on(match, seat_bots(match))
    text = replay_of(match)
    found = check(text)
    assert found.before == sum(step.kind == "roll" for step in first.session.steps) > 0
    assert found.dice == sum(step.kind == "roll" for step in match.session.steps) - found.before
    assert "after = 8\n" in text
    with pytest.raises(NotFair):
        check(text.replace("after = 8\n", "after = 2\n"))


def test_a_running_battle_and_one_with_a_seed_have_no_secret_to_check_by(formations: System) -> None:
    running = Match(PIG, PigSetup(goal=60), BOTS)
    play_on(running, seat_bots(running), most=8)
    text = replay_of(running)
    assert fair_of(running) is None
    assert "fair" not in text
    assert running.dice.secret.hex() not in text
    with pytest.raises(ReplayError, match="the battle is not over, so its dice cannot be verified"):
        check(text)
    seeded = Match(PIG, PigSetup(goal=20), BOTS, DiceSource(seed=7))
    play_on(seeded, seat_bots(seeded))
    with pytest.raises(ReplayError, match="no table 'fair'"):
        check(replay.write(seeded.session))
    text = replay_of(seeded)
    with pytest.raises(ReplayError, match="no table 'fair'"):
        check(text, "a hash that was noted")
    found = check(text)
    assert (found.fair, found.as_data()["fair"]) == (None, False), "its log alone can be checked"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"commitment": "", "secret": "zz"}, "hexadecimal"),
        ({"commitment": "", "secret": 7}, "texts of hexadecimal digits"),
        ({"secret": ""}, "has a commitment, a secret"),
        ({"commitment": "", "secret": "", "added": [1]}, "a list of texts"),
        ({"commitment": "", "secret": "", "after": -1}, "after a number of moves"),
        ({"commitment": "", "secret": "", "more": 1}, "has a commitment, a secret"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(data: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Fair.from_data(data)


def test_a_replay_with_a_table_that_cannot_be_read_is_refused_with_its_line() -> None:
    text = replay_of(finished())
    line = text[: text.index("[fair]")].count("\n") + 1
    with pytest.raises(ReplayError, match=f"battle:{line}: fair: has a secret of hexadecimal digits"):
        check(text.replace('secret = "', 'secret = "x'))
