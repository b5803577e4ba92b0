"""Replays: written, read, repeated, refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError, ReplayError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import position, same
from battlewright.engine.session import Session, Stream
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.golden import FOLDER, GOLDEN

pytestmark = pytest.mark.plain

TEXT = (FOLDER / f"{next(iter(GOLDEN))}.replay").read_text(encoding="utf-8")


def read(text: str) -> Session:
    return replay.repeat(replay.parse(text, "battle.replay", systems.load))


def finish(session: Session) -> None:
    bot = RandomBot(7)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))


@pytest.fixture
def half(engagement: EngagementSetup) -> Session:
    """A battle in progress."""
    session, bot = Session(systems.load("formations"), engagement, seed=4), RandomBot(4)
    while len(session.steps) < 12:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
    return session


def test_a_battle_in_progress_repeats_to_the_same_position_without_its_dice_to_come(half: Session) -> None:
    again = read(replay.write(half))
    assert position(again.system.rules.battle, again.battle) == position(half.system.rules.battle, half.battle)
    assert [step.text for step in again.steps] == [step.text for step in half.steps]
    while again.node.kind != NodeKind.CHANCE:
        again.choose(again.choices()[0])
    with pytest.raises(BattlewrightError, match="has no dice of its own"):
        again.roll()


def test_the_file_of_a_battle_in_progress_has_no_seed(half: Session) -> None:
    half.draw_from(0x1234567890ABCDEF, 0xFEDCBA0987654321)
    text = replay.write(half)
    assert "streams" not in text
    for number in (0x1234567890ABCDEF, 0xFEDCBA0987654321):
        assert str(number) not in text


def test_a_replay_repeats_to_the_same_bytes(half: Session) -> None:
    finish(half)
    assert same(read(replay.write(half)).battle, half.battle)


def test_a_stream_that_began_in_the_middle_is_checked_from_there(half: Session) -> None:
    half.draw_from(77, 5)
    begins = len(half.steps)
    finish(half)
    text = replay.write(half)
    assert replay.parse(text, "r", systems.load).streams == (Stream(4, 0), Stream(77, 5, begins))
    assert same(read(text).battle, half.battle)
    with pytest.raises(ReplayError, match="The stream gives"):
        read(text.replace('seed = "77"', 'seed = "78"'))


def test_dice_that_were_typed_are_repeated_as_they_fell(engagement: EngagementSetup) -> None:
    session = Session(systems.load("formations"), engagement, seed=4)
    session.roll_typed([2, 2])
    session.roll_typed([6, 1])
    again = read(replay.write(session))
    assert again.fingerprint == session.fingerprint
    assert [step.text for step in again.steps] == ["typed 2 2", "typed 6 1"]


def test_a_battle_in_progress_goes_on_with_other_dice(half: Session) -> None:
    again = read(replay.write(half))
    again.draw_from(99)
    for session in (half, again):
        finish(session)
    assert [step.text for step in again.steps[:12]] == [step.text for step in half.steps[:12]]
    assert [step.faces for step in again.steps[12:]] != [step.faces for step in half.steps[12:]]


def test_a_replay_file_is_read_from_disk(tmp_path: Path, half: Session) -> None:
    path = tmp_path / "half.replay"
    path.write_text(replay.write(half), encoding="utf-8")
    assert replay.repeat(replay.read(path, systems.load)).fingerprint == half.fingerprint


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("--- battle", "--- bottle", "the line '--- battle' is missing"),
        (
            "format = 4",
            "format = 1",
            "a replay of format 1; this version reads format 2 to 4. It did not carry all",
        ),
        ("format = 4", "format = 5", "a replay of format 5; this version reads format 2 to 4"),
        ('setting = "', 'setting = "0', "the numbers of the set-up give another setting"),
        ("might = 1", "might = 2", "the numbers of the set-up give another setting"),
        ("ruleset = 2", "ruleset = 9", "follows ruleset 9 of formations; the rules now are ruleset 2"),
        ('system = "formations"', 'system = "formation"', "Did you mean 'formations'"),
        ('seed = "3"', 'seed = "-3"', "streams: must each have a seed and an index"),
        ('seed = "3"', 'seed = "three"', "streams: must each have a seed and an index"),
        ("ruleset = 2", 'ruleset = "1"', "ruleset: must be a whole number"),
        ("ruleset = 2", "ruleset = 2\nplayers = 1", "players: must say who plays at each seat"),
        ("ruleset = 2", "ruleset = 2\nsead = 3", "sead: is not a known field"),
        ('seed = "3"', 'seed = = "3"', "this is not valid TOML"),
        ("might = 1", "might = 99", "might: must be at most 10, not 99"),
        ("--- battle", "--- battle\ntyped 7 1", "shows 1 to 6, not 7"),
        ("--- battle", "--- battle\ntyped 1", "2 dice of 6 sides must be rolled here, not 1"),
        ("--- battle", "--- battle\nroll 1 1 1", "3 dice|The stream gives 'roll . .' here"),
        ("--- battle", "--- battle\nroll x", "The faces of a roll are whole numbers"),
        ("--- battle", "--- battle\ndance", "'SIDE: CHOICE', 'edit CHANGE' or 'amend CHANGE'"),
        ("--- battle", "--- battle\na: activate", r"Dice must be rolled now .*\[F\.G3\]"),
        ("--- battle", "--- battle\na: conjure", "Unknown kind 'conjure'"),
        ("--- battle", "--- battle\na: act targets=1", "Unknown part 'targets=1'"),
        ("--- battle", "--- battle\na: act target=one", "target takes whole numbers"),
        ("--- battle", "--- battle\na: reroll dice=1,2", "dice takes 6 numbers, not 2"),
        ("--- battle", "--- battle\na: act target=99999999999", "fit 32 bits"),
        ("--- battle", "--- battle\nedit hope value=1", "Unknown kind 'hope'"),
        ("--- battle", "--- battle\nedit round value=2", r"refused \[F\.G3\]"),
    ],
)
def test_a_replay_that_cannot_be_read_or_carried_out_is_refused_with_a_sentence(
    old: str, new: str, sentence: str
) -> None:
    assert old in TEXT
    with pytest.raises(BattlewrightError, match=sentence) as refused:
        read(TEXT.replace(old, new, 1))
    assert "battle.replay" in str(refused.value) or "Unknown system" in str(refused.value)


def test_the_wrong_side_is_refused() -> None:
    lines = TEXT.split("\n")
    number = next(i for i, line in enumerate(lines) if line[1:3] == ": ")
    right, wrong = lines[number][0], "b" if lines[number][0] == "a" else "a"
    lines[number] = wrong + lines[number][1:]
    with pytest.raises(ReplayError, match=f"Side {right} moves here, not side {wrong}"):
        read("\n".join(lines))


def test_a_fault_in_a_move_names_its_line() -> None:
    lines = TEXT.split("\n")
    number = lines.index("--- battle") + 2
    assert lines[number].startswith("roll")
    lines[number] = "typed 9 9"
    with pytest.raises(ReplayError, match=rf"battle\.replay:{number + 1}: 'typed 9 9'"):
        read("\n".join(lines))


def test_a_position_on_the_way_that_does_not_fit_is_refused() -> None:
    assert TEXT.count("\nposition ") > 1
    with pytest.raises(ReplayError, match=r"'position 0123.*The battle does not repeat: it is at position"):
        read(re.sub("\nposition .{16}", "\nposition 0123456789abcdef", TEXT, count=1))


def test_a_battle_that_does_not_repeat_is_refused() -> None:
    start = TEXT.rindex("position ")
    with pytest.raises(ReplayError, match="the battle does not repeat: it should end at position 0123"):
        read(TEXT[:start] + "position 0123\n")


def test_a_result_that_is_not_the_battles_is_refused() -> None:
    result = TEXT[TEXT.index("\nresult ") + 8 : TEXT.rindex("\nposition ")]
    with pytest.raises(ReplayError, match="the result is"):
        read(TEXT.replace(f"\nresult {result}", "\nresult Nobody (c) wins."))


def test_an_end_before_the_end_is_refused() -> None:
    lines = TEXT.split("\n")
    last = max(i for i, line in enumerate(lines) if line.startswith("roll"))
    with pytest.raises(ReplayError, match="the battle is not over after its last move"):
        read("\n".join(lines[:last] + lines[last + 1 :]))


def test_an_end_without_a_position_is_refused() -> None:
    with pytest.raises(ReplayError, match="the end lacks its line 'position"):
        read(TEXT[: TEXT.rindex("position ")])


def test_files_that_are_no_text_or_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.replay").write_bytes(b"\xff\xfe\x00")
    for path, sentence in (
        (tmp_path / "bytes.replay", "UTF-8"),
        (tmp_path / "none", "No such file"),
        (tmp_path, "ordinary file"),
    ):
        with pytest.raises(ReplayError, match=sentence):
            replay.read(path, systems.load)


@given(data=st.data())
def test_a_damaged_replay_repeats_or_is_refused_and_nothing_else(data: st.DataObject) -> None:
    lines = TEXT.split("\n")
    place = data.draw(st.integers(0, len(lines) - 1))
    line = lines[place]
    at = data.draw(st.integers(0, len(line)))
    lines[place] = line[:at] + data.draw(st.text(max_size=6)) + line[at + data.draw(st.integers(0, 3)) :]
    try:
        session = read("\n".join(lines))
    except BattlewrightError as error:
        assert str(error)
    else:
        assert session.steps


@given(st.text(max_size=200))
def test_any_text_is_a_replay_or_is_refused(text: str) -> None:
    with pytest.raises(BattlewrightError):
        read(text)
