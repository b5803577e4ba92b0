"""Heroes: attacks with their damage, whole encounters between greedy bots, and exact odds.

An attack is the roll, its band, the damage dice, resistance and pools, by the rules, with dice from the stream; the
target is set up again when it is out. The encounter is four against five (``the-barrow``), greedy on both sides.

Times are CPU times, so that other load on the machine does not count; slices of what is compared alternate, and the
best of each counts. Two workers are measured twice: by CPU time, halved, and by the clock, where other load does count.
"""

from __future__ import annotations

import random
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.engine.battle import draw_faces, pop_frame
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row, allocate, look, numbers
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.systems.heroes.odds import duels
from battlewright.systems.heroes.odds import solved as exact
from battlewright.systems.heroes.odds.situations import duel
from battlewright.systems.heroes.record import Encounter, FrameKind, Setting, Stage
from battlewright.systems.heroes.rules.attacks import attack_goes_on, settle_attack, settle_damage
from battlewright.systems.heroes.rules.chances import contest_won, round_of
from battlewright.systems.heroes.rules.defence import is_out
from battlewright.systems.heroes.rules.flow import start
from battlewright.systems.heroes.rules.stack import push
from battlewright.systems.heroes.setup.encounter import CombatantSetup, EncounterSetup, build
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.heroes.setup.file_types import Damage
from battlewright.systems.heroes.setup.files import SheetSetup, read_sheet
from speed.figures import Measure, Work, fastest, in_plain_python, measure, once, rate, with_goal

SYSTEM = systems.load("heroes")
ATTACKS, ENCOUNTERS, ODDS_MS, SPREAD = 1_000_000, 10_000, 5, 1.5
ATTACKER, DEFENDER = "silarn", "sister-oda"
ENCOUNTER = "the-barrow"
ROUNDS = 5
DUELS = (
    ("silarn", "ruffian", None),
    ("mirelle", "ruffian", "chain of sparks"),
    ("frost-giant", "brannoc", None),
    ("silarn", "frost-giant", None),
    ("mirelle", "frost-giant", "chain of sparks"),
)
SLICE = 2000
"""Encounters of a slice."""


@rule()
def attacks(setting: Row[Setting], battle: Row[Encounter], fresh: Row[Encounter], faces: Row[int], count: int) -> int:
    """So many attacks of the first on the second; the answer is how many were felled by them."""
    felled = 0
    for _ in range(count):
        push(battle[0], FrameKind.ATTACK, 0, 1, 0)
        frame = battle[0].frames[battle[0].depth - 1]
        attack_goes_on(setting[0], battle[0], frame)
        draw_faces(battle, faces)
        settle_attack(setting[0], battle[0], frame, faces, battle[0].node.dice)
        if frame.stage == Stage.WON:
            attack_goes_on(setting[0], battle[0], frame)
            draw_faces(battle, faces)
            settle_damage(setting[0], battle[0], frame, faces, battle[0].node.dice)
            attack_goes_on(setting[0], battle[0], frame)
        pop_frame(battle[0])
        if is_out(battle[0].combatants[1]):
            felled += 1
            battle[0].combatants[1] = fresh[0].combatants[1]
    return felled


class Range:
    """Two who stand face to face, of whom one attacks."""

    def __init__(self) -> None:
        sheets = [read_sheet(name) for name in (ATTACKER, DEFENDER)]
        one, other = (CombatantSetup(name=sheet.name, sheet=sheet) for sheet in sheets)
        self.setting = build(EncounterSetup(sides=((one,), (other,))))
        self.battle, self.fresh, self.faces = allocate(Encounter), allocate(Encounter), numbers(SYSTEM.rules.max_dice)
        for each in (self.battle, self.fresh):
            look(Encounter, each).tail.silent = 1
            start(self.setting, each)

    def shoot(self, count: int) -> int:
        """So many attacks; how many fell by them."""
        return attacks(self.setting, self.battle, self.fresh, self.faces, count)


def attacks_by_hand(rng: random.Random, count: int) -> int:
    """What a game master writes first: the same numbers, without conditions or events."""
    felled, health, wounds = 0, 0, 0
    setting = look(Setting, Range().setting)
    one, other = setting.cards[0], setting.cards[1]
    action = one.actions[0]
    dodge, parry, armor, bonus = other.dodge, other.parry, other.armor, action.bonus + one.attack
    dice, sides, plus = action.dice, action.sides, action.plus
    less = other.resistances[1] - other.vulnerabilities[1]
    for _ in range(count):
        if health <= 0:
            felled, health, wounds = felled + 1, other.health, 0
        roll = sum(rng.randint(1, 8) for _ in range(3)) + bonus
        if roll > dodge + parry + armor:
            rolled = dice * 2 if roll > dodge + parry + armor + 5 else dice
            damage = max(sum(rng.randint(1, sides) for _ in range(rolled)) + plus - less, 0)
            wounds += max(damage - health, 0)
            health -= damage
    return felled


def measure_attacks(quick: bool) -> list[Measure]:
    """Attacks with damage a second, beside hand-written Python and the same rules as plain Python."""
    made, rng = Range(), random.Random(1)
    made.shoot(1000)
    count, few = (50_000, 500) if quick else (500_000, 5000)

    def ours() -> int:
        made.shoot(count)
        return count

    def by_hand() -> int:
        attacks_by_hand(rng, few)
        return few

    compiled, handmade = fastest(3 if quick else 10, ours, by_hand, clock=time.process_time)
    plain = in_plain_python(rate_in_plain_python)
    name = f"heroes, attacks of {ATTACKER} on {DEFENDER} with damage"
    return [
        measure(name, compiled, "attacks/s", handmade, "hand-written Python", target=ATTACKS),
        measure(f"{name}, compiled", compiled, "attacks/s", plain, "the same rules as plain Python"),
    ]


def rate_in_plain_python() -> float:
    """In a process of its own, with the compiler off."""
    made = Range()
    return rate(lambda: made.shoot(100), 100)


def pairing(bots: str) -> Pairing:
    """The encounter between these bots, from both sides."""
    setup = read_encounter(ENCOUNTER)
    swapped = setup.model_copy(update={"sides": setup.sides[::-1], "titles": setup.titles[::-1]})
    return Pairing(SYSTEM, (setup, swapped), pair_of(bots))


def slice_of(bots: str, count: int, workers: int) -> Work:
    """So many encounters of a study; it counts them."""
    paired = pairing(bots)
    return lambda: fight(paired, count, 1, workers).counts.battles


def measure_encounters(quick: bool) -> list[Measure]:
    """Encounters a second of the greedy bot, beside the random one and with two workers."""
    count, slices = (SLICE // 10, 2) if quick else (SLICE, 15)
    alone, both, at_random = (
        slice_of(*each) for each in (("greedy", count, 1), ("greedy", 2 * count, 2), ("random", count, 1))
    )
    for work in (alone, both, at_random):
        work()
    one, two, randomly = fastest(slices, alone, both, at_random, clock=time.process_time)
    (clock,) = fastest(slices, both)
    name = f"heroes, {ENCOUNTER}, 4 against 5, greedy"
    shared = "one worker, by the time of its processor"
    return [
        measure(name, one, "encounters/s", randomly, "the random bot in the same study", target=ENCOUNTERS),
        with_goal(measure(f"{name}, two workers, of two processors", 2 * two, "encounters/s", one, shared), SPREAD),
        measure(f"{name}, two workers, by the clock", clock, "encounters/s", one, shared),
    ]


class Asked(NamedTuple):
    """A question, and the same in another way."""

    ours: Callable[[], Any]
    other: Callable[[], Any]
    than: str


ALL_FACES = "all faces, by hand"
APART = "the same with losses kept in the positions"


def sums_by_hand(dice: int, sides: int, seen: Callable[[int], Any]) -> dict[Any, Fraction]:
    """What a designer writes first: every face of every die."""
    counts = Counter(seen(sum(faces)) for faces in product(range(1, sides + 1), repeat=dice))
    return {each: Fraction(count, sides**dice) for each, count in counts.items()}


def contest_by_hand() -> Fraction:
    """Who wins a contest of 4 against 3; ours does not remember the rounds of the question before either."""
    round_of.cache_clear()
    return contest_won.__wrapped__(10, 2, 2, 1)


def in_positions(attacker: SheetSetup, defender: SheetSetup, rounds: int, action: str | None = None) -> None:
    """A duel whose positions hold what has been lost, as the rules do."""
    made = duels.Duel(duel(attacker, defender, duels.action_named(attacker, action)), False)
    standing = duels.Standing({made.beginning: [1]}, 1)
    for _ in range(rounds):
        standing = made.a_round_later(standing)


def questions() -> dict[str, Asked]:
    """One of each kind of question; several about duels."""
    asked = {
        "attack": Asked(
            lambda: exact.attack(5, 9, 5, 4),
            lambda: sums_by_hand(3, 8, lambda total: bisect_left((9, 14, 18, 23), total + 5)),
            ALL_FACES,
        ),
        "contest": Asked(
            lambda: exact.contest.__wrapped__(4, 3),
            contest_by_hand,
            "who wins it, in fractions by hand",
        ),
        "check": Asked(
            lambda: exact.check(6, 17, "roller"),
            lambda: sums_by_hand(3, 8, lambda total: total + 6 >= 17),
            ALL_FACES,
        ),
        "damage": Asked(
            lambda: exact.damage(Damage(2, 6, 3), ["fire", "slashing"], {"fire": 2}, {"slashing": 1}, True, 20, 10),
            lambda: sums_by_hand(4, 6, lambda total: (max(18 - total, 0), min(max(total - 18, 0), 10))),
            ALL_FACES,
        ),
    }
    for attacker, defender, action in DUELS:
        given = read_sheet(attacker), read_sheet(defender), ROUNDS, action
        name = f"fall, {attacker} on {defender}{f' by {action}' if action else ''}, {ROUNDS} rounds"
        asked[name] = Asked(partial(duels.fall, *given), partial(in_positions, *given), APART)
    return asked


def measure_odds(quick: bool) -> list[Measure]:
    """Milliseconds of an answer, warm, beside another way to it."""
    asked, results = questions(), []
    for name, (ours, other, than) in asked.items():
        ours()
        other()
        rates = fastest(3 if quick else 40, once(ours), once(other), clock=time.process_time)
        ms, theirs = (1e3 / each for each in rates)
        results.append(measure(f"heroes, odds of {name}", ms, "ms", theirs, than, target=ODDS_MS, least=False))
    return results


PARTS = (measure_attacks, measure_encounters, measure_odds)
