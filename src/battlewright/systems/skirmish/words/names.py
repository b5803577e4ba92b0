"""Names, places and paths as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from battlewright.engine import sentences
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.labels import Reference
from battlewright.engine.record import Row, look
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import plural
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import length
from battlewright.geometry.legs import Leg, LegKind
from battlewright.geometry.lengths import number
from battlewright.systems.skirmish.record import MAX_LEGS, ChoiceKind, Frame, Model, Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.aid import AID_AP
from battlewright.systems.skirmish.rules.flow import MOVE_AP
from battlewright.systems.skirmish.rules.lines import MARKERS, MODELS, PIECES
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP, lowest_sum
from battlewright.systems.skirmish.setup.battle import BattleSetup, build
from battlewright.systems.skirmish.setup.files import CharacterSetup, WeaponSetup


def place(x: int, y: int, level: int = 0) -> str:
    """A point of the table, and the level if it is not the ground: ``(12.5, 3) on level 4``."""
    return f"({number(x)}, {number(y)}){f' on level {number(level)}' if level else ''}"


def success(critical: int) -> str:
    """The name of one success."""
    return "a critical success" if critical else "a success"


def successes(normal: int, critical: int) -> str:
    """The successes of a test: ``2 successes and 1 critical success``."""
    parts = [plural(normal, "success")] if normal else []
    if critical:
        parts.append(plural(critical, "critical success"))
    return " and ".join(parts) or "no success"


def sum_needed(difficulty: int) -> str:
    """A difficulty, and the sum of dice that it needs."""
    need = as_plain(lowest_sum)(difficulty)
    return f"difficulty {number(difficulty)}, so {f'a sum of {need} or more' if need > 1 else 'any roll'} hits"


@dataclass(frozen=True)
class Phrases:
    """The wording that differs between the editions: a target that does nothing when it is shot at, the reactions, the
    actions, and the price of return fire where it is fired."""

    nothing: str
    no_reaction: str
    reactions: str
    actions: str
    fire: str


ACTION_AP = {
    ChoiceKind.MOVE: MOVE_AP,
    ChoiceKind.CLOSE_COMBAT: CLOSE_COMBAT_AP,
    ChoiceKind.SHOOT: SHOT_AP,
    ChoiceKind.AID: AID_AP,
}
"""What each action costs."""
ACTIONS = f"move ({MOVE_AP} AP), fight in close combat ({CLOSE_COMBAT_AP}), shoot ({SHOT_AP})"

PHRASES = {
    "first": Phrases(
        nothing="Take no cover",
        no_reaction="takes no cover",
        reactions=f"take cover ({COVER_AP} AP), or not and return fire ({SHOT_AP} AP) after the shot",
        actions=f"{ACTIONS}, or stop",
        fire=f" ({SHOT_AP} AP)",
    ),
    "second": Phrases(
        nothing="Do nothing",
        no_reaction="does not react",
        reactions=f"take cover ({COVER_AP} AP), return fire ({SHOT_AP} AP) or do nothing",
        actions=f"{ACTIONS}, aid ({AID_AP}), or stop",
        fire="",
    ),
}


class Names(sentences.Names):
    """The names of the numbered sides, models, weapons and pieces of one set-up."""

    model = sentences.Names.full_name

    def __init__(self, setup: BattleSetup) -> None:
        self.setup = setup
        self.phrases = PHRASES[setup.edition]
        self.cards: list[CharacterSetup] = []
        self._models: list[Reference] = []
        self._blades: list[list[WeaponSetup]] = []
        self._guns: list[list[WeaponSetup]] = []
        for side, roster in enumerate(setup.rosters):
            for count, (name, card) in enumerate(roster.models, start=1):
                carried = roster.carried(card)
                self.cards.append(card)
                tag = f"{SIDE_LETTERS[side]}{count}"
                self._models.append(Reference(len(self._models), name, tag, SIDE_LETTERS[side]))
                self._blades.append([weapon for weapon in carried if weapon.kind == "melee"])
                self._guns.append([weapon for weapon in carried if weapon.kind == "shooting"])

    @cached_property
    def settings(self) -> Row[Setting]:
        """The setting as a row of one, for compiled rules."""
        return build(self.setup)

    @cached_property
    def setting(self) -> Setting:
        """The setting that the rules' functions read."""
        return look(Setting, self.settings)

    @property
    def is_measured(self) -> bool:
        """Whether the players keep the table, and measure."""
        return self.setup.scenario.companion

    @property
    def first_of_b(self) -> int:
        """The index of side b's first model."""
        return len(self.setup.rosters[0].models)

    def side_name(self, side: int) -> str:
        return self.setup.rosters[side].name

    def combatants(self, battle: Skirmish) -> Sequence[int]:
        return range(len(self.cards))

    def exists(self, who: int) -> bool:
        """Whether a number is that of a model."""
        return 0 <= who < len(self._models)

    def side_of(self, who: int) -> int:
        """The side that a model belongs to."""
        return int(who >= self.first_of_b)

    def reference(self, who: int) -> Reference | None:
        return self._models[who] if self.exists(who) else None

    def tag(self, who: int) -> str:
        """A model by its side and number: a1, b3."""
        return self._models[who].tag if self.exists(who) else "nobody"

    def name(self, who: int) -> str:
        """A model by its name alone: ``Ysolde``."""
        return self._models[who].name if self.exists(who) else "nobody"

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
        """An obstacle in a line of fire, by its number there; without a table, counted from the target."""
        if self.is_measured:
            return f"obstacle {which} from the target"
        if which < MODELS:
            return self.piece(which - PIECES)
        return self.model(which - MODELS) if which < MARKERS else "a cloud of dust"

    def leader(self, side: int) -> str:
        """The first model of a side."""
        return self.model(self.first_of_b if side else 0)

    def state(self, battle: Skirmish, who: int) -> Model | None:
        """The changing numbers of a model; None if there is no such model."""
        return battle.models[who] if self.exists(who) else None

    def models_of_side(self, side: int) -> list[int]:
        """The indices of a side's models."""
        return [who for who in range(len(self.cards)) if self.side_of(who) == side]

    def zone(self, side: int) -> str:
        """The zone of a side: ``x from 0 to 24, y from 0 to 4``; on the players' own table, its depth."""
        if self.is_measured:
            return f'within {number(self.setup.scenario.deployment.reach)}" of its edge'
        left, right, near, far = self.setup.zones[side]
        return f"x from {number(left)} to {number(right)}, y from {number(near)} to {number(far)}"


def _weapon(carried: list[WeaponSetup], index: int) -> str:
    return f"the {carried[index].name}" if 0 <= index < len(carried) else "no weapon"


def frame_of(battle: Skirmish) -> Frame:
    """The exchange in progress; an empty one when the battle is over."""
    return battle.frames[max(battle.depth - 1, 0)]


def legs_of(choice: SkirmishChoice) -> list[Leg]:
    """The legs of a path, up to the most that there can be."""
    return list(choice.legs[: min(max(choice.count, 0), MAX_LEGS)])


WAYS: dict[int, str] = {LegKind.CLIMB: "climb", LegKind.DROP: "drop", LegKind.JUMP: "jump"}


def strides(base: Base, legs: list[Leg]) -> list[tuple[str, int]]:
    """The kind and the length of each leg of a path: along the table, or up and down."""
    found = []
    x, y, level = base.x, base.y, base.level
    for leg in legs:
        flat, rise = as_plain(length)(leg.x - x, leg.y - y), leg.level - level
        what = WAYS.get(leg.way, "walk")
        down = " down" if what == "climb" and rise < 0 else ""
        found.append((f"{what}{down}", abs(rise) if what in ("climb", "drop") else flat))
        x, y, level = leg.x, leg.y, leg.level
    return found
