"""Names, lengths, places and paths as people read them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from battlewright.engine.system import SEATS
from battlewright.systems.skirmish.record import MAX_LEGS, Frame, FrameKind, Model, Purpose, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.lines import MARKERS, MODELS, PIECES
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP, lowest_sum
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import CharacterSetup, WeaponSetup, thousandths
from battlewright.table.bases import Base
from battlewright.table.legs import Leg, Way
from battlewright.table.measure import INCH


def plural(count: int, word: str) -> str:
    """``3 dice``, ``1 success``."""
    if count == 1:
        return f"1 {word}"
    return f"{count} dice" if word == "die" else f"{count} {word}{'es' if word.endswith('s') else 's'}"


def number(thousandths: int) -> str:
    """Thousandths as a number with no more decimals than it needs: ``12.5``."""
    return f"{thousandths / INCH:.3f}".rstrip("0").rstrip(".")


def inches(thousandths: int) -> str:
    """A length: ``12.5"``."""
    return f'{number(thousandths)}"'


def about(thousandths: float) -> str:
    """A length to a tenth of an inch."""
    return inches(round(thousandths / 100) * 100)


def way_of(dx: int, dy: int) -> int:
    """The length of a way, rounded up as the rules do."""
    square = dx * dx + dy * dy
    found = math.isqrt(square)
    return found + (found * found < square)


def place(x: int, y: int, level: int = 0) -> str:
    """A point of the table, and the level if it is not the ground: ``(12.5, 3) on level 4``."""
    return f"({number(x)}, {number(y)}){f' on level {number(level)}' if level else ''}"


def success(critical: int) -> str:
    """One success by its name."""
    return "a critical success" if critical else "a success"


def successes(normal: int, critical: int) -> str:
    """What a test has brought: ``2 successes and 1 critical success``."""
    parts = [plural(normal, "success")] if normal else []
    if critical:
        parts.append(plural(critical, "critical success"))
    return " and ".join(parts) or "no success"


def sum_needed(difficulty: int) -> str:
    """A difficulty, and what the dice must show for it."""
    need = lowest_sum(difficulty)
    return f"difficulty {number(difficulty)}, so {f'a sum of {need} or more' if need > 1 else 'any roll'} hits"


@dataclass(frozen=True)
class Phrases:
    """What one edition says otherwise than the other: about who does nothing when it is shot at, the ways to react,
    whether return fire is for later, its price when it is fired, and the action that is missing."""

    nothing: str
    no_reaction: str
    ways: str
    later: str
    fire: str
    no_aid: str


PHRASES = {
    "first": Phrases(
        nothing="Take no cover",
        no_reaction="takes no cover",
        ways=f"take cover ({COVER_AP} AP), or not and return fire ({SHOT_AP} AP) after the shot",
        later="Return fire is chosen after the shot",
        fire=f" ({SHOT_AP} AP)",
        no_aid="There is no Aid in the first edition, in which nobody breaks down",
    ),
    "second": Phrases(
        nothing="Do nothing",
        no_reaction="does not react",
        ways=f"take cover ({COVER_AP} AP), return fire ({SHOT_AP} AP) or do nothing",
        later="",
        fire="",
        no_aid="",
    ),
}


class Names:
    """Who and what is meant by a number, in one set-up."""

    def __init__(self, setup: BattleSetup) -> None:
        self.setup = setup
        self.phrases = PHRASES[setup.edition]
        self.cards: list[CharacterSetup] = []
        self._names: list[str] = []
        self._blades: list[list[WeaponSetup]] = []
        self._guns: list[list[WeaponSetup]] = []
        for seat, roster in enumerate(setup.rosters):
            for count, (name, card) in enumerate(roster.models, start=1):
                carried = roster.carried(card)
                self.cards.append(card)
                self._names.append(f"{name} ({SEATS[seat]}{count})")
                self._blades.append([weapon for weapon in carried if weapon.kind == "melee"])
                self._guns.append([weapon for weapon in carried if weapon.kind == "shooting"])

    @property
    def first_of_b(self) -> int:
        """The number of side b's first model."""
        return len(self.setup.rosters[0].models)

    def side(self, seat: int) -> str:
        """A side by its roster's name and its seat."""
        return f"{self.setup.rosters[seat].name} ({SEATS[seat]})"

    def exists(self, who: int) -> bool:
        """Whether a number is that of a model."""
        return 0 <= who < len(self._names)

    def seat_of(self, who: int) -> int:
        """Whose model it is."""
        return int(who >= self.first_of_b)

    def tag(self, who: int) -> str:
        """A model by its seat and number: a1, b3."""
        return self.model(who).rpartition("(")[2].rstrip(")")

    def model(self, who: int) -> str:
        """A model by its name, its seat and its number there: ``Ysolde (a1)``."""
        return self._names[who] if self.exists(who) else "nobody"

    def blades(self, who: int) -> list[WeaponSetup]:
        """The melee weapons of a model, in their order."""
        return self._blades[who] if self.exists(who) else []

    def guns(self, who: int) -> list[WeaponSetup]:
        """The shooting weapons of a model, in their order."""
        return self._guns[who] if self.exists(who) else []

    def blade(self, who: int, weapon: int) -> str:
        """A melee weapon of a model: ``the Sword``."""
        return _weapon(self.blades(who), weapon)

    def gun(self, who: int, weapon: int) -> str:
        """A shooting weapon of a model: ``the Rifle``."""
        return _weapon(self.guns(who), weapon)

    def piece(self, which: int) -> str:
        """A piece of terrain by its name, or by its number on the table."""
        pieces = self.setup.table.pieces
        name = pieces[which].name if 0 <= which < len(pieces) else None
        return f"the {name}" if name else f"piece {which + 1} of the terrain"

    def obstacle(self, which: int) -> str:
        """What stands in a line of fire, by its number there."""
        if which < MODELS:
            return self.piece(which - PIECES)
        return self.model(which - MODELS) if which < MARKERS else "a cloud of dust"

    def leader(self, seat: int) -> str:
        """The first model of a side."""
        return self.model(self.first_of_b if seat else 0)

    def state(self, battle: Skirmish, who: int) -> Model | None:
        """What changes about a model, if there is one of this number."""
        return battle.models[who] if self.exists(who) else None

    def fighters(self, frame: Frame) -> tuple[tuple[str, str], tuple[str, str]]:
        """Whose turn it is in a clash and what it has left, then the same of the other."""
        own = self.model(frame.actor), successes(frame.own, frame.own_critical)
        their = self.model(frame.target), successes(frame.their, frame.their_critical)
        return (their, own) if frame.turn else (own, their)

    def striker(self, frame: Frame) -> tuple[int, int]:
        """Who attacks, and whom, in the part of a clash that is on."""
        return (
            (frame.target, frame.actor)
            if frame.turn and frame.kind == FrameKind.DIVISION
            else (frame.actor, frame.target)
        )

    def open_dice(self, frame: Frame) -> tuple[tuple[int, int], tuple[int, int]]:
        """Normal and critical successes of the attack in a divided clash that is on, and of the defence against it."""
        if frame.turn:
            return (frame.their, frame.their_critical), (frame.own_parries, frame.own_critical_parries)
        return (frame.own, frame.own_critical), (frame.their_parries, frame.their_critical_parries)

    def range_of(self, frame: Frame, purpose: int) -> int:
        """How far a Move, an engage move or a cover move goes."""
        who = frame.target if purpose == Purpose.COVER else frame.actor
        agility = self.cards[who].agility * INCH if self.exists(who) else 0
        if purpose == Purpose.MOVE:
            return 2 * agility
        if purpose == Purpose.ENGAGE:
            return agility
        guns = self.guns(frame.actor)
        shorter = guns[frame.weapon].cover_shorter if frame.critical and 0 <= frame.weapon < len(guns) else 0
        return max(agility // 2 - thousandths(shorter), 0)

    def zone(self, seat: int) -> str:
        left, right, near, far = self.setup.zones[seat]
        return f"x from {number(left)} to {number(right)}, y from {number(near)} to {number(far)}"


def _weapon(carried: list[WeaponSetup], place: int) -> str:
    return f"the {carried[place].name}" if 0 <= place < len(carried) else "no weapon"


def frame_of(battle: Skirmish) -> Frame:
    """The exchange in progress; an empty one when the battle is over."""
    return battle.frames[max(battle.depth - 1, 0)]


def listed(names: list[str]) -> str:
    """Names in a row: ``Ysolde (a1), Wren (a2) or Brann (a3)``."""
    if len(names) < 2:
        return names[0] if names else "none"
    return f"{', '.join(names[:-1])} or {names[-1]}"


def legs_of(choice: SkirmishChoice) -> list[Leg]:
    """The legs of a path, as many as there can be."""
    return list(choice.legs[: min(max(choice.count, 0), MAX_LEGS)])


def strides(base: Base, legs: list[Leg]) -> list[tuple[str, int]]:
    """What each leg of a path is, and how far it goes: along the table, or up and down."""
    found = []
    x, y, level = base.x, base.y, base.level
    for leg in legs:
        flat, rise = way_of(leg.x - x, leg.y - y), leg.level - level
        match leg.way:
            case Way.CLIMB:
                found.append(("climb" if rise >= 0 else "climb down", abs(rise)))
            case Way.DROP:
                found.append(("drop", abs(rise)))
            case Way.JUMP:
                found.append(("jump", flat))
            case _:
                found.append(("walk", flat))
        x, y, level = leg.x, leg.y, leg.level
    return found


def costs(base: Base, legs: list[Leg]) -> list[int]:
    """What each leg takes from the range: its way, and the height of a climb."""
    found = []
    x, y, level = base.x, base.y, base.level
    for leg in legs:
        height = abs(leg.level - level) if leg.way == Way.CLIMB else 0
        found.append(way_of(leg.x - x, leg.y - y) + height)
        x, y, level = leg.x, leg.y, leg.level
    return found
