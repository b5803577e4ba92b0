"""Dice notation is read as people write it, and what cannot be read is refused with a sentence."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from battlewright.engine.errors import DiceError, NotationError
from battlewright.engine.notation import (
    EXAMPLES,
    MAX_DICE,
    MAX_LENGTH,
    MAX_NUMBER,
    MAX_SIDES,
    Roll,
    Rolled,
    Term,
    parse_roll,
    roll_dice,
)

pytestmark = pytest.mark.plain


def refusal_of(text: str) -> str:
    with pytest.raises(NotationError) as refused:
        parse_roll(text)
    return str(refused.value)


# What is read


@pytest.mark.parametrize(
    ("text", "terms", "modifier"),
    [
        ("D6", [(1, 1, 6)], 0),
        ("d3", [(1, 1, 3)], 0),
        ("2D6", [(1, 2, 6)], 0),
        ("3d8+4", [(1, 3, 8)], 4),
        ("2d6-1", [(1, 2, 6)], -1),
        ("2d6+d4+1", [(1, 2, 6), (1, 1, 4)], 1),
        ("+d6", [(1, 1, 6)], 0),
        ("-d6", [(-1, 1, 6)], 0),
        ("-2d4+10", [(-1, 2, 4)], 10),
        ("d6-d6", [(1, 1, 6), (-1, 1, 6)], 0),
        ("d6+d6", [(1, 1, 6), (1, 1, 6)], 0),
        ("4+d6", [(1, 1, 6)], 4),
        ("1+d6-3+2d4+5", [(1, 1, 6), (1, 2, 4)], 3),
        ("d6+0", [(1, 1, 6)], 0),
        ("d1", [(1, 1, 1)], 0),
        ("02d006+007", [(1, 2, 6)], 7),
        (f"{MAX_DICE}d{MAX_SIDES}-{MAX_NUMBER}", [(1, MAX_DICE, MAX_SIDES)], -MAX_NUMBER),
        ("500d6+500d8", [(1, 500, 6), (1, 500, 8)], 0),
    ],
)
def test_a_notation_has_its_meaning(text: str, terms: list[tuple[int, int, int]], modifier: int) -> None:
    roll = parse_roll(text)
    assert [(term.sign, term.count, term.sides) for term in roll.terms] == terms
    assert roll.modifier == modifier
    assert roll.dice == sum(count for _, count, _ in terms)


@pytest.mark.parametrize(
    "text", [" 3d8+4", "3d8+4 ", "3 d 8 + 4", "3d8\t+\n4", "\r3\fd\v8+4", " + 3d8 + 4", "3D 8 +4", "+3d8+4"]
)
def test_spaces_and_the_size_of_the_d_do_not_matter(text: str) -> None:
    assert parse_roll(text) == Roll((Term(1, 3, 8),), 4)


def test_spaces_do_not_count_for_the_length() -> None:
    assert parse_roll(" " * 500 + "d6" + " " * 500) == parse_roll("d6")


@pytest.mark.parametrize(
    ("text", "written"),
    [("D6", "1d6"), ("4 + 2D6", "2d6+4"), ("-d6+d4-1", "-1d6+1d4-1"), ("d6+1-1", "1d6"), ("+3d8-0", "3d8")],
)
def test_a_roll_is_written_in_one_way(text: str, written: str) -> None:
    assert str(parse_roll(text)) == written


# What is refused


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_an_empty_notation_is_told_from_a_wrong_one(text: str) -> None:
    assert refusal_of(text) == f"The dice notation is empty; write dice, {EXAMPLES}."


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("d", "d"),
        ("2d", "d"),
        ("2d6x", "x"),
        ("2d6+", "+"),
        ("2d6-", "-"),
        ("2d6+4d", "d"),
        ("+", "+"),
        ("--d6", "--d6"),
        ("d6+-1", "+-1"),
        ("dd6", "dd6"),
        ("2d6d6", "d6"),
        ("d%", "d%"),
        ("d6*2", "*2"),
        ("d6.5", ".5"),
        ("(d6)", "(d6)"),
        ("1e3d6", "e3d6"),
        ("six", "six"),
        ("2d6 hello", "hello"),
        ("0x1d6", "x1d6"),
        ("1_0d6", "_0d6"),
        ("2d6\u22121", "\u22121"),
        ("\uff12d\uff16", "\uff12d\uff16"),
        ("2d\u0666", "d\u0666"),
        ("d6\u00a0+1", "\u00a0+1"),
        ("\u2003", "\u2003"),
        ("d6\0", "\0"),
    ],
)
def test_what_cannot_be_read_is_shown_from_there_on(text: str, rest: str) -> None:
    shown = rest.removeprefix("+") or "+"
    assert refusal_of(text) == (f"Cannot read the dice notation {text!r} from {shown!r} on; write dice, {EXAMPLES}.")


@pytest.mark.parametrize("text", ["2d6 3", "1 0d6", "d1 0", "2d6\n3", "d6+1 000"])
def test_numbers_side_by_side_are_not_drawn_together(text: str) -> None:
    assert refusal_of(text) == f"Cannot read the dice notation {text!r}: a + or - is missing; {EXAMPLES}."


@pytest.mark.parametrize("text", ["7", "0", "-3+4", "1000000"])
def test_a_number_alone_is_no_roll(text: str) -> None:
    assert refusal_of(text) == f"The dice notation {text!r} has no dice; write dice, {EXAMPLES}."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0d6", "The number of dice must be from 1 to 1,000, not 0."),
        ("1001d6", "The number of dice must be from 1 to 1,000, not 1001."),
        ("d0", "The number of sides must be from 1 to 1,000, not 0."),
        ("d1001", "The number of sides must be from 1 to 1,000, not 1001."),
        ("d6+1000001", "The number must be from 0 to 1,000,000, not 1000001."),
        ("d6-1000001", "The number must be from 0 to 1,000,000, not 1000001."),
        ("1000d6+d6", "1001 dice are too many; at most 1000 can be rolled at once."),
        ("600d6-600d6", "1200 dice are too many; at most 1000 can be rolled at once."),
    ],
)
def test_too_much_and_too_little_are_refused_with_the_limit(text: str, message: str) -> None:
    assert refusal_of(text) == message


@pytest.mark.parametrize("text", ["{}d6", "d{}", "d6+{}"])
def test_a_very_long_number_is_refused_and_shortened(text: str) -> None:
    assert refusal_of(text.format("9" * 190)).endswith(f", not {'9' * 20}….")


def test_the_longest_notation_is_read_and_a_longer_one_refused() -> None:
    longest = "d6" + "+1" * ((MAX_LENGTH - 2) // 2)
    assert len(longest) == MAX_LENGTH
    assert parse_roll(longest).modifier == (MAX_LENGTH - 2) // 2
    for text in (longest + "1", "9" * 100_000, "d6 " * 1400):
        length = len(text.replace(" ", ""))
        assert refusal_of(text) == f"The dice notation has {length} characters; at most {MAX_LENGTH} are read."


# Throwing


def test_the_total_is_all_faces_with_their_signs_and_the_number() -> None:
    roll = parse_roll("2d6-3d4+10")
    assert Rolled(roll, ((6, 5), (1, 2, 4))).total == 14
    assert Rolled(roll, ((1, 1), (4, 4, 4))).total == 0
    assert Rolled(parse_roll("-d6"), ((6,),)).total == -6


def test_faces_that_do_not_belong_to_the_terms_have_no_total() -> None:
    with pytest.raises(ValueError, match="shorter"):
        _ = Rolled(parse_roll("d6+d6"), ((1,),)).total


def test_the_same_seed_throws_the_same_dice() -> None:
    roll = parse_roll("20d20")
    assert roll_dice(roll, 5) == roll_dice(roll, 5)
    assert roll_dice(roll, 5) != roll_dice(roll, 6)


def test_the_dice_of_one_throw_are_not_all_the_same() -> None:
    (faces,) = roll_dice(parse_roll("1000d6"), 0).faces
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    one, other = roll_dice(parse_roll("30d6+30d6"), 0).faces
    assert one != other


def test_a_seed_that_is_none_is_refused() -> None:
    with pytest.raises(DiceError, match="The seed must be from 0"):
        roll_dice(parse_roll("d6"), -1)


# Any text


PIECES = st.lists(
    st.sampled_from([*"dD+-06x \n\x1f\u0663\u2212\u00a0", "12", "1001", "9" * 30]),
    max_size=25,
).map("".join)


@given(st.text() | PIECES | st.text("dD+-0123456789 ", max_size=12))
@example("9" * 5000)
@example("d" + "9" * 5000)
@example("\ud800")
@example("d6" + "\x1c" * 3)
def test_any_text_is_a_roll_or_is_refused(text: str) -> None:
    try:
        roll = parse_roll(text)
    except NotationError as error:
        message = str(error)
    else:
        message = f"{roll}."
        assert 1 <= roll.dice <= MAX_DICE
        assert all(1 <= term.sides <= MAX_SIDES for term in roll.terms)
        assert {term.sign for term in roll.terms} <= {1, -1}
    assert message.endswith(".")


@st.composite
def notations(draw: st.DrawFn) -> tuple[str, Roll]:
    """A notation as somebody might write it, and what it means."""
    text, terms, modifier = "", [], 0
    for is_dice in draw(st.lists(st.booleans(), min_size=1, max_size=6)):
        sign = draw(st.sampled_from([1, -1]))
        mark = "-" if sign < 0 else draw(st.sampled_from(["", "+"])) if not text else "+"
        if is_dice:
            count, sides = draw(st.integers(1, 150)), draw(st.integers(1, MAX_SIDES))
            shown = "" if count == 1 and draw(st.booleans()) else str(count)
            part = [shown, draw(st.sampled_from("dD")), str(sides)]
            terms.append(Term(sign, count, sides))
        else:
            number = draw(st.integers(0, MAX_NUMBER // 6))
            part = [str(number)]
            modifier += sign * number
        gaps = [draw(st.sampled_from(["", " ", "\t"])) for _ in range(3)]
        text += gaps[0] + mark + gaps[1] + gaps[2].join(part)
    assume(terms)
    return text, Roll(tuple(terms), modifier)


@given(notations())
def test_a_notation_means_what_it_was_written_from(written: tuple[str, Roll]) -> None:
    text, roll = written
    assert parse_roll(text) == roll


@given(notations())
def test_what_a_roll_writes_is_read_as_the_same_roll(written: tuple[str, Roll]) -> None:
    _, roll = written
    assert parse_roll(str(roll)) == roll


@given(notations(), st.integers(0, 2**64 - 1))
def test_the_faces_are_on_their_dice_and_add_up(written: tuple[str, Roll], seed: int) -> None:
    _, roll = written
    rolled = roll_dice(roll, seed)
    assert [len(faces) for faces in rolled.faces] == [term.count for term in roll.terms]
    total = roll.modifier
    for term, faces in zip(roll.terms, rolled.faces, strict=True):
        assert all(1 <= face <= term.sides for face in faces)
        for face in faces:
            total += face if term.sign > 0 else -face
    assert rolled.total == total


@pytest.mark.parametrize("text", ["d6+999999+999999", "d6-999999-999999", "+".join(["d6"] * 101)])
def test_what_would_not_fit_together_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"come to|terms"):
        parse_roll(text)


def test_the_most_terms_are_read_back_from_their_own_text() -> None:
    roll = parse_roll("+".join(["10d1000"] * 100))
    assert parse_roll(str(roll)) == roll


def test_leading_zeros_mean_nothing() -> None:
    assert parse_roll("d" + "0" * 30 + "6") == parse_roll("d6")


def test_a_message_shows_only_the_beginning_of_a_long_text() -> None:
    with pytest.raises(NotationError) as refused:
        parse_roll("x" * 1000)
    assert len(str(refused.value)) < 250
