"""Chapter D: dice.

Dice are held as counts: ``shown[f - 1]`` is the number of dice that show the face f.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import Node, OutcomeSymmetry, await_dice
from battlewright.engine.record import Row
from battlewright.systems.formations.record import SIDES, Characteristic, Combination, Frame, Kind, RollKind


@rule("F.D3", "F.D4", "F.D6")
def score_of(kind: Kind, characteristic: int, exposed: int) -> int:
    """Return the score to roll against: a characteristic. An exposed model's DEF is lower, but never below 1."""
    if characteristic == Characteristic.MIGHT:
        return kind.might
    if characteristic == Characteristic.DEX:
        return kind.dexterity
    if characteristic == Characteristic.WILL:
        return kind.willpower
    return max(kind.deflection - exposed, 1)


@rule("F.D3", "F.D4")
def attack_succeeds(face: int, score: int) -> bool:
    """An attack die succeeds by matching or beating the target's DEF (or WILL)."""
    return face >= score


@rule("F.D6", "F.D7")
def test_succeeds(face: int, score: int) -> bool:
    """A test succeeds at or below the score, but never with a natural 1."""
    return face != 1 and face <= score


@rule("F.D2")
def die_succeeds(roll: int, face: int, score: int) -> bool:
    """Return whether a die is a success: each kind of roll has its own rule."""
    if roll == RollKind.TEST:
        return test_succeeds(face, score)
    return attack_succeeds(face, score)


@rule("F.D2")
def count_successes(roll: int, shown: Row[int], score: int) -> int:
    """Return the number of successes."""
    successes = 0
    for face in range(1, SIDES + 1):
        if die_succeeds(roll, face, score):
            successes += shown[face - 1]
    return successes


@rule("F.D2")
def good_faces(roll: int, score: int) -> int:
    """Return how many faces of a die are successes."""
    faces = 0
    for face in range(1, SIDES + 1):
        if die_succeeds(roll, face, score):
            faces += 1
    return faces


@rule("F.G5")
def heavy_dice(shown: Row[int], score: int, heavy_sixes: int) -> int:
    """Return the dice that add a second Wound: natural sixes, if the option is on and the target's score is below 6."""
    if heavy_sixes and score < SIDES:
        return shown[SIDES - 1]
    return 0


@rule("F.D9")
def has_double(shown: Row[int]) -> bool:
    """Return whether at least two dice show the same face."""
    return most_alike(shown) >= 2


@rule("F.D9")
def has_triple(shown: Row[int]) -> bool:
    """Return whether at least three dice show the same face."""
    return most_alike(shown) >= 3


@rule("F.D9")
def has_scale(shown: Row[int]) -> bool:
    """Return whether at least three faces in a row are shown; 6 is not followed by 1."""
    run = 0
    for face in range(1, SIDES + 1):
        run = run + 1 if shown[face - 1] > 0 else 0
        if run == 3:
            return True
    return False


@rule("F.D9")
def has_combination(shown: Row[int], combination: int) -> bool:
    """Return whether the dice show a combination."""
    if combination == Combination.DOUBLE:
        return has_double(shown)
    if combination == Combination.TRIPLE:
        return has_triple(shown)
    if combination == Combination.SCALE:
        return has_scale(shown)
    return False


COUNTED = 3
"""More dice of one face than this make no difference to any combination."""


@rule("F.D9")
def tally_combinations(tally: Row[int]) -> None:
    """Tally the combinations of every pattern: 0, 1, 2 or more dice of each face.

    A pattern has some faces seen once, twice, and three times or more. ``tally`` counts the patterns by these numbers
    and by what they show, at the index ((once * 7 + twice) * 7 + more) * 8 + double + 2 * triple + 4 * scale. Its last
    six ints hold the dice of the current pattern.
    """
    shown = tally[len(tally) - SIDES :]
    for way in range((COUNTED + 1) ** SIDES):
        rest, place = way, 0
        for face in range(SIDES):
            shown[face] = rest % (COUNTED + 1)
            rest //= COUNTED + 1
            if shown[face] == 1:
                place += 49
            elif shown[face] == 2:
                place += 7
            elif shown[face] == COUNTED:
                place += 1
        place *= 8
        if has_double(shown):
            place += 1
        if has_triple(shown):
            place += 2
        if has_scale(shown):
            place += 4
        tally[place] += 1


@rule()
def most_alike(shown: Row[int]) -> int:
    """Return the largest number of dice that show one face."""
    most = 0
    for face in range(1, SIDES + 1):
        most = max(most, shown[face - 1])
    return most


@rule("F.D1", "F.D2", "F.D9")
def await_roll(node: Node, frame: Frame, side: int, step: int, dice: int, combination: int, heavy_sixes: int) -> None:
    """Wait for a roll of D6. If no combination is looked for, faces that succeed or fail alike are declared alike."""
    await_dice(node, step, side, dice, SIDES, OutcomeSymmetry.COUNTED)
    if combination == Combination.NONE:
        for face in range(1, SIDES + 1):
            node.face_class[face - 1] = stands_for(frame.roll, face, frame.score, heavy_sixes)


@rule("F.D2", "F.G5")
def stands_for(roll: int, face: int, score: int, heavy_sixes: int) -> int:
    """Return the lowest face that counts the same as this one."""
    if face == SIDES and roll == RollKind.ATTACK and heavy_sixes and score < SIDES:
        return face
    for lower in range(1, face):
        if die_succeeds(roll, lower, score) == die_succeeds(roll, face, score):
            return lower
    return face


@rule("F.D10", "F.D11", "F.G3")
def may_reroll(shown: Row[int], named: Row[int], rerolls: int) -> bool:
    """Return whether these dice may be rerolled: each costs a Reroll, all at once, so no die is rolled a third time."""
    total = 0
    for face in range(1, SIDES + 1):
        if named[face - 1] < 0 or named[face - 1] > shown[face - 1]:
            return False
        total += named[face - 1]
    return total <= rerolls
