"""The report of a match: its account as data and in words, key moments, and the dice."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

from battlewright.answers.report import Grid, Line, Report
from battlewright.cli.print_report import grid_table
from battlewright.contract.system import System
from battlewright.engine.node import Choice
from battlewright.engine.session import Session
from battlewright.play.account_text import SMALL, account_blocks, rows_of, signed, steps_of, why
from battlewright.play.battle_report import match_report, report_of
from battlewright.play.battle_report_data import AccountPart, MatchReportData
from battlewright.play.costly import KEY_ERRORS
from battlewright.play.dice import DiceSource
from battlewright.play.luck import Rolls, rolls_of
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.toy.pig import PIG, Kind, PigSetup


def chooses(kind: Kind) -> Choice:
    choice = Choice()
    choice.kind = kind
    return choice


ROLL, HOLD = chooses(Kind.ROLL), chooses(Kind.HOLD)


@pytest.fixture(scope="module")
def reported(formations: System, engagement: EngagementSetup) -> MatchReportData:
    """The report of a battle of a random bot against a greedy one."""
    match = Match(formations, engagement, {"a": "random", "b": "greedy"}, DiceSource(seed=4))
    play_on(match, seat_bots(match))
    return match_report(match, 6.0).as_data()


def test_the_report_begins_with_an_account_that_adds_up(reported: MatchReportData) -> None:
    start, *parts, result = reported["account"]
    assert (start["part"], result["part"]) == ("start", "result")
    assert start["rounded"] + sum(each["rounded"] for each in parts) == result["rounded"]
    assert reported["reference"] == "greedy"
    assert reported["sides"]["b"]["as_reference"] == reported["sides"]["b"]["decisions"] > 0
    of_b = next(each for each in parts if each["side"] == "b")
    assert (of_b["points"], of_b["error"]) == (0, 0)
    of_a = next(each for each in parts if each["side"] == "a")
    changed = [each["points"] for each in reported["changes"] if (each["part"], each["side"]) == ("choices", "a")]
    assert sum(changed) == pytest.approx(of_a["points"])
    rolled = [each["points"] for each in reported["changes"] if each["part"] == "dice"]
    assert sum(rolled) == pytest.approx(parts[0]["points"])


def test_chart_and_key_moments_say_the_same(reported: MatchReportData) -> None:
    chances = reported["chances"]
    assert [each["at"] for each in chances] == list(range(reported["steps"] + 1))
    assert all(each["low"] <= each["chance"] <= each["high"] for each in chances)
    assert chances[-1]["chance"] == chances[-1]["low"] == reported["account"][-1]["points"] / 100
    assert reported["key_moments"]
    for moment in reported["key_moments"]:
        before, after = (chances[moment["number"] + more]["chance"] for more in range(2))
        assert (moment["before"], moment["after"]) == (before, after)
        assert abs(after - before) > KEY_ERRORS * moment["error"]


def test_the_costliest_choices_have_a_better_one_as_data(reported: MatchReportData) -> None:
    assert reported["costliest"], "a random bot makes bad choices"
    for each in reported["costliest"]:
        assert each["lost"] > max(2, 2 * each["error"])
        assert each["better"]["choice"] != each["choice"]
        assert each["better"]["heading"]["text"]
        assert each["seat"] == each["side"]


PARTS: list[AccountPart] = [
    {"part": "start", "side": None, "points": 44.0, "error": 1.0, "rounded": 44},
    {"part": "dice", "side": None, "points": -10.0, "error": 3.0, "rounded": -10},
    {"part": "choices", "side": "a", "points": -36.0, "error": 3.0, "rounded": -36},
    {"part": "choices", "side": "b", "points": 2.0, "error": 2.0, "rounded": 2},
    {"part": "result", "side": None, "points": 0.0, "error": 0.0, "rounded": 0},
]
NAMES = {"a": "Lantern Company", "b": "Hollow King"}


def test_the_steps_of_each_part_are_listed_and_add_up(reported: MatchReportData) -> None:
    for side, sign in (("a", 1), ("b", -1)):
        listed = [each for part in ("dice", "own", "choices") for each in steps_of(part, side, reported)]
        assert listed
        large = [each["number"] for each in reported["changes"] if abs(each["points"]) >= SMALL]
        assert sorted(each["number"] for each in listed) == large
        points = {each["number"]: sign * each["points"] for each in reported["changes"]}
        assert all(each["points"] == points[each["number"]] for each in listed)
        own = steps_of("own", side, reported)
        assert all(each["side"] == side and each["part"] == "choices" for each in own)
        assert [each["error"] - abs(each["points"]) for each in own] == sorted(
            each["error"] - abs(each["points"]) for each in own
        )


def shown(data: MatchReportData, all_steps: bool) -> tuple[str, list[str]]:
    """The sentences of a report, and the headings of its tables."""
    made = Report({})
    account_blocks(made, data, "a", all_steps)
    sentences = [each.text for each in made.blocks if isinstance(each, Line)]
    return "\n".join(sentences), [each.headings[1] for each in made.blocks if isinstance(each, Grid)]


def test_a_terminal_names_the_largest_steps_or_lists_all(reported: MatchReportData) -> None:
    largest = steps_of("own", "a", reported)[0]
    in_short, tables = shown(reported, False)
    title = f"Choices of {reported['sides']['a']['name']}"
    assert re.search(rf"{title}: steps? {largest['number'] + 1} \({re.escape(signed(largest['points']))}\)", in_short)
    assert title not in tables
    in_full, tables = shown(reported, True)
    assert {title, "The dice"} <= {*tables}
    assert f"{title}: step" not in in_full


def test_what_secret_choices_changed_is_told_among_the_dice(reported: MatchReportData) -> None:
    assert reported["unknown"] == pytest.approx(0)
    text, _ = shown({**reported, "unknown": -4.0}, False)
    assert "What nobody could know, as choices were secret: -4." in text


@pytest.mark.plain
def test_three_sentences_say_why() -> None:
    reason, account, choice = why(NAMES, "a", PARTS, [])
    assert reason == "Lantern Company lost mostly by their own choices (-36 of 100, give or take 3)."
    assert account == (
        "They began with 44 of 100; the dice cost them 10, their own choices cost them 36 and those of Hollow King "
        "gave them 2."
    )
    assert choice == "No single choice of theirs is known to have cost them much."
    won = "Hollow King won mostly by the choices of Lantern Company (+36 of 100, give or take 3)."
    assert why(NAMES, "b", PARTS, [])[0] == won


@pytest.mark.plain
def test_a_reason_within_its_error_is_none() -> None:
    unsure: list[AccountPart] = [
        {**each, "error": 30.0} if each["part"] not in ("start", "result") else each for each in PARTS
    ]
    assert why(NAMES, "b", unsure, [])[0].startswith("Hollow King won mostly because of how it began: with 56 of 100")
    unsure[0] = {**unsure[0], "error": 30.0}
    assert why(NAMES, "a", unsure, [])[0] == "Lantern Company lost, and no single reason stands out."


@pytest.mark.plain
def test_both_views_add_up() -> None:
    for side in "ab":
        *parts, result = rows_of(NAMES, side, PARTS)
        assert sum(row.points for row in parts) == result.points
    assert [row.part for row in rows_of(NAMES, "b", PARTS)] == ["start", "dice", "own", "choices", "result"]


def test_the_waterfall_has_room_for_all_levels_and_fits_80_columns(reported: MatchReportData) -> None:
    """Who began with 70 of 100 may have gained 30 by dice and lost 135 by choices, of which the other gave 35 back."""
    given = {"start": 70, "dice": 30, "a": -135, "b": 35, "result": 0}
    parts: list[AccountPart] = [
        {**each, "rounded": given[each["side"] or each["part"]], "error": 2.0} for each in reported["account"]
    ]
    made, sides = Report(reported), {"a": "Lantern Company", "b": "The Company of Bones"}
    named = {letter: {**each, "name": sides[letter]} for letter, each in reported["sides"].items()}
    account_blocks(made, {**reported, "account": parts, "sides": named}, "a")  # type: ignore[typeddict-item]
    grid = next(block for block in made.blocks if isinstance(block, Grid))
    start, dice, own, theirs, result = (row[-1] for row in grid.rows)
    zero = len(theirs)
    assert zero == len(start) - len(start.lstrip())
    assert len(start) == len(dice) - len(dice.lstrip()), "the dice go on where the start ends"
    assert len(dice) == len(own), "and the choices where the dice end"
    assert own == own.lstrip()
    assert theirs == theirs.lstrip(), "they come back from the lowest level to nothing"
    assert not result
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(grid_table(grid, 80))
    lines = [line for line in console.export_text().splitlines() if line.strip()]
    assert len(lines) == 2 + len(grid.rows), "no row is broken"
    assert lines[0].split() == ["points", "±", "-35", "100"]


@pytest.mark.plain
def test_the_sums_of_dice_are_told_against_their_average() -> None:
    session = Session(PIG, PigSetup(goal=30), None)
    for face in (6, 5, 6):
        session.choose(ROLL)
        session.roll_typed([face])
    session.choose(HOLD)
    session.choose(ROLL)
    session.roll_typed([2])
    one, other = report_of(session, seconds=0).rolls
    assert (one.side, one.count, one.total, one.expected) == (0, 3, 17, Fraction(21, 2))
    assert one.sigma == pytest.approx(6.5 / math.sqrt(3 * 35 / 12))
    assert (other.side, other.total) == (1, 2)
    assert one.as_data()["dice"] == {"6": 3}


@pytest.mark.plain
def test_dice_of_several_kinds_add_up() -> None:
    rolls = Rolls(0, "strike-roll", "Strikes")
    rolls.add(6, (1, 2))
    rolls.add(10, (10,))
    assert (rolls.expected, rolls.variance) == (7 + Fraction(11, 2), Fraction(35, 6) + Fraction(99, 12))
    assert rolls.rolls == 2


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((3, 4), "about average"),
        ((4, 5), "a little above average"),
        ((2, 2), "below average"),
        ((6, 6, 6, 6), "far above average"),
    ],
)
def test_luck_is_told_in_words(faces: tuple[int, ...], said: str) -> None:
    rolls = Rolls(0, "shot-roll", "Shots", "Lantern Company")
    rolls.add(6, faces)
    assert rolls.sentence == f"Lantern Company's shots: {len(faces)} dice, {said}."


def test_rolls_are_called_by_the_word_of_their_step(formations: System, engagement: EngagementSetup) -> None:
    match = Match(formations, engagement, dict.fromkeys("ab", "random"), DiceSource(seed=4))
    play_on(match, seat_bots(match), most=12)
    called = {(each.side, each.kind, each.name) for each in rolls_of(match.session)}
    assert (-1, "roll-off", "Roll-offs") in called
    assert (0, "roll", "Action rolls") in called


@pytest.mark.plain
def test_rolls_without_a_name_are_called_by_the_word_itself() -> None:
    session = Session(PIG, PigSetup(goal=30), None)
    session.choose(ROLL)
    session.roll_typed([6])
    (rolls,) = rolls_of(session)
    assert (rolls.kind, rolls.name) == ("die", "Die")
    session.system = replace(PIG, rules=replace(PIG.rules, steps=None))
    assert rolls_of(session)[0].kind == str(session.steps[1].at)


@pytest.mark.plain
def test_without_time_there_is_no_account_and_the_dice_are_told() -> None:
    session = Session(PIG, PigSetup(goal=20), None)
    session.choose(ROLL)
    session.roll_typed([6])
    session.choose(HOLD)
    made = report_of(session, seconds=0)
    data = made.as_data()
    assert (data["account"], data["chances"], data["costliest"], data["over"]) == ([], [], [], False)
    assert [each["count"] for each in data["rolls"]] == [1]
    assert (data["sides"]["a"]["choices"], data["sides"]["a"]["decisions"]) == (2, 2)
    said = [each.text for each in made.as_report("a").blocks if isinstance(each, Line)]
    assert any("There is no account: the time was too short" in each for each in said)


@pytest.mark.plain
def test_with_little_time_each_position_is_played_a_little() -> None:
    session = Session(PIG, PigSetup(goal=20), None)
    session.choose(HOLD)
    session.choose(HOLD)
    made = report_of(session, seconds=0.5).as_data()
    assert all(each["battles"] for each in made["chances"])
    assert (made["reference"], made["over"]) == ("random", False)


def test_an_interrupt_keeps_what_is_done() -> None:
    session = Session(PIG, PigSetup(goal=6), None)
    for _ in range(4):
        session.choose(HOLD)
    told = []

    def interrupt(done: int, total: int) -> None:
        told.append(done)
        if 0 < done < total:
            raise KeyboardInterrupt

    made = report_of(session, seconds=5, progress=interrupt)
    assert made.is_interrupted
    assert 0 < told[-2] < 50
    assert made.as_data()["account"], "the play-outs that were made count"
    assert made.as_data()["interrupted"]


@pytest.mark.plain
def test_the_report_of_a_match_names_its_seats() -> None:
    match = Match(PIG, PigSetup(goal=4), {"b": "random"}, DiceSource(seed=1))
    match.choose("a", HOLD)
    match.choose("b", HOLD)
    match.undo("a", 0)
    match.choose("a", HOLD)
    match.resign("a")
    made = match_report(match, 0.5)
    assert made.who == ["a"]
    data = made.as_data()
    assert data["players"] == {"a": "person", "b": "random"}
    result = data["result"]
    assert result is not None
    assert result["sentence"] == "Side a gives up."
    assert [each["part"] for each in data["account"]][-2:] == ["end", "result"]
